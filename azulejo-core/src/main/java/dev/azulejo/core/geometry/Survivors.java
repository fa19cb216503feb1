package dev.azulejo.core.geometry;

import java.util.Arrays;

/** Which primitives of a chunk have left triangles: a bit each. Owned by one thread. */
final class Survivors {
    /** Bits, primitive p at bit {@code p & 63} of word {@code p >> 6}. */
    final long[] words;

    /** Makes room for so many primitives. */
    Survivors(int primitives) {
        words = new long[primitives + 63 >> 6];
    }

    /** Forgets all. */
    void clear() {
        Arrays.fill(words, 0);
    }

    /** A primitive has left a triangle. */
    void mark(int primitive) {
        words[primitive >> 6] |= 1L << primitive;
    }
}
