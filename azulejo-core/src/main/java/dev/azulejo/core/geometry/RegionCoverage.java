package dev.azulejo.core.geometry;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.kernel.CandidateBlocks;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.RasterCounts;
import dev.azulejo.core.kernel.RasterKernels;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.TileTriangle;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.screen.RegionMap;

/**
 * Asks the scan converter in whose regions a triangle covers a sample: the rasteriser's own
 * coverage, with every depth passing. Owned by one thread.
 */
final class RegionCoverage {
    private final SamplePattern pattern;
    private final RasterKernels raster;
    private final int side;
    private final TileSamples samples;
    private final CandidateBlocks covered;
    private final TileTriangle triangle = new TileTriangle();
    private final RasterCounts unreported = new RasterCounts();

    /**
     * Makes one.
     *
     * @param kernels inner loops
     * @param samplesOfPixel samples a pixel
     * @param tileSide side of what is looked at at once, pixels; regions are not cut by it
     */
    RegionCoverage(KernelSet kernels, int samplesOfPixel, int tileSide) {
        pattern = SamplePattern.of(samplesOfPixel);
        raster = kernels.raster().create(pattern);
        side = tileSide;
        samples = new TileSamples(side, samplesOfPixel);
        covered = new CandidateBlocks(side, samplesOfPixel);
    }

    /** Whether it is for targets like this. */
    boolean fits(int samplesOfPixel, int tileSide) {
        return samples.samples == samplesOfPixel && side == tileSide;
    }

    /**
     * Returns the GPUs in whose regions a triangle covers a sample.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param map whose regions
     * @param known GPUs that need not be asked about
     */
    long owners(int[] r, int at, RegionMap map, long known) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        long found = 0;
        int lastX = TrianglePlanes.last(columns);
        int lastY = TrianglePlanes.last(rows);
        for (int y = TrianglePlanes.first(rows) & -side; y <= lastY; y += side) {
            for (int x = TrianglePlanes.first(columns) & -side; x <= lastX; x += side) {
                long owner = 1L << map.owner(x, y);
                if ((owner & (known | found)) == 0 && covers(r, at, x, y)) {
                    found |= owner;
                }
            }
        }
        return found;
    }

    /**
     * Returns whether a triangle covers a sample of a tile.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param x first column of the tile
     * @param y first row
     */
    boolean covers(int[] r, int at, int x, int y) {
        if (!triangle.set(r, at, x, y, side, pattern)) {
            return false;
        }
        triangle.compare = CompareFunction.ALWAYS;
        raster.candidates(triangle, samples, covered, unreported);
        return covered.count != 0;
    }
}
