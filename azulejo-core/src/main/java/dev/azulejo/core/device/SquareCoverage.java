package dev.azulejo.core.device;

import dev.azulejo.core.kernel.TileTriangle;

/**
 * In which squares of a tile, 16x16 pixels each, a triangle covers a sample: edges tell it, without
 * depths, and without the kernels that rasterise. Most triangles that lie in several squares are
 * small, so that a few pixels are looked at.
 */
final class SquareCoverage {
    /** Pixels a side of a square, as a shift. */
    private static final int SHIFT = 4;

    /** Pixels of bounds up to which all are looked at. */
    private static final int FEW = 24;

    private SquareCoverage() {}

    /**
     * Looks at all squares of a triangle's bounds.
     *
     * @param t the triangle as set up for the tile
     * @param samples of a pixel
     * @return squares in which it covers a sample, a bit each: 4 * row + column
     */
    static int squares(TileTriangle t, int samples) {
        int pixels = (t.pixelX1 - t.pixelX0 + 1) * (t.pixelY1 - t.pixelY0 + 1);
        if (pixels <= FEW) {
            return squaresOfFew(t, samples);
        }
        int covered = 0;
        for (int row = t.pixelY0 >> SHIFT; row <= t.pixelY1 >> SHIFT; row++) {
            int y0 = Math.max(t.pixelY0, row << SHIFT);
            int y1 = Math.min(t.pixelY1, (row << SHIFT) + 15);
            for (int column = t.pixelX0 >> SHIFT; column <= t.pixelX1 >> SHIFT; column++) {
                int x0 = Math.max(t.pixelX0, column << SHIFT);
                int x1 = Math.min(t.pixelX1, (column << SHIFT) + 15);
                for (int s = 0; s < samples; s++) {
                    if (covers(t, s, x0, x1 - x0, y0, y1 - y0)) {
                        covered |= 1 << 4 * row + column;
                        break;
                    }
                }
            }
        }
        return covered;
    }

    /** Pixel by pixel, without a branch on what is covered, which is as good as random. */
    private static int squaresOfFew(TileTriangle t, int samples) {
        int x0 = t.pixelX0;
        int x1 = t.pixelX1;
        int a0 = t.a0;
        int a1 = t.a1;
        int a2 = t.a2;
        int covered = 0;
        for (int s = 0; s < samples; s++) {
            for (int y = t.pixelY0; y <= t.pixelY1; y++) {
                int e0 = t.c[3 * s] + a0 * x0 + t.b0 * y;
                int e1 = t.c[3 * s + 1] + a1 * x0 + t.b1 * y;
                int e2 = t.c[3 * s + 2] + a2 * x0 + t.b2 * y;
                int row = 4 * (y >> SHIFT);
                for (int x = x0; x <= x1; x++) {
                    covered |= (~(e0 | e1 | e2) >>> 31) << row + (x >> SHIFT);
                    e0 += a0;
                    e1 += a1;
                    e2 += a2;
                }
            }
        }
        return covered;
    }

    /** Returns whether a sample of a pixel from (x, y) on, so many to the right and down, is in. */
    private static boolean covers(TileTriangle t, int s, int x, int right, int y, int down) {
        int e0 = t.c[3 * s] + t.a0 * x + t.b0 * y;
        int e1 = t.c[3 * s + 1] + t.a1 * x + t.b1 * y;
        int e2 = t.c[3 * s + 2] + t.a2 * x + t.b2 * y;
        // The most that an edge gains in a row, and below
        int ahead0 = Math.max(0, t.a0 * right);
        int ahead1 = Math.max(0, t.a1 * right);
        int ahead2 = Math.max(0, t.a2 * right);
        int below0 = Math.max(0, t.b0 * down);
        int below1 = Math.max(0, t.b1 * down);
        int below2 = Math.max(0, t.b2 * down);
        if ((e0 + ahead0 + below0 | e1 + ahead1 + below1 | e2 + ahead2 + below2) < 0) {
            return false;
        }
        for (int row = 0; row <= down; row++) {
            if ((e0 + ahead0 | e1 + ahead1 | e2 + ahead2) >= 0) {
                int in0 = e0;
                int in1 = e1;
                int in2 = e2;
                for (int column = 0; column <= right; column++) {
                    if ((in0 | in1 | in2) >= 0) {
                        return true;
                    }
                    in0 += t.a0;
                    in1 += t.a1;
                    in2 += t.a2;
                }
            }
            e0 += t.b0;
            e1 += t.b1;
            e2 += t.b2;
        }
        return false;
    }
}
