package dev.azulejo.core.policy;

/**
 * Which clusters nobody looks at: those that lie in few coarse bins. They are named by their
 * bounds, each part where its own bounds lie. In more bins, to look at a cluster once is cheaper
 * than to take in so much of it so often.
 */
public enum BoundsNaming {
    /** No cluster is: all are looked at. */
    NONE(0),

    /** Where bins cull, they ask of all that is named for them whether it is hidden. */
    CULLED(2),

    /** Where they do not, what lies elsewhere costs them little more than its positions. */
    UNCULLED(4);

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
