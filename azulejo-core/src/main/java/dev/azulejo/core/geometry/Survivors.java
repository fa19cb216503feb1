package dev.azulejo.core.geometry;

import java.util.Arrays;

/** Which primitives of a chunk have left triangles: a bit each. Owned by one thread. */
final class Survivors {
    /** What is written down. */
    enum Bits {
        /** Nothing: nobody reads it. */
        NONE,
        /** A bit a primitive. */
        EACH
    }

    /** Bits, primitive p at bit {@code p & 63} of word {@code p >> 6}. */
    final long[] words;

    /** Of each of these primitives, triangles of the chunk up to its last one. */
    final int[] trianglesEnd;

    private Bits kept = Bits.NONE;

    private final long[] dense;

    /** Makes room for so many primitives. */
    Survivors(int primitives) {
        words = new long[primitives + 63 >> 6];
        dense = new long[words.length + 1];
        trianglesEnd = new int[primitives];
    }

    /** Nothing has survived yet. */
    void begin(Bits bits) {
        kept = bits;
        Arrays.fill(words, 0);
    }

    /**
     * A primitive has left triangles.
     *
     * @param primitive which
     * @param triangles how many the chunk has now
     */
    void mark(int primitive, int triangles) {
        if (kept == Bits.EACH) {
            words[primitive >> 6] |= 1L << primitive;
            trianglesEnd[primitive] = triangles;
        }
    }

    /**
     * Primitives have left a triangle each.
     *
     * @param primitive which, rising
     * @param count how many
     * @param first number of the first that is not counted up from
     * @param triangles how many the chunk had before
     */
    void markAll(int[] primitive, int count, int first, int triangles) {
        for (int i = 0; kept == Bits.EACH && i < count; i++) {
            mark(primitive[i] - first, triangles + i + 1);
        }
    }

    /**
     * Numbers primitives as the chunk does, where only some of it were looked at and counted up.
     *
     * @param among which of the chunk's primitives were looked at, a bit each
     */
    void renumber(long[] among) {
        System.arraycopy(words, 0, dense, 0, words.length);
        int from = 0;
        for (int w = 0; w < words.length; w++) {
            int shift = from & 63;
            long next = dense[from >> 6] >>> shift;
            if (shift != 0) {
                next |= dense[(from >> 6) + 1] << 64 - shift;
            }
            words[w] = Long.expand(next, among[w]);
            from += Long.bitCount(among[w]);
        }
    }
}
