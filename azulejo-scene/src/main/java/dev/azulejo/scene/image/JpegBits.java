package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * Reads the coded data of a JPEG scan bit by bit, without the zeros that follow bytes of ones. At a
 * marker, or where the data end, come zeros; {@link #isWithin} tells whether any were taken.
 *
 * <p>Source: ITU-T T.81, F.2.2.
 */
final class JpegBits {
    /** Code words up to so many bits are looked up. */
    private static final int QUICK_BITS = 9;

    /** The code words of a table. */
    static final class Words {
        /** By the next bits: length in bits 8..15, symbol in bits 0..7; 0 for longer words. */
        private final short[] quick = new short[1 << QUICK_BITS];

        /** Past the last word of a length, as if it had 16 bits. */
        private final int[] end = new int[17];

        /** What turns a word of a length into a place among the symbols. */
        private final int[] shift = new int[17];

        private final byte[] symbols;

        /**
         * Assigns words.
         *
         * @param counts how many there are of 1 to 16 bits, from index 1 on
         * @param symbols what they stand for, the shortest first
         */
        Words(int[] counts, byte[] symbols) throws ImageFormatException {
            this.symbols = symbols;
            int word = 0;
            int place = 0;
            for (int length = 1; length <= 16; length++) {
                shift[length] = place - word;
                for (int i = 0; i < counts[length]; i++, place++, word++) {
                    if (length <= QUICK_BITS && word < 1 << length) {
                        int from = word << QUICK_BITS - length;
                        int to = from + (1 << QUICK_BITS - length);
                        Arrays.fill(quick, from, to, (short) (length << 8 | symbols[place] & 0xff));
                    }
                }
                if (counts[length] > 0 && word >= 1 << length) {
                    throw new ImageFormatException("JPEG has too many code words");
                }
                end[length] = word << 16 - length;
                word <<= 1;
            }
        }
    }

    private final byte[] data;
    private int at;

    /** The next bits, from the highest down. */
    private long buffer;

    private int available;

    /** Bits at the end of the buffer that no data stand for. */
    private int made;

    /** Begins at a byte. */
    JpegBits(byte[] data, int at) {
        this.data = data;
        this.at = at;
    }

    private void fill() {
        while (available <= 56) {
            int next = 0;
            if (made > 0 || at >= data.length) {
                made += 8;
            } else {
                next = data[at] & 0xff;
                if (next != 0xff) {
                    at++;
                } else if (at + 1 < data.length && data[at + 1] == 0) {
                    at += 2;
                } else {
                    next = 0;
                    made += 8;
                }
            }
            buffer |= (long) next << 56 - available;
            available += 8;
        }
    }

    /** Returns whether only data were read so far. */
    boolean isWithin() {
        return made <= available;
    }

    /** Returns where the marker is that ended the data, or -1 if there are more before it. */
    int end() {
        fill();
        return made > 0 && available - made < 8 ? at : -1;
    }

    /** Returns so many bits, 1 to 16. */
    int take(int count) {
        if (available < count) {
            fill();
        }
        int value = (int) (buffer >>> 64 - count);
        buffer <<= count;
        available -= count;
        return value;
    }

    /** Returns a number of so many bits, 0 to 16, the half of them below zero. */
    int takeSigned(int count) {
        if (count == 0) {
            return 0;
        }
        int value = take(count);
        return value < 1 << count - 1 ? value - (1 << count) + 1 : value;
    }

    /** Returns the symbol of the next code word. */
    int take(Words words) throws ImageFormatException {
        if (available < 16) {
            fill();
        }
        int found = words.quick[(int) (buffer >>> 64 - QUICK_BITS)];
        if (found != 0) {
            int length = found >> 8;
            buffer <<= length;
            available -= length;
            return found & 0xff;
        }
        int next = (int) (buffer >>> 48);
        for (int length = 1; length <= 16; length++) {
            if (next < words.end[length]) {
                buffer <<= length;
                available -= length;
                return words.symbols[(next >> 16 - length) + words.shift[length]] & 0xff;
            }
        }
        throw new ImageFormatException("JPEG has a code word that stands for nothing");
    }
}
