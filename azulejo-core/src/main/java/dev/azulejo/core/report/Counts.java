package dev.azulejo.core.report;

import java.util.Arrays;

/** One worker's counters. Owned by one thread at a time. */
public final class Counts {
    private static final int SIZE = Counter.values().length;

    private final long[] values = new long[SIZE];

    /** Adds to a counter. */
    public void add(Counter counter, long amount) {
        values[counter.ordinal()] += amount;
    }

    /** Returns a counter's value. */
    public long get(Counter counter) {
        return values[counter.ordinal()];
    }

    /** Adds all counters of another worker. */
    public void addAll(Counts other) {
        for (int i = 0; i < SIZE; i++) {
            values[i] += other.values[i];
        }
    }

    /** Sets every counter to zero. */
    public void clear() {
        Arrays.fill(values, 0);
    }
}
