package dev.azulejo.core.pixel;

import dev.azulejo.core.shader.FragmentBatch;

import java.util.Arrays;

/**
 * Fragments of a tile that wait for the fragment stage, those of one entry together. Either those
 * of blended triangles, in order, or the visible ones of a tile, sorted: never both at a time.
 * Owned by one thread.
 */
final class FragmentList {
    /** Fragments that a kernel may read beyond the last. */
    private static final int PADDING = FragmentBatch.LENGTH - FragmentBatch.CAPACITY;

    /** Pixel in the tile: 16 times the block plus the lane. */
    final int[] pixel;

    /** Samples, a bit each. */
    final int[] mask;

    /** Entry of the tile's list. */
    final int[] entry;

    /** Fragments of blended triangles. */
    int queued;

    private final int room;

    FragmentList(int tileSize, int samples) {
        // Room for one more triangle beyond a full tile of samples.
        int capacity = tileSize * tileSize * (samples + 1) + PADDING;
        pixel = new int[capacity];
        mask = new int[capacity];
        entry = new int[capacity];
        // With one sample a pixel nobody ever writes another mask.
        Arrays.fill(mask, 1);
        room = tileSize * tileSize + PADDING;
    }

    /** Whether a whole tile of fragments has room behind those that are queued. */
    boolean hasRoom() {
        return queued + room <= pixel.length;
    }
}
