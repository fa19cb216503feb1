package dev.azulejo.core.oracle;

import java.util.Arrays;

/**
 * What a primitive is in the window: which points it covers, and depth and varyings there, each
 * within bounds that follow from the moves of its corners and from single precision.
 *
 * <p>The bounds. Let a renderer move each corner of a triangle by no more than {@code e}. A point
 * that the moved triangle covers has weights there; with the same weights the corners that were not
 * moved make a point no farther than {@code e} away, and what is interpolated is, exactly, what
 * belongs to that point. So values are uncertain by what they change over {@code e} pixels, however
 * thin the triangle. Rounding of the weights themselves counts in parts of the distance to the
 * sides, and so does rounding of depth's slopes.
 */
final class Shape {
    /** A rounding to single precision. */
    static final double ULP = 0x1p-24;

    /** Whether a point is covered. */
    enum Cover {
        OUT,
        UNSURE,
        IN
    }

    /**
     * Where it is, what it is.
     *
     * @param outline the polygon
     * @param inside what is not negative inside, exactly
     * @param depth window depth, not clamped
     * @param inverseW 1/w
     * @param weighted varyings over w
     */
    record Form(Outline outline, Plane[] inside, Plane depth, Plane inverseW, Plane[] weighted) {}

    /**
     * What its corners have, in the order of the outline.
     *
     * @param depth window depth
     * @param depthError how far off it may be
     * @param inverseW 1/w
     * @param inverseWError how far off it may be, as a share
     * @param varying by varying, then corner
     */
    record Corners(
            double[] depth,
            double[] depthError,
            double[] inverseW,
            double[] inverseWError,
            double[][] varying) {}

    final Form form;
    final Corners corners;

    /** Whether it faces front; points and lines do. */
    final boolean front;

    /** Bit by plane of {@link ClipPlane}: which cut it. */
    final int cutBy;

    private final Outline outline;
    private final double[] ones;

    Shape(Form form, Corners corners, boolean front, int cutBy) {
        this.form = form;
        this.corners = corners;
        this.front = front;
        this.cutBy = cutBy;
        outline = form.outline();
        ones = new double[outline.count()];
        Arrays.fill(ones, 1);
    }

    Outline outline() {
        return outline;
    }

    Cover cover(double px, double py) {
        if (outline.unsure(px, py)) {
            return Cover.UNSURE;
        }
        for (var side : form.inside()) {
            if (!(side.at(px, py) >= 0)) {
                return Cover.OUT;
            }
        }
        return Cover.IN;
    }

    /** Depth at a point, before it is clamped to the viewport's range. */
    Interval depth(double px, double py, Cover cover) {
        var any = hull(corners.depth()).plus(Interval.around(0, Outline.max(corners.depthError())));
        if (cover != Cover.IN) {
            return any;
        }
        double moved = outline.spread(outline.error, ones, px, py);
        double size = Math.max(Math.abs(any.low()), Math.abs(any.high()));
        double error =
                moved * form.depth().slope()
                        + outline.spread(corners.depthError(), ones, px, py)
                        + 12 * weightError(px, py) * hull(corners.depth()).width()
                        + 4 * ULP * Math.max(1, size);
        double z = form.depth().at(px, py);
        return meet(Interval.around(z, error), any);
    }

    /** How far weights of corners may be off, about, by rounding. */
    private double weightError(double px, double py) {
        return ULP * outline.reach(px, py) / outline.distance(px, py);
    }

    /** A varying at a pixel's centre, which may lie outside if only other samples are covered. */
    Interval varying(int k, double px, double py, Cover cover) {
        var all = hull(corners.varying()[k]);
        double size = Math.max(Math.abs(all.low()), Math.abs(all.high()));
        var any = all.plus(Interval.around(0, 64 * ULP * size));
        if (cover != Cover.IN) {
            return any;
        }
        double d = form.inverseW().at(px, py);
        double v = form.weighted()[k].at(px, py) / d;
        double moved = outline.spread(outline.error, ones, px, py);
        double least = d - moved * form.inverseW().slope();
        if (!(least > 0)) {
            return any;
        }
        double slope = form.weighted()[k].plus(form.inverseW().times(-v)).slope();
        double rounding =
                12 * weightError(px, py) * Outline.max(corners.inverseW()) / d
                        + 2 * outline.spread(corners.inverseWError(), corners.inverseW(), px, py)
                        + 32 * ULP;
        double error = moved * slope / least + rounding * all.width() + 64 * ULP * size;
        return meet(Interval.around(v, error), any);
    }

    private static Interval meet(Interval a, Interval b) {
        return a.clamp(b.low(), b.high());
    }

    private static Interval hull(double[] values) {
        var all = Interval.of(values[0]);
        for (double v : values) {
            all = all.hull(Interval.of(v));
        }
        return all;
    }
}
