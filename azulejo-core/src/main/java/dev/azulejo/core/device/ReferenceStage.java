package dev.azulejo.core.device;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.reference.ReferenceRenderer;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.visibility.HierarchicalZ;

/** One triangle after the other into the whole target, as the {@link ReferenceRenderer} does. */
final class ReferenceStage implements PixelStage {
    private final TileStage tiles;
    private final ReferenceRenderer renderer;
    private PassDescriptor pass;
    private boolean first;

    /**
     * Makes one.
     *
     * @param tileStage knows the tiles of a phase, but gets no chunk
     * @param counts of the submitting thread
     */
    ReferenceStage(TileStage tileStage, Counts counts) {
        tiles = tileStage;
        renderer = new ReferenceRenderer(counts);
    }

    /** Tiles are not compared: as if each came several times. */
    @Override
    public RenderGate.Visits visits(PhasePlan plan) {
        return RenderGate.Visits.SEVERAL;
    }

    @Override
    public void begin(PassDescriptor descriptor, PhasePlan plan) {
        if (!plan.tiles().isAll()) {
            throw new IllegalArgumentException("the reference path renders whole targets");
        }
        tiles.begin(descriptor, plan);
        pass = descriptor;
        first = true;
    }

    @Override
    public boolean bin(int worker, ChunkOutput chunk, int index) {
        return chunk.triangles() != 0;
    }

    @Override
    public void render(
            GeometrySource source, HierarchicalZ structure, boolean oneEpoch, boolean last) {
        var cursor = source.cursor();
        renderer.render(pass, source.chunks(), cursor.chunk, source.chunkCount(), first, last);
        cursor.advance(Long.MAX_VALUE, source.chunks(), source.chunkCount());
        first = false;
    }
}
