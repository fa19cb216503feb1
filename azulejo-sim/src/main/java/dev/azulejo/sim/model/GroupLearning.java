package dev.azulejo.sim.model;

import dev.azulejo.core.policy.PretestBalance;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.SetSizing;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

import java.util.List;

/**
 * What each GPU of a group did in a frame, and what the renderer's policies make of it: who
 * pretests how much of the next frame, and how many chunks ahead of rendering.
 */
final class GroupLearning {
    private final EventQueue clock;
    private final List<GpuModel> gpus;
    private final PretestDealer dealer;

    /** Finds shares; null if they stay. */
    private final PretestBalance balance;

    /** Finds the size of sets; null if all pretests come before rendering. */
    private final SetSizing sizing;

    private final double cycleNs;
    private final int[] pretests;
    private final long[] pretestCycles;
    private final long[] renderCycles;
    private final long[] idleCycles;

    /** Chunks of the frame's phases. */
    private int chunks;

    /** Chunks that all GPUs had rendered for nothing when the last frame ended. */
    private long forNothing;

    GroupLearning(EventQueue clock, Machine machine, List<GpuModel> gpus) {
        this.clock = clock;
        this.gpus = gpus;
        int count = gpus.size();
        boolean hints = machine.is(MachineKey.SPLIT, "hints");
        dealer = new PretestDealer(count);
        if (machine.is(MachineKey.DEAL, "weights")) {
            dealer.dealByWeights(machine.speeds());
        } else if (machine.is(MachineKey.DEAL, "dedicated")) {
            int[] shares = new int[count];
            shares[0] = 1;
            dealer.dealByWeights(shares);
        }
        balance =
                hints && machine.is(MachineKey.DEAL, "statistics")
                        ? new PretestBalance(count)
                        : null;
        sizing = hints && machine.is(MachineKey.AHEAD, "measured") ? new SetSizing(count) : null;
        cycleNs = 1e9 / machine.number(MachineKey.CLOCK);
        pretests = new int[count];
        pretestCycles = new long[count];
        renderCycles = new long[count];
        idleCycles = new long[count];
    }

    /** Returns who deals pretests. */
    PretestDealer dealer() {
        return dealer;
    }

    /** Returns how many chunks of a phase are pretested before they are rendered. */
    int setSize(int phaseChunks) {
        return sizing == null
                ? Math.max(1, phaseChunks)
                : Math.max(1, sizing.next(Math.max(1, phaseChunks)));
    }

    /** A phase of so many chunks has come to rest: everybody waited until now. */
    void endPhase(int phaseChunks) {
        chunks += phaseChunks;
        for (int gpu = 0; gpu < pretests.length; gpu++) {
            var done = gpus.get(gpu);
            pretests[gpu] += done.pretests();
            pretestCycles[gpu] += done.pretestCycles();
            renderCycles[gpu] += done.throughAt() - done.begunAt() - done.pretestCycles();
            idleCycles[gpu] += clock.now() - done.throughAt();
        }
    }

    /** A frame has ended: learns from it. */
    void endFrame() {
        if (balance != null) {
            balance();
        }
        if (sizing != null && chunks > 0) {
            size();
        }
        chunks = 0;
        for (int gpu = 0; gpu < pretests.length; gpu++) {
            pretests[gpu] = 0;
            pretestCycles[gpu] = 0;
            renderCycles[gpu] = 0;
            idleCycles[gpu] = 0;
        }
    }

    private long ns(long cycles) {
        return Math.round(cycles * cycleNs);
    }

    private void balance() {
        for (int gpu = 0; gpu < pretests.length; gpu++) {
            balance.observe(
                    gpu,
                    pretests[gpu],
                    ns(pretestCycles[gpu]),
                    ns(renderCycles[gpu]),
                    ns(idleCycles[gpu]));
        }
        var weights = new int[pretests.length];
        if (balance.next(weights)) {
            dealer.dealByWeights(weights);
        }
    }

    private void size() {
        long slowest = 0;
        long fastest = Long.MAX_VALUE;
        for (int gpu = 0; gpu < pretests.length; gpu++) {
            long took = ns(pretestCycles[gpu] + renderCycles[gpu]);
            slowest = Math.max(slowest, took);
            fastest = Math.min(fastest, took);
        }
        long before = forNothing;
        forNothing = 0;
        for (var gpu : gpus) {
            forNothing += gpu.tally().get(ModelCounter.CHUNKS_FOR_NOTHING);
        }
        sizing.observeFrame(chunks, slowest, fastest, forNothing - before);
    }
}
