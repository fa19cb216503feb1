package dev.azulejo.testkit;

import java.nio.file.Path;

/**
 * How tests by damaged inputs run.
 *
 * @param rounds inputs of each kind; 0 for as many as the test tries in every build
 * @param seed of everything that is random
 * @param kept folder of inputs that are kept from one run to the next, a folder a kind; null for
 *     none
 * @param found folder of inputs that are neither read nor refused
 */
public record FuzzSettings(int rounds, long seed, Path kept, Path found) {
    /**
     * Returns what system properties say: {@code azulejo.fuzz}, {@code azulejo.seed}, {@code
     * azulejo.fuzz.corpus}.
     */
    public static FuzzSettings ofProperties() {
        String kept = System.getProperty("azulejo.fuzz.corpus");
        return new FuzzSettings(
                Integer.getInteger("azulejo.fuzz", 0),
                Long.getLong("azulejo.seed", 1),
                kept == null ? null : Path.of(kept),
                Path.of("target/fuzz"));
    }
}
