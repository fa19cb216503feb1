package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;

/**
 * Tests triangles that have been set up against a {@link HierarchicalZ}, and enters them there.
 * Owned by one thread; the structure is shared.
 *
 * <p>A triangle's depth over a group of pixels lies between its values at two corners of the group:
 * each rounded operation of the depth plane rises or falls with its operands, so that what is
 * computed at the corner bounds what the rasteriser computes at every sample.
 */
public final class OcclusionTester {
    private static final int ROOT = 64;

    /**
     * Triangles whose bounds are shorter than this, in pixels, are tested by their bounds alone.
     */
    private static final int SMALL = 16;

    private static final int OUTSIDE = 0;
    private static final int CROSSING = 1;
    private static final int INSIDE = 2;

    private static final long WIDE_BIAS = 1L << 31;

    /** One, in each of two 32-bit columns. */
    private static final long WIDE_ONES = 0x0000_0001_0000_0001L;

    private static final int BIAS = 1 << 15;

    /** One, in each of four 16-bit columns. */
    private static final long ONES = 0x0001_0001_0001_0001L;

    /** Zero to three, likewise. */
    private static final long COUNTING = 0x0003_0002_0001_0000L;

    private final TileTriangle t = new TileTriangle();
    private HierarchicalZ structure;
    private SamplePattern pattern;

    /** Smallest and largest sample offsets of the pattern. */
    private int sampleX0;

    private int sampleX1;
    private int sampleY0;
    private int sampleY1;

    /** Edge values at the root's first pixel: at the sample farthest inside, and farthest out. */
    private final int[] most = new int[3];

    private final int[] least = new int[3];

    private long reads;
    private long writes;

    /** Sets what is tested against. */
    public void begin(HierarchicalZ hierarchicalZ, SamplePattern samples) {
        structure = hierarchicalZ;
        if (pattern == samples) {
            return;
        }
        pattern = samples;
        sampleX0 = Integer.MAX_VALUE;
        sampleY0 = Integer.MAX_VALUE;
        sampleX1 = 0;
        sampleY1 = 0;
        for (int s = 0; s < samples.count(); s++) {
            sampleX0 = Math.min(sampleX0, samples.x(s));
            sampleX1 = Math.max(sampleX1, samples.x(s));
            sampleY0 = Math.min(sampleY0, samples.y(s));
            sampleY1 = Math.max(sampleY1, samples.y(s));
        }
    }

    /** Returns how many nodes were read since the last call. */
    public long takeReads() {
        long taken = reads;
        reads = 0;
        return taken;
    }

    /** Counts a query that was put to the structure itself. */
    public void countQuery() {
        reads++;
    }

    /** Returns how many nodes were written since the last call. */
    public long takeWrites() {
        long taken = writes;
        writes = 0;
        return taken;
    }

    /**
     * Returns whether everything in a rectangle of pixels between two depths is hidden.
     *
     * @param x0 first column; likewise the rest, inclusive
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param low smallest depth
     * @param high largest depth
     */
    public boolean hidden(int x0, int y0, int x1, int y1, float low, float high) {
        int key = structure.nearKey(structure.reversed ? high : low);
        reads++;
        return x1 - x0 < SMALL && y1 - y0 < SMALL
                ? structure.hiddenNearby(x0, y0, x1, y1, key)
                : structure.hidden(x0, y0, x1, y1, key);
    }

    /**
     * Returns whether a triangle is hidden in every pixel that it touches: as sharp as the
     * structure allows, for the test after the window.
     */
    public boolean hidden(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int nearest = nearest(r, at);
        for (int rootY = TrianglePlanes.first(rows) >> 6;
                rootY <= TrianglePlanes.last(rows) >> 6;
                rootY++) {
            for (int rootX = TrianglePlanes.first(columns) >> 6;
                    rootX <= TrianglePlanes.last(columns) >> 6;
                    rootX++) {
                int root = rootY * structure.columns + rootX;
                reads++;
                if (nearest <= structure.roots[root]
                        && t.set(r, at, rootX << 6, rootY << 6, ROOT, pattern)
                        && !hiddenInRoot(root, nearest)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hiddenInRoot(int root, int nearest) {
        edges();
        boolean reversed = structure.reversed;
        for (int y = t.blockY0; y <= t.blockY1; y++) {
            for (int x = t.blockX0; x <= t.blockX1; x++) {
                int group = 16 * root + (y & ~3) + (x >> 2);
                if (nearest > structure.groups[group]) {
                    x |= 3;
                    continue;
                }
                int index = 16 * group + 4 * (y & 3) + (x & 3);
                long block = structure.blocks[index];
                reads++;
                if (nearest > (int) (block >>> 40)) {
                    continue;
                }
                int touched = pixels(4 * x, 4 * y, most);
                if (touched != 0
                        && !structure.hiddenInBlock(
                                index, block, touched, keyOver(4 * x, 4 * y, touched, reversed))) {
                    return false;
                }
            }
        }
        return true;
    }

    private int nearest(int[] r, int at) {
        int z = structure.reversed ? TrianglePlanes.Z_MAX : TrianglePlanes.Z_MIN;
        return structure.nearKey(Float.intBitsToFloat(r[at + z]));
    }

    /**
     * Enters a triangle that is not hidden by its bounds, and tests a larger one by itself.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     * @param test whether to test; else it counts as visible
     * @param occlude whether the triangle hides what lies behind it
     * @return false only if none of its samples can be visible
     */
    public boolean enter(int[] r, int at, boolean test, boolean occlude) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        if ((columns & TrianglePlanes.CUT) == 0
                && TrianglePlanes.last(columns) - TrianglePlanes.first(columns) < SMALL
                && TrianglePlanes.last(rows) - TrianglePlanes.first(rows) < SMALL) {
            if (occlude) {
                occludeSmall(r, at, columns, rows);
            }
            return true;
        }
        return visible(r, at, test, occlude);
    }

    /** Enters a triangle whose bounds are whole and small, so that 32 bits hold everything. */
    private void occludeSmall(int[] r, int at, int columns, int rows) {
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
        int firstX = TrianglePlanes.first(columns) & ~3;
        int firstY = TrianglePlanes.first(rows) & ~3;
        int lastX = TrianglePlanes.last(columns);
        int lastY = TrianglePlanes.last(rows);
        int fx = firstX << TrianglePlanes.SUBPIXEL_BITS;
        int fy = firstY << TrianglePlanes.SUBPIXEL_BITS;
        int row0 = edge(a0, b0, fx - x0, fy - y0);
        int row1 = edge(a1, b1, fx - x1, fy - y1);
        int row2 = edge(a2, b2, fx - x2, fy - y2);
        boolean reversed = structure.reversed;
        int farthest =
                structure.farKey(
                        Float.intBitsToFloat(
                                r[at + (reversed ? TrianglePlanes.Z_MIN : TrianglePlanes.Z_MAX)]));
        boolean one = lastX - firstX < 4 && lastY - firstY < 4;
        for (int y = firstY; y <= lastY; y += 4) {
            int e0 = row0;
            int e1 = row1;
            int e2 = row2;
            for (int x = firstX; x <= lastX; x += 4) {
                int index = structure.blockOf(x, y);
                int far = one ? farthest : structure.farKey(r, at, x, y, x + 3, y + 3);
                if (far < (int) (structure.blocks[index] >>> 40)) {
                    int covered =
                            crossing(a0, b0, e0) & crossing(a1, b1, e1) & crossing(a2, b2, e2);
                    if (covered != 0) {
                        int farther = one ? far : structure.farKey(r, at, x, y, covered);
                        writes += structure.occlude(index, covered, farther) ? 1 : 0;
                    }
                }
                e0 += 4 * a0;
                e1 += 4 * a1;
                e2 += 4 * a2;
            }
            row0 += 4 * b0;
            row1 += 4 * b1;
            row2 += 4 * b2;
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

    /** As {@link #crossing} for any edge: two columns a word. */
    private static int wideCrossing(int a, int b, int e) {
        int lowest = e + 3 * (Math.min(a, 0) + Math.min(b, 0));
        int highest = e + 3 * (Math.max(a, 0) + Math.max(b, 0));
        if (lowest >= 0) {
            return HierarchicalZ.ALL;
        }
        if (highest < 0) {
            return 0;
        }
        long left = (e + WIDE_BIAS) * WIDE_ONES + ((long) a << 32);
        long right = left + 2L * a * WIDE_ONES;
        long down = b * WIDE_ONES;
        long bits = left >>> 31 & WIDE_ONES | (right >>> 31 & WIDE_ONES) << 8;
        for (int row = 1; row < 4; row++) {
            left += down;
            right += down;
            bits |= (left >>> 31 & WIDE_ONES | (right >>> 31 & WIDE_ONES) << 8) << row;
        }
        return (int) (bits | bits >>> 28) & HierarchicalZ.ALL;
    }

    /** Reduced value of an edge at a pixel's sample that is farthest out. */
    private int edge(int a, int b, int fromX, int fromY) {
        int least = Integer.MAX_VALUE;
        for (int s = 0; s < pattern.count(); s++) {
            least = Math.min(least, a * pattern.x(s) + b * pattern.y(s));
        }
        int bias = a > 0 || a == 0 && b > 0 ? 0 : -1;
        return a * fromX + b * fromY + least + bias >> TrianglePlanes.SUBPIXEL_BITS;
    }

    /**
     * Tests a triangle, and enters what it surely covers where it is not hidden.
     *
     * @param r array of {@link TrianglePlanes} records
     * @param at first int of the record
     * @param test whether to test; else it counts as visible
     * @param occlude whether the triangle hides what lies behind it
     * @return false only if none of its samples can be visible
     */
    private boolean visible(int[] r, int at, boolean test, boolean occlude) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int rootX0 = TrianglePlanes.first(columns) >> 6;
        int rootX1 = TrianglePlanes.last(columns) >> 6;
        int rootY0 = TrianglePlanes.first(rows) >> 6;
        int rootY1 = TrianglePlanes.last(rows) >> 6;
        int nearest = nearest(r, at);
        boolean visible = false;
        for (int rootY = rootY0; rootY <= rootY1; rootY++) {
            for (int rootX = rootX0; rootX <= rootX1; rootX++) {
                int root = rootY * structure.columns + rootX;
                reads++;
                if (test && nearest > structure.roots[root]
                        || !t.set(r, at, rootX << 6, rootY << 6, ROOT, pattern)) {
                    continue;
                }
                visible |= inRoot(root, nearest, test, occlude);
                if (visible && !occlude) {
                    return true;
                }
            }
        }
        return visible || !test;
    }

    private boolean inRoot(int root, int nearest, boolean test, boolean occlude) {
        edges();
        boolean visible = false;
        for (int groupY = t.blockY0 >> 2; groupY <= t.blockY1 >> 2; groupY++) {
            for (int groupX = t.blockX0 >> 2; groupX <= t.blockX1 >> 2; groupX++) {
                int group = 16 * root + 4 * groupY + groupX;
                reads++;
                int farthest = structure.groups[group];
                if (test && nearest > farthest) {
                    continue;
                }
                int place = relation(groupX << 4, groupY << 4, 15);
                if (place == OUTSIDE
                        || test && groupKey(groupX, groupY, structure.reversed) > farthest) {
                    continue;
                }
                visible = true;
                if (!occlude) {
                    return true;
                }
                enterGroup(group, groupX, groupY, place == INSIDE && !t.cut);
            }
        }
        return visible;
    }

    /** Enters what the triangle covers of a 16x16 group. */
    private void enterGroup(int group, int groupX, int groupY, boolean whole) {
        if (whole) {
            int far = groupKey(groupX, groupY, !structure.reversed);
            writes += structure.occludeGroup(group, far) ? 1 : 0;
            return;
        }
        int blockX1 = Math.min(t.blockX1, 4 * groupX + 3);
        int blockY1 = Math.min(t.blockY1, 4 * groupY + 3);
        for (int y = Math.max(t.blockY0, 4 * groupY); y <= blockY1; y++) {
            for (int x = Math.max(t.blockX0, 4 * groupX); x <= blockX1; x++) {
                int covered = pixels(4 * x, 4 * y, least);
                if (covered != 0) {
                    int index = 16 * group + 4 * (y & 3) + (x & 3);
                    int blockFar = keyOver(4 * x, 4 * y, covered, !structure.reversed);
                    writes += structure.occlude(index, covered, blockFar) ? 1 : 0;
                }
            }
        }
    }

    private int groupKey(int groupX, int groupY, boolean largest) {
        return key(groupX << 4, groupY << 4, 15, largest);
    }

    /** Key of the plane's largest or smallest depth over a square: far or near. */
    private int key(int x, int y, int reach, boolean largest) {
        return key(x, y, x + reach, y + reach, largest);
    }

    /** Likewise over some pixels of a block. */
    private int keyOver(int x, int y, int mask, boolean largest) {
        return key(
                x + HierarchicalZ.firstColumn(mask),
                y + HierarchicalZ.firstRow(mask),
                x + HierarchicalZ.lastColumn(mask),
                y + HierarchicalZ.lastRow(mask),
                largest);
    }

    private int key(int x0, int y0, int x1, int y1, boolean largest) {
        int fx0 = t.originX + (x0 << TrianglePlanes.SUBPIXEL_BITS) + sampleX0;
        int fy0 = t.originY + (y0 << TrianglePlanes.SUBPIXEL_BITS) + sampleY0;
        int fx1 = t.originX + (x1 << TrianglePlanes.SUBPIXEL_BITS) + sampleX1;
        int fy1 = t.originY + (y1 << TrianglePlanes.SUBPIXEL_BITS) + sampleY1;
        float z = extreme(fx0, fy0, fx1, fy1, largest);
        return largest == structure.reversed ? structure.nearKey(z) : structure.farKey(z);
    }

    /** How a square of pixels lies to the triangle, at all of their samples. */
    private int relation(int x, int y, int reach) {
        int relation0 = relation(t.a0, t.b0, 0, x, y, reach);
        int relation1 = relation(t.a1, t.b1, 1, x, y, reach);
        int relation2 = relation(t.a2, t.b2, 2, x, y, reach);
        return Math.min(relation0, Math.min(relation1, relation2));
    }

    private int relation(int a, int b, int edge, int x, int y, int reach) {
        int at = a * x + b * y;
        if (most[edge] + at + reach * (Math.max(a, 0) + Math.max(b, 0)) < 0) {
            return OUTSIDE;
        }
        boolean inside = least[edge] + at + reach * (Math.min(a, 0) + Math.min(b, 0)) >= 0;
        return inside ? INSIDE : CROSSING;
    }

    /** Pixels of a block inside the triangle, edges taken at their farthest or nearest samples. */
    private int pixels(int x, int y, int[] edges) {
        int mask =
                t.cut
                        ? HierarchicalZ.pixels(
                                t.pixelX0 - x, t.pixelY0 - y, t.pixelX1 - x, t.pixelY1 - y)
                        : HierarchicalZ.ALL;
        return mask
                & wideCrossing(t.a0, t.b0, edges[0] + t.a0 * x + t.b0 * y)
                & wideCrossing(t.a1, t.b1, edges[1] + t.a1 * x + t.b1 * y)
                & wideCrossing(t.a2, t.b2, edges[2] + t.a2 * x + t.b2 * y);
    }

    private void edges() {
        int samples = pattern.count();
        for (int e = 0; e < 3; e++) {
            int high = t.c[e];
            int low = high;
            for (int s = 1; s < samples; s++) {
                high = Math.max(high, t.c[3 * s + e]);
                low = Math.min(low, t.c[3 * s + e]);
            }
            most[e] = high;
            least[e] = low;
        }
    }

    /** The plane's largest or smallest depth over a rectangle, in the rasteriser's arithmetic. */
    private float extreme(int fx0, int fy0, int fx1, int fy1, boolean largest) {
        float fx = t.dzdx > 0 == largest ? fx1 : fx0;
        float fy = t.dzdy > 0 == largest ? fy1 : fy0;
        float z = (t.z0 + t.dzdx * fx) + t.dzdy * fy;
        return Math.min(Math.max(z, t.zMin), t.zMax);
    }
}
