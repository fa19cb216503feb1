package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.DepthRange;
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
        // Which side is farther is as good as random: it is chosen by a sign, without a branch.
        int turned = this == MOST ? 0 : -1;
        int x = chosen(x1 + 1, x0, r[at + TrianglePlanes.DZDX] >> 31 ^ turned);
        int y = chosen(y1 + 1, y0, r[at + TrianglePlanes.DZDY] >> 31 ^ turned);
        float across = dzdx * ((x << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.X0]);
        float down = dzdy * ((y << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.Y0]);
        float z = (Float.intBitsToFloat(r[at + TrianglePlanes.Z0]) + across) + down;
        return DepthRange.hold(z, r[at + TrianglePlanes.Z_MIN], r[at + TrianglePlanes.Z_MAX]);
    }

    /** The first of two numbers, or the second where a mask has all bits. */
    private static int chosen(int first, int second, int mask) {
        return first ^ (first ^ second) & mask;
    }
}
