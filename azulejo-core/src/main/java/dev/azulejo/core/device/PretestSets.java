package dev.azulejo.core.device;

import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Activity;

import java.util.concurrent.atomic.AtomicInteger;

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
     */
    PretestSets(MemberPretest memberPretest, WorkerPool workers, WorkerPool.Task rest) {
        pretest = memberPretest;
        pool = workers;
        restTask = rest;
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
    }

    /** The turn of a chunk has come: pretests what should be known by now. */
    void comesTo(int worker, int chunk) {
        pretest.run(worker, end(nearFirst ? begun.getAndIncrement() : chunk));
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
        pool.run(Activity.PRETEST, restTask);
    }
}
