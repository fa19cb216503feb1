package dev.azulejo.sim.unit;

/** Where a unit hands items on. */
@FunctionalInterface
public interface Sink {
    /**
     * Takes an item, or refuses it.
     *
     * @param item what is handed on
     * @param whenRoom called once when it is worth trying again; kept only if refused
     * @return whether it was taken
     */
    boolean accept(int item, Runnable whenRoom);
}
