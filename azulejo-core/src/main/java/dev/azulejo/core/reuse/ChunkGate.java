package dev.azulejo.core.reuse;

import dev.azulejo.core.geometry.ChunkOutput;

/**
 * Looks at chunks on their way to the tiles, so that tiles and draw calls can be compared later.
 *
 * <p>Threads: {@link #note} and {@link #hash} by workers, each with its own number, each chunk by
 * one of them; the rest by the submitting thread.
 */
public interface ChunkGate {
    /** Notes the tiles that a processed chunk touches, if that is wanted. */
    void note(ChunkOutput chunk);

    /**
     * Makes room for chunks that are hashed when they have been processed.
     *
     * @param chunks the chunks, begun
     * @param count how many
     * @param culls whether early Z or hints may drop triangles of them
     */
    void expect(ChunkOutput[] chunks, int count, boolean culls);

    /** Returns whether chunks are hashed: tiles are compared. */
    boolean hashes();

    /** Hashes a chunk's triangles, or takes over what is known of them, if that is wanted. */
    void hash(int worker, ChunkOutput chunk, int index);

    /**
     * Tiles are visited several times after all, because not all geometry could be taken in at
     * once: they cannot be compared, neither now nor with this render.
     */
    void windowed();
}
