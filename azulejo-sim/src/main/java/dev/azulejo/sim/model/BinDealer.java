package dev.azulejo.sim.model;

import dev.azulejo.core.policy.BinAssignment;
import dev.azulejo.core.policy.BinEstimates;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

import java.util.Arrays;

/**
 * Says which chiplet renders which coarse bin, with the renderer's own policies: told what is seen
 * in each bin and what it took, in nanoseconds of the model.
 *
 * <p>What bins of a frame took is known when it is complete. Where frames overlap, the next one has
 * been dealt by then: those of even and of odd numbers learn for themselves.
 */
final class BinDealer {
    /** Phases of a frame whose costs are told apart; later ones share the last. */
    private static final int MOST_PHASES = 4;

    private final BinAssignment assignment = new BinAssignment();
    private final BinEstimates[] estimates;
    private final RegionMap[] mapOf;
    private final int[] speeds;
    private final double cycleNs;
    private final boolean dynamic;
    private final boolean overlaps;

    BinDealer(Machine machine) {
        speeds = machine.speeds();
        cycleNs = 1e9 / machine.number(MachineKey.CLOCK);
        dynamic = machine.is(MachineKey.BIN_ASSIGNMENT, "dynamic");
        overlaps = machine.is(MachineKey.BIN_OVERLAP, "on");
        estimates = new BinEstimates[2 * MOST_PHASES];
        Arrays.setAll(estimates, slot -> new BinEstimates(machine.count(MachineKey.BINS)));
        mapOf = new RegionMap[estimates.length];
    }

    private int slot(BinPhase phase) {
        int parity = overlaps ? phase.frame() & 1 : 0;
        return Math.min(phase.number(), MOST_PHASES - 1) * 2 + parity;
    }

    /** Returns what cycles of a chiplet are worth: work, in nanoseconds of one of speed 1. */
    long work(long cycles, int chiplet) {
        return Math.round(cycles * cycleNs) * speeds[chiplet];
    }

    /**
     * Estimates all bins of a phase, and deals them.
     *
     * @param backlog work that each chiplet has before
     */
    void deal(BinPhase phase, long[] backlog) {
        int bins = phase.bins();
        var known = estimates[slot(phase)];
        if (!phase.work().map().equals(mapOf[slot(phase)])) {
            mapOf[slot(phase)] = phase.work().map();
            known.forgetBins();
        }
        for (int bin = 0; bin < bins; bin++) {
            if (phase.isToBeRendered(bin)) {
                phase.expect(bin, known.estimate(bin, phase.primitives(bin), phase.area(bin)));
            }
        }
        if (dynamic) {
            assignment.dynamic(
                    phase.expected(), bins, backlog, speeds, speeds.length, phase.chipletOf());
        } else {
            assignment.fixed(bins, speeds.length, speeds, phase.chipletOf());
        }
    }

    /** A phase is complete: learns what its bins took. */
    void learn(BinPhase phase) {
        var known = estimates[slot(phase)];
        for (int bin = 0; bin < phase.bins(); bin++) {
            if (phase.isToBeRendered(bin) && phase.expected()[bin] > 0) {
                known.observe(bin, work(phase.took(bin), phase.chipletOf()[bin]));
            }
        }
        known.endFrame();
    }
}
