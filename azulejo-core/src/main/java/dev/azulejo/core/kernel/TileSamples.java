package dev.azulejo.core.kernel;

/**
 * Depth and visible triangle of every sample of a tile. Layout of all arrays: 4x4 pixel blocks
 * row-major, {@code [(block * samples + sample) * 16 + lane]}, lane = 4 * (y mod 4) + x mod 4: one
 * sample of a block is one 16-lane vector.
 */
public final class TileSamples {
    /** In {@link #visible}, of samples that show nothing that is not shaded yet. */
    public static final int NOTHING = -1;

    /** Samples a pixel. */
    public final int samples;

    /** Blocks in a row of the tile. */
    public final int blocksAcross;

    /** Window depth. */
    public final float[] depth;

    /** Entry of the tile's list that is visible and not shaded yet, or {@link #NOTHING}. */
    public final int[] visible;

    /** Makes the storage of a tile. */
    public TileSamples(int tileSize, int samples) {
        this.samples = samples;
        this.blocksAcross = tileSize / 4;
        this.depth = new float[tileSize * tileSize * samples];
        this.visible = new int[tileSize * tileSize * samples];
    }
}
