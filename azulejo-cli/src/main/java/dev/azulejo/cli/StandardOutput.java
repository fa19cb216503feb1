package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Standard output as the place of what would else be a file. Options name it by {@code -}. */
final class StandardOutput {
    private StandardOutput() {}

    /** Whether a path stands for it. */
    static boolean isNamed(Path path) {
        return path.toString().equals(SceneFiles.STANDARD);
    }

    /**
     * Writes what a file would hold.
     *
     * @param option names it in messages
     * @param wish is heard while nobody takes it; the content hears it itself
     * @throws dev.azulejo.core.cancel.CancelledException if that ended it
     */
    static void write(String option, WholeFile.Content content, Cancellation wish) {
        // Not closed: it is the process's
        var standard = System.out;
        try (var patient =
                Patience.open("writing to standard output", wish, () -> kept(standard))) {
            var out = new BufferedOutputStream(patient, 1 << 16);
            content.write(out);
            out.flush();
        } catch (IOException e) {
            throw new UserException("%s -: cannot write: %s".formatted(option, e.getMessage()));
        }
        // A print stream remembers what went wrong instead of throwing it.
        if (System.out.checkError()) {
            throw new UserException(option + " -: cannot write to standard output");
        }
    }

    /** Returns a stream that writes to another one, and stays apart from its end. */
    private static OutputStream kept(OutputStream standard) {
        return new FilterOutputStream(standard) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }
}
