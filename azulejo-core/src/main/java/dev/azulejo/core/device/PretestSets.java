package dev.azulejo.core.device;

import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.OwnLongs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A GPU's pretests where they are made in sets, on the way: before a chunk is taken on, the GPU's
 * share is tested up to a set ahead of it. Where chunks come near before far their numbers say
 * nothing of how far the GPU has come; how many have had their turn does. Not every chunk has one,
 * so that a rest may be left when all geometry has been taken in: others may still need it.
 *
 * <p>Shared by the GPU's workers; {@link #begin} and {@link #finish} by the one that submits.
 */
final class PretestSets {
    private final MemberPretest pretest;
    private final WorkerPool pool;
    private final WorkerPool.Task restTask;
    private final LongSupplier clock;

    /** Of each worker and guest, time in pretests on the way, nanoseconds. */
    private final OwnLongs[] onTheWayNs;

    /** Time for what was left. */
    private long restNs;

    /** Chunks that have had their turn, where they come near before far. */
    private final AtomicInteger begun = new AtomicInteger();

    // The phase under way.
    private GroupPhase shared;
    private boolean nearFirst;

    /**
     * Makes them.
     *
     * @param memberPretest tests
     * @param workers the GPU's
     * @param rest pretests all that is left
     * @param nanoClock nanoseconds
     */
    PretestSets(
            MemberPretest memberPretest,
            WorkerPool workers,
            WorkerPool.Task rest,
            LongSupplier nanoClock) {
        pretest = memberPretest;
        pool = workers;
        restTask = rest;
        clock = nanoClock;
        onTheWayNs = new OwnLongs[workers.slots()];
        for (int w = 0; w < onTheWayNs.length; w++) {
            onTheWayNs[w] = new OwnLongs(1);
        }
    }

    /**
     * Begins a phase.
     *
     * @param groupPhase what all know of it
     * @param culls whether chunks come near before far, not in submission order
     */
    void begin(GroupPhase groupPhase, boolean culls) {
        shared = groupPhase;
        nearFirst = culls;
        begun.set(0);
        restNs = 0;
        for (var worker : onTheWayNs) {
            worker.clear();
        }
    }

    /** The turn of a chunk has come: pretests what should be known by now. */
    void comesTo(int worker, int chunk) {
        long start = clock.getAsLong();
        pretest.run(worker, end(nearFirst ? begun.getAndIncrement() : chunk));
        onTheWayNs[worker].add(0, clock.getAsLong() - start);
    }

    /** Up to which chunk pieces are pretested when as many have been begun as come before one. */
    private int end(int chunk) {
        if (shared.plan.hasPortions()) {
            return shared.plan.portionEnd(Math.min(chunk, shared.phase.chunkCount() - 1));
        }
        return chunk > Group.ALL - shared.ahead ? Group.ALL : chunk + shared.ahead;
    }

    /** All geometry has been taken in: pretests what is left of the GPU's share. */
    void finish() {
        long start = clock.getAsLong();
        pool.run(Activity.PRETEST, restTask);
        restNs += clock.getAsLong() - start;
    }

    /**
     * Time that the GPU spent in pretests of the phase, nanoseconds: the mean of its workers, since
     * each does something else at the same time, and what the rest took.
     */
    long tookNs() {
        long sum = 0;
        for (var worker : onTheWayNs) {
            sum += worker.get(0);
        }
        return sum / pool.workers() + restNs;
    }
}
