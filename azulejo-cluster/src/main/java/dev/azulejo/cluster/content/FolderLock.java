package dev.azulejo.cluster.content;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
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
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
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
            var channel =
                    FileChannel.open(
                            place.resolve(NAME),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS);
            try {
                // Whoever had it a moment ago may have removed it, and the folder after it
                if (channel.tryLock() != null && Files.exists(place.resolve(NAME))) {
                    HELD.add(place);
                    return new FolderLock(place, channel);
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
            return null;
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
