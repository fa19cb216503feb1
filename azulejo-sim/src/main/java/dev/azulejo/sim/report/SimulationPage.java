package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The HTML page of one simulation: one file that opens without a network, and prints. */
public final class SimulationPage {
    /** So many GPUs have a column of their own in tables. */
    private static final int MOST_COLUMNS = 16;

    /** Of these, so many in a table of counts, whose numbers are long. */
    private static final int COUNT_COLUMNS = 8;

    private final SimulationReport report;
    private final SimulationResult result;
    private final Utilisation utilisation;

    private SimulationPage(SimulationReport report) {
        this.report = report;
        result = report.result();
        utilisation = new Utilisation(result);
    }

    /** Returns the page. */
    public static String html(SimulationReport report) {
        return new SimulationPage(report).html();
    }

    private String html() {
        var limits = report.limits();
        var sentences = limits.sentences();
        var words = new ArrayList<>(sentences);
        words.remove(1);
        var machine = result.machine();
        return new Page("simulation-page.html")
                .put(
                        "TITLE",
                        Page.escaped("%s on %s".formatted(report.origin().scene(), machine.name())))
                .put("WHAT", Page.about(machine))
                .put("LEAD", Page.escaped(sentences.get(1)))
                .put("WORDS", Page.paragraphs(words))
                .put("CARDS", cards())
                .put("SHARES", StackedBars.limits(limits))
                .put("STATES", StackedBars.legend())
                .put("SLICES", slices())
                .put("UTILISATION", StackedBars.utilisation(utilisation))
                .put("UTILISATION-NOTE", Page.escaped(utilisationNote()))
                .put("UTILISATION-GPUS", utilisationByGpu())
                .put("BYTES", bytes())
                .put("SAVINGS", savings())
                .put("COUNTS", counts())
                .put("ABOUT", Page.escaped(machine.name() + ": " + machine.about() + "."))
                .put("CONFIGURATION", Page.configuration(machine))
                .put("REPRODUCE", Page.reproduce(report.origin(), machine))
                .put("DATA", TimelineData.json(report.timeline(), machine))
                .put("SCRIPT", Page.resource("simulation-page.js"))
                .text();
    }

    private String cards() {
        int frames = Math.max(1, result.frames().size());
        var busiest = utilisation.busiest();
        return Page.card(Limits.number(result.milliseconds() / frames) + " ms", "a frame")
                + Page.card(Limits.count(result.cycles()), "cycles in all")
                + Page.card(
                        Limits.number(result.microjoules() / frames) + " \u00b5J",
                        "a frame, of bits and operations")
                + Page.card(
                        Limits.percent(utilisation.share(busiest, UnitState.BUSY)),
                        "of the time busy: %s%s, the busiest unit"
                                .formatted(
                                        UnitName.words(busiest.kind()),
                                        result.gpus().size() > 1 ? " of " + busiest.owner() : ""));
    }

    private String slices() {
        long width = report.timeline().width();
        return width == 1
                ? "Every cycle is there."
                : "%d slices of %s cycles each; in a slice order is not kept."
                        .formatted(report.timeline().slices(), Limits.count(width));
    }

    private String utilisationNote() {
        int gpus = result.gpus().size();
        return (gpus > 1 ? "Mean of %d GPUs. ".formatted(gpus) : "")
                + "Vertices and Shade hand work to the compute units (Engine) and are never busy"
                + " themselves.";
    }

    private String utilisationByGpu() {
        int gpus = result.gpus().size();
        if (gpus == 1 || gpus > MOST_COLUMNS) {
            return "";
        }
        var text =
                new StringBuilder(
                        "<h3>Busy, by GPU</h3><div class=\"scroll\"><table class=\"gpus\">\n");
        text.append(Page.row("th", Page.cells("unit", names(gpus))));
        for (var kind : utilisation.kinds()) {
            if (!kind.equals("Host")) {
                var shares =
                        IntStream.range(0, gpus)
                                .mapToObj(
                                        gpu ->
                                                Limits.percent(
                                                        utilisation.share(
                                                                new UnitName(gpu, kind),
                                                                UnitState.BUSY)))
                                .toList();
                text.append(Page.row("td", Page.cells(kind, shares)));
            }
        }
        return text.append("</table></div>\n").toString();
    }

    private static List<String> names(int gpus) {
        return IntStream.range(0, gpus).mapToObj(gpu -> "GPU " + gpu).toList();
    }

    private String bytes() {
        var machine = result.machine();
        var text =
                new StringBuilder(
                        Page.row(
                                "th",
                                List.of(
                                        "link",
                                        "bytes",
                                        "bandwidth, B/cycle",
                                        "busy",
                                        "bytes a cycle")));
        long hostBytes = result.count(ModelCounter.HOST_BYTES);
        text.append(
                bytes(
                        "host to GPUs",
                        "Host",
                        hostBytes,
                        machine.number(MachineKey.HOST_BANDWIDTH)));
        for (int gpu = 0; gpu < result.gpus().size(); gpu++) {
            var counts = result.gpus().get(gpu);
            text.append(
                    bytes(
                            "GPU %d and its memory".formatted(gpu),
                            "Gpu[%d].Memory".formatted(gpu),
                            counts.count(ModelCounter.MEMORY_BYTES),
                            machine.of(gpu).number(MachineKey.MEMORY_BANDWIDTH)));
        }
        for (int gpu = 0; gpu < result.gpus().size() && result.gpus().size() > 1; gpu++) {
            text.append(
                    bytes(
                            "GPU %d to other GPUs".formatted(gpu),
                            "Gpu[%d].Link".formatted(gpu),
                            result.gpus().get(gpu).count(ModelCounter.LINK_BYTES),
                            machine.of(gpu).number(MachineKey.LINK_BANDWIDTH)));
        }
        return text.toString();
    }

    private String bytes(String link, String unit, long bytes, double bandwidth) {
        double busy =
                (double) result.unit(unit).cycles(UnitState.BUSY) / Math.max(1, result.cycles());
        return Page.row(
                "td",
                List.of(
                        link,
                        Limits.count(bytes),
                        Limits.number(bandwidth),
                        Limits.percent(busy),
                        Limits.number((double) bytes / Math.max(1, result.cycles()))));
    }

    private String savings() {
        if (report.savings().isEmpty()) {
            return "<p>This machine uses no technique that could be switched off, or the report was"
                    + " made without comparing.</p>";
        }
        var text =
                new StringBuilder("<div class=\"scroll\"><table>")
                        .append(
                                Page.row(
                                        "th",
                                        List.of(
                                                "without",
                                                "setting",
                                                "cycles without",
                                                "times as long",
                                                "primitives spared",
                                                "fragments spared",
                                                "bytes of memory spared",
                                                "energy spared")));
        for (var saving : report.savings()) {
            text.append(
                    Page.row(
                            "td",
                            List.of(
                                    saving.technique(),
                                    saving.without().toString(),
                                    Limits.count(saving.result().cycles()),
                                    String.format(Locale.ROOT, "%.2f", saving.speedUp(result)),
                                    Limits.count(saving.saved(result, ModelCounter.PRIMITIVES)),
                                    Limits.count(saving.saved(result, ModelCounter.FRAGMENTS)),
                                    Limits.count(saving.saved(result, ModelCounter.MEMORY_BYTES)),
                                    Limits.number(
                                                    saving.result().microjoules()
                                                            - result.microjoules())
                                            + " \u00b5J")));
        }
        return text.append(
                        "</table></div>\n"
                            + "<p class=\"note\">Each is the same trace played on the same machine"
                            + " without that one technique. Below 1.00 times, or below nothing, it"
                            + " costs more than it saves.</p>")
                .toString();
    }

    /** A table, or several, because paper cannot be scrolled. */
    private String counts() {
        int gpus = result.gpus().size();
        int each = gpus > 1 && gpus <= MOST_COLUMNS ? gpus : 0;
        var text = new StringBuilder(counts(0, Math.min(each, COUNT_COLUMNS)));
        for (int gpu = COUNT_COLUMNS; gpu < each; gpu += COUNT_COLUMNS) {
            text.append(counts(gpu, Math.min(each, gpu + COUNT_COLUMNS)));
        }
        return text.toString();
    }

    /** The table of some GPUs; that of the first has sums, too. */
    private String counts(int from, int to) {
        boolean sums = from == 0;
        var head = new ArrayList<>(names(to).subList(from, to));
        if (sums) {
            head.addFirst("of all GPUs");
        }
        var text = new StringBuilder("<div class=\"scroll\"><table class=\"gpus\">");
        text.append(Page.row("th", Page.cells("what", head)));
        for (var counter : ModelCounter.values()) {
            var cells = new ArrayList<String>();
            if (sums) {
                cells.add(Limits.count(result.count(counter)));
            }
            for (var gpu : result.gpus().subList(from, to)) {
                cells.add(Limits.count(gpu.count(counter)));
            }
            text.append(Page.row("td", Page.cells(counter.words(), cells)));
        }
        if (sums) {
            var energy = Energy.of(result);
            text.append(energy("energy of memory, \u00b5J", energy.memoryMicrojoules()));
            text.append(energy("energy of links, \u00b5J", energy.linkMicrojoules()));
            text.append(energy("energy of caches, \u00b5J", energy.cacheMicrojoules()));
            text.append(energy("energy of the host, \u00b5J", energy.hostMicrojoules()));
            text.append(energy("energy of operations, \u00b5J", energy.operationMicrojoules()));
        }
        return text.append("</table></div>\n").toString();
    }

    private static String energy(String what, double microjoules) {
        return Page.row("td", List.of(what, Limits.number(microjoules)));
    }
}
