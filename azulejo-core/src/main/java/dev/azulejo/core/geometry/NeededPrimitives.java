package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;

/**
 * Which primitives of a chunk are processed: all of them, unless whoever asked for the chunk knows
 * better. What is left out must put nothing into the tiles that are rendered. Written by the worker
 * that takes the chunk on.
 */
public final class NeededPrimitives {
    private static final int ALL = -1;

    /** A bit a primitive; made when first needed. */
    private long[] words = {};

    private int count = ALL;

    NeededPrimitives() {}

    /** All are needed. */
    void all() {
        count = ALL;
    }

    /** None is needed, but for what {@link #add} adds. */
    public void none() {
        if (words.length == 0) {
            words = new long[ChunkWork.PRIMITIVES / Long.SIZE];
        }
        count = 0;
    }

    /**
     * Adds up to 64 primitives.
     *
     * @param word which 64 of the chunk's primitives
     * @param bits which of them; others of these are not needed
     */
    public void add(int word, long bits) {
        words[word] = bits;
        count += Long.bitCount(bits);
    }

    /** Whether some are left out, or may be. */
    boolean some() {
        return count != ALL;
    }

    /** How many are needed, if {@link #some}. */
    public int count() {
        return count;
    }

    /** The first that is needed, if {@link #some} and any is. */
    int first() {
        int w = 0;
        while (words[w] == 0) {
            w++;
        }
        return w * Long.SIZE + Long.numberOfTrailingZeros(words[w]);
    }

    /**
     * Whether those that are needed follow each other without a gap, if any is.
     *
     * @param primitives of the chunk
     */
    boolean gapless(int primitives) {
        int w = primitives - 1 >> 6;
        while (words[w] == 0) {
            w--;
        }
        int end = (w + 1) * Long.SIZE - Long.numberOfLeadingZeros(words[w]);
        return end - first() == count;
    }

    /** A bit a primitive, if {@link #some}. */
    long[] words() {
        return words;
    }
}
