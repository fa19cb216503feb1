package dev.azulejo.cli;

import picocli.CommandLine.IVersionProvider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Which release this is: the version of all that is built together, which the build puts into a
 * file beside this class. It is read when somebody asks: most commands do not.
 */
final class Release {
    /** The version, as Maven calls it. */
    static final String NAME = read();

    private Release() {}

    private static String read() {
        try (var in = Release.class.getResourceAsStream("release.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the release's own name cannot be read", e);
        }
    }

    /** Tells it. One is made at each start, which is why it is not the class above. */
    static final class Teller implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"azulejo " + NAME};
        }
    }
}
