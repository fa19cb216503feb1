package dev.azulejo.core.cancel;

import java.util.concurrent.atomic.AtomicLong;

/** A wish that ends work at a certain place rather than at a certain time: it counts looks. */
public final class Looks {
    private final AtomicLong looks = new AtomicLong();
    private final Cancellation cancellation;

    /** Ends work when it is looked at once more than so often. */
    public Looks(long most) {
        cancellation = Cancellation.when(() -> looks.getAndIncrement() >= most);
    }

    /** Ends no work, and counts. */
    public static Looks unending() {
        return new Looks(Long.MAX_VALUE);
    }

    /** What is handed to the work. */
    public Cancellation cancellation() {
        return cancellation;
    }

    /** How often it was looked at. */
    public long count() {
        return looks.get();
    }
}
