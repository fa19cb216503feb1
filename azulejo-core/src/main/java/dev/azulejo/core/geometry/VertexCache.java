package dev.azulejo.core.geometry;

import java.util.Arrays;

/**
 * Finds out which vertices a chunk has seen already: an open hash table from vertex index to slot,
 * emptied by advancing a stamp.
 */
final class VertexCache {
    private static final int SIZE = 4096;

    private final int[] key = new int[SIZE];
    private final int[] slot = new int[SIZE];
    private final int[] stamp = new int[SIZE];
    private int now;

    void clear() {
        if (++now == 0) {
            Arrays.fill(stamp, 0);
            now = 1;
        }
    }

    /** Returns the slot of a vertex; if there is none, {@code next} becomes its slot. */
    int find(int vertex, int next) {
        int at = (vertex * 0x9E3779B1) >>> 20;
        while (stamp[at] == now) {
            if (key[at] == vertex) {
                return slot[at];
            }
            at = at + 1 & SIZE - 1;
        }
        stamp[at] = now;
        key[at] = vertex;
        slot[at] = next;
        return next;
    }
}
