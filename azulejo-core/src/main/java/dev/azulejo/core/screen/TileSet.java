package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

import java.util.function.IntBinaryOperator;

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
    public static final TileSet ALL = new TileSet(LARGEST_SIDE);

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

    /** A bit a region, row by row, as far down as the target goes; null for all. */
    private final long[] bits;

    // Around all regions, inclusive, and how many there are.
    private int firstColumn = Integer.MAX_VALUE;
    private int firstRow = Integer.MAX_VALUE;
    private int lastColumn = -1;
    private int lastRow = -1;
    private int regions;

    private TileSet(int side) {
        shift = Integer.numberOfTrailingZeros(side);
        columns = RenderTarget.MAX_SIDE >> shift;
        bits = null;
    }

    /** Makes an empty set for targets up to a height. */
    private TileSet(int side, int height) {
        shift = Integer.numberOfTrailingZeros(side);
        columns = RenderTarget.MAX_SIDE >> shift;
        int rows = height + side - 1 >> shift;
        bits = new long[rows * columns + 63 >> 6];
    }

    private void add(int column, int row) {
        int at = row * columns + column;
        bits[at >> 6] |= 1L << at;
        firstColumn = Math.min(firstColumn, column);
        firstRow = Math.min(firstRow, row);
        lastColumn = Math.max(lastColumn, column);
        lastRow = Math.max(lastRow, row);
        regions++;
    }

    /**
     * Makes a set.
     *
     * @param side side of a region, pixels: 16, 32 or 64
     * @param pattern which regions belong to it; asked once for each
     */
    public static TileSet of(int side, Pattern pattern) {
        checkSide(side);
        var set = new TileSet(side, RenderTarget.MAX_SIDE);
        for (int row = 0; row < set.columns; row++) {
            for (int column = 0; column < set.columns; column++) {
                if (pattern.contains(column, row)) {
                    set.add(column, row);
                }
            }
        }
        return set;
    }

    /**
     * Makes the sets that share a target of one size, all at once. Nothing beyond it belongs to any
     * of them.
     *
     * @param side side of a region, pixels: 16, 32 or 64
     * @param width of the target, pixels
     * @param height of the target, pixels
     * @param count how many sets
     * @param owner number of the set that a region belongs to, from its column and row; asked once
     *     for each region of the target
     */
    static TileSet[] split(int side, int width, int height, int count, IntBinaryOperator owner) {
        checkSide(side);
        var sets = new TileSet[count];
        for (int i = 0; i < count; i++) {
            sets[i] = new TileSet(side, height);
        }
        for (int row = 0; row * side < height; row++) {
            for (int column = 0; column * side < width; column++) {
                sets[owner.applyAsInt(column, row)].add(column, row);
            }
        }
        return sets;
    }

    static void checkSide(int side) {
        if (side < SMALLEST_SIDE || side > LARGEST_SIDE || Integer.bitCount(side) != 1) {
            throw new IllegalArgumentException(
                    "tileSet.side=%d is not 16, 32 or 64".formatted(side));
        }
    }

    /**
     * Returns whether it has no pixel in common with another set whose regions have the same side;
     * false of others, whatever they have.
     */
    public boolean isApart(TileSet other) {
        if (isAll() || other.isAll() || shift != other.shift) {
            return false;
        }
        for (int word = Math.min(bits.length, other.bits.length) - 1; word >= 0; word--) {
            if ((bits[word] & other.bits[word]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the side of a region, and the largest of a tile, pixels. */
    public int side() {
        return 1 << shift;
    }

    /** Returns whether it is everything. */
    public boolean isAll() {
        return bits == null;
    }

    /** Returns whether its regions are a rectangle, and nothing of that is somebody else's. */
    boolean isSolid() {
        int area = (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1);
        return isAll() || regions > 0 && regions == area;
    }

    /** First column of a region; behind {@link #lastColumn} if there is none. */
    int firstColumn() {
        return isAll() ? 0 : firstColumn;
    }

    /** First row of a region. */
    int firstRow() {
        return isAll() ? 0 : firstRow;
    }

    /** Last column of a region, inclusive. */
    int lastColumn() {
        return isAll() ? columns - 1 : lastColumn;
    }

    /** Last row of a region, inclusive. */
    int lastRow() {
        return isAll() ? columns - 1 : lastRow;
    }

    /** Returns whether the region around a pixel belongs to it. */
    public boolean contains(int x, int y) {
        if (bits == null) {
            return true;
        }
        int at = (y >> shift) * columns + (x >> shift);
        int word = at >> 6;
        return word < bits.length && (bits[word] >>> at & 1) != 0;
    }
}
