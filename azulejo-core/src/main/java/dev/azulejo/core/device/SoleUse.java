package dev.azulejo.core.device;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets one thread in at a time, and no thread twice. Whoever comes meanwhile is told at once
 * instead of waiting or doing damage. Thread-safe; allocates nothing unless it refuses.
 */
final class SoleUse {
    private final AtomicReference<Thread> user = new AtomicReference<>();
    private final String what;

    /**
     * Makes one that nobody uses.
     *
     * @param use what only one may do at a time, for the message
     */
    SoleUse(String use) {
        what = use;
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

    /** The calling thread has ended. */
    void leave() {
        user.set(null);
    }
}
