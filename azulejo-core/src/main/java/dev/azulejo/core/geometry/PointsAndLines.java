package dev.azulejo.core.geometry;

import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * Sets points and lines up: a line is a rectangle of two triangles, a point a fan of those of its
 * {@link PointOutline}. Owned by one thread.
 */
final class PointsAndLines {
    private final TransformedVertices vertices;
    private final int[] corner;
    private final TriangleSetup setup;
    private final Survivors survivors;
    private final CutPrimitive cut;
    private final Counts counts;

    private final PointOutline outline = new PointOutline();
    private final LineSide side = new LineSide();

    /** Corners of the outline, around it. */
    private final TransformedVertices around = new TransformedVertices(PointShape.MOST_CORNERS);

    /** What records call the vertices at its corners. */
    private final int[] names = new int[PointShape.MOST_CORNERS];

    /**
     * Makes one.
     *
     * @param primitives vertices, corners, and what sets up what rectangles consist of
     * @param clipper clips lines
     * @param workerCounts counts what is dropped
     */
    PointsAndLines(PrimitiveSetup primitives, CutPrimitive clipper, Counts workerCounts) {
        vertices = primitives.vertices;
        corner = primitives.corner;
        setup = primitives.setup;
        survivors = primitives.survivors;
        cut = clipper;
        counts = workerCounts;
    }

    /** Sets points from..to-1 up: outlines around them, which nothing cuts. */
    void points(ChunkOutput chunk, int from, int to) {
        outline.set(chunk.draw);
        int corners = outline.count;
        int notFinite = 0;
        int outside = 0;
        int noSample = 0;
        for (int p = from; p < to; p++) {
            int a = corner[p];
            int code = vertices.code[a];
            if ((code & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            if ((code & (WindowTransform.VOLUME | WindowTransform.CLIP)) != 0) {
                outside++;
                continue;
            }
            int x = vertices.x[a];
            int y = vertices.y[a];
            float z = vertices.z[a];
            for (int i = 0; i < corners; i++) {
                setCorner(i, x + outline.x[i], y + outline.y[i], z, a);
            }
            int before = chunk.triangles;
            int hiddenBefore = setup.hidden;
            addFan(corners);
            if (chunk.triangles != before) {
                survivors.mark(p - from, chunk.triangles);
            } else if (setup.hidden == hiddenBefore) {
                noSample++;
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, noSample);
    }

    private void setCorner(int i, int x, int y, float z, int name) {
        around.x[i] = x;
        around.y[i] = y;
        around.z[i] = z;
        names[i] = name;
    }

    private void addFan(int corners) {
        for (int i = 1; i + 1 < corners; i++) {
            setup.addFacingFront(around, 0, i, i + 1, names);
        }
    }

    /** Sets lines from..to-1 up. */
    void lines(ChunkOutput chunk, int from, int to) {
        float width = chunk.draw.pipeline().lineWidth();
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int noSample = 0;
        for (int p = from; p < to; p++) {
            int a = corner[2 * p];
            int b = corner[2 * p + 1];
            int all = vertices.code[a] & vertices.code[b];
            int any = vertices.code[a] | vertices.code[b];
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
                cutLine(chunk, p - from, a, b, width);
                continue;
            }
            int before = chunk.triangles;
            int hiddenBefore = setup.hidden;
            addLine(vertices, a, b, a, b, width);
            if (chunk.triangles != before) {
                survivors.mark(p - from, chunk.triangles);
            } else if (setup.hidden == hiddenBefore) {
                noSample++;
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_CLIPPED, cutCount);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, noSample);
    }

    private void cutLine(ChunkOutput chunk, int primitive, int a, int b, float width) {
        if (!cut.line(chunk.draw.viewport(), a, b)) {
            return;
        }
        int before = chunk.triangles;
        addLine(cut.vertices, 0, 1, cut.names[0], cut.names[1], width);
        if (chunk.triangles == before) {
            cut.drop();
        } else {
            survivors.mark(primitive, chunk.triangles);
        }
    }

    /**
     * A line is the rectangle around it: Vulkan 1.3, "Line Segment Rasterization", strict lines.
     *
     * @param v its vertices in the window
     * @param a slot of the first end
     * @param b slot of the other
     * @param nameA what records call the first
     * @param nameB likewise
     * @param width pixels
     */
    private void addLine(TransformedVertices v, int a, int b, int nameA, int nameB, float width) {
        int x0 = v.x[a];
        int y0 = v.y[a];
        int x1 = v.x[b];
        int y1 = v.y[b];
        side.set(x0, y0, x1, y1, width);
        if (side.length == 0) {
            return;
        }
        int nx = side.nx;
        int ny = side.ny;
        setCorner(0, x0 - nx, y0 - ny, v.z[a], nameA);
        setCorner(1, x1 - nx, y1 - ny, v.z[b], nameB);
        setCorner(2, x1 + nx, y1 + ny, v.z[b], nameB);
        setCorner(3, x0 + nx, y0 + ny, v.z[a], nameA);
        addFan(4);
    }
}
