package dev.azulejo.core.timeline;

/** How one frame follows another. */
public enum FrameOrder {
    /** The next begins when one is complete. */
    APART,
    /** The next begins while the last bins of one are rendered. */
    OVERLAPPED
}
