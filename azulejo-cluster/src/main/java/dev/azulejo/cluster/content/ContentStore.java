package dev.azulejo.cluster.content;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Content on disk, in a folder of its own, within a bound: a file each, called by its hash, which
 * was computed here. What was not asked for longest goes first when there is no room; what is in
 * use stays. What an earlier process has left is taken over, and its hash computed when it is first
 * asked for. A folder has one store at a time, whatever process it is of; somebody may still change
 * or remove what lies there, which is then not there any more.
 *
 * <p>Threads: any.
 */
public final class ContentStore implements AutoCloseable {
    private static final String PARTIAL = ".part";

    private static final String TAKEN =
            "another worker keeps its files there; a folder of its own expected";

    /** One that was made just now may be about to be locked. */
    private static final Duration YOUNGEST_LEFT = Duration.ofSeconds(10);

    /** What is there. */
    private static final class Entry {
        long length;
        long lastUse;
        int users;

        /** When its file was last changed before its hash was computed; null if it was not. */
        FileTime changed;
    }

    /** Content that comes piece by piece, of one sender. */
    public final class Incoming implements AutoCloseable {
        private final ContentHash hash;
        private final long length;
        private final Path file;
        private final MessageDigest sum = ContentHash.digest();
        private OutputStream out;
        private long written;

        private Incoming(ContentHash hash, long length, Path file) throws IOException {
            this.hash = hash;
            this.length = length;
            this.file = file;
            out = opener.open(file);
        }

        /**
         * Takes a piece.
         *
         * @param offset where it belongs; pieces come in order
         * @param bytes of the piece
         * @throws IOException if it is not the next one, too long, or cannot be written
         */
        public void add(long offset, byte[] bytes) throws IOException {
            if (out == null || offset != written || bytes.length > length - written) {
                throw new IOException(
                        "a piece at %d of %d bytes, %d of %d there"
                                .formatted(offset, bytes.length, written, length));
            }
            out.write(bytes);
            sum.update(bytes);
            written += bytes.length;
        }

        /**
         * Puts it among the others.
         *
         * @throws IOException if it is not all there, or not what its hash says
         */
        public void finish() throws IOException {
            out.close();
            out = null;
            if (written != length) {
                throw new IOException("%d bytes of %d".formatted(written, length));
            }
            if (!ContentHash.of(sum.digest()).equals(hash)) {
                throw new IOException("its bytes are not those of its hash");
            }
            keep(this);
        }

        /** Lets go of what was not finished, also if it can be neither written nor closed. */
        @Override
        public void close() {
            try {
                if (out != null) {
                    out.close();
                }
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // A full disk may say so only now; it is to go all the same
                remove();
            } finally {
                out = null;
                release(this);
            }
        }

        private void remove() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // It goes when the store is opened the next time
                return;
            }
        }
    }

    /** Opens what is written to; a test has it fail. */
    interface Opener {
        OutputStream open(Path file) throws IOException;
    }

    private final Path folder;
    private final UserPrincipal owner;
    private final FolderLock lock;
    private final long bound;
    private final boolean ours;
    private final Opener opener;
    private final Map<ContentHash, Entry> entries = new HashMap<>();
    private final Map<Incoming, Long> reserved = new HashMap<>();
    private long total;
    private long uses;
    private long parts;

    /**
     * Opens one.
     *
     * @param folder is made if it is not there
     * @param bound of all that lies there, bytes
     * @param ours whether everything goes when it is closed
     * @throws IOException if it cannot be, or if another store has the folder
     */
    public ContentStore(Path folder, long bound, boolean ours) throws IOException {
        this(folder, bound, ours, Files::newOutputStream);
    }

    ContentStore(Path folder, long bound, boolean ours, Opener opener) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.bound = bound;
        this.ours = ours;
        this.opener = opener;
        lock = FolderLock.take(folder);
        if (lock == null) {
            throw new IOException(TAKEN);
        }
        try {
            owner = Files.getOwner(folder);
            takeOver();
            makeRoom(0);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Opens one in a new folder that goes when it is closed, and removes the folders of those that
     * were killed.
     *
     * @param parent where such folders are
     * @param prefix what their names begin with
     * @param bound of all that lies there, bytes
     */
    public static ContentStore temporary(Path parent, String prefix, long bound)
            throws IOException {
        var store = new ContentStore(Files.createTempDirectory(parent, prefix), bound, true);
        try (var folders = Files.newDirectoryStream(parent, prefix + "*")) {
            for (var left : folders) {
                removeIfLeft(left, store.owner);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They stay; this one can be used
            return store;
        }
        return store;
    }

    /** Removes a folder that a store has made, of the same user, and that no store has. */
    private static void removeIfLeft(Path folder, UserPrincipal owner) {
        try {
            // A link, or a folder of somebody else, may lead anywhere
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)
                    || !Files.exists(folder.resolve(FolderLock.NAME), LinkOption.NOFOLLOW_LINKS)
                    || age(folder).compareTo(YOUNGEST_LEFT) < 0) {
                return;
            }
            try (var lock = FolderLock.take(folder)) {
                if (lock == null) {
                    return;
                }
                clear(folder);
                lock.remove();
            }
            // Which fails if there is anything else in it
            Files.delete(folder);
        } catch (IOException e) {
            // The next one tries again
            return;
        }
    }

    /** How old a folder is; also one that was made before the system's clock was set back. */
    private static Duration age(Path folder) {
        return Duration.between(time(folder.resolve(FolderLock.NAME)).toInstant(), Instant.now())
                .abs();
    }

    /** Removes content and parts of it. */
    private static void clear(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                var name = file.getFileName().toString();
                if (name.endsWith(PARTIAL) || ContentHash.isHash(name)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private void takeOver() throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.sorted(Comparator.comparing(ContentStore::time)).toList()) {
                var name = file.getFileName().toString();
                if (name.endsWith(PARTIAL)) {
                    Files.delete(file);
                } else if (ContentHash.isHash(name)
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    var entry = new Entry();
                    entry.length = Files.size(file);
                    entry.lastUse = ++uses;
                    entries.put(new ContentHash(name), entry);
                    total += entry.length;
                }
            }
        }
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.from(Instant.EPOCH);
        }
    }

    /** Returns the bound of all content, bytes. */
    public long bound() {
        return bound;
    }

    /** Returns how much there is, bytes. */
    public synchronized long total() {
        return total;
    }

    /**
     * Returns where content lies, which stays there until {@link #giveBack}; null if it is not
     * there, or not what it was.
     */
    public synchronized Path use(ContentHash hash) throws IOException {
        var entry = entries.get(hash);
        if (entry == null) {
            return null;
        }
        if (!isSound(hash, entry)) {
            forget(hash);
            return null;
        }
        entry.users++;
        entry.lastUse = ++uses;
        return folder.resolve(hash.hex());
    }

    /** Returns when the file of content that is in use was last changed. */
    public synchronized FileTime changed(ContentHash hash) {
        return entries.get(hash).changed;
    }

    /** Whether a file is what its hash says, which is computed if it is not as it was. */
    private boolean isSound(ContentHash hash, Entry entry) {
        var file = folder.resolve(hash.hex());
        try {
            var now =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!now.isRegularFile() || !Files.isReadable(file)) {
                return false;
            }
            if (now.size() == entry.length && now.lastModifiedTime().equals(entry.changed)) {
                return true;
            }
            if (!ContentHash.of(file).equals(hash)) {
                return false;
            }
            total += now.size() - entry.length;
            entry.length = now.size();
            entry.changed = now.lastModifiedTime();
            return true;
        } catch (IOException e) {
            // What cannot be read is as good as gone
            return false;
        }
    }

    /** Says that content is not used any more by one who asked for it. */
    public synchronized void giveBack(ContentHash hash) {
        var entry = entries.get(hash);
        entry.users--;
        if (entry.users == 0 && entry.changed == null) {
            // It was forgotten meanwhile
            entries.remove(hash);
        }
    }

    /**
     * Begins to take in content.
     *
     * @throws IOException if there is no room for it
     */
    public synchronized Incoming begin(ContentHash hash, long length) throws IOException {
        renew();
        if (!makeRoom(length)) {
            throw new IOException(
                    "%,d bytes do not fit: %,d of %,d are in use"
                            .formatted(length, inUse(), bound));
        }
        var incoming = new Incoming(hash, length, folder.resolve(++parts + PARTIAL));
        reserved.put(incoming, length);
        return incoming;
    }

    /** Makes the folder again, and locks it, if somebody has removed it. */
    private void renew() throws IOException {
        if (Files.notExists(folder)) {
            makeAgain();
        }
        if (ours && !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
            // Of a name that was known for long, where anybody may make one
            throw new IOException("the temporary folder is another user's by now");
        }
        if (!lock.renew()) {
            throw new IOException(TAKEN);
        }
    }

    private void makeAgain() throws IOException {
        if (ours && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // As temporary folders are: nobody else's
            var permissions = PosixFilePermissions.fromString("rwx------");
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(permissions));
        } else {
            Files.createDirectories(folder);
        }
    }

    /** What has to stay, and what is on its way, bytes. */
    private long inUse() {
        return reserved()
                + entries.values().stream()
                        .filter(entry -> entry.users > 0)
                        .mapToLong(entry -> entry.length)
                        .sum();
    }

    private long reserved() {
        return reserved.values().stream().mapToLong(Long::longValue).sum();
    }

    private synchronized void release(Incoming incoming) {
        reserved.remove(incoming);
    }

    private synchronized void keep(Incoming incoming) throws IOException {
        release(incoming);
        var known = entries.get(incoming.hash);
        if (known != null && isSound(incoming.hash, known)) {
            // Somebody else has sent the same
            Files.delete(incoming.file);
            return;
        }
        var changed = Files.getLastModifiedTime(incoming.file);
        Files.move(
                incoming.file,
                folder.resolve(incoming.hash.hex()),
                StandardCopyOption.REPLACE_EXISTING);
        var entry = known == null ? new Entry() : known;
        total += incoming.length - entry.length;
        entry.length = incoming.length;
        entry.lastUse = ++uses;
        entry.changed = changed;
        entries.put(incoming.hash, entry);
    }

    /** Makes room, if there is enough that nobody uses; else nothing goes. */
    private boolean makeRoom(long length) throws IOException {
        if (inUse() > bound - length) {
            return false;
        }
        while (total + reserved() > bound - length) {
            var oldest =
                    entries.entrySet().stream()
                            .filter(entry -> entry.getValue().users == 0)
                            .min(Comparator.comparingLong(entry -> entry.getValue().lastUse));
            forget(oldest.orElseThrow().getKey());
        }
        return true;
    }

    /** Removes content; whoever uses it still has to give it back. */
    private void forget(ContentHash hash) throws IOException {
        var entry = entries.get(hash);
        total -= entry.length;
        entry.length = 0;
        entry.changed = null;
        if (entry.users == 0) {
            entries.remove(hash);
        }
        Files.deleteIfExists(folder.resolve(hash.hex()));
    }

    /** Removes what is not to stay, and lets others have the folder. */
    @Override
    public synchronized void close() {
        try (lock) {
            if (ours && lock.renew()) {
                clear(folder);
                lock.remove();
            }
        } catch (IOException e) {
            // A folder for temporary files is cleared by the system, or by the next store
            return;
        }
        removeFolder();
    }

    private void removeFolder() {
        try {
            if (ours) {
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            // As above
            return;
        }
    }
}
