package dev.azulejo.cluster.content;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/**
 * That a folder belongs to one store, of all processes of a machine: a lock on a file in it, which
 * the system takes back when a process ends, however it ends.
 */
final class FolderLock implements AutoCloseable {
    /** What the file is called. */
    static final String NAME = "worker.lock";

    /**
     * Folders that this process has. A second channel to the same file would not get the lock
     * either, but where locks belong to a process, closing it would give up that of the first.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path folder;
    private FileChannel channel;

    /** Which file it is, whatever it is called; null where the system does not say. */
    private Object file;

    private FolderLock(Path folder, FileChannel channel) throws IOException {
        this.folder = folder;
        this.channel = channel;
        file = file(folder);
    }

    private static Object file(Path folder) throws IOException {
        var place = folder.resolve(NAME);
        return Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /**
     * Takes a folder.
     *
     * @param folder is there
     * @return the lock; null if another store has it
     */
    static FolderLock take(Path folder) throws IOException {
        var place = folder.toRealPath();
        synchronized (HELD) {
            if (HELD.contains(place)) {
                return null;
            }
            var channel = lock(place);
            if (channel == null) {
                return null;
            }
            try {
                var lock = new FolderLock(place, channel);
                HELD.add(place);
                return lock;
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
    }

    private static FileChannel lock(Path place) throws IOException {
        var channel =
                FileChannel.open(
                        place.resolve(NAME),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        try {
            // Whoever had it a moment ago may have removed it, and the folder after it
            if (channel.tryLock() != null && Files.exists(place.resolve(NAME))) {
                return channel;
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return null;
    }

    /**
     * Takes the folder anew, which is there, if somebody has removed the file.
     *
     * @return whether it has it; false if another store has taken it meanwhile
     */
    boolean renew() throws IOException {
        synchronized (HELD) {
            if (isThere()) {
                return true;
            }
            var again = lock(folder);
            if (again == null) {
                return false;
            }
            channel.close();
            channel = again;
            file = file(folder);
            return true;
        }
    }

    private boolean isThere() throws IOException {
        try {
            return Objects.equals(file(folder), file);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Removes the file as well: of a folder that goes. */
    void remove() throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    /** Lets others have it; the file stays, or two might lock two files of the same name. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (channel.isOpen()) {
                HELD.remove(folder);
                channel.close();
            }
        }
    }
}
