package dev.azulejo.cli;

import dev.azulejo.core.options.Throttle;

import java.util.Arrays;
import java.util.Locale;

/**
 * Plots over the time of a frame, as SVG: groups in flight with the limit, and the counters with
 * the thresholds. Colours are classes, so that a page can change them.
 */
final class ThrottlePlot {
    private static final int LEFT = 62;
    private static final int RIGHT = 14;
    private static final int TOP = 34;
    private static final int BOTTOM = 40;

    /** How high the edge of a band is, whose own colour is too pale to be told from the paper. */
    private static final int EDGE = 5;

    /** Colours of a plot that stands alone. */
    static final String STYLE =
            """
            <style>
              text { font: 12px system-ui, sans-serif; fill: #5c6675; }
              .title { font-weight: 600; fill: #1c2430; }
              .grid { stroke: #dde2e9; } .axis { stroke: #7b8694; }
              .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
              .flight { stroke: #1d4f91; } .area { fill: #1d4f91; opacity: 0.13; }
              .limit { stroke: #d0342c; }
              .total { stroke: #1d4f91; } .error { stroke: #7a4fb5; }
              .weak { stroke: #917700; } .medium { stroke: #c76a10; } .strong { stroke: #d0342c; }
              .threshold { stroke-dasharray: 5 4; }
              .band-weak { fill: #f5dd5d; } .band-medium { fill: #f5a85d; } .band-strong { fill: #ee7a70; }
              .band { opacity: 0.22; }
              .edge-weak { fill: #917700; } .edge-medium { fill: #c76a10; } .edge-strong { fill: #d0342c; }
            </style>
            """;

    private final int width;
    private final int height;
    private final double endMs;
    private final double top;
    private final StringBuilder svg = new StringBuilder();

    private ThrottlePlot(int width, int height, double endMs, double top) {
        this.width = width;
        this.height = height;
        this.endMs = Math.max(endMs, 1e-3);
        this.top = Math.max(top, 1e-3);
    }

    /** A whole picture: both plots of a run, one above the other. */
    static String picture(ThrottleRun run) {
        int width = 960;
        int flight = 250;
        int counters = 270;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n"
                        .formatted(width, flight + counters, width, flight + counters)
                + STYLE
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                + flight(run, width, flight, run.endMs(), most(run), "Groups in flight")
                + "<g transform=\"translate(0 %d)\">\n".formatted(flight)
                + counters(run, width, counters)
                + "</g>\n</svg>\n";
    }

    /** The largest number of groups, or of groups allowed. */
    static int most(ThrottleRun run) {
        return Math.max(
                Arrays.stream(run.inFlight).max().orElse(0),
                Arrays.stream(run.limit).max().orElse(0));
    }

    /**
     * Groups in flight and the limit.
     *
     * @param endMs where the time axis ends
     * @param most where the other one ends
     */
    static String flight(
            ThrottleRun run, int width, int height, double endMs, int most, String title) {
        var plot = new ThrottlePlot(width, height, endMs, 1.06 * most);
        plot.axes(title);
        double[] inFlight = Arrays.stream(run.inFlight).asDoubleStream().toArray();
        double[] limit =
                Arrays.stream(run.limit)
                        .mapToDouble(l -> l == ThrottleRun.NO_LIMIT ? Double.NaN : l)
                        .toArray();
        plot.area(run, inFlight);
        plot.line(run, inFlight, true, "flight");
        plot.line(run, limit, true, "limit");
        plot.legend("flight", "in flight", "limit", "allowed");
        return plot.svg.toString();
    }

    /** Total and error counter against the thresholds. */
    static String counters(ThrottleRun run, int width, int height) {
        var limits = run.throttle.limits();
        double[] total = Arrays.stream(run.total).asDoubleStream().toArray();
        double[] error = Arrays.stream(run.error).asDoubleStream().toArray();
        double[] latency =
                Arrays.stream(run.latency).mapToDouble(l -> l == 0 ? Double.NaN : l).toArray();
        double largest =
                Math.max(
                        Arrays.stream(total).max().orElse(0), Arrays.stream(error).max().orElse(0));
        double latest = Arrays.stream(run.latency).max().orElse(0);
        // Thresholds far above everything else would press it to the ground
        double top = Math.max(largest, Math.min(latest * limits.strong(), 2 * largest));
        var plot = new ThrottlePlot(width, height, run.endMs(), 1.06 * top);
        plot.bands(run);
        plot.axes("Counters, primitives");
        plot.line(run, plot.threshold(latency, limits.weak()), true, "threshold weak");
        plot.line(run, plot.threshold(latency, limits.medium()), true, "threshold medium");
        plot.line(run, plot.threshold(latency, limits.strong()), true, "threshold strong");
        plot.line(run, error, false, "error");
        plot.line(run, total, false, "total");
        plot.legend(
                "total",
                "total",
                "error",
                "error",
                "threshold weak",
                limits.weak() + " latencies",
                "threshold medium",
                limits.medium() + " latencies",
                "threshold strong",
                limits.strong() + " latencies");
        return plot.svg.toString();
    }

    /** What is above the plot is not drawn. */
    private double[] threshold(double[] latency, int factor) {
        return Arrays.stream(latency)
                .map(l -> l * factor)
                .map(v -> v > top ? Double.NaN : v)
                .toArray();
    }

    private double x(double ms) {
        return LEFT + Math.min(ms / endMs, 1) * (width - LEFT - RIGHT);
    }

    private double y(double value) {
        return height - BOTTOM - Math.min(value / top, 1) * (height - TOP - BOTTOM);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** How strong the throttle was, behind everything else. */
    private void bands(ThrottleRun run) {
        if (run.throttle.mode() != Throttle.Mode.ON) {
            return;
        }
        var s = run.throttle.limits();
        for (int from = 0; from < run.count(); ) {
            int to = from;
            while (to < run.count() && run.limit[to] == run.limit[from]) {
                to++;
            }
            double end = run.ms[Math.min(to, run.count() - 1)];
            if (run.limit[from] != ThrottleRun.NO_LIMIT) {
                int limit = run.limit[from] / run.engines;
                String level =
                        limit == s.strongLimit()
                                ? "strong"
                                : limit == s.mediumLimit() ? "medium" : "weak";
                rectangle("band band-" + level, run.ms[from], end, height - TOP - BOTTOM);
                rectangle("edge-" + level, run.ms[from], end, EDGE);
            }
            from = to;
        }
    }

    /** From the plot's top downwards. */
    private void rectangle(String styles, double fromMs, double toMs, int high) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
                styles, x(fromMs), TOP, Math.max(x(toMs) - x(fromMs), 0), high);
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
        double stepMs = Ticks.step(endMs, Math.max(2, (width - LEFT - RIGHT) / 90));
        for (int tick = 0; tick * stepMs <= endMs; tick++) {
            double ms = tick * stepMs;
            add(
                    "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
                    x(ms), x(ms), height - BOTTOM, height - BOTTOM + 5);
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s%s</text>",
                    x(ms), height - BOTTOM + 19, Ticks.label(ms), tick == 0 ? " ms" : "");
        }
        add(
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>",
                LEFT, width - RIGHT, height - BOTTOM, height - BOTTOM);
        add("<text class=\"title\" x=\"%d\" y=\"18\">%s</text>", LEFT, title);
    }

    private void area(ThrottleRun run, double[] values) {
        if (run.count() == 0) {
            return;
        }
        String line = points(run, values, 0, run.count(), true);
        add("<path class=\"area\" d=\"%sV%.1fH%.1fZ\"/>", line, y(0), x(run.ms[0]));
    }

    /** A line, interrupted where there is no value. */
    private void line(ThrottleRun run, double[] values, boolean steps, String styles) {
        var path = new StringBuilder();
        for (int from = 0; from < values.length; ) {
            int to = from;
            while (to < values.length && !Double.isNaN(values[to])) {
                to++;
            }
            if (to > from) {
                path.append(points(run, values, from, to, steps));
                if (steps && to < values.length) {
                    path.append(String.format(Locale.ROOT, "H%.1f", x(run.ms[to])));
                }
            }
            from = to + 1;
        }
        add("<path class=\"line %s\" d=\"%s\"/>", styles, path);
    }

    private String points(ThrottleRun run, double[] values, int from, int to, boolean steps) {
        var path = new StringBuilder();
        for (int s = from; s < to; s++) {
            if (s == from) {
                path.append(String.format(Locale.ROOT, "M%.1f %.1f", x(run.ms[s]), y(values[s])));
            } else if (!steps) {
                path.append(String.format(Locale.ROOT, "L%.1f %.1f", x(run.ms[s]), y(values[s])));
            } else if (values[s] != values[s - 1]) {
                path.append(String.format(Locale.ROOT, "H%.1fV%.1f", x(run.ms[s]), y(values[s])));
            }
        }
        if (steps) {
            path.append(String.format(Locale.ROOT, "H%.1f", x(run.ms[to - 1])));
        }
        return path.toString();
    }

    /** Classes and texts in turn, from the right. */
    private void legend(String... entries) {
        double right = width - RIGHT;
        for (int e = entries.length - 2; e >= 0; e -= 2) {
            double textWidth = 6.7 * entries[e + 1].length();
            right -= textWidth;
            add("<text x=\"%.1f\" y=\"18\">%s</text>", right, entries[e + 1]);
            add("<path class=\"line %s\" d=\"M%.1f 14h22\"/>", entries[e], right - 28);
            right -= 28 + 18;
        }
    }
}
