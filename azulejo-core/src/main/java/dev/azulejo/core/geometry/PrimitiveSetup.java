package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TriangleCulling;
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
    private final TriangleCulling culling;
    private final Counts counts;
    private final CutPrimitive cut;
    private final PointsAndLines pointsAndLines;
    private final LineJoins lineJoins;

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
            KernelSet kernels,
            Counts workerCounts) {
        vertices = new TransformedVertices(slots);
        corner = new int[corners];
        // One more: the place behind the last is written, too
        remaining = new int[primitives + 1];
        used = new UsedVertices(vertices, Clipper.MAX_VERTICES * primitives);
        survivors = new Survivors(primitives);
        setup = new TriangleSetup(arena, kernels.setup());
        windowTransform = kernels.windowTransform();
        culling = kernels.triangleCulling();
        counts = workerCounts;
        cut = new CutPrimitive(vertices, used, windowTransform, workerCounts);
        pointsAndLines = new PointsAndLines(this, cut, workerCounts);
        lineJoins = new LineJoins(this, cut, workerCounts);
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
     * @param corners of a primitive: 1 for points, 2 for lines, 3 for triangles and joins of lines
     * @param first the first
     * @param end behind the last
     */
    void add(ChunkOutput chunk, int corners, int first, int end) {
        switch (corners) {
            case 1 -> pointsAndLines.points(chunk, first, end);
            case 2 -> pointsAndLines.lines(chunk, first, end);
            default -> {
                if (chunk.draw.joinsLines()) {
                    lineJoins.add(chunk, first, end);
                } else {
                    triangles(chunk, first, end);
                }
            }
        }
    }

    private void triangles(ChunkOutput chunk, int from, int to) {
        int[] code = vertices.code;
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        var rules = setup.rules;
        int count = culling.remaining(vertices, corner, from, to, rules, remaining);
        int face = rules.face;
        int area = rules.area;
        int sample = rules.sample;
        if (rules.special == 0 && !setup.occlusion()) {
            survivors.markAll(remaining, count, from, chunk.triangles);
            setup.addAll(vertices, corner, remaining, count);
            // None is left for a closer look
            count = 0;
        }
        boolean together = setup.tests();
        for (int r = 0; r < count; r++) {
            if (together && r % TriangleSetup.RUN == 0) {
                int end = Math.min(count, r + TriangleSetup.RUN);
                if (setup.hiddenTogether(vertices, corner, remaining, r, end)) {
                    r = end - 1;
                    continue;
                }
            }
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
