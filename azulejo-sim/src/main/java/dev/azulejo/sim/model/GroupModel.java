package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.unit.Channel;

import java.util.List;

/** GPUs that share frames: plays phases one after the other, each on all of them. */
final class GroupModel {
    private final Parts parts;
    private final Machine machine;
    private final List<GpuModel> gpus;
    private final Channel host;

    GroupModel(Parts parts, Machine machine, List<GpuModel> gpus, Channel host) {
        this.parts = parts;
        this.machine = machine;
        this.gpus = gpus;
        this.host = host;
    }

    /** Plays a phase until everything has come to rest. */
    void play(TracePhase phase) {
        var map = Simulation.map(machine, phase);
        int side = Math.min(machine.count(MachineKey.TILE), map.side());
        boolean culls = machine.is(MachineKey.EARLY_Z, "on");
        var settings = new PhaseWork.Settings(side, machine.count(MachineKey.WINDOW), culls, null);
        var work = new PhaseWork(phase, map, settings);
        var context = new PhaseContext(parts, machine, work, gpus, host);
        for (var gpu : gpus) {
            gpu.begin(work, new WholeRenderer(context, gpu), () -> {});
        }
        parts.clock().run();
    }
}
