package dev.azulejo.cluster.work;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Has a worker rest when there has been no job for a while.
 *
 * <p>Threads: who holds the lock; it waits without it, in a thread of its own.
 */
final class RestTimer {
    /** How often it is looked at the clock until then. */
    private static final int LOOKS = 120;

    private final Object lock;
    private final long millis;
    private final LongSupplier clock;
    private final Runnable rest;

    /** Waits until it is time to rest, or did; null if there is a job, or never was one. */
    private Thread waiting;

    /**
     * Makes one that waits for nothing.
     *
     * @param lock of the worker
     * @param millis without a job, milliseconds
     * @param clock nanoseconds
     * @param rest called with the lock held
     */
    RestTimer(Object lock, long millis, LongSupplier clock, Runnable rest) {
        this.lock = lock;
        this.millis = millis;
        this.clock = clock;
        this.rest = rest;
    }

    /** The last job is over: time begins. */
    void begin() {
        stop();
        waiting = Thread.ofVirtual().name("azulejo-rest").start(this::await);
    }

    /** There is a job, or nothing to rest from. */
    void stop() {
        if (waiting != null) {
            waiting.interrupt();
            waiting = null;
        }
    }

    private void await() {
        try {
            long end = clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (clock.getAsLong() - end < 0) {
                // Often enough for the clock
                Thread.sleep(Math.max(1, millis / LOOKS));
            }
        } catch (InterruptedException e) {
            return;
        }
        synchronized (lock) {
            if (waiting == Thread.currentThread()) {
                rest.run();
            }
        }
    }
}
