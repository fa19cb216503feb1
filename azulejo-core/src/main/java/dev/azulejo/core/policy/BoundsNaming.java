package dev.azulejo.core.policy;

/**
 * In how many coarse bins a cluster may lie that is named there as a whole, by its bounds, and not
 * looked at. In more, to look at it once is cheaper than to take in all of it so often.
 */
public final class BoundsNaming {
    /** Where bins cull: with more, positions would be shaded too often. */
    public static final int MOST_BINS_CULLED = 2;

    /** Where they do not. */
    public static final int MOST_BINS_UNCULLED = 4;

    private BoundsNaming() {}
}
