package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.FrameRecorder;

import java.util.function.IntPredicate;

/**
 * Takes in the geometry of a phase, window by window: a window is what has been processed when
 * tiles are rendered. Workers tell a {@link ChunkEnd} of each chunk that they are done with.
 *
 * <p>Threads: the submitting one; {@link #fill} puts all workers to work.
 */
interface GeometrySource {
    /** How long chunks and their numbers last. */
    enum Span {
        /** As long as the phase: all are there, begun, before the first is processed. */
        PHASE,
        /** As long as the window that takes them in. */
        WINDOW
    }

    /** Is told of each chunk that has come through, hidden or not. */
    interface ChunkEnd {
        /**
         * A chunk is done. A worker's chunks come in rising order within a window.
         *
         * @param worker who was done with it
         * @param chunk what came out
         * @param index its number in the window, in submission order
         */
        void end(int worker, ChunkOutput chunk, int index);
    }

    /**
     * Begins a phase.
     *
     * @param wanted which draw calls, by number, are processed
     */
    void begin(IntPredicate wanted);

    /** Returns how long its chunks last. */
    Span span();

    /** Takes in a window; returns whether it is the last. */
    boolean fill();

    /** Chunks of the window, in submission order. */
    ChunkOutput[] chunks();

    /** Number of chunks of the window. */
    int chunkCount();

    /** Returns how many chunks there are going to be, if they last as long as the phase. */
    default int chunksInPhase() {
        return chunkCount();
    }

    /** Up to where the chunks have been rendered; whoever renders them moves it on. */
    WindowCursor cursor();

    /** Whether triangles that do not fill a sorting window may wait for those that come next. */
    boolean mayWait();

    /** Memory of the window, bytes, besides that of ordinary chunks. */
    long bytes();

    /** Time that workers had nothing to do in the window, sum of all, nanoseconds. */
    long starvedNs();

    /**
     * The window has been rendered, up to its {@link #cursor}: its memory is free.
     *
     * @param windowNs wall time that it took, rendering included; 0 if it was not rendered
     * @param lostNs of that, what would not have been spent in a larger window
     */
    void retire(long windowNs, long lostNs);

    /** Adds to a report what it alone knows of the phase. */
    default void report(FrameRecorder report) {}
}
