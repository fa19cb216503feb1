package dev.azulejo.sim.model;

/**
 * Renders a coarse bin from its visibility stream alone: takes in the primitives that it names,
 * with all vertex work, and no others. What hides what is known by then: no early Z comes before.
 *
 * <p>Simplification: of a chunk that is made of patches, those are tessellated whose boxes touch
 * the bin.
 */
final class BinRenderer extends WholeRenderer {
    private final GpuWork own;

    BinRenderer(PhaseContext context, GpuModel gpu, int bin) {
        super(context, gpu, bin, ChunkCursor.Hints.NONE, way(context.work(), bin));
        own = context.work().gpu(bin);
        gpu.costs().begin(context.work(), bin, true, false);
        gpu.costs().tessellate(context.work().patches(bin));
    }

    private static ChunkCursor.Way way(PhaseWork work, int bin) {
        var own = work.gpu(bin);
        return new ChunkCursor.Way(
                Piece.RENDER, false, false, chunk -> own.own(chunk) > 0, work.patches(bin));
    }

    @Override
    boolean wants(int chunk) {
        return own.own(chunk) > 0;
    }
}
