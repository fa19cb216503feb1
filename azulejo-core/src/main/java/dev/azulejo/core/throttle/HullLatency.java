package dev.azulejo.core.throttle;

/** Latencies of the last eight groups that the hull stage completed. Owned by one thread. */
public final class HullLatency {
    /** Groups that are remembered. */
    public static final int GROUPS = 8;

    private final long[] latencies = new long[GROUPS];
    private int count;
    private int next;
    private long sum;

    /** A group has completed, so many cycles after its launch. */
    public void completed(long cycles) {
        if (cycles < 0) {
            throw new IllegalArgumentException("latency: cycles=%d".formatted(cycles));
        }
        sum += cycles - latencies[next];
        latencies[next] = cycles;
        next = (next + 1) % GROUPS;
        count = Math.min(count + 1, GROUPS);
    }

    /** Returns how many are remembered, 0..8. */
    public int count() {
        return count;
    }

    /** Returns their sum; the mean is this over {@link #count}. */
    public long sum() {
        return sum;
    }
}
