package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Writes files, whole or not at all: under another name in the same folder first. Symbolic links
 * stay, and what they lead to is written. What is there and no regular file, a device or a pipe, is
 * written through.
 */
final class WholeFile {
    /** Short, whatever the file is called: names have at most 255 bytes. */
    private static final String PARTIAL = ".azulejo-%d-%016x.part";

    private static final Pattern PARTIAL_NAME =
            Pattern.compile("\\.azulejo-(\\d+)-[0-9a-f]+\\.part");

    /** Names that are tried before somebody is told. */
    private static final int TRIES = 10;

    /**
     * A file that nobody has written to for so long, of a process that is not there, is left over.
     */
    private static final Duration LEFT_OVER = Duration.ofHours(1);

    /** Folders in which what killed runs have left was looked for: once is enough. */
    private static final Set<Path> CLEARED = ConcurrentHashMap.newKeySet();

    /** Writes what a file holds. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** Writes what a file holds, by its name. */
    interface Writer {
        void write(Path file) throws IOException;
    }

    private WholeFile() {}

    /**
     * Refuses a path whose folder is not there, or that is a folder itself, and {@code -}: where it
     * may stand for standard output, nobody comes here with it.
     */
    static void check(String option, Path path) {
        if (StandardOutput.isNamed(path)) {
            throw new UserException(
                    option + " -: does not go to standard output; a file expected (./- is one)");
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UserException(
                    "%s %s: the folder %s does not exist".formatted(option, path, folder));
        }
        if (Files.isDirectory(path)) {
            throw new UserException("%s %s: is a folder".formatted(option, path));
        }
        if (!writesThrough(path) && !Files.isWritable(folder)) {
            throw new UserException(
                    "%s %s: cannot write: permission denied in the folder %s"
                            .formatted(option, path, folder));
        }
    }

    /**
     * Returns where a file lies that is there, or will, by one name whatever it was called by.
     *
     * @throws IOException if there is no such folder
     */
    static Path place(Path path) throws IOException {
        return Files.exists(path) ? path.toRealPath() : destination(path);
    }

    /** Whether something is there that a file must not take the place of. */
    static boolean writesThrough(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /** Where links lead, also to what is not there yet. */
    private static Path destination(Path path) throws IOException {
        Path at = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(at) && links < 40; links++) {
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        Path folder = at.getParent();
        return folder == null ? at : folder.toRealPath().resolve(at.getFileName());
    }

    /** Writes a file, which appears only when it is complete. */
    static void write(String option, Path path, Content content) {
        write(option, path, content, Cancellation.NEVER);
    }

    /**
     * Writes a file, which appears only when it is complete.
     *
     * @param wish is heard while a device or a pipe takes nothing; the content hears it itself
     * @throws dev.azulejo.core.cancel.CancelledException if that ended it
     */
    static void write(String option, Path path, Content content, Cancellation wish) {
        if (writesThrough(path)) {
            run(
                    option,
                    path,
                    () -> {
                        try (var out = openThrough(path, wish)) {
                            content.write(out);
                        }
                    });
        } else {
            Writer writer =
                    file -> {
                        try (var out = open(file)) {
                            content.write(out);
                        }
                    };
            run(option, path, () -> writeWhole(destination(path), writer));
        }
    }

    /**
     * Writes a file by somebody who goes back and forth in it, such as another program. What is no
     * regular file is refused.
     */
    static void writeBy(String option, Path path, Writer writer) {
        if (writesThrough(path)) {
            throw new UserException(
                    "%s %s: is a device or a pipe; a file expected".formatted(option, path));
        }
        run(option, path, () -> writeWhole(destination(path), writer));
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(String option, Path path, Work work) {
        check(option, path);
        try {
            work.run();
        } catch (IOException e) {
            throw new UserException("%s %s: cannot write: %s".formatted(option, path, reason(e)));
        } catch (UncheckedIOException e) {
            throw new UserException(
                    "%s %s: cannot write: %s".formatted(option, path, reason(e.getCause())));
        }
    }

    private static OutputStream open(Path path) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
    }

    private static OutputStream openThrough(Path path, Cancellation wish) throws IOException {
        var out =
                Patience.open(
                        "writing " + path,
                        wish,
                        () -> Files.newOutputStream(path, StandardOpenOption.WRITE));
        return new BufferedOutputStream(out, 1 << 16);
    }

    private static void writeWhole(Path path, Writer writer) throws IOException {
        if (CLEARED.add(path.getParent())) {
            // Not for each picture: there may be as many in the folder already
            removeLeftOver(path.getParent());
        }
        Path partial = create(path);
        var ended = new Thread(() -> partial.toFile().delete(), "azulejo-unfinished");
        try {
            remember(ended, path);
            writer.write(partial);
            move(partial, path);
        } finally {
            Files.deleteIfExists(partial);
            forget(ended);
        }
    }

    /**
     * Makes an empty file beside a path, under a name that nobody else has. Number of the process
     * and counter alone would not do: where containers share a folder, all of them are process 1.
     */
    private static Path create(Path path) throws IOException {
        for (int tries = 1; ; tries++) {
            long number = ThreadLocalRandom.current().nextLong();
            // Not createTempFile, whose files only their owner may read
            Path file =
                    path.resolveSibling(PARTIAL.formatted(ProcessHandle.current().pid(), number));
            try {
                return Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                if (tries == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Removes what runs that were killed have left in a folder. */
    private static void removeLeftOver(Path folder) throws IOException {
        var before = Instant.now().minus(LEFT_OVER);
        try (var files = Files.newDirectoryStream(folder, ".azulejo-*.part")) {
            for (var file : files) {
                if (isLeftOver(file, before)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (AccessDeniedException | NoSuchFileException e) {
            // Somebody else's, or a folder that cannot be listed: they stay.
            return;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isLeftOver(Path file, Instant before) throws IOException {
        var name = PARTIAL_NAME.matcher(file.getFileName().toString());
        try {
            return name.matches()
                    && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.getLastModifiedTime(file).toInstant().isBefore(before);
        } catch (NoSuchFileException | NumberFormatException e) {
            // Somebody else has just removed it; or its name is nobody's.
            return false;
        }
    }

    /** Says what is wrong rather than where: the path is in the message already. */
    static String reason(IOException e) {
        String text =
                switch (e) {
                    case AccessDeniedException denied -> "permission denied";
                    case NoSuchFileException missing -> "no such file or folder";
                    case FileSystemException other when other.getReason() != null ->
                            other.getReason();
                    default -> e.getMessage() == null ? e.toString() : e.getMessage();
                };
        return text.toLowerCase(Locale.ROOT).contains("no space left") ? "no space left" : text;
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
