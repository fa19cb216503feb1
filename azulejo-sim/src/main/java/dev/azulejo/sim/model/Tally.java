package dev.azulejo.sim.model;

/** The counters of one GPU. */
final class Tally {
    private final long[] counts = new long[ModelCounter.values().length];

    void add(ModelCounter counter, long more) {
        counts[counter.ordinal()] += more;
    }

    long get(ModelCounter counter) {
        return counts[counter.ordinal()];
    }
}
