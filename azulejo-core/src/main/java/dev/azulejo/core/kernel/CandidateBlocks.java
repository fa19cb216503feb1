package dev.azulejo.core.kernel;

/**
 * Where one triangle passed the depth test in one tile, before depth is written: what discarding
 * and blending primitives need.
 */
public final class CandidateBlocks {
    /** Blocks in use. */
    public int count;

    /** Index of each block in the tile. */
    public final int[] block;

    /** Lanes that passed, {@code [candidate * samples + sample]}, bit per lane. */
    public final int[] mask;

    /**
     * Depths, {@code [(candidate * samples + sample) * 16 + lane]}; valid where the mask is set.
     */
    public final float[] depth;

    /** Makes room for every block of a tile. */
    public CandidateBlocks(int tileSize, int samples) {
        int blocks = tileSize * tileSize / 16;
        block = new int[blocks];
        mask = new int[blocks * samples];
        depth = new float[blocks * samples * 16];
    }
}
