package dev.azulejo.sim.unit;

/** Where bytes are read: a memory, or whatever asks several of them. */
public interface Storage {
    /**
     * Reads bytes. What was asked for first comes first.
     *
     * @param size how many, 0 and up
     * @param handler told when they have come
     * @param argument for it
     */
    void read(long size, int handler, int argument);

    /** Returns what whoever waits for the oldest read waits for: data, or a link. */
    default UnitState waitsFor() {
        return UnitState.DATA;
    }
}
