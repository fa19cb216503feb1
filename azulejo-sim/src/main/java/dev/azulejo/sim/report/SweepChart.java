package dev.azulejo.sim.report;

import java.util.List;
import java.util.Locale;

/** Lines over the values of a setting, as SVG. */
final class SweepChart {
    private static final int WIDTH = 580;
    private static final int HEIGHT = 300;
    private static final int LEFT = 68;
    private static final int RIGHT = 26;
    private static final int TOP = 36;
    private static final int BOTTOM = 52;

    /**
     * How many colours the style of pages has for lines, on light paper and on dark: they tell each
     * other apart, also for most who see some of them alike.
     */
    static final int COLOURS = 8;

    private final SweepAxis axis;
    private final double most;
    private final StringBuilder svg = new StringBuilder();

    /**
     * Draws the axes.
     *
     * @param title what is shown, with its unit
     * @param axis below
     * @param labels along it
     * @param most what is to be shown at most
     */
    SweepChart(String title, SweepAxis axis, List<String> labels, double most) {
        this.axis = axis;
        this.most = most > 0 ? 1.05 * most : 1;
        double step = step(this.most);
        for (int line = 0; line * step <= this.most; line++) {
            double y = y(line * step);
            add(
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    LEFT, WIDTH - RIGHT, y, y);
            add(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 8, y + 4, short0(line * step, step));
        }
        var labelled = axis.labelled(labels, WIDTH - LEFT - RIGHT - 40.0);
        for (int i = 0; i < labels.size(); i++) {
            add(
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                    x(i), x(i), HEIGHT - BOTTOM, HEIGHT - BOTTOM + 4);
            if (labelled[i]) {
                add(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        x(i), HEIGHT - BOTTOM + 18, Page.escaped(labels.get(i)));
            }
        }
        add(
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
                LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM, HEIGHT - BOTTOM);
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, Page.escaped(axis.title()));
        add("<text class=\"title\" x=\"4\" y=\"18\">%s</text>", Page.escaped(title));
    }

    private double x(int value) {
        return LEFT + 20 + axis.place(value) * (WIDTH - LEFT - RIGHT - 40.0);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** A round step, so that there are four to eight. */
    private static double step(double range) {
        double power = Math.pow(10, Math.floor(Math.log10(range / 4)));
        double digit = range / 4 / power;
        return power * (digit < 2 ? 1 : digit < 5 ? 2 : 5);
    }

    private static String short0(double value, double step) {
        int digits = (int) Math.clamp(-Math.floor(Math.log10(step)), 0, 6);
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    /** Returns the colour of a line. */
    static String colour(int series) {
        return "var(--line-%d)".formatted(series % COLOURS);
    }

    /** Returns how the lines are broken that share colours with others. */
    static String dashes(int series) {
        int round = series / COLOURS;
        return round == 0 ? "" : ";stroke-dasharray: %d 3".formatted(2 + 4 * round);
    }

    /** Adds a line with a mark for each value. */
    SweepChart line(int series, String name, double[] values, List<String> labels) {
        var path = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            path.append(
                    String.format(
                            Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x(i), y(values[i])));
        }
        add(
                "<path class=\"mark\" style=\"stroke: %s%s\" d=\"%s\"/>",
                colour(series), dashes(series), path);
        for (int i = 0; i < values.length; i++) {
            add(
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.6\" style=\"fill:"
                            + " %s\"><title>%s</title></circle>",
                    x(i),
                    y(values[i]),
                    colour(series),
                    Page.escaped(
                            "%s%s: %s"
                                    .formatted(
                                            name.isEmpty() ? "" : name + ", ",
                                            labels.get(i),
                                            Limits.number(values[i]))));
        }
        return this;
    }

    /** Returns the picture. */
    String picture() {
        return "<svg viewBox=\"0 0 %d %d\" role=\"img\">\n%s</svg>\n".formatted(WIDTH, HEIGHT, svg);
    }
}
