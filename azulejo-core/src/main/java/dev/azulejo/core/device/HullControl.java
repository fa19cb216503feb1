package dev.azulejo.core.device;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullLatency;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.core.throttle.LaunchInterval;
import dev.azulejo.core.throttle.LaunchQueue;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.Arrays;

/**
 * Drives the throttle with measured time.
 *
 * <p>A <em>cycle</em> is the time in which all workers together take one tessellated primitive all
 * the way to pixels, as measured in the windows before: the total counter is in cycles. The domain
 * side <em>reads</em> the first group of a window when it is queued, and the others when they have
 * been rendered, which is all at once. What a group <em>waits for</em> if it is refused is a drain:
 * the tiles are rendered, to free the memory of those in flight. Tiles are then visited once more,
 * and workers wait for each other; as with the latency of a real hull stage, there must be work
 * enough in flight to make that little. So the latency of a group is what its hull stage took, and
 * {@link #DRAIN_WEIGHT} times what a drain costs.
 *
 * <p>Owned by whoever holds the stream's lock.
 */
final class HullControl {
    /**
     * The strongest limit is in force when the domain side has work for 32 drains: they cost three
     * hundredths of the time at most, and less where groups are large.
     */
    private static final int DRAIN_WEIGHT = 4;

    /** What counters can hold: enough for a minute. */
    private static final long MOST = 1L << 40;

    private static final double FIRST_CYCLE_NS = 50;
    private static final double FIRST_DRAIN_NS = 200_000;
    private static final double FIRST_PRIMITIVE_BYTES = 100;

    private final Throttle options;
    private final int workers;
    private final ThrottleTrace trace = new ThrottleTrace();
    private LaunchQueue queue;
    private LaunchInterval interval;
    private HullLatency latency;
    private HullThrottle throttle;
    private double cycleNs = FIRST_CYCLE_NS;
    private double drainNs = FIRST_DRAIN_NS;

    /** What the last drains cost. */
    private final double[] lost = new double[8];

    private final double[] sorted = new double[8];
    private int nextLost;
    private double primitiveBytes = FIRST_PRIMITIVE_BYTES;
    private long start;
    private long advancedTo;
    private double cycleRest;

    /** Whether the domain side has begun with the first group of the window. */
    private boolean reading;

    HullControl(Throttle throttleOptions, int workerCount) {
        options = throttleOptions;
        workers = workerCount;
        Arrays.fill(lost, FIRST_DRAIN_NS);
        reset();
    }

    private void reset() {
        queue = new LaunchQueue(options.enginesFor(workers));
        interval = new LaunchInterval(1, MOST);
        latency = new HullLatency();
        throttle = new HullThrottle(options.limits(), interval, latency);
    }

    /**
     * A phase begins. What is known of latencies still holds.
     *
     * @param anew whether the last one was given up, with groups in flight
     */
    void begin(boolean anew) {
        if (anew) {
            reset();
        }
        reading = false;
        trace.clear();
        start = System.nanoTime();
        advancedTo = start;
        cycleRest = 0;
    }

    ThrottleTrace trace() {
        return trace;
    }

    LaunchQueue queue() {
        return queue;
    }

    private long advance() {
        long now = System.nanoTime();
        double cycles = (now - advancedTo) / cycleNs + cycleRest;
        long whole = (long) cycles;
        cycleRest = cycles - whole;
        advancedTo = now;
        interval.advance(whole);
        return now;
    }

    private int limit() {
        return switch (options.mode()) {
            case OFF -> HullThrottle.UNLIMITED;
            case CAP -> options.cap();
            case ON -> throttle.limit();
        };
    }

    /**
     * Whether another group may be launched now.
     *
     * @param held memory of what was tessellated in the window, bytes
     * @param pending primitives that may come of what is not tessellated yet
     */
    boolean mayLaunch(long held, long pending) {
        advance();
        boolean may = queue.inFlight(queue.emptiest()) < limit();
        if (options.mode() == Throttle.Mode.ON) {
            double megabytes = (held + pending * primitiveBytes) / 1e6;
            may = megabytes < options.ceiling() && (may || megabytes < options.floor());
        }
        if (!may) {
            sample();
        }
        return may;
    }

    /** Launches a group on an engine. */
    long launch(int engine) {
        long number = queue.launch(engine, advance());
        sample();
        return number;
    }

    /** A group has completed the hull stage. */
    void complete(int engine, long number) {
        long now = advance();
        long took = queue.complete(engine, number, now);
        latency.completed((long) ((took + DRAIN_WEIGHT * drainNs) / cycleNs));
        sample();
    }

    /** The arbiter hands a group on: it is queued for the domain side. */
    void queued(long estimate) {
        advance();
        interval.written(estimate);
        if (!reading) {
            // The domain side has nothing else to do: it begins with this one.
            reading = true;
            interval.read(estimate);
        }
        sample();
    }

    /** The groups in flight have been rendered, one after the other. */
    void retire(long[] estimates, int count) {
        advance();
        for (int g = 0; g < count; g++) {
            if (g > 0) {
                interval.read(estimates[g]);
            }
            queue.retire();
        }
        reading = false;
        interval.empty();
        sample();
    }

    /**
     * Learns from a window.
     *
     * @param primitives tessellated
     * @param possible primitives that might have come of them
     * @param bytes of memory that they took
     * @param windowNs wall time
     * @param lostNs of that, wall time that would not have been spent in a larger window
     */
    void observe(long primitives, long possible, long bytes, long windowNs, long lostNs) {
        if (primitives > 0) {
            primitiveBytes += ((double) bytes / possible - primitiveBytes) / 4;
            double measured = (double) windowNs / primitives;
            cycleNs += (Math.clamp(measured, 1, 1e6) - cycleNs) / 4;
        }
        lost[nextLost] = lostNs;
        nextLost = (nextLost + 1) % lost.length;
        System.arraycopy(lost, 0, sorted, 0, lost.length);
        Arrays.sort(sorted);
        // The median: other programs make single drains look dear.
        drainNs = sorted[lost.length / 2];
    }

    private void sample() {
        int count = latency.count();
        trace.add(
                advancedTo - start,
                queue.inFlight(),
                limit(),
                interval.total(),
                interval.error(),
                count == 0 ? 0 : latency.sum() / count);
    }
}
