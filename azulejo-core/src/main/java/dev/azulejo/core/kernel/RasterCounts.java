package dev.azulejo.core.kernel;

/** Sums that raster kernels add to, one addition a call. Owned by one worker. */
public final class RasterCounts {
    /** Blocks in which coverage was computed. */
    public long blocks;

    /** Samples covered. */
    public long tested;

    /** Samples that passed the depth test. */
    public long passed;
}
