package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

/**
 * Which parts of the screen are somebody's: all, or any pattern of square regions. A region is
 * never cut: tiles are at most as large as a region, so that each has one owner. Immutable.
 */
public final class TileSet {
    /** Sides that regions, and tiles, can have: powers of two from here, pixels ... */
    public static final int SMALLEST_SIDE = 16;

    /** ... to here. */
    public static final int LARGEST_SIDE = 64;

    /** Everything. */
    public static final TileSet ALL = new TileSet(LARGEST_SIDE, null);

    /** Says whose a region is. */
    public interface Pattern {
        /**
         * Returns whether a region belongs to the set.
         *
         * @param column region from the left, from 0
         * @param row region from the top, from 0
         */
        boolean contains(int column, int row);
    }

    private final int shift;
    private final int columns;

    /** A bit a region, row by row; null for all. */
    private final long[] bits;

    private TileSet(int side, Pattern pattern) {
        shift = Integer.numberOfTrailingZeros(side);
        columns = RenderTarget.MAX_SIDE >> shift;
        if (pattern == null) {
            bits = null;
            return;
        }
        bits = new long[columns * columns + 63 >> 6];
        for (int row = 0; row < columns; row++) {
            for (int column = 0; column < columns; column++) {
                if (pattern.contains(column, row)) {
                    int at = row * columns + column;
                    bits[at >> 6] |= 1L << at;
                }
            }
        }
    }

    /**
     * Makes a set.
     *
     * @param side side of a region, pixels: 16, 32 or 64
     * @param pattern which regions belong to it; asked once for each
     */
    public static TileSet of(int side, Pattern pattern) {
        if (side < SMALLEST_SIDE || side > LARGEST_SIDE || Integer.bitCount(side) != 1) {
            throw new IllegalArgumentException(
                    "tileSet.side=%d is not 16, 32 or 64".formatted(side));
        }
        return new TileSet(side, pattern);
    }

    /** Returns the side of a region, and the largest of a tile, pixels. */
    public int side() {
        return 1 << shift;
    }

    /** Returns whether it is everything. */
    public boolean isAll() {
        return bits == null;
    }

    /** Returns whether the region around a pixel belongs to it. */
    public boolean contains(int x, int y) {
        if (bits == null) {
            return true;
        }
        int at = (y >> shift) * columns + (x >> shift);
        return (bits[at >> 6] >>> at & 1) != 0;
    }
}
