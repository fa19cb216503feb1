package dev.azulejo.scene.environment;

import java.util.Arrays;

/**
 * Huffman's codes, as OpenEXR's PIZ has them: of words of 16 bits, and of one symbol that repeats
 * the word before. How long each code is stands before them, in 6 bits, and zeros in runs. Of codes
 * the longer are the smaller, and of equal length they grow with their symbols.
 */
final class ExrHuffman {
    private static final int SYMBOLS = (1 << 16) + 1;
    private static final int HEAD = 20;

    /** No code is longer; larger numbers are runs of zeros: of 2 to 5, or more in 8 bits more. */
    private static final int LONGEST = 58;

    private static final int SHORT_RUN = 59;
    private static final int SHORTEST_RUN = 2;
    private static final int LONG_RUN = 63;
    private static final int SHORTEST_LONG_RUN = 6;

    /** Codes up to this length are found at once. */
    private static final int QUICK = 12;

    /** Words and codes of repetitions after which it is asked whether to go on. */
    private static final int PATIENCE = 1 << 20;

    private final byte[] lengths = new byte[SYMBOLS];

    /** By code length: the first code, and how many there are. */
    private final long[] first = new long[LONGEST + 1];

    private final int[] counts = new int[LONGEST + 1];

    /** Symbols by code length and number, and where those of a length begin. */
    private final int[] sorted = new int[SYMBOLS];

    private final int[] begins = new int[LONGEST + 2];

    /** By the next bits: 16 times the symbol, plus how long its code is; 0 for longer ones. */
    private final int[] quick = new int[1 << QUICK];

    private byte[] bytes;

    /** In bits; what lies beyond the end is 0. */
    private long at;

    private long end;

    /**
     * Decodes words.
     *
     * @param packed bytes
     * @param from the first of them
     * @param stop the last of them is before that
     * @param words takes them
     * @param count how many words there are
     * @param goOn called every now and then
     * @return false if they are corrupt
     */
    boolean decode(byte[] packed, int from, int stop, char[] words, int count, Runnable goOn) {
        if (stop - from < HEAD) {
            return false;
        }
        bytes = packed;
        end = 8L * stop;
        int least = int32(from);
        int most = int32(from + 4);
        int bits = int32(from + 12);
        if (least < 0 || most >= SYMBOLS || least > most || bits < 0) {
            return false;
        }
        at = 8L * (from + HEAD);
        if (!readLengths(least, most) || !number()) {
            return false;
        }
        at = (at + 7) / 8 * 8;
        if (bits > end - at) {
            return false;
        }
        end = at + bits;
        int to = 0;
        int work = 0;
        while (to < count) {
            int symbol = symbol();
            if (symbol < 0) {
                return false;
            }
            if (symbol != most) {
                words[to++] = (char) symbol;
            } else {
                int again = bits(8);
                if (to == 0 || again > count - to) {
                    return false;
                }
                Arrays.fill(words, to, to + again, words[to - 1]);
                to += again;
                work += again;
            }
            if (at > end) {
                return false;
            }
            // A repetition may be of nothing, and there may be any number of them
            work++;
            if (work >= PATIENCE) {
                work = 0;
                goOn.run();
            }
        }
        return at == end;
    }

    private int int32(int place) {
        return bytes[place] & 0xff
                | (bytes[place + 1] & 0xff) << 8
                | (bytes[place + 2] & 0xff) << 16
                | (bytes[place + 3] & 0xff) << 24;
    }

    private boolean readLengths(int least, int most) {
        Arrays.fill(lengths, (byte) 0);
        int symbol = least;
        while (symbol <= most) {
            int length = bits(6);
            int zeros = 0;
            if (length == LONG_RUN) {
                zeros = bits(8) + SHORTEST_LONG_RUN;
            } else if (length >= SHORT_RUN) {
                zeros = length - SHORT_RUN + SHORTEST_RUN;
            } else {
                lengths[symbol++] = (byte) length;
            }
            symbol += zeros;
            if (symbol > most + 1 || at > end) {
                return false;
            }
        }
        return true;
    }

    /** Finds out what code each symbol has; returns false if there are more than fit. */
    private boolean number() {
        Arrays.fill(counts, 0);
        for (byte length : lengths) {
            counts[length]++;
        }
        counts[0] = 0;
        long code = 0;
        for (int length = LONGEST; length > 0; length--) {
            first[length] = code;
            if (code + counts[length] > 1L << length) {
                return false;
            }
            code = code + counts[length] >> 1;
        }
        for (int length = 1; length <= LONGEST; length++) {
            begins[length + 1] = begins[length] + counts[length];
        }
        int[] next = begins.clone();
        Arrays.fill(quick, 0);
        for (int symbol = 0; symbol < SYMBOLS; symbol++) {
            int length = lengths[symbol];
            if (length > 0) {
                int index = next[length]++;
                sorted[index] = symbol;
                if (length <= QUICK) {
                    int own = (int) first[length] + index - begins[length];
                    int rest = QUICK - length;
                    Arrays.fill(quick, own << rest, own + 1 << rest, symbol << 4 | length);
                }
            }
        }
        return true;
    }

    /** Returns the next symbol, or -1 if there is no such code. */
    private int symbol() {
        int known = quick[peek(QUICK)];
        if (known != 0) {
            at += known & 15;
            return known >> 4;
        }
        long code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code = code << 1 | bits(1);
            long index = code - first[length];
            if (index >= 0 && index < counts[length]) {
                return sorted[begins[length] + (int) index];
            }
        }
        return -1;
    }

    private int bits(int count) {
        int bits = peek(count);
        at += count;
        return bits;
    }

    /** Returns the next bits, at most 16 of them. */
    private int peek(int count) {
        int place = (int) (at >>> 3);
        int three = byteAt(place) << 16 | byteAt(place + 1) << 8 | byteAt(place + 2);
        return three >> 24 - count - (int) (at & 7) & (1 << count) - 1;
    }

    private int byteAt(int place) {
        return place < bytes.length ? bytes[place] & 0xff : 0;
    }
}
