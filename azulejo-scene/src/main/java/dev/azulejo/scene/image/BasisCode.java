package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * A canonical prefix code of BasisLZ: of each symbol's length follows its code, as in Deflate.
 *
 * <p>Source: Khronos, KTX File Format Specification, version 2.0, BasisLZ/ETC1S bitstream,
 * compressed Huffman tables; RFC 1951, section 3.2.2.
 */
final class BasisCode {
    private static final int LONGEST = 16;

    /** Codes of so many bits or fewer are found by one look. */
    private static final int QUICK_BITS = 10;

    /** In which order lengths of codes for lengths come. */
    private static final int[] ORDER = {
        17, 18, 19, 20, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 16
    };

    private static final int SHORT_ZEROS = 17;
    private static final int LONG_ZEROS = 18;
    private static final int SHORT_REPEAT = 19;

    /** Symbols that have a code, by length and then by number. */
    private final int[] symbols;

    /** How many have a code of so many bits. */
    private final int[] counts = new int[LONGEST + 1];

    /** By the next bits: symbol and length, {@code symbol << 5 | length}; 0 if it is longer. */
    private final int[] quick = new int[1 << QUICK_BITS];

    /**
     * Makes a code.
     *
     * @param lengths of each symbol's code, 0 to 16; 0 for one that never comes
     * @throws ImageFormatException if there are more codes than bits can tell apart
     */
    BasisCode(byte[] lengths) throws ImageFormatException {
        for (byte length : lengths) {
            counts[length]++;
        }
        symbols = new int[lengths.length - counts[0]];
        counts[0] = 0;
        int[] next = new int[LONGEST + 1];
        int[] places = new int[LONGEST + 1];
        int code = 0;
        int place = 0;
        for (int length = 1; length <= LONGEST; length++) {
            next[length] = code;
            places[length] = place;
            code += counts[length];
            if (code > 1 << length) {
                throw new ImageFormatException("KTX2 is corrupt: too many codes of Basis");
            }
            code <<= 1;
            place += counts[length];
        }
        for (int symbol = 0; symbol < lengths.length; symbol++) {
            int length = lengths[symbol];
            if (length == 0) {
                continue;
            }
            symbols[places[length]++] = symbol;
            // Codes are written from their highest bit on, so that it is met lowest
            int bits = Integer.reverse(next[length]++) >>> Integer.SIZE - length;
            for (int i = bits; i < quick.length && length <= QUICK_BITS; i += 1 << length) {
                quick[i] = symbol << 5 | length;
            }
        }
    }

    /** Reads a code, which is itself compressed. */
    static BasisCode read(BasisBits in) throws ImageFormatException {
        int used = in.read(14);
        int given = in.read(5);
        if (given > ORDER.length) {
            throw new ImageFormatException("KTX2 is corrupt: %d codes of Basis".formatted(given));
        }
        byte[] lengthsOfLengths = new byte[ORDER.length];
        for (int i = 0; i < given; i++) {
            lengthsOfLengths[ORDER[i]] = (byte) in.read(3);
        }
        var codes = new BasisCode(lengthsOfLengths);
        byte[] lengths = new byte[used];
        int at = 0;
        while (at < used) {
            int symbol = codes.next(in);
            if (symbol <= LONGEST) {
                lengths[at++] = (byte) symbol;
                continue;
            }
            int run =
                    switch (symbol) {
                        case SHORT_ZEROS -> 3 + in.read(3);
                        case LONG_ZEROS -> 11 + in.read(7);
                        case SHORT_REPEAT -> 3 + in.read(2);
                        default -> 7 + in.read(7);
                    };
            boolean isRepeat = symbol >= SHORT_REPEAT;
            if (run > used - at || isRepeat && (at == 0 || lengths[at - 1] == 0)) {
                throw new ImageFormatException("KTX2 is corrupt: lengths of Basis's codes");
            }
            Arrays.fill(lengths, at, at + run, isRepeat ? lengths[at - 1] : 0);
            at += run;
        }
        return new BasisCode(lengths);
    }

    /**
     * Reads the next symbol.
     *
     * @throws ImageFormatException if no symbol has the code that comes next, or it is cut off
     */
    int next(BasisBits in) throws ImageFormatException {
        int bits = in.peek();
        int found = quick[bits & quick.length - 1];
        if (found != 0) {
            in.take(found & 31);
            return found >>> 5;
        }
        return rare(in, bits);
    }

    /** Likewise, length by length. */
    private int rare(BasisBits in, int bits) throws ImageFormatException {
        int code = 0;
        int first = 0;
        int place = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code = code << 1 | bits >>> length - 1 & 1;
            first <<= 1;
            if (code - first < counts[length]) {
                in.take(length);
                return symbols[place + code - first];
            }
            first += counts[length];
            place += counts[length];
        }
        throw new ImageFormatException("KTX2 is corrupt: a code of Basis that nothing has");
    }
}
