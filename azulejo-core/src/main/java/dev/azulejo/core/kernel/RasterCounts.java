package dev.azulejo.core.kernel;

import dev.azulejo.core.report.OwnLongs;

/** Sums that raster kernels add to, once a call. Owned by one worker. */
public final class RasterCounts {
    private static final int BLOCKS = 0;
    private static final int TESTED = 1;
    private static final int PASSED = 2;

    private final OwnLongs sums = new OwnLongs(3);

    /** Makes sums that are zero. */
    public RasterCounts() {}

    /**
     * Adds what a call did.
     *
     * @param blocks in which coverage was computed
     * @param tested samples covered
     * @param passed those of them that passed the depth test
     */
    public void add(long blocks, long tested, long passed) {
        sums.add(BLOCKS, blocks);
        sums.add(TESTED, tested);
        sums.add(PASSED, passed);
    }

    /** Returns the blocks in which coverage was computed since the last {@link #clear}. */
    public long blocks() {
        return sums.get(BLOCKS);
    }

    /** Returns the samples covered since the last {@link #clear}. */
    public long tested() {
        return sums.get(TESTED);
    }

    /** Returns those of them that passed the depth test. */
    public long passed() {
        return sums.get(PASSED);
    }

    /** Begins anew. */
    public void clear() {
        sums.clear();
    }
}
