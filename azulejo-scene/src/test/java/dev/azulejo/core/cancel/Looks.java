package dev.azulejo.core.cancel;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Wishes that end work at a certain place rather than at a certain time: the clock is how often it
 * was looked at.
 */
public final class Looks {
    private final AtomicLong looks = new AtomicLong();
    private final Cancellation cancellation;

    /** Ends work when it has been looked at so often. */
    public Looks(long most) {
        cancellation = new Cancellation(Duration.ofNanos(most + 1), null, looks::getAndIncrement);
    }

    /** Ends no work, and counts. */
    public static Looks unending() {
        return new Looks(Integer.MAX_VALUE);
    }

    /** What is handed to the work. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** How often it was looked at. */
    public long count() {
        return looks.get() - 1;
    }
}
