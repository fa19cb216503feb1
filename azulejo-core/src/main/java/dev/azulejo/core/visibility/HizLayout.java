package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.DepthKeys;

/**
 * How a {@link HierarchicalZ} lies in its arrays. The target is cut into roots of 64x64 pixels, row
 * by row; a root has {@value #PARTS} groups of 16x16, a group as many blocks of 4x4, a block as
 * many pixels, each row by row but the pixels. So the number of a part, without its lowest {@value
 * #PART_BITS} bits, is that of what it is a part of.
 */
final class HizLayout {
    /** Bits of a part's number within what it is a part of. */
    static final int PART_BITS = 4;

    /** Bits of a part's column or row there. */
    static final int SIDE_BITS = PART_BITS / 2;

    /** Parts beside each other there. */
    static final int SIDE = 1 << SIDE_BITS;

    /** Groups of a root, blocks of a group, pixels of a block. */
    static final int PARTS = 1 << PART_BITS;

    /** Bits of a block's number within its root. */
    static final int ROOT_BLOCK_BITS = 2 * PART_BITS;

    /** Blocks of a root. */
    static final int ROOT_BLOCKS = 1 << ROOT_BLOCK_BITS;

    /** Bits of a pixel's column or row within its root, its group, its block. */
    static final int ROOT_BITS = 6;

    static final int GROUP_BITS = 4;
    static final int BLOCK_BITS = 2;

    /** Pixels a side of a root, a group, a block. */
    static final int ROOT = 1 << ROOT_BITS;

    static final int GROUP = 1 << GROUP_BITS;
    static final int BLOCK = 1 << BLOCK_BITS;

    /** Bits of a key. */
    static final int KEY_BITS = DepthKeys.BITS;

    /** Where a layer has its key, above the bits of its mask. */
    static final int LAYER_KEY_AT = PARTS;

    /** Where the word of a block has the far key of all its pixels, above a layer. */
    static final int FAR_AT = LAYER_KEY_AT + KEY_BITS;

    private HizLayout() {}

    /** Returns a part of a root or group, by its column and row there. */
    static int part(int whole, int column, int row) {
        return PARTS * whole + SIDE * row + column;
    }

    /** Roots that some pixels beside each other lie in, from the first of a root on. */
    static int roots(int pixels) {
        return pixels + ROOT - 1 >> ROOT_BITS;
    }

    /** Returns the block that holds a pixel of a target that is so many roots wide. */
    static int block(int x, int y, int columns) {
        int root = (y >> ROOT_BITS) * columns + (x >> ROOT_BITS);
        // Rows are two bits to the left of columns
        int group = y >> GROUP_BITS - 2 & 12 | x >> GROUP_BITS & 3;
        return root << ROOT_BLOCK_BITS | group << PART_BITS | y & 12 | x >> BLOCK_BITS & 3;
    }

    /** Returns the column of a block's first pixel; likewise. */
    static int column(int block, int columns) {
        int root = (block >> ROOT_BLOCK_BITS) % columns;
        int group = block >> PART_BITS & 3;
        return root << ROOT_BITS | group << GROUP_BITS | (block & 3) << BLOCK_BITS;
    }

    /** Returns the row of it; likewise. */
    static int row(int block, int columns) {
        int root = (block >> ROOT_BLOCK_BITS) / columns;
        int group = block >> PART_BITS + 2 & 3;
        return root << ROOT_BITS | group << GROUP_BITS | (block >> 2 & 3) << BLOCK_BITS;
    }
}
