package dev.azulejo.sim.model;

import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;

/**
 * What comes of comparing the tiles of a phase, by pixel: with the frame before, as was recorded;
 * with another one that a target still holds, by what both are made of; or with nothing.
 */
@FunctionalInterface
interface TileOutcomes {
    /** Returns what becomes of the tile around a pixel. */
    TileOutcome at(int x, int y);

    /** With the frame before. */
    static TileOutcomes recorded(TracePhase phase) {
        return phase.tiles()::outcome;
    }

    /** With nothing: what is tested is found to be new. */
    static TileOutcomes allNew(TracePhase phase) {
        return (x, y) ->
                phase.tiles().outcome(x, y) == TileOutcome.NOT_TESTED
                        ? TileOutcome.NOT_TESTED
                        : TileOutcome.CHANGED;
    }

    /** With another frame's phase of the same place; what nobody knows is not tested. */
    static TileOutcomes against(TracePhase phase, TracePhase held) {
        if (phase.tiles().side() != held.tiles().side()) {
            return (x, y) -> TileOutcome.NOT_TESTED;
        }
        return (x, y) -> {
            int now = phase.tiles().contents(x, y);
            int then = held.tiles().contents(x, y);
            if (phase.tiles().outcome(x, y) == TileOutcome.NOT_TESTED || now == 0 || then == 0) {
                return TileOutcome.NOT_TESTED;
            }
            return now == then ? TileOutcome.REUSED : TileOutcome.CHANGED;
        };
    }
}
