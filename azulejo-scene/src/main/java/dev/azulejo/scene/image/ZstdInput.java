package dev.azulejo.scene.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes of Zstandard frames, read from the front. Streams of bits in them are read from their ends:
 * a place in one is the number of bits that lie before it in the array, so that reading needs no
 * state beside it.
 */
final class ZstdInput {
    /** How many bits {@link #below} gives at least. */
    static final int WORD_BITS = 57;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final byte[] data;

    /** The next byte. */
    int at;

    /** Where reading ends: behind the level, or the part of it that is being read. */
    int end;

    ZstdInput(byte[] data, int from, int length) {
        this.data = data;
        this.at = from;
        this.end = from + length;
    }

    int left() {
        return end - at;
    }

    /** Reads a number of at most 8 bytes, the lowest first. */
    long number(int bytes) throws ImageFormatException {
        int from = skip(bytes);
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (data[from + i] & 255L) << 8 * i;
        }
        return number;
    }

    int unsignedByte() throws ImageFormatException {
        return data[skip(1)] & 255;
    }

    /** Passes over bytes, and returns where they begin. */
    int skip(long bytes) throws ImageFormatException {
        if (bytes > left()) {
            throw corrupt("a Zstandard frame is cut off");
        }
        int from = at;
        at += (int) bytes;
        return from;
    }

    /** Passes over bytes, and returns what reads them alone. */
    ZstdInput part(int bytes) throws ImageFormatException {
        return new ZstdInput(data, skip(bytes), bytes);
    }

    /** Returns 16 bits that lie before no others, from a bit on; 0 behind the end. */
    int bitsFrom(long bit) {
        int first = (int) (bit >>> 3);
        int bits = 0;
        for (int i = 0; i < 3 && first + i < end; i++) {
            bits |= (data[first + i] & 255) << 8 * i;
        }
        return bits >>> (bit & 7) & 0xFFFF;
    }

    /**
     * Returns where a stream of bits begins that is read from its end: below its highest bit that
     * is set.
     */
    static long top(byte[] data, int from, int to) throws ImageFormatException {
        if (to <= from || data[to - 1] == 0) {
            throw corrupt("a Zstandard stream without an end");
        }
        return 8L * to - 1 - Integer.numberOfLeadingZeros(data[to - 1] << 24);
    }

    /**
     * Returns the bits below a place, from the highest bit of the number down. The lowest ones may
     * be of what lies before the stream: whether too many were taken, the next call tells, or who
     * asks at the end. (Before a stream there are always eight bytes, headers at least.)
     *
     * @param bit the place
     * @param first the place where the stream ends
     */
    static long below(byte[] data, long bit, long first) throws ImageFormatException {
        if (bit < first) {
            throw overrun();
        }
        // Eight bytes, the last of which has the bit below
        return (long) LONGS.get(data, (int) (bit - 57 >> 3)) << (int) (-bit & 7);
    }

    static ImageFormatException overrun() {
        return corrupt("a Zstandard stream ends too early");
    }

    static ImageFormatException corrupt(String why) {
        return new ImageFormatException("KTX2 is corrupt: " + why);
    }
}
