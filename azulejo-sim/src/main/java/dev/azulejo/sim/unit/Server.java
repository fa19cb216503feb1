package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

import java.util.function.IntToLongFunction;

/**
 * A unit that serves one item at a time: takes it from its queue, works for as long as it says, and
 * hands it on. If it cannot, it keeps the item and waits.
 */
public final class Server {
    private final EventQueue clock;
    private final ItemQueue in;
    private final Sink out;
    private final IntToLongFunction cycles;
    private final Gate gate;
    private final Account account;
    private final int done;
    private final Runnable start = this::start;
    private final Runnable retry = this::handOn;
    private boolean serving;
    private int item;

    /**
     * Makes one that may always begin.
     *
     * @param account where its cycles go
     * @param clock the time
     * @param in where items come from; nobody else takes them
     * @param cycles what an item takes, 0 and up
     * @param out where items go
     */
    public Server(
            Account account, EventQueue clock, ItemQueue in, IntToLongFunction cycles, Sink out) {
        this(account, clock, in, cycles, out, Gate.OPEN);
    }

    /** Makes one that asks a gate before each item. */
    public Server(
            Account account,
            EventQueue clock,
            ItemQueue in,
            IntToLongFunction cycles,
            Sink out,
            Gate gate) {
        this.account = account;
        this.clock = clock;
        this.in = in;
        this.cycles = cycles;
        this.out = out;
        this.gate = gate;
        done = clock.register(served -> handOn());
        in.onItem(start);
    }

    /** Returns where its cycles go. */
    public Account account() {
        return account;
    }

    private void start() {
        if (serving) {
            return;
        }
        if (in.isEmpty()) {
            account.enter(UnitState.INPUT);
            return;
        }
        var state = gate.open(in.peek(), start);
        if (state != UnitState.BUSY) {
            account.enter(state);
            return;
        }
        serving = true;
        item = in.take();
        long service = cycles.applyAsLong(item);
        account.serve(service);
        account.enter(UnitState.BUSY);
        clock.schedule(service, done, item);
    }

    private void handOn() {
        if (!out.accept(item, retry)) {
            account.enter(UnitState.QUEUE_FULL);
            return;
        }
        serving = false;
        start();
    }
}
