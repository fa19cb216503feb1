package dev.azulejo.cli;

import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.report.Sweep;
import dev.azulejo.sim.report.SweepRow;
import dev.azulejo.sim.trace.WorkTrace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Plays a trace on the machines of a sweep, several at a time. A simulation shares nothing but the
 * trace, which nobody changes, and results are taken in the order of the machines: threads make no
 * difference to them.
 */
final class SweepRun {
    private final WorkTrace trace;
    private final Sweep sweep;
    private final Path output;

    SweepRun(WorkTrace trace, Sweep sweep, Path output) {
        this.trace = trace;
        this.sweep = sweep;
        this.output = output;
    }

    /** Plays all, so many at a time. */
    List<SweepRow> run(int threads) {
        int most = Math.min(threads, sweep.machines().size());
        try (var progress = new MachineProgress("sweep", sweep.machines().size(), output)) {
            var pool =
                    Executors.newFixedThreadPool(
                            most, Thread.ofPlatform().daemon().name("azulejo-sweep-", 0).factory());
            try {
                return rows(pool, progress);
            } finally {
                pool.shutdownNow();
            }
        }
    }

    private List<SweepRow> rows(ExecutorService pool, MachineProgress progress) {
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

    private SweepRow row(int point, MachineProgress progress) {
        var row =
                SweepRow.of(
                        sweep.points().get(point),
                        Simulation.run(trace, sweep.machines().get(point)));
        progress.step();
        return row;
    }
}
