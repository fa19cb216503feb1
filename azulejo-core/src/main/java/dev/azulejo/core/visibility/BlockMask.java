package dev.azulejo.core.visibility;

/** Masks of a 4x4 block's pixels: bit 4 * column + row. */
final class BlockMask {
    private BlockMask() {}

    /** Pixels of a block inside a range that may reach beyond it. */
    static int of(int x0, int y0, int x1, int y1) {
        int column = 0xf << Math.max(y0, 0) & 0xf >> 3 - Math.min(y1, 3);
        int all = HierarchicalZ.ALL;
        int columns = all << 4 * Math.max(x0, 0) & all >> 4 * (3 - Math.min(x1, 3));
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
}
