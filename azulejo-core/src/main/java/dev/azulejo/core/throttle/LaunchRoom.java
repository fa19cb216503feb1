package dev.azulejo.core.throttle;

/**
 * Room for what hull stages make of the groups in flight, where it waits for the domain side. It is
 * known when a group is launched, so that it can be asked for; no latency tells it. Where all wait
 * for memory, latencies grow with what is in flight, and limits in latencies let in the more: what
 * finds no room goes to memory and back, and makes them longer still.
 *
 * <p>So a group waits until it has room, but only as long as memory keeps others waiting: where it
 * does not, what finds no room costs nothing. One group is always let in.
 *
 * <p>This is not part of the published throttle. It knows no clock, no thread and no memory. Owned
 * by one thread, or by whoever holds a lock.
 */
public final class LaunchRoom {
    /** Room without bound: nobody waits for it. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private final long bytes;
    private long taken;

    /**
     * Makes one that is empty.
     *
     * @param bytes that have room, 0 and up, or {@link #UNBOUNDED}
     */
    public LaunchRoom(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Whether a group may be launched.
     *
     * @param more bytes that its hull stage will make, 0 and up
     * @param late whether memory keeps others waiting
     */
    public boolean mayLaunch(long more, boolean late) {
        return taken == 0 || !late || taken <= bytes - more;
    }

    /** A group is launched whose hull stage will make so many bytes. */
    public void take(long more) {
        taken += more;
    }

    /** A group is done with, of so many bytes. */
    public void leave(long done) {
        taken -= done;
    }

    /** All groups are done with. */
    public void clear() {
        taken = 0;
    }
}
