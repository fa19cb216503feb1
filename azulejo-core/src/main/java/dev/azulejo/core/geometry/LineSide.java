package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * How a line runs in the window, and how far its sides lie from it: the same numbers for the line
 * and for its joins, so that their edges meet. Owned by one thread.
 */
final class LineSide {
    /** From the first end to the other, fixed point. */
    double dx;

    /** See {@link #dx}. */
    double dy;

    /** Of the line, fixed point; 0 if its ends lie on one place. */
    double length;

    /**
     * From the line to one of its sides, fixed point; the other lies opposite. 0 without length.
     */
    int nx;

    /** See {@link #nx}. */
    int ny;

    /**
     * Takes a line.
     *
     * @param x0 first end, fixed point
     * @param y0 likewise
     * @param x1 other end
     * @param y1 likewise
     * @param width pixels
     */
    void set(int x0, int y0, int x1, int y1, float width) {
        dx = (double) x1 - x0;
        dy = (double) y1 - y0;
        length = Math.sqrt(dx * dx + dy * dy);
        if (length == 0) {
            nx = 0;
            ny = 0;
            return;
        }
        double reach = width * (double) TrianglePlanes.SUBPIXEL_HALF / length;
        nx = (int) Math.rint(-dy * reach);
        ny = (int) Math.rint(dx * reach);
    }
}
