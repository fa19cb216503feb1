package dev.azulejo.scene.image;

/**
 * What the numbers of a Zstandard sequence, or weights of Huffman codes, are coded with: a code,
 * and more bits for all but small ones. Codes are decoded by a table, a state after the other
 * (finite state entropy): a table has an entry for each of 2^n states.
 *
 * <p>An entry, from the lowest bit: 8 bits say how many more bits the number has, 8 how many bits
 * are added to the next state, 16 what to, 32 what the number's bits are added to.
 *
 * <p>Source: RFC 8878, 3.1.1.3.2 and 4.1.
 */
final class ZstdCodes {
    static final ZstdCodes LITERAL_LENGTHS =
            new ZstdCodes(
                    0,
                    bits(16, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
                    9,
                    6,
                    ints(
                            4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
                            2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1));

    static final ZstdCodes MATCH_LENGTHS =
            new ZstdCodes(
                    3,
                    bits(32, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16),
                    9,
                    6,
                    ints(
                            1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1,
                            -1, -1, -1, -1, -1, -1));

    static final ZstdCodes OFFSETS =
            new ZstdCodes(
                    1,
                    bits(
                            1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                            20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31),
                    8,
                    5,
                    ints(
                            1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            -1, -1, -1, -1, -1));

    /** These have a table of their own each time. */
    static final ZstdCodes WEIGHTS =
            new ZstdCodes(0, bits(ZstdHuffman.MOST_BITS + 1), 6, 0, ints(1));

    /** How much is added to a code's bits, and how many those are. */
    private final long[] numbers;

    private final int mostLog;

    /** The table that is used where a frame has none. */
    private final long[] usual;

    /**
     * Makes codes.
     *
     * @param first the smallest number
     * @param bits how many bits follow each code
     * @param mostLog the most that the binary logarithm of a table's length may be
     * @param usualLog for the table that is used where a frame has none
     * @param usual likewise: shares, as {@link #spread} takes them
     */
    private ZstdCodes(int first, int[] bits, int mostLog, int usualLog, int[] usual) {
        this.mostLog = mostLog;
        numbers = new long[bits.length];
        long number = first;
        for (int code = 0; code < bits.length; code++) {
            numbers[code] = number << 32 | bits[code];
            number += 1L << bits[code];
        }
        this.usual = spread(usual, usual.length, usualLog);
    }

    private static int[] ints(int... ints) {
        return ints;
    }

    /** Codes of numbers that need no bits, and others'. */
    private static int[] bits(int without, int... others) {
        int[] bits = new int[without + others.length];
        System.arraycopy(others, 0, bits, without, others.length);
        return bits;
    }

    /**
     * Reads a table in one of the ways that sequences know.
     *
     * @param mode two bits
     * @param last what was used before in the frame; null for nothing
     */
    long[] table(ZstdInput in, int mode, long[] last) throws ImageFormatException {
        return switch (mode) {
            case 0 -> usual;
            case 1 -> {
                int code = in.unsignedByte();
                if (code >= numbers.length) {
                    throw ZstdInput.corrupt("a Zstandard code of %d".formatted(code));
                }
                yield new long[] {numbers[code]};
            }
            case 2 -> described(in);
            default -> {
                if (last == null) {
                    throw ZstdInput.corrupt("a Zstandard table to be used again, but none before");
                }
                yield last;
            }
        };
    }

    /** Reads a table: which share of states each code has. */
    long[] described(ZstdInput in) throws ImageFormatException {
        long bit = 8L * in.at;
        int log = 5 + (in.bitsFrom(bit) & 15);
        bit += 4;
        if (log > mostLog) {
            throw ZstdInput.corrupt("a Zstandard table of 2^%d states".formatted(log));
        }
        int[] shares = new int[numbers.length];
        int codes = 0;
        int left = 1 << log;
        while (left > 0) {
            if (codes >= shares.length) {
                throw ZstdInput.corrupt("a Zstandard table of too many codes");
            }
            // One of left + 2 numbers: small ones have a bit less, as far as that is free
            int most = left + 1;
            int width = 32 - Integer.numberOfLeadingZeros(most);
            int free = (1 << width) - 1 - most;
            int bits = in.bitsFrom(bit);
            int number = bits & (1 << width - 1) - 1;
            if (number < free) {
                bit += width - 1;
            } else {
                number = bits & (1 << width) - 1;
                number -= number >= 1 << width - 1 ? free : 0;
                bit += width;
            }
            // -1 for less than one state, which takes one
            int share = number - 1;
            shares[codes++] = share;
            left -= Math.abs(share);
            if (share == 0) {
                int more;
                do {
                    more = in.bitsFrom(bit) & 3;
                    bit += 2;
                    codes += more;
                } while (more == 3);
            }
        }
        in.skip((bit + 7 >>> 3) - in.at);
        return spread(shares, codes, log);
    }

    /**
     * Makes a table.
     *
     * @param shares how many states each code has; -1 for one that changes to any other
     * @param codes how many codes there are
     * @param log the binary logarithm of how many states there are
     */
    private long[] spread(int[] shares, int codes, int log) {
        int states = 1 << log;
        int[] codeOf = new int[states];
        int[] next = new int[codes];
        int high = states - 1;
        for (int code = 0; code < codes; code++) {
            next[code] = Math.abs(shares[code]);
            if (shares[code] < 0) {
                codeOf[high--] = code;
            }
        }
        int step = (states >> 1) + (states >> 3) + 3;
        int state = 0;
        for (int code = 0; code < codes; code++) {
            for (int i = 0; i < shares[code]; i++) {
                codeOf[state] = code;
                do {
                    state = state + step & states - 1;
                } while (state > high);
            }
        }
        long[] table = new long[states];
        for (int i = 0; i < states; i++) {
            int rank = next[codeOf[i]]++;
            int bits = log - (31 - Integer.numberOfLeadingZeros(rank));
            long base = (rank << bits) - states;
            table[i] = numbers[codeOf[i]] | base << 16 | bits << 8;
        }
        return table;
    }

    /** Returns how many bits say which state of a table is the first. */
    static int log(long[] table) {
        return 31 - Integer.numberOfLeadingZeros(table.length);
    }
}
