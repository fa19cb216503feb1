package dev.azulejo.core.kernel;

import dev.azulejo.core.report.OwnLines;

/**
 * By what a {@link TriangleCulling} drops triangles, and how many it has dropped. Owned by one
 * thread.
 */
public final class CullRules extends OwnLines {
    /** Triangles that the vector twin takes at a time, a multiple of 16. */
    public static final int BATCH = 128;

    /** Sign of the area, in window coordinates, of triangles that are culled; 0 if none are. */
    public int culledSign;

    /**
     * What is added to the least coordinate of a triangle, fixed point, so that the pixel there is
     * the first with a sample to its right, or below.
     */
    public int low;

    /** What is taken from the largest coordinate, so that the pixel there is the last likewise. */
    public int high;

    /** Pixels that count, inclusive. */
    public int x0;

    /** See {@link #x0}. */
    public int y0;

    /** See {@link #x0}. */
    public int x1;

    /** See {@link #x0}. */
    public int y1;

    /**
     * Pixels that bounds may have beside the first, along each axis, for the triangle's samples to
     * be looked at one by one: 1 with one sample a pixel, 0 with several.
     */
    public int reach;

    /** Points that are looked at in such bounds: all their samples. */
    public int points;

    /** Offset of each point from the corner of the bounds' first pixel, fixed point. */
    public final int[] pointX = new int[SamplePattern.MOST];

    /** Likewise. */
    public final int[] pointY = new int[SamplePattern.MOST];

    /** -1 for points in the bounds' last column, 0 for those in the first. */
    public final int[] inLastColumn = new int[SamplePattern.MOST];

    /** Likewise for rows. */
    public final int[] inLastRow = new int[SamplePattern.MOST];

    /** Triangles of the last call that face the culled way. */
    public int face;

    /** Triangles of the last call without area. */
    public int area;

    /** Triangles of the last call whose bounds hold no sample, or that are small and cover none. */
    public int sample;

    /** Triangles of the last call that stay because of an outcode. */
    public int special;

    /** Scratch of the vector twin: x and y of the three corners, then what their codes have. */
    public final int[] lanes = new int[7 * BATCH];

    /** Makes rules for one sample a pixel that drop nothing but what has no area. */
    public CullRules() {
        samples(SamplePattern.of(1));
    }

    /** Sets where the samples of a pixel lie. */
    public void samples(SamplePattern pattern) {
        low = TrianglePlanes.SUBPIXEL_ONE - 1 - pattern.last();
        high = pattern.first();
        boolean one = pattern.count() == 1;
        reach = one ? 1 : 0;
        points = one ? 4 : pattern.count();
        for (int k = 0; k < points; k++) {
            pointX[k] = pattern.x(one ? 0 : k);
            pointY[k] = pattern.y(one ? 0 : k);
            inLastColumn[k] = one ? -(k & 1) : 0;
            inLastRow[k] = one ? -(k >> 1) : 0;
        }
    }
}
