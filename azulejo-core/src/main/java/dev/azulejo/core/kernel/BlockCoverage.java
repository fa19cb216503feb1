package dev.azulejo.core.kernel;

/** Which pixels of a 4x4 block lie inside three edges. */
public interface BlockCoverage {
    /**
     * Returns the pixels, bit 4 * i + j for pixel (i, j) of the block, at which all three edge
     * functions are at least 0.
     *
     * @param a0 slope of edge 0 a pixel along x; likewise the next two
     * @param a1 edge 1
     * @param a2 edge 2
     * @param b0 slope of edge 0 a pixel along y; likewise the next two
     * @param b1 edge 1
     * @param b2 edge 2
     * @param e0 edge 0 at pixel (0, 0) of the block; likewise the next two
     * @param e1 edge 1
     * @param e2 edge 2
     */
    int inside(int a0, int a1, int a2, int b0, int b1, int b2, int e0, int e1, int e2);
}
