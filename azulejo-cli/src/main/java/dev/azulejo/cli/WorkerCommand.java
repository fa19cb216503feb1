package dev.azulejo.cli;

import dev.azulejo.cluster.content.ContentStore;
import dev.azulejo.cluster.engine.Discovery;
import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.work.WorkerNode;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** {@code azulejo worker}. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Renders for others: a member of a cluster, until it is ended.")
final class WorkerCommand implements Callable<Integer> {
    private static final long MEGABYTE = 1 << 20;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where it listens, by an address that others reach. The first worker of a"
                            + " cluster has this alone.")
    String listen;

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description =
                    "Where another one listens, or several after commas; a name stands for all of"
                            + " its addresses. Or file:FILE, which lists them, and to which this"
                            + " one's place is added. Without --listen, any free port.")
    String join;

    @Option(names = "--cluster-key", paramLabel = "FILE", description = ClusterPlaces.KEY)
    Path key;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Models at a time, and threads for a part of one picture, 1..256; default: one"
                            + " a processor.")
    Integer threads;

    @Option(
            names = "--cache",
            paramLabel = "FOLDER",
            description =
                    "Where files of models are kept, also for later workers, of one worker at a"
                            + " time; default: a temporary one.")
    Path cache;

    @Option(
            names = "--cache-size",
            paramLabel = "MB",
            defaultValue = "4096",
            description = "How much is kept at most, 1..1000000 MB (default: ${DEFAULT-VALUE}).")
    long cacheSize;

    @Option(
            names = "--health",
            paramLabel = "HOST:PORT",
            description = "Answers GET /health and GET /metrics there, to anybody.")
    String health;

    @Override
    public Integer call() {
        if (listen == null && join == null) {
            throw new UserException("--listen HOST:PORT or --join HOST:PORT expected");
        }
        int slots = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (slots < 1 || slots > 256) {
            throw new UserException("--threads=%d is not in 1..256".formatted(slots));
        }
        if (cacheSize < 1 || cacheSize > 1_000_000) {
            throw new UserException("--cache-size=%d is not in 1..1000000".formatted(cacheSize));
        }
        var at = listen == null ? null : place("--listen", listen);
        var healthAt = health == null ? null : place("--health", health);
        var others = discovery();
        if (at == null && join.startsWith("file:")) {
            throw new UserException("--join %s: with --listen HOST:PORT only".formatted(join));
        }
        try (var node = node(at, others, slots)) {
            var answers = healthAt == null ? null : new HealthServer(healthAt, node, slots);
            try {
                work(node, slots);
            } finally {
                if (answers != null) {
                    answers.close();
                }
            }
            return 0;
        } catch (EngineException e) {
            throw new UserException(
                    "%s %s".formatted(listen == null ? "--join" : "--listen", e.getMessage()));
        }
    }

    /** Works until the process, or this thread, is ended. */
    private static void work(WorkerNode node, int slots) {
        node.join();
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "azulejo-worker-leaves"));
        System.out.printf("azulejo: worker at %s, %d models at a time%n", node.self(), slots);
        System.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HostPort place(String option, String text) {
        try {
            return HostPort.parse(text);
        } catch (EngineException e) {
            throw new UserException(option + " " + e.getMessage());
        }
    }

    private Discovery discovery() {
        try {
            return join == null ? List::of : ClusterPlaces.discovery(join);
        } catch (EngineException e) {
            throw new UserException("--join " + e.getMessage());
        }
    }

    private WorkerNode node(HostPort at, Discovery others, int slots) {
        var engine = ClusterPlaces.engine(others, at, key);
        return new WorkerNode(
                engine,
                Release.NAME,
                slots,
                store(),
                new ClusterPainter(slots),
                ClusterPlaces::tell);
    }

    private ContentStore store() {
        try {
            long bound = cacheSize * MEGABYTE;
            return cache == null
                    ? ContentStore.temporary(temporary(), "azulejo-worker-", bound)
                    : new ContentStore(cache, bound, false);
        } catch (IOException e) {
            if (cache == null) {
                throw new UserException(
                        "%s: no folder for files of models can be made there: %s"
                                .formatted(temporary(), WholeFile.reason(e)));
            }
            throw new UserException(
                    "--cache %s: cannot be used: %s".formatted(cache, WholeFile.reason(e)));
        }
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
