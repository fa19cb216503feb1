package dev.azulejo.cli;

import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.report.Sweep;
import dev.azulejo.sim.report.SweepRow;
import dev.azulejo.sim.trace.WorkTrace;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Plays a trace on the machines of a sweep, several at a time. A simulation shares nothing but the
 * trace, which nobody changes, and results are taken in the order of the machines: threads make no
 * difference to them.
 */
final class SweepRun {
    private final WorkTrace trace;
    private final Sweep sweep;
    private final Path output;
    private final AtomicInteger done = new AtomicInteger();

    SweepRun(WorkTrace trace, Sweep sweep, Path output) {
        this.trace = trace;
        this.sweep = sweep;
        this.output = output;
    }

    /** Plays all, so many at a time. */
    List<SweepRow> run(int threads) {
        var cancelled = new Thread(this::tellCancelled, "azulejo-cancelled");
        Runtime.getRuntime().addShutdownHook(cancelled);
        int most = Math.min(threads, sweep.machines().size());
        try (var progress = System.console() == null ? null : progress(sweep.machines().size())) {
            var pool =
                    Executors.newFixedThreadPool(
                            most, Thread.ofPlatform().daemon().name("azulejo-sweep-", 0).factory());
            try {
                return rows(pool, progress);
            } finally {
                pool.shutdownNow();
            }
        } finally {
            removeHook(cancelled);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: the command is being ended.
        }
    }

    /** Somebody ended the command, which writes its file last of all. */
    private void tellCancelled() {
        System.err.printf(
                "%nazulejo: cancelled after %d of %d machines; %s was not written%n",
                done.get(), sweep.machines().size(), output);
    }

    private List<SweepRow> rows(ExecutorService pool, ProgressBar progress) {
        var futures = new ArrayList<Future<SweepRow>>();
        for (int number = 0; number < sweep.machines().size(); number++) {
            int point = number;
            futures.add(pool.submit(() -> row(point, progress)));
        }
        var rows = new ArrayList<SweepRow>();
        try {
            for (var future : futures) {
                rows.add(future.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("interrupted; %s was not written".formatted(output));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OutOfMemoryError error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
        return rows;
    }

    private SweepRow row(int point, ProgressBar progress) {
        var row =
                SweepRow.of(
                        sweep.points().get(point),
                        Simulation.run(trace, sweep.machines().get(point)));
        done.incrementAndGet();
        if (progress != null) {
            progress.step();
        }
        return row;
    }

    private static ProgressBar progress(int machines) {
        return new ProgressBarBuilder()
                .setTaskName("sweep")
                .setInitialMax(machines)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }
}
