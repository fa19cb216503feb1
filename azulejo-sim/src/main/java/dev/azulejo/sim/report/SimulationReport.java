package dev.azulejo.sim.report;

import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.trace.WorkTrace;

import java.util.List;

/**
 * Everything that a report of one simulation says.
 *
 * @param origin where the work is from
 * @param result what came of it
 * @param timeline what units did when
 * @param savings the same without each technique
 */
public record SimulationReport(
        Origin origin, SimulationResult result, Timeline timeline, List<Saving> savings) {
    /**
     * Where a report is from, so that it can be made again.
     *
     * @param trace name of the file
     * @param sha256 of the file
     * @param scene that was recorded
     * @param recorder who recorded it
     * @param command that made the report
     */
    public record Origin(
            String trace, String sha256, String scene, String recorder, String command) {
        /** Says where the work is from. */
        public static Origin of(String file, String sha256, WorkTrace trace, String command) {
            return new Origin(file, sha256, trace.scene(), trace.recorder(), command);
        }
    }

    /** Copies what is a list. */
    public SimulationReport {
        savings = List.copyOf(savings);
    }

    /** Returns what limits the frame. */
    public Limits limits() {
        return Limits.of(timeline, result);
    }
}
