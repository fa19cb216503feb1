package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.TileList;

/**
 * Sorts the triangles of a window into tiles, and gives the tiles out. A window is captured by the
 * submitting thread, its tiles are taken by workers, and then it is counted.
 */
interface TileSorter {
    /**
     * Takes triangles into a window, and moves the cursor behind them.
     *
     * @param chunks of the window
     * @param chunkCount how many
     * @param cursor where the triangles begin
     * @param triangles that may be taken, all of them there
     * @return how many were taken
     */
    long capture(
            TileGrid grid,
            ChunkOutput[] chunks,
            int chunkCount,
            WindowCursor cursor,
            long triangles);

    /** Goes to the next tile, on behalf of a worker; no tile of the grid if there is none left. */
    int take(TileRenderer renderer);

    /** The triangles of a tile that was taken, to be merged. */
    TileList list(TileRenderer renderer, int tile);

    /** Counts a window of which all tiles have been gone to. */
    void count(Counts counts);

    /** Memory of the window that was captured last, bytes. */
    long bytes(TileGrid grid);
}
