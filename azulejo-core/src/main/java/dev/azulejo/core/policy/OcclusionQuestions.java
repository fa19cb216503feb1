package dev.azulejo.core.policy;

import dev.azulejo.core.options.EarlyZ;

/**
 * Decides whether hierarchical Z is asked about a triangle, by who asks and by what it has learned
 * by then. The structure does not remember of which epoch what it holds is: it may hide triangles
 * of an epoch while nothing of a later one is in it. Pure.
 *
 * <p>Who asks before any tile is rendered finds nothing where tiles feed the structure, and does
 * not ask.
 */
public final class OcclusionQuestions {
    /** When triangles are asked about. */
    public enum Moment {
        /** As their epoch is culled: none of a later one has been entered. */
        IN_EPOCH,
        /** When all epochs of the phase have been entered, and no tile is rendered. */
        AFTER_EPOCHS,
        /** As tiles are rendered: all has been entered, or what the windows before have shown. */
        WITH_TILES
    }

    private OcclusionQuestions() {}

    /**
     * Whether what the structure holds at a moment can be of no later epoch than a triangle.
     *
     * @param moment when it is asked about
     * @param oneEpoch whether the phase has no other epoch
     */
    public static boolean mayHide(Moment moment, boolean oneEpoch) {
        return moment == Moment.IN_EPOCH || oneEpoch;
    }

    /**
     * Whether triangles are asked about as they are put on lists of tiles.
     *
     * @param earlyZ how early Z works
     * @param moment when that is
     * @param oneEpoch whether the phase has no other epoch
     */
    public static boolean forLists(EarlyZ earlyZ, Moment moment, boolean oneEpoch) {
        return fedForLists(earlyZ, moment) && mayHide(moment, oneEpoch);
    }

    /** Whether triangles would be asked about as they are put on lists, but cannot: likewise. */
    public static boolean tooLateForLists(EarlyZ earlyZ, Moment moment, boolean oneEpoch) {
        return fedForLists(earlyZ, moment) && !mayHide(moment, oneEpoch);
    }

    private static boolean fedForLists(EarlyZ earlyZ, Moment moment) {
        return earlyZ.tiles() && (earlyZ.forward() || moment == Moment.WITH_TILES);
    }

    /** Whether triangles would be tested again after all epochs, but cannot: likewise. */
    public static boolean tooLateAgain(EarlyZ earlyZ, boolean oneEpoch) {
        return earlyZ.after() && !mayHide(Moment.AFTER_EPOCHS, oneEpoch);
    }

    /**
     * Whether the rasteriser asks about triangles. Where it feeds the structure itself it asks the
     * depths of its own tile, which are of what was drawn before.
     *
     * @param earlyZ how early Z works
     * @param oneEpoch whether the phase has no other epoch
     */
    public static boolean forRaster(EarlyZ earlyZ, boolean oneEpoch) {
        boolean before = !earlyZ.forward() || mayHide(Moment.WITH_TILES, oneEpoch);
        return earlyZ.raster() && before;
    }

    /** Whether the rasteriser would ask, but cannot: likewise. */
    public static boolean tooLateForRaster(EarlyZ earlyZ, boolean oneEpoch) {
        return earlyZ.raster() && !forRaster(earlyZ, oneEpoch);
    }

    /** Whether tiles feed the structure, for those who ask it in later windows: likewise. */
    public static boolean tilesFeed(EarlyZ earlyZ, boolean oneEpoch) {
        boolean asked = earlyZ.raster() || earlyZ.tiles();
        return asked && !earlyZ.forward() && mayHide(Moment.WITH_TILES, oneEpoch);
    }
}
