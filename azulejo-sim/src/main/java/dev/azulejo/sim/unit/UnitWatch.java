package dev.azulejo.sim.unit;

/** Looks on while units work and wait. Changes nothing. */
@FunctionalInterface
public interface UnitWatch {
    /** Sees nothing. */
    UnitWatch NONE = (unit, state, from, to) -> {};

    /**
     * A unit was in one state from one cycle to another. Spans of a unit come in order and without
     * gaps.
     *
     * @param unit whose
     * @param state what it did
     * @param from first cycle
     * @param to cycle after the last, later than {@code from}
     */
    void span(Account unit, UnitState state, long from, long to);
}
