package dev.azulejo.cli;

import dev.azulejo.cluster.work.ClusterCounts;
import dev.azulejo.cluster.work.Coordinator;
import dev.azulejo.cluster.work.SteadyClock;
import dev.azulejo.cluster.work.Ticket;
import dev.azulejo.cluster.work.UnitResult;
import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a command has the workers of a cluster do: it joins, hands in units and waits for them, and
 * leaves.
 *
 * <p>Threads: any.
 */
final class ClusterJob implements AutoCloseable {
    /** How long the first worker may take to answer. */
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(10);

    /** How long there may be no worker before units fail. */
    private static final long ALONE_NS = TimeUnit.SECONDS.toNanos(30);

    /** How long nobody may answer before others are not waited for: they may be busy, or hang. */
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(1);

    /** The same if all that are known have: who joins is told of them one by one. */
    private static final long SETTLED_NS = TimeUnit.MILLISECONDS.toNanos(30);

    private static final long LOOK_MILLIS = 200;

    private final Coordinator coordinator;
    private final LongSupplier clock;
    private final WorkFile environment;

    private ClusterJob(Coordinator coordinator, LongSupplier clock, WorkFile environment) {
        this.coordinator = coordinator;
        this.clock = clock;
        this.environment = environment;
    }

    /**
     * Joins, and waits until a worker is there.
     *
     * @param command says where, and which picture of surroundings goes along
     * @param mostSlots no worker counts as having more
     * @param cancellation ends it early
     * @throws UserException if none answers
     */
    static ClusterJob open(RenderCommand command, int mostSlots, Cancellation cancellation) {
        return open(command, mostSlots, cancellation, System::nanoTime);
    }

    /** Likewise, by a clock of nanoseconds. */
    static ClusterJob open(
            RenderCommand command,
            int mostSlots,
            Cancellation cancellation,
            LongSupplier nanoTime) {
        var places = command.cluster.cluster;
        var file = command.environment.file;
        var environment = file == null ? null : file(PaintTask.ENVIRONMENT, file, file.toString());
        var coordinator =
                new Coordinator(
                        ClusterPlaces.engine(
                                ClusterPlaces.discovery(places), null, command.cluster.key),
                        Release.NAME,
                        PaintOutcome.LARGEST,
                        mostSlots,
                        nanoTime,
                        ClusterPlaces::tell);
        boolean joined = false;
        try {
            coordinator.join();
            // A worker with another key, or none, is as silent as one that is not there
            var hint = command.cluster.key == null ? "" : "; do all have the same key?";
            awaitFirst(coordinator, places, hint, cancellation);
            joined = true;
            return new ClusterJob(coordinator, new SteadyClock(nanoTime), environment);
        } finally {
            if (!joined) {
                coordinator.close();
            }
        }
    }

    private static void awaitFirst(
            Coordinator coordinator, String places, String hint, Cancellation cancellation) {
        try {
            while (coordinator.places() == 0) {
                cancellation.check("joining");
                if (coordinator.nanosWithoutWorkers() > FIRST_NS) {
                    throw new UserException(
                            "--cluster %s: no worker answers%s".formatted(places, hint));
                }
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("--cluster %s: interrupted".formatted(places));
        }
    }

    private static WorkFile file(String name, Path place, String label) {
        try {
            if (!Files.isRegularFile(place)) {
                throw new UserException(label + ": not a file, a .gltf or .glb file expected");
            }
            return WorkFile.of(name, place);
        } catch (IOException e) {
            throw new UserException("%s: cannot be read: %s".formatted(label, WholeFile.reason(e)));
        }
    }

    /**
     * Returns the files that a model, or a built-in scene, is made of, and its surroundings.
     *
     * @param model as it was named
     * @param cancellation ends it early, between two files
     */
    List<WorkFile> content(String model, Cancellation cancellation) {
        var content = new ArrayList<WorkFile>();
        if (!SceneFiles.isBuiltIn(model)) {
            var place = SceneFiles.path(model);
            content.add(file(PaintTask.MAIN, place, model));
            cancellation.check("reading " + model);
            var collected = GltfLoader.collect(place, model, LoadLimits.defaults(), cancellation);
            collected
                    .others()
                    .forEach(
                            (name, at) -> {
                                cancellation.check("reading " + model);
                                content.add(file(PaintTask.beside(name), at, model));
                            });
        }
        if (environment != null) {
            content.add(environment);
        }
        return content;
    }

    /** Hands in a unit that any worker may do. */
    Ticket submit(byte[] task, List<WorkFile> files) {
        return coordinator.submit(task, files);
    }

    /** Hands in units that are each done best by who did the last one at the same place. */
    List<Ticket> submitAll(List<byte[]> tasks, List<WorkFile> files, int[] places) {
        return coordinator.submitAll(tasks, files, places);
    }

    /** Hands in a unit again: who did it, in a way that is of no use, does not get it first. */
    Ticket submitAgain(Ticket refused, byte[] task, List<WorkFile> files, int place) {
        return coordinator.submitAgain(refused, task, files, place);
    }

    /**
     * Returns how many workers there are, where each counts as one: waits until all members that
     * are known have answered, or nobody else has for a while.
     *
     * @param cancellation ends it early
     */
    int awaitWorkers(Cancellation cancellation) {
        int workers = workers();
        long since = clock.getAsLong();
        try {
            while (clock.getAsLong() - since
                    < (coordinator.haveAllAnswered() ? SETTLED_NS : QUIET_NS)) {
                cancellation.check("joining");
                Thread.sleep(5);
                int now = workers();
                since = now == workers ? since : clock.getAsLong();
                workers = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UserException("--cluster: interrupted");
        }
        return workers;
    }

    /** Returns how many workers are ready, where each counts as one. */
    int workers() {
        return coordinator.places() / Coordinator.WINDOW;
    }

    /** Returns what was counted so far. */
    ClusterCounts counts() {
        return coordinator.counts();
    }

    /**
     * Waits for what comes of a unit.
     *
     * @param cancellation ends it early
     * @throws UserException if it failed, or nobody is there to do it
     */
    byte[] await(Ticket ticket, Cancellation cancellation) {
        try {
            UnitResult result = null;
            while (result == null) {
                result = ticket.await(LOOK_MILLIS);
                cancellation.check("rendering");
                if (result == null && coordinator.nanosWithoutWorkers() > ALONE_NS) {
                    throw new UserException(
                            "no worker has been there for %d s"
                                    .formatted(TimeUnit.NANOSECONDS.toSeconds(ALONE_NS)));
                }
            }
            if (result.failure() != null) {
                throw new UserException(result.failure());
            }
            return result.bytes();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            ticket.withdraw();
        }
    }

    /**
     * Says how it went, in one line.
     *
     * @param units what was given
     * @param more of it, behind everything else
     */
    String text(String units, String more) {
        var counts = counts();
        return ("cluster: %d workers, %d lost; %d %s given %d times, %d of them again and %d to a"
                        + " second one; %,d bytes sent, %,d received%s")
                .formatted(
                        counts.workers(),
                        counts.lost(),
                        counts.units(),
                        units,
                        counts.given(),
                        counts.again(),
                        counts.twice(),
                        counts.contentBytes(),
                        counts.resultBytes(),
                        more);
    }

    @Override
    public void close() {
        coordinator.close();
    }
}
