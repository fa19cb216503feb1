package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.TracePhase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What the targets of a frame hold when its phases begin: somebody renders into so many images in
 * turn, so that a tile is compared with what was rendered that many frames ago, by whoever it was
 * rendered.
 */
final class TargetImages {
    private final int images;

    /** Of each phase of a frame, what its images hold, the oldest first. */
    private final List<ArrayDeque<TracePhase>> shown = new ArrayList<>();

    TargetImages(Machine machine) {
        images = machine.count(MachineKey.REUSE_IMAGES);
    }

    /**
     * A phase is rendered into the oldest of its images.
     *
     * @param number of the phase in its frame
     * @param phase what is rendered
     * @return what comes of comparing its tiles with what is there
     */
    TileOutcomes render(int number, TracePhase phase) {
        while (shown.size() <= number) {
            shown.add(new ArrayDeque<>());
        }
        var held = shown.get(number);
        var oldest = held.size() == images ? held.poll() : null;
        held.add(phase);
        if (phase.frame() == 0 || oldest != null && oldest.frame() == phase.frame() - 1) {
            return TileOutcomes.recorded(phase);
        }
        return oldest == null || !oldest.target().equals(phase.target())
                ? TileOutcomes.allNew(phase)
                : TileOutcomes.against(phase, oldest);
    }
}
