package dev.azulejo.core.link;

import java.util.zip.CRC32C;

/**
 * Writes messages into bytes of the caller, laid out as {@link HintMessage} says. Allocates
 * nothing. Owned by one thread; the bytes are written until the method that ends a message returns.
 */
public final class MessageWriter {
    private final int gpus;
    private final int sender;
    private final CRC32C check = new CRC32C();
    private int frame;
    private int phase;
    private int map;

    private byte[] into;
    private int start;
    private int at;

    /** Where the check begins at the latest. */
    private int limit;

    private int flags;
    private int count;

    /** The piece added last, if there is one. */
    private int lastPiece;

    /**
     * Makes a writer for one GPU.
     *
     * @param gpus GPUs of the group, 1 to 64
     * @param sender whose messages they are
     */
    public MessageWriter(int gpus, int sender) {
        HintMessage.checkGpu(sender, gpus);
        this.gpus = gpus;
        this.sender = sender;
    }

    /**
     * Says what the next messages are about.
     *
     * @param frame number of the frame, any
     * @param phase number of the phase in it, 16 bits
     * @param map number of the region map, 16 bits
     */
    public void address(int frame, int phase, int map) {
        HintMessage.checkNumber("phase", phase);
        HintMessage.checkNumber("map", map);
        this.frame = frame;
        this.phase = phase;
        this.map = map;
    }

    /**
     * Begins a message of hints.
     *
     * @param bytes where it is written
     * @param offset its first byte
     * @param capacity bytes that it may take, at least those of a message without pieces
     * @param detail what it may say of a piece
     */
    public void beginHints(byte[] bytes, int offset, int capacity, HintDetail detail) {
        begin(bytes, offset, capacity, 0);
        flags = detail == HintDetail.SETS ? HintMessage.SETS_FLAG : 0;
    }

    private void begin(byte[] bytes, int offset, int capacity, int payload) {
        int needed = HintMessage.HEADER_BYTES + payload + HintMessage.CHECK_BYTES;
        if (capacity < needed || offset < 0 || offset > bytes.length - capacity) {
            throw new IllegalArgumentException(
                    "capacity=%d at offset=%d of %d bytes: %d are needed"
                            .formatted(capacity, offset, bytes.length, needed));
        }
        into = bytes;
        start = offset;
        at = offset + HintMessage.HEADER_BYTES;
        limit = offset + capacity - HintMessage.CHECK_BYTES;
        flags = 0;
        count = 0;
    }

    /**
     * Adds a piece to a message; if the message has exact sets, this piece has none.
     *
     * @param piece its number, 0 and up
     * @param mask the GPUs whose regions it may touch
     * @return whether it is in the message now. If not, it is full or the piece does not come soon
     *     enough after the one before: finish this message and begin another.
     */
    public boolean add(int piece, long mask) {
        return add(piece, mask, null, 0);
    }

    /**
     * Adds a piece to a message.
     *
     * @param piece its number, 0 and up
     * @param mask the GPUs whose regions it may touch
     * @param sets 8 longs for each GPU of the group, a bit a surviving primitive; read for those in
     *     the mask, if the message has exact sets
     * @param primitives how many the piece has, up to 512; 0: no sets for it
     * @return as for {@link #add(int, long)}
     */
    public boolean add(int piece, long mask, long[] sets, int primitives) {
        if ((mask & ~HintMessage.all(gpus)) != 0) {
            throw new IllegalArgumentException(
                    "mask=%x names a GPU that is not among %d".formatted(mask, gpus));
        }
        if (piece < 0) {
            throw new IllegalArgumentException("piece=%d is below 0".formatted(piece));
        }
        if (primitives < 0 || primitives > HintMessage.MOST_PRIMITIVES) {
            throw new IllegalArgumentException(
                    "primitives=%d is not in 0..%d"
                            .formatted(primitives, HintMessage.MOST_PRIMITIVES));
        }
        if (!follows(piece) || bytes(mask, primitives) > limit - at) {
            return false;
        }
        HintMessage.putShort(into, at, count == 0 ? 0 : piece - lastPiece - 1);
        at += HintMessage.GAP_BYTES;
        int maskBytes = HintMessage.maskBytes(gpus);
        HintMessage.putBytes(into, at, maskBytes, mask);
        at += maskBytes;
        if ((flags & HintMessage.SETS_FLAG) != 0) {
            putSets(mask, sets, primitives);
        }
        if (count++ == 0) {
            HintMessage.putInt(into, start + HintMessage.FIRST_AT, piece);
        }
        lastPiece = piece;
        return true;
    }

    /** Whether a piece can be the next one. */
    private boolean follows(int piece) {
        return count == 0
                || piece > lastPiece
                        && piece - lastPiece - 1 <= 0xFFFF
                        && count < HintMessage.MOST_PIECES;
    }

    /** Bytes that a piece takes. */
    private int bytes(long mask, int primitives) {
        int touched = Long.bitCount(mask);
        int bytes = HintMessage.GAP_BYTES + HintMessage.maskBytes(gpus);
        if ((flags & HintMessage.SETS_FLAG) != 0) {
            bytes += HintMessage.SIZE_BYTES + touched * HintMessage.setBytes(primitives);
        }
        return bytes;
    }

    private void putSets(long mask, long[] sets, int primitives) {
        HintMessage.putShort(into, at, primitives);
        at += HintMessage.SIZE_BYTES;
        if (primitives == 0) {
            return;
        }
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            for (int p = 0; p < primitives; p += Long.SIZE) {
                int bits = Math.min(Long.SIZE, primitives - p);
                long word = sets[gpu * HintMessage.SET_WORDS + p / Long.SIZE];
                int bytes = HintMessage.setBytes(bits);
                HintMessage.putBytes(into, at, bytes, word & HintMessage.all(bits));
                at += bytes;
            }
        }
    }

    /** Returns how many pieces the message under way has. */
    public int pieces() {
        return count;
    }

    /** Ends a message of hints. Returns its length. */
    public int finish() {
        if (count == 0) {
            HintMessage.putInt(into, start + HintMessage.FIRST_AT, 0);
        }
        return end(HintMessage.Kind.HINTS);
    }

    /**
     * Writes the statistics of some GPUs.
     *
     * @param bytes where they are written
     * @param offset the message's first byte
     * @param capacity bytes that it may take
     * @param first the first GPU
     * @param number how many GPUs
     * @param values for each, from the first, its numbers in the order of {@link Statistic}, 0 and
     *     up
     * @return the message's length
     */
    public int statistics(
            byte[] bytes, int offset, int capacity, int first, int number, long[] values) {
        if (first < 0 || number < 0 || first > gpus - number) {
            throw new IllegalArgumentException(
                    "first=%d and number=%d leave 0..%d".formatted(first, number, gpus - 1));
        }
        begin(bytes, offset, capacity, number * HintMessage.STATISTICS_BYTES);
        for (int i = 0; i < number * Statistic.COUNT; i++) {
            putNumber(values[i]);
        }
        count = number;
        HintMessage.putInt(into, start + HintMessage.FIRST_AT, first);
        return end(HintMessage.Kind.STATISTICS);
    }

    /**
     * Writes how far the GPU is.
     *
     * @param kind alive, or done with the phase
     * @param bytes where it is written
     * @param offset the message's first byte
     * @param capacity bytes that it may take
     * @param pretested pieces pretested so far in this phase
     * @param tiles tiles finished so far in this phase
     * @return the message's length
     */
    public int progress(
            HintMessage.Kind kind,
            byte[] bytes,
            int offset,
            int capacity,
            long pretested,
            long tiles) {
        if (kind != HintMessage.Kind.ALIVE && kind != HintMessage.Kind.DONE) {
            throw new IllegalArgumentException("%s says nothing of progress".formatted(kind));
        }
        begin(bytes, offset, capacity, HintMessage.PROGRESS_BYTES);
        putNumber(pretested);
        putNumber(tiles);
        count = 1;
        HintMessage.putInt(into, start + HintMessage.FIRST_AT, 0);
        return end(kind);
    }

    /**
     * Writes what the GPU did of some objects.
     *
     * @param bytes where it is written
     * @param offset the message's first byte
     * @param capacity bytes that it may take
     * @param first the first object
     * @param number how many objects, up to {@link HintMessage#MOST_PIECES}
     * @param values of each object from 0 on, three numbers of 32 bits: pieces rendered, left out,
     *     rendered for nothing
     * @return the message's length
     */
    public int objects(
            byte[] bytes, int offset, int capacity, int first, int number, int[] values) {
        if (first < 0 || number < 0 || number > HintMessage.MOST_PIECES) {
            throw new IllegalArgumentException(
                    "first=%d, number=%d: at most %d objects a message"
                            .formatted(first, number, HintMessage.MOST_PIECES));
        }
        begin(bytes, offset, capacity, number * HintMessage.OBJECT_BYTES);
        for (int i = 3 * first; i < 3 * (first + number); i++) {
            HintMessage.putInt(into, at, values[i]);
            at += Integer.BYTES;
        }
        count = number;
        HintMessage.putInt(into, start + HintMessage.FIRST_AT, first);
        return end(HintMessage.Kind.OBJECTS);
    }

    private void putNumber(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("%d is below 0".formatted(value));
        }
        HintMessage.putLong(into, at, value);
        at += Long.BYTES;
    }

    /** Writes the header, but for the first piece, and the check. */
    private int end(HintMessage.Kind kind) {
        int length = at + HintMessage.CHECK_BYTES - start;
        HintMessage.putShort(into, start + HintMessage.MAGIC_AT, HintMessage.MAGIC);
        into[start + HintMessage.VERSION_AT] = HintMessage.VERSION;
        into[start + HintMessage.KIND_AT] = (byte) kind.code();
        into[start + HintMessage.SENDER_AT] = (byte) sender;
        into[start + HintMessage.GPUS_AT] = (byte) gpus;
        HintMessage.putShort(into, start + HintMessage.COUNT_AT, count);
        HintMessage.putInt(into, start + HintMessage.FRAME_AT, frame);
        HintMessage.putShort(into, start + HintMessage.PHASE_AT, phase);
        HintMessage.putShort(into, start + HintMessage.MAP_AT, map);
        HintMessage.putInt(into, start + HintMessage.LENGTH_AT, length);
        HintMessage.putShort(into, start + HintMessage.FLAGS_AT, flags);
        HintMessage.putShort(into, start + HintMessage.ZERO_AT, 0);
        check.reset();
        check.update(into, start, length - HintMessage.CHECK_BYTES);
        HintMessage.putInt(into, at, (int) check.getValue());
        return length;
    }
}
