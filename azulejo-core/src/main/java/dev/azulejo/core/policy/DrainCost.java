package dev.azulejo.core.policy;

import java.util.Arrays;

/**
 * What a drain costs: the median of the last eight, since other programs make single ones look
 * dear. Owned by one thread.
 */
final class DrainCost {
    /** Before any was seen. */
    static final double FIRST_NS = 200_000;

    private static final int REMEMBERED = 8;

    private final double[] last = new double[REMEMBERED];
    private final double[] sorted = new double[REMEMBERED];
    private int next;
    private double median = FIRST_NS;

    DrainCost() {
        Arrays.fill(last, FIRST_NS);
    }

    /** A drain has cost so many nanoseconds. */
    void add(long ns) {
        last[next] = ns;
        next = (next + 1) % REMEMBERED;
        System.arraycopy(last, 0, sorted, 0, REMEMBERED);
        Arrays.sort(sorted);
        median = sorted[REMEMBERED / 2];
    }

    /** Returns the median, nanoseconds. */
    double ns() {
        return median;
    }
}
