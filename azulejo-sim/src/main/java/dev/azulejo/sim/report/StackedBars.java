package dev.azulejo.sim.report;

import dev.azulejo.sim.unit.UnitState;

import java.util.Locale;

/** Bars of shares that add up to the whole, as SVG. */
final class StackedBars {
    private static final int WIDTH = 1200;
    private static final int LABEL = 110;
    private static final int NUMBER = 60;
    private static final int STEP = 24;
    private static final int HIGH = 17;

    /** Of what is no unit. */
    private static final String OTHER = "--unit-other";

    private StackedBars() {}

    /** Returns the name of the variable that holds the colour of a kind of unit. */
    static String variable(String kind) {
        return UnitKind.of(kind).map(UnitKind::variable).orElse(OTHER);
    }

    /** Returns the name of the variable that holds a state's colour. */
    static String variable(UnitState state) {
        return "--"
                + (state == UnitState.NOTHING
                        ? "nothing"
                        : state.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns what the colours of states mean. */
    static String legend() {
        var text = new StringBuilder();
        for (var state : UnitState.values()) {
            text.append(
                    "<span><i style=\"background: var(%s)\"></i>%s</span>"
                            .formatted(variable(state), state.words()));
        }
        return text.toString();
    }

    /** Returns a bar of what limits, and its legend. */
    static String limits(Limits limits) {
        var svg = new StringBuilder();
        var legend = new StringBuilder("<div class=\"legend\">");
        double x = 0;
        for (var entry : limits.shares().entrySet()) {
            String words =
                    entry.getKey().equals(Limits.WAITING)
                            ? "nobody busy for half of it"
                            : UnitName.words(entry.getKey());
            double width = entry.getValue() * WIDTH;
            svg.append(
                    rectangle(
                            x,
                            0,
                            width,
                            "var(%s)".formatted(variable(entry.getKey())),
                            words + ": " + Limits.percent(entry.getValue())));
            legend.append(
                    "<span><i style=\"background: var(%s)\"></i>%s %s</span>"
                            .formatted(
                                    variable(entry.getKey()),
                                    Page.escaped(words),
                                    Limits.percent(entry.getValue())));
            x += width;
        }
        return svg(svg.toString(), HIGH) + legend.append("</div>\n");
    }

    /** Returns a bar a kind of unit, with the share of each state. */
    static String utilisation(Utilisation utilisation) {
        var svg = new StringBuilder();
        int y = 0;
        for (var kind : utilisation.kinds()) {
            svg.append(
                    "<text class=\"value\" x=\"0\" y=\"%d\">%s</text>\n"
                            .formatted(y + 13, Page.escaped(kind)));
            double x = LABEL;
            for (var state : UnitState.values()) {
                double share = utilisation.share(kind, state);
                double width = share * (WIDTH - LABEL - NUMBER);
                if (share > 0) {
                    svg.append(
                            rectangle(
                                    x,
                                    y,
                                    width,
                                    "var(%s)".formatted(variable(state)),
                                    "%s: %s %s"
                                            .formatted(
                                                    kind, state.words(), Limits.percent(share))));
                }
                x += width;
            }
            svg.append(
                    "<text class=\"value\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n"
                            .formatted(
                                    WIDTH,
                                    y + 13,
                                    Limits.percent(utilisation.share(kind, UnitState.BUSY))));
            y += STEP;
        }
        return svg(svg.toString(), y);
    }

    private static String rectangle(double x, int y, double width, String colour, String title) {
        return String.format(
                Locale.ROOT,
                "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" style=\"fill:"
                        + " %s\"><title>%s</title></rect>\n",
                x,
                y,
                width,
                HIGH,
                colour,
                Page.escaped(title));
    }

    private static String svg(String content, int height) {
        return "<svg viewBox=\"0 0 %d %d\" role=\"img\">\n%s</svg>\n"
                .formatted(WIDTH, height, content);
    }
}
