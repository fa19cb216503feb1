package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

/**
 * Memory, or a link: so many bytes a cycle, in the order in which they are asked for, and then a
 * latency. It is a server with a queue of its own, but needs no events for the queue: when a
 * transfer begins and ends follows from when those before it do. The queue is as long as its
 * clients let it become: each has a bounded number of transfers under way.
 *
 * <p>Transfers without a gap share cycles, so that bandwidth is exact where it is the limit.
 */
public final class Channel implements Storage {
    /** Bandwidth is kept in parts of a byte. */
    private static final int PARTS = 1024;

    private final EventQueue clock;
    private final Account account;
    private final long partsPerCycle;
    private final long latency;
    private final int ignored;

    /** Cycle from which on it is free. */
    private long freeAt;

    /** What the last cycle before that has left, parts of bytes. */
    private long spare;

    private long bytes;
    private long arrived;
    private final int arrival;
    private final int told;

    /** Arrivals in order: they are, because latency is the same for all. */
    private final IntRing handlers = new IntRing();

    private final IntRing arguments = new IntRing();
    private final IntRing sizes = new IntRing();

    /**
     * Makes one.
     *
     * @param account where its cycles go
     * @param clock the time
     * @param bytesPerCycle more than 0
     * @param latency cycles from the end of a transfer until it has arrived, 0 and up
     */
    public Channel(Account account, EventQueue clock, double bytesPerCycle, long latency) {
        partsPerCycle = Math.round(bytesPerCycle * PARTS);
        if (partsPerCycle < 1 || latency < 0) {
            throw new IllegalArgumentException(
                    "%s: bytesPerCycle=%s, latency=%d"
                            .formatted(account.name(), bytesPerCycle, latency));
        }
        this.account = account;
        this.clock = clock;
        this.latency = latency;
        arrival = clock.register(size -> arrive());
        ignored = clock.register(argument -> {});
        told = clock.register(size -> arrived += size);
    }

    /** Returns where its cycles go. */
    public Account account() {
        return account;
    }

    /**
     * Transfers bytes of which nobody waits for the arrival.
     *
     * @return when they will have arrived
     */
    public long send(long size) {
        return send(size, ignored, 0);
    }

    /**
     * Transfers bytes of which some may have a use when they arrive, and nobody waits: work may be
     * over before they do, once they have been transferred.
     *
     * @param size how many, 0 and up
     * @return when they will arrive, or would
     */
    public long tell(long size) {
        transfer(size);
        clock.schedule(freeAt - clock.now(), told, Math.toIntExact(size));
        return freeAt + latency;
    }

    /**
     * Transfers bytes.
     *
     * @param size how many, 0 and up
     * @param handler told when they have arrived
     * @param argument for it
     * @return when they will have arrived
     */
    public long send(long size, int handler, int argument) {
        transfer(size);
        handlers.add(handler);
        arguments.add(argument);
        sizes.add(Math.toIntExact(size));
        long at = freeAt + latency;
        clock.schedule(at - clock.now(), arrival, 0);
        return at;
    }

    private void transfer(long size) {
        long now = clock.now();
        if (now > freeAt) {
            account.enter(UnitState.INPUT, freeAt);
            freeAt = now;
            spare = 0;
        }
        account.enter(UnitState.BUSY, freeAt);
        long parts = Math.max(0, size * PARTS - spare);
        long cycles = (parts + partsPerCycle - 1) / partsPerCycle;
        spare = spare + cycles * partsPerCycle - size * PARTS;
        freeAt += cycles;
        account.serve(cycles);
        bytes += size;
    }

    @Override
    public void read(long size, int handler, int argument) {
        send(size, handler, argument);
    }

    private void arrive() {
        arrived += sizes.take();
        // By way of the clock, so that whoever is told may send again.
        clock.schedule(0, handlers.take(), arguments.take());
    }

    /** Returns how many cycles it has to do, beyond now. */
    public long backlog() {
        return Math.max(0, freeAt - clock.now());
    }

    /** Returns how many bytes it was asked to transfer. */
    public long bytes() {
        return bytes;
    }

    /** Ends the account: what comes after the last transfer is nothing. */
    public void finish(long makespan) {
        account.enter(UnitState.INPUT, freeAt);
        account.finish(makespan);
    }

    /**
     * Checks that what was sent has arrived.
     *
     * @throws IllegalStateException what does not add up
     */
    public void check() {
        if (bytes != arrived) {
            throw new IllegalStateException(
                    "%s: %d bytes were sent, %d arrived".formatted(account.name(), bytes, arrived));
        }
    }
}
