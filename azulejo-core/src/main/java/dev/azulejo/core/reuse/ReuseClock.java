package dev.azulejo.core.reuse;

/** Times of one worker in one render, nanoseconds, and tiles with something on them. */
final class ReuseClock {
    /** Hashing and comparing. */
    long testing;

    /** Rendering. */
    long rendering;

    /** Tiles rendered. */
    int rendered;

    /** Tiles that kept their pixels. */
    int kept;

    void clear() {
        testing = 0;
        rendering = 0;
        rendered = 0;
        kept = 0;
    }
}
