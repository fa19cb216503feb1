package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

/**
 * Where a unit's cycles went. At any time a unit is in one {@link UnitState}; when a simulation has
 * ended, its states add up to the makespan, so that no gap is left unexplained. Items and the
 * cycles that they are worth are counted apart from that, by those who serve them: busy cycles must
 * agree.
 */
public final class Account {
    private static final int STATES = UnitState.values().length;

    private final EventQueue clock;
    private final String name;
    private final UnitWatch watch;
    private final long[] cycles = new long[STATES];
    private UnitState state = UnitState.INPUT;
    private long since;
    private long items;
    private long service;

    /**
     * Opens an account at cycle 0, waiting for input.
     *
     * @param clock whose time is counted
     * @param name dotted, as in {@code Gpu[0].Setup}
     * @param watch who looks on
     */
    public Account(EventQueue clock, String name, UnitWatch watch) {
        this.clock = clock;
        this.name = name;
        this.watch = watch;
    }

    /** Returns the unit's name. */
    public String name() {
        return name;
    }

    /** The unit is in a state from now on. */
    public void enter(UnitState entered) {
        enter(entered, clock.now());
    }

    /** The unit is in a state from a cycle on that is not before the last change. */
    void enter(UnitState entered, long from) {
        if (entered == state) {
            return;
        }
        close(state, from);
        state = entered;
    }

    private void close(UnitState ended, long to) {
        if (to < since) {
            throw new IllegalStateException(
                    "%s: %s ends at %d, before %d".formatted(name, ended.words(), to, since));
        }
        if (to > since) {
            cycles[ended.ordinal()] += to - since;
            watch.span(this, ended, since, to);
        }
        since = to;
    }

    /** An item is served that is worth so many cycles, busy ones, from now on. */
    public void serve(long cyclesOfItem) {
        items++;
        service += cyclesOfItem;
    }

    /** The simulation ended at a cycle: what was waited for in vain was nothing. */
    public void finish(long makespan) {
        if (since > makespan) {
            throw new IllegalStateException(
                    "%s: works until %d, after the end at %d".formatted(name, since, makespan));
        }
        close(state == UnitState.INPUT ? UnitState.NOTHING : state, makespan);
    }

    /** Returns how many cycles the unit has spent in a state, up to its last change. */
    public long cycles(UnitState spent) {
        return cycles[spent.ordinal()];
    }

    /** Returns the sum over all states: the makespan, once finished. */
    public long total() {
        long sum = 0;
        for (long spent : cycles) {
            sum += spent;
        }
        return sum;
    }

    /** Returns how many items were served. */
    public long items() {
        return items;
    }

    /** Returns what the items were worth, cycles. */
    public long service() {
        return service;
    }

    /**
     * Checks that nothing is unexplained.
     *
     * @param makespan of the simulation, which has been finished
     * @throws IllegalStateException what does not add up
     */
    public void check(long makespan) {
        if (total() != makespan) {
            throw new IllegalStateException(
                    "%s: busy and waits are %d cycles of %d".formatted(name, total(), makespan));
        }
        if (cycles(UnitState.BUSY) != service) {
            throw new IllegalStateException(
                    "%s: busy for %d cycles with items of %d"
                            .formatted(name, cycles(UnitState.BUSY), service));
        }
    }
}
