package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sweep keeps of one simulation.
 *
 * @param settings what the machine differs in
 * @param cycles of the whole
 * @param frames how many
 * @param milliseconds of the whole
 * @param microjoules of bits and operations
 * @param counts over all GPUs
 * @param utilisation mean share that units of each kind are busy, along the pipeline
 * @param busiest kind of the unit that is busy longest, on any GPU
 * @param busy share of the time that it is
 */
public record SweepRow(
        List<Setting> settings,
        long cycles,
        int frames,
        double milliseconds,
        double microjoules,
        Map<ModelCounter, Long> counts,
        Map<String, Double> utilisation,
        String busiest,
        double busy) {
    /** Copies. */
    public SweepRow {
        settings = List.copyOf(settings);
        counts = new EnumMap<>(counts);
        utilisation = new LinkedHashMap<>(utilisation);
    }

    /** Keeps what is needed, and lets go of the rest. */
    public static SweepRow of(List<Setting> settings, SimulationResult result) {
        var counts = new EnumMap<ModelCounter, Long>(ModelCounter.class);
        for (var counter : ModelCounter.values()) {
            counts.put(counter, result.count(counter));
        }
        var units = new Utilisation(result);
        var utilisation = new LinkedHashMap<String, Double>();
        for (var kind : units.kinds()) {
            utilisation.put(kind, units.share(kind, UnitState.BUSY));
        }
        var busiest = units.busiest();
        return new SweepRow(
                settings,
                result.cycles(),
                result.frames().size(),
                result.milliseconds(),
                result.microjoules(),
                counts,
                utilisation,
                busiest.kind(),
                units.share(busiest, UnitState.BUSY));
    }

    /** Returns how many times faster it is than another. */
    public double speedUp(SweepRow other) {
        return (double) other.cycles / Math.max(1, cycles);
    }

    /** Energy of a frame, microjoules: of bits and operations. */
    double microjoulesOfFrame() {
        return microjoules / Math.max(1, frames);
    }

    /** Returns a time, milliseconds a frame. */
    public double millisecondsOfFrame() {
        return milliseconds / Math.max(1, frames);
    }
}
