package dev.azulejo.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files, whole or not at all. */
final class WholeFile {
    /** Writes what a file holds. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /** Refuses a path whose folder is not there, or that is a folder itself. */
    static void check(String option, Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UserException(
                    "%s %s: the folder %s does not exist".formatted(option, path, folder));
        }
        if (Files.isDirectory(path)) {
            throw new UserException("%s %s: is a folder".formatted(option, path));
        }
    }

    /** Writes a file, which appears only when it is complete. */
    static void write(String option, Path path, Content content) {
        check(option, path);
        try {
            // Not createTempFile, whose files only their owner may read
            String name = "." + path.getFileName() + "." + ProcessHandle.current().pid() + ".part";
            Path partial = path.toAbsolutePath().resolveSibling(name);
            var ended = new Thread(() -> partial.toFile().delete(), "azulejo-unfinished");
            remember(ended, path);
            try {
                try (var out = new BufferedOutputStream(Files.newOutputStream(partial), 1 << 16)) {
                    content.write(out);
                }
                move(partial, path);
            } finally {
                Files.deleteIfExists(partial);
                forget(ended);
            }
        } catch (IOException | UncheckedIOException e) {
            throw new UserException(
                    "%s %s: cannot write: %s".formatted(option, path, e.getMessage()));
        }
    }

    private static void remember(Thread ended, Path path) {
        try {
            Runtime.getRuntime().addShutdownHook(ended);
        } catch (IllegalStateException e) {
            throw new UserException("ended before %s was written".formatted(path));
        }
    }

    private static void forget(Thread ended) {
        try {
            Runtime.getRuntime().removeShutdownHook(ended);
        } catch (IllegalStateException e) {
            // It is running: the command is being ended.
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(
                    from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
