package dev.azulejo.sim.model;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The visibility phase on a chiplet: looks at chunks, and finds out which primitives may be seen in
 * which coarse bin. By bounds where that is enough; to positions and no further, and nothing goes
 * on lists; or all the way, and then it renders one bin from what it has at hand.
 */
final class LookRenderer extends WholeRenderer {
    private final int chiplet;
    private final boolean paints;
    private final BinNames names;
    private final IntConsumer whenLooked;
    private int left;

    /**
     * Makes one.
     *
     * @param names what it will find
     * @param painted bin that is rendered on the way, or {@link PhaseWork#NOBODY}
     * @param share chunks that are this chiplet's to look at; all of them if it paints
     * @param whenLooked told the chiplet's number when the last of them has been looked at
     */
    LookRenderer(
            PhaseContext context,
            GpuModel gpu,
            BinNames names,
            int painted,
            IntPredicate share,
            IntConsumer whenLooked) {
        super(context, gpu, painted, ChunkCursor.Hints.NONE, way(context, painted, share));
        chiplet = gpu.index();
        paints = painted != PhaseWork.NOBODY;
        this.names = names;
        this.whenLooked = whenLooked;
        gpu.costs().begin(context.work(), painted, false, paints && context.culls());
        gpu.costs().name(names);
        for (int chunk = 0; chunk < work().chunks(); chunk++) {
            left += share.test(chunk) ? 1 : 0;
        }
        if (left == 0) {
            whenLooked.accept(chiplet);
        }
    }

    private static ChunkCursor.Way way(PhaseContext context, int painted, IntPredicate share) {
        boolean paints = painted != PhaseWork.NOBODY;
        int kind = paints ? Piece.RENDER : Piece.LOOK;
        return new ChunkCursor.Way(
                kind,
                paints && context.culls(),
                false,
                share,
                chunk -> context.work().visible(chunk) > 0,
                context.work().allPatches());
    }

    /** On lists go those of the bin that it paints. */
    @Override
    boolean wants(int chunk) {
        return paints;
    }

    @Override
    boolean isThrough() {
        return super.isThrough() && left == 0;
    }

    @Override
    void looked(int chunk) {
        super.sorted(chunk);
        if (names.isByBounds(chunk)) {
            gpu().tally().add(ModelCounter.CHUNKS_BY_BOUNDS, 1);
        }
        looked();
    }

    @Override
    void sorted(int chunk) {
        super.sorted(chunk);
        looked();
    }

    private void looked() {
        if (--left == 0) {
            whenLooked.accept(chiplet);
        }
    }
}
