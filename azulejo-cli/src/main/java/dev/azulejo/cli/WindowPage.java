package dev.azulejo.cli;

import dev.azulejo.core.report.Counter;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The HTML page of a comparison of sorting windows: its table, memory and time over the size of a
 * window. One file, without a script.
 */
final class WindowPage {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 300;

    private final CompareCommand command;

    WindowPage(CompareCommand command) {
        this.command = command;
    }

    /**
     * Writes the page.
     *
     * @param table all cells
     * @param labels of windows, ascending; the last is the whole frame
     * @param plain rows without early Z
     * @param culled rows with it
     */
    void write(
            List<List<String>> table,
            List<String> labels,
            WindowPlot.Series plain,
            WindowPlot.Series culled) {
        String memory = memory(labels, plain, culled);
        String time = plot("Time of a frame, ms", labels, plain, culled, Measurement::medianMs);
        String visits =
                plot(
                        "Tile visits beyond the first",
                        labels,
                        plain,
                        culled,
                        row -> row.mean(Counter.TILES_REVISITED));
        WholeFile.write(
                "--page",
                command.page,
                out -> {
                    try (var in = WindowPage.class.getResourceAsStream("window-page.html")) {
                        String text =
                                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                        .replace("<!--WHAT-->", Html.escaped(what()))
                                        .replace("<!--CARDS-->", cards(plain, labels))
                                        .replace("<!--MEMORY-->", memory)
                                        .replace("<!--TIME-->", time)
                                        .replace("<!--VISITS-->", visits)
                                        .replace("<!--TABLE-->", Html.table(table));
                        out.write(text.getBytes(StandardCharsets.UTF_8));
                    }
                });
    }

    private String what() {
        return "%s, %dx%d, %d sample(s), %d thread(s), %d frames"
                .formatted(
                        command.name,
                        command.size.width(),
                        command.size.height(),
                        command.samples,
                        command.device.options(Integer.MAX_VALUE).threads(),
                        command.frames);
    }

    private static String memory(
            List<String> labels, WindowPlot.Series plain, WindowPlot.Series culled) {
        double most =
                Math.max(
                        plain.most(Measurement::peakMegabytes),
                        culled.most(Measurement::peakMegabytes));
        return new WindowPlot(WIDTH, HEIGHT, "Peak geometry memory, MB", labels, most)
                .line(culled, Measurement::peakMegabytes)
                .line(plain, Measurement::peakMegabytes)
                .line(plain.as("parked", "of that parked samples"), Measurement::parkedMegabytes)
                .picture();
    }

    private static String plot(
            String title,
            List<String> labels,
            WindowPlot.Series plain,
            WindowPlot.Series culled,
            ToDoubleFunction<Measurement> value) {
        double most = Math.max(plain.most(value), culled.most(value));
        return new WindowPlot(WIDTH, HEIGHT, title, labels, most)
                .line(culled, value)
                .line(plain, value)
                .picture();
    }

    /** The whole frame against the smallest window, both without early Z. */
    private static String cards(WindowPlot.Series plain, List<String> labels) {
        var rows = plain.rows();
        var whole = rows[rows.length - 1];
        var text = new StringBuilder();
        text.append(card("%.1f MB", whole.peakMegabytes(), "peak geometry, whole frame"));
        for (int w = 0; w < rows.length - 1; w++) {
            if (rows[w] != null) {
                String windows = "windows of " + labels.get(w);
                text.append(card("%.1f MB", rows[w].peakMegabytes(), windows));
                text.append(card("%.1f MB", rows[w].parkedMegabytes(), "of that parked samples"));
                text.append(card("%.2fx", rows[w].speed(), "speed, " + windows));
                break;
            }
        }
        return text.toString();
    }

    private static String card(String format, double value, String text) {
        return Html.card(String.format(Locale.ROOT, format, value), text);
    }
}
