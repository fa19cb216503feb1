package dev.azulejo.core.device;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Seats for guests in a run of a pool: threads of somebody else, who come while it is under way and
 * take part in it. Whoever enters sees all that was written before the seats were opened, and who
 * sat there before; whoever finds all seats empty sees all that guests wrote. Allocates nothing.
 */
final class GuestSeats {
    /** There is no seat. */
    static final int NONE = -1;

    /** Most seats. */
    static final int MOST = 62;

    private static final long OPEN = 1L << MOST;

    private final long seats;

    /** A bit a seat that is taken, and {@link #OPEN} while guests may enter. */
    private final AtomicLong state = new AtomicLong();

    GuestSeats(int count) {
        if (count < 0 || count > MOST) {
            throw new IllegalArgumentException("guests=%d is not in 0..%d".formatted(count, MOST));
        }
        seats = (1L << count) - 1;
    }

    /** How many there are. */
    int count() {
        return Long.bitCount(seats);
    }

    /** Guests may enter from now on. */
    void open() {
        if (seats != 0) {
            state.getAndUpdate(now -> now | OPEN);
        }
    }

    /** Nobody may enter any more: there is nothing left to take. */
    void close() {
        if (seats != 0) {
            state.getAndUpdate(now -> now & ~OPEN);
        }
    }

    /** Takes a seat; returns which, or {@link #NONE}. */
    int enter() {
        while (true) {
            long now = state.get();
            long free = seats & ~now;
            if ((now & OPEN) == 0 || free == 0) {
                return NONE;
            }
            long seat = Long.lowestOneBit(free);
            if (state.compareAndSet(now, now | seat)) {
                return Long.numberOfTrailingZeros(seat);
            }
        }
    }

    /** Leaves a seat; returns whether it was the last that was taken. */
    boolean leave(int seat) {
        // A function that knew the seat would be an object of its own each time.
        return (state.accumulateAndGet(~(1L << seat), (now, mask) -> now & mask) & seats) == 0;
    }

    /** Whether nobody sits here. */
    boolean empty() {
        return (state.get() & seats) == 0;
    }
}
