package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.KernelSet;

/**
 * Asks the scan converter, square by square, where a triangle covers a sample: what pretests ask of
 * whole regions. Owned by one thread.
 */
public final class SquareCoverage {
    private final RegionCoverage coverage;
    private final int samples;
    private final int side;

    /**
     * Makes one.
     *
     * @param kernels inner loops
     * @param samplesOfPixel samples a pixel
     * @param squareSide of a square, pixels
     */
    public SquareCoverage(KernelSet kernels, int samplesOfPixel, int squareSide) {
        coverage = new RegionCoverage(kernels, samplesOfPixel, squareSide);
        samples = samplesOfPixel;
        side = squareSide;
    }

    /** Whether it is for targets of so many samples a pixel. */
    public boolean fits(int samplesOfPixel) {
        return samples == samplesOfPixel;
    }

    /**
     * Returns whether a triangle covers a sample of a square.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param column of squares
     * @param row of squares
     */
    public boolean covers(int[] r, int at, int column, int row) {
        return coverage.covers(r, at, column * side, row * side);
    }
}
