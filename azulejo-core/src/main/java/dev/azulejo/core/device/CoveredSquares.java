package dev.azulejo.core.device;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.pixel.SquareNotes;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.screen.TileGrid;

import java.util.Arrays;

/**
 * The squares in which triangles of a window cover no sample, from what workers noted of those in
 * which they do. Owned by one thread.
 */
final class CoveredSquares {
    /** Of each triangle the first of its notes, and behind the last triangle how many there are. */
    private int[] first = {};

    /** Tiles of the notes, triangle by triangle, and what is covered there. */
    private int[] tile = {};

    private int[] covered = {};

    /** Covered squares by tile, of the triangle under way; all others are 0. */
    private int[] mask = {};

    private TileGrid grid;

    /**
     * Puts notes in the order of triangles.
     *
     * @param notes of each worker
     * @param triangles of the window
     * @param tiles of the target
     */
    void gather(SquareNotes[] notes, int triangles, TileGrid tiles) {
        grid = tiles;
        if (mask.length < tiles.count()) {
            mask = new int[tiles.count()];
        }
        if (first.length < triangles + 2) {
            first = new int[Math.max(triangles + 2, 2 * first.length)];
        }
        Arrays.fill(first, 0, triangles + 2, 0);
        int count = 0;
        for (var of : notes) {
            count += of.count();
            for (int n = 0; n < of.count(); n++) {
                first[of.triangle(n) + 2]++;
            }
        }
        for (int t = 2; t < triangles + 2; t++) {
            first[t] += first[t - 1];
        }
        if (tile.length < count) {
            tile = new int[2 * count];
            covered = new int[2 * count];
        }
        for (var of : notes) {
            for (int n = 0; n < of.count(); n++) {
                // What begins the next triangle's ends at it when all are placed
                int at = first[of.triangle(n) + 1]++;
                tile[at] = of.tile(n);
                covered[at] = of.covered(n);
            }
        }
    }

    /**
     * Tells the squares of a triangle's bounds in which it covers no sample, row by row.
     *
     * @param listener to be told
     * @param triangle number in the window
     * @param r array with its record
     * @param at first int of the record
     * @param samples that it covers
     */
    void tellGaps(WorkListener listener, int triangle, int[] r, int at, int samples) {
        if (samples > 0 && PixelLog.withinSquare(r, at)) {
            return;
        }
        for (int n = first[triangle]; n < first[triangle + 1]; n++) {
            mask[tile[n]] |= covered[n];
        }
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int right = TrianglePlanes.last(columns) / PixelLog.SQUARE;
        int bottom = TrianglePlanes.last(rows) / PixelLog.SQUARE;
        int across = grid.tileSize() / PixelLog.SQUARE;
        for (int row = TrianglePlanes.first(rows) / PixelLog.SQUARE; row <= bottom; row++) {
            int tiles = row / across * grid.columns();
            int bits = 4 * (row % across);
            for (int c = TrianglePlanes.first(columns) / PixelLog.SQUARE; c <= right; c++) {
                if ((mask[tiles + c / across] >>> bits + c % across & 1) == 0) {
                    listener.gap(c, row);
                }
            }
        }
        for (int n = first[triangle]; n < first[triangle + 1]; n++) {
            mask[tile[n]] = 0;
        }
    }
}
