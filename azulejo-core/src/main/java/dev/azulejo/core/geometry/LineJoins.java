package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

/**
 * Sets round joins up: what two lines a-b and b-c leave out of the disc around b, a sector on the
 * outer side of the corner, as a fan of triangles. Its straight sides are halves of the ends of
 * both lines, as {@link LineSide} rounds them: no sample lies between, and none is covered twice.
 * Owned by one thread.
 *
 * <p>The disc without the halves that lie beside the two lines is all that is missing, so that one
 * join is enough at a vertex where more than two lines meet.
 */
final class LineJoins {
    private final TransformedVertices vertices;
    private final int[] corner;
    private final TriangleSetup setup;
    private final Survivors survivors;
    private final CutPrimitive cut;
    private final Counts counts;

    private final LineSide first = new LineSide();
    private final LineSide second = new LineSide();

    /** The middle, then what lies around it. */
    private final TransformedVertices fan =
            new TransformedVertices(DrawState.MOST_JOIN_TRIANGLES + 2);

    /** What records call the vertices of the fan: all of them the middle's. */
    private final int[] names = new int[DrawState.MOST_JOIN_TRIANGLES + 2];

    // Directions from the middle to what lies around it, of length 1
    private final double[] unitX = new double[DrawState.MOST_JOIN_TRIANGLES + 1];
    private final double[] unitY = new double[DrawState.MOST_JOIN_TRIANGLES + 1];

    /**
     * Makes one.
     *
     * @param primitives vertices, corners, and what sets up what sectors consist of
     * @param clipper clips the lines
     * @param workerCounts counts what is dropped
     */
    LineJoins(PrimitiveSetup primitives, CutPrimitive clipper, Counts workerCounts) {
        vertices = primitives.vertices;
        corner = primitives.corner;
        setup = primitives.setup;
        survivors = primitives.survivors;
        cut = clipper;
        counts = workerCounts;
    }

    /**
     * Sets joins from..to-1 up. There is none where the lines are cut before they meet, nor where
     * neither is drawn.
     */
    void add(ChunkOutput chunk, int from, int to) {
        int[] code = vertices.code;
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int noSample = 0;
        for (int p = from; p < to; p++) {
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int any = code[a] | code[b] | code[c];
            if ((any & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            boolean neither =
                    (code[a] & code[b] & WindowTransform.VOLUME) != 0
                            && (code[b] & code[c] & WindowTransform.VOLUME) != 0;
            if (neither || (code[b] & WindowTransform.CLIP) != 0) {
                outside++;
                continue;
            }
            boolean isCut = (any & WindowTransform.CLIP) != 0;
            cutCount += isCut ? 1 : 0;
            int before = chunk.triangles;
            int hiddenBefore = setup.hidden;
            var view = chunk.draw.viewport();
            float width = chunk.draw.pipeline().lineWidth();
            if (take(view, a, b, width, first) && take(view, b, c, width, second)) {
                join(chunk.draw, b);
            }
            if (chunk.triangles != before) {
                survivors.mark(p - from, chunk.triangles);
            } else if (setup.hidden == hiddenBefore && !isCut) {
                noSample++;
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_CLIPPED, cutCount);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, noSample);
    }

    /** Takes one of the lines as it is drawn; returns whether anything of it is left. */
    private boolean take(ViewportConstants view, int a, int b, float width, LineSide side) {
        var v = vertices;
        if (((v.code[a] | v.code[b]) & WindowTransform.CLIP) == 0) {
            side.set(v.x[a], v.y[a], v.x[b], v.y[b], width);
            return true;
        }
        if (!cut.line(view, a, b)) {
            return false;
        }
        v = cut.vertices;
        side.set(v.x[0], v.y[0], v.x[1], v.y[1], width);
        // No record names what was cut: attributes are the middle's
        cut.drop();
        return true;
    }

    /** Joins the lines at a vertex. */
    private void join(DrawState draw, int b) {
        if (first.length == 0 && second.length == 0) {
            return;
        }
        if (first.length == 0 || second.length == 0) {
            // One runs along the view: the other gets a round end, since what is before or behind
            // the vanished one does likewise, and both make the disc
            var only = first.length == 0 ? second : first;
            int ahead = first.length == 0 ? -1 : 1;
            unitX[1] = ahead * only.dx / only.length;
            unitY[1] = ahead * only.dy / only.length;
            sector(draw, b, only, only, 1, -1, -1);
            return;
        }
        // Of the sides as they are rounded: they, not the lines, say where something is left out
        long cross = (long) first.nx * second.ny - (long) first.ny * second.nx;
        long dot = (long) first.nx * second.nx + (long) first.ny * second.ny;
        if (cross == 0 && dot >= 0) {
            return;
        }
        int outer = cross > 0 ? -1 : 1;
        double ax = first.dx / first.length;
        double ay = first.dy / first.length;
        double cx = second.dx / second.length;
        double cy = second.dy / second.length;
        // The middle of the sector, from what does not vanish
        boolean ahead = ax * cx + ay * cy < 0;
        unitX[1] = ahead ? ax - cx : -outer * (ay + cy);
        unitY[1] = ahead ? ay - cy : outer * (ax + cx);
        sector(draw, b, first, second, outer, outer, ax * cx + ay * cy);
    }

    /**
     * Adds a sector around a vertex.
     *
     * @param b the vertex
     * @param begin on whose side it begins
     * @param end on whose it ends
     * @param beginSign on which of its sides: 1 or -1
     * @param endSign likewise
     * @param cosine of the angle; where more than one triangle is needed, the middle's direction
     *     stands in the second place of the unit vectors
     */
    private void sector(
            DrawState draw,
            int b,
            LineSide begin,
            LineSide end,
            int beginSign,
            int endSign,
            double cosine) {
        int triangles = draw.joinTriangles(cosine);
        double middleX = unitX[1];
        double middleY = unitY[1];
        unitX[0] = -beginSign * begin.dy / begin.length;
        unitY[0] = beginSign * begin.dx / begin.length;
        unitX[triangles] = -endSign * end.dy / end.length;
        unitY[triangles] = endSign * end.dx / end.length;
        if (triangles > 1) {
            setUnit(triangles / 2, middleX, middleY);
        }
        for (int step = triangles / 2; step > 1; step /= 2) {
            for (int i = step / 2; i < triangles; i += step) {
                int before = i - step / 2;
                int behind = i + step / 2;
                setUnit(i, unitX[before] + unitX[behind], unitY[before] + unitY[behind]);
            }
        }
        double reach = draw.pipeline().lineWidth() * (double) TrianglePlanes.SUBPIXEL_HALF;
        setCorner(0, b, 0, 0);
        for (int i = 1; i < triangles; i++) {
            int x = (int) Math.rint(reach * unitX[i]);
            int y = (int) Math.rint(reach * unitY[i]);
            setCorner(i + 1, b, x, y);
        }
        setCorner(1, b, beginSign * begin.nx, beginSign * begin.ny);
        setCorner(triangles + 1, b, endSign * end.nx, endSign * end.ny);
        for (int i = 1; i <= triangles; i++) {
            setup.addFacingFront(fan, 0, i, i + 1, names);
        }
    }

    private void setUnit(int i, double x, double y) {
        double length = Math.sqrt(x * x + y * y);
        unitX[i] = x / length;
        unitY[i] = y / length;
    }

    private void setCorner(int i, int b, int x, int y) {
        fan.x[i] = vertices.x[b] + x;
        fan.y[i] = vertices.y[b] + y;
        fan.z[i] = vertices.z[b];
        names[i] = b;
    }
}
