package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.policy.OcclusionQuestions;
import dev.azulejo.core.screen.TileSet;

/** How a phase is carried out, decided before it begins; {@link PhaseRun} does as it says. */
final class PhasePlan {
    /** How geometry comes. */
    enum Supply {
        /** Chunk by chunk in submission order, all before the first tile. */
        IN_ORDER,
        /** Epoch by epoch, near before far, what is hidden left out; all before the first tile. */
        NEAR_TO_FAR,
        /** Chunk by chunk in submission order, a sorting window at a time. */
        IN_WINDOWS,
        /** Likewise, but culled before, in steps from near to far: a bit a primitive is kept. */
        NEAR_TO_FAR_IN_WINDOWS,
        /** What a visibility stream names, in submission order, all before the first tile. */
        NAMED,
        /** Likewise, but epoch by epoch, near before far, what is hidden left out. */
        NAMED_NEAR_TO_FAR,
        /** In submission order, as much at a time as the throttle lets into flight. */
        STREAM,
        /** Ordinary chunks near before far; then a stream of them and of patches. */
        NEAR_TO_FAR_THEN_STREAM,
        /**
         * Likewise, but a sorting window at a time: a bit a primitive is kept of ordinary chunks.
         */
        NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS
    }

    private final TileSet tiles;
    private final Supply supply;
    private final int window;
    private final EarlyZ earlyZ;

    /** The same without culling. Made with it, because a frame shall allocate nothing. */
    private final PhasePlan unculled;

    /**
     * Makes a plan.
     *
     * @param tileSet whose tiles are rendered
     * @param geometry how geometry comes
     * @param triangles triangles of a sorting window; {@link DeviceOptions#WHOLE_FRAME} for as many
     *     as come
     * @param works how early Z works, {@link EarlyZ#OFF} if it does not
     */
    PhasePlan(TileSet tileSet, Supply geometry, int triangles, EarlyZ works) {
        tiles = tileSet;
        supply = geometry;
        window = triangles;
        earlyZ = works;
        unculled =
                switch (geometry) {
                    case IN_ORDER, IN_WINDOWS, NAMED, STREAM -> this;
                    case NAMED_NEAR_TO_FAR ->
                            new PhasePlan(tileSet, Supply.NAMED, triangles, works);
                    case NEAR_TO_FAR -> new PhasePlan(tileSet, Supply.IN_ORDER, triangles, works);
                    case NEAR_TO_FAR_IN_WINDOWS ->
                            new PhasePlan(tileSet, Supply.IN_WINDOWS, triangles, works);
                    case NEAR_TO_FAR_THEN_STREAM, NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS ->
                            new PhasePlan(tileSet, Supply.STREAM, triangles, works);
                };
    }

    /** Whose tiles are rendered. */
    TileSet tiles() {
        return tiles;
    }

    /** How geometry comes. */
    Supply supply() {
        return supply;
    }

    /** Triangles of a sorting window. */
    int window() {
        return window;
    }

    /** How early Z works. */
    EarlyZ earlyZ() {
        return earlyZ;
    }

    /** Whether all triangles that come at once are in one window. */
    boolean wholeFrame() {
        return window == DeviceOptions.WHOLE_FRAME;
    }

    /** Whether chunks are culled. */
    boolean culls() {
        return switch (supply) {
            case IN_ORDER, IN_WINDOWS, NAMED, STREAM -> false;
            case NEAR_TO_FAR,
                    NAMED_NEAR_TO_FAR,
                    NEAR_TO_FAR_IN_WINDOWS,
                    NEAR_TO_FAR_THEN_STREAM,
                    NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS ->
                    true;
        };
    }

    /** Whether chunks are those that a visibility stream names. */
    boolean named() {
        return supply == Supply.NAMED || supply == Supply.NAMED_NEAR_TO_FAR;
    }

    /** Whether geometry may come in several windows. */
    boolean streams() {
        return switch (supply) {
            case STREAM, NEAR_TO_FAR_THEN_STREAM, NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS -> true;
            case IN_ORDER,
                    NEAR_TO_FAR,
                    IN_WINDOWS,
                    NEAR_TO_FAR_IN_WINDOWS,
                    NAMED,
                    NAMED_NEAR_TO_FAR ->
                    false;
        };
    }

    /** When triangles are put on lists of tiles, and may be asked about. */
    OcclusionQuestions.Moment listing() {
        if (!wholeFrame()) {
            return OcclusionQuestions.Moment.WITH_TILES;
        }
        return streams()
                ? OcclusionQuestions.Moment.AFTER_EPOCHS
                : OcclusionQuestions.Moment.IN_EPOCH;
    }

    /** Whether triangles are put on lists as their epoch is culled, and asked about then. */
    boolean asksInEpoch() {
        var moment = listing();
        // Whatever epochs there are besides
        return moment == OcclusionQuestions.Moment.IN_EPOCH
                && OcclusionQuestions.forLists(earlyZ, moment, false);
    }

    /** What a stream has to do with ordinary chunks. */
    AmongPatches.Rest rest() {
        return switch (supply) {
            case NEAR_TO_FAR_THEN_STREAM -> AmongPatches.Rest.NOTHING;
            case NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS -> AmongPatches.Rest.REPLAY;
            case STREAM,
                    IN_ORDER,
                    NEAR_TO_FAR,
                    IN_WINDOWS,
                    NEAR_TO_FAR_IN_WINDOWS,
                    NAMED,
                    NAMED_NEAR_TO_FAR ->
                    AmongPatches.Rest.ALL;
        };
    }

    /** The same without culling: a partial render does without early Z. */
    PhasePlan withoutCulling() {
        return unculled;
    }

    private boolean is(TileSet tileSet, Supply geometry, int triangles, EarlyZ works) {
        return tiles == tileSet && supply == geometry && window == triangles && earlyZ == works;
    }

    /** Plans phases; remembers plans, because the phases of most frames are like those before. */
    static final class Planner {
        /** Plans remembered: the phases of a frame, most often. */
        private static final int MOST = 16;

        private final PhasePlan[] plans = new PhasePlan[MOST];
        private int nextPlan;

        /**
         * Plans a sealed phase.
         *
         * @param phase what is to be done
         * @param tiles whose tiles are rendered
         * @param window triangles of a sorting window
         * @param earlyZ how early Z works, as decided before the phase was cut
         */
        PhasePlan plan(Phase phase, TileSet tiles, int window, EarlyZ earlyZ) {
            boolean patches = phase.runCount() > 0;
            boolean culls =
                    EarlyZDecider.culls(earlyZ, phase.anyTestable(), phase.epochCount())
                            && (!patches || phase.chunkCount() > 0);
            // Full depth needs the triangles of a whole epoch at a time.
            boolean whole = window == DeviceOptions.WHOLE_FRAME || culls && earlyZ.fullDepth();
            return plan(tiles, supply(patches, culls, whole), window, earlyZ);
        }

        /**
         * Plans what a visibility stream names of a sealed phase.
         *
         * @param phase what is to be done
         * @param tiles whose tiles are rendered
         * @param window triangles of a sorting window
         * @param earlyZ how early Z works; off where it has had its say
         */
        PhasePlan planNamed(Phase phase, TileSet tiles, int window, EarlyZ earlyZ) {
            if (window != DeviceOptions.WHOLE_FRAME || phase.runCount() > 0) {
                return plan(phase, tiles, window, EarlyZ.OFF);
            }
            boolean culls = EarlyZDecider.culls(earlyZ, phase.anyTestable(), phase.epochCount());
            return plan(tiles, culls ? Supply.NAMED_NEAR_TO_FAR : Supply.NAMED, window, earlyZ);
        }

        private PhasePlan plan(TileSet tiles, Supply supply, int window, EarlyZ earlyZ) {
            for (var plan : plans) {
                if (plan != null && plan.is(tiles, supply, window, earlyZ)) {
                    return plan;
                }
            }
            var made = new PhasePlan(tiles, supply, window, earlyZ);
            plans[nextPlan] = made;
            nextPlan = (nextPlan + 1) % MOST;
            return made;
        }

        private static Supply supply(boolean patches, boolean culls, boolean whole) {
            if (patches) {
                if (!culls) {
                    return Supply.STREAM;
                }
                return whole
                        ? Supply.NEAR_TO_FAR_THEN_STREAM
                        : Supply.NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS;
            }
            if (whole) {
                return culls ? Supply.NEAR_TO_FAR : Supply.IN_ORDER;
            }
            return culls ? Supply.NEAR_TO_FAR_IN_WINDOWS : Supply.IN_WINDOWS;
        }
    }
}
