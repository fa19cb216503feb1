package dev.azulejo.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The HTML page of a comparison of throttles: its table and plots. One file, without a script. */
final class ThrottlePage {
    private static final int WIDTH = 1200;
    private static final int PANEL = 400;

    private final CompareCommand command;

    ThrottlePage(CompareCommand command) {
        this.command = command;
    }

    /** Writes the plots of one setting alone. */
    static void writePlot(Path file, ThrottleRun run) {
        String text = ThrottlePlot.picture(run);
        WholeFile.write("--plot", file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes the page. */
    void write(
            List<List<String>> table,
            List<Measurement> rows,
            List<ThrottleTechnique.Throttled> sources) {
        var last = sources.getLast().plotted();
        String counters = ThrottlePlot.counters(last, WIDTH, 330);
        int most = ThrottlePlot.most(last);
        String flight =
                ThrottlePlot.flight(
                        last, WIDTH, 280, last.endMs(), most, "Groups in flight, all engines");
        WholeFile.write(
                "--page",
                command.page,
                out -> {
                    try (var in = ThrottlePage.class.getResourceAsStream("throttle-page.html")) {
                        String text =
                                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                        .replace("<!--WHAT-->", Html.escaped(what(last)))
                                        .replace("<!--CARDS-->", cards(rows, sources))
                                        .replace("<!--NAME-->", Html.escaped(last.name))
                                        .replace("<!--FLIGHT-->", Html.svg(flight, WIDTH, 280))
                                        .replace("<!--COUNTERS-->", Html.svg(counters, WIDTH, 330))
                                        .replace("<!--ERROR-->", error(last))
                                        .replace("<!--PANELS-->", panels(sources))
                                        .replace("<!--TABLE-->", Html.table(table));
                        out.write(text.getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    private String what(ThrottleRun run) {
        var edge = command.tessellation.edgePixels;
        return "%s, %dx%d, %d sample(s), %d thread(s), %s%d engine(s), groups of %d patches, %d frames; --throttle %s"
                .formatted(
                        command.name,
                        command.size.width(),
                        command.size.height(),
                        command.samples,
                        command.device.options(Integer.MAX_VALUE).threads(),
                        edge == null ? "" : "edges of " + edge + " pixels, ",
                        run.engines,
                        run.throttle.patches(),
                        command.frames,
                        ThrottleOption.text(run.throttle));
    }

    /** The error counter shows where groups take longer than the clock's step. */
    private static String error(ThrottleRun run) {
        return Arrays.stream(run.error).allMatch(e -> e == 0)
                ? " The error counter stays at 0: each group was done with before time was seen"
                        + " to pass."
                : "";
    }

    private static String cards(List<Measurement> rows, List<ThrottleTechnique.Throttled> sources) {
        var off = rows.getFirst();
        var last = rows.getLast();
        return Html.card("%.1f MB".formatted(off.peakMegabytes()), "peak geometry, not throttled")
                + Html.card(
                        "%.1f MB".formatted(last.peakMegabytes()), "with \"" + last.name() + "\"")
                + Html.card(
                        "%.0f %%".formatted(ThrottleTechnique.percentOfMemory(last)),
                        "of the memory")
                + Html.card("%.3fx".formatted(last.speed()), "speed")
                + Html.card(
                        "%d of %d"
                                .formatted(
                                        sources.getLast().mostInFlight(),
                                        sources.getFirst().mostInFlight()),
                        "groups in flight at most");
    }

    /** Groups in flight of all settings, side by side, with the same axes. */
    private static String panels(List<ThrottleTechnique.Throttled> sources) {
        var runs = sources.stream().map(ThrottleTechnique.Throttled::plotted).toList();
        double end = runs.stream().mapToDouble(ThrottleRun::endMs).max().orElse(0);
        int most = runs.stream().mapToInt(ThrottlePlot::most).max().orElse(0);
        var text = new StringBuilder();
        for (var run : runs) {
            String title = String.format(Locale.ROOT, "%s, %.1f ms", run.name, run.frameMs);
            String plot = ThrottlePlot.flight(run, PANEL, 240, end, most, title);
            text.append(Html.svg(plot, PANEL, 240));
        }
        return text.toString();
    }
}
