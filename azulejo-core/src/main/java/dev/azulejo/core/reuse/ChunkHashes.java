package dev.azulejo.core.reuse;

import java.util.Arrays;

/**
 * Where the hashes of each chunk's triangles lie, two longs each. The arrays belong to workers.
 * Workers write the entries of different chunks.
 */
final class ChunkHashes {
    private long[][] words = new long[64][];
    private int[] first = new int[64];

    /** Makes room for some chunks. */
    void require(int chunks) {
        if (first.length < chunks) {
            int room = Math.max(chunks, 2 * first.length);
            words = Arrays.copyOf(words, room);
            first = Arrays.copyOf(first, room);
        }
    }

    /** Says where a chunk's hashes are. */
    void set(int chunk, long[] array, int at) {
        if (words[chunk] != array) {
            words[chunk] = array;
        }
        first[chunk] = at;
    }

    /** The array with a chunk's hashes. */
    long[] words(int chunk) {
        return words[chunk];
    }

    /** First long of the first triangle's hash. */
    int first(int chunk) {
        return first[chunk];
    }
}
