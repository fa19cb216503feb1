package dev.azulejo.core.report;

/** One worker's counters. Owned by one thread at a time. */
public final class Counts {
    private static final int SIZE = Counter.values().length;

    private final OwnLongs values = new OwnLongs(SIZE);

    /** Adds to a counter. */
    public void add(Counter counter, long amount) {
        values.add(counter.ordinal(), amount);
    }

    /** Returns a counter's value. */
    public long get(Counter counter) {
        return values.get(counter.ordinal());
    }

    /** Adds all counters of another worker. */
    public void addAll(Counts other) {
        for (int i = 0; i < SIZE; i++) {
            values.add(i, other.values.get(i));
        }
    }

    /** Sets every counter to zero. */
    public void clear() {
        values.clear();
    }
}
