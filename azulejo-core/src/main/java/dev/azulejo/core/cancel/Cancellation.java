package dev.azulejo.core.cancel;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A wish that work end early: uttered by {@link #cancel}, by the clock, or by a condition of the
 * caller's. One may be handed to several pieces of work, one after the other or at once: loading a
 * scene and rendering it have one deadline then.
 *
 * <p>Threads: any.
 */
public final class Cancellation {
    /** Nobody ever wishes that the work end. */
    public static final Cancellation NEVER = new Cancellation();

    /** How long work may take; null for as long as it likes. */
    private final Duration time;

    private final LongSupplier clock;

    private final long endNs;

    /** Heard as well; or null. */
    private final Cancellation outer;

    /** Utters the wish; or null. */
    private final BooleanSupplier condition;

    private volatile boolean cancelled;

    /** Makes one without a deadline. */
    public Cancellation() {
        this(null, null, System::nanoTime);
    }

    private Cancellation(BooleanSupplier utters) {
        condition = utters;
        time = null;
        outer = null;
        clock = System::nanoTime;
        endNs = 0;
    }

    /** For tests: with a clock of their own, which does not run backwards, nanoseconds. */
    Cancellation(Duration duration, Cancellation other, LongSupplier nanoTime) {
        condition = null;
        time = duration;
        outer = other;
        clock = nanoTime;
        endNs = duration == null ? 0 : nanoTime.getAsLong() + nanoseconds(duration);
    }

    /**
     * Makes one whose work may take so long, from now on.
     *
     * @param duration not negative; of more than a century, a century is taken
     */
    public static Cancellation after(Duration duration) {
        return new Cancellation(checked(duration), null, System::nanoTime);
    }

    /**
     * Makes one that a condition utters. It is asked at every look until it holds, and then no
     * more: the wish stays. So one wish may be joined from several:
     *
     * <pre>{@code
     * Cancellation.when(() -> mine.isCancelled() || client.hasGone())
     * }</pre>
     *
     * @param condition whether the work shall end; asked by any thread, by several at once, and
     *     often, so that it must be quick and must not throw
     */
    public static Cancellation when(BooleanSupplier condition) {
        return new Cancellation(Objects.requireNonNull(condition, "condition"));
    }

    /**
     * Makes one that hears this one as well, and has a deadline of its own.
     *
     * @param duration how long work may take from now on, not negative
     */
    public Cancellation within(Duration duration) {
        return new Cancellation(checked(duration), this, clock);
    }

    private static Duration checked(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "deadline: %s, a time that is not negative expected".formatted(duration));
        }
        return duration;
    }

    private static long nanoseconds(Duration duration) {
        var century = Duration.ofDays(36_500);
        return (duration.compareTo(century) < 0 ? duration : century).toNanos();
    }

    /**
     * Wishes that the work end. Does not wait for it.
     *
     * @throws UnsupportedOperationException of {@link #NEVER}
     */
    public void cancel() {
        if (this == NEVER) {
            throw new UnsupportedOperationException("Cancellation.NEVER is everybody's");
        }
        cancelled = true;
    }

    /** Returns whether the work shall end: somebody wishes it, or its time is over. */
    public boolean isCancelled() {
        return isUttered() || isLate() || outer != null && outer.isCancelled();
    }

    private boolean isUttered() {
        if (!cancelled && condition != null && condition.getAsBoolean()) {
            cancelled = true;
        }
        return cancelled;
    }

    private boolean isLate() {
        return time != null && clock.getAsLong() - endNs >= 0;
    }

    /**
     * Goes on, or does not.
     *
     * @param what the work, for the message, such as "rendering"
     * @throws CancelledException if the work shall end; a {@link DeadlineException} if its time is
     *     over
     */
    public void check(String what) {
        if (isUttered()) {
            throw new CancelledException(what + " was cancelled");
        }
        if (isLate()) {
            throw new DeadlineException(
                    "%s: not done within %s s, its deadline".formatted(what, seconds()));
        }
        if (outer != null) {
            outer.check(what);
        }
    }

    private String seconds() {
        double seconds = nanoseconds(time) / 1e9;
        return seconds == Math.rint(seconds)
                ? Long.toString((long) seconds)
                : Double.toString(seconds);
    }
}
