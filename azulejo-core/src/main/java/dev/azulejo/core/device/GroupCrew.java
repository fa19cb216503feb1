package dev.azulejo.core.device;

import dev.azulejo.core.cancel.StopSign;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/**
 * A thread a GPU. The one that submits is that of GPU 0, unless a GPU may hang: then it only
 * watches. A GPU that has hung for longer than there is patience is given up, and the others go on
 * without it; its threads stay where they are.
 *
 * <p>Threads: all by the thread that submits.
 */
final class GroupCrew implements AutoCloseable {
    private static final long LOOK_MS = 1;

    private final WorkerPool pool;
    private final PoolWatch[] watches;
    private final long patienceNs;

    /** One a GPU, to be watched; null if nobody may hang. */
    private ExecutorService[] threads;

    private boolean interrupted;

    /** Told if who waits is interrupted. */
    private StopSign stop = new StopSign("a run");

    /**
     * Makes one, and starts the threads.
     *
     * @param gpuWatches beside the workers of each GPU
     * @param patienceMs how long a GPU may hang
     */
    GroupCrew(PoolWatch[] gpuWatches, int patienceMs) {
        watches = gpuWatches;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(patienceMs);
        pool = new WorkerPool(watches.length);
    }

    /** What all workers of all GPUs look at between two pieces of work; returns this. */
    GroupCrew obey(StopSign sign) {
        stop = sign;
        pool.obey(sign);
        for (var watch : watches) {
            watch.pool().obey(sign);
        }
        return this;
    }

    /** From now on a GPU may hang. */
    void watch() {
        if (threads != null) {
            return;
        }
        threads = new ExecutorService[watches.length];
        for (int gpu = 0; gpu < threads.length; gpu++) {
            var factory = Thread.ofPlatform().daemon().name("azulejo-gpu-" + gpu).factory();
            threads[gpu] = Executors.newSingleThreadExecutor(factory);
        }
    }

    /**
     * Runs a task for each GPU, and waits for all but those that hang, whatever is thrown: nobody
     * works on when this returns. For those that have been given up the calling thread runs it.
     *
     * @param task of a GPU
     * @param givenUp told who is given up
     */
    void run(WorkerPool.Task task, IntConsumer givenUp) {
        if (threads == null) {
            pool.run(task);
            return;
        }
        var parts = new Future<?>[threads.length];
        Throwable failure = null;
        try {
            begin(parts, task);
        } catch (Throwable e) {
            // Those that have begun are waited for all the same: they write into targets.
            failure = e;
        }
        failure = await(parts, givenUp, failure);
        if (interrupted) {
            interrupted = false;
            Thread.currentThread().interrupt();
        }
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
    }

    private void begin(Future<?>[] parts, WorkerPool.Task task) {
        for (int g = 0; g < parts.length; g++) {
            int gpu = g;
            if (!watches[gpu].abandoned()) {
                parts[gpu] = threads[gpu].submit(() -> task.run(gpu));
            } else {
                task.run(gpu);
            }
        }
    }

    /** Returns what was thrown, the first if there was more. */
    private Throwable await(Future<?>[] parts, IntConsumer givenUp, Throwable before) {
        Throwable failure = before;
        for (boolean waits = true; waits; ) {
            waits = false;
            for (int gpu = 0; gpu < parts.length; gpu++) {
                try {
                    if (parts[gpu] != null && !done(parts[gpu])) {
                        waits = true;
                        if (watches[gpu].abandon(System.nanoTime(), patienceNs)) {
                            parts[gpu] = null;
                            givenUp.accept(gpu);
                        }
                    }
                } catch (ExecutionException e) {
                    parts[gpu] = null;
                    failure = failure == null ? e.getCause() : failure;
                } catch (RuntimeException | Error e) {
                    failure = failure == null ? e : failure;
                }
            }
        }
        return failure;
    }

    /** Waits a moment; returns whether it has ended. */
    private boolean done(Future<?> part) throws ExecutionException {
        try {
            part.get(LOOK_MS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            // To be restored when there is nothing to wait for any more.
            interrupted = true;
            stop.interrupted();
            return false;
        }
    }

    /** Lets the threads end, as soon as they can. */
    @Override
    public void close() {
        pool.close();
        for (int gpu = 0; threads != null && gpu < threads.length; gpu++) {
            threads[gpu].shutdown();
        }
    }
}
