package dev.azulejo.sim.model;

/**
 * Renders a coarse bin from its visibility stream alone: takes in the primitives that it names,
 * with all vertex work, and no others. What hides what is known by then: no early Z comes before.
 */
final class BinRenderer extends WholeRenderer {
    private final GpuWork own;

    BinRenderer(PhaseContext context, GpuModel gpu, int bin) {
        super(context, gpu, bin, ChunkCursor.Hints.NONE, way(context.work().gpu(bin)));
        own = context.work().gpu(bin);
        gpu.costs().begin(context.work(), bin, true, false);
    }

    private static ChunkCursor.Way way(GpuWork own) {
        return new ChunkCursor.Way(Piece.RENDER, false, false, chunk -> own.own(chunk) > 0);
    }

    @Override
    boolean wants(int chunk) {
        return own.own(chunk) > 0;
    }
}
