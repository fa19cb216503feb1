package dev.azulejo.core.link;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Reads visibility streams laid out as {@link VisibilityMessage} says, where they lie: nothing is
 * copied or allocated. A message is checked as a whole before anything of it can be read; what is
 * damaged, or not from here, is refused without an exception. Owned by one thread; the bytes must
 * stay as they are while they are read.
 */
public final class VisibilityReader {
    /** What a number is that is not there, or not as it may be. */
    private static final long NONE = -1;

    private static final int MOST_NUMBER_BYTES = 6;

    private final CRC32C check = new CRC32C();
    private final long[] bits = new long[VisibilityMessage.WORDS];

    private byte[] bytes;

    /** Where the check begins. */
    private int end;

    private int frame;
    private int phase;
    private int map;
    private int bin;
    private int items;

    private int at;
    private int left;
    private int nextChunk;
    private int run;
    private int nextPatch;

    private boolean isPatches;
    private int index;
    private int first;
    private int count;
    private int selected;

    /**
     * Looks at a message.
     *
     * @param message where it lies, from 0
     * @param length its bytes
     * @return whether it is whole and says what it may. If not, there is nothing to read.
     */
    public boolean read(byte[] message, int length) {
        items = 0;
        left = 0;
        if (length < VisibilityMessage.HEADER_BYTES + VisibilityMessage.CHECK_BYTES
                || length > message.length) {
            return false;
        }
        bytes = message;
        end = length - VisibilityMessage.CHECK_BYTES;
        if (!isWhole(length)) {
            return false;
        }
        items = HintMessage.getInt(message, VisibilityMessage.ITEMS_AT);
        if (!itemsAreValid()) {
            items = 0;
            left = 0;
            return false;
        }
        readHead();
        return true;
    }

    /**
     * Looks again at a message that somebody has found whole, and that nobody has written since:
     * nothing is checked.
     *
     * @param message where it lies, from 0
     * @param length its bytes
     */
    public void readAgain(byte[] message, int length) {
        bytes = message;
        end = length - VisibilityMessage.CHECK_BYTES;
        items = HintMessage.getInt(message, VisibilityMessage.ITEMS_AT);
        readHead();
    }

    private void readHead() {
        bin = HintMessage.getShort(bytes, VisibilityMessage.BIN_AT);
        frame = HintMessage.getInt(bytes, HintMessage.FRAME_AT);
        phase = HintMessage.getShort(bytes, HintMessage.PHASE_AT);
        map = HintMessage.getShort(bytes, HintMessage.MAP_AT);
        rewind();
    }

    private boolean isWhole(int length) {
        if (HintMessage.getShort(bytes, HintMessage.MAGIC_AT) != HintMessage.MAGIC
                || bytes[HintMessage.VERSION_AT] != HintMessage.VERSION
                || bytes[HintMessage.KIND_AT] != VisibilityMessage.KIND
                || HintMessage.getShort(bytes, VisibilityMessage.ZERO_AT) != 0
                || HintMessage.getInt(bytes, HintMessage.LENGTH_AT) != length) {
            return false;
        }
        check.reset();
        check.update(bytes, 0, end);
        return (int) check.getValue() == HintMessage.getInt(bytes, end);
    }

    /** Goes through all items: each takes a byte at least, so that a wrong number ends soon. */
    private boolean itemsAreValid() {
        if (items < 0 || items > end - VisibilityMessage.HEADER_BYTES) {
            return false;
        }
        rewind();
        while (left > 0) {
            if (!step()) {
                return false;
            }
        }
        return at == end;
    }

    /** Goes back to before the first item. */
    public void rewind() {
        at = VisibilityMessage.HEADER_BYTES;
        left = items;
        nextChunk = 0;
        run = 0;
        nextPatch = 0;
        count = VisibilityMessage.MOST_PRIMITIVES;
    }

    /** Goes to the next item. Returns whether there is one. */
    public boolean next() {
        return left > 0 && step();
    }

    private boolean step() {
        left--;
        long head = number();
        if (head == NONE) {
            return false;
        }
        long difference = head >>> VisibilityMessage.DIFFERENCE_SHIFT;
        isPatches = (head & VisibilityMessage.PATCHES_FLAG) != 0;
        boolean found = isPatches ? findPatches(difference) : findChunk(difference);
        if (!found || (head & VisibilityMessage.SAME_SIZE_FLAG) == 0 && !findSize()) {
            return false;
        }
        if (isPatches) {
            if (first > Integer.MAX_VALUE - count) {
                return false;
            }
            nextPatch = first + count;
        }
        return findBits((int) head & VisibilityMessage.FORM_MASK);
    }

    private boolean findChunk(long difference) {
        long chunk = nextChunk + difference;
        if (chunk >= Integer.MAX_VALUE) {
            return false;
        }
        index = (int) chunk;
        first = 0;
        nextChunk = index + 1;
        return true;
    }

    private boolean findPatches(long difference) {
        long leftOut = number();
        long from = (difference == 0 ? nextPatch : 0) + leftOut;
        long found = run + difference;
        if (leftOut == NONE || from >= Integer.MAX_VALUE || found >= Integer.MAX_VALUE) {
            return false;
        }
        run = (int) found;
        index = run;
        first = (int) from;
        return true;
    }

    private boolean findSize() {
        long size = number();
        if (size < 1 || size > VisibilityMessage.MOST_PRIMITIVES) {
            return false;
        }
        count = (int) size;
        return true;
    }

    private boolean findBits(int form) {
        boolean valid =
                switch (form) {
                    case VisibilityMessage.PLANE -> findPlane();
                    case VisibilityMessage.RUNS -> findRuns();
                    case VisibilityMessage.ALL_BUT_RUNS -> findRuns() && invert();
                    default -> findAll();
                };
        selected = 0;
        for (long word : bits) {
            selected += Long.bitCount(word);
        }
        return valid;
    }

    private boolean findAll() {
        for (int w = 0; w < bits.length; w++) {
            bits[w] = VisibilityMessage.members(w, count);
        }
        return true;
    }

    private boolean invert() {
        for (int w = 0; w < bits.length; w++) {
            bits[w] = ~bits[w] & VisibilityMessage.members(w, count);
        }
        return true;
    }

    /** Takes the bits as they are. Returns whether they are there, with zeros behind them. */
    private boolean findPlane() {
        int planeBytes = HintMessage.setBytes(count);
        if (planeBytes > end - at) {
            return false;
        }
        boolean endsInZeros = true;
        for (int w = 0; w < bits.length; w++) {
            int here = Math.clamp(planeBytes - (long) w * Long.BYTES, 0, Long.BYTES);
            bits[w] = HintMessage.getBytes(bytes, at + w * Long.BYTES, here);
            endsInZeros &= (bits[w] & ~VisibilityMessage.members(w, count)) == 0;
        }
        at += planeBytes;
        return endsInZeros;
    }

    private boolean findRuns() {
        Arrays.fill(bits, 0);
        long runs = number();
        if (runs == NONE || runs > count) {
            return false;
        }
        long from = -1;
        for (int i = 0; i < runs; i++) {
            long leftOut = number();
            long less = number();
            from += 1 + leftOut;
            long to = from + less + 1;
            if (leftOut == NONE || less == NONE || to > count) {
                return false;
            }
            set((int) from, (int) to);
            from = to;
        }
        return true;
    }

    private void set(int from, int to) {
        for (int w = from >> 6; w << 6 < to; w++) {
            long before = w == from >> 6 ? -1L << from : -1L;
            bits[w] |= before & VisibilityMessage.members(w, to);
        }
    }

    /** Returns the number here and goes on behind it; {@link #NONE} if there is none. */
    private long number() {
        long value = 0;
        int most = Math.min(MOST_NUMBER_BYTES, end - at);
        for (int i = 0; i < most; i++) {
            byte part = bytes[at + i];
            value |= (part & 0x7FL) << 7 * i;
            if (part >= 0) {
                at += i + 1;
                return part == 0 && i > 0 ? NONE : value;
            }
        }
        return NONE;
    }

    /** Returns the number of the frame. */
    public int frame() {
        return frame;
    }

    /** Returns the number of the phase. */
    public int phase() {
        return phase;
    }

    /** Returns the number of the map of bins. */
    public int map() {
        return map;
    }

    /** Returns the number of the coarse bin. */
    public int bin() {
        return bin;
    }

    /** Returns how many items there are, from the first. */
    public int items() {
        return items;
    }

    /** Returns whether the item names patches, not primitives of a chunk. */
    public boolean isPatches() {
        return isPatches;
    }

    /** Returns the number of the chunk or the patch run. */
    public int index() {
        return index;
    }

    /** Returns the first patch that the item is about; 0 if it is a chunk. */
    public int first() {
        return first;
    }

    /** Returns how many primitives the chunk has, or how many patches the item is about. */
    public int count() {
        return count;
    }

    /** Returns how many of them are to be processed. */
    public int selected() {
        return selected;
    }

    /** Returns a bit for each, 1 if it is to be processed: 8 words, until the next item. */
    public long[] bits() {
        return bits;
    }
}
