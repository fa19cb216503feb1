package dev.azulejo.sim.trace;

import java.util.List;

/**
 * What work there was in some frames, whatever machine does it.
 *
 * @param scene what was drawn
 * @param recorder who recorded it, and how
 * @param phases in order; frames rise, and none is left out
 */
public record WorkTrace(String scene, String recorder, List<TracePhase> phases) {
    /** Checks the order of frames. */
    public WorkTrace {
        phases = List.copyOf(phases);
        int last = -1;
        for (var phase : phases) {
            if (phase.frame() != last && phase.frame() != last + 1) {
                throw new IllegalArgumentException(
                        "frame %d follows frame %d".formatted(phase.frame(), last));
            }
            last = phase.frame();
        }
    }

    /** Returns how many frames there are. */
    public int frames() {
        return phases.isEmpty() ? 0 : phases.getLast().frame() + 1;
    }

    /** Returns the phases of a frame. */
    public List<TracePhase> frame(int number) {
        return phases.stream().filter(phase -> phase.frame() == number).toList();
    }
}
