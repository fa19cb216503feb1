package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.Server;
import dev.azulejo.sim.unit.Sink;
import dev.azulejo.sim.unit.UnitState;

import java.util.function.IntToLongFunction;

/**
 * A unit that nobody hands items to: it asks a program what comes next. Command processors and what
 * begins with tiles are sources. It is a {@link Server} but for that.
 */
final class Source {
    /** In place of an item: nothing comes any more. */
    static final int END = -1;

    private static final UnitState[] STATES = UnitState.values();

    /** What a source does. */
    @FunctionalInterface
    interface Program {
        /** Returns the next item, {@link Source#END}, or what {@link Source#wait} made. */
        int next();
    }

    private final EventQueue clock;
    private final Account account;
    private final IntToLongFunction cycles;
    private final Sink out;
    private final int done;
    private final Runnable retry = this::handOn;
    private Program program = () -> END;
    private boolean serving;
    private int item;

    Source(Account account, EventQueue clock, IntToLongFunction cycles, Sink out) {
        this.account = account;
        this.clock = clock;
        this.cycles = cycles;
        this.out = out;
        done = clock.register(served -> handOn());
    }

    /** Returns what stands for having to wait, in place of an item. */
    static int wait(UnitState state) {
        return -2 - state.ordinal();
    }

    Account account() {
        return account;
    }

    /** Begins with a program; the last one has ended. */
    void run(Program begun) {
        program = begun;
        wake();
    }

    /** What the program waits for may have come. */
    void wake() {
        if (serving) {
            return;
        }
        int next = program.next();
        if (next == END) {
            account.enter(UnitState.INPUT);
        } else if (next < 0) {
            account.enter(STATES[-2 - next]);
        } else {
            serving = true;
            item = next;
            long service = cycles.applyAsLong(item);
            account.serve(service);
            account.enter(UnitState.BUSY);
            clock.schedule(service, done, item);
        }
    }

    private void handOn() {
        if (!out.accept(item, retry)) {
            account.enter(UnitState.QUEUE_FULL);
            return;
        }
        serving = false;
        wake();
    }
}
