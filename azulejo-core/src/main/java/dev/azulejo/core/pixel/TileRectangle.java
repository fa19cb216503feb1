package dev.azulejo.core.pixel;

/** Where a tile lies in its target. Owned by one worker. */
final class TileRectangle {
    /** First pixel column. */
    int x;

    /** First pixel row. */
    int y;

    /** Columns inside the target. */
    int width;

    /** Rows inside the target. */
    int height;

    /** Base-2 logarithm of the blocks in a row of a tile. */
    int blockShift;

    /** Index in the tile, block * 16 + lane, of a pixel given from the tile's origin. */
    int pixel(int column, int row) {
        return ((row >> 2 << blockShift) + (column >> 2)) * 16 + (row & 3) * 4 + (column & 3);
    }
}
