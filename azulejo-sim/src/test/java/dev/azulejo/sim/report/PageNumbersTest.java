package dev.azulejo.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Tables and charts of the pages are read as a reader does, and say what results say. */
class PageNumbersTest {
    private static final WorkTrace TRACE = SyntheticScene.SMALL.trace(2);
    private static final SimulationReport.Origin ORIGIN =
            new SimulationReport.Origin("a.work", "abc", "scene", "test", "azulejo x");

    private static String page(Machine machine) throws MachineException {
        var timeline = new Timeline(64);
        var result = Simulation.run(TRACE, machine, timeline);
        var savings = new ArrayList<Saving>();
        for (var absence : Saving.absences(machine, false)) {
            savings.add(absence.of(Simulation.run(TRACE, absence.machine())));
        }
        return SimulationPage.html(new SimulationReport(ORIGIN, result, timeline, savings));
    }

    /** Returns the cells of the rows of a page whose first cell begins so. */
    private static List<List<String>> rows(String page, String begin) {
        return Pattern.compile("<tr><td>(" + Pattern.quote(begin) + ".*?)</td></tr>")
                .matcher(page)
                .results()
                .map(row -> List.of(row.group(1).split("</td><td>", -1)))
                .toList();
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static double number(String cell) {
        return Double.parseDouble(cell.replace(",", "").replaceAll(" (%|µJ)$", ""));
    }

    /** A row a link: its bytes, what it can carry, how long it is busy, what it carried. */
    @Test
    void linksCarryWhatTheResultSays() throws MachineException {
        var machine =
                MachineFile.preset("group-2")
                        .with("memory.bandwidth", "300 B/cycle")
                        .with("link.bandwidth", "20 B/cycle")
                        .with("host.bandwidth", "10 B/cycle");
        var result = Simulation.run(TRACE, machine);
        var page = page(machine);
        carries(rows(page, "host to GPUs"), result, "Host", ModelCounter.HOST_BYTES, -1, 10);
        for (int gpu = 0; gpu < 2; gpu++) {
            var memory = rows(page, "GPU %d and its memory".formatted(gpu));
            var unit = "Gpu[%d].Memory".formatted(gpu);
            carries(memory, result, unit, ModelCounter.MEMORY_BYTES, gpu, 300);
            var link = rows(page, "GPU %d to other GPUs".formatted(gpu));
            unit = "Gpu[%d].Link".formatted(gpu);
            carries(link, result, unit, ModelCounter.LINK_BYTES, gpu, 20);
        }
        assertThat(rows(page(MachineFile.preset("desktop")), "GPU 0 to other GPUs")).isEmpty();
    }

    private static void carries(
            List<List<String>> rows,
            SimulationResult result,
            String unit,
            ModelCounter counter,
            int gpu,
            double bandwidth) {
        assertThat(rows).as(unit).hasSize(1);
        var cells = rows.getFirst();
        long bytes = gpu < 0 ? result.count(counter) : result.gpus().get(gpu).count(counter);
        assertThat(bytes).as(unit).isPositive();
        assertThat(cells.get(1)).as(unit).isEqualTo(grouped(bytes));
        assertThat(number(cells.get(2))).as(unit).isEqualTo(bandwidth);
        double busy = 100.0 * result.unit(unit).cycles(UnitState.BUSY) / result.cycles();
        assertThat(number(cells.get(3))).as(unit).isCloseTo(busy, within(0.5));
        double rate = (double) bytes / result.cycles();
        assertThat(number(cells.get(4))).as(unit).isCloseTo(rate, within(0.005 * rate + 5e-5));
        // Nothing carries more than it can.
        assertThat(rate).isLessThanOrEqualTo(bandwidth);
    }

    /** A row a technique: the same trace without it, and what was more or less there. */
    @Test
    void savingsAreDifferencesOfRuns() throws MachineException {
        var machine =
                MachineFile.preset("group-2")
                        .with("early-z.cull", "on")
                        .with("window.primitives", "0")
                        .with("reuse.tiles", "on");
        var result = Simulation.run(TRACE, machine);
        var page = page(machine);
        var absences = Saving.absences(machine, false);
        assertThat(absences).hasSize(3);
        for (var absence : absences) {
            var rows = rows(page, absence.technique() + "</td><td>");
            assertThat(rows).as(absence.technique()).hasSize(1);
            var cells = rows.getFirst();
            var without = Simulation.run(TRACE, absence.machine());
            assertThat(cells.get(2)).isEqualTo(grouped(without.cycles()));
            double times = (double) without.cycles() / result.cycles();
            assertThat(number(cells.get(3))).isCloseTo(times, within(0.00501));
            int column = 4;
            for (var counter :
                    List.of(
                            ModelCounter.PRIMITIVES,
                            ModelCounter.FRAGMENTS,
                            ModelCounter.MEMORY_BYTES)) {
                long spared = without.count(counter) - result.count(counter);
                assertThat(cells.get(column++)).as(counter.words()).isEqualTo(grouped(spared));
            }
            double energy = without.microjoules() - result.microjoules();
            assertThat(cells.get(7)).endsWith(" µJ");
            assertThat(number(cells.get(7)))
                    .isCloseTo(energy, within(0.5 + 0.005 * Math.abs(energy)));
        }
        assertThat(page(MachineFile.preset("mobile")))
                .contains("no technique that could be switched off");
    }

    /**
     * Marks of charts lie where the scale at their left says, and say the number they stand for
     * when pointed at: rows in order, a line a value of what is not along the axis.
     */
    @Test
    void marksLieWhereTheScaleSays() throws MachineException {
        var variations =
                List.of(
                        Sweep.Variation.parse("gpus=1,2,4"),
                        Sweep.Variation.parse("link.latency=0 ns,900 ns"));
        var machine = MachineFile.preset("group-2");
        var sweep = Sweep.of(machine, List.of(), variations);
        var rows = new ArrayList<SweepRow>();
        for (int point = 0; point < sweep.machines().size(); point++) {
            var result = Simulation.run(TRACE, sweep.machines().get(point));
            rows.add(SweepRow.of(sweep.points().get(point), result));
        }
        var page = SweepPage.html(ORIGIN, machine, sweep, rows);
        var first = rows.getFirst();
        chart(page, "Time of a frame, ms", rows, SweepRow::millisecondsOfFrame);
        chart(page, "Speed-up over ", rows, row -> (double) first.cycles() / row.cycles());
        chart(page, "Energy of bits and operations", rows, row -> row.microjoules() / 2);
        for (var counted :
                List.of(
                        List.of("Bytes of memory, MB", ModelCounter.MEMORY_BYTES),
                        List.of("Bytes between GPUs, MB", ModelCounter.LINK_BYTES),
                        List.of("Primitives assembled, millions", ModelCounter.PRIMITIVES),
                        List.of("Primitives set up, millions", ModelCounter.SET_UP))) {
            var counter = (ModelCounter) counted.get(1);
            chart(page, (String) counted.get(0), rows, row -> row.counts().get(counter) / 1e6);
        }
        assertThat(page.split("<circle ", -1)).hasSize(1 + 7 * 6);
    }

    private static void chart(
            String page, String title, List<SweepRow> rows, ToDoubleFunction<SweepRow> value) {
        var chart =
                Arrays.stream(page.split("</svg>"))
                        .filter(
                                svg ->
                                        svg.contains(
                                                "<text class=\"title\" x=\"4\" y=\"18\">" + title))
                        .findFirst()
                        .orElseThrow();
        // Labels stand four below the height they name.
        var scale = new TreeMap<Double, Double>();
        Pattern.compile("y=\"([0-9.]+)\" text-anchor=\"end\">([0-9,.]+)</text>")
                .matcher(chart)
                .results()
                .forEach(l -> scale.put(number(l.group(2)), Double.parseDouble(l.group(1)) - 4));
        assertThat(scale).as(title).hasSizeBetween(3, 10).containsKey(0.0);
        double zero = scale.get(0.0);
        double unit = (zero - scale.lastEntry().getValue()) / scale.lastKey();
        var marks =
                Pattern.compile("cx=\"([0-9.]+)\" cy=\"([0-9.]+)\".*?<title>(.*?): (\\S+)</title>")
                        .matcher(chart)
                        .results()
                        .toList();
        assertThat(marks).as(title).hasSize(rows.size());
        var columns = new TreeMap<String, String>();
        for (int line = 0; line < 2; line++) {
            for (int at = 0; at < 3; at++) {
                var mark = marks.get(3 * line + at);
                // Settings of a row: GPUs, which are along the axis, and the latency of the line.
                var row = rows.get(2 * at + line);
                var settings = row.settings();
                assertThat(mark.group(3))
                        .isEqualTo(settings.get(1) + ", " + settings.get(0).value());
                double expected = value.applyAsDouble(row);
                assertThat(height(mark, zero)).as(title).isCloseTo(expected * unit, within(0.11));
                assertThat(number(mark.group(4)))
                        .as(title)
                        .isCloseTo(expected, within(0.006 * Math.abs(expected)));
                columns.merge(
                        settings.get(0).value(), mark.group(1), (a, b) -> a.equals(b) ? a : "");
            }
        }
        var places = columns.values().stream().map(Double::parseDouble).toList();
        assertThat(places).hasSize(3).isSorted().doesNotHaveDuplicates();
    }

    private static double height(MatchResult mark, double zero) {
        return zero - Double.parseDouble(mark.group(2));
    }
}
