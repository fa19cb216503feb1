package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.visibility.ClusterBox;
import dev.azulejo.core.visibility.HierarchicalZ;

/** Finds out where clusters can appear, from the bounds of their positions. Owned by one thread. */
final class ClusterPlacer {
    private final Counts counts;
    private final ClusterBox box = new ClusterBox();
    private final ClusterBox otherBox = new ClusterBox();
    private final float[] clipFromObject = new float[16];
    private final float[] clipFromObjectBeside = new float[16];
    private HierarchicalZ structure;

    ClusterPlacer(Counts counts) {
        this.counts = counts;
    }

    /** Places a chunk and its like in further views, as {@link GeometryWorker#place} says. */
    void place(GeometryChunk[] chunks, int at, HierarchicalZ hierarchicalZ) {
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
        GeometryChunk chunk = chunks[at];
        chunk.boxKey = 0;
        if (!chunk.cluster) {
            return;
        }
        DrawState draw = chunk.draw;
        var bounds = bounds(chunk);
        draw.vertexStage.linearPosition(draw.groups, chunk.instance, clipFromObject);
        var place =
                box.place(
                        bounds,
                        clipFromObject,
                        draw.view,
                        draw.clipX0,
                        draw.clipY0,
                        draw.clipX1,
                        draw.clipY1,
                        structure.reversed());
        keepPlace(chunk, box, place);
        for (int v = 1; v < chunk.views; v++) {
            placeBeside(chunks[at + v * chunk.viewStep], draw, bounds);
        }
        counts.add(Counter.CLUSTERS_TESTED, chunk.views);
    }

    /** Places a chunk of a further view. */
    private void placeBeside(GeometryChunk chunk, DrawState first, PositionBounds bounds) {
        DrawState draw = chunk.draw;
        draw.vertexStage.linearPosition(draw.groups, chunk.instance, clipFromObjectBeside);
        ClusterBox from = box;
        ClusterBox.Place place;
        if (ClusterBox.beside(clipFromObject, first.view, clipFromObjectBeside, draw.view)) {
            counts.add(Counter.CLUSTERS_PLACED_BESIDE, 1);
            place =
                    box.outsideAll()
                            ? ClusterBox.Place.OUTSIDE
                            : box.placeBeside(
                                    bounds,
                                    clipFromObjectBeside,
                                    draw.view,
                                    draw.clipX0,
                                    draw.clipY0,
                                    draw.clipX1,
                                    draw.clipY1);
        } else {
            from = otherBox;
            place =
                    from.place(
                            bounds,
                            clipFromObjectBeside,
                            draw.view,
                            draw.clipX0,
                            draw.clipY0,
                            draw.clipX1,
                            draw.clipY1,
                            structure.reversed());
        }
        keepPlace(chunk, from, place);
    }

    private void keepPlace(GeometryChunk chunk, ClusterBox from, ClusterBox.Place place) {
        chunk.boxKey = 0;
        switch (place) {
            case OUTSIDE -> {
                counts.add(Counter.CLUSTERS_OUTSIDE, 1);
                counts.add(Counter.CLUSTER_PRIMITIVES_OUTSIDE, chunk.primitives);
                chunk.boxKey = HierarchicalZ.UNKNOWN;
            }
            case INSIDE -> {
                chunk.placed = true;
                chunk.boxColumns = TrianglePlanes.range(from.x0, from.x1);
                chunk.boxRows = TrianglePlanes.range(from.y0, from.y1);
                chunk.boxKey = Math.min(structure.nearKey(from.nearest), HierarchicalZ.UNKNOWN - 1);
            }
            case CROSSING -> {}
        }
    }

    private static PositionBounds bounds(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        var attribute = draw.linearPosition;
        var buffer = draw.vertexBuffers[attribute.buffer()];
        int first = draw.draw.first() + 3 * chunk.firstPrimitive;
        int cluster = first / IndexBuffer.CLUSTER;
        int base = draw.draw.baseVertex();
        int elements = 3 * chunk.primitives;
        var bounds = DeviceAccess.bounds(draw.indexBuffer, cluster);
        if (bounds == null
                || !bounds.fits(
                        buffer, attribute.offset(), attribute.stride(), base, first, elements)) {
            bounds =
                    new PositionBounds(
                            draw.indexBuffer.data(),
                            first,
                            elements,
                            base,
                            buffer,
                            attribute.offset(),
                            attribute.stride());
            DeviceAccess.keepBounds(draw.indexBuffer, cluster, bounds);
        }
        return bounds;
    }
}
