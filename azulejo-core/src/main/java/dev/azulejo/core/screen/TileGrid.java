package dev.azulejo.core.screen;

/** How a target is cut into square tiles, and which of them are somebody's. */
public final class TileGrid {
    private int width;
    private int height;
    private int shift;
    private int columns;
    private int rows;
    private TileSet tiles = TileSet.ALL;

    // Around the tiles that count, inclusive.
    private int x0;
    private int y0;
    private int x1;
    private int y1;

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
        int tilesOfRegion = tileSet.side() / tileSize;
        x0 = Math.min(tileSet.firstColumn(), columns) * tilesOfRegion;
        y0 = Math.min(tileSet.firstRow(), rows) * tilesOfRegion;
        x1 = Math.min((tileSet.lastColumn() + 1) * tilesOfRegion, columns) - 1;
        y1 = Math.min((tileSet.lastRow() + 1) * tilesOfRegion, rows) - 1;
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

    /** First column of pixels of a tile. */
    public int left(int tile) {
        return tile % columns << shift;
    }

    /** First row of pixels of a tile. */
    public int top(int tile) {
        return tile / columns << shift;
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

    /** Whether all tiles around those that count do: they are a rectangle. */
    public boolean isSolid() {
        return tiles.isSolid();
    }

    /** First column of a tile that counts; behind {@link #lastColumn} if none does. */
    public int firstColumn() {
        return x0;
    }

    /** First row of a tile that counts. */
    public int firstRow() {
        return y0;
    }

    /** Last column of a tile that counts, inclusive. */
    public int lastColumn() {
        return x1;
    }

    /** Last row of a tile that counts, inclusive. */
    public int lastRow() {
        return y1;
    }

    /** How many tiles count. */
    public int owned() {
        int owned = 0;
        for (int tile = 0; tile < count(); tile++) {
            owned += owns(tile) ? 1 : 0;
        }
        return owned;
    }

    /** Number of tiles, whoever's. */
    public int count() {
        return columns * rows;
    }
}
