package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.report.Sweep;
import dev.azulejo.sim.report.SweepPage;
import dev.azulejo.sim.report.SweepRow;
import dev.azulejo.sim.report.SweepTable;

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

/** {@code azulejo sweep}. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Plays recorded work on many machines that differ in some settings.",
            "It uses all processors. The first setting that is varied is the axis of the charts,"
                    + " the others are lines."
        })
final class SweepCommand implements Runnable {
    private static final int MOST_THREADS = 256;

    @Spec CommandSpec spec;

    @Parameters(paramLabel = "TRACE", description = "A work trace.")
    Path trace;

    @Mixin MachineMixin machine;

    @Option(
            names = "--vary",
            paramLabel = "KEY=V1,V2,…",
            required = true,
            description =
                    "What to vary: a key as for --set, and its values. Repeated, every value of"
                            + " each is played with every value of the others.")
    List<String> variations = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Report to write: .html, .json or .csv.")
    Path output;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Machines simulated at a time, 1..256 (default: one a processor).")
    Integer threads;

    @Override
    public void run() {
        var format = ReportFormat.of("--output", output);
        int atOnce = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (atOnce < 1 || atOnce > MOST_THREADS) {
            throw new UserException("--threads=%d is not in 1..%d".formatted(atOnce, MOST_THREADS));
        }
        machine.addTo(new CommandFiles().reads("the trace", trace))
                .writes("--output", output)
                .check(Cancellation.NEVER);
        var base = machine.machine();
        var sweep = sweep(base);
        machine.refuseIdle(sweep.machines());
        var work = WorkFile.read(trace);
        check(base, sweep, work);
        var rows = new SweepRun(work.trace(), sweep, output).run(atOnce);
        var out = spec.commandLine().getOut();
        SweepPage.sentences(sweep, rows).forEach(out::println);
        out.flush();
        write(format, work, base, sweep, rows);
    }

    private Sweep sweep(Machine base) {
        try {
            var parsed = new ArrayList<Sweep.Variation>();
            for (var variation : variations) {
                parsed.add(Sweep.Variation.parse(variation));
            }
            return Sweep.of(base, machine.settings(), parsed);
        } catch (MachineException e) {
            throw new UserException("--vary " + e.getMessage());
        }
    }

    private static void check(Machine base, Sweep sweep, WorkFile work) {
        for (var each : sweep.machines()) {
            try {
                work.check(each);
            } catch (MachineException e) {
                String option = each.isSet(MachineKey.LAYOUT) ? "--vary " : "";
                if (base.isSet(MachineKey.LAYOUT)
                        && each.text(MachineKey.LAYOUT).equals(base.text(MachineKey.LAYOUT))) {
                    option = "--set ";
                }
                throw new UserException(option + e.getMessage());
            }
        }
    }

    private void write(
            ReportFormat format, WorkFile work, Machine base, Sweep sweep, List<SweepRow> rows) {
        var origin = work.origin(command());
        WholeFile.write(
                "--output",
                output,
                file -> {
                    switch (format) {
                        case HTML ->
                                file.write(
                                        SweepPage.html(origin, base, sweep, rows)
                                                .getBytes(StandardCharsets.UTF_8));
                        case JSON -> SweepTable.json(file, origin, rows);
                        case CSV ->
                                file.write(
                                        SweepTable.csv(sweep, rows)
                                                .getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    /** The command without what makes no difference to its result. */
    private String command() {
        var text =
                new StringBuilder("azulejo sweep ")
                        .append(MachineMixin.quoted(trace.toString()))
                        .append(machine.text());
        variations.forEach(
                variation -> text.append(" --vary ").append(MachineMixin.quoted(variation)));
        return text.append(" -o ")
                .append(MachineMixin.quoted(output.getFileName().toString()))
                .toString();
    }
}
