package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * Enters triangles whose bounds are whole and small, so that 32 bits hold everything, in a {@link
 * HierarchicalZ}. Owned by one thread.
 */
final class SmallOccluder {
    private static final int BIAS = 1 << 15;

    /** One, in each of four 16-bit columns. */
    private static final long ONES = 0x0001_0001_0001_0001L;

    /** Zero to three, likewise. */
    private static final long COUNTING = 0x0003_0002_0001_0000L;

    private final HizCounts counts;
    private final PixelPlane plane;
    private HierarchicalZ structure;
    private SamplePattern pattern;
    private final PartialPixels partial;

    /** By how much an edge's value at a sample is above that at the sample farthest out. */
    private final int[] above = new int[3 * SamplePattern.MOST];

    SmallOccluder(HizCounts work, PixelPlane pixelPlane) {
        counts = work;
        plane = pixelPlane;
        partial = new PartialPixels(work, pixelPlane);
    }

    /** Sets where triangles are entered. */
    void begin(HierarchicalZ hierarchicalZ, SamplePattern samples) {
        structure = hierarchicalZ;
        pattern = samples;
    }

    /**
     * Enters a triangle.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     */
    void enter(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int x0 = r[at + TrianglePlanes.X0];
        int y0 = r[at + TrianglePlanes.Y0];
        int x1 = r[at + TrianglePlanes.X1];
        int y1 = r[at + TrianglePlanes.Y1];
        int x2 = r[at + TrianglePlanes.X2];
        int y2 = r[at + TrianglePlanes.Y2];
        int a0 = y0 - y1;
        int b0 = x1 - x0;
        int a1 = y1 - y2;
        int b1 = x2 - x1;
        int a2 = y2 - y0;
        int b2 = x0 - x2;
        int firstX = TrianglePlanes.first(columns) & -HizLayout.BLOCK;
        int firstY = TrianglePlanes.first(rows) & -HizLayout.BLOCK;
        int lastX = TrianglePlanes.last(columns);
        int lastY = TrianglePlanes.last(rows);
        int fx = firstX << TrianglePlanes.SUBPIXEL_BITS;
        int fy = firstY << TrianglePlanes.SUBPIXEL_BITS;
        int row0 = edge(a0, b0, fx - x0, fy - y0);
        int row1 = edge(a1, b1, fx - x1, fy - y1);
        int row2 = edge(a2, b2, fx - x2, fy - y2);
        int nearest = nearest(r, at);
        int samples = PartialPixels.matter(structure, pattern) ? pattern.count() : 0;
        for (int s = 0; s < samples; s++) {
            above[3 * s] = edge(a0, b0, fx - x0, fy - y0, s) - row0;
            above[3 * s + 1] = edge(a1, b1, fx - x1, fy - y1, s) - row1;
            above[3 * s + 2] = edge(a2, b2, fx - x2, fy - y2, s) - row2;
        }
        for (int y = firstY; y <= lastY; y += HizLayout.BLOCK) {
            int e0 = row0;
            int e1 = row1;
            int e2 = row2;
            for (int x = firstX; x <= lastX; x += HizLayout.BLOCK) {
                int index = structure.blockOf(x, y);
                counts.readBlock();
                if (nearest >= (int) (structure.blocks[index] >>> HizLayout.FAR_AT)) {
                    // Nothing of it is new
                } else if (samples != 0) {
                    for (int s = 0; s < samples; s++) {
                        partial.inside[s] =
                                crossing(a0, b0, e0 + above[3 * s])
                                        & crossing(a1, b1, e1 + above[3 * s + 1])
                                        & crossing(a2, b2, e2 + above[3 * s + 2]);
                    }
                    partial.enter(structure, r, at, index, x, y, samples);
                } else {
                    int covered =
                            crossing(a0, b0, e0) & crossing(a1, b1, e1) & crossing(a2, b2, e2);
                    if (covered != 0) {
                        enter(r, at, index, x, y, covered);
                    }
                }
                e0 += HizLayout.BLOCK * a0;
                e1 += HizLayout.BLOCK * a1;
                e2 += HizLayout.BLOCK * a2;
            }
            row0 += HizLayout.BLOCK * b0;
            row1 += HizLayout.BLOCK * b1;
            row2 += HizLayout.BLOCK * b2;
        }
    }

    private void enter(int[] r, int at, int index, int x, int y, int covered) {
        if (structure.pixelDepths == null) {
            structure.occlude(index, covered, structure.farKey(r, at, x, y, covered), counts);
        } else {
            plane.set(r, at, x, y, structure.farEnd());
            structure.occlude(index, covered, plane.farKeys(structure, covered), counts);
        }
    }

    /**
     * Pixels of a block inside one edge of a small triangle. An edge that crosses the block has
     * values of less than 15 bits there, of which four, biased, fit a long: one a column, and bit
     * 15 of each says that it is not negative.
     */
    private static int crossing(int a, int b, int e) {
        int lowest = e + 3 * (Math.min(a, 0) + Math.min(b, 0));
        int highest = e + 3 * (Math.max(a, 0) + Math.max(b, 0));
        if (lowest >= 0) {
            return HierarchicalZ.ALL;
        }
        if (highest < 0) {
            return 0;
        }
        long columns = (e + BIAS) * ONES + a * COUNTING;
        long down = b * ONES;
        long bits = columns >>> 15 & ONES;
        columns += down;
        bits |= columns >>> 14 & ONES << 1;
        columns += down;
        bits |= columns >>> 13 & ONES << 2;
        columns += down;
        bits |= columns >>> 12 & ONES << 3;
        return (int) (bits | bits >>> 12 | bits >>> 24 | bits >>> 36) & HierarchicalZ.ALL;
    }

    private int nearest(int[] r, int at) {
        int z = structure.reversed ? TrianglePlanes.Z_MAX : TrianglePlanes.Z_MIN;
        return structure.nearKey(Float.intBitsToFloat(r[at + z]));
    }

    /** Reduced value of an edge at a pixel's sample that is farthest out. */
    private int edge(int a, int b, int fromX, int fromY) {
        int least = Integer.MAX_VALUE;
        for (int s = 0; s < pattern.count(); s++) {
            least = Math.min(least, a * pattern.x(s) + b * pattern.y(s));
        }
        return reduced(a, b, a * fromX + b * fromY + least);
    }

    /** Likewise at one sample. */
    private int edge(int a, int b, int fromX, int fromY, int sample) {
        int x = fromX + pattern.x(sample);
        int y = fromY + pattern.y(sample);
        return reduced(a, b, a * x + b * y);
    }

    private static int reduced(int a, int b, int value) {
        return value + TileTriangle.bias(a, b) >> TrianglePlanes.SUBPIXEL_BITS;
    }
}
