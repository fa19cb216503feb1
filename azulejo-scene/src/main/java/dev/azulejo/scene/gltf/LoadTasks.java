package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.model.SceneException;

import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads for one load. When it is closed, what they still had to do is dropped, what they are at
 * ends at its next step, and they have ended when {@link #close} returns: nothing of a load
 * outlives it.
 */
final class LoadTasks implements AutoCloseable {
    private final ExecutorService threads;
    private final StopSign stop;
    private final Queue<Thread> started = new ConcurrentLinkedQueue<>();

    /**
     * What a task will return.
     *
     * @param <T> type of the result
     */
    interface Result<T> {
        /** Waits for the task and returns its result, or throws what it threw. */
        T get();
    }

    /**
     * Starts none yet.
     *
     * @param threadCount at most so many
     * @param stop what tasks look at; told when this is closed
     */
    LoadTasks(int threadCount, StopSign stop) {
        this.stop = stop;
        var numbers = new AtomicInteger();
        threads =
                Executors.newFixedThreadPool(
                        threadCount,
                        work -> {
                            var name = "scene-loader-" + numbers.getAndIncrement();
                            var thread = Thread.ofPlatform().daemon().name(name).unstarted(work);
                            started.add(thread);
                            return thread;
                        });
    }

    /** Starts a task; tasks begin in the order in which they are handed in. */
    <T> Result<T> submit(Callable<T> task) {
        Future<T> future =
                threads.submit(
                        () -> {
                            stop.check();
                            return task.call();
                        });
        return () -> await(future);
    }

    private <T> T await(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                // a new exception, so that the trace leads to the caller too
                case SceneException problem ->
                        throw new SceneException(problem.getMessage(), problem);
                case RuntimeException bug -> throw bug;
                case Error error -> throw error;
                default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop.check();
            throw new CancelledException("loading was interrupted");
        }
    }

    /** Ends all threads, and waits for them. */
    @Override
    public void close() {
        stop.stopForEver("was ended");
        threads.shutdownNow();
        boolean interrupted = false;
        while (!started.isEmpty()) {
            try {
                started.peek().join();
                started.remove();
            } catch (InterruptedException e) {
                // To be restored when they have ended, which is soon.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
