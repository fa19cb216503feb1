package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;

/**
 * Takes in all chunks of a phase without patches at once: one window, whose memory is the run's.
 */
abstract class WholeSource implements GeometrySource {
    /** The phase, and what becomes of its chunks. */
    final RunState state;

    private final WindowCursor cursor = new WindowCursor();

    WholeSource(RunState runState) {
        state = runState;
    }

    @Override
    public final Span span() {
        return Span.PHASE;
    }

    @Override
    public final ChunkOutput[] chunks() {
        return state.outputs();
    }

    @Override
    public final int chunkCount() {
        return state.outputCount();
    }

    @Override
    public final WindowCursor cursor() {
        cursor.begin();
        return cursor;
    }

    @Override
    public final boolean mayWait() {
        return false;
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public final long starvedNs() {
        return 0;
    }

    @Override
    public final void retire(long windowNs, long lostNs) {}
}
