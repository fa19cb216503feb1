package dev.azulejo.core.policy;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullLatency;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.core.throttle.LaunchInterval;
import dev.azulejo.core.throttle.LaunchQueue;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.Arrays;

/**
 * Decides whether another group of patches may be launched: drives the counters of the throttle
 * with the events of a stream, and keeps count of memory.
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
 * <p>A group goes through {@link #launch}, {@link #complete} and {@link #handOn}, each of its
 * pieces through {@link #begun} and {@link #processed}, and all of them through {@link #retire}.
 * Times are nanoseconds of any clock that does not run backwards. Owned by one thread, or by
 * whoever holds a lock.
 */
public final class LaunchPolicy {
    /**
     * The strongest limit is in force when the domain side has work for 32 drains: they cost three
     * hundredths of the time at most, and less where groups are large.
     */
    static final int DRAIN_WEIGHT = 4;

    /** What counters can hold: enough for a minute. */
    private static final long MOST = 1L << 40;

    static final double FIRST_CYCLE_NS = 50;
    private static final double FIRST_PRIMITIVE_BYTES = 100;
    private static final double MEGABYTE = 1e6;

    private final Throttle options;
    private final int engines;
    private final ThrottleTrace trace = new ThrottleTrace();
    private final DrainCost drains = new DrainCost();
    private final WindowMemory memory = new WindowMemory();
    private LaunchQueue queue;
    private LaunchInterval interval;
    private HullLatency latency;
    private HullThrottle throttle;
    private double cycleNs = FIRST_CYCLE_NS;

    /** What a primitive that may come of a patch has taken so far, on average. */
    private double primitiveBytes = FIRST_PRIMITIVE_BYTES;

    private long start;
    private long advancedTo;
    private double cycleRest;

    /** Primitives of the window before geometry stages. */
    private long tessellated;

    /** Estimates of the groups of the window that were handed on, in that order. */
    private long[] estimates = new long[64];

    private int handedOn;

    /**
     * Makes one that has seen nothing.
     *
     * @param throttle what bounds the groups in flight
     * @param workers threads that share the work, 1 and up
     */
    public LaunchPolicy(Throttle throttle, int workers) {
        options = throttle;
        engines = throttle.enginesFor(workers);
        reset();
    }

    private void reset() {
        queue = new LaunchQueue(engines);
        interval = new LaunchInterval(1, MOST);
        latency = new HullLatency();
        throttle = new HullThrottle(options.limits(), interval, latency);
    }

    /**
     * A phase begins. What is known of costs and latencies still holds, unless the last phase was
     * given up with groups in flight: then the counters begin anew.
     */
    public void begin(long now) {
        if (queue.inFlight() != 0) {
            reset();
        }
        trace.clear();
        start = now;
        advancedTo = now;
        cycleRest = 0;
        beginWindow();
    }

    private void beginWindow() {
        handedOn = 0;
        tessellated = 0;
        memory.clear();
    }

    /** Returns what happened since the phase began. */
    public ThrottleTrace trace() {
        return trace;
    }

    /** Returns the engine that a group should be launched on: the one with the fewest. */
    public int emptiest() {
        return queue.emptiest();
    }

    private void advance(long now) {
        double cycles = (now - advancedTo) / cycleNs + cycleRest;
        long whole = (long) cycles;
        cycleRest = cycles - whole;
        advancedTo = now;
        interval.advance(whole);
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
     * <p>The ceiling must hold whatever comes, so that what waits counts for the most that it can
     * become. That costs nothing: what waits is waited for, and counts for what it is then. Only
     * groups in the hull stage and pieces in the domain stage, one a worker, can add to it. The
     * floor is about what pays, and goes by averages.
     */
    public boolean mayLaunch(long now) {
        advance(now);
        boolean may = queue.inFlight(queue.emptiest()) < limit();
        if (options.mode() == Throttle.Mode.ON) {
            may =
                    memory.most(primitiveBytes) < options.ceiling() * MEGABYTE
                            && (may || memory.likely(primitiveBytes) < options.floor() * MEGABYTE);
        }
        if (!may) {
            sample();
        }
        return may;
    }

    /**
     * A group is launched.
     *
     * @param engine 0 and up, see {@link #emptiest}
     * @param bytes that it takes itself
     * @return its number, counted from 0
     */
    public long launch(long now, int engine, long bytes) {
        advance(now);
        long number = queue.launch(engine, now);
        memory.hold(bytes);
        sample();
        return number;
    }

    /**
     * A group has completed the hull stage. Its pieces wait for the arbiter, and for workers.
     *
     * @param engine it was launched on
     * @param number of its launch
     * @param primitives that are made of it, before a geometry stage
     * @param possible primitives that may come of it, geometry stage and all
     * @param mostBytes that those can take
     */
    public void complete(
            long now, int engine, long number, long primitives, long possible, long mostBytes) {
        advance(now);
        long took = queue.complete(engine, number, now);
        latency.completed((long) ((took + DRAIN_WEIGHT * drains.ns()) / cycleNs));
        tessellated += primitives;
        memory.waits(possible, mostBytes);
        sample();
    }

    /**
     * Hands on the next group in the order of launches, if it has completed: it is queued for the
     * domain side.
     *
     * @param estimate its primitives by its inside factors
     * @return whether it has completed
     */
    public boolean handOn(long now, long estimate) {
        if (queue.handOn() < 0) {
            return false;
        }
        advance(now);
        interval.written(estimate);
        if (handedOn == 0) {
            // The domain side has nothing else to do: it begins with this one.
            interval.read(estimate);
        }
        if (handedOn == estimates.length) {
            estimates = Arrays.copyOf(estimates, 2 * handedOn);
        }
        estimates[handedOn++] = estimate;
        sample();
        return true;
    }

    /**
     * A worker begins with a piece.
     *
     * @param possible its share of what was told to {@link #complete}
     * @param mostBytes likewise
     */
    public void begun(long possible, long mostBytes) {
        memory.begun(possible, mostBytes);
    }

    /**
     * A worker is done with a piece.
     *
     * @param possible the same as at {@link #begun}
     * @param bytes that it has taken
     */
    public void processed(long possible, long bytes) {
        memory.processed(possible, bytes);
    }

    /**
     * Learns from a window, before it is retired.
     *
     * @param windowNs wall time
     * @param lostNs of that, wall time that would not have been spent in a larger window
     */
    public void observe(long windowNs, long lostNs) {
        if (tessellated > 0) {
            primitiveBytes += (memory.average() - primitiveBytes) / 4;
            double measured = (double) windowNs / tessellated;
            cycleNs += (Math.clamp(measured, 1, 1e6) - cycleNs) / 4;
        }
        drains.add(lostNs);
    }

    /** All groups in flight have been rendered, one after the other. The next window begins. */
    public void retire(long now) {
        advance(now);
        for (int g = 0; g < handedOn; g++) {
            if (g > 0) {
                interval.read(estimates[g]);
            }
            queue.retire();
        }
        interval.empty();
        beginWindow();
        sample();
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
