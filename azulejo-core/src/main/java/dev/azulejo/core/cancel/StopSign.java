package dev.azulejo.core.cancel;

/**
 * What the threads that work on something look at between two pieces of work: whether to go on.
 * Once one of them has found that they shall not, all find it. To look costs a few reads, and the
 * clock where there is a deadline.
 *
 * <p>Threads: {@link #begin} and {@link #end} by the one that waits for the work; the rest by any.
 */
public final class StopSign {
    /** Names the work, for messages. */
    private final String what;

    /** Who waits for the work; null while there is none. */
    private Thread caller;

    private Cancellation wish = Cancellation.NEVER;

    /** Why all shall stop; null to go on. */
    private volatile String reason;

    /** As {@link #reason}, of this work and of all that comes after it. */
    private volatile String forEver;

    /**
     * Makes one.
     *
     * @param work names the work, for messages
     */
    public StopSign(String work) {
        what = work;
    }

    /**
     * The calling thread is about to have something done.
     *
     * @param cancellation what else may end it
     * @throws CancelledException if it shall not even begin
     */
    public void begin(Cancellation cancellation) {
        caller = Thread.currentThread();
        wish = cancellation;
        reason = null;
        check();
    }

    /** The work is done, or was ended. */
    public void end() {
        caller = null;
        wish = Cancellation.NEVER;
    }

    /**
     * The calling thread was interrupted, and has taken its mark away for now: if it is the one
     * that waits for the work, all shall stop.
     */
    public void interrupted() {
        if (caller == Thread.currentThread()) {
            reason = "was interrupted";
        }
    }

    /** All shall stop, now and for ever. */
    public void stopForEver(String why) {
        forEver = why;
    }

    /**
     * Goes on, or does not.
     *
     * @throws CancelledException if the work shall end
     */
    public void check() {
        String why = reason;
        if (why == null) {
            why = forEver;
        }
        var waiting = caller;
        if (why == null && waiting == Thread.currentThread() && waiting.isInterrupted()) {
            interrupted();
            why = reason;
        }
        if (why != null) {
            throw new CancelledException(what + " " + why);
        }
        wish.check(what);
    }
}
