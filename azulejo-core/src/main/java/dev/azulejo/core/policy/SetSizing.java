package dev.azulejo.core.policy;

/**
 * Decides how many pieces the next set has where pretests and rendering take turns: pretest set 1,
 * render set 1, pretest set 2 and so on. Pure: told what became of the sets before.
 *
 * <p>Hints of a set are made while others may already render it, and come too late where GPUs are
 * apart by more than the set takes. So sets take longer where GPUs drift apart or hints are late,
 * and get shorter again where all keep step: a short set needs little room for hints, and rendering
 * begins soon. How long a piece takes, which turns the time into a number of pieces, follows from
 * what was processed.
 *
 * <p>Owned by one thread; allocates nothing.
 */
public final class SetSizing {
    /** Fewest and most pieces of a set for each GPU. */
    static final int LEAST_PIECES = 4;

    static final int MOST_PIECES = 1024;

    /** What a set takes at first, at least and at most, nanoseconds. */
    static final long FIRST_NS = 500_000;

    static final long LEAST_NS = 125_000;
    static final long MOST_NS = 8_000_000;

    /** Sets get twice as long where GPUs differ by more than one part in so many, ... */
    static final int UNEQUAL = 4;

    /** ... and shorter by a quarter where they differ by less than one part in so many. */
    static final int EQUAL = 16;

    /** More hints too late than one in so many count as drifting apart. */
    static final int LATE = 16;

    private final int gpus;
    private long setNs = FIRST_NS;

    /** Nanoseconds that the group takes for a piece; 0 before any was seen. */
    private double pieceNs;

    /** Makes one for 1 to 64 GPUs. */
    public SetSizing(int gpuCount) {
        gpus = gpuCount;
    }

    /**
     * Told of a set that all GPUs are done with.
     *
     * @param pieces in the set, 1 and up
     * @param slowestNs what the GPU took that took longest, for pretests and rendering
     * @param fastestNs and the one that was done first
     * @param late pieces that any GPU had to render without their hint
     */
    public void observe(int pieces, long slowestNs, long fastestNs, int late) {
        double ns = Math.max(1, (slowestNs + fastestNs) / 2.0 / pieces);
        pieceNs = pieceNs == 0 ? ns : (pieceNs + ns) / 2;
        long apart = slowestNs - fastestNs;
        boolean drifting = apart * UNEQUAL > slowestNs || (long) late * LATE > pieces;
        if (drifting) {
            setNs = Math.min(2 * setNs, MOST_NS);
        } else if (late == 0 && apart * EQUAL < slowestNs) {
            setNs = Math.max(setNs - setNs / 4, LEAST_NS);
        }
    }

    /**
     * Told of a frame, of which a set is taken to be its part.
     *
     * @param pieces that its phases had, 1 and up
     * @param slowestNs what the GPU took that took longest, for pretests and rendering; of 0
     *     nothing is learned
     * @param fastestNs and the one that was done first
     * @param late pieces that any GPU had to render without their hint
     */
    public void observeFrame(int pieces, long slowestNs, long fastestNs, long late) {
        if (slowestNs > 0) {
            int set = next(pieces);
            double part = (double) set / pieces;
            observe(set, (long) (slowestNs * part), (long) (fastestNs * part), (int) (late * part));
        }
    }

    /**
     * Returns the number of pieces of the next set.
     *
     * @param rest pieces that are left of the phase; a set that would leave less than half of
     *     itself takes them along
     */
    public int next(int rest) {
        int least = LEAST_PIECES * gpus;
        int most = MOST_PIECES * gpus;
        int size = pieceNs == 0 ? least : (int) Math.clamp(setNs / pieceNs, least, most);
        return rest < size + size / 2 ? rest : size;
    }

    /** Returns what a set should take now, nanoseconds. */
    long setNs() {
        return setNs;
    }
}
