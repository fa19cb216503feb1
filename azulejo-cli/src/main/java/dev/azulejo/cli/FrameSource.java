package dev.azulejo.cli;

import dev.azulejo.core.report.FrameReport;

/** Renders the frames of one setting of a comparison. */
interface FrameSource extends AutoCloseable {
    /**
     * Renders a frame: this alone is timed.
     *
     * @param frame negative while warming up
     */
    FrameReport render(int frame);

    /** Returns what was painted last, one int a pixel; valid until the next setting's turn. */
    int[] pixels();

    /** Looks at what a measured frame left behind; not timed. */
    default void measured(int frame) {}

    @Override
    void close();
}
