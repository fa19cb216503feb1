package dev.azulejo.core.throttle;

/**
 * Decides how many groups of patches an engine may have in flight: the longer the domain side will
 * be busy with what is queued, compared with how long a group takes to get there, the fewer.
 *
 * <p>The decision is taken anew each time, without hysteresis. Owned by one thread.
 */
public final class HullThrottle {
    /** No limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * Thresholds and limits.
     *
     * @param strong total above so many latencies: {@code strongLimit} groups an engine
     * @param strongLimit 1 and up
     * @param medium total above so many: {@code mediumLimit} groups; at most {@code strong}
     * @param mediumLimit at least {@code strongLimit}
     * @param weak total above so many: {@code weakLimit} groups; at most {@code medium}
     * @param weakLimit at least {@code mediumLimit}
     */
    public record Settings(
            int strong, int strongLimit, int medium, int mediumLimit, int weak, int weakLimit) {
        /** The published ones. */
        public static final Settings DEFAULT = new Settings(8, 2, 4, 4, 2, 8);

        /** Checks the order. */
        public Settings {
            if (weak < 0
                    || medium < weak
                    || strong < medium
                    || strongLimit < 1
                    || mediumLimit < strongLimit
                    || weakLimit < mediumLimit) {
                throw new IllegalArgumentException(
                        "throttle: thresholds %d >= %d >= %d >= 0 and limits 1 <= %d <= %d <= %d expected"
                                .formatted(
                                        strong, medium, weak, strongLimit, mediumLimit, weakLimit));
            }
        }
    }

    private final Settings settings;
    private final LaunchInterval interval;
    private final HullLatency latency;

    /** Makes one that watches counters. */
    public HullThrottle(Settings settings, LaunchInterval interval, HullLatency latency) {
        this.settings = settings;
        this.interval = interval;
        this.latency = latency;
    }

    /**
     * Returns how many groups an engine may have in flight now; {@link #UNLIMITED} while no latency
     * is known.
     */
    public int limit() {
        if (above(settings.strong)) {
            return settings.strongLimit;
        }
        if (above(settings.medium)) {
            return settings.mediumLimit;
        }
        return above(settings.weak) ? settings.weakLimit : UNLIMITED;
    }

    /** Whether the total is above a number of mean latencies; without rounding the mean. */
    private boolean above(int latencies) {
        int count = latency.count();
        return count > 0 && (double) interval.total() * count > (double) latencies * latency.sum();
    }
}
