package dev.azulejo.core.geometry;

import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * Corners around a point on the screen: of a square, or of a regular polygon that has the area of a
 * disc. Owned by one thread.
 */
final class PointOutline {
    /** Corners in use. */
    int count;

    /** Where corners lie from the point, fixed point, clockwise as seen. */
    final int[] x = new int[PointShape.MOST_CORNERS];

    /** See {@link #x}. */
    final int[] y = new int[PointShape.MOST_CORNERS];

    private PointShape shape;
    private float size;

    /** Takes the outline of a draw call's points. */
    void set(DrawState draw) {
        var state = draw.pipeline();
        int corners = draw.pointCorners();
        if (shape == state.pointShape() && size == state.pointSize() && count == corners) {
            return;
        }
        shape = state.pointShape();
        size = state.pointSize();
        count = corners;
        if (shape == PointShape.SQUARE) {
            square();
        } else {
            polygon();
        }
    }

    private void square() {
        int half = (int) (size * TrianglePlanes.SUBPIXEL_HALF + 0.5f);
        int side = Math.max(1, (int) (size * TrianglePlanes.SUBPIXEL_ONE + 0.5f));
        for (int i = 0; i < 4; i++) {
            x[i] = (i == 1 || i == 2 ? side : 0) - half;
            y[i] = (i >= 2 ? side : 0) - half;
        }
    }

    /** Sides, not corners, lie to the left and right, above and below. */
    private void polygon() {
        double step = 2 * Math.PI / count;
        double reach = size * TrianglePlanes.SUBPIXEL_HALF * Math.sqrt(step / StrictMath.sin(step));
        for (int i = 0; i < count; i++) {
            double angle = (i + 0.5) * step;
            x[i] = (int) Math.rint(reach * StrictMath.cos(angle));
            y[i] = (int) Math.rint(reach * StrictMath.sin(angle));
        }
    }
}
