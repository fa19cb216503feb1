package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;

import java.util.Arrays;

/**
 * What the cull pipeline tells the replay pipeline of some chunks when it keeps no triangles: one
 * bit a primitive, set where a triangle of it may be visible. {@link #CHUNK_BYTES} a chunk.
 *
 * <p>Threads: {@link #begin} by one; then each chunk's bits belong to who works on the chunk.
 */
public final class VisibilityBits {
    private static final int WORDS = ChunkWork.PRIMITIVES / Long.SIZE;

    /** Memory of a chunk's bits. */
    public static final int CHUNK_BYTES = WORDS * Long.BYTES;

    private long[] words = new long[0];
    private int first;
    private int count;

    /** Makes one with room for nothing. */
    public VisibilityBits() {}

    /**
     * Clears the bits of some chunks and forgets those of others.
     *
     * @param firstChunk the first
     * @param chunks how many
     */
    public void begin(int firstChunk, int chunks) {
        first = firstChunk;
        count = chunks;
        if (words.length < chunks * WORDS) {
            words = new long[chunks * WORDS];
        } else {
            Arrays.fill(words, 0, chunks * WORDS, 0);
        }
    }

    /** Memory of the bits, bytes. */
    public long bytes() {
        return (long) count * CHUNK_BYTES;
    }

    /** Keeps what has survived of a chunk. */
    void set(int chunk, Survivors survivors) {
        System.arraycopy(survivors.words, 0, words, (chunk - first) * WORDS, WORDS);
    }

    /** Keeps all primitives of a chunk. */
    void setAll(int chunk, int primitives) {
        int at = (chunk - first) * WORDS;
        for (int p = 0; p < primitives; p += Long.SIZE) {
            int left = Math.min(Long.SIZE, primitives - p);
            words[at + p / Long.SIZE] = -1L >>> Long.SIZE - left;
        }
    }

    /** The bits of all chunks. */
    long[] words() {
        return words;
    }

    /** Where a chunk's bits begin there. */
    int first(int chunk) {
        return (chunk - first) * WORDS;
    }

    /** Returns how many primitives of a chunk may be visible. */
    public int count(int chunk) {
        int sum = 0;
        int at = (chunk - first) * WORDS;
        for (int w = at; w < at + WORDS; w++) {
            sum += Long.bitCount(words[w]);
        }
        return sum;
    }
}
