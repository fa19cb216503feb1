package dev.azulejo.core.throttle;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.ThrottleSample;

/**
 * Decides how many groups of patches an engine may have in flight: the longer the domain side will
 * be busy with what is queued, compared with how long a group takes to get there, the fewer.
 *
 * <p>The decision is taken anew each time, without hysteresis. Owned by one thread.
 */
public final class HullThrottle {
    /** No limit. */
    public static final int UNLIMITED = ThrottleSample.UNLIMITED;

    private final Throttle.Limits limits;
    private final LaunchInterval interval;
    private final HullLatency latency;

    /** Makes one that watches counters. */
    public HullThrottle(Throttle.Limits limits, LaunchInterval interval, HullLatency latency) {
        this.limits = limits;
        this.interval = interval;
        this.latency = latency;
    }

    /**
     * Returns how many groups an engine may have in flight now; {@link #UNLIMITED} while no latency
     * is known.
     */
    public int limit() {
        if (above(limits.strong())) {
            return limits.strongLimit();
        }
        if (above(limits.medium())) {
            return limits.mediumLimit();
        }
        return above(limits.weak()) ? limits.weakLimit() : UNLIMITED;
    }

    /** Whether the total is above a number of mean latencies; without rounding the mean. */
    private boolean above(int latencies) {
        int count = latency.count();
        return count > 0 && (double) interval.total() * count > (double) latencies * latency.sum();
    }
}
