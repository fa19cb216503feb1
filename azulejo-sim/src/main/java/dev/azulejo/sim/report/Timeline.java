package dev.azulejo.sim.report;

import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What units did when, in a bounded number of slices of time: whatever a simulation takes, this
 * takes no more room. A slice begins as one cycle; when there are too many, two become one. Nothing
 * is lost but where in a slice something was.
 *
 * <p>Units of one kind in a GPU are one row.
 */
public final class Timeline implements UnitWatch {
    private static final int STATES = UnitState.values().length;

    /** What one kind of unit of a GPU did. */
    static final class Row {
        private final UnitName name;
        private final int capacity;
        private int units;

        /** Unit cycles [state * capacity + slice]. */
        private final long[] cycles;

        private Row(UnitName name, int capacity) {
            this.name = name;
            this.capacity = capacity;
            cycles = new long[STATES * capacity];
        }

        UnitName name() {
            return name;
        }

        int units() {
            return units;
        }

        /** Returns the cycles of all its units in a state and a slice. */
        long cycles(UnitState state, int slice) {
            return cycles[state.ordinal() * capacity + slice];
        }

        /** Returns the share of a slice that its units were in a state, of one. */
        double share(UnitState state, int slice) {
            long all = 0;
            for (int s = 0; s < STATES; s++) {
                all += cycles[s * capacity + slice];
            }
            return all == 0 ? 0 : (double) cycles(state, slice) / all;
        }

        /**
         * Returns the share of a slice that its units were busy, in 63rds, as pages are told it:
         * half of it or more is 32 and more.
         */
        int busy(int slice) {
            return (int) Math.round(63 * share(UnitState.BUSY, slice));
        }

        /** Returns what it waited for most in a slice. */
        UnitState mostWaited(int slice) {
            var most = UnitState.NOTHING;
            for (var state : UnitState.values()) {
                if (state != UnitState.BUSY && cycles(state, slice) > cycles(most, slice)) {
                    most = state;
                }
            }
            return most;
        }

        private void halve() {
            for (int state = 0; state < STATES; state++) {
                int first = state * capacity;
                for (int slice = 0; slice < capacity / 2; slice++) {
                    cycles[first + slice] =
                            cycles[first + 2 * slice] + cycles[first + 2 * slice + 1];
                }
                Arrays.fill(cycles, first + capacity / 2, first + capacity, 0);
            }
        }
    }

    private final int capacity;
    private final Map<UnitName, Row> rows = new LinkedHashMap<>();
    private final IdentityHashMap<Account, Row> rowOf = new IdentityHashMap<>();
    private long width = 1;
    private long end;

    /**
     * Makes one.
     *
     * @param slices at most, a power of two
     */
    public Timeline(int slices) {
        if (slices < 2 || Integer.bitCount(slices) != 1) {
            throw new IllegalArgumentException(
                    "timeline: slices=%d is not a power of two from 2".formatted(slices));
        }
        capacity = slices;
    }

    /** Returns one as fine as a page of so many GPUs bears. */
    public static Timeline ofGpus(int gpus) {
        return new Timeline(gpus <= 4 ? 2048 : gpus <= 16 ? 1024 : 256);
    }

    @Override
    public void span(Account unit, UnitState state, long from, long to) {
        var row = rowOf.get(unit);
        if (row == null) {
            row = row(unit);
        }
        while (to > capacity * width) {
            rows.values().forEach(Row::halve);
            width *= 2;
        }
        end = Math.max(end, to);
        int first = state.ordinal() * capacity;
        for (long at = from; at < to; ) {
            int slice = (int) (at / width);
            long until = Math.min(to, (slice + 1) * width);
            row.cycles[first + slice] += until - at;
            at = until;
        }
    }

    private Row row(Account unit) {
        var row = rows.computeIfAbsent(UnitName.of(unit.name()), name -> new Row(name, capacity));
        row.units++;
        rowOf.put(unit, row);
        return row;
    }

    /** Returns how many slices there are, from 0 on. */
    int slices() {
        return (int) ((end + width - 1) / width);
    }

    /** Returns how long a slice is, cycles: a power of two. */
    long width() {
        return width;
    }

    /** Returns the cycle at which the last span ends. */
    long end() {
        return end;
    }

    /** Returns rows, GPU by GPU, in the order of the pipeline as units were made. */
    List<Row> rows() {
        return List.copyOf(rows.values());
    }
}
