package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.BlockMask;
import dev.azulejo.core.kernel.DepthKeys;
import dev.azulejo.core.screen.PixelRectangle;

import java.util.Arrays;

/**
 * For groups of 64x64, 16x16 and 4x4 pixels: a depth that no sample of the group can end up behind.
 *
 * <p>Depths are <i>keys</i>: 24-bit integers that grow with distance, rounded to the safe side. A
 * 4x4 block holds a key for all 16 pixels and two <i>layers</i>: a nearer key for the pixels in a
 * mask. When the masks together are full, the farther of the two keys holds for all. This follows
 * Andersson, Hasselgren and Akenine-Möller, "Masked depth culling for graphics hardware", 2015,
 * which has one such layer; with two, what lies in front of an edge between two surfaces is kept
 * beside them. Or a block keeps {@link PixelDepths} instead of layers.
 *
 * <p>Threads: any number may read and write at once without locks. Each value that is ever stored
 * is a bound that stays true, and each fits one word (which 64-bit JVMs write at once); when two
 * writers meet, one bound is lost and the other stays, so that something hidden may be missed and
 * nothing else.
 */
public final class HierarchicalZ {
    /** Key of what nothing is known about: everything is nearer or equal. */
    public static final int UNKNOWN = DepthKeys.UNKNOWN;

    /** Mask of all pixels of a block. */
    static final int ALL = BlockMask.ALL;

    /** Far key of all pixels of each, above a {@link Layer}. */
    long[] blocks = new long[0];

    /** Another layer of each block. */
    long[] seconds = new long[0];

    /** Far keys of 16x16 groups. */
    int[] groups = new int[0];

    /** Far keys of 64x64 groups. */
    int[] roots = new int[0];

    int columns;
    boolean reversed;

    private PixelRectangle within = PixelRectangle.EVERYWHERE;

    private final PixelDepths finest = new PixelDepths();

    private final HizEdges edges = new HizEdges(this);

    /** Depths of pixels, in place of layers; or null. */
    PixelDepths pixelDepths;

    /**
     * Says which pixels of a target matter, from the next {@link #reset} on; all at first. What
     * lies beyond them is not to be asked about or entered: to begin anew costs next to no time
     * there.
     */
    public void confine(PixelRectangle rectangle) {
        if (within != rectangle) {
            within = rectangle;
        }
    }

    /**
     * Forgets all and sets one bound everywhere.
     *
     * @param width target width in pixels
     * @param height target height
     * @param reversedDepth whether larger depths are nearer
     * @param depth window depth that every sample holds; NaN if nothing is known
     * @param level what is kept of a block
     */
    public void reset(
            int width, int height, boolean reversedDepth, float depth, FinestLevel level) {
        columns = HizLayout.roots(width);
        reversed = reversedDepth;
        int rootCount = columns * HizLayout.roots(height);
        int groupCount = HizLayout.PARTS * rootCount;
        int blockCount = HizLayout.ROOT_BLOCKS * rootCount;
        if (roots.length < rootCount) {
            roots = new int[rootCount];
            groups = new int[groupCount];
            blocks = new long[blockCount];
            seconds = new long[blockCount];
        }
        int x1 = Math.min(within.x1(), width - 1);
        int y1 = Math.min(within.y1(), height - 1);
        int key = Float.isNaN(depth) ? UNKNOWN : farKey(depth);
        int rootX0 = within.x0() >> HizLayout.ROOT_BITS;
        int rootX1 = x1 >> HizLayout.ROOT_BITS;
        for (int rootY = within.y0() >> HizLayout.ROOT_BITS;
                rootY <= y1 >> HizLayout.ROOT_BITS;
                rootY++) {
            fill(rootY * columns + rootX0, rootY * columns + rootX1 + 1, key);
        }
        pixelDepths = level == FinestLevel.LAYERS ? null : finest;
        if (pixelDepths != null) {
            finest.reset(blockCount, level.samples());
        }
        // What lies outside shall not keep groups at its edges from being known.
        edges.exclude(within.x0(), within.y0(), x1, y1);
    }

    private void fill(int fromRoot, int toRoot, int key) {
        int fromBlock = fromRoot << HizLayout.ROOT_BLOCK_BITS;
        int toBlock = toRoot << HizLayout.ROOT_BLOCK_BITS;
        Arrays.fill(roots, fromRoot, toRoot, key);
        Arrays.fill(groups, HizLayout.PARTS * fromRoot, HizLayout.PARTS * toRoot, key);
        Arrays.fill(blocks, fromBlock, toBlock, (long) key << HizLayout.FAR_AT);
        Arrays.fill(seconds, fromBlock, toBlock, 0);
    }

    /** Whether larger depths are nearer. */
    public boolean reversed() {
        return reversed;
    }

    /** Which depths are nearest. */
    DepthEnd nearEnd() {
        return reversed ? DepthEnd.MOST : DepthEnd.LEAST;
    }

    /** Which depths are farthest. */
    DepthEnd farEnd() {
        return reversed ? DepthEnd.LEAST : DepthEnd.MOST;
    }

    /** Key of a depth in 0..1, rounded towards the eye. */
    public int nearKey(float depth) {
        return DepthKeys.near(depth, reversed);
    }

    /** Key of a depth in 0..1, rounded away from the eye. */
    public int farKey(float depth) {
        return DepthKeys.far(depth, reversed);
    }

    /** Key of the nearest depth that a triangle can have in a rectangle of pixels. */
    public int nearKey(int[] r, int at, int x0, int y0, int x1, int y1) {
        return nearKey(nearEnd().over(r, at, x0, y0, x1, y1));
    }

    /**
     * Returns whether everything nearer than or at a key is hidden in a rectangle of pixels.
     *
     * @param x0 first column; likewise the rest, inclusive, inside the target
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @param nearKey key of the nearest depth
     * @param counts added to
     */
    public boolean hidden(int x0, int y0, int x1, int y1, int nearKey, HizCounts counts) {
        for (int rootY = y0 >> HizLayout.ROOT_BITS; rootY <= y1 >> HizLayout.ROOT_BITS; rootY++) {
            for (int rootX = x0 >> HizLayout.ROOT_BITS;
                    rootX <= x1 >> HizLayout.ROOT_BITS;
                    rootX++) {
                int root = rootY * columns + rootX;
                counts.readGroup();
                if (nearKey <= roots[root]
                        && !hiddenInRoot(
                                root,
                                Math.max(x0 - (rootX << HizLayout.ROOT_BITS), 0),
                                Math.max(y0 - (rootY << HizLayout.ROOT_BITS), 0),
                                Math.min(x1 - (rootX << HizLayout.ROOT_BITS), HizLayout.ROOT - 1),
                                Math.min(y1 - (rootY << HizLayout.ROOT_BITS), HizLayout.ROOT - 1),
                                nearKey,
                                counts)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Index of the block that holds a pixel. */
    int blockOf(int x, int y) {
        return HizLayout.block(x, y, columns);
    }

    /** Column of a block's first pixel. */
    int columnOf(int block) {
        return HizLayout.column(block, columns);
    }

    /** Row of a block's first pixel. */
    int rowOf(int block) {
        return HizLayout.row(block, columns);
    }

    /** Far key of the 16x16 group that holds a pixel. */
    public int groupKey(int x, int y) {
        return groups[blockOf(x, y) >> HizLayout.PART_BITS];
    }

    /** Far key of the group of 64x64, 16x16 or 4x4 pixels that holds a pixel. */
    public int farthest(int x, int y, int side) {
        int block = blockOf(x, y);
        return switch (side) {
            case HizLayout.ROOT -> roots[block >> HizLayout.ROOT_BLOCK_BITS];
            case HizLayout.GROUP -> groups[block >> HizLayout.PART_BITS];
            case HizLayout.BLOCK -> farthest(block, blocks[block]);
            default -> throw new IllegalArgumentException("side=" + side);
        };
    }

    /** Far key of a block: a group that was covered as a whole has not told its blocks. */
    private int farthest(int index, long block) {
        return Math.min((int) (block >>> HizLayout.FAR_AT), groups[index >> HizLayout.PART_BITS]);
    }

    /**
     * Enters that nothing stored in the block that holds a pixel is farther than a depth. For tiles
     * of one worker at a time.
     */
    public void enter(int x, int y, float depth, HizCounts counts) {
        occlude(blockOf(x, y), ALL, farKey(depth), counts);
    }

    /** As {@link #hidden}, for rectangles of a few blocks: without the upper levels. */
    public boolean hiddenNearby(int x0, int y0, int x1, int y1, int nearKey, HizCounts counts) {
        for (int y = y0 & -HizLayout.BLOCK; y <= y1; y += HizLayout.BLOCK) {
            for (int x = x0 & -HizLayout.BLOCK; x <= x1; x += HizLayout.BLOCK) {
                int index = blockOf(x, y);
                long block = blocks[index];
                counts.readBlock();
                if (nearKey <= (int) (block >>> HizLayout.FAR_AT)
                        && !hiddenInBlock(
                                index,
                                block,
                                BlockMask.of(x0 - x, y0 - y, x1 - x, y1 - y),
                                nearKey,
                                counts)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hiddenInRoot(
            int root, int x0, int y0, int x1, int y1, int nearKey, HizCounts counts) {
        for (int groupY = y0 >> HizLayout.GROUP_BITS;
                groupY <= y1 >> HizLayout.GROUP_BITS;
                groupY++) {
            for (int groupX = x0 >> HizLayout.GROUP_BITS;
                    groupX <= x1 >> HizLayout.GROUP_BITS;
                    groupX++) {
                int group = HizLayout.part(root, groupX, groupY);
                counts.readGroup();
                if (nearKey <= groups[group]
                        && !hiddenInGroup(
                                group,
                                Math.max(x0 - (groupX << HizLayout.GROUP_BITS), 0),
                                Math.max(y0 - (groupY << HizLayout.GROUP_BITS), 0),
                                Math.min(
                                        x1 - (groupX << HizLayout.GROUP_BITS), HizLayout.GROUP - 1),
                                Math.min(
                                        y1 - (groupY << HizLayout.GROUP_BITS), HizLayout.GROUP - 1),
                                nearKey,
                                counts)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hiddenInGroup(
            int group, int x0, int y0, int x1, int y1, int nearKey, HizCounts counts) {
        for (int blockY = y0 >> HizLayout.BLOCK_BITS;
                blockY <= y1 >> HizLayout.BLOCK_BITS;
                blockY++) {
            for (int blockX = x0 >> HizLayout.BLOCK_BITS;
                    blockX <= x1 >> HizLayout.BLOCK_BITS;
                    blockX++) {
                int index = HizLayout.part(group, blockX, blockY);
                long block = blocks[index];
                counts.readBlock();
                if (nearKey <= (int) (block >>> HizLayout.FAR_AT)) {
                    int mask =
                            BlockMask.of(
                                    x0 - (blockX << HizLayout.BLOCK_BITS),
                                    y0 - (blockY << HizLayout.BLOCK_BITS),
                                    x1 - (blockX << HizLayout.BLOCK_BITS),
                                    y1 - (blockY << HizLayout.BLOCK_BITS));
                    if (!hiddenInBlock(index, block, mask, nearKey, counts)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Whether pixels of a block, whose first word is given, hide everything from a key on. */
    boolean hiddenInBlock(int index, long block, int mask, int nearKey, HizCounts counts) {
        if (nearKey > (int) (block >>> HizLayout.FAR_AT)) {
            return true;
        }
        counts.readGroup();
        if (nearKey > groups[index >> HizLayout.PART_BITS]) {
            return true;
        }
        if (pixelDepths != null) {
            return pixelDepths.hide(index, mask, nearKey, counts);
        }
        int open = nearKey > Layer.key(block) ? mask & ~Layer.mask(block) : mask;
        if (open != 0) {
            counts.readLayer();
            long second = seconds[index];
            open = nearKey > Layer.key(second) ? open & ~Layer.mask(second) : open;
        }
        return open == 0;
    }

    /**
     * Records that some pixels of a block are covered by what is nowhere farther than a key.
     *
     * @return whether anything was learnt
     */
    boolean occlude(int index, int mask, int farKey, HizCounts counts) {
        long block = blocks[index];
        counts.readBlock();
        counts.readGroup();
        int all = farthest(index, block);
        if (farKey >= all) {
            return false;
        }
        if (mask == ALL) {
            long layer = Layer.nearer(block & Layer.BITS, farKey);
            blocks[index] = (long) farKey << HizLayout.FAR_AT | layer;
            counts.writeLong();
            counts.change();
            widen(index, all, farKey, counts);
            return true;
        }
        if (pixelDepths != null) {
            boolean learnt = false;
            for (int left = mask; left != 0; left &= left - 1) {
                int pixel = Integer.numberOfTrailingZeros(left);
                learnt |= pixelDepths.enter(index, pixel, farKey, counts);
            }
            return learnt && learn(index, all, counts);
        }
        counts.readLayer();
        long a = Layer.nearer(block & Layer.BITS, all);
        long b = Layer.nearer(seconds[index], all);
        long c = Layer.of(farKey, mask);
        if (Layer.implies(a, c) || Layer.implies(b, c)) {
            return false;
        }
        if (Layer.mask(a) == 0) {
            a = c;
        } else if (Layer.mask(b) == 0) {
            b = c;
        } else {
            // Three layers, and room for two: join those that lose least.
            long ac = Layer.loss(a, c);
            long bc = Layer.loss(b, c);
            long ab = Layer.loss(a, b);
            if (ab < ac && ab < bc) {
                a = Layer.join(a, b);
                b = c;
            } else if (ac < bc) {
                a = Layer.join(a, c);
            } else {
                b = Layer.join(b, c);
            }
        }
        int now = all;
        if (Layer.mask(a) == ALL) {
            now = Layer.key(a);
        } else if (Layer.mask(b) == ALL) {
            now = Layer.key(b);
        } else if ((Layer.mask(a) | Layer.mask(b)) == ALL) {
            now = Math.max(Layer.key(a), Layer.key(b));
        }
        seconds[index] = Layer.nearer(b, now);
        blocks[index] = (long) now << HizLayout.FAR_AT | Layer.nearer(a, now);
        counts.writeLong();
        counts.writeLong();
        counts.change();
        if (now != all) {
            widen(index, all, now, counts);
        }
        return true;
    }

    /** Likewise, where depths of pixels are kept, with a key for each pixel of the block. */
    boolean occlude(int index, int mask, int[] farKeys, HizCounts counts) {
        counts.readBlock();
        counts.readGroup();
        int all = farthest(index, blocks[index]);
        boolean learnt = false;
        for (int left = mask; left != 0; left &= left - 1) {
            int pixel = Integer.numberOfTrailingZeros(left);
            learnt |=
                    farKeys[pixel] < all && pixelDepths.enter(index, pixel, farKeys[pixel], counts);
        }
        return learnt && learn(index, all, counts);
    }

    /** Lets a block know that depths of its pixels came nearer. */
    private boolean learn(int index, int all, HizCounts counts) {
        counts.change();
        int now = pixelDepths.farthest(index, counts);
        if (now < all) {
            blocks[index] = (long) now << HizLayout.FAR_AT;
            counts.writeLong();
            widen(index, all, now, counts);
        }
        return true;
    }

    /**
     * Records that a whole 16x16 group is covered by what is nowhere farther than a key. Its blocks
     * are not told: who asks them has asked the group.
     *
     * @return whether anything was learnt
     */
    boolean occludeGroup(int group, int farKey, HizCounts counts) {
        counts.readGroup();
        if (farKey >= groups[group]) {
            return false;
        }
        counts.change();
        widenGroup(group, farKey, counts);
        return true;
    }

    /** Lets the groups above a block know that its key came nearer. */
    private void widen(int index, int before, int now, HizCounts counts) {
        int group = index >> HizLayout.PART_BITS;
        int farthest = groups[group];
        if (before < farthest) {
            return;
        }
        counts.readParts(HizLayout.PARTS * Long.BYTES);
        int key = now;
        for (int p = 0; p < HizLayout.PARTS; p++) {
            long block = blocks[HizLayout.PARTS * group + p];
            key = Math.max(key, (int) (block >>> HizLayout.FAR_AT));
        }
        if (key < farthest) {
            widenGroup(group, key, counts);
        }
    }

    private void widenGroup(int group, int now, HizCounts counts) {
        int farthest = groups[group];
        groups[group] = now;
        counts.writeInt();
        int root = group >> HizLayout.PART_BITS;
        if (farthest < roots[root]) {
            return;
        }
        counts.readParts(HizLayout.PARTS * Integer.BYTES);
        int key = 0;
        for (int p = 0; p < HizLayout.PARTS; p++) {
            key = Math.max(key, groups[HizLayout.PARTS * root + p]);
        }
        roots[root] = key;
        counts.writeInt();
    }
}
