package dev.azulejo.core.screen;

/** How a target is cut into square tiles, and which of them are somebody's. */
public final class TileGrid {
    private int width;
    private int height;
    private int shift;
    private int columns;
    private int rows;
    private TileSet tiles = TileSet.ALL;

    /**
     * Cuts a target.
     *
     * @param targetWidth pixels
     * @param targetHeight pixels
     * @param largest tile side that is wanted, a power of two from 16 to 64; they are smaller where
     *     the regions of the set are
     * @param tileSet whose tiles count
     */
    public void set(int targetWidth, int targetHeight, int largest, TileSet tileSet) {
        int tileSize = Math.min(largest, tileSet.side());
        if (tiles != tileSet) {
            tiles = tileSet;
        }
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

    /** Whose tiles count. */
    public TileSet tiles() {
        return tiles;
    }

    /** Whether a tile counts. */
    public boolean owns(int column, int row) {
        return tiles.contains(column << shift, row << shift);
    }

    /** Whether a tile counts. */
    public boolean owns(int tile) {
        return tiles.isAll() || owns(tile % columns, tile / columns);
    }

    /** Number of tiles, whoever's. */
    public int count() {
        return columns * rows;
    }
}
