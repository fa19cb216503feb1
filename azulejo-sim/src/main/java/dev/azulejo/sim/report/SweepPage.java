package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.model.ModelCounter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The HTML page of a sweep: one file that opens without a network, and prints. */
public final class SweepPage {
    private static final double MEGA = 1e6;

    private final SimulationReport.Origin origin;
    private final Machine machine;
    private final Sweep sweep;
    private final List<SweepRow> rows;

    /** The variation along the axis; the others are lines. */
    private final int along;

    /** Rows of each line, by its name. */
    private final Map<String, List<SweepRow>> lines = new LinkedHashMap<>();

    private SweepPage(
            SimulationReport.Origin origin, Machine machine, Sweep sweep, List<SweepRow> rows) {
        this.origin = origin;
        this.machine = machine;
        this.sweep = sweep;
        this.rows = rows;
        int first = 0;
        while (first + 1 < sweep.variations().size()
                && sweep.variations().get(first).values().size() == 1) {
            first++;
        }
        along = first;
        for (var row : rows) {
            lines.computeIfAbsent(others(row), name -> new ArrayList<>()).add(row);
        }
    }

    /** Returns the page. */
    public static String html(
            SimulationReport.Origin origin, Machine machine, Sweep sweep, List<SweepRow> rows) {
        return new SweepPage(origin, machine, sweep, rows).html();
    }

    private String others(SweepRow row) {
        var others = new ArrayList<>(row.settings());
        others.remove(along);
        return settings(others);
    }

    private static String settings(List<Setting> settings) {
        return settings.stream().map(Setting::toString).collect(Collectors.joining(", "));
    }

    private String html() {
        var axis = new SweepAxis(sweep.variations().get(along));
        var sentences = sentences(sweep, rows);
        return new Page("sweep-page.html")
                .put(
                        "TITLE",
                        Page.escaped(
                                "%s on %s, %d machines"
                                        .formatted(origin.scene(), machine.name(), rows.size())))
                .put("WHAT", Page.about(machine))
                .put("LEAD", Page.escaped(sentences.getFirst()))
                .put("WORDS", Page.paragraphs(sentences.subList(1, sentences.size())))
                .put("SERIES", series())
                .put("CHARTS", charts(axis))
                .put(
                        "AXIS",
                        Page.escaped(
                                "Upright axes begin at 0; bytes and primitives are of all frames."
                                        + " Where lines coincide, the last one named is seen."))
                .put("TABLE", table())
                .put("ABOUT", Page.escaped(machine.name() + ": " + machine.about() + "."))
                .put("CONFIGURATION", Page.configuration(machine))
                .put("REPRODUCE", Page.reproduce(origin, machine))
                .text();
    }

    /** Returns what is to be said of a sweep, the most important first. */
    public static List<String> sentences(Sweep sweep, List<SweepRow> rows) {
        var best = rows.getFirst();
        var worst = rows.getFirst();
        var thrifty = rows.getFirst();
        double mostEnergy = 0;
        for (var row : rows) {
            best = row.milliseconds() < best.milliseconds() ? row : best;
            worst = row.milliseconds() > worst.milliseconds() ? row : worst;
            thrifty = row.microjoules() < thrifty.microjoules() ? row : thrifty;
            mostEnergy = Math.max(mostEnergy, row.microjoules());
        }
        var said = new ArrayList<String>();
        said.add(
                "Fastest is %s: %s ms a frame, %s times as fast as the slowest (%s)."
                        .formatted(
                                settings(best.settings()),
                                Limits.number(best.millisecondsOfFrame()),
                                Limits.number(worst.milliseconds() / best.milliseconds()),
                                settings(worst.settings())));
        said.add(
                "There the busiest unit is %s, for %s of the time; %s."
                        .formatted(
                                UnitName.words(best.busiest()),
                                Limits.percent(best.busy()),
                                energy(thrifty, mostEnergy, rows.size())));
        for (int v = 0; v < sweep.variations().size(); v++) {
            if (sweep.variations().get(v).values().size() > 1) {
                said.add(effect(sweep, rows, v));
            }
        }
        return said;
    }

    private static String energy(SweepRow thrifty, double most, int rows) {
        if (rows == 1 || thrifty.microjoules() < most) {
            return "least energy takes " + settings(thrifty.settings());
        }
        return "all take the same energy";
    }

    /** Of one setting, how much it matters where all others are alike. */
    private static String effect(Sweep sweep, List<SweepRow> rows, int variation) {
        var alike = new LinkedHashMap<String, List<SweepRow>>();
        for (var row : rows) {
            var others = new ArrayList<>(row.settings());
            others.remove(variation);
            alike.computeIfAbsent(settings(others), name -> new ArrayList<>()).add(row);
        }
        double least = Double.MAX_VALUE;
        double most = 0;
        for (var group : alike.values()) {
            double slowest = 0;
            double fastest = Double.MAX_VALUE;
            for (var row : group) {
                slowest = Math.max(slowest, row.milliseconds());
                fastest = Math.min(fastest, row.milliseconds());
            }
            least = Math.min(least, slowest / fastest);
            most = Math.max(most, slowest / fastest);
        }
        String name = sweep.variations().get(variation).name();
        return alike.size() == 1
                ? "Between the best and the worst value of %s lies a factor of %s."
                        .formatted(name, Limits.number(most))
                : "Between the best and the worst value of %s lies a factor of %s to %s, with the rest alike."
                        .formatted(name, Limits.number(least), Limits.number(most));
    }

    private String series() {
        if (lines.size() == 1) {
            return "";
        }
        var text = new StringBuilder();
        int number = 0;
        for (var name : lines.keySet()) {
            text.append(
                    "<span><svg style=\"display: inline-block; width: 26px; height: 10px; margin-right: 6px\" viewBox=\"0 0 26 10\"><path class=\"mark\" style=\"stroke: %s%s\" d=\"M0 5h26\"/></svg>%s</span>"
                            .formatted(
                                    SweepChart.colour(number),
                                    SweepChart.dashes(number),
                                    Page.escaped(name)));
            number++;
        }
        return text.toString();
    }

    private String charts(SweepAxis axis) {
        var first = rows.getFirst();
        return chart("Time of a frame, ms", axis, SweepRow::millisecondsOfFrame)
                + chart(
                        "Speed-up over %s".formatted(settings(first.settings())),
                        axis,
                        row -> row.speedUp(first))
                + chart(
                        "Energy of bits and operations, \u00b5J a frame",
                        axis,
                        SweepRow::microjoulesOfFrame)
                + counter("Bytes of memory, MB", axis, ModelCounter.MEMORY_BYTES)
                + counter("Bytes between GPUs, MB", axis, ModelCounter.LINK_BYTES)
                + counter("Primitives assembled, millions", axis, ModelCounter.PRIMITIVES)
                + counter("Primitives set up, millions", axis, ModelCounter.SET_UP);
    }

    private String counter(String title, SweepAxis axis, ModelCounter counter) {
        boolean any = rows.stream().anyMatch(row -> row.counts().get(counter) != 0);
        return any ? chart(title, axis, row -> row.counts().get(counter) / MEGA) : "";
    }

    private String chart(String title, SweepAxis axis, ToDoubleFunction<SweepRow> value) {
        var labels = sweep.variations().get(along).values();
        double most = rows.stream().mapToDouble(value).max().orElse(0);
        var chart = new SweepChart(title, axis, labels, most);
        int number = 0;
        for (var line : lines.entrySet()) {
            double[] values = line.getValue().stream().mapToDouble(value).toArray();
            chart.line(number++, line.getKey(), values, labels);
        }
        return chart.picture();
    }

    private String table() {
        var head = new ArrayList<String>();
        sweep.variations().forEach(variation -> head.add(variation.name()));
        head.addAll(
                List.of(
                        "cycles",
                        "ms a frame",
                        "speed-up",
                        "\u00b5J a frame",
                        "busiest unit",
                        "busy",
                        "primitives",
                        "set up",
                        "memory, MB",
                        "links, MB"));
        var text = new StringBuilder(Page.row("th", head));
        for (var row : rows) {
            var cells = new ArrayList<String>();
            row.settings().forEach(setting -> cells.add(setting.value()));
            cells.add(Limits.count(row.cycles()));
            cells.add(Limits.number(row.millisecondsOfFrame()));
            cells.add(String.format(Locale.ROOT, "%.2f", row.speedUp(rows.getFirst())));
            cells.add(Limits.number(row.microjoulesOfFrame()));
            cells.add(row.busiest());
            cells.add(Limits.percent(row.busy()));
            cells.add(Limits.count(row.counts().get(ModelCounter.PRIMITIVES)));
            cells.add(Limits.count(row.counts().get(ModelCounter.SET_UP)));
            cells.add(Limits.number(row.counts().get(ModelCounter.MEMORY_BYTES) / MEGA));
            cells.add(Limits.number(row.counts().get(ModelCounter.LINK_BYTES) / MEGA));
            text.append(Page.row("td", cells));
        }
        return text.toString();
    }
}
