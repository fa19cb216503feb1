package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;

import java.util.ArrayList;
import java.util.List;

/**
 * What a technique saves: the same trace on the same machine without it.
 *
 * @param technique what it is called
 * @param without what switches it off
 * @param result of the machine without it
 */
public record Saving(String technique, Setting without, SimulationResult result) {
    /** A technique that a machine has, and the setting that takes it away. */
    private record Candidate(String technique, String name, String off) {}

    /**
     * A technique of a machine.
     *
     * @param technique what it is called
     * @param without what switches it off
     * @param machine without it
     */
    public record Absence(String technique, Setting without, Machine machine) {
        /** Returns what the technique saves. */
        public Saving of(SimulationResult result) {
            return new Saving(technique, without, result);
        }
    }

    /** Returns the machine without each of its techniques, one at a time. */
    public static List<Absence> absences(Machine machine, boolean patches) throws MachineException {
        var candidates = new ArrayList<Candidate>();
        boolean group = machine.count(MachineKey.GPUS) > 1;
        if (group && !machine.is(MachineKey.SPLIT, "duplicate")) {
            candidates.add(
                    new Candidate(
                            "division of geometry: " + machine.text(MachineKey.SPLIT),
                            "group.split",
                            "duplicate"));
        }
        boolean overlaps = machine.is(MachineKey.EARLY_Z, "overlap");
        boolean full = machine.is(MachineKey.EARLY_Z, "full");
        if (overlaps || full || machine.is(MachineKey.EARLY_Z, "on")) {
            candidates.add(new Candidate("early Z", "early-z.cull", "off"));
        }
        if (overlaps) {
            candidates.add(
                    new Candidate("a pipeline of its own for early Z", "early-z.cull", "on"));
        } else if (full) {
            candidates.add(new Candidate("depth at full resolution", "early-z.cull", "on"));
        }
        boolean frames = machine.count(MachineKey.WINDOW) == 0;
        if (machine.is(MachineKey.REUSE, "on") && frames) {
            candidates.add(new Candidate("reuse of tiles", "reuse.tiles", "off"));
        }
        if (!frames) {
            candidates.add(new Candidate("sorting windows", "window", "frame"));
        }
        if (patches && !machine.is(MachineKey.THROTTLE, "off")) {
            candidates.add(new Candidate("throttle of patches", "throttle.mode", "off"));
        }
        var absences = new ArrayList<Absence>();
        for (var candidate : candidates) {
            var setting = new Setting(candidate.name, candidate.off);
            var settings = new ArrayList<>(List.of(setting));
            if (setting.name().equals("window") && machine.is(MachineKey.REUSE, "on")) {
                // Which works in whole frames alone: another technique.
                settings.add(new Setting("reuse", "off"));
            }
            absences.add(
                    new Absence(candidate.technique, setting, Setting.apply(machine, settings)));
        }
        return absences;
    }

    /** Returns how many times longer it takes without the technique. */
    public double speedUp(SimulationResult with) {
        return (double) result.cycles() / Math.max(1, with.cycles());
    }

    /** Returns a counter without the technique, less the same with it. */
    public long saved(SimulationResult with, ModelCounter counter) {
        return result.count(counter) - with.count(counter);
    }
}
