package dev.azulejo.sim.model;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Channel;
import dev.azulejo.sim.unit.UnitState;

import java.util.List;

/** What all GPUs that share a phase know of it. */
final class PhaseContext {
    private final EventQueue clock;
    private final Machine machine;
    private final PhaseWork work;
    private final List<GpuModel> gpus;
    private final long[] commandsCome;
    private final int wake;

    /** The commands of a phase come from the host, draw call by draw call; all GPUs read them. */
    PhaseContext(Parts parts, Machine machine, PhaseWork work, List<GpuModel> gpus, Channel host) {
        clock = parts.clock();
        this.machine = machine;
        this.work = work;
        this.gpus = gpus;
        commandsCome = new long[work.phase().draws().count()];
        for (int draw = 0; draw < commandsCome.length; draw++) {
            commandsCome[draw] = host.send(machine.count(MachineKey.HOST_DRAW));
        }
        wake = clock.register(gpu -> gpus.get(gpu).wake());
    }

    EventQueue clock() {
        return clock;
    }

    Machine machine() {
        return machine;
    }

    PhaseWork work() {
        return work;
    }

    List<GpuModel> gpus() {
        return gpus;
    }

    /** Whether early Z comes before everything else, by positions. */
    boolean culls() {
        return !machine.is(MachineKey.EARLY_Z, "off") && !testsLate();
    }

    /** Whether it comes behind set-up. */
    boolean testsLate() {
        return machine.is(MachineKey.EARLY_Z, "setup");
    }

    /**
     * Returns the patches that a GPU tessellates: of several that share a frame by regions, those
     * that touch its own.
     */
    PatchShare patches(int gpu) {
        boolean shares =
                machine.count(MachineKey.GPUS) > 1
                        && !machine.is(MachineKey.SPLIT, "frames")
                        && !machine.is(MachineKey.SPLIT, "draws");
        return shares ? work.patches(gpu) : work.allPatches();
    }

    /**
     * Returns {@link Source#END} if the commands of a chunk have come, else what stands for a wait.
     */
    int commands(int chunk, GpuModel gpu) {
        long left = commandsCome[work.phase().chunks().draw(chunk)] - clock.now();
        if (left <= 0) {
            return Source.END;
        }
        clock.schedule(left, wake, gpus.indexOf(gpu));
        return Source.wait(UnitState.LINK);
    }
}
