package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

import java.util.function.IntToLongFunction;

/**
 * A unit that reads what an item needs from memory, for several items at a time, and hands them on
 * in order. It is busy while it asks; with as many under way as it can have, it waits for what it
 * has asked for.
 */
public final class Fetcher {
    private final EventQueue clock;
    private final ItemQueue in;
    private final Sink out;
    private final IntToLongFunction bytes;
    private final IntToLongFunction cycles;
    private final Storage memory;
    private final Account account;
    private final int most;
    private final int asked;
    private final int came;
    private final Runnable start = this::start;
    private final Runnable retry = this::handOn;

    private final IntRing underWay = new IntRing();
    private int inFlight;
    private int complete;
    private boolean asking;
    private boolean stuck;
    private int item;
    private int oldest;
    private boolean hasOldest;

    /**
     * Makes one.
     *
     * @param account where its cycles go
     * @param in where items come from
     * @param cycles what asking for an item takes
     * @param bytes what is read for an item, 0 and up
     * @param memory who is asked
     * @param most items under way at a time, 1 and up
     * @param out where items go
     */
    public Fetcher(
            Account account,
            EventQueue clock,
            ItemQueue in,
            IntToLongFunction cycles,
            IntToLongFunction bytes,
            Storage memory,
            int most,
            Sink out) {
        this.account = account;
        this.clock = clock;
        this.in = in;
        this.cycles = cycles;
        this.bytes = bytes;
        this.memory = memory;
        this.most = most;
        this.out = out;
        asked = clock.register(argument -> ask());
        came = clock.register(argument -> complete());
        in.onItem(start);
    }

    /** Returns where its cycles go. */
    public Account account() {
        return account;
    }

    private void start() {
        if (asking) {
            return;
        }
        if (inFlight == most) {
            account.enter(stuck ? UnitState.QUEUE_FULL : memory.waitsFor());
            return;
        }
        if (in.isEmpty()) {
            account.enter(waitsFor());
            return;
        }
        asking = true;
        inFlight++;
        item = in.take();
        long service = cycles.applyAsLong(item);
        account.serve(service);
        account.enter(UnitState.BUSY);
        clock.schedule(service, asked, 0);
    }

    private UnitState waitsFor() {
        if (stuck) {
            return UnitState.QUEUE_FULL;
        }
        return inFlight > 0 ? memory.waitsFor() : UnitState.INPUT;
    }

    private void ask() {
        asking = false;
        underWay.add(item);
        long size = bytes.applyAsLong(item);
        // What needs nothing goes through memory's order all the same: items stay in order.
        memory.read(size, came, 0);
        start();
    }

    private void complete() {
        complete++;
        if (!stuck) {
            handOn();
        }
    }

    private void handOn() {
        stuck = false;
        while (complete > 0 && !stuck) {
            if (!hasOldest) {
                oldest = underWay.take();
                hasOldest = true;
            }
            if (out.accept(oldest, retry)) {
                hasOldest = false;
                complete--;
                inFlight--;
            } else {
                stuck = true;
            }
        }
        start();
    }
}
