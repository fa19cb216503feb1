package dev.azulejo.core.device;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets one thread in at a time, and no thread twice. Whoever comes meanwhile is told at once
 * instead of waiting or doing damage. Thread-safe; allocates nothing unless it refuses.
 */
final class SoleUse {
    private final AtomicReference<Thread> user = new AtomicReference<>();
    private final String what;

    /** Called where work is refused that might be ended early. */
    private final Runnable refused;

    private final StopSign stop = new StopSign("rendering");
    private volatile boolean closed;

    /**
     * Makes one that nobody uses.
     *
     * @param use what only one may do at a time, for the message
     */
    SoleUse(String use) {
        this(use, () -> {});
    }

    /**
     * Makes one that nobody uses.
     *
     * @param use what only one may do at a time, for the message
     * @param ifRefused called by {@link #enter(Cancellation)}, with nobody else in, where work
     *     shall not even begin: to end what waits for it
     */
    SoleUse(String use, Runnable ifRefused) {
        what = use;
        refused = ifRefused;
    }

    /**
     * The calling thread begins; it must call {@link #leave} at its end.
     *
     * @throws IllegalStateException if a thread is in: another one, or this one further out
     */
    void enter() {
        var caller = Thread.currentThread();
        var first = user.compareAndExchange(null, caller);
        if (first == null) {
            return;
        }
        throw new IllegalStateException(
                first == caller
                        ? "%s: called again before the first call of this thread has returned; do it afterwards, or with a device of its own"
                                .formatted(what)
                        : "%s: thread '%s' is at it, called by thread '%s'; let them take turns, or give each a device of its own"
                                .formatted(what, first.getName(), caller.getName()));
    }

    /**
     * The calling thread begins with work that may be ended early.
     *
     * @param cancellation who else may end it
     * @throws IllegalStateException as {@link #enter()}, and if it is closed
     * @throws dev.azulejo.core.cancel.CancelledException if it shall not even begin
     */
    void enter(Cancellation cancellation) {
        enter();
        boolean begun = false;
        try {
            if (closed) {
                throw new IllegalStateException("the device is closed");
            }
            stop.begin(cancellation);
            begun = true;
        } finally {
            if (!begun) {
                try {
                    refused.run();
                } finally {
                    leave();
                }
            }
        }
    }

    /** The calling thread has ended. */
    void leave() {
        stop.end();
        user.set(null);
    }

    /** What those look at who work between {@link #enter(Cancellation)} and {@link #leave}. */
    StopSign stop() {
        return stop;
    }

    /** Ends what is under way as soon as it can be, and lets nothing begin any more. */
    void close() {
        closed = true;
        stop.stopForEver("was ended: the device was closed");
    }
}
