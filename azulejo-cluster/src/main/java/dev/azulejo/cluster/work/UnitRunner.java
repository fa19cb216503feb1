package dev.azulejo.cluster.work;

import dev.azulejo.core.cancel.CancelledException;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does units, each by a thread, as many at a time as a worker has slots; those behind them wait.
 *
 * <p>Threads: who holds the lock; units are done without it.
 */
final class UnitRunner {
    /** Told, without the lock, what came of a unit. */
    interface Outcome {
        /**
         * A unit is done, or is not.
         *
         * @param result null if there is none
         * @param why there is none; null if it was not wanted when its turn came
         */
        void of(AssignedUnit unit, byte[] result, String why);
    }

    private final Object lock;
    private final UnitWork work;
    private final Outcome outcome;
    private final ThreadPoolExecutor threads;
    private int busy;

    /**
     * Makes one that is idle.
     *
     * @param lock of the worker
     * @param slots units at a time, 1 and up
     * @param work does them
     * @param outcome told what came of each
     */
    UnitRunner(Object lock, int slots, UnitWork work, Outcome outcome) {
        this.lock = lock;
        this.work = work;
        this.outcome = outcome;
        threads =
                new ThreadPoolExecutor(
                        slots,
                        slots,
                        0,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("azulejo-unit-", 0).factory());
    }

    /** Hands a unit to a thread, now or when one is free. */
    void begin(AssignedUnit unit) {
        unit.begun = true;
        threads.execute(unit.run);
    }

    /** Whether no thread has a unit, nor will have: what waited for one does not any more. */
    boolean takeBack(AssignedUnit unit) {
        return !unit.begun || threads.remove(unit.run);
    }

    /** Does a unit. */
    void run(AssignedUnit unit) {
        byte[] result = null;
        String why = null;
        count(1);
        try {
            var files = unit.workFiles();
            if (!unit.cancellation.isCancelled()) {
                var job = unit.owner.key(unit.job);
                result = work.runOf(job, unit.task, files, unit.cancellation);
            }
        } catch (CancelledException e) {
            why = e.getMessage();
        } catch (Throwable e) {
            // Whatever it is, somebody waits for an answer
            why = e.toString();
        }
        count(-1);
        outcome.of(unit, result, why);
    }

    private void count(int more) {
        synchronized (lock) {
            busy += more;
        }
    }

    /** Returns how many units are under way. */
    int busy() {
        return busy;
    }

    /** Begins nothing any more, and interrupts what is under way. */
    void close() {
        threads.shutdownNow();
    }
}
