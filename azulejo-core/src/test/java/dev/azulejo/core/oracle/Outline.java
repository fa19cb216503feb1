package dev.azulejo.core.oracle;

/**
 * A convex polygon in the window, whose corners a renderer may move a little: by rounding, by
 * snapping, and where clipping made them.
 */
final class Outline {
    /** Uncertainties below this are taken as they are: there is no need to know where they act. */
    private static final double SMALL = 0.004;

    final double[] x;
    final double[] y;

    /** How far each corner may be moved, in pixels. */
    final double[] error;

    /** The polygon may be drawn as any fan of triangles, slivers of which may turn round. */
    final boolean fan;

    Outline(double[] x, double[] y, double[] error, boolean fan) {
        this.x = x;
        this.y = y;
        this.error = error;
        this.fan = fan;
    }

    int count() {
        return x.length;
    }

    /** Whether corners i and j make a side, or a diagonal that a renderer may draw along. */
    private boolean segment(int i, int j) {
        return fan || j == i + 1 || i == 0 && j == count() - 1;
    }

    /**
     * Whether a point is so near the border that moved corners may put it on the other side. In a
     * fan a sliver that turns round is twice as thick at most, and lies beside a side or diagonal.
     */
    boolean unsure(double px, double py) {
        double margin = fan ? 3 : 1.5;
        for (int i = 0; i < count(); i++) {
            for (int j = i + 1; j < count(); j++) {
                if (segment(i, j)) {
                    double t = nearest(i, j, px, py);
                    double moved = (1 - t) * error[i] + t * error[j];
                    if (distance(i, j, t, px, py) <= margin * moved) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Distance to the nearest side or diagonal: no triangle around the point is thinner. */
    double distance(double px, double py) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count(); i++) {
            for (int j = i + 1; j < count(); j++) {
                least = Math.min(least, distance(i, j, nearest(i, j, px, py), px, py));
            }
        }
        return least;
    }

    private double nearest(int i, int j, double px, double py) {
        double dx = x[j] - x[i];
        double dy = y[j] - y[i];
        double length = dx * dx + dy * dy;
        return length == 0
                ? 0
                : Math.clamp(((px - x[i]) * dx + (py - y[i]) * dy) / length, 0.0, 1.0);
    }

    private double distance(int i, int j, double t, double px, double py) {
        return Math.hypot(x[i] + t * (x[j] - x[i]) - px, y[i] + t * (y[j] - y[i]) - py);
    }

    /** Distance to the farthest corner. */
    double reach(double px, double py) {
        double most = 0;
        for (int i = 0; i < count(); i++) {
            most = Math.max(most, Math.hypot(px - x[i], py - y[i]));
        }
        return most;
    }

    /**
     * The most that an uncertainty of the corners can come to at a point, in whichever triangle of
     * corners it lies, mixed with weights in the window times a factor a corner, as perspective has
     * them.
     */
    double spread(double[] value, double[] factor, double px, double py) {
        double most = max(value);
        if (most <= SMALL) {
            return most;
        }
        double found = -1;
        for (int i = 0; i < count(); i++) {
            for (int j = i + 1; j < count(); j++) {
                for (int k = j + 1; k < count(); k++) {
                    double a = area(x[j], y[j], x[k], y[k], px, py);
                    double b = area(x[k], y[k], x[i], y[i], px, py);
                    double c = area(x[i], y[i], x[j], y[j], px, py);
                    double all = a + b + c;
                    if (all != 0 && a / all >= 0 && b / all >= 0 && c / all >= 0) {
                        a *= factor[i];
                        b *= factor[j];
                        c *= factor[k];
                        double mixed = a * value[i] + b * value[j] + c * value[k];
                        found = Math.max(found, mixed / (a + b + c));
                    }
                }
            }
        }
        return found < 0 ? most : found;
    }

    private static double area(double x0, double y0, double x1, double y1, double px, double py) {
        return (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0);
    }

    /** Whether moved corners may turn the polygon, or a triangle of a fan, round. */
    boolean mayTurn() {
        if (fan) {
            return true;
        }
        double thick = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3;
            int k = (i + 2) % 3;
            double base = Math.hypot(x[k] - x[j], y[k] - y[j]);
            double twice = Math.abs(area(x[i], y[i], x[j], y[j], x[k], y[k]));
            thick = Math.min(thick, base == 0 ? 0 : twice / base);
        }
        return thick <= 4 * max(error);
    }

    static double max(double... of) {
        double most = 0;
        for (double v : of) {
            most = Math.max(most, v);
        }
        return most;
    }
}
