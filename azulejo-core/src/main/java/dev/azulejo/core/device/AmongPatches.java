package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;

/**
 * Ordinary chunks in a phase with patches: what is still to be done with them when the stream comes
 * to them, and what is done with all that has been processed. Set by the submitting thread, used by
 * workers.
 */
final class AmongPatches implements GeometryStream.Sink {
    /** What is to be done with an ordinary chunk. */
    enum Rest {
        /** Nobody has looked at it. */
        ALL,
        /** It was culled, and a bit a primitive was kept. */
        REPLAY,
        /** It was culled, and its triangles were kept. */
        NOTHING
    }

    private final RunState state;
    private final GeometryWorker[] geometry;
    private final CullStage culling;
    private final GeometrySource.ChunkEnd chunkEnd;
    private Rest rest = Rest.ALL;

    /**
     * Makes one.
     *
     * @param runState holds the phase, whenever one begins
     * @param workers process chunks
     * @param cullStage has the bits of what it has culled
     * @param end is told of every chunk
     */
    AmongPatches(
            RunState runState,
            GeometryWorker[] workers,
            CullStage cullStage,
            GeometrySource.ChunkEnd end) {
        state = runState;
        geometry = workers;
        culling = cullStage;
        chunkEnd = end;
    }

    /** Says what culling has left to be done. */
    void leave(Rest left) {
        rest = left;
    }

    /** What is to be done. */
    Rest rest() {
        return rest;
    }

    /** Memory of what culling has kept to be replayed, bytes. */
    long bytes() {
        return rest == Rest.REPLAY ? culling.bits().bytes() : 0;
    }

    @Override
    public void process(int worker, ChunkOutput chunk) {
        switch (rest) {
            case ALL -> {
                if (state.wantsAmongPatches(worker, chunk)) {
                    geometry[worker].process(chunk);
                }
            }
            case REPLAY -> geometry[worker].replay(chunk, chunk.number(), culling.bits());
            case NOTHING -> {}
        }
    }

    @Override
    public int possible(int chunk, int primitives) {
        return rest == Rest.REPLAY ? culling.bits().count(chunk) : primitives;
    }

    @Override
    public void finish(int worker, ChunkOutput chunk, int index) {
        chunkEnd.end(worker, chunk, index);
    }
}
