package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.DepthRange;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * One triangle's depths at single pixels of a block, in the rasteriser's arithmetic: at that sample
 * of each pixel where depth is largest, or smallest; or at each sample. Owned by one thread.
 */
final class PixelPlane {
    private SamplePattern pattern;

    private final float[] columnZ = new float[4];
    private final float[] rowZ = new float[4];
    private int low;
    private int high;

    /** The plane, and the block's first pixel corner from where it is anchored. */
    private float z0;

    private float dzdx;
    private float dzdy;
    private int fromX;
    private int fromY;
    private final int[] keys = new int[16];

    /** Sets where samples are. */
    void begin(SamplePattern samples) {
        pattern = samples;
    }

    /**
     * Takes a triangle at a block.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param x column of the block's first pixel
     * @param y row of it
     * @param end which depths of each pixel are wanted
     */
    void set(int[] r, int at, int x, int y, DepthEnd end) {
        boolean most = end == DepthEnd.MOST;
        z0 = Float.intBitsToFloat(r[at + TrianglePlanes.Z0]);
        dzdx = Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]);
        dzdy = Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]);
        fromX = (x << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.X0];
        fromY = (y << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.Y0];
        int fx = fromX + (dzdx > 0 == most ? pattern.last() : pattern.first());
        int fy = fromY + (dzdy > 0 == most ? pattern.last() : pattern.first());
        for (int i = 0; i < 4; i++) {
            columnZ[i] = z0 + dzdx * (fx + (i << TrianglePlanes.SUBPIXEL_BITS));
            rowZ[i] = dzdy * (fy + (i << TrianglePlanes.SUBPIXEL_BITS));
        }
        low = r[at + TrianglePlanes.Z_MIN];
        high = r[at + TrianglePlanes.Z_MAX];
    }

    /** Returns far keys of some pixels, each at its bit's place; the next call overwrites them. */
    int[] farKeys(HierarchicalZ structure, int mask) {
        for (int left = mask; left != 0; left &= left - 1) {
            int pixel = Integer.numberOfTrailingZeros(left);
            keys[pixel] = structure.farKey(depth(pixel));
        }
        return keys;
    }

    /** Returns the near key of a pixel, named by its bit in masks. */
    int nearKey(HierarchicalZ structure, int pixel) {
        return structure.nearKey(depth(pixel));
    }

    /** Returns the near key of a sample of a pixel. */
    int nearKey(HierarchicalZ structure, int pixel, int sample) {
        return structure.nearKey(depth(pixel, sample));
    }

    /** Returns the far key of a sample of a pixel. */
    int farKey(HierarchicalZ structure, int pixel, int sample) {
        return structure.farKey(depth(pixel, sample));
    }

    private float depth(int pixel) {
        return DepthRange.hold(columnZ[pixel >> 2] + rowZ[pixel & 3], low, high);
    }

    private float depth(int pixel, int sample) {
        float fx = fromX + (pixel >> 2 << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(sample);
        float fy = fromY + ((pixel & 3) << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(sample);
        float z = (z0 + dzdx * fx) + dzdy * fy;
        return DepthRange.hold(z, low, high);
    }
}
