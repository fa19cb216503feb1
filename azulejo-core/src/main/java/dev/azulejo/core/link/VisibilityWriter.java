package dev.azulejo.core.link;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes visibility streams, laid out as {@link VisibilityMessage} says, one after the other into
 * the same bytes, which grow with the longest. Allocates nothing else. Owned by one thread.
 */
public final class VisibilityWriter {
    private final CRC32C check = new CRC32C();

    /** What the item names: a bit each, none beyond its size. */
    private final long[] named = new long[VisibilityMessage.WORDS];

    /** What it does not name. */
    private final long[] others = new long[VisibilityMessage.WORDS];

    /** How many the item is of. */
    private int count;

    private byte[] bytes = new byte[1 << 10];
    private int at;
    private int items;

    /** How many the item before was of. */
    private int size;

    /** The first chunk that may be named, and the first patch of a run. */
    private int nextChunk;

    private int run;
    private int nextPatch;

    /** Whether a stream has been begun and not ended. */
    private boolean open;

    /**
     * Begins a stream; one that has not been ended is forgotten.
     *
     * @param frame number of the frame, any
     * @param phase number of the phase in it, 16 bits
     * @param map number of the map of bins, 16 bits
     * @param bin number of the coarse bin, 16 bits
     */
    public void begin(int frame, int phase, int map, int bin) {
        HintMessage.checkNumber("phase", phase);
        HintMessage.checkNumber("map", map);
        HintMessage.checkNumber("bin", bin);
        HintMessage.putShort(bytes, HintMessage.MAGIC_AT, HintMessage.MAGIC);
        bytes[HintMessage.VERSION_AT] = HintMessage.VERSION;
        bytes[HintMessage.KIND_AT] = VisibilityMessage.KIND;
        HintMessage.putShort(bytes, VisibilityMessage.BIN_AT, bin);
        HintMessage.putShort(bytes, VisibilityMessage.ZERO_AT, 0);
        HintMessage.putInt(bytes, HintMessage.FRAME_AT, frame);
        HintMessage.putShort(bytes, HintMessage.PHASE_AT, phase);
        HintMessage.putShort(bytes, HintMessage.MAP_AT, map);
        at = VisibilityMessage.HEADER_BYTES;
        items = 0;
        size = VisibilityMessage.MOST_PRIMITIVES;
        nextChunk = 0;
        run = 0;
        nextPatch = 0;
        open = true;
    }

    /**
     * Names primitives of a chunk.
     *
     * @param chunk its number, above those of all chunks named before
     * @param primitives how many it has, 1 to 512
     * @param bits bit p, counted from the lowest of the first word, says that primitive p is to be
     *     processed; what lies beyond the primitives does not count
     * @param from the first word
     */
    public void chunk(int chunk, int primitives, long[] bits, int from) {
        checkChunk(chunk, primitives);
        take(primitives, bits, from);
        chunk(chunk, primitives, form());
    }

    /**
     * Names all primitives of a chunk.
     *
     * @param chunk its number, above those of all chunks named before
     * @param primitives how many it has, 1 to 512
     */
    public void chunk(int chunk, int primitives) {
        checkChunk(chunk, primitives);
        chunk(chunk, primitives, VisibilityMessage.ALL);
    }

    private void chunk(int chunk, int primitives, int form) {
        putHead(chunk - nextChunk, 0, primitives, form);
        putSize(primitives);
        put(form);
        nextChunk = chunk + 1;
    }

    private void checkChunk(int chunk, int primitives) {
        checkItem(primitives);
        if (chunk < nextChunk || chunk == Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "chunk=%d is not in %d..2^31-2: chunks are named in ascending order"
                            .formatted(chunk, nextChunk));
        }
    }

    /**
     * Names patches of a run.
     *
     * @param patchRun its number, not below that of a run named before
     * @param firstPatch the first patch that this is about, beyond those of the run named before
     * @param count how many this is about, 1 to 512
     * @param bits bit i says that the i-th of them is to be processed
     * @param from the first word
     */
    public void patches(int patchRun, int firstPatch, int count, long[] bits, int from) {
        checkItem(count);
        int first = patchRun == run ? nextPatch : 0;
        if (patchRun < run
                || patchRun == Integer.MAX_VALUE
                || firstPatch < first
                || firstPatch > Integer.MAX_VALUE - count) {
            throw new IllegalArgumentException(
                    "patches %d of run %d come after patch %d of run %d: they are named in"
                                    .formatted(firstPatch, patchRun, nextPatch, run)
                            + " ascending order");
        }
        take(count, bits, from);
        int form = form();
        putHead(patchRun - run, VisibilityMessage.PATCHES_FLAG, count, form);
        putNumber(firstPatch - first);
        putSize(count);
        put(form);
        run = patchRun;
        nextPatch = firstPatch + count;
    }

    /**
     * Ends the stream.
     *
     * @return its length, bytes
     */
    public int end() {
        checkOpen();
        open = false;
        int length = at + VisibilityMessage.CHECK_BYTES;
        HintMessage.putInt(bytes, VisibilityMessage.ITEMS_AT, items);
        HintMessage.putInt(bytes, HintMessage.LENGTH_AT, length);
        check.reset();
        check.update(bytes, 0, at);
        HintMessage.putInt(bytes, at, (int) check.getValue());
        return length;
    }

    /** Returns where the stream lies, from 0; until the next one is begun. */
    public byte[] bytes() {
        return bytes;
    }

    private void checkOpen() {
        if (!open) {
            throw new IllegalStateException("no visibility stream has been begun");
        }
    }

    private void checkItem(int count) {
        checkOpen();
        if (count < 1 || count > VisibilityMessage.MOST_PRIMITIVES) {
            throw new IllegalArgumentException(
                    "%d primitives or patches are not in 1..%d"
                            .formatted(count, VisibilityMessage.MOST_PRIMITIVES));
        }
        int most = VisibilityMessage.MOST_ITEM_BYTES + VisibilityMessage.CHECK_BYTES;
        if (bytes.length - at < most) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + most));
        }
    }

    private void take(int members, long[] bits, int from) {
        count = members;
        int used = members + Long.SIZE - 1 >> 6;
        for (int w = 0; w < VisibilityMessage.WORDS; w++) {
            long mask = VisibilityMessage.members(w, members);
            long word = w < used ? bits[from + w] : 0;
            named[w] = word & mask;
            others[w] = ~word & mask;
        }
    }

    private int form() {
        if (next(others, 0) == count) {
            return VisibilityMessage.ALL;
        }
        int plane = HintMessage.setBytes(count);
        int runs = runBytes(named);
        int butRuns = runBytes(others);
        if (plane <= runs && plane <= butRuns) {
            return VisibilityMessage.PLANE;
        }
        return runs <= butRuns ? VisibilityMessage.RUNS : VisibilityMessage.ALL_BUT_RUNS;
    }

    private void putHead(int difference, int patches, int members, int form) {
        int same = members == size ? VisibilityMessage.SAME_SIZE_FLAG : 0;
        putNumber((long) difference << VisibilityMessage.DIFFERENCE_SHIFT | patches | same | form);
        items++;
    }

    private void putSize(int members) {
        if (members != size) {
            putNumber(members);
            size = members;
        }
    }

    private void put(int form) {
        switch (form) {
            case VisibilityMessage.PLANE -> putPlane();
            case VisibilityMessage.RUNS -> putRuns(named);
            case VisibilityMessage.ALL_BUT_RUNS -> putRuns(others);
            default -> {} // all: the form says everything
        }
    }

    private void putPlane() {
        int planeBytes = HintMessage.setBytes(count);
        for (int i = 0; i < planeBytes; i += Long.BYTES) {
            int here = Math.min(Long.BYTES, planeBytes - i);
            HintMessage.putBytes(bytes, at + i, here, named[i >> 3]);
        }
        at += planeBytes;
    }

    private void putRuns(long[] set) {
        putNumber(runs(set));
        int end = -1;
        for (int first = next(set, 0); first < count; first = next(set, end)) {
            putNumber(first - end - 1);
            end = end(set, first);
            putNumber(end - first - 1);
        }
    }

    private int runs(long[] set) {
        int runs = 0;
        for (int first = next(set, 0); first < count; first = next(set, end(set, first))) {
            runs++;
        }
        return runs;
    }

    /** Returns the bytes that the runs of a set take. */
    private int runBytes(long[] set) {
        int total = numberBytes(runs(set));
        int end = -1;
        for (int first = next(set, 0); first < count; first = next(set, end)) {
            total += numberBytes(first - end - 1);
            end = end(set, first);
            total += numberBytes(end - first - 1);
        }
        return total;
    }

    /** Returns the first member of a set from a place on; the item's size if there is none. */
    private int next(long[] set, int from) {
        for (int w = from >> 6; w < VisibilityMessage.WORDS; w++) {
            long word = set[w];
            if (w == from >> 6) {
                word &= -1L << from;
            }
            if (word != 0) {
                return w * Long.SIZE + Long.numberOfTrailingZeros(word);
            }
        }
        return count;
    }

    /** Returns the first place from a member on that is no member; at most the item's size. */
    private int end(long[] set, int from) {
        return next(set == named ? others : named, from);
    }

    private static int numberBytes(int value) {
        return value < 1 << 7 ? 1 : 2;
    }

    private void putNumber(long value) {
        long rest = value;
        while (rest >= 1 << 7) {
            bytes[at++] = (byte) (rest | 1 << 7);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }
}
