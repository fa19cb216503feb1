package dev.azulejo.core.policy;

/**
 * In how many coarse bins a cluster may lie that is named there by its bounds, and not looked at.
 * In more, to look at it once is cheaper than to take in all of it so often.
 *
 * <p>Where bins cull, a cluster that lies in several is named part by part, each where its own
 * bounds are: position and test of what lies in another bin are spared. Where they do not, a
 * position is all that is spared, and whole clusters, of which two may make one chunk, cost less.
 */
public final class BoundsNaming {
    /** Primitives of a part: as many as a word of a set has bits. */
    public static final int PART = Long.SIZE;

    /**
     * In the mean over its primitives, where bins cull: with more, too many positions are shaded.
     */
    public static final int MOST_BINS_CULLED = 2;

    /** Where they do not. */
    public static final int MOST_BINS_UNCULLED = 4;

    private BoundsNaming() {}
}
