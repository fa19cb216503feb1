package dev.azulejo.cli;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.report.SimulationReport;
import dev.azulejo.sim.trace.TraceException;
import dev.azulejo.sim.trace.TraceReader;
import dev.azulejo.sim.trace.WorkTrace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;

/**
 * A work trace that was read from a file.
 *
 * @param file as it was named
 * @param trace what it holds
 * @param sha256 of the file
 */
record WorkFile(Path file, WorkTrace trace, String sha256) {
    /** Reads a trace, or says in one line what is wrong with it. */
    static WorkFile read(Path file) {
        if (!Files.exists(file)) {
            throw new UserException("no such file: %s".formatted(file));
        }
        if (Files.isDirectory(file)) {
            throw new UserException("%s: is a folder, expected a work trace".formatted(file));
        }
        var digest = Sha256.digest();
        try (var in =
                new DigestInputStream(
                        new BufferedInputStream(Files.newInputStream(file), 1 << 16), digest)) {
            var trace = TraceReader.read(in);
            if (trace.phases().isEmpty()) {
                throw new UserException("%s: no frame is in it".formatted(file));
            }
            return new WorkFile(file, trace, Sha256.hex(digest));
        } catch (TraceException e) {
            throw new UserException("%s: %s".formatted(file, e.getMessage()));
        } catch (IOException e) {
            throw new UserException("%s: cannot read: %s".formatted(file, WholeFile.reason(e)));
        }
    }

    /** Refuses a machine whose regions do not fit what is drawn into. */
    void check(Machine machine) throws MachineException {
        for (var phase : trace.phases()) {
            machine.checkTarget(phase.target().width(), phase.target().height());
        }
    }

    /** Returns whether a machine's regions fit what is drawn into. */
    boolean fits(Machine machine) {
        try {
            check(machine);
            return true;
        } catch (MachineException e) {
            return false;
        }
    }

    /** Returns whether any phase has patches. */
    boolean hasPatches() {
        return trace.phases().stream().anyMatch(phase -> phase.patches().count() > 0);
    }

    /** Says where a report made with a command is from. */
    SimulationReport.Origin origin(String command) {
        return SimulationReport.Origin.of(file.getFileName().toString(), sha256, trace, command);
    }
}
