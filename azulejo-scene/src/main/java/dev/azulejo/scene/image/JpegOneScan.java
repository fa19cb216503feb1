package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * Writes coefficients as a JPEG of one scan. Code words are as long for one symbol as for another:
 * nobody keeps this file, and short words are quick to read.
 *
 * <p>Source: ITU-T T.81, annex F.
 */
final class JpegOneScan {
    private static final int DC_BITS = 4;
    private static final int AC_BITS = 8;

    /** Differences of DC have up to so many bits. */
    private static final int DC_SIZES = 11;

    /** Other coefficients have up to so many. */
    private static final int AC_SIZES = 10;

    /** Sixteen zeros, and no end. */
    private static final int SIXTEEN_ZEROS = 0xf0;

    /** Words of AC symbols, which are 4 bits of run and 4 of size. */
    private static final int[] AC_WORDS = new int[256];

    /** AC symbols in the order of their words. */
    private static final byte[] AC_SYMBOLS = new byte[16 * AC_SIZES + 2];

    static {
        int word = 0;
        for (int run = 0; run < 16; run++) {
            for (int size = 0; size <= AC_SIZES; size++) {
                if (size > 0 || run == 0 || run == 15) {
                    AC_WORDS[run << 4 | size] = word;
                    AC_SYMBOLS[word++] = (byte) (run << 4 | size);
                }
            }
        }
    }

    private final byte[] out;
    private int length;

    /** Bits that do not fill a byte yet, the last one lowest. */
    private long bits;

    private int count;

    /**
     * Writes into some memory.
     *
     * @param most bytes; what needs more is refused
     */
    JpegOneScan(int most) {
        out = new byte[most];
    }

    /** Writes a marker, or what else is no coded data. */
    void add(byte[] from, int at, int bytes) throws ImageFormatException {
        need(bytes);
        System.arraycopy(from, at, out, length, bytes);
        length += bytes;
    }

    /** Writes both tables of code words, and the head of a scan of all components. */
    void begin(int[] componentIds) throws ImageFormatException {
        byte[] sizes = new byte[DC_SIZES + 1];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = (byte) i;
        }
        table(0x00, DC_BITS, sizes);
        table(0x10, AC_BITS, AC_SYMBOLS);
        segment(0xda, 4 + 2 * componentIds.length);
        put(componentIds.length);
        for (int id : componentIds) {
            put(id);
            put(0);
        }
        put(0);
        put(63);
        put(0);
    }

    private void table(int name, int wordBits, byte[] symbols) throws ImageFormatException {
        segment(0xc4, 17 + symbols.length);
        put(name);
        for (int i = 1; i <= 16; i++) {
            put(i == wordBits ? symbols.length : 0);
        }
        add(symbols, 0, symbols.length);
    }

    private void segment(int marker, int bytes) throws ImageFormatException {
        need(bytes + 4);
        put(0xff);
        put(marker);
        put(bytes + 2 >> 8);
        put(bytes + 2);
    }

    /**
     * Writes a block.
     *
     * @param coefficients 64 of each block, in zigzag order
     * @param from the first of this one
     * @param others a bit for each of 1..63 that is not 0
     * @param difference of its first coefficient to the one before in its component
     */
    void block(short[] coefficients, int from, long others, int difference)
            throws ImageFormatException {
        // A coefficient takes 19 bits and may need as many zeros after bytes of ones.
        need(5 * (2 + Long.bitCount(others)) + 8);
        int size = size(difference, DC_SIZES);
        word(size, DC_BITS);
        number(difference, size);
        int last = 0;
        for (long left = others; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            for (; run > 15; run -= 16) {
                word(AC_WORDS[SIXTEEN_ZEROS], AC_BITS);
            }
            int value = coefficients[from + k];
            int bitsOfValue = size(value, AC_SIZES);
            word(AC_WORDS[run << 4 | bitsOfValue], AC_BITS);
            number(value, bitsOfValue);
            last = k;
        }
        if (last < 63) {
            word(AC_WORDS[0], AC_BITS);
        }
    }

    private static int size(int value, int most) throws ImageFormatException {
        int size = 32 - Integer.numberOfLeadingZeros(Math.abs(value));
        if (size > most) {
            throw new ImageFormatException("JPEG has a coefficient that is too large");
        }
        return size;
    }

    private void number(int value, int size) {
        word(value < 0 ? value + (1 << size) - 1 : value, size);
    }

    private void word(int word, int wordBits) {
        bits = bits << wordBits | word;
        count += wordBits;
        while (count >= 8) {
            count -= 8;
            int next = (int) (bits >> count) & 0xff;
            put(next);
            if (next == 0xff) {
                put(0);
            }
        }
    }

    /** Fills the last byte, and returns how many there are. */
    byte[] end() throws ImageFormatException {
        need(4);
        word(0x7f, 7);
        put(0xff);
        put(0xd9);
        return Arrays.copyOf(out, length);
    }

    private void need(int bytes) throws ImageFormatException {
        if (out.length - length < bytes) {
            throw new ImageFormatException("JPEG is larger in one scan than expected");
        }
    }

    private void put(int next) {
        out[length++] = (byte) next;
    }
}
