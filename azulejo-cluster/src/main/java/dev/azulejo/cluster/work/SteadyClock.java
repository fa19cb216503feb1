package dev.azulejo.cluster.work;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Time as far as it was looked at: it never goes back, and a leap of the clock that it reads counts
 * as a second, whether the clock was set, the machine slept, or this program paused. So nothing is
 * late because of an hour in which nobody was able to be in time.
 *
 * <p>Whoever waits for longer than that must look at least once a second.
 *
 * <p>Threads: any.
 */
public final class SteadyClock implements LongSupplier {
    /** The most that counts between two looks, nanoseconds. */
    static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier clock;
    private long last;
    private long now;

    /**
     * Begins at 0.
     *
     * @param clock nanoseconds, from any beginning
     */
    public SteadyClock(LongSupplier clock) {
        this.clock = clock;
        last = clock.getAsLong();
    }

    /** Returns the time, nanoseconds. */
    @Override
    public synchronized long getAsLong() {
        long read = clock.getAsLong();
        now += Math.clamp(read - last, 0, LONGEST_NS);
        last = read;
        return now;
    }
}
