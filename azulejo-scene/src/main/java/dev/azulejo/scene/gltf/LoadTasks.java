package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.SceneException;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads for one load. They end when it is closed; what they still had to do is dropped then. */
final class LoadTasks implements AutoCloseable {
    private final ExecutorService threads;
    private final String file;

    /**
     * What a task will return.
     *
     * @param <T> type of the result
     */
    interface Result<T> {
        /** Waits for the task and returns its result, or throws what it threw. */
        T get();
    }

    LoadTasks(int threadCount, String file) {
        this.file = file;
        threads =
                Executors.newFixedThreadPool(
                        threadCount,
                        Thread.ofPlatform().daemon().name("scene-loader-", 0).factory());
    }

    /** Starts a task; tasks begin in the order in which they are handed in. */
    <T> Result<T> submit(Callable<T> task) {
        Future<T> future = threads.submit(task);
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
            throw new SceneException(file + ": loading was interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
