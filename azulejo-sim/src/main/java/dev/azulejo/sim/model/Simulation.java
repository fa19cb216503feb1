package dev.azulejo.sim.model;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.UnitWatch;

import java.util.ArrayList;
import java.util.List;

/**
 * Plays a work trace on a machine. Between two phases everybody waits until everybody is through,
 * and all that is under way has arrived; GPUs that take frames in turn wait for nobody.
 *
 * <p>The same trace and the same machine give the same cycles. A simulation that does not add up (a
 * unit with cycles that nobody can name, an item or a byte that is lost) ends with an exception.
 */
public final class Simulation {
    private final WorkTrace trace;
    private final Machine machine;
    private final Parts parts;
    private final Channel host;
    private final List<GpuModel> gpus = new ArrayList<>();
    private final List<Long> frames = new ArrayList<>();

    private Simulation(WorkTrace trace, Machine machine, TieOrder ties, UnitWatch watch) {
        this.trace = trace;
        this.machine = machine;
        parts = new Parts(new EventQueue(ties), watch);
        host =
                parts.channel(
                        "Host",
                        machine.number(MachineKey.HOST_BANDWIDTH),
                        machine.cycles(MachineKey.HOST_LATENCY));
        for (int gpu = 0; gpu < machine.count(MachineKey.GPUS); gpu++) {
            gpus.add(new GpuModel(parts, machine, gpu));
        }
        if (gpus.size() > 1 && !machine.is(MachineKey.MEMORY_PLACEMENT, "copies")) {
            gpus.forEach(gpu -> gpu.spread(gpus));
        }
    }

    /** Plays a trace. */
    public static SimulationResult run(WorkTrace trace, Machine machine) {
        return run(trace, machine, TieOrder.SCHEDULED, UnitWatch.NONE);
    }

    /** Plays a trace while somebody looks on. */
    public static SimulationResult run(WorkTrace trace, Machine machine, UnitWatch watch) {
        return run(trace, machine, TieOrder.SCHEDULED, watch);
    }

    /**
     * Plays a trace.
     *
     * @param ties order of events of one cycle
     * @param watch who looks on
     */
    public static SimulationResult run(
            WorkTrace trace, Machine machine, TieOrder ties, UnitWatch watch) {
        return new Simulation(trace, machine, ties, watch).run();
    }

    private SimulationResult run() {
        if (machine.is(MachineKey.SPLIT, "frames")) {
            frames.addAll(new FrameModel(parts, machine, gpus, host).play(trace));
        } else if (machine.is(MachineKey.SPLIT, "bins") && gpus.size() > 1) {
            frames.addAll(new PackageModel(parts, machine, gpus, host).play(trace));
        } else {
            share();
        }
        return result();
    }

    private void share() {
        var group = new GroupModel(parts, machine, gpus, host);
        for (int frame = 0; frame < trace.frames(); frame++) {
            var phases = trace.frame(frame);
            for (int number = 0; number < phases.size(); number++) {
                group.play(number, phases.get(number));
            }
            group.endFrame();
            frames.add(parts.clock().now());
        }
    }

    private SimulationResult result() {
        long makespan = parts.clock().now();
        parts.finish(makespan);
        long items = 0;
        for (var account : parts.allAccounts()) {
            items += account.items();
        }
        for (var gpu : gpus) {
            gpu.tally().add(ModelCounter.LINK_BYTES, gpu.link().bytes());
            gpu.tally().add(ModelCounter.MEMORY_BYTES, gpu.memory().bytes());
        }
        gpus.getFirst().tally().add(ModelCounter.HOST_BYTES, host.bytes());
        return new SimulationResult(
                machine,
                makespan,
                frames,
                parts.allAccounts(),
                gpus.stream().map(gpu -> GpuCounts.of(gpu.tally())).toList(),
                items,
                parts.clock().handled());
    }

    static RegionMap map(Machine machine, TracePhase phase) {
        int width = phase.target().width();
        int height = phase.target().height();
        if (machine.count(MachineKey.GPUS) == 1) {
            return new RegionLayout.Strips().map(width, height, new int[] {1});
        }
        return RegionLayout.parse(machine.text(MachineKey.LAYOUT))
                .map(width, height, machine.shares());
    }
}
