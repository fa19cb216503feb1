package dev.azulejo.core.policy;

/**
 * What a tessellated primitive costs, in time and memory, as measured in the windows before: a
 * quarter of what is known comes from the last one. Owned by one thread.
 */
final class LaunchCosts {
    static final double FIRST_CYCLE_NS = 50;
    static final double FIRST_SHARE = 0.5;
    static final double FIRST_PRIMITIVE_BYTES = 100;

    private static final double LEAST_CYCLE_NS = 1;
    private static final double MOST_CYCLE_NS = 1e6;

    /** The domain side is never thought faster: a window of hull stages says nothing of it. */
    private static final double LEAST_SHARE = 1 / 16.0;

    private double cycleNs = FIRST_CYCLE_NS;

    /** Of the time of a window, the part in which the domain side is busy. */
    private double share = FIRST_SHARE;

    private double primitiveBytes = FIRST_PRIMITIVE_BYTES;

    /**
     * Learns from a window.
     *
     * @param primitives that were tessellated, 1 and up
     * @param windowNs wall time
     * @param busyNs of that, wall time in which the domain side was busy
     * @param bytes of a primitive that was possible
     */
    void observe(long primitives, long windowNs, long busyNs, double bytes) {
        double measured = (double) windowNs / primitives;
        cycleNs += (Math.clamp(measured, LEAST_CYCLE_NS, MOST_CYCLE_NS) - cycleNs) / 4;
        double part = (double) busyNs / Math.max(windowNs, 1);
        share += (Math.clamp(part, LEAST_SHARE, 1) - share) / 4;
        primitiveBytes += (bytes - primitiveBytes) / 4;
    }

    /** Returns the time in which all workers together take a primitive all the way, nanoseconds. */
    double cycleNs() {
        return cycleNs;
    }

    /** Returns the time in which the domain side takes a primitive, nanoseconds. */
    double domainCycleNs() {
        return cycleNs * share;
    }

    /** Returns a time in cycles, rounded down. */
    long cycles(double ns) {
        return (long) (ns / cycleNs);
    }

    /** Returns what a primitive that may come of a patch takes, bytes. */
    double primitiveBytes() {
        return primitiveBytes;
    }
}
