package dev.azulejo.cli;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A plot over the size of sorting windows, as SVG: each is four times the one before, the whole
 * frame comes last. Colours are classes, which the page sets.
 */
final class WindowPlot {
    private static final int LEFT = 62;
    private static final int RIGHT = 24;
    private static final int TOP = 34;
    private static final int BOTTOM = 40;

    /**
     * A line.
     *
     * @param style its class
     * @param text what it shows
     * @param rows of each window; null where nothing was measured
     */
    record Series(String style, String text, Measurement[] rows) {
        /** The same rows as another line. */
        Series as(String otherStyle, String otherText) {
            return new Series(otherStyle, otherText, rows);
        }

        /** The largest value. */
        double most(ToDoubleFunction<Measurement> value) {
            double most = 0;
            for (var row : rows) {
                most = Math.max(most, row == null ? 0 : value.applyAsDouble(row));
            }
            return most;
        }
    }

    private final int width;
    private final int height;
    private final List<String> windows;
    private final double top;
    private final StringBuilder svg = new StringBuilder();
    private double legendRight;

    /**
     * Makes axes.
     *
     * @param title with the unit
     * @param labels of windows, ascending
     * @param most where the upright axis ends, or a little above
     */
    WindowPlot(int width, int height, String title, List<String> labels, double most) {
        this.width = width;
        this.height = height;
        windows = labels;
        top = Math.max(1.06 * most, 1e-3);
        legendRight = width - RIGHT;
        axes(title);
    }

    private double x(int window) {
        return LEFT + 30 + window * (width - LEFT - RIGHT - 60.0) / (windows.size() - 1);
    }

    private double y(double value) {
        return height - BOTTOM - value / top * (height - TOP - BOTTOM);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private void axes(String title) {
        double step = Ticks.step(top, Math.max(2, (height - TOP - BOTTOM) / 35));
        for (double v = 0; v <= top; v += step) {
            add(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    LEFT, width - RIGHT, y(v), y(v));
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 8, y(v) + 4, Ticks.label(v));
        }
        for (int w = 0; w < windows.size(); w++) {
            add(
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                    x(w), x(w), height - BOTTOM, height - BOTTOM + 5);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x(w), height - BOTTOM + 19, windows.get(w));
        }
        add(
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
                LEFT, width - RIGHT, height - BOTTOM, height - BOTTOM);
        add("<text class=\"title\" x=\"%d\" y=\"18\">%s</text>", LEFT, title);
    }

    /** Adds a line, with a point for each row; it has no points where nothing was measured. */
    WindowPlot line(Series series, ToDoubleFunction<Measurement> value) {
        var path = new StringBuilder();
        for (int w = 0; w < windows.size(); w++) {
            var row = series.rows()[w];
            if (row == null) {
                continue;
            }
            double v = value.applyAsDouble(row);
            String command = path.isEmpty() ? "M" : "L";
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", command, x(w), y(v)));
            add(
                    "<circle class=\"point %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\"><title>%s: %.2f"
                            + "</title></circle>",
                    series.style(), x(w), y(v), row.name(), v);
        }
        if (!path.isEmpty()) {
            add("<path class=\"line %s\" d=\"%s\"/>", series.style(), path);
            legend(series);
        }
        return this;
    }

    /** From the right. */
    private void legend(Series series) {
        double right = legendRight - 6.7 * series.text().length();
        add("<text x=\"%.1f\" y=\"18\">%s</text>", right, series.text());
        add("<path class=\"line %s\" d=\"M%.1f 14h22\"/>", series.style(), right - 28);
        legendRight = right - 28 - 18;
    }

    /** Returns the picture. */
    String picture() {
        return Html.svg(svg.toString(), width, height);
    }
}
