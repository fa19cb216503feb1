package dev.azulejo.cluster.content;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** A disk for tests, on which there is room for so many bytes more, of all that is written. */
public final class FullDisk {
    /** Bytes that can still be written. */
    public final AtomicLong room;

    /** Makes one with room for so many bytes. */
    public FullDisk(long bytes) {
        room = new AtomicLong(bytes);
    }

    /** Opens a store there, that goes when it is closed. */
    public ContentStore store(Path folder, long bound) throws IOException {
        return new ContentStore(folder, bound, true, this::open);
    }

    private OutputStream open(Path file) throws IOException {
        if (room.get() == 0) {
            // As where there is no room for a name either
            throw new FileSystemException(file.toString(), null, "No space left on device");
        }
        return new FilterOutputStream(Files.newOutputStream(file)) {
            @Override
            public void write(byte[] bytes) throws IOException {
                int fits = (int) Math.min(bytes.length, room.get());
                room.addAndGet(-fits);
                // As a file system does: what fits is there
                out.write(bytes, 0, fits);
                if (fits < bytes.length) {
                    throw new IOException("No space left on device");
                }
            }
        };
    }
}
