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

    /** How many are needed of a chunk of so many. */
    int count(int primitives) {
        return some() ? count : primitives;
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

    /**
     * Whether of each 64 primitives that begin at a multiple of that, all or none are needed.
     *
     * @param primitives of the chunk
     */
    boolean wholeParts(int primitives) {
        for (int w = 0; w * Long.SIZE < primitives; w++) {
            if (words[w] != 0 && words[w] != every(w, primitives)) {
                return false;
            }
        }
        return true;
    }

    /** Bits of all primitives of a word that a chunk of so many has. */
    private static long every(int word, int primitives) {
        int behind = primitives - word * Long.SIZE;
        return behind >= Long.SIZE ? -1 : -1L >>> -behind;
    }

    /**
     * Is to say what another one does of some of the words, and of the others that nothing is
     * needed there.
     *
     * @param all the other one
     * @param primitives of the chunk
     * @param bits which words, bit w for word w
     */
    void only(NeededPrimitives all, int primitives, int bits) {
        none();
        for (int w = 0; w * Long.SIZE < primitives; w++) {
            long word = all.some() ? all.words[w] : every(w, primitives);
            add(w, (bits >>> w & 1) == 0 ? 0 : word);
        }
    }

    /** A bit a primitive, if {@link #some}. */
    long[] words() {
        return words;
    }
}
