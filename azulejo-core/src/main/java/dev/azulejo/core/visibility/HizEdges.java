package dev.azulejo.core.visibility;

import dev.azulejo.core.kernel.BlockMask;

/**
 * Excludes pixels around the rectangle that a {@link HierarchicalZ} is about, in the roots that it
 * lies in: as near as can be, they keep no group from being known. Owned by the thread that begins
 * anew.
 */
final class HizEdges {
    private final HierarchicalZ structure;

    /** To exclude is nobody's query. */
    private final HizCounts uncounted = new HizCounts();

    HizEdges(HierarchicalZ hierarchicalZ) {
        structure = hierarchicalZ;
    }

    /**
     * Excludes what lies outside a rectangle; ends are inclusive.
     *
     * @param x0 first column
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     */
    void exclude(int x0, int y0, int x1, int y1) {
        int right = x1 | HizLayout.ROOT - 1;
        int bottom = y1 | HizLayout.ROOT - 1;
        for (int y = y0 & -HizLayout.ROOT; y <= bottom; y += HizLayout.BLOCK) {
            boolean whole = y >= y0 && y + HizLayout.BLOCK - 1 <= y1;
            for (int x = x0 & -HizLayout.ROOT; x <= right; x += HizLayout.BLOCK) {
                if (whole && x >= x0 && x + HizLayout.BLOCK - 1 <= x1) {
                    // On to the last block that is whole
                    x = (x1 + 1 & -HizLayout.BLOCK) - HizLayout.BLOCK;
                } else {
                    excludeOfBlock(x, y, x0, y0, x1, y1);
                }
            }
        }
    }

    /** Of the block at a place. */
    private void excludeOfBlock(int x, int y, int x0, int y0, int x1, int y1) {
        int block = structure.blockOf(x, y);
        if (overlap(x, y, HizLayout.BLOCK, x0, y0, x1, y1)) {
            excludePixels(block, HierarchicalZ.ALL & ~BlockMask.of(x0 - x, y0 - y, x1 - x, y1 - y));
            return;
        }
        structure.blocks[block] = 0;
        if (!overlap(x & -HizLayout.GROUP, y & -HizLayout.GROUP, HizLayout.GROUP, x0, y0, x1, y1)) {
            structure.groups[block >> HizLayout.PART_BITS] = 0;
        }
    }

    private static boolean overlap(int x, int y, int side, int x0, int y0, int x1, int y1) {
        return x <= x1 && y <= y1 && x + side > x0 && y + side > y0;
    }

    private void excludePixels(int block, int mask) {
        if (structure.pixelDepths == null) {
            structure.seconds[block] = Layer.of(0, mask);
            return;
        }
        for (int left = mask; left != 0; left &= left - 1) {
            structure.pixelDepths.enter(block, Integer.numberOfTrailingZeros(left), 0, uncounted);
        }
    }
}
