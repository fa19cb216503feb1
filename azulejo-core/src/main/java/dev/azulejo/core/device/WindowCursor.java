package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;

/** Up to where the triangles of a phase have been rendered, in submission order. */
final class WindowCursor {
    /** Chunk of the next triangle. */
    int chunk;

    /** The next triangle in it. */
    int triangle;

    /** Triangles that have been rendered. */
    long triangles;

    /** Goes to the beginning. */
    void begin() {
        chunk = 0;
        triangle = 0;
        triangles = 0;
    }

    /** Goes behind some triangles, and behind chunks of which none are left. */
    void advance(long count, ChunkOutput[] chunks, int chunkCount) {
        long left = count;
        while (chunk < chunkCount) {
            int step = (int) Math.min(left, chunks[chunk].triangles() - triangle);
            triangle += step;
            triangles += step;
            left -= step;
            if (triangle < chunks[chunk].triangles()) {
                return;
            }
            chunk++;
            triangle = 0;
        }
    }
}
