package dev.azulejo.sim.model;

/**
 * Renders a coarse bin from its visibility stream alone: takes in the primitives that it names,
 * with all vertex work, and no others. What hides what is known by then, and no early Z comes
 * before; or early Z was left to the bins, and then all that is named is culled first, as one GPU
 * does it with all there is.
 *
 * <p>Simplifications: of a chunk that is made of patches, those are tessellated whose boxes touch
 * the bin. What early Z finds in bins is what the recorded run found on the whole screen: a chunk
 * that is seen in one of them is looked into in all of them.
 */
final class BinRenderer extends WholeRenderer {
    private final BinNames names;

    BinRenderer(PhaseContext context, GpuModel gpu, BinNames names, int bin) {
        super(context, gpu, bin, ChunkCursor.Hints.NONE, way(context.work(), names, bin));
        this.names = names;
        gpu.costs().begin(context.work(), bin, true, names.cullsInBins());
        gpu.costs().name(names);
        gpu.costs().tessellate(context.work().patches(bin));
    }

    private static ChunkCursor.Way way(PhaseWork work, BinNames names, int bin) {
        return new ChunkCursor.Way(
                Piece.RENDER,
                names.cullsInBins(),
                false,
                chunk -> names.count(chunk, bin) > 0,
                chunk -> work.gpu(bin).own(chunk) > 0,
                work.patches(bin));
    }

    @Override
    boolean wants(int chunk) {
        return names.count(chunk, part()) > 0;
    }
}
