package dev.azulejo.core.device;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.report.GapFinder;

/** Asks the edges of triangles, in parts of the screen of 4x4 squares. */
final class TriangleSquares implements GapFinder {
    private static final int X0 = 6;
    private static final int Y0 = 7;
    private static final int X1 = 8;
    private static final int Y1 = 9;

    /** Side of a square, and of the part of the screen that is looked at in one go, as shifts. */
    private static final int SQUARE = 4;

    private static final int PART = 6;

    /** Units of corners: below this a triangle has bounds of less than a part a side. */
    private static final int SMALL = (1 << PART) - 2 << TrianglePlanes.SUBPIXEL_BITS;

    private final int samples;
    private final SamplePattern pattern;
    private final int[] planes = new int[TrianglePlanes.STRIDE];
    private final TileTriangle triangle = new TileTriangle();

    /** For targets with some samples a pixel. */
    TriangleSquares(int samplesPerPixel) {
        samples = samplesPerPixel;
        pattern = SamplePattern.of(samplesPerPixel);
    }

    @Override
    public void find(int[] triangles, int at, Gaps to) {
        int x0 = triangles[at + X0];
        int y0 = triangles[at + Y0];
        int x1 = triangles[at + X1];
        int y1 = triangles[at + Y1];
        System.arraycopy(triangles, at, planes, TrianglePlanes.X0, X0);
        // Bounds may be cut off at the screen: corners say whether numbers are small
        int cut = isSmall() ? 0 : TrianglePlanes.CUT;
        planes[TrianglePlanes.COLUMNS] = TrianglePlanes.range(x0, x1) | cut;
        planes[TrianglePlanes.ROWS] = TrianglePlanes.range(y0, y1);
        for (int y = y0 >> PART; y <= y1 >> PART; y++) {
            for (int x = x0 >> PART; x <= x1 >> PART; x++) {
                boolean some = triangle.set(planes, 0, x << PART, y << PART, 1 << PART, pattern);
                int covered = some ? SquareCoverage.squares(triangle, samples) : 0;
                tell(covered, x << PART - SQUARE, y << PART - SQUARE, to);
            }
        }
    }

    /** Returns whether all corners lie within the side of a part from each other. */
    private boolean isSmall() {
        int x0 = planes[TrianglePlanes.X0];
        int y0 = planes[TrianglePlanes.Y0];
        int x1 = planes[TrianglePlanes.X1];
        int y1 = planes[TrianglePlanes.Y1];
        int x2 = planes[TrianglePlanes.X2];
        int y2 = planes[TrianglePlanes.Y2];
        int width = Math.max(Math.max(x0, x1), x2) - Math.min(Math.min(x0, x1), x2);
        int height = Math.max(Math.max(y0, y1), y2) - Math.min(Math.min(y0, y1), y2);
        return Math.max(width, height) < SMALL;
    }

    /** Tells what is not covered of the bounds, in a part of 4x4 squares. */
    private void tell(int covered, int column, int row, Gaps to) {
        for (int y = triangle.pixelY0 >> SQUARE; y <= triangle.pixelY1 >> SQUARE; y++) {
            for (int x = triangle.pixelX0 >> SQUARE; x <= triangle.pixelX1 >> SQUARE; x++) {
                if ((covered >>> 4 * y + x & 1) == 0) {
                    to.gap(column + x, row + y);
                }
            }
        }
    }
}
