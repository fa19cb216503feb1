package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.reuse.ChunkGate;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What becomes of chunks that have come through, on their way to the tiles: they are put on lists,
 * and noted and hashed for the renders to come while they are in cache. Which feed a run uses
 * depends on what it takes chunks in for, and on how long they {@linkplain GeometrySource#span
 * last}.
 *
 * <p>Threads: {@link #take} by workers, each with its own number; the rest by the submitting
 * thread.
 */
abstract class ChunkFeed {
    /** Who compares tiles and draw calls. */
    ChunkGate gate;

    /** Says who compares, from the next phase on. */
    final void use(ChunkGate chunkGate) {
        if (gate != chunkGate) {
            gate = chunkGate;
        }
    }

    /** Whether windows are rendered. */
    boolean draws() {
        return true;
    }

    /**
     * Chunks are going to come.
     *
     * @param source from where
     * @param culls whether early Z or hints may drop triangles of them
     */
    abstract void open(GeometrySource source, boolean culls);

    /** A chunk has come through. */
    abstract void take(int worker, ChunkOutput chunk, int index);

    /** All chunks of a window have come through: the first of the phase, its last, or another. */
    abstract void close(boolean first, boolean last);

    /** Only which tiles chunks touch is noted. */
    static final class Noted extends ChunkFeed {
        @Override
        boolean draws() {
            return false;
        }

        @Override
        void open(GeometrySource source, boolean culls) {}

        @Override
        void take(int worker, ChunkOutput chunk, int index) {
            gate.note(chunk);
        }

        @Override
        void close(boolean first, boolean last) {}
    }

    /** Chunks last as long as their phase: they are hashed one by one as they come. */
    static final class OfPhase extends ChunkFeed {
        private final PixelStage pixels;
        private final RunState state;

        OfPhase(PixelStage pixelStage, RunState runState) {
            pixels = pixelStage;
            state = runState;
        }

        @Override
        void open(GeometrySource source, boolean culls) {
            gate.expect(source.chunks(), source.chunksInPhase(), culls || state.thins());
        }

        @Override
        void take(int worker, ChunkOutput chunk, int index) {
            boolean binned = pixels.bin(worker, chunk, index);
            state.ended(worker, chunk, index, binned);
            gate.note(chunk);
            gate.hash(worker, chunk, index);
        }

        @Override
        void close(boolean first, boolean last) {
            if (first && !last) {
                gate.windowed();
            }
        }
    }

    /**
     * Chunks last as long as their window: whether there is only one, so that tiles can be
     * compared, shows when it has been taken in.
     */
    static final class OfWindow extends ChunkFeed {
        private final PixelStage pixels;
        private final WorkerPool pool;
        private final AtomicInteger next = new AtomicInteger();
        private final WorkerPool.Task hashTask = this::hash;
        private GeometrySource source;
        private boolean culled;

        OfWindow(PixelStage pixelStage, WorkerPool workers) {
            pixels = pixelStage;
            pool = workers;
        }

        @Override
        void open(GeometrySource from, boolean culls) {
            source = from;
            culled = culls;
        }

        @Override
        void take(int worker, ChunkOutput chunk, int index) {
            pixels.bin(worker, chunk, index);
            gate.note(chunk);
        }

        @Override
        void close(boolean first, boolean last) {
            if (first && !last) {
                gate.windowed();
            } else if (first) {
                gate.expect(source.chunks(), source.chunkCount(), culled);
                if (gate.hashes()) {
                    next.set(0);
                    pool.run(Activity.HASHING, hashTask);
                }
            }
        }

        private void hash(int worker) {
            int count = source.chunkCount();
            for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
                gate.hash(worker, source.chunks()[c], c);
            }
        }
    }
}
