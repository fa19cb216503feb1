package dev.azulejo.cli;

import dev.azulejo.cluster.engine.EngineException;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** Options of {@code render} for work that other machines do. */
final class ClusterMixin {
    @Option(
            names = "--cluster",
            paramLabel = "HOST:PORT",
            description =
                    "Has the workers of a cluster render several models, or parts of one picture or"
                            + " sequence: where one of them listens, or several after commas; or"
                            + " file:FILE, which lists them.")
    String cluster;

    @Option(names = "--cluster-key", paramLabel = "FILE", description = ClusterPlaces.KEY)
    Path key;

    /** Whether other machines are to do it. */
    boolean given() {
        return cluster != null;
    }

    /** Adds the files that are read. */
    void addTo(CommandFiles files) {
        files.reads("--cluster-key", key).readsPlaces("--cluster", cluster);
    }

    /** Refuses what is wrong, before anything takes time. */
    void check() {
        if (key != null && cluster == null) {
            throw new UserException("--cluster-key: of a cluster; --cluster HOST:PORT expected");
        }
        if (cluster != null) {
            try {
                ClusterPlaces.discovery(cluster);
            } catch (EngineException e) {
                throw new UserException("--cluster " + e.getMessage());
            }
        }
    }
}
