package dev.azulejo.core.policy;

/**
 * The memory of a window of a stream: what is held, and what pieces will take that are on their
 * way. A piece <em>waits</em> from its hull stage until a worker begins with it. Owned by one
 * thread.
 */
final class WindowMemory {
    private long held;

    /** Of what is held, what came of pieces. */
    private long made;

    /** Primitives that it may have come of: all that were possible. */
    private long done;

    /** Primitives that may come of the pieces that workers have begun with. */
    private long running;

    /** The same of those that wait. */
    private long waiting;

    /** Most memory that those can take. */
    private long waitingBytes;

    void clear() {
        held = 0;
        made = 0;
        done = 0;
        running = 0;
        waiting = 0;
        waitingBytes = 0;
    }

    /** Something takes memory until the window is over. */
    void hold(long bytes) {
        held += bytes;
    }

    /** Pieces wait. */
    void waits(long possible, long mostBytes) {
        waiting += possible;
        waitingBytes += mostBytes;
    }

    /** A worker begins with a piece. */
    void begun(long possible, long mostBytes) {
        waiting -= possible;
        waitingBytes -= mostBytes;
        running += possible;
    }

    /** A worker is done with a piece. */
    void processed(long possible, long bytes) {
        running -= possible;
        done += possible;
        made += bytes;
        held += bytes;
    }

    /** Returns what is held, bytes. */
    long held() {
        return held;
    }

    /** Returns the bytes of a primitive that was possible; 0 if none was. */
    double average() {
        return done == 0 ? 0 : (double) made / done;
    }

    /** Returns what will be held, bytes, if all is as in the mean. */
    double likely(double primitiveBytes) {
        return held + (running + waiting) * primitiveBytes;
    }

    /** Returns what will be held at most, bytes, if what is being processed is as in the mean. */
    double most(double primitiveBytes) {
        return held + running * primitiveBytes + waitingBytes;
    }
}
