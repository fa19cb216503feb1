package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.Arrays;

/**
 * For groups of 64x64, 16x16 and 4x4 pixels: a depth that no sample of the group can end up behind.
 *
 * <p>Depths are <i>keys</i>: 24-bit integers that grow with distance, rounded to the safe side. A
 * 4x4 block holds a key for all 16 pixels and two <i>layers</i>: a nearer key for the pixels in a
 * mask. When the masks together are full, the farther of the two keys holds for all. This follows
 * Andersson, Hasselgren and Akenine-Möller, "Masked depth culling for graphics hardware", 2015,
 * which has one such layer; with two, what lies in front of an edge between two surfaces is kept
 * beside them.
 *
 * <p>Threads: any number may read and write at once without locks. Each value that is ever stored
 * is a bound that stays true, and each fits one word (which 64-bit JVMs write at once); when two
 * writers meet, one bound is lost and the other stays, so that something hidden may be missed and
 * nothing else.
 */
public final class HierarchicalZ {
    /** Key of what nothing is known about: everything is nearer or equal. */
    public static final int UNKNOWN = (1 << 24) - 1;

    static final int ALL = 0xffff;

    /** Bits of a layer: its key in bits 16..39, its mask in 0..15. */
    private static final long LAYER = (1L << 40) - 1;

    private static final float SCALE = 1 << 24;

    /** Far key of all pixels in bits 40..63, and a layer. */
    long[] blocks = new long[0];

    /** Another layer of each block. */
    private long[] seconds = new long[0];

    /** Far keys of 16x16 groups. */
    int[] groups = new int[0];

    /** Far keys of 64x64 groups. */
    int[] roots = new int[0];

    int columns;
    boolean reversed;

    /**
     * Forgets all and sets one bound everywhere.
     *
     * @param width target width in pixels
     * @param height target height
     * @param reversedDepth whether larger depths are nearer
     * @param depth window depth that every sample holds; NaN if nothing is known
     */
    public void reset(int width, int height, boolean reversedDepth, float depth) {
        columns = width + 63 >> 6;
        reversed = reversedDepth;
        int count = columns * (height + 63 >> 6);
        if (roots.length < count) {
            roots = new int[count];
            groups = new int[16 * count];
            blocks = new long[256 * count];
            seconds = new long[256 * count];
        }
        int key = Float.isNaN(depth) ? UNKNOWN : farKey(depth);
        Arrays.fill(roots, 0, count, key);
        Arrays.fill(groups, 0, 16 * count, key);
        Arrays.fill(blocks, 0, 256 * count, (long) key << 40);
        Arrays.fill(seconds, 0, 256 * count, 0);
        // What lies outside the target shall not keep groups at its edges from being known.
        excludeOutside(width, height, count);
    }

    private void excludeOutside(int width, int height, int count) {
        int right = columns << 6;
        int bottom = count / columns << 6;
        for (int y = 0; y < bottom; y += 4) {
            int from = y + 4 <= height ? width & ~3 : 0;
            for (int x = from; x < right; x += 4) {
                int inside =
                        x < width && y < height ? pixels(0, 0, width - 1 - x, height - 1 - y) : 0;
                int block = blockOf(x, y);
                if (inside == 0) {
                    blocks[block] = 0;
                    if ((x & 15) == 0 && (y & 15) == 0) {
                        groups[block >> 4] = 0;
                    }
                } else if (inside != ALL) {
                    seconds[block] = layer(0, ~inside & ALL);
                }
            }
        }
    }

    /** Whether larger depths are nearer. */
    public boolean reversed() {
        return reversed;
    }

    /** Key of a depth in 0..1, rounded towards the eye. */
    public int nearKey(float depth) {
        float scaled = depth * SCALE;
        int key = (int) scaled;
        if (reversed) {
            key = (1 << 24) - (scaled > key ? key + 1 : key);
        }
        return Math.clamp(key, 0, UNKNOWN);
    }

    /** Key of a depth in 0..1, rounded away from the eye. */
    public int farKey(float depth) {
        float scaled = depth * SCALE;
        int key = (int) Math.min(scaled, SCALE);
        key = reversed ? (1 << 24) - key : scaled > key ? key + 1 : key;
        return Math.clamp(key, 0, UNKNOWN);
    }

    /**
     * Key of the nearest depth that a triangle can have in a rectangle of pixels: the depth plane
     * at a corner, in the rasteriser's arithmetic, whose rounded operations rise or fall with their
     * operands.
     */
    public int nearKey(int[] r, int at, int x0, int y0, int x1, int y1) {
        return nearKey(extreme(r, at, x0, y0, x1, y1, reversed));
    }

    /** Key of the farthest depth, likewise. */
    int farKey(int[] r, int at, int x0, int y0, int x1, int y1) {
        return farKey(extreme(r, at, x0, y0, x1, y1, !reversed));
    }

    /** Key of the farthest depth over some pixels of the block at a place. */
    int farKey(int[] r, int at, int x, int y, int mask) {
        return farKey(
                r,
                at,
                x + firstColumn(mask),
                y + firstRow(mask),
                x + lastColumn(mask),
                y + lastRow(mask));
    }

    private static float extreme(int[] r, int at, int x0, int y0, int x1, int y1, boolean largest) {
        float dzdx = Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]);
        float dzdy = Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]);
        int x = dzdx > 0 == largest ? x1 + 1 : x0;
        int y = dzdy > 0 == largest ? y1 + 1 : y0;
        float fx = (x << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.X0];
        float fy = (y << TrianglePlanes.SUBPIXEL_BITS) - r[at + TrianglePlanes.Y0];
        float z0 = Float.intBitsToFloat(r[at + TrianglePlanes.Z0]);
        float z = (z0 + dzdx * fx) + dzdy * fy;
        float low = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]);
        return Math.min(Math.max(z, low), high);
    }

    /**
     * Returns whether everything nearer than or at a key is hidden in a rectangle of pixels.
     *
     * @param x0 first column; likewise the rest, inclusive, inside the target
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param nearKey key of the nearest depth
     */
    public boolean hidden(int x0, int y0, int x1, int y1, int nearKey) {
        for (int rootY = y0 >> 6; rootY <= y1 >> 6; rootY++) {
            for (int rootX = x0 >> 6; rootX <= x1 >> 6; rootX++) {
                int root = rootY * columns + rootX;
                if (nearKey <= roots[root]
                        && !hiddenInRoot(
                                root,
                                Math.max(x0 - (rootX << 6), 0),
                                Math.max(y0 - (rootY << 6), 0),
                                Math.min(x1 - (rootX << 6), 63),
                                Math.min(y1 - (rootY << 6), 63),
                                nearKey)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Index of the block that holds a pixel. */
    int blockOf(int x, int y) {
        int root = (y >> 6) * columns + (x >> 6);
        int group = y >> 2 & 12 | x >> 4 & 3;
        return root << 8 | group << 4 | y & 12 | x >> 2 & 3;
    }

    /** Far key of the 16x16 group that holds a pixel. */
    public int groupKey(int x, int y) {
        return groups[blockOf(x, y) >> 4];
    }

    /** Far key of the group of 64x64, 16x16 or 4x4 pixels that holds a pixel. */
    public int farthest(int x, int y, int side) {
        int block = blockOf(x, y);
        return switch (side) {
            case 64 -> roots[block >> 8];
            case 16 -> groups[block >> 4];
            case 4 -> Math.min((int) (blocks[block] >>> 40), groups[block >> 4]);
            default -> throw new IllegalArgumentException("side=" + side);
        };
    }

    /**
     * Enters that nothing stored in the block that holds a pixel is farther than a depth. For tiles
     * of one worker at a time.
     */
    public void enter(int x, int y, float depth) {
        occlude(blockOf(x, y), ALL, farKey(depth));
    }

    /** As {@link #hidden}, for rectangles of a few blocks: without the upper levels. */
    boolean hiddenNearby(int x0, int y0, int x1, int y1, int nearKey) {
        for (int y = y0 & ~3; y <= y1; y += 4) {
            for (int x = x0 & ~3; x <= x1; x += 4) {
                int index = blockOf(x, y);
                long block = blocks[index];
                if (nearKey <= (int) (block >>> 40)
                        && !hiddenInBlock(
                                index, block, pixels(x0 - x, y0 - y, x1 - x, y1 - y), nearKey)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hiddenInRoot(int root, int x0, int y0, int x1, int y1, int nearKey) {
        for (int groupY = y0 >> 4; groupY <= y1 >> 4; groupY++) {
            for (int groupX = x0 >> 4; groupX <= x1 >> 4; groupX++) {
                int group = 16 * root + 4 * groupY + groupX;
                if (nearKey <= groups[group]
                        && !hiddenInGroup(
                                group,
                                Math.max(x0 - (groupX << 4), 0),
                                Math.max(y0 - (groupY << 4), 0),
                                Math.min(x1 - (groupX << 4), 15),
                                Math.min(y1 - (groupY << 4), 15),
                                nearKey)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hiddenInGroup(int group, int x0, int y0, int x1, int y1, int nearKey) {
        for (int blockY = y0 >> 2; blockY <= y1 >> 2; blockY++) {
            for (int blockX = x0 >> 2; blockX <= x1 >> 2; blockX++) {
                int index = 16 * group + 4 * blockY + blockX;
                long block = blocks[index];
                if (nearKey <= (int) (block >>> 40)) {
                    int mask =
                            pixels(
                                    x0 - (blockX << 2),
                                    y0 - (blockY << 2),
                                    x1 - (blockX << 2),
                                    y1 - (blockY << 2));
                    if (!hiddenInBlock(index, block, mask, nearKey)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Pixels of a block inside a range that may reach beyond it: bit 4 * column + row. */
    static int pixels(int x0, int y0, int x1, int y1) {
        int column = 0xf << Math.max(y0, 0) & 0xf >> 3 - Math.min(y1, 3);
        int columns = ALL << 4 * Math.max(x0, 0) & ALL >> 4 * (3 - Math.min(x1, 3));
        return column * 0x1111 & columns;
    }

    static int firstColumn(int mask) {
        return Integer.numberOfTrailingZeros(mask) >> 2;
    }

    static int lastColumn(int mask) {
        return 31 - Integer.numberOfLeadingZeros(mask) >> 2;
    }

    static int firstRow(int mask) {
        return Integer.numberOfTrailingZeros(rows(mask));
    }

    static int lastRow(int mask) {
        return 31 - Integer.numberOfLeadingZeros(rows(mask));
    }

    private static int rows(int mask) {
        int two = mask | mask >>> 8;
        return (two | two >>> 4) & 0xf;
    }

    /** Whether pixels of a block, whose first word is given, hide everything from a key on. */
    boolean hiddenInBlock(int index, long block, int mask, int nearKey) {
        if (nearKey > (int) (block >>> 40) || nearKey > groups[index >> 4]) {
            return true;
        }
        int open = nearKey > keyOf(block) ? mask & ~maskOf(block) : mask;
        if (open != 0) {
            long second = seconds[index];
            open = nearKey > keyOf(second) ? open & ~maskOf(second) : open;
        }
        return open == 0;
    }

    private static int keyOf(long layer) {
        return (int) (layer >>> 16) & UNKNOWN;
    }

    private static int maskOf(long layer) {
        return (int) layer & ALL;
    }

    private static long layer(int key, int mask) {
        return (long) key << 16 | mask;
    }

    /**
     * Records that some pixels of a block are covered by what is nowhere farther than a key.
     *
     * @return whether anything was learnt
     */
    boolean occlude(int index, int mask, int farKey) {
        long block = blocks[index];
        // A group that was covered as a whole has not told its blocks.
        int all = Math.min((int) (block >>> 40), groups[index >> 4]);
        if (farKey >= all) {
            return false;
        }
        if (mask == ALL) {
            blocks[index] = (long) farKey << 40 | nearer(block & LAYER, farKey);
            widen(index, all, farKey);
            return true;
        }
        long a = nearer(block & LAYER, all);
        long b = nearer(seconds[index], all);
        long c = layer(farKey, mask);
        if (implies(a, c) || implies(b, c)) {
            return false;
        }
        if (maskOf(a) == 0) {
            a = c;
        } else if (maskOf(b) == 0) {
            b = c;
        } else {
            // Three layers, and room for two: join those that lose least.
            long ac = loss(a, c);
            long bc = loss(b, c);
            long ab = loss(a, b);
            if (ab < ac && ab < bc) {
                a = join(a, b);
                b = c;
            } else if (ac < bc) {
                a = join(a, c);
            } else {
                b = join(b, c);
            }
        }
        int now = all;
        if (maskOf(a) == ALL) {
            now = keyOf(a);
        } else if (maskOf(b) == ALL) {
            now = keyOf(b);
        } else if ((maskOf(a) | maskOf(b)) == ALL) {
            now = Math.max(keyOf(a), keyOf(b));
        }
        seconds[index] = nearer(b, now);
        blocks[index] = (long) now << 40 | nearer(a, now);
        if (now != all) {
            widen(index, all, now);
        }
        return true;
    }

    /** A layer, or none if it is not nearer than a key. */
    private static long nearer(long layer, int key) {
        return keyOf(layer) < key ? layer : 0;
    }

    /** Whether one layer says all that another says. */
    private static boolean implies(long layer, long other) {
        return (maskOf(other) & ~maskOf(layer)) == 0 && keyOf(layer) <= keyOf(other);
    }

    /** A layer of the pixels of both, at the farther key. */
    private static long join(long layer, long other) {
        return layer(Math.max(keyOf(layer), keyOf(other)), maskOf(layer) | maskOf(other));
    }

    /** How much farther pixels go when two layers are joined, in sum. */
    private static long loss(long layer, long other) {
        int farther = keyOf(other) - keyOf(layer);
        int pixels = Integer.bitCount(maskOf(farther > 0 ? layer : other));
        return (long) Math.abs(farther) * pixels;
    }

    /**
     * Records that a whole 16x16 group is covered by what is nowhere farther than a key. Its blocks
     * are not told: who asks them has asked the group.
     *
     * @return whether anything was learnt
     */
    boolean occludeGroup(int group, int farKey) {
        if (farKey >= groups[group]) {
            return false;
        }
        widenGroup(group, farKey);
        return true;
    }

    /** Lets the groups above a block know that its key came nearer. */
    private void widen(int index, int before, int now) {
        int group = index >> 4;
        int farthest = groups[group];
        if (before < farthest) {
            return;
        }
        int key = now;
        for (int i = index & ~15; i < (index | 15) + 1; i++) {
            key = Math.max(key, (int) (blocks[i] >>> 40));
        }
        if (key < farthest) {
            widenGroup(group, key);
        }
    }

    private void widenGroup(int group, int now) {
        int farthest = groups[group];
        groups[group] = now;
        int root = group >> 4;
        if (farthest < roots[root]) {
            return;
        }
        int key = 0;
        for (int i = group & ~15; i < (group | 15) + 1; i++) {
            key = Math.max(key, groups[i]);
        }
        roots[root] = key;
    }
}
