package dev.azulejo.sim.model;

import dev.azulejo.core.policy.FrameTurns;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Channel;

import java.util.ArrayList;
import java.util.List;

/** GPUs that take frames in turn, several at once, delivered in order. */
final class FrameModel {
    private final Parts parts;
    private final Machine machine;
    private final List<GpuModel> gpus;
    private final Channel host;
    private final FrameTurns turns;
    private WorkTrace trace;
    private final boolean[] atWork;

    /** Of each GPU: it knows what it has rendered itself. */
    private final List<TargetImages> images = new ArrayList<>();

    private long[] throughAt = {};
    private boolean[] through = {};
    private int next;
    private int delivered;

    FrameModel(Parts parts, Machine machine, List<GpuModel> gpus, Channel host) {
        this.parts = parts;
        this.machine = machine;
        this.gpus = gpus;
        this.host = host;
        turns = new FrameTurns(Integer.MAX_VALUE, machine.speeds());
        atWork = new boolean[gpus.size()];
        gpus.forEach(gpu -> images.add(new TargetImages(machine)));
    }

    /** Plays a trace. Returns the cycle at which each frame was delivered. */
    List<Long> play(WorkTrace played) {
        trace = played;
        throughAt = new long[trace.frames()];
        through = new boolean[trace.frames()];
        begin();
        parts.clock().run();
        var cycles = new ArrayList<Long>();
        long last = 0;
        for (long at : throughAt) {
            last = Math.max(last, at);
            cycles.add(last);
        }
        return cycles;
    }

    private void begin() {
        while (next < trace.frames()
                && !atWork[turns.gpu(next)]
                && turns.mayBegin(next, delivered)) {
            int frame = next++;
            atWork[turns.gpu(frame)] = true;
            begin(frame, trace.frame(frame), 0);
        }
    }

    private void begin(int frame, List<TracePhase> phases, int number) {
        var gpu = gpus.get(turns.gpu(frame));
        if (number == phases.size()) {
            end(frame);
            return;
        }
        var phase = phases.get(number);
        var target = phase.target();
        // A map for all GPUs, of which this one owns everything.
        var weights = new int[gpus.size()];
        weights[gpu.index()] = 1;
        var map = new RegionLayout.Strips().map(target.width(), target.height(), weights);
        var work = GroupModel.work(machine, phase, map, null);
        work.compare(images.get(gpu.index()).render(number, phase));
        var context = new PhaseContext(parts, machine, work, gpus, host);
        gpu.begin(work, new WholeRenderer(context, gpu), () -> begin(frame, phases, number + 1));
    }

    private void end(int frame) {
        throughAt[frame] = parts.clock().now();
        through[frame] = true;
        atWork[turns.gpu(frame)] = false;
        while (delivered < through.length && through[delivered]) {
            delivered++;
        }
        begin();
    }
}
