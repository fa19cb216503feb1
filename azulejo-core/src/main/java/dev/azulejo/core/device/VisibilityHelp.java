package dev.azulejo.core.device;

import dev.azulejo.core.report.Activity;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets teams that find no bin any more take part in the visibility phase that another team runs
 * beside rendering. Chiplets are virtual: what is done is the looking chiplet's work, whichever
 * thread does it.
 *
 * <p>Threads: {@link #begin} by the thread that submits, {@link #done} by the team that looks,
 * {@link #help} by all others.
 */
final class VisibilityHelp {
    private final WorkerPool looking;
    private final WorkerPool.Task task = worker -> help();
    private final AtomicLong helpedNs = new AtomicLong();

    /** Threads that may be about to say how long they have taken part. */
    private final AtomicInteger inside = new AtomicInteger();

    private volatile boolean underWay;

    /**
     * Makes one.
     *
     * @param own threads of the team that looks
     * @param threads threads of all teams
     */
    VisibilityHelp(int own, int threads) {
        looking = new WorkerPool(own, Math.min(threads - own, GuestSeats.MOST));
    }

    /** The pool of the visibility phase, with room for guests. */
    WorkerPool pool() {
        return looking;
    }

    /** A visibility phase is about to begin. */
    void begin() {
        helpedNs.set(0);
        underWay = true;
    }

    /**
     * It is over, or was given up: nobody takes part any more. Returns how long threads have taken
     * part, nanoseconds, sum of all.
     */
    long done() {
        underWay = false;
        // A guest is let go before it has told its time; nobody who is inside waits for anything.
        while (inside.get() != 0) {
            Thread.onSpinWait();
        }
        return helpedNs.get();
    }

    /**
     * A team's workers take part until it is over, and note so; returns whether it was not over
     * before.
     */
    boolean help(BinTeam team, int looker) {
        if (!underWay) {
            return false;
        }
        long start = System.nanoTime();
        team.pool().run(task);
        team.note(Activity.HELPING, start, System.nanoTime(), looker);
        return true;
    }

    private void help() {
        for (int idle = 0; underWay; ) {
            idle = join() ? 0 : MutualHelp.pause(idle, this);
        }
    }

    private boolean join() {
        inside.incrementAndGet();
        try {
            long start = System.nanoTime();
            boolean joined = underWay && looking.join(null, 0);
            if (joined) {
                helpedNs.addAndGet(System.nanoTime() - start);
            }
            return joined;
        } finally {
            inside.decrementAndGet();
        }
    }
}
