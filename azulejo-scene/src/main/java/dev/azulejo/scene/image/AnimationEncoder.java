package dev.azulejo.scene.image;

import java.io.IOException;

/**
 * Writes the pictures of a sequence into one file, which is complete when all were added and {@link
 * #close} was called. Who closes it without having finished leaves a file that is no good, and its
 * stream open.
 *
 * <p>Threads: one at a time.
 */
public interface AnimationEncoder extends AutoCloseable {
    /**
     * Adds a picture.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top; not kept
     */
    void add(int[] pixels) throws IOException;

    /** Writes what a file ends with, when all pictures were added. */
    void finish() throws IOException;

    /** Lets go of what it holds; the stream that it writes to stays open. */
    @Override
    void close() throws IOException;
}
