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

    /**
     * Whether a cluster is named by bounds that lie in more than one bin: if these are few enough,
     * in the mean over its primitives.
     *
     * @param named bins of each primitive, by the bounds of its part, added up
     * @param primitives of the cluster
     */
    public boolean names(long named, int primitives) {
        return named <= (long) mostBins * primitives;
    }
}
