package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.ChunkWork;

import java.util.Arrays;

/**
 * What the visibility phase has found out: of each chunk the coarse bins in which something of it
 * may be seen, and for each of these which of its primitives. Workers write what they find into
 * memory of their own; which chunk is whose does not matter.
 *
 * <p>Threads: {@link #begin} by one; then each chunk by one worker at a time; questions when all
 * are done.
 */
public final class VisibilityTable {
    /** Place of a chunk that is named as a whole. */
    private static final int WHOLE = -1;

    /** Longs of the largest set. */
    public static final int SET_WORDS = ChunkWork.PRIMITIVES / Long.SIZE;

    private static final long[] NO_LONGS = {};

    /** Of each chunk, its bins. */
    private long[] bins = NO_LONGS;

    /** Of each chunk, where its sets begin in the memory of the worker that wrote them. */
    private int[] at = {};

    private byte[] writers = {};
    private int chunks;

    /** Of each worker; grows. */
    private final long[][] memory;

    private final int[] used;

    /** Makes an empty one for some workers. */
    public VisibilityTable(int workers) {
        memory = new long[workers][];
        Arrays.fill(memory, NO_LONGS);
        used = new int[workers];
    }

    /** Forgets all, and makes room for the chunks of a phase. */
    public void begin(int chunkCount) {
        chunks = chunkCount;
        if (bins.length < chunkCount) {
            int room = Math.max(64, 2 * chunkCount);
            bins = new long[room];
            at = new int[room];
            writers = new byte[room];
        }
        Arrays.fill(bins, 0, chunkCount, 0);
        Arrays.fill(used, 0);
    }

    /** Chunks of the phase. */
    public int chunks() {
        return chunks;
    }

    /** Nothing of a chunk can be seen. */
    public void drop(int chunk) {
        bins[chunk] = 0;
    }

    /** The whole of a chunk goes to some bins, a bit each. */
    public void nameWhole(int chunk, long to) {
        bins[chunk] = to;
        at[chunk] = WHOLE;
    }

    /**
     * Takes room for the sets of a chunk: for each bin, in rising order, the pixels that its
     * triangles cover there, estimated, and then a bit a primitive.
     *
     * @param worker who writes
     * @param chunk which
     * @param to its bins, a bit each
     * @param words longs of a set
     * @return the first long, in {@link #memory}
     */
    int name(int worker, int chunk, long to, int words) {
        int first = used[worker];
        int end = first + Long.bitCount(to) * (1 + words);
        if (memory[worker].length < end) {
            memory[worker] = Arrays.copyOf(memory[worker], Math.max(1024, 2 * end));
        }
        used[worker] = end;
        Arrays.fill(memory[worker], first, end, 0);
        bins[chunk] = to;
        at[chunk] = first;
        writers[chunk] = (byte) worker;
        return first;
    }

    /** Where a worker has written. */
    long[] memory(int worker) {
        return memory[worker];
    }

    /** The bins in which something of a chunk may be seen, a bit each. */
    public long bins(int chunk) {
        return bins[chunk];
    }

    /** Whether a chunk is named as a whole, wherever it is named. */
    public boolean isWhole(int chunk) {
        return at[chunk] == WHOLE;
    }

    /** Where the sets of a chunk are that is not named as a whole. */
    public long[] sets(int chunk) {
        return memory[writers[chunk]];
    }

    /**
     * Where the set of a chunk for a bin begins there.
     *
     * @param chunk not named as a whole
     * @param bin one of its bins
     * @param primitives of the chunk
     */
    public int setAt(int chunk, int bin, int primitives) {
        int before = Long.bitCount(bins[chunk] & (1L << bin) - 1);
        return at[chunk] + before * (1 + words(primitives)) + 1;
    }

    /** Primitives of a chunk that are named for a bin. */
    public int count(int chunk, int bin, int primitives) {
        if (isWhole(chunk)) {
            return primitives;
        }
        long[] words = sets(chunk);
        int first = setAt(chunk, bin, primitives);
        int sum = 0;
        for (int w = first; w < first + words(primitives); w++) {
            sum += Long.bitCount(words[w]);
        }
        return sum;
    }

    /** The pixels that the triangles of a chunk cover in a bin, estimated. */
    public long area(int chunk, int bin, int primitives) {
        return isWhole(chunk) ? 0 : sets(chunk)[setAt(chunk, bin, primitives) - 1];
    }

    /** Longs of a set. */
    static int words(int primitives) {
        return primitives + Long.SIZE - 1 >> 6;
    }

    /** Memory of all sets, bytes. */
    public long bytes() {
        long sum = 13L * chunks;
        for (int words : used) {
            sum += 8L * words;
        }
        return sum;
    }
}
