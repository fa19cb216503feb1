package dev.azulejo.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
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
     */
    static void write(String option, WholeFile.Content content) {
        try {
            var out = new BufferedOutputStream(System.out, 1 << 16);
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
}
