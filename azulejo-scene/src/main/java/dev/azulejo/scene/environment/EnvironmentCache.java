package dev.azulejo.scene.environment;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Keeps in a folder what the pictures of environments are made into, which takes seconds of a
 * processor for large ones: who loads one again, in another process as well, reads that. It is
 * found by the SHA-256 of the picture's file, wherever that lies and whatever it is called;
 * pictures and limits of sides and memory mean what they mean without a cache, and what is loaded
 * is the same to the last bit.
 *
 * <p>Files that are cut off, damaged or of another release are made anew. A folder that cannot be
 * written makes nothing fail: a warning says so.
 *
 * <p>Threads: any, and any number of processes may share a folder.
 */
public final class EnvironmentCache {
    private static final String SUFFIX = ".maps";
    private static final String UNFINISHED = ".part";

    /** Names of what it keeps, and of what it is writing: nothing else in a folder is its own. */
    private static final Pattern OWN =
            Pattern.compile(
                    "[0-9a-f]{64}(\\.maps|-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.part)");

    /** What somebody who was killed has left, and nobody else is writing, is older. */
    private static final long UNFINISHED_SECONDS = 3600;

    private final Path folder;
    private final long mostBytes;
    private final Consumer<String> warnings;

    /** What one picture is kept in. */
    private record Entry(Path file, long bytes, FileTime used) {}

    /**
     * Makes one.
     *
     * @param folder made when something is kept, if it is not there
     * @param mostBytes how much may be kept, 0 or more: what was not used for longest goes first. A
     *     picture takes 35 MB if it has 2048 texels a row, 111 MB for 4096, and 212 MB at the most
     * @param warnings takes a line of what could not be kept, from threads that load
     */
    public EnvironmentCache(Path folder, long mostBytes, Consumer<String> warnings) {
        if (mostBytes < 0) {
            throw new IllegalArgumentException(
                    "environment cache: %d bytes, 0 or more expected".formatted(mostBytes));
        }
        this.folder = folder;
        this.mostBytes = mostBytes;
        this.warnings = warnings;
    }

    /**
     * Loads an environment as {@link Environment#load(Path, LoadLimits, Cancellation)} does, and
     * keeps it.
     *
     * @throws SceneException when it cannot be used; the message is one line
     * @throws CancelledException if it was ended early
     */
    public Environment load(Path file, LoadLimits limits, Cancellation cancellation) {
        String name = file.toString();
        Environment.check(file, name, limits);
        var stop = new StopSign("loading " + name);
        stop.begin(cancellation.within(limits.maxTime()));
        String hash;
        try {
            hash = hash(file, stop);
            var kept = read(hash, name, limits, stop);
            if (kept != null) {
                return Environment.of(name, kept);
            }
        } finally {
            stop.end();
        }
        var environment = Environment.load(file, limits, cancellation);
        keep(file, hash, environment, cancellation);
        return environment;
    }

    private static String hash(Path file, StopSign stop) {
        try (var in = Files.newInputStream(file)) {
            var digest = MessageDigest.getInstance("SHA-256");
            var buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                stop.check();
                digest.update(buffer, 0, n);
            }
            // What is called so has to be one: the same bytes by another name may not be taken
            digest.update((byte) (Environment.isCalledExr(file.toString()) ? 1 : 0));
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            stop.check();
            throw Environment.unreadable(file.toString(), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    /** Returns what is kept; null if nothing is that can be used. */
    private KeptMaps.Kept read(String hash, String name, LoadLimits limits, StopSign stop) {
        var entry = folder.resolve(hash + SUFFIX);
        if (!Files.exists(entry)) {
            return null;
        }
        try {
            KeptMaps.Room room = (w, h) -> Environment.checkKept(w, h, name, limits);
            var kept = KeptMaps.read(entry, room, stop::check);
            use(entry);
            return kept;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            stop.check();
            warnings.accept("%s: %s; it is made anew".formatted(entry, Environment.reason(e)));
            return null;
        } catch (OutOfMemoryError e) {
            throw Environment.noMemory(name, e);
        }
    }

    private static void use(Path entry) {
        try {
            Files.setLastModifiedTime(entry, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // A folder that may only be read serves as well: it goes as if it had not been used
        }
    }

    private void keep(Path file, String hash, Environment environment, Cancellation cancellation) {
        if (KeptMaps.size(environment.width()) > mostBytes) {
            return;
        }
        var part = folder.resolve(hash + "-" + UUID.randomUUID() + UNFINISHED);
        var stop = new StopSign("keeping " + file);
        stop.begin(cancellation);
        try {
            // Somebody may have written another picture into the file meanwhile
            if (!hash(file, stop).equals(hash)) {
                return;
            }
            Files.createDirectories(folder);
            try {
                KeptMaps.write(part, environment.kept(), stop::check);
                Files.move(
                        part,
                        folder.resolve(hash + SUFFIX),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            makeRoom();
        } catch (FileAlreadyExistsException e) {
            warnings.accept("%s: is no folder; %s is not kept".formatted(folder, file));
        } catch (IOException e) {
            stop.check();
            warnings.accept(
                    "%s: cannot be written: %s; %s is not kept"
                            .formatted(folder, Environment.reason(e), file));
        } finally {
            stop.end();
        }
    }

    private static boolean isOwn(Path file) {
        return OWN.matcher(file.getFileName().toString()).matches();
    }

    /** Removes what was not used for longest, and what nobody goes on writing. */
    private void makeRoom() throws IOException {
        var entries = new ArrayList<Entry>();
        var all = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder, EnvironmentCache::isOwn)) {
            files.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        var old = FileTime.from(Instant.now().minusSeconds(UNFINISHED_SECONDS));
        for (var file : all) {
            try {
                var used = Files.getLastModifiedTime(file);
                if (file.toString().endsWith(SUFFIX)) {
                    entries.add(new Entry(file, Files.size(file), used));
                } else if (used.compareTo(old) < 0) {
                    Files.deleteIfExists(file);
                }
            } catch (NoSuchFileException e) {
                // Another process was faster
            }
        }
        removeBeyond(entries);
    }

    private void removeBeyond(List<Entry> entries) throws IOException {
        entries.sort(Comparator.comparing(Entry::used).reversed());
        long kept = 0;
        for (var entry : entries) {
            kept += entry.bytes();
            if (kept > mostBytes) {
                Files.deleteIfExists(entry.file());
            }
        }
    }
}
