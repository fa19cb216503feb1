package dev.azulejo.sim.engine;

/** In which order events of one cycle are handled. */
public enum TieOrder {
    /** As they were scheduled: the order of every result. */
    SCHEDULED,
    /**
     * The last scheduled first. A study of what depends on an order that hardware would not
     * promise: no total of items, bytes or service may change.
     */
    REVERSED
}
