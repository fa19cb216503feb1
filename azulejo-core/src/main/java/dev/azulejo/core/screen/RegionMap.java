package dev.azulejo.core.screen;

import dev.azulejo.core.resource.RenderTarget;

import java.util.Arrays;

/**
 * Which GPU of a group owns which pixels of a target of one size: rectangles between column cuts
 * and row cuts, each with one owner. Every GPU of the group knows the whole map. Immutable; two
 * maps with the same size, GPUs, cuts and owners are equal.
 *
 * <pre>
 *            0     256   512   768          cuts are multiples of 16, so that every tile of
 *          0 ┌─────┬─────┬─────┬──┐         side() pixels has one owner; the last column and
 *            │  0  │  1  │  0  │ 1│         the last row end where the target does
 *        256 ├─────┼─────┼─────┼──┤
 *            │  2  │  3  │  2  │ 3│         owners(200, 10, 300, 20) == 0b11
 *            └─────┴─────┴─────┴──┘
 * </pre>
 */
public final class RegionMap {
    /** Most GPUs of a group: a mask of them is one word. */
    public static final int MOST_GPUS = 64;

    /** Every cut is a multiple of this, pixels. */
    static final int UNIT = TileSet.SMALLEST_SIDE;

    private static final int UNIT_SHIFT = Integer.numberOfTrailingZeros(UNIT);

    private final int width;
    private final int height;
    private final int gpus;

    /** Where regions begin, pixels, and at the end where the target does. */
    private final int[] columnStarts;

    private final int[] rowStarts;

    /** GPU of each region, row by row. */
    private final byte[] owners;

    /** Column of regions of each 16 pixels. */
    private final short[] columnOf;

    private final short[] rowOf;

    /**
     * Who owns something in the square of 2^level times 2^level regions of which a region is the
     * first: {@code squares[level][row * columns + column]}. A rectangle is a few of these.
     */
    private final long[][] squares;

    /** Who owns anything. */
    private final long everybody;

    private final long[] pixels;
    private final int side;
    private final TileSet[] tiles;
    private final PixelRectangle[] around;

    private RegionMap(int[] size, int gpuCount, int[] columnCuts, int[] rowCuts, int[] owner) {
        width = size[0];
        height = size[1];
        gpus = gpuCount;
        columnStarts = starts(columnCuts, width);
        rowStarts = starts(rowCuts, height);
        owners = inside(owner, columnCuts.length + 1);
        columnOf = regionOfUnit(columnStarts);
        rowOf = regionOfUnit(rowStarts);
        squares = squares();
        pixels = countPixels();
        everybody = owners(0, 0, width - 1, height - 1, -1L);
        side = largestSide();
        tiles = tileSets();
        around = rectangles();
    }

    /**
     * Makes a map.
     *
     * @param width of the target, pixels
     * @param height of the target, pixels
     * @param gpus of the group, 1..{@value #MOST_GPUS}
     * @param columnCuts where the columns after the first begin: rising multiples of 16. Those
     *     beyond the target may be there, and make no difference
     * @param rowCuts where the rows after the first begin, in the same way
     * @param owners GPU of each region, row by row: one more in a row than there are column cuts,
     *     one row more than there are row cuts
     * @throws IllegalArgumentException which of these is not so, and where
     */
    public static RegionMap of(
            int width, int height, int gpus, int[] columnCuts, int[] rowCuts, int[] owners) {
        checkSize(width, height);
        checkGpus(gpus);
        checkCuts("column", columnCuts);
        checkCuts("row", rowCuts);
        checkOwners(owners, columnCuts.length + 1, rowCuts.length + 1, gpus);
        return new RegionMap(new int[] {width, height}, gpus, columnCuts, rowCuts, owners);
    }

    static void checkSize(int width, int height) {
        int most = RenderTarget.MAX_SIDE;
        if (width < 1 || height < 1 || width > most || height > most) {
            throw new IllegalArgumentException(
                    "regions: target %dx%d: sides must be in 1..%d".formatted(width, height, most));
        }
    }

    static void checkGpus(int gpus) {
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new IllegalArgumentException(
                    "regions: %d GPUs are not 1..%d".formatted(gpus, MOST_GPUS));
        }
    }

    static void checkCuts(String what, int[] cuts) {
        int last = 0;
        for (int i = 0; i < cuts.length; i++) {
            if (cuts[i] <= last || cuts[i] % UNIT != 0) {
                throw new IllegalArgumentException(
                        "regions: %s cut %d is %d: a multiple of %d above %d expected"
                                .formatted(what, i, cuts[i], UNIT, last));
            }
            last = cuts[i];
        }
    }

    static void checkOwners(int[] owners, int columns, int rows, int gpus) {
        if (owners.length != columns * rows) {
            throw new IllegalArgumentException(
                    "regions: %d owners for %d column(s) and %d row(s): %d expected"
                            .formatted(owners.length, columns, rows, columns * rows));
        }
        for (int i = 0; i < owners.length; i++) {
            if (owners[i] < 0 || owners[i] >= gpus) {
                throw new IllegalArgumentException(
                        "regions: owner of column %d, row %d is %d: 0..%d expected"
                                .formatted(i % columns, i / columns, owners[i], gpus - 1));
            }
        }
    }

    private static int[] starts(int[] cuts, int end) {
        int count = 1;
        while (count <= cuts.length && cuts[count - 1] < end) {
            count++;
        }
        var starts = new int[count + 1];
        System.arraycopy(cuts, 0, starts, 1, count - 1);
        starts[count] = end;
        return starts;
    }

    /** The owners of the regions that lie on the target. */
    private byte[] inside(int[] owner, int stride) {
        var kept = new byte[columns() * rows()];
        for (int row = 0; row < rows(); row++) {
            for (int column = 0; column < columns(); column++) {
                kept[row * columns() + column] = (byte) owner[row * stride + column];
            }
        }
        return kept;
    }

    private static short[] regionOfUnit(int[] starts) {
        int end = starts[starts.length - 1];
        var found = new short[end + UNIT - 1 >> UNIT_SHIFT];
        int region = 0;
        for (int unit = 0; unit < found.length; unit++) {
            if (starts[region + 1] <= unit << UNIT_SHIFT) {
                region++;
            }
            found[unit] = (short) region;
        }
        return found;
    }

    private long[][] squares() {
        int levels = level(Math.min(columns(), rows())) + 1;
        var masks = new long[levels][owners.length];
        for (int i = 0; i < owners.length; i++) {
            masks[0][i] = 1L << owners[i];
        }
        for (int level = 1; level < levels; level++) {
            join(masks[level - 1], masks[level], 1 << level - 1);
        }
        return masks;
    }

    /** Four squares make the next larger one. */
    private void join(long[] in, long[] out, int half) {
        int columns = columns();
        for (int row = 0; row + 2 * half <= rows(); row++) {
            for (int column = 0; column + 2 * half <= columns; column++) {
                int at = row * columns + column;
                int below = at + half * columns;
                out[at] = in[at] | in[at + half] | in[below] | in[below + half];
            }
        }
    }

    private static int level(int regions) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(regions);
    }

    private long[] countPixels() {
        var count = new long[gpus];
        for (int row = 0; row < rows(); row++) {
            long rowHeight = rowStarts[row + 1] - rowStarts[row];
            for (int column = 0; column < columns(); column++) {
                long columnWidth = columnStarts[column + 1] - columnStarts[column];
                count[owners[row * columns() + column]] += rowHeight * columnWidth;
            }
        }
        return count;
    }

    private int largestSide() {
        int together = TileSet.LARGEST_SIDE;
        for (int column = 1; column < columns(); column++) {
            together |= columnStarts[column];
        }
        for (int row = 1; row < rows(); row++) {
            together |= rowStarts[row];
        }
        return Integer.lowestOneBit(together);
    }

    private TileSet[] tileSets() {
        var sets =
                TileSet.split(
                        side,
                        width,
                        height,
                        gpus,
                        (column, row) -> owner(column * side, row * side));
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (pixels[gpu] == (long) width * height) {
                sets[gpu] = TileSet.ALL;
            }
        }
        return sets;
    }

    private PixelRectangle[] rectangles() {
        var found = new PixelRectangle[gpus];
        for (int gpu = 0; gpu < gpus; gpu++) {
            int x0 = width;
            int y0 = height;
            int x1 = -1;
            int y1 = -1;
            for (int row = 0; row < rows(); row++) {
                for (int column = 0; column < columns(); column++) {
                    if (owners[row * columns() + column] == gpu) {
                        x0 = Math.min(x0, columnStarts[column]);
                        y0 = Math.min(y0, rowStarts[row]);
                        x1 = Math.max(x1, columnStarts[column + 1] - 1);
                        y1 = Math.max(y1, rowStarts[row + 1] - 1);
                    }
                }
            }
            found[gpu] = new PixelRectangle(x0, y0, x1, y1);
        }
        return found;
    }

    /** GPUs of the group, also those that own nothing. */
    public int gpus() {
        return gpus;
    }

    /** Width of the target, pixels. */
    public int widthInPixels() {
        return width;
    }

    /** Height of the target, pixels. */
    public int heightInPixels() {
        return height;
    }

    /** Pixels from cut to cut between columns, in the mean; infinite if there is one column. */
    public double columnPitch() {
        return widthInPixels() / (double) (columns() - 1);
    }

    /** Pixels from cut to cut between rows, in the mean; infinite if there is one row. */
    public double rowPitch() {
        return heightInPixels() / (double) (rows() - 1);
    }

    /** Regions in a row. */
    public int columns() {
        return columnStarts.length - 1;
    }

    /** Rows of regions. */
    public int rows() {
        return rowStarts.length - 1;
    }

    /**
     * Where a column of regions begins, pixels; for the column after the last, the width of the
     * target.
     */
    public int columnStart(int column) {
        return columnStarts[column];
    }

    /** Where a row of regions begins, pixels; for the row after the last, the target's height. */
    public int rowStart(int row) {
        return rowStarts[row];
    }

    /** The GPU that owns a region. */
    public int regionOwner(int column, int row) {
        return owners[row * columns() + column];
    }

    /** The number of the region around a pixel, row by row. */
    int region(int x, int y) {
        return rowOf[y >> UNIT_SHIFT] * columns() + columnOf[x >> UNIT_SHIFT];
    }

    /** The GPU that owns a pixel of the target. */
    public int owner(int x, int y) {
        return owners[region(x, y)];
    }

    /**
     * The GPUs that own any pixel of a rectangle, a bit each. Asked for every primitive: no more
     * than some of the squares of regions that cover it are looked at.
     *
     * @param x0 first column of pixels; any number
     * @param y0 first row
     * @param x1 last column
     * @param y1 last row
     * @return 0 where the rectangle is empty or misses the target
     */
    public long owners(int x0, int y0, int x1, int y1) {
        return owners(x0, y0, x1, y1, everybody);
    }

    private long owners(int x0, int y0, int x1, int y1, long enough) {
        int left = Math.max(x0, 0);
        int top = Math.max(y0, 0);
        int right = Math.min(x1, width - 1);
        int bottom = Math.min(y1, height - 1);
        if (left > right || top > bottom) {
            return 0;
        }
        return ownersOfRegions(
                columnOf[left >> UNIT_SHIFT],
                rowOf[top >> UNIT_SHIFT],
                columnOf[right >> UNIT_SHIFT],
                rowOf[bottom >> UNIT_SHIFT],
                enough);
    }

    private long ownersOfRegions(int column0, int row0, int column1, int row1, long enough) {
        if (column0 == column1 && row0 == row1) {
            return squares[0][row0 * columns() + column0];
        }
        int level = level(Math.min(column1 - column0, row1 - row0) + 1);
        long[] masks = squares[level];
        int squareSide = 1 << level;
        // The last square of a row or column reaches back over the one before it.
        int lastColumn = column1 + 1 - squareSide;
        int lastRow = row1 + 1 - squareSide;
        long found = 0;
        int row = row0;
        while (true) {
            int column = column0;
            while (true) {
                found |= masks[row * columns() + column];
                if (found == enough || column == lastColumn) {
                    break;
                }
                column = Math.min(column + squareSide, lastColumn);
            }
            if (found == enough || row == lastRow) {
                return found;
            }
            row = Math.min(row + squareSide, lastRow);
        }
    }

    /** The largest side of tiles, 16, 32 or 64 pixels, with which every tile has one owner. */
    public int side() {
        return side;
    }

    /**
     * What a GPU owns. Made with the map, the same object each time; {@link TileSet#ALL} where it
     * owns all.
     */
    public TileSet tiles(int gpu) {
        return tiles[gpu];
    }

    /** The rectangle around all that a GPU owns. Made with the map, the same object each time. */
    public PixelRectangle around(int gpu) {
        return around[gpu];
    }

    /** How many pixels a GPU owns. */
    public long pixels(int gpu) {
        return pixels[gpu];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegionMap map
                && gpus == map.gpus
                && Arrays.equals(columnStarts, map.columnStarts)
                && Arrays.equals(rowStarts, map.rowStarts)
                && Arrays.equals(owners, map.owners);
    }

    @Override
    public int hashCode() {
        int hash = 31 * gpus + Arrays.hashCode(columnStarts);
        return 31 * (31 * hash + Arrays.hashCode(rowStarts)) + Arrays.hashCode(owners);
    }

    @Override
    public String toString() {
        return "%dx%d pixels, %d GPU(s), %dx%d regions"
                .formatted(width, height, gpus, columns(), rows());
    }
}
