package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.Bins;

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

    /** Of each patch of all runs, its bins, and where the patches of a run begin. */
    private long[] patchBins = NO_LONGS;

    private int[] runFirst = new int[1];
    private int runs;

    /** Of each worker, triangles that came of patches, and pixels that they cover, by bin. */
    private final long[][] patchTriangles;

    private final long[][] patchAreas;

    /** Makes an empty one for some workers. */
    public VisibilityTable(int workers) {
        memory = new long[workers][];
        Arrays.fill(memory, NO_LONGS);
        used = new int[workers];
        patchTriangles = new long[workers][Bins.MOST];
        patchAreas = new long[workers][Bins.MOST];
    }

    /** Forgets all, and makes room for the chunks and patches of a phase. */
    public void begin(Phase phase) {
        int chunkCount = phase.chunkCount();
        chunks = chunkCount;
        beginPatches(phase);
        if (bins.length < chunkCount) {
            int room = Math.max(64, 2 * chunkCount);
            bins = new long[room];
            at = new int[room];
            writers = new byte[room];
        }
        Arrays.fill(bins, 0, chunkCount, 0);
        Arrays.fill(used, 0);
    }

    private void beginPatches(Phase phase) {
        runs = phase.runCount();
        if (runFirst.length <= runs) {
            runFirst = new int[2 * runs + 1];
        }
        for (int r = 0; r < runs; r++) {
            runFirst[r + 1] = runFirst[r] + phase.run(r).patches();
        }
        if (patchBins.length < runFirst[runs]) {
            patchBins = new long[2 * runFirst[runs]];
        }
        Arrays.fill(patchBins, 0, runFirst[runs], 0);
        for (int w = 0; w < used.length; w++) {
            Arrays.fill(patchTriangles[w], 0);
            Arrays.fill(patchAreas[w], 0);
        }
    }

    /** Names patches of a run. */
    void namePatches(int run, int first, int count, long to) {
        int from = runFirst[run] + first;
        Arrays.fill(patchBins, from, from + count, to);
    }

    /** Counts a triangle that came of patches. */
    void countTriangle(int worker, long in, long area) {
        long each = area / Long.bitCount(in);
        for (long rest = in; rest != 0; rest &= rest - 1) {
            int bin = Long.numberOfTrailingZeros(rest);
            patchTriangles[worker][bin]++;
            patchAreas[worker][bin] += each;
        }
    }

    /** Runs of patches. */
    public int runs() {
        return runs;
    }

    /** Patches of a run. */
    public int patches(int run) {
        return runFirst[run + 1] - runFirst[run];
    }

    /** The bins in which something of a patch may be seen, a bit each. */
    public long patchBins(int run, int patch) {
        return patchBins[runFirst[run] + patch];
    }

    /** Triangles that came of patches in a bin. */
    public long patchTriangles(int bin) {
        long sum = 0;
        for (var worker : patchTriangles) {
            sum += worker[bin];
        }
        return sum;
    }

    /** Pixels that they cover, estimated. */
    public long patchArea(int bin) {
        long sum = 0;
        for (var worker : patchAreas) {
            sum += worker[bin];
        }
        return sum;
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
        return memory[writers[chunk] & 0xFF];
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
        long sum = 13L * chunks + 8L * runFirst[runs];
        for (int words : used) {
            sum += 8L * words;
        }
        return sum;
    }
}
