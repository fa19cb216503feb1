package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.BlockMask;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * Enters triangles whose bounds are whole and small, so that 32 bits hold everything, in a {@link
 * HierarchicalZ}. Owned by one thread.
 */
final class SmallOccluder {
    private final HizCounts counts;
    private final PixelPlane plane;
    private HierarchicalZ structure;
    private SamplePattern pattern;
    private final PartialPixels partial;
    private final OccluderQueue queue;

    /** By how much an edge's value at a sample is above that at the sample farthest out. */
    private final int[] above = new int[3 * SamplePattern.MOST];

    SmallOccluder(HizCounts work, PixelPlane pixelPlane, OccluderQueue occluderQueue) {
        queue = occluderQueue;
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
     * Enters a triangle, or has it wait in the queue.
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
        boolean queued = structure.pixelDepths == null;
        var blocks = queue.blocks();
        if (queued) {
            blocks.slopes(a0, b0, a1, b1, a2, b2);
            blocks.depths(r, at);
        }
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
                } else if (queued) {
                    queue.makeRoom();
                    int fromX = (x << TrianglePlanes.SUBPIXEL_BITS) - x0;
                    int fromY = (y << TrianglePlanes.SUBPIXEL_BITS) - y0;
                    blocks.add(index, e0, e1, e2, fromX, fromY, BlockMask.ALL);
                } else if (samples != 0) {
                    for (int s = 0; s < samples; s++) {
                        partial.inside[s] =
                                BlockMask.inside(a0, b0, e0 + above[3 * s])
                                        & BlockMask.inside(a1, b1, e1 + above[3 * s + 1])
                                        & BlockMask.inside(a2, b2, e2 + above[3 * s + 2]);
                    }
                    partial.enter(structure, r, at, index, x, y, samples);
                } else {
                    int covered =
                            BlockMask.inside(a0, b0, e0)
                                    & BlockMask.inside(a1, b1, e1)
                                    & BlockMask.inside(a2, b2, e2);
                    if (covered != 0) {
                        plane.set(r, at, x, y, structure.farEnd());
                        int[] farKeys = plane.farKeys(structure, covered);
                        structure.occlude(index, covered, farKeys, counts);
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
