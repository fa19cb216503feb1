package dev.azulejo.core.pixel;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;

/**
 * Rasterises triangles of a tile square by square, 16x16 pixels each, so that it is known where
 * they cover a sample. Squares share no block: what is written and counted is the same as at once.
 * Owned by one thread.
 */
final class SquareRaster {
    /** Blocks of 4x4 pixels a side of a square, as a shift. */
    private static final int SHIFT = 2;

    private final RasterKernels raster;
    private final TileSamples tile;
    private final RasterCounts unreported = new RasterCounts();

    SquareRaster(RasterKernels kernels, TileSamples samples) {
        raster = kernels;
        tile = samples;
    }

    /**
     * Tests depth and writes it, and what is visible, as {@link RasterKernels#visibility} does.
     *
     * @param t the triangle as set up for the tile
     * @param id what to store as visible
     * @param counts added to
     * @return squares in which it covers a sample, a bit each: 4 * row + column
     */
    int visibility(TileTriangle t, int id, RasterCounts counts) {
        int x0 = t.blockX0;
        int x1 = t.blockX1;
        int y0 = t.blockY0;
        int y1 = t.blockY1;
        int covered = 0;
        for (int row = y0 >> SHIFT; row <= y1 >> SHIFT; row++) {
            t.blockY0 = Math.max(y0, row << SHIFT);
            t.blockY1 = Math.min(y1, (row << SHIFT) + 3);
            for (int column = x0 >> SHIFT; column <= x1 >> SHIFT; column++) {
                t.blockX0 = Math.max(x0, column << SHIFT);
                t.blockX1 = Math.min(x1, (column << SHIFT) + 3);
                long before = counts.tested();
                raster.visibility(t, tile, id, counts);
                covered |= counts.tested() == before ? 0 : 1 << 4 * row + column;
            }
        }
        t.blockX0 = x0;
        t.blockX1 = x1;
        t.blockY0 = y0;
        t.blockY1 = y1;
        return covered;
    }

    /** Returns the squares in which a triangle covers a sample, and changes nothing. */
    int covered(TileTriangle t) {
        var compare = t.compare;
        t.compare = CompareFunction.NEVER;
        int squares = visibility(t, TileMemory.NOTHING, unreported);
        t.compare = compare;
        return squares;
    }
}
