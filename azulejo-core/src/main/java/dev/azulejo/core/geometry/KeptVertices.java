package dev.azulejo.core.geometry;

/**
 * What is kept of a chunk's vertices between culling and replay, in a worker's memory, from {@link
 * #at} on: vertex index and 1/w of each vertex in use, then for each vertex that clipping made
 * three places of vertices in use, their weights, and 1/w; floats as their bits.
 */
final class KeptVertices {
    private static final int[] NONE = {};

    int[] words = NONE;
    int at;

    /** Vertices in use. */
    int used;

    /** Vertices that clipping made. */
    int clipped;

    /** Smallest index of a vertex in use. */
    int minVertex;

    /** Largest, likewise. */
    int maxVertex;

    /** Ints for so many vertices. */
    static int words(int usedCount, int clippedCount) {
        return 2 * usedCount + 7 * clippedCount;
    }
}
