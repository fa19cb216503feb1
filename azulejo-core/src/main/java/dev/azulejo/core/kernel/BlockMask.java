package dev.azulejo.core.kernel;

/** Masks of a 4x4 block's pixels: bit 4 * column + row. */
public final class BlockMask {
    /** All pixels of a block. */
    public static final int ALL = 0xffff;

    private static final long BIAS = 1L << 31;

    /** One, in each of two 32-bit columns. */
    private static final long ONES = 0x0000_0001_0000_0001L;

    private BlockMask() {}

    /**
     * Pixels of a block inside a range that may reach beyond it, but not lie beside it.
     *
     * @param x0 first column, from the block's first pixel; likewise the rest, inclusive
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     */
    public static int of(int x0, int y0, int x1, int y1) {
        int column = 0xf << Math.max(y0, 0) & 0xf >> 3 - Math.min(y1, 3);
        int columns = ALL << 4 * Math.max(x0, 0) & ALL >> 4 * (3 - Math.min(x1, 3));
        return column * 0x1111 & columns;
    }

    /**
     * Pixels of a block inside one edge: two columns a word, and bit 31 of each says that its value
     * is not negative.
     *
     * @param a what the edge's value grows by, a column
     * @param b likewise, a row
     * @param e value at the block's first pixel; all values in the block fit an int
     */
    public static int inside(int a, int b, int e) {
        int lowest = e + 3 * (Math.min(a, 0) + Math.min(b, 0));
        int highest = e + 3 * (Math.max(a, 0) + Math.max(b, 0));
        if (lowest >= 0) {
            return ALL;
        }
        if (highest < 0) {
            return 0;
        }
        long left = (e + BIAS) * ONES + ((long) a << 32);
        long right = left + 2L * a * ONES;
        long down = b * ONES;
        long bits = left >>> 31 & ONES | (right >>> 31 & ONES) << 8;
        for (int row = 1; row < 4; row++) {
            left += down;
            right += down;
            bits |= (left >>> 31 & ONES | (right >>> 31 & ONES) << 8) << row;
        }
        return (int) (bits | bits >>> 28) & ALL;
    }

    /** First column with a pixel of a mask that has some; likewise the next three. */
    public static int firstColumn(int mask) {
        return Integer.numberOfTrailingZeros(mask) >> 2;
    }

    /** Last column. */
    public static int lastColumn(int mask) {
        return 31 - Integer.numberOfLeadingZeros(mask) >> 2;
    }

    /** First row. */
    public static int firstRow(int mask) {
        return Integer.numberOfTrailingZeros(rows(mask));
    }

    /** Last row. */
    public static int lastRow(int mask) {
        return 31 - Integer.numberOfLeadingZeros(rows(mask));
    }

    private static int rows(int mask) {
        int two = mask | mask >>> 8;
        return (two | two >>> 4) & 0xf;
    }
}
