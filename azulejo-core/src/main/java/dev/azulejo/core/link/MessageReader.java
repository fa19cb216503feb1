package dev.azulejo.core.link;

import java.util.zip.CRC32C;

/**
 * Reads messages laid out as {@link HintMessage} says, where they lie: nothing is copied or
 * allocated. A message is checked as a whole before anything of it can be read; what is damaged, or
 * not from here, is refused without an exception. Owned by one thread; the bytes must stay as they
 * are while they are read.
 */
public final class MessageReader {
    private final CRC32C check = new CRC32C();

    private byte[] bytes;
    private int start;

    /** Where the check begins. */
    private int end;

    private HintMessage.Kind kind;

    private int at;
    private int left;
    private int piece;
    private int lastPiece;
    private long mask;
    private int setsAt;
    private int primitives;

    /**
     * Looks at a message.
     *
     * @param message where it lies
     * @param offset its first byte
     * @param length its bytes
     * @return whether it is whole and says what it may. If not, there is nothing to read.
     */
    public boolean read(byte[] message, int offset, int length) {
        kind = null;
        left = 0;
        if (offset < 0
                || length < HintMessage.HEADER_BYTES + HintMessage.CHECK_BYTES
                || offset > message.length - length) {
            return false;
        }
        bytes = message;
        start = offset;
        end = offset + length - HintMessage.CHECK_BYTES;
        if (isWhole(length) && headerIsValid()) {
            var found = HintMessage.Kind.of(header(HintMessage.KIND_AT));
            if (found != null && payloadIsValid(found)) {
                kind = found;
                rewind();
                return true;
            }
        }
        left = 0;
        return false;
    }

    private int header(int field) {
        return HintMessage.getByte(bytes, start + field);
    }

    private int headerShort(int field) {
        return HintMessage.getShort(bytes, start + field);
    }

    private int headerInt(int field) {
        return HintMessage.getInt(bytes, start + field);
    }

    private boolean isWhole(int length) {
        if (headerShort(HintMessage.MAGIC_AT) != HintMessage.MAGIC
                || header(HintMessage.VERSION_AT) != HintMessage.VERSION
                || headerInt(HintMessage.LENGTH_AT) != length) {
            return false;
        }
        check.reset();
        check.update(bytes, start, length - HintMessage.CHECK_BYTES);
        return (int) check.getValue() == HintMessage.getInt(bytes, end);
    }

    private boolean headerIsValid() {
        return gpus() >= 1
                && gpus() <= HintMessage.MOST_GPUS
                && sender() < gpus()
                && first() >= 0
                && (flags() & ~HintMessage.SETS_FLAG) == 0
                && headerShort(HintMessage.ZERO_AT) == 0;
    }

    private boolean payloadIsValid(HintMessage.Kind found) {
        return switch (found) {
            case HINTS -> hintsAreValid();
            case STATISTICS ->
                    flags() == 0
                            && first() <= gpus() - count()
                            && numbersAreValid(count() * Statistic.COUNT);
            case ALIVE, DONE -> flags() == 0 && count() == 1 && first() == 0 && numbersAreValid(2);
            case OBJECTS ->
                    flags() == 0
                            && first() <= Integer.MAX_VALUE - count()
                            && end - start - HintMessage.HEADER_BYTES
                                    == count() * HintMessage.OBJECT_BYTES;
        };
    }

    private boolean numbersAreValid(int numbers) {
        int from = start + HintMessage.HEADER_BYTES;
        if (end - from != numbers * Long.BYTES) {
            return false;
        }
        for (int i = 0; i < numbers; i++) {
            if (HintMessage.getLong(bytes, from + i * Long.BYTES) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean hintsAreValid() {
        rewind();
        while (left > 0) {
            if (!step()) {
                return false;
            }
        }
        lastPiece = piece;
        return at == end && (count() > 0 || first() == 0);
    }

    /** Goes back to before the first piece. */
    public void rewind() {
        at = start + HintMessage.HEADER_BYTES;
        left = count();
        piece = first() - 1;
    }

    /** Goes to the next piece of hints. Returns whether there is one. */
    public boolean next() {
        return kind == HintMessage.Kind.HINTS && left > 0 && step();
    }

    /** Finds the parts of the next piece. Returns whether they are there and as they may be. */
    private boolean step() {
        int maskBytes = HintMessage.maskBytes(gpus());
        if (end - at < HintMessage.GAP_BYTES + maskBytes) {
            return false;
        }
        int gap = HintMessage.getShort(bytes, at);
        if (gap > Integer.MAX_VALUE - 1 - piece || left == count() && gap != 0) {
            return false;
        }
        piece += gap + 1;
        mask = HintMessage.getBytes(bytes, at + HintMessage.GAP_BYTES, maskBytes);
        at += HintMessage.GAP_BYTES + maskBytes;
        left--;
        return (mask & ~HintMessage.all(gpus())) == 0 && stepOverSets();
    }

    /** Leaves some bytes behind. Returns whether there were as many. */
    private boolean stepOver(int count) {
        if (count > end - at) {
            return false;
        }
        at += count;
        return true;
    }

    private boolean stepOverSets() {
        primitives = 0;
        if (!hasSets()) {
            return true;
        }
        if (end - at < HintMessage.SIZE_BYTES) {
            return false;
        }
        primitives = HintMessage.getShort(bytes, at);
        at += HintMessage.SIZE_BYTES;
        setsAt = at;
        int touched = Long.bitCount(mask);
        return primitives <= HintMessage.MOST_PRIMITIVES
                && stepOver(touched * HintMessage.setBytes(primitives))
                && setsEndInZeros(touched);
    }

    private boolean setsEndInZeros(int touched) {
        int used = primitives & 7;
        if (used == 0) {
            return true;
        }
        int setBytes = HintMessage.setBytes(primitives);
        for (int i = 1; i <= touched; i++) {
            if (HintMessage.getByte(bytes, setsAt + i * setBytes - 1) >>> used != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns what the message says; null if it was refused. */
    public HintMessage.Kind kind() {
        return kind;
    }

    /** Returns the GPU that says it has sent the message. */
    public int sender() {
        return header(HintMessage.SENDER_AT);
    }

    /** Returns how many GPUs the sender's group has. */
    public int gpus() {
        return header(HintMessage.GPUS_AT);
    }

    /** Returns the number of the frame. */
    public int frame() {
        return headerInt(HintMessage.FRAME_AT);
    }

    /** Returns the number of the phase. */
    public int phase() {
        return headerShort(HintMessage.PHASE_AT);
    }

    /** Returns the number of the region map. */
    public int map() {
        return headerShort(HintMessage.MAP_AT);
    }

    /** Returns the first piece of hints, the first GPU of statistics, or the first object. */
    public int first() {
        return headerInt(HintMessage.FIRST_AT);
    }

    /** Returns how many pieces, GPUs or objects the message tells of. */
    public int count() {
        return headerShort(HintMessage.COUNT_AT);
    }

    private int flags() {
        return headerShort(HintMessage.FLAGS_AT);
    }

    /** Returns whether pieces may have exact sets. */
    public boolean hasSets() {
        return (flags() & HintMessage.SETS_FLAG) != 0;
    }

    /** Returns the last piece of hints, -1 if there is none. */
    public int lastPiece() {
        return lastPiece;
    }

    /** Returns the number of the piece. */
    public int piece() {
        return piece;
    }

    /** Returns the GPUs whose regions the piece may touch. */
    public long mask() {
        return mask;
    }

    /** Whether the piece is said to touch a GPU's regions. */
    private boolean touches(int gpu) {
        return (mask >>> gpu & 1) != 0;
    }

    /** How many GPUs in the mask come before one. */
    private int rank(int gpu) {
        return Long.bitCount(mask & (1L << gpu) - 1);
    }

    /** Returns how many primitives the exact sets of the piece are of; 0 if it has none. */
    public int setSize() {
        return primitives;
    }

    /**
     * Returns 64 bits of a GPU's exact set; 0 beyond the piece's primitives.
     *
     * @param gpu whose
     * @param word bits from 64 times this on
     */
    public long setWord(int gpu, int word) {
        int setBytes = HintMessage.setBytes(primitives);
        int count = Math.min(Long.BYTES, setBytes - word * Long.BYTES);
        return touches(gpu) && count > 0
                ? HintMessage.getBytes(
                        bytes, setsAt + rank(gpu) * setBytes + word * Long.BYTES, count)
                : 0;
    }

    /**
     * Returns a number of statistics.
     *
     * @param entry which GPU, from the first
     * @param statistic which number
     */
    public long statistic(int entry, Statistic statistic) {
        return number(entry * Statistic.COUNT + statistic.ordinal());
    }

    /** Returns pieces pretested so far, of a message alive or done. */
    public long pretested() {
        return number(0);
    }

    /** Returns tiles finished so far, of a message alive or done. */
    public long tiles() {
        return number(1);
    }

    /** Returns how many pieces of an object the sender rendered; entries from the first object. */
    public int rendered(int entry) {
        return object(entry, 0);
    }

    /** Returns how many pieces of an object the sender left out: by a hint, or elsewhere. */
    public int leftOut(int entry) {
        return object(entry, 1);
    }

    /** Returns how many pieces of an object the sender rendered for nothing. */
    public int forNothing(int entry) {
        return object(entry, 2);
    }

    private int object(int entry, int value) {
        int at4 = start + HintMessage.HEADER_BYTES + entry * HintMessage.OBJECT_BYTES;
        return HintMessage.getInt(bytes, at4 + value * Integer.BYTES);
    }

    private long number(int at8) {
        return HintMessage.getLong(bytes, start + HintMessage.HEADER_BYTES + at8 * Long.BYTES);
    }
}
