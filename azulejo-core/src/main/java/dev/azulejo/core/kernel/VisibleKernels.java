package dev.azulejo.core.kernel;

/** Which pixels of a tile show which triangle. */
public interface VisibleKernels {
    /** Bits of a run's place that are its mask; the number of its block lies above them. */
    int MASK = 0xffff;

    /**
     * Finds the pixels that show one triangle, or none, in all their samples.
     *
     * @param tile what is visible
     * @param out a mask of 16 pixels for each block, row-major
     */
    void uniform(TileSamples tile, int[] out);

    /**
     * Takes what is visible out of a tile with one sample a pixel, as runs: the pixels of one block
     * that show one triangle. First come the first runs of all blocks, row-major, then the second
     * ones, and so on; runs of a block by their first lanes.
     *
     * @param tile read; shows nothing afterwards
     * @param entry replaced by the entry that each run shows; room for the tile's pixels
     * @param place replaced by the mask of each run's pixels and, from bit 16, its block
     * @param rest room for the tile's blocks
     * @return how many runs there are
     */
    int runs(TileSamples tile, int[] entry, int[] place, int[] rest);
}
