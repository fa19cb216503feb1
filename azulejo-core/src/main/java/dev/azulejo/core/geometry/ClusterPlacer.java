package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawBounds;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.screen.PixelRectangle;
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

    /** What all draw calls are clipped to. */
    private PixelRectangle within = PixelRectangle.EVERYWHERE;

    ClusterPlacer(Counts counts) {
        this.counts = counts;
    }

    /** Clips all draw calls to a rectangle, beside what each is clipped to. */
    void confine(PixelRectangle rectangle) {
        if (within != rectangle) {
            within = rectangle;
        }
    }

    /** Places a chunk and its like in further views, as {@link GeometryWorker#place} says. */
    void place(ChunkOutput[] chunks, int at, int views, HierarchicalZ hierarchicalZ) {
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
        ChunkOutput chunk = chunks[at];
        if (!chunk.cluster()) {
            chunk.box.anywhere();
            return;
        }
        DrawState draw = chunk.draw;
        var bounds = bounds(chunk);
        var placement = locate(chunk, bounds, box, reversed());
        keepPlacement(chunk, box, placement);
        for (int v = 1; v < views; v++) {
            placeBeside(chunks[at + v * chunk.work.viewStep()], draw, bounds);
        }
        counts.add(Counter.CLUSTERS_TESTED, views);
    }

    /**
     * Finds where a cluster can appear; how near does not matter.
     *
     * @param chunk of one view
     * @param into gets the rectangle, if it is inside
     */
    ClusterBox.Placement locate(ChunkOutput chunk, ClusterBox into) {
        return locate(chunk, bounds(chunk), into, false);
    }

    /**
     * Finds where the whole draw call of a cluster can appear, in its instance; how near does not
     * matter.
     *
     * @param chunk of one view
     * @param into gets the rectangle, if it is inside
     * @return null if its bounds are not known: they are not looked for
     */
    ClusterBox.Placement locateDraw(ChunkOutput chunk, ClusterBox into) {
        DrawState draw = chunk.draw;
        var call = draw.call();
        var known = DeviceAccess.drawBounds(draw.indexBuffer());
        return known != null && DrawBounds.fits(draw, known, call.first(), call.count())
                ? locate(chunk, known, into, false)
                : null;
    }

    /** Counts a cluster that is where its draw call is. */
    void countByDraw() {
        counts.add(Counter.VISIBILITY_BY_DRAW, 1);
    }

    /**
     * Finds where a part of a cluster can appear; how near does not matter.
     *
     * @param chunk that {@link #locate(ChunkOutput, ClusterBox)} was asked about last
     * @param part which 64 of its triangles
     * @param into gets the rectangle, if it is inside
     */
    ClusterBox.Placement locatePart(ChunkOutput chunk, int part, ClusterBox into) {
        float[] boxes = bounds(chunk).parts(chunk.draw.indexBuffer().data());
        int at = PositionBounds.BOX * part;
        into.around(
                boxes[at],
                boxes[at + 1],
                boxes[at + 2],
                boxes[at + 3],
                boxes[at + 4],
                boxes[at + 5]);
        return place(chunk, into, false);
    }

    private ClusterBox.Placement locate(
            ChunkOutput chunk, PositionBounds bounds, ClusterBox into, boolean reversed) {
        DrawState draw = chunk.draw;
        draw.vertexStage().linearPosition(draw.groups(), chunk.instance, clipFromObject);
        into.around(bounds);
        return place(chunk, into, reversed);
    }

    /** Places the box that was set, by the matrix that was found last. */
    private ClusterBox.Placement place(ChunkOutput chunk, ClusterBox into, boolean reversed) {
        DrawState draw = chunk.draw;
        return into.place(
                clipFromObject,
                draw.viewport(),
                Math.max(draw.clipX0(), within.x0()),
                Math.max(draw.clipY0(), within.y0()),
                Math.min(draw.clipX1(), within.x1()),
                Math.min(draw.clipY1(), within.y1()),
                reversed);
    }

    /** Places a chunk of a further view. */
    private void placeBeside(ChunkOutput chunk, DrawState first, PositionBounds bounds) {
        DrawState draw = chunk.draw;
        draw.vertexStage().linearPosition(draw.groups(), chunk.instance, clipFromObjectBeside);
        ClusterBox from = box;
        ClusterBox.Placement placement;
        if (ClusterBox.beside(
                clipFromObject, first.viewport(), clipFromObjectBeside, draw.viewport())) {
            counts.add(Counter.CLUSTERS_PLACED_BESIDE, 1);
            placement =
                    box.outsideAll()
                            ? ClusterBox.Placement.OUTSIDE
                            : box.placeBeside(
                                    clipFromObjectBeside,
                                    draw.viewport(),
                                    Math.max(draw.clipX0(), within.x0()),
                                    Math.max(draw.clipY0(), within.y0()),
                                    Math.min(draw.clipX1(), within.x1()),
                                    Math.min(draw.clipY1(), within.y1()));
        } else {
            from = otherBox;
            from.around(bounds);
            placement =
                    from.place(
                            clipFromObjectBeside,
                            draw.viewport(),
                            Math.max(draw.clipX0(), within.x0()),
                            Math.max(draw.clipY0(), within.y0()),
                            Math.min(draw.clipX1(), within.x1()),
                            Math.min(draw.clipY1(), within.y1()),
                            reversed());
        }
        keepPlacement(chunk, from, placement);
    }

    /** Without a structure nobody asks how near anything is. */
    private boolean reversed() {
        return structure != null && structure.reversed();
    }

    private void keepPlacement(ChunkOutput chunk, ClusterBox from, ClusterBox.Placement placement) {
        switch (placement) {
            case OUTSIDE -> {
                counts.add(Counter.CLUSTERS_OUTSIDE, 1);
                counts.add(Counter.CLUSTER_PRIMITIVES_OUTSIDE, chunk.primitives);
                counts.add(Counter.POSITIONS_NOT_SHADED, vertices(chunk));
                chunk.box.nowhere();
            }
            case INSIDE -> chunk.box.inside(from, structure);
            case CROSSING -> chunk.box.anywhere();
        }
    }

    /** Vertices that a cluster names. */
    static int vertices(ChunkOutput chunk) {
        return DrawBounds.vertices(chunk.draw, chunk.work.firstPrimitive(), chunk.primitives);
    }

    private static PositionBounds bounds(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        int first = draw.call().first() + 3 * chunk.work.firstPrimitive();
        int cluster = first / IndexBuffer.CLUSTER;
        var known = DeviceAccess.bounds(draw.indexBuffer(), cluster);
        var bounds = DrawBounds.find(draw, known, first, 3 * chunk.primitives);
        if (bounds != known) {
            DeviceAccess.keepBounds(draw.indexBuffer(), cluster, bounds);
        }
        return bounds;
    }
}
