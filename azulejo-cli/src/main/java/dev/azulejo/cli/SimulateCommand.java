package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.report.Saving;
import dev.azulejo.sim.report.SimulationJson;
import dev.azulejo.sim.report.SimulationPage;
import dev.azulejo.sim.report.SimulationReport;
import dev.azulejo.sim.report.SimulationTable;
import dev.azulejo.sim.report.Timeline;
import dev.azulejo.sim.report.TraceEvents;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code azulejo simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Plays recorded work on a machine, which need not exist, and says what limits it."
        })
final class SimulateCommand implements Runnable {
    /** About 15 GB. */
    private static final long MOST_EVENTS = 100_000_000;

    @Spec CommandSpec spec;

    @Parameters(paramLabel = "TRACE", description = "A work trace.")
    Path trace;

    @Mixin MachineMixin machine;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Report to write: .html, .json or .csv.")
    Path output;

    @Option(
            names = "--trace-events",
            paramLabel = "FILE",
            description =
                    "Writes spans of every unit for Perfetto or chrome://tracing, the first"
                            + " million of them.")
    Path events;

    @Option(
            names = "--most-events",
            paramLabel = "N",
            description = "As many spans at most, 1 to 100000000; about 150 bytes each.")
    Long mostEvents;

    @Option(
            names = "--no-compare",
            description =
                    "Does not play the trace again without each technique, to say what it saves.")
    boolean alone;

    @Override
    public void run() {
        var format = output == null ? null : ReportFormat.of("--output", output);
        checkMost();
        machine.addTo(new CommandFiles().reads("the trace", trace))
                .writes("--output", output)
                .writes("--trace-events", events)
                .check(Cancellation.NEVER);
        var played = machine.machine();
        machine.refuseIdle(List.of(played));
        var work = WorkFile.read(trace);
        check(work, played);
        var timeline = Timeline.ofGpus(played.count(MachineKey.GPUS));
        var absences =
                alone || format == null || format == ReportFormat.CSV
                        ? List.<Saving.Absence>of()
                        : absences(work, played);
        var written = output == null ? events : output;
        SimulationResult result;
        List<Saving> savings;
        try (var progress = new MachineProgress("simulate", 1 + absences.size(), written)) {
            result = simulate(work, played, timeline);
            progress.step();
            savings = savings(work, absences, progress);
        }
        var report = new SimulationReport(work.origin(command()), result, timeline, savings);
        var out = spec.commandLine().getOut();
        report.limits().sentences().forEach(out::println);
        out.flush();
        if (format != null) {
            write(format, report);
        }
    }

    private void checkMost() {
        if (mostEvents == null) {
            return;
        }
        if (events == null) {
            throw new UserException("--most-events: it takes --trace-events");
        }
        if (mostEvents < 1 || mostEvents > MOST_EVENTS) {
            throw new UserException(
                    "--most-events: %d: expected 1 to %d".formatted(mostEvents, MOST_EVENTS));
        }
    }

    private static void check(WorkFile work, Machine played) {
        try {
            work.check(played);
        } catch (MachineException e) {
            boolean set = played.isSet(MachineKey.LAYOUT);
            throw new UserException((set ? "--set " : "") + e.getMessage());
        }
    }

    private SimulationResult simulate(WorkFile work, Machine played, Timeline timeline) {
        if (events == null) {
            return Simulation.run(work.trace(), played, timeline);
        }
        var results = new ArrayList<SimulationResult>();
        WholeFile.write(
                "--trace-events",
                events,
                file -> {
                    long most = mostEvents == null ? TraceEvents.MOST : mostEvents;
                    try (var spans = new TraceEvents(file, played, most)) {
                        results.add(
                                Simulation.run(
                                        work.trace(),
                                        played,
                                        (unit, state, from, to) -> {
                                            timeline.span(unit, state, from, to);
                                            spans.span(unit, state, from, to);
                                        }));
                        sayWhatIsLeftOut(spans);
                    }
                });
        return results.getFirst();
    }

    private void sayWhatIsLeftOut(TraceEvents spans) {
        if (spans.leftOut() > 0) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "%s: complete to cycle %d; %d more spans were left out"
                                    + " (--most-events)%n",
                            events, spans.completeTo(), spans.leftOut());
        }
    }

    /** Returns the machine without each of its techniques. */
    private static List<Saving.Absence> absences(WorkFile work, Machine played) {
        var absences = new ArrayList<Saving.Absence>();
        try {
            for (var absence : Saving.absences(played, work.hasPatches())) {
                if (work.fits(absence.machine())) {
                    absences.add(absence);
                }
            }
        } catch (MachineException e) {
            throw new IllegalStateException("a technique can be switched off", e);
        }
        return absences;
    }

    /** Plays these machines, on all processors. */
    private static List<Saving> savings(
            WorkFile work, List<Saving.Absence> absences, MachineProgress progress) {
        return absences.parallelStream()
                .map(
                        absence -> {
                            var without = Simulation.run(work.trace(), absence.machine());
                            progress.step();
                            return absence.of(without);
                        })
                .toList();
    }

    private void write(ReportFormat format, SimulationReport report) {
        WholeFile.write(
                "--output",
                output,
                file -> {
                    switch (format) {
                        case HTML -> file.write(bytes(SimulationPage.html(report)));
                        case JSON -> SimulationJson.write(file, report);
                        case CSV -> file.write(bytes(SimulationTable.csv(report.result())));
                    }
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String command() {
        return "azulejo simulate "
                + MachineMixin.quoted(trace.toString())
                + machine.text()
                + (alone ? " --no-compare" : "")
                + (output == null
                        ? ""
                        : " -o " + MachineMixin.quoted(output.getFileName().toString()));
    }
}
