package dev.azulejo.cli;

import java.util.List;
import java.util.Locale;

/** Lines over a row of labels, as SVG. Colours are classes, which a page or {@link #alone} sets. */
final class LinePlot {
    private static final int LEFT = 62;
    private static final int RIGHT = 24;
    private static final int TOP = 34;
    private static final int BOTTOM = 40;

    private final int width;
    private final int height;
    private final List<String> labels;
    private final double top;
    private final StringBuilder svg = new StringBuilder();
    private double legendRight;

    /**
     * Makes axes.
     *
     * @param title with the unit
     * @param labels below the lower axis
     * @param most where the upright axis ends, or a little above
     */
    LinePlot(int width, int height, String title, List<String> labels, double most) {
        this.width = width;
        this.height = height;
        this.labels = labels;
        top = Math.max(1.06 * most, 1e-3);
        legendRight = width - RIGHT;
        axes(title);
    }

    private double x(int label) {
        return LEFT + 30 + label * (width - LEFT - RIGHT - 60.0) / (labels.size() - 1);
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
        for (int w = 0; w < labels.size(); w++) {
            add(
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                    x(w), x(w), height - BOTTOM, height - BOTTOM + 5);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    x(w), height - BOTTOM + 19, labels.get(w));
        }
        add(
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
                LEFT, width - RIGHT, height - BOTTOM, height - BOTTOM);
        add("<text class=\"title\" x=\"%d\" y=\"18\">%s</text>", LEFT, title);
    }

    /**
     * Adds a line, with a point for each label.
     *
     * @param style its class
     * @param text what it shows
     * @param values NaN where nothing was measured: it has no point there
     * @param names what a point is called when it is pointed at
     */
    LinePlot line(String style, String text, double[] values, List<String> names) {
        var path = new StringBuilder();
        for (int at = 0; at < values.length; at++) {
            double v = values[at];
            if (Double.isNaN(v)) {
                continue;
            }
            String command = path.isEmpty() ? "M" : "L";
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", command, x(at), y(v)));
            add(
                    "<circle class=\"point %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\"><title>%s: %.2f"
                            + "</title></circle>",
                    style, x(at), y(v), Html.escaped(names.get(at)), v);
        }
        if (!path.isEmpty()) {
            add("<path class=\"line %s\" d=\"%s\"/>", style, path);
            legend(style, text);
        }
        return this;
    }

    /** From the right. */
    private void legend(String style, String text) {
        double right = legendRight - 6.7 * text.length();
        add("<text x=\"%.1f\" y=\"18\">%s</text>", right, Html.escaped(text));
        add("<path class=\"line %s\" d=\"M%.1f 14h22\"/>", style, right - 28);
        legendRight = right - 28 - 18;
    }

    /** Returns what is in the picture, to be put into another. */
    String content() {
        return svg.toString();
    }

    /** Returns the picture. */
    String picture() {
        return Html.svg(svg.toString(), width, height);
    }
}
