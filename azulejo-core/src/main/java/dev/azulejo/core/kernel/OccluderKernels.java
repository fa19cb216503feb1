package dev.azulejo.core.kernel;

/** What triangles cover of blocks of pixels, and how far it lies at most. */
public interface OccluderKernels {
    /**
     * Finds the pixels of each block that its triangle covers at all samples, and the key of the
     * farthest depth that the triangle can have in the rectangle around them: its plane's at one
     * corner of all samples there, in the rasteriser's arithmetic, whose rounded operations rise or
     * fall with their operands.
     *
     * @param blocks read and completed
     */
    void cover(OccluderBlocks blocks);
}
