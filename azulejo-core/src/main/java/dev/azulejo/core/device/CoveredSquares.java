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
    /** Pixels a side of a square, as a shift. */
    private static final int SHIFT = Integer.numberOfTrailingZeros(PixelLog.SQUARE);

    private SquareNotes[] notes = {};

    /** Covered squares by tile, of the triangle under way; all others are 0. */
    private int[] mask = {};

    private TileGrid grid;

    /** Squares a side of a tile, as a shift. */
    private int across;

    /**
     * A window has ended.
     *
     * @param ofWorkers what each worker noted
     * @param tiles of the target
     */
    void use(SquareNotes[] ofWorkers, TileGrid tiles) {
        notes = ofWorkers;
        grid = tiles;
        across = Integer.numberOfTrailingZeros(tiles.tileSize()) - SHIFT;
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
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int left = TrianglePlanes.first(columns) >> SHIFT;
        int right = TrianglePlanes.last(columns) >> SHIFT;
        int top = TrianglePlanes.first(rows) >> SHIFT;
        int bottom = TrianglePlanes.last(rows) >> SHIFT;
        if (left >> across != right >> across || top >> across != bottom >> across) {
            tellOfTiles(listener, triangle, left, top, right, bottom);
            return;
        }
        int covered = 0;
        for (var of : notes) {
            covered |= of.within(triangle);
        }
        int inTile = (1 << across) - 1;
        for (int row = top; row <= bottom; row++) {
            int bits = covered >>> 4 * (row & inTile);
            for (int column = left; column <= right; column++) {
                if ((bits >>> (column & inTile) & 1) == 0) {
                    listener.gap(column, row);
                }
            }
        }
    }

    private void tellOfTiles(
            WorkListener listener, int triangle, int left, int top, int right, int bottom) {
        for (var of : notes) {
            for (int n = of.last(triangle); n != SquareNotes.NONE; n = of.before(n)) {
                mask[of.tile(n)] = of.covered(n);
            }
        }
        int inTile = (1 << across) - 1;
        for (int row = top; row <= bottom; row++) {
            int tiles = (row >> across) * grid.columns();
            int bits = 4 * (row & inTile);
            for (int column = left; column <= right; column++) {
                int covered = mask[tiles + (column >> across)];
                if ((covered >>> bits + (column & inTile) & 1) == 0) {
                    listener.gap(column, row);
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
