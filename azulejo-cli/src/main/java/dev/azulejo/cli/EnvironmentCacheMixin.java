package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.environment.EnvironmentCache;
import dev.azulejo.scene.gltf.LoadLimits;

import picocli.CommandLine.Option;

import java.nio.file.Path;

/** Where what pictures of surroundings are made into is kept from one command to the next. */
final class EnvironmentCacheMixin {
    static final String NAME = "--environment-cache";

    /** Nine environments of 4096 texels a row. */
    private static final long MOST_BYTES = 1 << 30;

    @Option(
            names = NAME,
            paramLabel = "FOLDER",
            description =
                    "Keeps there what --environment is made into, which takes seconds, and reads it"
                            + " next time; at most 1 GB: what was not used for longest goes first.")
    Path folder;

    /**
     * Refuses a folder that nothing would be kept in.
     *
     * @param elsewhere whether workers of a cluster load the environment
     */
    void check(boolean hasEnvironment, boolean elsewhere) {
        if (folder != null && elsewhere) {
            throw new UserException(
                    NAME + ": not with --cluster: its workers load environments, each once");
        }
        if (folder != null && !hasEnvironment) {
            throw new UserException(
                    NAME + ": there is no environment to keep; --environment FILE.hdr expected");
        }
    }

    /** Loads an environment, and says on standard error what takes more than a second. */
    Environment load(Path file, LoadLimits limits, Cancellation wish) {
        var step = SlowStep.begin("loading " + file);
        try {
            return folder == null
                    ? Environment.load(file, limits, wish)
                    : new EnvironmentCache(folder, MOST_BYTES, EnvironmentCacheMixin::warn)
                            .load(file, limits, wish);
        } finally {
            step.done();
        }
    }

    private static void warn(String line) {
        System.err.println("azulejo: warning: " + NAME + " " + line);
    }
}
