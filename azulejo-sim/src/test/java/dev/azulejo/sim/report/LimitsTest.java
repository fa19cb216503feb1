package dev.azulejo.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/** Timelines hold what happened, and what limits a frame is said of what does. */
class LimitsTest {
    /** One chunk of triangles in one tile, whose pixels are all there is to do. */
    private static WorkTrace pixels(int hundredOperations) {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 1, 4, 8), 64);
        builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
        builder.chunk(2, 4, 4, -1);
        builder.primitive(0, 0, 63, 63, 2048, false);
        builder.pixels(0, 0, 4096, hundredOperations, 0);
        return new WorkTrace("by hand", "test", List.of(builder.build()));
    }

    @Test
    void whatThereIsMostToDoOfLimits() throws MachineException {
        var machine = MachineFile.preset("mobile");
        var timeline = new Timeline(64);
        // Ten million operations on 8 units of 32 lanes: 39,063 cycles and little else.
        var result = Simulation.run(pixels(100_000), machine, timeline);
        var limits = Limits.of(timeline, result);
        assertThat(limits.first()).isEqualTo("Engine");
        assertThat(limits.shares().get("Engine")).isGreaterThan(0.9);
        assertThat(limits.shares().values().stream().mapToDouble(s -> s).sum())
                .isCloseTo(1, within(1e-9));
        assertThat(limits.sentences().get(1))
                .startsWith("What limits it is the compute units: in 9");
        var slow = machine.with("memory.bandwidth", "0.05 B/cycle");
        var starved = new Timeline(64);
        var result2 = Simulation.run(pixels(10), slow, starved);
        assertThat(Limits.of(starved, result2).first()).isEqualTo("Memory");
    }

    @Test
    void waitingIsNoLimitOfAUnit() throws MachineException {
        var machine = MachineFile.preset("mobile").with("memory.latency", "100000 cycles");
        var timeline = new Timeline(256);
        var limits = Limits.of(timeline, Simulation.run(pixels(10), machine, timeline));
        assertThat(limits.first()).isEqualTo(Limits.WAITING);
        assertThat(limits.sentences().get(1))
                .startsWith("No unit is busy for half of the time in 99 %")
                .endsWith("mostly for answers of memory.");
    }

    /** Commands that take long to come keep a link, and the report says that it is one. */
    @Test
    void waitsForLinksAreCalledThat() throws MachineException {
        var machine = MachineFile.preset("mobile").with("host.latency", "100000 cycles");
        var timeline = new Timeline(256);
        var limits = Limits.of(timeline, Simulation.run(pixels(10), machine, timeline));
        assertThat(limits.first()).isEqualTo(Limits.WAITING);
        assertThat(limits.sentences().get(1)).endsWith("mostly for what is on its way over links.");
    }

    /** Four chunks of one draw call: a hint of each, or of all of them, to each of three others. */
    @Test
    void hintsAreCountedAsTheyAreSent() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 1, 4, 8), 16);
        builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
        for (int chunk = 0; chunk < 4; chunk++) {
            builder.chunk(1, 3, 3, -1);
            builder.primitive(0, 0, 63, 63, 2048, false);
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var group = MachineFile.preset("group-4");
        for (var pieces : List.of("chunks", "draws")) {
            var machine = group.with("group.pieces", pieces);
            var timeline = new Timeline(64);
            var result = Simulation.run(trace, machine, timeline);
            int sent = pieces.equals("chunks") ? 12 : 3;
            assertThat(result.count(ModelCounter.HINTS_SENT)).isEqualTo(sent);
            assertThat(Limits.of(timeline, result).sentences())
                    .anyMatch(said -> said.startsWith(sent + " hints were sent; "));
        }
    }

    /** However few slices there are, no cycle of any unit is lost. */
    @Test
    void slicesAddUpToAccounts() throws MachineException {
        for (int slices : new int[] {2, 16, 1024}) {
            var timeline = new Timeline(slices);
            var result =
                    Simulation.run(
                            SyntheticScene.SMALL.trace(1), MachineFile.preset("group-2"), timeline);
            assertThat(timeline.slices()).isBetween(slices / 2, slices);
            assertThat(timeline.end()).isEqualTo(result.cycles());
            assertThat(timeline.slices() * timeline.width())
                    .isBetween(result.cycles(), result.cycles() + timeline.width() - 1);
            for (var row : timeline.rows()) {
                var units =
                        result.units().stream()
                                .filter(unit -> UnitName.of(unit.name()).equals(row.name()))
                                .toList();
                assertThat(row.units()).isEqualTo(units.size());
                for (var state : UnitState.values()) {
                    long seen = 0;
                    for (int slice = 0; slice < timeline.slices(); slice++) {
                        seen += row.cycles(state, slice);
                    }
                    assertThat(seen)
                            .as("%s %s", row.name(), state)
                            .isEqualTo(units.stream().mapToLong(u -> u.cycles(state)).sum());
                }
            }
        }
    }

    @Test
    void utilisationIsBusyCyclesOfTheMakespan() throws MachineException {
        var result = Simulation.run(SyntheticScene.SMALL.trace(1), MachineFile.preset("group-2"));
        var utilisation = new Utilisation(result);
        double expected = 0;
        for (int gpu = 0; gpu < 2; gpu++) {
            var memory = result.unit("Gpu[%d].Memory".formatted(gpu));
            double share = (double) memory.cycles(UnitState.BUSY) / result.cycles();
            assertThat(utilisation.share(new UnitName(gpu, "Memory"), UnitState.BUSY))
                    .isCloseTo(share, within(1e-12));
            expected += share / 2;
        }
        assertThat(utilisation.share("Memory", UnitState.BUSY)).isCloseTo(expected, within(1e-12));
        var busiest = utilisation.busiest();
        for (var kind : utilisation.kinds()) {
            assertThat(utilisation.share(kind, UnitState.BUSY))
                    .isLessThanOrEqualTo(utilisation.share(busiest, UnitState.BUSY));
        }
    }

    /** What the page's plot shows, from what the page is told, is what the words say. */
    @Test
    void pageAndWordsBreakTiesAlike() throws Exception {
        var machine = MachineFile.preset("mobile");
        var timeline = new Timeline(2048);
        var result = Simulation.run(SyntheticScene.SMALL.trace(2), machine, timeline);
        var shares = Limits.of(timeline, result).shares();
        var row =
                Pattern.compile(
                        "\"kind\":\"(\\w+)\",\"units\":\\d+,\"order\":(\\d+),\"spans\":\"([^\"]*)\"");
        var rows =
                new ArrayList<>(
                        row.matcher(TimelineData.json(timeline, machine)).results().toList());
        assertThat(rows).hasSameSizeAs(timeline.rows());
        rows.sort(Comparator.comparingInt(found -> Integer.parseInt(found.group(2))));
        var code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        var cycles = new HashMap<String, Long>();
        boolean tie = false;
        for (int slice = 0; slice < timeline.slices(); slice++) {
            String kind = Limits.WAITING;
            int most = 31;
            for (var found : rows) {
                int busy = code.indexOf(found.group(3).charAt(2 * slice));
                tie |= busy == most && most > 31;
                if (busy > most) {
                    most = busy;
                    kind = found.group(1);
                }
            }
            long from = slice * timeline.width();
            cycles.merge(kind, Math.min(timeline.width(), timeline.end() - from), Long::sum);
        }
        assertThat(tie).as("units that are equally busy").isTrue();
        assertThat(cycles.keySet()).isEqualTo(shares.keySet());
        cycles.forEach(
                (kind, sum) ->
                        assertThat(shares.get(kind))
                                .as(kind)
                                .isCloseTo((double) sum / timeline.end(), within(1e-9)));
        assertThat(Page.resource("simulation-page.js"))
                .contains("rowsOf(gpu).sort((a, b) => a.order - b.order)");
    }
}
