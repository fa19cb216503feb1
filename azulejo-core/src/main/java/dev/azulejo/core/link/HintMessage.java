package dev.azulejo.core.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of what one GPU tells others, the same in one process as between machines. All numbers
 * are little endian and unsigned; what a message is about is in its header, so that one that comes
 * late, twice or never does no harm.
 *
 * <pre>
 *  at  bytes  header
 *   0    2    magic, 'A' 'z'
 *   2    1    version, 1
 *   3    1    kind: 1 hints, 2 statistics, 3 alive, 4 done, 5 objects; 6 is
 *             a {@link VisibilityMessage}, and refused here
 *   4    1    GPU that sends, 0 to 63, below the next
 *   5    1    GPUs of the group, N, 1 to 64
 *   6    2    count: pieces (hints), GPUs (statistics), 1 (alive, done), objects
 *   8    4    frame
 *  12    2    phase of the frame
 *  14    2    region map that the hints hold for
 *  16    4    first piece (hints) or object, below 2^31; first GPU (statistics); otherwise 0
 *  20    4    length of the whole message, from magic to check
 *  24    2    flags: bit 1 exact sets, 0 unless these are hints; others 0
 *  26    2    0
 *
 *  28         payload
 *             hints, for each piece, in ascending order:
 *        2      pieces left out before it: 0 for the first, and where it follows the one before
 *        B      mask: bit g, counted from the lowest of the first byte, says that GPU g's regions
 *               may be touched; B = N / 8, rounded up; bits from N on are 0
 *               with exact sets:
 *        2      primitives of the piece, P, up to 512; 0: no sets for this piece
 *               for each GPU in the mask, from the lowest, unless P is 0:
 *        S        set: bit p says that primitive p survives; S = P / 8, rounded up; bits from P on
 *                 are 0
 *             statistics, for each GPU from the first on:
 *       64      8 numbers of 8 bytes, below 2^63, in the order of {@link Statistic}
 *             alive and done:
 *        8      pieces pretested so far in this phase, below 2^63
 *        8      tiles finished so far in this phase, below 2^63
 *             objects, for each draw call from the first on, what the sender did:
 *        4      pieces rendered
 *        4      pieces left out: a hint said so, or they lie elsewhere
 *        4      of those rendered, pieces that touched none of its regions
 *
 *  end   4    check: CRC-32C of everything before
 * </pre>
 *
 * <p>Consecutive pieces are pretested by different GPUs, so that one GPU's message skips those of
 * the others. A mask with no bit is a hint as well: the piece touches no region at all.
 *
 * <p>The check finds every change of a single bit and every burst of up to 32; of what is garbled
 * at random one in 2^32 passes, of which most then fail at what the header may say.
 */
public final class HintMessage {
    /** Version that is written, and the only one that is read. */
    public static final int VERSION = 1;

    /** Most GPUs of a group: a mask is a long. */
    public static final int MOST_GPUS = 64;

    /** Most pieces in one message. */
    public static final int MOST_PIECES = 0xFFFF;

    /** Most primitives of a piece that has exact sets. */
    public static final int MOST_PRIMITIVES = 512;

    /** Longs of the exact set of a piece for one GPU. */
    public static final int SET_WORDS = MOST_PRIMITIVES / Long.SIZE;

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 28;

    /** Bytes of the check at the end. */
    public static final int CHECK_BYTES = 4;

    static final int MAGIC = 'A' | 'z' << 8;
    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 2;
    static final int KIND_AT = 3;
    static final int SENDER_AT = 4;
    static final int GPUS_AT = 5;
    static final int COUNT_AT = 6;
    static final int FRAME_AT = 8;
    static final int PHASE_AT = 12;
    static final int MAP_AT = 14;
    static final int FIRST_AT = 16;
    static final int LENGTH_AT = 20;
    static final int FLAGS_AT = 24;
    static final int ZERO_AT = 26;

    static final int SETS_FLAG = 2;

    static final int GAP_BYTES = 2;
    static final int SIZE_BYTES = 2;
    static final int STATISTICS_BYTES = Statistic.COUNT * 8;
    static final int PROGRESS_BYTES = 16;
    static final int OBJECT_BYTES = 12;

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);

    /** What a message says. Its code is its place in this order, from 1. */
    public enum Kind {
        /** Which GPUs' regions pieces touch. */
        HINTS,
        /** What GPUs did in a frame. */
        STATISTICS,
        /** How far the sender is; it is at work. */
        ALIVE,
        /** The sender has finished the phase. */
        DONE,
        /** What the sender did of each draw call. */
        OBJECTS;

        private static final Kind[] ALL = values();

        int code() {
            return ordinal() + 1;
        }

        /** Returns the kind with a code, or null. */
        static Kind of(int code) {
            return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
        }
    }

    private HintMessage() {}

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the bytes of a message of hints that has room for pieces whatever they touch.
     *
     * @param pieces how many, 0 to {@link #MOST_PIECES}
     * @param gpus GPUs of the group, 1 to 64
     */
    public static int hintBytes(int pieces, int gpus, HintDetail detail) {
        int piece = GAP_BYTES + maskBytes(gpus);
        piece += detail == HintDetail.SETS ? SIZE_BYTES + gpus * setBytes(MOST_PRIMITIVES) : 0;
        return Math.addExact(HEADER_BYTES + CHECK_BYTES, Math.multiplyExact(pieces, piece));
    }

    /** Returns the bytes of a message with the statistics of some GPUs. */
    public static int statisticsBytes(int gpus) {
        return HEADER_BYTES + gpus * STATISTICS_BYTES + CHECK_BYTES;
    }

    /** Returns the bytes of a message with what a GPU did of some objects. */
    public static int objectsBytes(int objects) {
        return HEADER_BYTES + objects * OBJECT_BYTES + CHECK_BYTES;
    }

    /** Returns the mask of all GPUs of a group, 1 to 64. */
    public static long all(int gpus) {
        return -1L >>> -gpus;
    }

    /** Refuses what is no group, or no GPU of it. */
    static void checkGpu(int gpu, int gpus) {
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new IllegalArgumentException(
                    "gpus=%d is not in 1..%d".formatted(gpus, MOST_GPUS));
        }
        if (gpu < 0 || gpu >= gpus) {
            throw new IllegalArgumentException("gpu=%d is not in 0..%d".formatted(gpu, gpus - 1));
        }
    }

    /** Refuses what does not fit into 16 bits: cut off, it would pass for another. */
    static void checkNumber(String name, int number) {
        if (number < 0 || number > 0xFFFF) {
            throw new IllegalArgumentException("%s=%d is not in 0..65535".formatted(name, number));
        }
    }

    static int maskBytes(int gpus) {
        return gpus + 7 >> 3;
    }

    static int setBytes(int primitives) {
        return primitives + 7 >> 3;
    }

    static int getByte(byte[] bytes, int at) {
        return bytes[at] & 0xFF;
    }

    static int getShort(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at) & 0xFFFF;
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Returns the number in some bytes, 0 to 8 of them. */
    static long getBytes(byte[] bytes, int at, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[at + i] & 0xFFL) << 8 * i;
        }
        return value;
    }

    static void putShort(byte[] bytes, int at, int value) {
        SHORTS.set(bytes, at, (short) value);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** Writes the lowest bytes of a number, 0 to 8 of them. */
    static void putBytes(byte[] bytes, int at, int count, long value) {
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (value >>> 8 * i);
        }
    }
}
