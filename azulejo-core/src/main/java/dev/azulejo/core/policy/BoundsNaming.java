package dev.azulejo.core.policy;

/**
 * How clusters that nobody looks at are named in coarse bins, by their bounds, and in how many bins
 * they may lie. In more, to look at one once is cheaper than to take in all of it so often.
 *
 * <p>Where bins cull, position and test of what lies in another bin are spared part by part. Where
 * they do not, a position is all that is spared, and whole clusters, of which two may make one
 * chunk, cost less.
 */
public enum BoundsNaming {
    /** No cluster is: all are looked at. */
    NONE(0),

    /** Where bins cull: each part where its own bounds lie. */
    PARTS(2),

    /** Where bins do not cull: all of a cluster wherever its bounds lie. */
    WHOLE(4);

    /** Primitives of a part: as many as a word of a set has bits. */
    public static final int PART = Long.SIZE;

    private final int mostBins;

    BoundsNaming(int most) {
        mostBins = most;
    }

    /** Returns in how many bins a cluster may be named, in the mean over its primitives. */
    public int mostBins() {
        return mostBins;
    }
}
