package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.model.SceneException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Goes through the models of a batch with a few threads, each at one model at a time, so that there
 * are never more scenes in memory than threads. What fails is noted, and the rest goes on.
 */
final class BatchRun {
    /** Makes pictures of a model. */
    interface Work {
        Painted paint(String model, List<BatchModel.Picture> pictures, Cancellation cancellation);
    }

    /**
     * What came of a model that was painted.
     *
     * @param warnings what there is to warn of
     * @param error what went wrong, if somebody else has found it out; else null
     * @param elapsedNs how long it took where it was done, if that was elsewhere; else -1
     */
    record Painted(List<String> warnings, String error, long elapsedNs) {
        /** Returns what was done here and now. */
        static Painted now(List<String> warnings) {
            return new Painted(warnings, null, -1);
        }
    }

    private final List<BatchModel> models;
    private final Work work;
    private final BatchResults results;
    private final boolean resume;

    /** For each model; null for as long as it likes. */
    private final Duration time;

    private final Runnable step;
    private final Cancellation cancellation = new Cancellation();
    private final AtomicInteger next = new AtomicInteger();

    /** What ends the whole batch. */
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * Prepares a run.
     *
     * @param models in order
     * @param work makes the pictures
     * @param results are told
     * @param resume whether pictures that are there are left out
     * @param time how long each model may take; null for as long as it likes
     * @param step called after each model
     */
    BatchRun(
            List<BatchModel> models,
            Work work,
            BatchResults results,
            boolean resume,
            Duration time,
            Runnable step) {
        this.models = models;
        this.work = work;
        this.results = results;
        this.resume = resume;
        this.time = time;
        this.step = step;
    }

    /**
     * Goes through all models.
     *
     * @param threads how many at a time
     * @throws CancelledException if the calling thread was interrupted; no model is under way then
     */
    void run(int threads) {
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(threads, models.size()); i++) {
            workers.add(
                    Thread.ofPlatform().daemon().name("azulejo-batch-" + i).start(this::takeAll));
        }
        boolean interrupted = false;
        for (var worker : workers) {
            while (worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancellation.cancel();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CancelledException("the batch was interrupted");
        }
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private void takeAll() {
        try {
            for (int i = next.getAndIncrement();
                    i < models.size() && !cancellation.isCancelled();
                    i = next.getAndIncrement()) {
                var result = render(models.get(i));
                if (result != null) {
                    results.put(i, result);
                    step.run();
                }
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            cancellation.cancel();
        }
    }

    /** Renders a model; returns null if the batch ended meanwhile. */
    private BatchResult render(BatchModel model) {
        var pictures = resume ? model.missing() : model.pictures();
        if (pictures.isEmpty()) {
            return result(model, BatchResult.Status.SKIPPED, List.of(), null, 0);
        }
        long start = System.nanoTime();
        try {
            var painted =
                    work.paint(
                            model.source(),
                            pictures,
                            time == null ? cancellation : cancellation.within(time));
            long elapsed =
                    painted.elapsedNs() < 0 ? System.nanoTime() - start : painted.elapsedNs();
            var status =
                    painted.error() == null
                            ? BatchResult.Status.RENDERED
                            : BatchResult.Status.FAILED;
            return result(model, status, painted.warnings(), painted.error(), elapsed);
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            if (e instanceof CancelledException && cancellation.isCancelled()) {
                return null;
            }
            long elapsed = System.nanoTime() - start;
            return result(model, BatchResult.Status.FAILED, List.of(), reason(e), elapsed);
        }
    }

    private static BatchResult result(
            BatchModel model,
            BatchResult.Status status,
            List<String> warnings,
            String error,
            long elapsed) {
        return new BatchResult(model.source(), status, model.files(), warnings, error, elapsed);
    }

    /** Says what is wrong with a model. */
    static String reason(Throwable e) {
        return switch (e) {
            case SceneException told -> told.getMessage();
            case UserException told -> told.getMessage();
            case CancelledException told -> told.getMessage();
            case OutOfMemoryError none ->
                    "out of memory: fewer --threads leave more for each model";
            default -> "internal error: " + e;
        };
    }
}
