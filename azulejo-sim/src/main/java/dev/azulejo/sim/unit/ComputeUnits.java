package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The compute units of a shader engine, shared by all stages. A job is a number of thread groups; a
 * unit runs one group at a time. Jobs of one kind are begun in order; which kind comes first is
 * their number: the pixels' before the vertices', so that what is nearly done gets done.
 */
public final class ComputeUnits {
    private static final int NONE = -1;

    private final EventQueue clock;
    private final Account[] accounts;
    private final int done;

    /** Job that each unit is at. */
    private final int[] jobOf;

    /** Units that are free, the lowest number on top. */
    private final long[] freeUnits;

    private final IntRing[] waiting;

    /** The job of each kind of which not all groups have begun, or {@link #NONE}. */
    private final int[] current;

    private int[] toBegin = new int[64];
    private int[] toEnd = new int[64];
    private long[] cycles = new long[64];
    private int[] handler = new int[64];
    private int[] argument = new int[64];
    private int[] nextFree = new int[64];
    private int freeJob = NONE;
    private int usedJobs;
    private long pendingCycles;

    /**
     * Makes them.
     *
     * @param clock the time
     * @param name of the engine, dotted
     * @param units how many, 1 and up
     * @param kinds how many kinds of jobs there are
     * @param watch who looks on
     */
    public ComputeUnits(EventQueue clock, String name, int units, int kinds, UnitWatch watch) {
        this.clock = clock;
        accounts =
                IntStream.range(0, units)
                        .mapToObj(u -> new Account(clock, "%s.Unit[%d]".formatted(name, u), watch))
                        .toArray(Account[]::new);
        jobOf = new int[units];
        freeUnits = new long[(units + Long.SIZE - 1) / Long.SIZE];
        for (int unit = 0; unit < units; unit++) {
            freeUnits[unit >> 6] |= 1L << unit;
        }
        waiting = IntStream.range(0, kinds).mapToObj(k -> new IntRing()).toArray(IntRing[]::new);
        current = new int[kinds];
        Arrays.fill(current, NONE);
        done = clock.register(this::groupDone);
    }

    /** Returns where the cycles of each unit go. */
    public List<Account> accounts() {
        return List.of(accounts);
    }

    /** Returns the cycles of groups that have been submitted and have not ended. */
    public long pendingCycles() {
        return pendingCycles;
    }

    /**
     * Submits a job.
     *
     * @param kind 0 and up, the more urgent first
     * @param groups of threads, 1 and up
     * @param groupCycles what a group takes a unit, 0 and up
     * @param whenDone handler, told when all groups have ended
     * @param value for it
     */
    public void submit(int kind, int groups, long groupCycles, int whenDone, int value) {
        int job = newJob();
        toBegin[job] = groups;
        toEnd[job] = groups;
        cycles[job] = groupCycles;
        handler[job] = whenDone;
        argument[job] = value;
        pendingCycles += groups * groupCycles;
        if (current[kind] == NONE) {
            current[kind] = job;
        } else {
            waiting[kind].add(job);
        }
        for (int unit = freeUnit(); unit != NONE && begin(unit); unit = freeUnit()) {
            // As many groups as there are free units.
        }
    }

    private int newJob() {
        if (freeJob != NONE) {
            int job = freeJob;
            freeJob = nextFree[job];
            return job;
        }
        if (usedJobs == toBegin.length) {
            int capacity = 2 * usedJobs;
            toBegin = Arrays.copyOf(toBegin, capacity);
            toEnd = Arrays.copyOf(toEnd, capacity);
            cycles = Arrays.copyOf(cycles, capacity);
            handler = Arrays.copyOf(handler, capacity);
            argument = Arrays.copyOf(argument, capacity);
            nextFree = Arrays.copyOf(nextFree, capacity);
        }
        return usedJobs++;
    }

    private int freeUnit() {
        for (int word = 0; word < freeUnits.length; word++) {
            if (freeUnits[word] != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(freeUnits[word]);
            }
        }
        return NONE;
    }

    /** Begins a group on a free unit. Returns whether there was one. */
    private boolean begin(int unit) {
        for (int kind = 0; kind < current.length; kind++) {
            int job = current[kind];
            if (job != NONE) {
                if (--toBegin[job] == 0) {
                    current[kind] = waiting[kind].isEmpty() ? NONE : waiting[kind].take();
                }
                freeUnits[unit >> 6] &= ~(1L << unit);
                jobOf[unit] = job;
                accounts[unit].serve(cycles[job]);
                accounts[unit].enter(UnitState.BUSY);
                clock.schedule(cycles[job], done, unit);
                return true;
            }
        }
        return false;
    }

    private void groupDone(int unit) {
        int job = jobOf[unit];
        freeUnits[unit >> 6] |= 1L << unit;
        pendingCycles -= cycles[job];
        if (--toEnd[job] == 0) {
            clock.schedule(0, handler[job], argument[job]);
            nextFree[job] = freeJob;
            freeJob = job;
        }
        if (!begin(unit)) {
            accounts[unit].enter(UnitState.INPUT);
        }
    }
}
