package dev.azulejo.cli;

import dev.azulejo.cluster.message.CodecException;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Three of the filters of PNG (W3C Recommendation, third edition, 9): each byte of a row as it is,
 * or as its difference from the pixel on its left or above it, so that smooth rows become small
 * numbers. The other two took far longer than all else that a part needs on its way, and a picture
 * was no smaller for them; these go through eight bytes at a time.
 */
final class RowFilter {
    /** How many there are; none of them, which is number 0, included. */
    static final int COUNT = 3;

    private static final int SUB = 1;
    private static final int UP = 2;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Of eight bytes: the highest bit of each, and the lowest. */
    private static final long HIGH = 0x8080808080808080L;

    private static final long LOW = 0x0101010101010101L;

    /**
     * Every second byte of eight, and a 1 in each two: what they are multiplied by to be summed.
     */
    private static final long PAIRS = 0x00ff00ff00ff00ffL;

    private static final long SUM = 0x0001000100010001L;

    private RowFilter() {}

    /**
     * Filters a row by the one that makes its numbers smallest; returns which.
     *
     * @param row bytes of the row
     * @param above of the row above; zero where there is none
     * @param length bytes of both, whole pixels, one at least
     * @param pixel bytes of a pixel
     * @param to receives the row, filtered
     * @param at where it begins there
     */
    static int best(byte[] row, byte[] above, int length, int pixel, byte[] to, int at) {
        long none = sum(row, 0, pixel);
        long left = none + differences(row, pixel, row, length);
        long up = differences(row, 0, above, length);
        none += sum(row, pixel, length);
        if (none <= left && none <= up) {
            System.arraycopy(row, 0, to, at, length);
            return 0;
        }
        if (left <= up) {
            System.arraycopy(row, 0, to, at, pixel);
            subtract(row, pixel, row, length, to, at + pixel);
            return SUB;
        }
        subtract(row, 0, above, length, to, at);
        return UP;
    }

    /** Adds up the magnitudes of bytes. */
    private static long sum(byte[] row, int from, int end) {
        long sum = 0;
        int i = from;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            sum += magnitudes((long) LONGS.get(row, i));
        }
        for (; i < end; i++) {
            sum += Math.abs(row[i]);
        }
        return sum;
    }

    /** Adds up how far the bytes of a row from one on are from others, from the first on. */
    private static long differences(byte[] row, int from, byte[] others, int length) {
        long sum = 0;
        int i = from;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            sum += magnitudes(minus((long) LONGS.get(row, i), (long) LONGS.get(others, i - from)));
        }
        for (; i < length; i++) {
            sum += Math.abs((byte) (row[i] - others[i - from]));
        }
        return sum;
    }

    private static void subtract(
            byte[] row, int from, byte[] others, int length, byte[] to, int at) {
        int i = from;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            long difference = minus((long) LONGS.get(row, i), (long) LONGS.get(others, i - from));
            LONGS.set(to, at + i - from, difference);
        }
        for (; i < length; i++) {
            to[at + i - from] = (byte) (row[i] - others[i - from]);
        }
    }

    /** Adds up the magnitudes of eight signed bytes. */
    private static long magnitudes(long bytes) {
        long negative = bytes >>> 7 & LOW;
        long magnitude = (bytes ^ negative * 0xff) + negative;
        return ((magnitude & PAIRS) + (magnitude >>> 8 & PAIRS)) * SUM >>> 48;
    }

    /** Subtracts eight bytes from eight, each modulo 256. */
    private static long minus(long a, long b) {
        return (a | HIGH) - (b & ~HIGH) ^ (a ^ ~b) & HIGH;
    }

    /** Adds eight bytes to eight, each modulo 256. */
    private static long plus(long a, long b) {
        return (a & ~HIGH) + (b & ~HIGH) ^ (a ^ b) & HIGH;
    }

    /**
     * Turns a filtered row into what it was.
     *
     * @param filter which one
     * @param row filtered, and what it was afterwards
     * @param above of the row above, what it was; zero where there is none
     * @param length bytes of both, whole pixels, one at least
     * @param pixel bytes of a pixel
     */
    static void undo(int filter, byte[] row, byte[] above, int length, int pixel) {
        switch (filter) {
            case 0 -> {}
            case SUB -> addLeft(row, length, pixel);
            case UP -> addAbove(row, above, length);
            default -> throw new CodecException("a row with filter %d".formatted(filter));
        }
    }

    private static void addLeft(byte[] row, int length, int pixel) {
        int i = pixel;
        if (pixel == Integer.BYTES) {
            int last = (int) INTS.get(row, 0);
            for (; i <= length - Integer.BYTES; i += Integer.BYTES) {
                last = (int) plus(last, (int) INTS.get(row, i));
                INTS.set(row, i, last);
            }
        }
        for (; i < length; i++) {
            row[i] += row[i - pixel];
        }
    }

    private static void addAbove(byte[] row, byte[] above, int length) {
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            LONGS.set(row, i, plus((long) LONGS.get(row, i), (long) LONGS.get(above, i)));
        }
        for (; i < length; i++) {
            row[i] += above[i];
        }
    }
}
