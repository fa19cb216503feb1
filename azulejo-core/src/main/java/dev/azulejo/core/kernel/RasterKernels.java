package dev.azulejo.core.kernel;

/**
 * Coverage and depth of one triangle in one tile.
 *
 * <p>A block is skipped where an edge function is negative at all its pixels. Depth is evaluated at
 * the sample, {@code (z0 + dzdx * fx) + dzdy * fy} with fx, fy exact, and clamped to the
 * triangle's.
 */
public interface RasterKernels {
    /**
     * Tests depth, writes it (if the state says so) and makes the triangle the visible one where it
     * passes, if it is to be seen.
     *
     * @param t the triangle as set up for the tile
     * @param tile read and written
     * @param id what to store as visible; negative: nothing, depth alone changes
     * @param counts added to
     */
    void visibility(TileTriangle t, TileSamples tile, int id, RasterCounts counts);

    /**
     * As {@link #visibility} for each of some small triangles in turn, with one sample a pixel, the
     * depth test LESS, and depth written.
     *
     * @param triangles as brought together for the tile
     * @param tile read and written
     * @param counts added to
     */
    void small(SmallTriangles triangles, TileSamples tile, RasterCounts counts);

    /**
     * Tests depth and lists where the triangle passes; writes nothing to the tile.
     *
     * @param t the triangle as set up for the tile
     * @param tile read
     * @param out replaced by the blocks with at least one passing sample
     * @param counts added to
     */
    void candidates(TileTriangle t, TileSamples tile, CandidateBlocks out, RasterCounts counts);
}
