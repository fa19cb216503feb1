package dev.azulejo.sim.model;

import dev.azulejo.sim.unit.UnitState;

import java.util.function.IntPredicate;

/**
 * Goes through the chunks of a phase in submission order, once for early Z, if it works and has no
 * pipeline of its own, and once to render; says what of each is to be done, and what the command
 * processor waits for: commands from the host, the hull stage of a chunk's patches, or what the
 * cull pipeline has not found out.
 */
final class ChunkCursor {
    /** Says what is known of a chunk when its turn comes. */
    @FunctionalInterface
    interface Hints {
        /** No hints: everything may touch everybody. */
        Hints NONE = chunk -> true;

        /** Returns whether a chunk may touch this GPU's regions. */
        boolean mayTouch(int chunk);

        /** A chunk's turn to be rendered has come. */
        default void turn(int chunk) {}
    }

    /**
     * What becomes of chunks.
     *
     * @param kind {@link Piece#RENDER} or {@link Piece#LOOK}
     * @param culls whether early Z comes before that
     * @param everything whether all chunks are wanted
     * @param wanted chunks that there is anything to do about; others have no turn
     * @param left chunks of which early Z leaves anything, if it comes before
     * @param patches that are tessellated
     */
    record Way(
            int kind,
            boolean culls,
            boolean everything,
            IntPredicate wanted,
            IntPredicate left,
            PatchShare patches) {
        /** All chunks are rendered, with the patches that are a GPU's. */
        static Way render(PhaseContext context, GpuModel gpu) {
            var patches = context.patches(gpu.index());
            return new Way(
                    Piece.RENDER,
                    context.culls(),
                    true,
                    chunk -> true,
                    chunk -> context.work().visible(chunk) > 0,
                    patches);
        }

        /** Whether all of the patches that a chunk was made of lie elsewhere. */
        private boolean isElsewhere(PhaseWork work, int chunk) {
            return work.isTessellated(chunk) && patches.chunkPrimitives(chunk) == 0;
        }
    }

    private final PhaseContext context;
    private final GpuModel gpu;
    private final PhaseWork work;
    private final Hints hints;
    private final HullLauncher hulls;
    private final Way way;

    /** The cull pipeline, if there is one beside; else chunks are culled here. */
    private final CullAhead ahead;

    private int next;
    private int nextCulled;

    /** Chunks on their way through early Z, where that has no pipeline of its own. */
    private int culling;

    ChunkCursor(
            PhaseContext context,
            GpuModel gpu,
            Hints hints,
            HullLauncher hulls,
            Way way,
            CullAhead ahead) {
        this.way = way;
        this.ahead = ahead;
        this.context = context;
        this.gpu = gpu;
        this.hints = hints;
        this.hulls = hulls;
        work = context.work();
    }

    /**
     * Returns what is to be done next with chunks before one.
     *
     * @return an item, {@link Source#END}, or what stands for a wait
     */
    int next(int end) {
        int launched = hulls.next();
        if (launched != Source.END) {
            return launched;
        }
        if (ahead != null) {
            ahead.until(end);
        } else if (way.culls && nextCulled < end) {
            return cull(end);
        }
        return renderBefore(end);
    }

    /** It is known what of a chunk is hidden. */
    void culled() {
        culling--;
    }

    /** Whether nothing is on its way through early Z. */
    boolean isIdle() {
        return culling == 0;
    }

    /** Returns the chunk that is rendered next, or has no turn. */
    int position() {
        return next;
    }

    private int renderBefore(int end) {
        while (next < end && !way.wanted.test(next)) {
            next++;
        }
        return next < end ? render() : Source.END;
    }

    private int cull(int end) {
        while (nextCulled < end) {
            int waits = context.commands(nextCulled, gpu);
            if (waits != Source.END) {
                return waits;
            }
            int chunk = nextCulled++;
            if (work.isTested(chunk) && way.wanted.test(chunk) && hints.mayTouch(chunk)) {
                culling++;
                return Piece.of(Piece.CULL, chunk);
            }
        }
        return renderBefore(end);
    }

    private int render() {
        int waits = context.commands(next, gpu);
        if (waits != Source.END) {
            return waits;
        }
        if (!hulls.isReady(work.phase().chunks().group(next))) {
            return Source.wait(UnitState.DEPENDENCY);
        }
        if (ahead != null && hints.mayTouch(next) && !ahead.knows(next)) {
            return Source.wait(UnitState.DEPENDENCY);
        }
        int chunk = next++;
        hints.turn(chunk);
        if (!hints.mayTouch(chunk)) {
            gpu.tally().add(ModelCounter.CHUNKS_HINTED, 1);
            return Piece.of(Piece.SKIP, chunk);
        }
        if (way.isElsewhere(work, chunk)) {
            return Piece.of(Piece.SKIP, chunk);
        }
        if (way.culls && !work.isTessellated(chunk) && !way.left.test(chunk)) {
            gpu.tally().add(ModelCounter.CHUNKS_HIDDEN, 1);
            return Piece.of(Piece.SKIP, chunk);
        }
        return Piece.of(way.kind, chunk);
    }
}
