package dev.azulejo.core.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ring of bytes that any number of threads write messages into and one reads them from, without
 * locks. A message begins at a line of 64 bytes.
 *
 * <p>A writer reserves lines by moving the end ahead with a compare-and-set, copies its message,
 * and then stores its length at its first line with release. The reader loads the length of the
 * first line with acquire: 0 means that nothing is there, or that its writer is still copying; it
 * then waits for nobody but comes again. It takes messages in the order in which their lines were
 * reserved, so that those of one thread stay in order. Only when it has copied a message and
 * cleared its length does it hand the lines back, with a release store that writers load with
 * acquire: bytes are never written while they are read.
 */
final class Mailbox {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int LINE_SHIFT = 6;

    /** Ends of the ring, in lines ever used; in cache lines of their own, since two sides write. */
    private static final int READ = 16;

    private static final int RESERVED = 32;

    private final long[] ends = new long[48];
    private final byte[] bytes;

    /** Of the message that begins at a line, its length; 0 if it is not there. */
    private final int[] lengths;

    /** Makes an empty ring of some bytes, a power of two from 64. */
    Mailbox(int capacity) {
        bytes = new byte[capacity];
        lengths = new int[capacity >> LINE_SHIFT];
    }

    private static int lines(int length) {
        return length + (1 << LINE_SHIFT) - 1 >> LINE_SHIFT;
    }

    /** Adds a message, 1 byte and up. Returns whether there was room. */
    boolean add(byte[] from, int offset, int length) {
        if (length > bytes.length) {
            return false;
        }
        int lines = lines(length);
        long first;
        do {
            first = (long) LONGS.getAcquire(ends, RESERVED);
            // Loaded after the other end, it may be beyond it; then the exchange fails.
            long read = (long) LONGS.getAcquire(ends, READ);
            if (first + lines - read > lengths.length) {
                return false;
            }
        } while (!LONGS.compareAndSet(ends, RESERVED, first, first + lines));
        int line = (int) first & lengths.length - 1;
        int at = line << LINE_SHIFT;
        int whole = Math.min(length, bytes.length - at);
        System.arraycopy(from, offset, bytes, at, whole);
        System.arraycopy(from, offset + whole, bytes, 0, length - whole);
        INTS.setRelease(lengths, line, length);
        return true;
    }

    /** Returns the length of the first message, 0 if there is none. Of the reader. */
    int next() {
        int line = (int) ends[READ] & lengths.length - 1;
        return (int) INTS.getAcquire(lengths, line);
    }

    /** Takes the first message away, of which the length was asked. Of the reader. */
    void take(byte[] into, int length) {
        long first = ends[READ];
        int line = (int) first & lengths.length - 1;
        int at = line << LINE_SHIFT;
        int whole = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, into, 0, whole);
        System.arraycopy(bytes, 0, into, whole, length - whole);
        lengths[line] = 0;
        LONGS.setRelease(ends, READ, first + lines(length));
    }
}
