package dev.azulejo.core.policy;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.throttle.HullThrottle;
import dev.azulejo.core.throttle.LaunchRoom;
import dev.azulejo.core.throttle.ThrottleTrace;

/**
 * Decides whether another group of patches may be launched: tells a {@link HullThrottle} what
 * happens in a stream, with measured time as cycles, and keeps count of memory.
 *
 * <p>A <em>cycle</em> is the time in which all workers together take one tessellated primitive all
 * the way to pixels, as measured in the windows before ({@link LaunchCosts}): the total counter is
 * in cycles. A share of that is the domain side's, the rest is the tiles': the error counter runs
 * by the clock of the domain side alone, from when the first piece of a group begins until the
 * first of the next group does, or until nothing is queued. So a group that takes ten times what
 * was estimated counts ten times in the total, tiles and all, while it is still in flight.
 *
 * <p>What a group <em>waits for</em> if it is refused is a drain: the tiles are rendered, to free
 * the memory of those in flight. Tiles are then visited once more, and workers wait for each other;
 * as with the latency of a real hull stage, there must be work enough in flight to make that
 * little. So the latency of a group is what its hull stage took, and {@link #DRAIN_WEIGHT} times
 * what a drain costs.
 *
 * <p>A group goes through {@link #launch}, {@link #complete} and {@link #handOn}, each of its
 * pieces through {@link #begun} and {@link #processed}, and all of them through {@link #retire}.
 * Times are nanoseconds of any clock that does not run backwards. Owned by one thread, or by
 * whoever holds a lock.
 */
public final class LaunchPolicy {
    /** Whether another group may be launched, and who says so. */
    public enum Answer {
        /** It may: nothing speaks against it. */
        FREE(true),
        /** It may: limits speak against it, but there is less than the floor. */
        BELOW_FLOOR(true),
        /** It may: limits speak against it, but phases before would have fitted as a whole. */
        PASSED_OVER(true),
        /** It may not: as many groups are in flight as the throttle or a fixed number allows. */
        OVER_LIMIT(false),
        /** It may not: limits do not speak against it, or not yet, but the ceiling does. */
        OVER_CEILING(false),
        /** It may not: nothing else speaks against it, but its hull stage's output has no room. */
        OVER_ROOM(false);

        private final boolean may;

        Answer(boolean may) {
            this.may = may;
        }

        /** Returns whether it may be launched. */
        public boolean may() {
            return may;
        }
    }

    /**
     * The strongest limit is in force when the domain side has work for 32 drains: they cost three
     * hundredths of the time at most, and less where groups are large.
     */
    static final int DRAIN_WEIGHT = 4;

    /** What counters can hold: enough for a minute. */
    private static final long MOST = 1L << 40;

    private static final double MEGABYTE = 1e6;

    private final Throttle options;
    private final int engines;
    private final ThrottleTrace trace = new ThrottleTrace();
    private final LaunchCosts costs = new LaunchCosts();
    private final DrainCost drains = new DrainCost();
    private final WindowMemory memory = new WindowMemory();
    private final PhaseMemory phases = new PhaseMemory();
    private final LaunchRoom room;
    private HullThrottle throttle;

    /** Whether a phase has begun. */
    private boolean begun;

    private long start;
    private long advancedTo;

    // What of a cycle was left over, on either clock.
    private double cycleRest;
    private double domainRest;

    /** Primitives of the window before geometry stages. */
    private long tessellated;

    /** Groups of the window that were handed on. */
    private int handedOn;

    /** Primitives that may come of pieces that were handed on and not begun. */
    private long queued;

    /** Pieces that workers are at. */
    private int inside;

    /** When the domain side began to be busy, if it is. */
    private long busySince;

    private boolean busy;

    /** How long the domain side was busy in the window, nanoseconds. */
    private long busyNs;

    /**
     * Makes one that has seen nothing, and where what hull stages make always has room: it lies in
     * memory as everything else does.
     *
     * @param throttle what bounds the groups in flight
     * @param workers threads that share the work, 1 and up
     */
    public LaunchPolicy(Throttle throttle, int workers) {
        this(throttle, workers, LaunchRoom.UNBOUNDED);
    }

    /**
     * Makes one that has seen nothing.
     *
     * @param throttle what bounds the groups in flight
     * @param workers threads that share the work, 1 and up
     * @param room for what hull stages make, bytes, or {@link LaunchRoom#UNBOUNDED}
     */
    public LaunchPolicy(Throttle throttle, int workers, long room) {
        options = throttle;
        this.room = new LaunchRoom(room);
        engines = throttle.enginesFor(workers);
        reset();
    }

    private void reset() {
        throttle = new HullThrottle(options, engines, 1, MOST);
        room.clear();
    }

    /**
     * A phase begins. What is known of costs and latencies still holds, unless the last phase was
     * given up with groups in flight: then the counters begin anew.
     */
    public void begin(long now) {
        if (throttle.inFlight() != 0) {
            reset();
        } else if (begun) {
            phases.end();
        }
        begun = true;
        phases.begin();
        throttle.forgetMost();
        trace.clear();
        start = now;
        advancedTo = now;
        cycleRest = 0;
        domainRest = 0;
        beginWindow();
    }

    private void beginWindow() {
        handedOn = 0;
        tessellated = 0;
        queued = 0;
        inside = 0;
        busy = false;
        busyNs = 0;
        memory.clear();
    }

    /** Returns what happened since the phase began. */
    public ThrottleTrace trace() {
        return trace;
    }

    /** Returns the most groups that were in flight at a time since the phase began. */
    public int mostInFlight() {
        return throttle.mostInFlight();
    }

    /** Returns the engine that a group should be launched on: the one with the fewest. */
    public int emptiest() {
        return throttle.emptiest();
    }

    private void advance(long now) {
        double cycles = (now - advancedTo) / costs.cycleNs() + cycleRest;
        double domain = (now - advancedTo) / costs.domainCycleNs() + domainRest;
        long whole = (long) cycles;
        long wholeDomain = (long) domain;
        cycleRest = cycles - whole;
        domainRest = domain - wholeDomain;
        advancedTo = now;
        throttle.advance(whole, wholeDomain);
    }

    /** Whether another group may be launched now, wherever what its hull stage makes has room. */
    public Answer decide(long now) {
        return decide(now, 0, false);
    }

    /**
     * Whether another group may be launched now.
     *
     * <p>The ceiling must hold whatever comes, so that what waits counts for the most that it can
     * become. That costs nothing: what waits is waited for, and counts for what it is then. Only
     * groups in the hull stage and pieces in the domain stage, one a worker, can add to it. The
     * floor is about what pays, and goes by averages. Where there is a floor, and phases before
     * would have fitted under the ceiling as a whole, a drain would buy nothing that was asked for,
     * so that limits are passed over.
     *
     * @param bytes that its hull stage will make, 0 and up
     * @param late whether memory keeps others waiting, so that it must have room for them
     */
    public Answer decide(long now, long bytes, boolean late) {
        advance(now);
        var answer = answer();
        if (answer.may() && !room.mayLaunch(bytes, late)) {
            answer = Answer.OVER_ROOM;
        }
        if (!answer.may()) {
            sample();
        }
        return answer;
    }

    private Answer answer() {
        boolean limited = !throttle.mayLaunch();
        if (options.mode() != Throttle.Mode.ON) {
            return limited ? Answer.OVER_LIMIT : Answer.FREE;
        }
        double bytes = costs.primitiveBytes();
        double ceiling = options.ceiling() * MEGABYTE;
        boolean below = memory.likely(bytes) < options.floor() * MEGABYTE;
        if (limited && !below && !(options.floor() > 0 && phases.fits(ceiling))) {
            return Answer.OVER_LIMIT;
        }
        if (memory.most(bytes) >= ceiling) {
            return Answer.OVER_CEILING;
        }
        if (!limited) {
            return Answer.FREE;
        }
        return below ? Answer.BELOW_FLOOR : Answer.PASSED_OVER;
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
        long number = throttle.launch(engine);
        memory.hold(bytes);
        room.take(bytes);
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
        throttle.complete(engine, number, costs.cycles(DRAIN_WEIGHT * drains.ns()));
        tessellated += primitives;
        memory.waits(possible, mostBytes);
        sample();
    }

    /**
     * Hands on the next group in the order of launches, if it has completed: it is queued for the
     * domain side.
     *
     * @param estimate its primitives by its inside factors
     * @param possible as was told to {@link #complete}
     * @return whether it has completed
     */
    public boolean handOn(long now, long estimate, long possible) {
        advance(now);
        if (!throttle.handOn(estimate)) {
            return false;
        }
        handedOn++;
        queued += possible;
        sample();
        return true;
    }

    /**
     * A worker begins with a piece. With the first piece of a group the group is read; pieces begin
     * in the order in which their groups were handed on.
     *
     * @param number of the launch of its group
     * @param possible its share of what was told to {@link #complete}
     * @param mostBytes likewise
     */
    public void begun(long now, long number, long possible, long mostBytes) {
        advance(now);
        throttle.read(number);
        if (!busy) {
            busy = true;
            busySince = now;
        }
        inside++;
        queued -= possible;
        memory.begun(possible, mostBytes);
        sample();
    }

    /**
     * A worker is done with a piece. If none is left, the domain side waits: its last group is not
     * late.
     *
     * @param possible the same as at {@link #begun}
     * @param bytes that it has taken
     */
    public void processed(long now, long possible, long bytes) {
        advance(now);
        memory.processed(possible, bytes);
        inside--;
        if (inside == 0 && queued == 0) {
            throttle.idle();
            busy = false;
            busyNs += now - busySince;
            sample();
        }
    }

    /**
     * Learns from a window, before it is retired.
     *
     * @param windowNs wall time
     * @param lostNs of that, wall time that would not have been spent in a larger window
     */
    public void observe(long windowNs, long lostNs) {
        if (tessellated > 0) {
            costs.observe(tessellated, windowNs, busyNs, memory.average());
        }
        drains.add(lostNs);
    }

    /**
     * What the hull stage of a group made is not needed any more: so many bytes have room again.
     */
    public void leave(long bytes) {
        room.leave(bytes);
    }

    /** All groups in flight have been rendered, one after the other. The next window begins. */
    public void retire(long now) {
        advance(now);
        for (int g = 0; g < handedOn; g++) {
            throttle.retire();
        }
        throttle.empty();
        room.clear();
        phases.add(memory.held());
        beginWindow();
        sample();
    }

    private void sample() {
        trace.add(
                advancedTo - start,
                throttle.inFlight(),
                throttle.limit(),
                throttle.total(),
                throttle.error(),
                throttle.meanLatency());
    }
}
