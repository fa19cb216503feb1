package dev.azulejo.core.link;

/**
 * The bytes of a visibility stream: what of a phase is to be processed in one coarse bin. All
 * numbers of the header are little endian and unsigned; it begins as that of a {@link HintMessage}
 * does, and its kind is none of theirs, so that neither passes for the other.
 *
 * <pre>
 *  at  bytes  header
 *   0    2    magic, 'A' 'z'
 *   2    1    version, 1
 *   3    1    kind: 6
 *   4    2    coarse bin
 *   6    2    0
 *   8    4    frame
 *  12    2    phase of the frame
 *  14    2    map: which bins, and whose they are
 *  16    4    items, below 2^31
 *  20    4    length of the whole message, from magic to check
 *
 *  24         items, each of them
 *        v      head: the sum of
 *                 16 times a difference: of a chunk, chunks left out since the last one that is named
 *                   (since the beginning, if it is the first); of patches, runs since the last run
 *                   that is named (since run 0, if it is the first)
 *                 8, if it names patches, not primitives of a chunk
 *                 4, if it is of as many as the item before; the first: of 512
 *                 its form: 0 all, 1 runs, 2 plane, 3 all but runs
 *        v      of patches: those left out since the last one that an item of this run is about
 *        v      without the 4: how many it is of, N, 1 to 512
 *               form all: nothing more. All N are to be processed.
 *               form plane:
 *        P      bit i, counted from the lowest of the first byte, says that i is to be processed;
 *               P = N / 8, rounded up; bits from N on are 0
 *               forms runs, all but runs: those named, or all others, are to be processed
 *        v      how many runs
 *               for each run:
 *        v        left out before it; from the second run on 1 less, since runs do not meet
 *        v        its length, less 1
 *
 *  end   4    check: CRC-32C of everything before
 * </pre>
 *
 * <p>A number marked v is written in groups of 7 bits, the lowest first, a byte each; every byte
 * but the last has its highest bit set, and the last is not 0 unless it is the only one.
 *
 * <p>Chunks are named in ascending order, and so are patches, by run and number; how the two mix is
 * up to who writes. Of the forms the shortest is written, among equals the first of all, plane,
 * runs, all but runs; a reader takes any. A bin of which no chunk is visible has a message without
 * items.
 */
public final class VisibilityMessage {
    /** Most primitives or patches that an item is of. */
    public static final int MOST_PRIMITIVES = 512;

    /** Longs that hold a bit for each. */
    public static final int WORDS = MOST_PRIMITIVES / Long.SIZE;

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 24;

    /** Bytes of the check at the end. */
    public static final int CHECK_BYTES = HintMessage.CHECK_BYTES;

    /** Bytes of the longest item: a head of 36 bits, two numbers, a plane. */
    public static final int MOST_ITEM_BYTES = 6 + 5 + 2 + MOST_PRIMITIVES / 8;

    static final int KIND = 6;
    static final int BIN_AT = 4;
    static final int ZERO_AT = 6;
    static final int ITEMS_AT = 16;

    static final int DIFFERENCE_SHIFT = 4;
    static final int PATCHES_FLAG = 8;
    static final int SAME_SIZE_FLAG = 4;
    static final int FORM_MASK = 3;

    static final int ALL = 0;
    static final int RUNS = 1;
    static final int PLANE = 2;
    static final int ALL_BUT_RUNS = 3;

    private VisibilityMessage() {}

    /**
     * Returns the bytes of a message that has room for items whatever they name.
     *
     * @param items how many, 0 and up
     */
    public static int bytes(int items) {
        return Math.addExact(
                HEADER_BYTES + CHECK_BYTES, Math.multiplyExact(items, MOST_ITEM_BYTES));
    }

    /** Returns bits of a word of a set of so many: 1 where the set has a member. */
    static long members(int word, int count) {
        int left = count - word * Long.SIZE;
        return left >= Long.SIZE ? -1L : left <= 0 ? 0 : -1L >>> -left;
    }
}
