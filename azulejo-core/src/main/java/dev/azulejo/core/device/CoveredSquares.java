package dev.azulejo.core.device;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.pixel.PixelLog;
import dev.azulejo.core.pixel.SquareNotes;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.screen.TileGrid;

/**
 * The squares in which triangles of a window cover no sample, from what workers noted of those in
 * which they do. Owned by one thread.
 */
final class CoveredSquares {
    private SquareNotes[] notes = {};

    /** Covered squares by tile, of the triangle under way; all others are 0. */
    private int[] mask = {};

    private TileGrid grid;

    /**
     * A window has ended.
     *
     * @param ofWorkers what each worker noted
     * @param tiles of the target
     */
    void use(SquareNotes[] ofWorkers, TileGrid tiles) {
        notes = ofWorkers;
        grid = tiles;
        if (mask.length < tiles.count()) {
            mask = new int[tiles.count()];
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
        for (var of : notes) {
            for (int n = of.last(triangle); n != SquareNotes.NONE; n = of.before(n)) {
                mask[of.tile(n)] = of.covered(n);
            }
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
        for (var of : notes) {
            for (int n = of.last(triangle); n != SquareNotes.NONE; n = of.before(n)) {
                mask[of.tile(n)] = 0;
            }
        }
    }
}
