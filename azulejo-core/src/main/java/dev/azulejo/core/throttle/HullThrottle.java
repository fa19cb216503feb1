package dev.azulejo.core.throttle;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.ThrottleSample;

/**
 * The throttle as published, whole: it is told what happens to groups of patches and how many
 * cycles go by, and says how many groups an engine may have in flight. The longer the domain side
 * will be busy with what is queued, compared with how long a group takes to get there, the fewer.
 *
 * <p>It knows no clock, no thread and no memory: a timing model drives it cycle by cycle, {@code
 * LaunchPolicy} with time that it has turned into cycles. Without a throttle and with a fixed
 * number it is the same object with another {@link Throttle.Mode}.
 *
 * <pre>
 *  launch(engine) ─▶ complete ─▶ handOn: written to the queue ─▶ read: its domain work begins ─▶ retire
 * </pre>
 *
 * <p>The decision is taken anew each time, without hysteresis. Owned by one thread, or by whoever
 * holds a lock.
 */
public final class HullThrottle {
    /** No limit. */
    public static final int UNLIMITED = ThrottleSample.UNLIMITED;

    private final Throttle options;
    private final LaunchQueue queue;
    private final LaunchInterval interval;
    private final HullLatency latency = new HullLatency();

    /** Cycles since the beginning. */
    private long now;

    /** Estimates of groups that were handed on and not read: a ring, at a group's number. */
    private long[] estimates = new long[64];

    private long handedOn;

    /** Number of the group that is read next. */
    private long next;

    private int mostInFlight;

    /**
     * Makes one that has seen nothing.
     *
     * @param throttle mode, cap, thresholds and limits; what it says of memory is not looked at
     * @param engines shader engines, 1 and up
     * @param primitivesPerCycle what all tessellators make together in a cycle, 1 and up
     * @param most where counters saturate, 1 and up
     */
    public HullThrottle(Throttle throttle, int engines, long primitivesPerCycle, long most) {
        options = throttle;
        queue = new LaunchQueue(engines);
        interval = new LaunchInterval(primitivesPerCycle, most);
    }

    /** Cycles go by. */
    public void advance(long cycles) {
        advance(cycles, cycles);
    }

    /** Cycles go by on two clocks, see {@link LaunchInterval#advance(long, long)}. */
    public void advance(long cycles, long domainCycles) {
        interval.advance(cycles, domainCycles);
        now += cycles;
    }

    /** Returns the engine that a group should be launched on: the one with the fewest. */
    public int emptiest() {
        return queue.emptiest();
    }

    /** Whether another group may be launched on the emptiest engine. */
    public boolean mayLaunch() {
        return queue.inFlight(queue.emptiest()) < limit();
    }

    /** A group is launched on an engine. Returns its number, counted from 0. */
    public long launch(int engine) {
        long number = queue.launch(engine, now);
        mostInFlight = Math.max(mostInFlight, queue.inFlight());
        return number;
    }

    /**
     * A group has completed the hull stage.
     *
     * @param engine it was launched on
     * @param group number of its launch
     * @param wait cycles that count as its latency besides those since its launch, 0 and up
     */
    public void complete(int engine, long group, long wait) {
        latency.completed(queue.complete(engine, group, now) + wait);
    }

    /**
     * Hands on the next group in the order of launches, if it has completed: it is written to the
     * queue before the domain side.
     *
     * @param estimate its primitives by its inside factors
     * @return whether it has completed
     */
    public boolean handOn(long estimate) {
        if (queue.handOn() < 0) {
            return false;
        }
        if (handedOn - next == estimates.length) {
            grow();
        }
        estimates[slot(handedOn++)] = estimate;
        interval.written(estimate);
        return true;
    }

    private int slot(long group) {
        return (int) group & estimates.length - 1;
    }

    private void grow() {
        long[] old = estimates;
        estimates = new long[2 * old.length];
        for (long group = next; group < handedOn; group++) {
            estimates[slot(group)] = old[(int) group & old.length - 1];
        }
    }

    /**
     * Domain work on a group begins: it is read, and before it those that were handed on before it
     * and made no work. Reads are in the order in which groups were handed on: a group that was
     * read before is not read again.
     *
     * @param group number of its launch; it has been handed on
     */
    public void read(long group) {
        if (group >= handedOn) {
            throw new IllegalArgumentException("group %d has not been handed on".formatted(group));
        }
        while (next <= group) {
            interval.read(estimates[slot(next++)]);
        }
    }

    /** The domain side is done with all that it has read, and has nothing to read. */
    public void idle() {
        interval.done();
    }

    /** The oldest group that was handed on and not retired is no longer in flight. */
    public void retire() {
        queue.retire();
    }

    /** All is done with that was handed on, and retired: the queue is known to be empty. */
    public void empty() {
        next = handedOn;
        interval.empty();
    }

    /**
     * Returns how many groups an engine may have in flight now; {@link #UNLIMITED} while no latency
     * is known.
     */
    public int limit() {
        return switch (options.mode()) {
            case OFF -> UNLIMITED;
            case CAP -> options.cap();
            case ON -> byWhatIsQueued(options.limits());
        };
    }

    private int byWhatIsQueued(Throttle.Limits limits) {
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

    /** Returns how many groups all engines have in flight. */
    public int inFlight() {
        return queue.inFlight();
    }

    /** Returns the most groups that were in flight at a time since {@link #forgetMost}. */
    public int mostInFlight() {
        return mostInFlight;
    }

    /** The most groups in flight are to be found anew. */
    public void forgetMost() {
        mostInFlight = queue.inFlight();
    }

    /** Returns the total counter. */
    public long total() {
        return interval.total();
    }

    /** Returns the error counter. */
    public long error() {
        return interval.error();
    }

    /** Returns the mean latency of the last eight groups, rounded down; 0 while none is known. */
    public long meanLatency() {
        return latency.count() == 0 ? 0 : latency.sum() / latency.count();
    }
}
