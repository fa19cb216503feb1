package dev.azulejo.core.throttle;

import java.util.Arrays;

/**
 * Groups of patches on their way through several shader engines. Each engine has a buffer of the
 * groups that were launched on it, with a latency counter an entry that runs from launch to
 * completion. An arbiter hands completed groups on in the order of their launches, across engines.
 * A group is in flight until it is retired.
 *
 * <p>Groups are known by their number: launches count up from 0. Owned by one thread.
 */
public final class LaunchQueue {
    private static final long RUNNING = Long.MIN_VALUE;

    /** The buffer of one engine: a ring in launch order, which grows where nothing bounds it. */
    private static final class Engine {
        long[] number = new long[16];
        long[] launched = new long[16];
        long[] latency = new long[16];
        int first;
        int count;

        /** Entries at the beginning that have been handed on. */
        int handedOn;

        int at(int entry) {
            return first + entry & number.length - 1;
        }

        void add(long group, long now) {
            if (count == number.length) {
                grow();
            }
            int at = at(count++);
            number[at] = group;
            launched[at] = now;
            latency[at] = RUNNING;
        }

        private void grow() {
            int old = number.length;
            // Unrolled: what lay before the first entry comes behind the last.
            number = Arrays.copyOf(number, 2 * old);
            launched = Arrays.copyOf(launched, 2 * old);
            latency = Arrays.copyOf(latency, 2 * old);
            System.arraycopy(number, 0, number, old, first);
            System.arraycopy(launched, 0, launched, old, first);
            System.arraycopy(latency, 0, latency, old, first);
        }

        int find(long group) {
            for (int i = handedOn; i < count; i++) {
                if (number[at(i)] == group) {
                    return at(i);
                }
            }
            throw new IllegalArgumentException("group %d is not on the engine".formatted(group));
        }
    }

    private final Engine[] engines;
    private long launches;
    private long handed;
    private long retired;
    private int inFlight;

    /** Makes empty buffers for some engines, 1 and up. */
    public LaunchQueue(int engines) {
        if (engines < 1) {
            throw new IllegalArgumentException("engines=%d must be 1 or more".formatted(engines));
        }
        this.engines = new Engine[engines];
        for (int e = 0; e < engines; e++) {
            this.engines[e] = new Engine();
        }
    }

    /** Returns the engine with the fewest groups in flight, the first of several. */
    public int emptiest() {
        int best = 0;
        for (int e = 1; e < engines.length; e++) {
            if (engines[e].count < engines[best].count) {
                best = e;
            }
        }
        return best;
    }

    /** Returns how many groups an engine has in flight. */
    public int inFlight(int engine) {
        return engines[engine].count;
    }

    /** Returns how many groups all engines have in flight. */
    public int inFlight() {
        return inFlight;
    }

    /** Launches a group on an engine and returns its number. */
    public long launch(int engine, long now) {
        engines[engine].add(launches, now);
        inFlight++;
        return launches++;
    }

    /** A group has completed: its counter stops. Returns its latency. */
    public long complete(int engine, long group, long now) {
        var e = engines[engine];
        int at = e.find(group);
        if (e.latency[at] != RUNNING) {
            throw new IllegalStateException("group %d has completed before".formatted(group));
        }
        return e.latency[at] = now - e.launched[at];
    }

    /**
     * Hands on the next group in the order of launches, if it has completed.
     *
     * @return its number, or -1 if the arbiter must wait for it
     */
    public long handOn() {
        for (var engine : engines) {
            if (engine.handedOn < engine.count) {
                int at = engine.at(engine.handedOn);
                if (engine.number[at] == handed) {
                    if (engine.latency[at] == RUNNING) {
                        return -1;
                    }
                    engine.handedOn++;
                    return handed++;
                }
            }
        }
        return -1;
    }

    /**
     * The oldest group that was handed on and not retired is done with: it is no longer in flight.
     */
    public void retire() {
        if (retired == handed) {
            throw new IllegalStateException("no group has been handed on that is not retired");
        }
        for (var engine : engines) {
            if (engine.count > 0 && engine.number[engine.first] == retired) {
                engine.first = engine.at(1);
                engine.count--;
                engine.handedOn--;
                break;
            }
        }
        retired++;
        inFlight--;
    }
}
