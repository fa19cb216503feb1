package dev.azulejo.core.device;

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
    private volatile boolean underWay;

    /**
     * Makes one.
     *
     * @param looking pool of the visibility phase, with room for guests
     */
    VisibilityHelp(WorkerPool looking) {
        this.looking = looking;
    }

    /** A visibility phase is about to begin. */
    void begin() {
        helpedNs.set(0);
        underWay = true;
    }

    /** It is over, or was given up. */
    void done() {
        underWay = false;
    }

    /** A team's workers take part until it is over; returns whether it was not over before. */
    boolean help(BinTeam team) {
        if (!underWay) {
            return false;
        }
        team.pool().run(task);
        return true;
    }

    private void help() {
        for (int idle = 0; underWay; ) {
            long start = System.nanoTime();
            if (looking.join(null, 0)) {
                helpedNs.addAndGet(System.nanoTime() - start);
                idle = 0;
            } else {
                idle = MutualHelp.pause(idle, this);
            }
        }
    }

    /** How long threads have taken part, nanoseconds, sum of all. */
    long helpedNs() {
        return helpedNs.get();
    }
}
