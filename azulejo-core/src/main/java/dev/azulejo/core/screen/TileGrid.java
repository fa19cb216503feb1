package dev.azulejo.core.screen;

/** How a target is cut into square tiles. */
public final class TileGrid {
    private int width;
    private int height;
    private int shift;
    private int columns;
    private int rows;

    /** Sets the target's size and the tile side, a power of two from 16 to 64. */
    public void set(int targetWidth, int targetHeight, int tileSize) {
        width = targetWidth;
        height = targetHeight;
        shift = Integer.numberOfTrailingZeros(tileSize);
        columns = targetWidth + tileSize - 1 >> shift;
        rows = targetHeight + tileSize - 1 >> shift;
    }

    /** Width of the target in pixels. */
    public int width() {
        return width;
    }

    /** Height of the target in pixels. */
    public int height() {
        return height;
    }

    /** Base-2 logarithm of the tile side. */
    public int shift() {
        return shift;
    }

    /** Tile side in pixels. */
    public int tileSize() {
        return 1 << shift;
    }

    /** Tiles in a row. */
    public int columns() {
        return columns;
    }

    /** Rows of tiles. */
    public int rows() {
        return rows;
    }

    /** Number of tiles. */
    public int count() {
        return columns * rows;
    }
}
