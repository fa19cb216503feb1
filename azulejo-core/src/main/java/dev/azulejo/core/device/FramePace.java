package dev.azulejo.core.device;

/** How a package's frame stands to the next. */
enum FramePace {
    /** It is finished before the next begins. */
    ALONE,
    /** The next frame's visibility is found out while its last bins are rendered. */
    AHEAD
}
