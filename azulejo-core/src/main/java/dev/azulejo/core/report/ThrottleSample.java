package dev.azulejo.core.report;

/**
 * What bounded the patches in flight at one time.
 *
 * @param ns time from the beginning of the phase, nanoseconds
 * @param inFlight groups in flight on all engines
 * @param limit groups that an engine could have; {@link #UNLIMITED} for no limit
 * @param total the total counter: primitives that are queued
 * @param error the error counter, primitives
 * @param latency mean latency of a group, in primitives that all workers make; 0 while unknown
 */
public record ThrottleSample(
        long ns, int inFlight, int limit, long total, long error, long latency) {
    /** No limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;
}
