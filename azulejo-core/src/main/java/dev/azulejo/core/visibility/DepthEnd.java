package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.TrianglePlanes;

/** Which end of the depths that a plane has somewhere is wanted. */
enum DepthEnd {
    /** The smallest. */
    LEAST,
    /** The largest. */
    MOST;

    /**
     * Bounds the depths of a triangle over a rectangle of pixels: its plane at a corner, in the
     * rasteriser's arithmetic, whose rounded operations rise or fall with their operands.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param x0 first column; likewise the rest, inclusive
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     */
    float over(int[] r, int at, int x0, int y0, int x1, int y1) {
        float dzdx = Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]);
        float dzdy = Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]);
        int originX = r[at + TrianglePlanes.X0];
        int originY = r[at + TrianglePlanes.Y0];
        float left = dzdx * ((x0 << TrianglePlanes.SUBPIXEL_BITS) - originX);
        float right = dzdx * ((x1 + 1 << TrianglePlanes.SUBPIXEL_BITS) - originX);
        float top = dzdy * ((y0 << TrianglePlanes.SUBPIXEL_BITS) - originY);
        float bottom = dzdy * ((y1 + 1 << TrianglePlanes.SUBPIXEL_BITS) - originY);
        // Which side is farther is as good as random: both are computed, without a branch on it.
        boolean most = this == MOST;
        float across = most ? Math.max(left, right) : Math.min(left, right);
        float down = most ? Math.max(top, bottom) : Math.min(top, bottom);
        float z = (Float.intBitsToFloat(r[at + TrianglePlanes.Z0]) + across) + down;
        float low = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]);
        return Math.min(Math.max(z, low), high);
    }
}
