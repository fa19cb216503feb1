package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * From transformed vertices and the corners of primitives to records: clipping, culling, set-up.
 * Owned by one thread.
 */
final class PrimitiveSetup {
    /** Vertices, by slot. */
    final TransformedVertices vertices;

    /** Slots of the corners of the primitives. */
    final int[] corner;

    /** Which of them records name. */
    final UsedVertices used;

    /** Which primitives of the chunk have left triangles. */
    final Survivors survivors;

    final TriangleSetup setup;
    private final WindowTransform windowTransform;
    private final Counts counts;
    private final CutPrimitive cut;
    private final PointsAndLines pointsAndLines;

    /** Primitives that a first look did not drop. */
    private final int[] remaining;

    /**
     * Makes one.
     *
     * @param slots most vertices at a time, a multiple of 16
     * @param corners most corners at a time
     * @param primitives most primitives of a chunk
     */
    PrimitiveSetup(
            int slots,
            int corners,
            int primitives,
            GeometryArena arena,
            WindowTransform transform,
            Counts workerCounts) {
        vertices = new TransformedVertices(slots);
        corner = new int[corners];
        remaining = new int[primitives];
        used = new UsedVertices(vertices, Clipper.MAX_VERTICES * primitives);
        survivors = new Survivors(primitives);
        setup = new TriangleSetup(arena);
        windowTransform = transform;
        counts = workerCounts;
        cut = new CutPrimitive(vertices, used, transform, workerCounts);
        pointsAndLines = new PointsAndLines(this, cut, workerCounts);
    }

    /**
     * Returns the most memory that a primitive of a draw call can leave behind, after the geometry
     * stage: clipped on all sides, and sharing no vertex.
     */
    static int mostBytes(DrawState draw) {
        int corners =
                draw.geometryStage() == null
                        ? draw.corners()
                        : draw.geometryStage().outputCorners();
        boolean isTriangle = corners == 3;
        int around =
                switch (corners) {
                    case 1 -> draw.pointCorners();
                    case 2 -> 4;
                    default -> Clipper.MAX_VERTICES;
                };
        int triangles = around - 2;
        int vertices = corners + (isTriangle ? Clipper.MAX_VERTICES : corners);
        return 4 * (triangles * TrianglePlanes.STRIDE + vertices * (1 + draw.varyingCount()));
    }

    /**
     * Nothing is in use, and nothing has survived.
     *
     * @param bits what is written down of what survives
     */
    void begin(Survivors.Bits bits) {
        used.forget();
        survivors.begin(bits);
    }

    /** Moves vertices to the window. */
    void transform(DrawState draw, int first, int count) {
        windowTransform.transform(draw.viewport(), vertices, first, count);
    }

    /**
     * Sets primitives up, for a chunk that {@link TriangleSetup#begin} has begun, after {@link
     * #begin}.
     *
     * @param corners of a primitive: 1 for points, 2 for lines, 3 for triangles
     * @param first the first
     * @param end behind the last
     */
    void add(ChunkOutput chunk, int corners, int first, int end) {
        switch (corners) {
            case 1 -> pointsAndLines.points(chunk, first, end);
            case 2 -> pointsAndLines.lines(chunk, first, end);
            default -> triangles(chunk, first, end);
        }
    }

    private void triangles(ChunkOutput chunk, int from, int to) {
        int[] code = vertices.code;
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int count = facing(from, to);
        int face = to - from - count;
        int area = 0;
        int sample = 0;
        for (int r = 0; r < count; r++) {
            int p = remaining[r];
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int all = code[a] & code[b] & code[c];
            int any = code[a] | code[b] | code[c];
            if ((any & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            if ((all & WindowTransform.VOLUME) != 0) {
                outside++;
                continue;
            }
            if ((any & WindowTransform.CLIP) != 0) {
                cutCount++;
                cutTriangle(chunk, p - from, a, b, c);
                continue;
            }
            switch (setup.add(vertices, a, b, c)) {
                case TriangleSetup.FACE -> face++;
                case TriangleSetup.AREA -> area++;
                case TriangleSetup.SAMPLE -> sample++;
                case TriangleSetup.HIDDEN -> {}
                default -> survivors.mark(p - from, chunk.triangles);
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_CLIPPED, cutCount);
        counts.add(Counter.PRIMITIVES_CULLED_FACE, face);
        counts.add(Counter.PRIMITIVES_ZERO_AREA, area);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, sample);
    }

    /**
     * Finds the primitives that do not face the culled way, or that need a closer look, and returns
     * their number. Which way a triangle faces is as good as random: there is no branch on it.
     */
    private int facing(int from, int to) {
        int[] x = vertices.x;
        int[] y = vertices.y;
        int[] code = vertices.code;
        long culledSign = setup.culledSign();
        int count = 0;
        if (culledSign == 0) {
            for (int p = from; p < to; p++) {
                remaining[p - from] = p;
            }
            return to - from;
        }
        for (int p = from; p < to; p++) {
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int special = code[a] | code[b] | code[c];
            long area = (long) (x[b] - x[a]) * (y[c] - y[a]) - (long) (x[c] - x[a]) * (y[b] - y[a]);
            // 1 where area has the culled sign and no code is set
            long culled = -(area * culledSign) >>> 63 & special - 1 >>> 31;
            remaining[count] = p;
            count += 1 - (int) culled;
        }
        return count;
    }

    private void cutTriangle(ChunkOutput chunk, int primitive, int a, int b, int c) {
        int count = cut.triangle(chunk.draw.viewport(), a, b, c);
        int kept = 0;
        for (int i = 1; i + 1 < count; i++) {
            int result = setup.add(cut.vertices, 0, i, i + 1, cut.names);
            kept += result == TriangleSetup.KEPT ? 1 : 0;
        }
        if (kept == 0) {
            cut.drop();
        } else {
            survivors.mark(primitive, chunk.triangles);
        }
    }
}
