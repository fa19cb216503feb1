package dev.azulejo.cli;

import dev.azulejo.core.timeline.AsciiTimeline;
import dev.azulejo.core.timeline.Figure;
import dev.azulejo.core.timeline.PublishedFigures;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** {@code azulejo figures}. */
@Command(
        name = "figures",
        mixinStandardHelpOptions = true,
        description =
                "Plays the published examples of GPUs that share a frame: who does what when.")
final class FiguresCommand implements Runnable {
    @Spec CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FIGURE",
            description =
                    "objects, chunks, dealing, balance, static, dynamic or frames; all if none is"
                            + " named.")
    List<String> names = new ArrayList<>();

    @Override
    public void run() {
        var all = PublishedFigures.all();
        var known = all.stream().map(Figure::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new UserException(
                        "no such figure: '%s'; there are %s"
                                .formatted(name, String.join(", ", known)));
            }
        }
        var out = spec.commandLine().getOut();
        out.println(AsciiTimeline.LEGEND);
        for (var figure : all) {
            if (names.isEmpty() || names.contains(figure.name())) {
                print(figure, out);
            }
        }
        out.flush();
    }

    private static void print(Figure figure, PrintWriter out) {
        out.println();
        out.println(figure.title() + " (" + figure.name() + ")");
        out.println();
        figure.lines().forEach(line -> out.println(line.isEmpty() ? "" : "  " + line));
    }
}
