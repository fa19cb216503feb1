package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Account;

import java.util.List;

/**
 * What came of a simulation.
 *
 * @param machine that was simulated
 * @param cycles of the whole
 * @param frames cycle at which each frame was through
 * @param units where the cycles of each unit went; each adds up to {@code cycles}
 * @param gpus counters of each GPU
 * @param items that all units served
 * @param events that were handled
 */
public record SimulationResult(
        Machine machine,
        long cycles,
        List<Long> frames,
        List<Account> units,
        List<GpuCounts> gpus,
        long items,
        long events) {
    /** Copies what is a list. */
    public SimulationResult {
        frames = List.copyOf(frames);
        units = List.copyOf(units);
        gpus = List.copyOf(gpus);
    }

    /** Returns a counter over all GPUs. */
    public long count(ModelCounter counter) {
        return gpus.stream().mapToLong(gpu -> gpu.count(counter)).sum();
    }

    /** Returns the time of the whole, milliseconds. */
    public double milliseconds() {
        return cycles / machine.number(MachineKey.CLOCK) * 1e3;
    }

    /** Returns the energy of bits and operations, microjoules: {@link Energy}. */
    public double microjoules() {
        return Energy.of(this).microjoules();
    }

    /** Returns the unit of a name. */
    public Account unit(String name) {
        return units.stream()
                .filter(unit -> unit.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no unit is called " + name));
    }
}
