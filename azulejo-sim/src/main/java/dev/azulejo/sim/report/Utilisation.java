package dev.azulejo.sim.report;

import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the cycles of each kind of unit went, in all and by GPU. */
final class Utilisation {
    /** Sorts kinds as work passes them. */
    static final Comparator<String> ALONG_PIPELINE =
            Comparator.comparingInt(
                    (String kind) ->
                            UnitKind.of(kind).map(Enum::ordinal).orElse(Integer.MAX_VALUE));

    /** Cycles of one kind of unit of a GPU. */
    private static final class Sum {
        private final long[] cycles = new long[UnitState.values().length];
        private long total;
    }

    private final Map<UnitName, Sum> sums = new LinkedHashMap<>();
    private final List<String> kinds = new ArrayList<>();

    Utilisation(SimulationResult result) {
        for (var unit : result.units()) {
            var name = UnitName.of(unit.name());
            var sum = sums.computeIfAbsent(name, n -> new Sum());
            for (var state : UnitState.values()) {
                sum.cycles[state.ordinal()] += unit.cycles(state);
            }
            sum.total += unit.total();
            if (!kinds.contains(name.kind())) {
                kinds.add(name.kind());
            }
        }
        kinds.sort(ALONG_PIPELINE);
    }

    /** Returns the kinds that there are, along the pipeline. */
    List<String> kinds() {
        return kinds;
    }

    /** Returns the share of its cycles that a kind of a GPU spent in a state, of one. */
    double share(UnitName name, UnitState state) {
        var sum = sums.get(name);
        return sum == null || sum.total == 0 ? 0 : (double) sum.cycles[state.ordinal()] / sum.total;
    }

    /** Returns the mean over all GPUs. */
    double share(String kind, UnitState state) {
        double sum = 0;
        int count = 0;
        for (var entry : sums.entrySet()) {
            if (entry.getKey().kind().equals(kind)) {
                sum += share(entry.getKey(), state);
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the unit that is busy for the largest part of the time. */
    UnitName busiest() {
        UnitName most = null;
        for (var name : sums.keySet()) {
            if (most == null || share(name, UnitState.BUSY) > share(most, UnitState.BUSY)) {
                most = name;
            }
        }
        return most;
    }
}
