package dev.azulejo.bench;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * The samples that a triangle covers, and its depth there: by three edge functions in 64 bits and
 * the top-left rule, sample by sample, and nothing that the renderer shares but the record.
 */
final class CoveredSamples {
    /** Is told of samples. */
    @FunctionalInterface
    interface Visitor {
        /**
         * A sample is covered.
         *
         * @param x column of its pixel
         * @param y row
         * @param sample which of the pixel's
         * @param depth of the triangle there, as the rasteriser rounds it
         * @return whether to go on
         */
        boolean at(int x, int y, int sample, float depth);
    }

    private CoveredSamples() {}

    /**
     * Visits the samples of a triangle, row by row, until the visitor has enough.
     *
     * @param r array with its record
     * @param at first int of the record
     */
    static void visit(int[] r, int at, SamplePattern pattern, Visitor visitor) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        for (int y = TrianglePlanes.first(rows); y <= TrianglePlanes.last(rows); y++) {
            for (int x = TrianglePlanes.first(columns); x <= TrianglePlanes.last(columns); x++) {
                for (int s = 0; s < pattern.count(); s++) {
                    int sx = (x << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
                    int sy = (y << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
                    if (inside(r, at, sx, sy) && !visitor.at(x, y, s, depth(r, at, sx, sy))) {
                        return;
                    }
                }
            }
        }
    }

    /** Whether a triangle covers any sample. */
    static boolean any(int[] r, int at, SamplePattern pattern) {
        boolean[] any = {false};
        visit(
                r,
                at,
                pattern,
                (x, y, s, z) -> {
                    any[0] = true;
                    return false;
                });
        return any[0];
    }

    /** Whether a point in fixed-point units is inside. */
    static boolean inside(int[] r, int at, int x, int y) {
        return inside(r, at, at + 2, x, y)
                && inside(r, at + 2, at + 4, x, y)
                && inside(r, at + 4, at, x, y);
    }

    /** Whether it is inside the edge from one vertex to the next. */
    private static boolean inside(int[] r, int from, int to, int x, int y) {
        long a = r[from + 1] - r[to + 1];
        long b = r[to] - r[from];
        long value = a * (x - r[from]) + b * (y - r[from + 1]);
        return value > 0 || value == 0 && (a > 0 || a == 0 && b > 0);
    }

    /** Depth of the plane at a point in fixed-point units. */
    static float depth(int[] r, int at, int x, int y) {
        float fx = x - r[at + TrianglePlanes.X0];
        float fy = y - r[at + TrianglePlanes.Y0];
        float z =
                (Float.intBitsToFloat(r[at + TrianglePlanes.Z0])
                                + Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]) * fx)
                        + Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]) * fy;
        float low = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]);
        return Math.min(Math.max(z, low), high);
    }
}
