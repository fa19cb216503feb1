package dev.azulejo.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.GpuCounts;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What tables, charts and sentences make of results that were made up: reckoned by hand. */
class ReportFiguresTest {
    private static Account unit(UnitWatch watch, String name, Object... spans) {
        var clock = new EventQueue();
        var account = new Account(clock, name, watch);
        int wake = clock.register(argument -> {});
        for (int i = 0; i < spans.length; i += 2) {
            var state = (UnitState) spans[i];
            int cycles = (Integer) spans[i + 1];
            account.enter(state);
            if (state == UnitState.BUSY) {
                account.serve(cycles);
            }
            clock.schedule(cycles, wake, 0);
            clock.run();
        }
        account.finish(clock.now());
        return account;
    }

    private static GpuCounts counts(Map<ModelCounter, Long> some) {
        var counts = new EnumMap<ModelCounter, Long>(ModelCounter.class);
        for (var counter : ModelCounter.values()) {
            counts.put(counter, some.getOrDefault(counter, 0L));
        }
        return new GpuCounts(counts);
    }

    /** Of a million cycles a millisecond, and with another cost for every kind of bit. */
    private static Machine machine() throws MachineException {
        return MachineFile.preset("desktop")
                .with(
                        Map.of(
                                "gpu.clock", "1 GHz",
                                "energy.memory", "10 pJ/bit",
                                "energy.link", "5 pJ/bit",
                                "energy.cache", "1 pJ/bit",
                                "energy.host", "100 pJ/bit",
                                "energy.operation", "2 pJ"));
    }

    /** Two frames in a thousand cycles, which cost 80, 20, 2, 8 and 4 microjoules. */
    private static SimulationResult result(long cycles, Account... others) throws MachineException {
        var units =
                new ArrayList<>(
                        List.of(
                                unit(
                                        UnitWatch.NONE,
                                        "Gpu[0].Setup",
                                        UnitState.BUSY,
                                        600,
                                        UnitState.DATA,
                                        300,
                                        UnitState.INPUT,
                                        100),
                                unit(
                                        UnitWatch.NONE,
                                        "Gpu[0].Memory",
                                        UnitState.BUSY,
                                        250,
                                        UnitState.LINK,
                                        750),
                                unit(
                                        UnitWatch.NONE,
                                        "Gpu[1].Memory",
                                        UnitState.BUSY,
                                        750,
                                        UnitState.LINK,
                                        250)));
        units.addAll(List.of(others));
        return new SimulationResult(
                machine(),
                cycles,
                List.of(400L, cycles),
                units,
                List.of(
                        counts(
                                Map.of(
                                        ModelCounter.MEMORY_BYTES, 600_000L,
                                        ModelCounter.LINK_BYTES, 500_000L,
                                        ModelCounter.CACHE_BYTES, 250_000L,
                                        ModelCounter.PRIMITIVES, 11L)),
                        counts(
                                Map.of(
                                        ModelCounter.MEMORY_BYTES, 400_000L,
                                        ModelCounter.HOST_BYTES, 10_000L,
                                        ModelCounter.HUNDRED_OPERATIONS, 20_000L,
                                        ModelCounter.PRIMITIVES, 31L))),
                7,
                9);
    }

    @Test
    void everyBitCostsWhatItsKindCosts() throws MachineException {
        var energy = Energy.of(result(1000));
        assertThat(energy.memoryMicrojoules()).isCloseTo(80, within(1e-9));
        assertThat(energy.linkMicrojoules()).isCloseTo(20, within(1e-9));
        assertThat(energy.cacheMicrojoules()).isCloseTo(2, within(1e-9));
        assertThat(energy.hostMicrojoules()).isCloseTo(8, within(1e-9));
        assertThat(energy.operationMicrojoules()).isCloseTo(4, within(1e-9));
        assertThat(energy.microjoules()).isCloseTo(114, within(1e-9));
    }

    @Test
    void theTableOfASimulation() throws MachineException {
        assertThat(SimulationTable.csv(result(1000)).lines())
                .startsWith(
                        "of,quantity,value,unit",
                        "run,makespan,1000,cycles",
                        "run,time,0.001,ms",
                        "run,energy,114.0,uJ",
                        "run,energy of memory,80.0,uJ",
                        "run,energy of links,20.0,uJ",
                        "run,energy of caches,2.0,uJ",
                        "run,energy of the host,8.0,uJ",
                        "run,energy of operations,4.0,uJ",
                        "run,items,7,count",
                        "run,events,9,count",
                        "frame[0],end,400,cycles",
                        "frame[1],end,1000,cycles")
                .contains(
                        "Gpu[0],primitives assembled,11,count",
                        "Gpu[1],primitives assembled,31,count",
                        "Gpu[1],\"operations, hundreds\",20000,hundreds",
                        "Gpu[1],bytes of memory,400000,count")
                .containsSequence(
                        "Gpu[0].Setup,items,1,count",
                        "Gpu[0].Setup,busy,600,cycles",
                        "Gpu[0].Setup,queue full,0,cycles",
                        "Gpu[0].Setup,data,300,cycles")
                .contains("Gpu[0].Setup,nothing to do,100,cycles");
    }

    @Test
    void cellsAreQuotedWhereTheyHaveToBe() {
        assertThat(Csv.cell("a b;c")).isEqualTo("a b;c");
        assertThat(Csv.cell("a,b")).isEqualTo("\"a,b\"");
        assertThat(Csv.cell("a\"b")).isEqualTo("\"a\"\"b\"");
        assertThat(Csv.cell("a\nb")).isEqualTo("\"a\nb\"");
        assertThat(Csv.cell("a\rb")).isEqualTo("\"a\rb\"");
    }

    private static List<String> json(SimulationReport report) throws IOException {
        var out = new ByteArrayOutputStream();
        SimulationJson.write(out, report);
        return stripped(out);
    }

    private static List<String> stripped(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8).lines().map(String::strip).toList();
    }

    private static final SimulationReport.Origin ORIGIN =
            new SimulationReport.Origin("a.work", "5a", "a scene", "a recorder", "a command");

    @Test
    void theJsonOfASimulation() throws MachineException, IOException {
        var timeline = new Timeline(16);
        unit(timeline, "Gpu[0].Setup", UnitState.BUSY, 4);
        var without = new Saving("a technique", new Setting("early-z", "off"), result(3000));
        var ends = new ArrayList<Account>();
        for (var name :
                List.of("Gpu[0].Commands", "Gpu[0].Tiles", "Gpu[1].Commands", "Gpu[1].Tiles")) {
            ends.add(unit(UnitWatch.NONE, name, UnitState.LINK, 1000));
        }
        var result = result(1000, ends.toArray(Account[]::new));
        assertThat(json(new SimulationReport(ORIGIN, result, timeline, List.of(without))))
                .containsSequence(
                        "\"trace\" : \"a.work\",",
                        "\"trace_sha256\" : \"5a\",",
                        "\"scene\" : \"a scene\",",
                        "\"recorder\" : \"a recorder\",",
                        "\"command\" : \"a command\",")
                .containsSequence("\"limits\" : {", "\"setup\" : 1.0", "},")
                .containsSequence(
                        "\"cycles\" : 1000,",
                        "\"ms\" : 0.001,",
                        "\"microjoules\" : {",
                        "\"all\" : 114.0,",
                        "\"memory\" : 80.0,",
                        "\"links\" : 20.0,",
                        "\"caches\" : 2.0,",
                        "\"host\" : 8.0,",
                        "\"operations\" : 4.0",
                        "},")
                .containsSequence(
                        "\"items\" : 7,", "\"events\" : 9,", "\"frame_ends\" : [ 400, 1000 ],")
                .contains("\"primitives\" : 11,", "\"primitives\" : 31,", "\"primitives\" : 42,")
                .containsSequence(
                        "\"name\" : \"Gpu[0].Setup\",",
                        "\"items\" : 1,",
                        "\"busy\" : 600,",
                        "\"queue_full\" : 0,",
                        "\"data\" : 300,")
                .containsSequence(
                        "\"technique\" : \"a technique\",",
                        "\"setting\" : \"early-z=off\",",
                        "\"speed_up\" : 3.0,",
                        "\"cycles\" : 3000,",
                        "\"ms\" : 0.003,")
                .containsSequence(
                        "\"gpu.clock\" : {", "\"is\" : \"1 GHz\",", "\"source\" : \"set\"", "},")
                .containsSequence(
                        "\"command.chunk\" : {",
                        "\"is\" : \"8 cycles\",",
                        "\"source\" : \"assumed\"",
                        "},");
    }

    private static SweepRow row(String window, long cycles) throws MachineException {
        return SweepRow.of(List.of(new Setting("window", window)), result(cycles));
    }

    @Test
    void whatASweepKeeps() throws MachineException {
        var row = row("64", 1000);
        assertThat(row.milliseconds()).isEqualTo(0.001);
        assertThat(row.millisecondsOfFrame()).isEqualTo(0.0005);
        assertThat(row.speedUp(row("128", 4000))).isEqualTo(4);
        assertThat(row.utilisation()).isEqualTo(Map.of("Setup", 0.6, "Memory", 0.5));
        // The memory of the second GPU, not memories in the mean
        assertThat(row.busiest()).isEqualTo("Memory");
        assertThat(row.busy()).isEqualTo(0.75);
        assertThat(row.counts()).containsEntry(ModelCounter.PRIMITIVES, 42L);
    }

    @Test
    void theTablesOfASweep() throws MachineException, IOException {
        var sweep =
                Sweep.of(
                        MachineFile.preset("desktop"),
                        List.of(),
                        List.of(Sweep.Variation.parse("window=64,128")));
        var rows = List.of(row("64", 1000), row("128", 2000));
        var lines = SweepTable.csv(sweep, rows).lines().toList();
        assertThat(lines.getFirst())
                .startsWith(
                        "window,frames,cycles,ms,speed_up_over_first,energy_uJ,busiest_unit,"
                                + "busiest_percent,")
                .endsWith(",memory_bytes,busy_percent_setup,busy_percent_memory");
        assertThat(lines.get(1))
                .startsWith("64,2,1000,0.001,1.0,114.0,Memory,75.0,")
                .endsWith(",1000000,60.0,50.0");
        assertThat(lines.get(2)).startsWith("128,2,2000,0.002,0.5,114.0,Memory,75.0,");
        assertThat(lines).hasSize(3);
        var out = new ByteArrayOutputStream();
        SweepTable.json(out, ORIGIN, rows);
        assertThat(stripped(out))
                .containsSequence(
                        "\"trace\" : \"a.work\",",
                        "\"trace_sha256\" : \"5a\",",
                        "\"scene\" : \"a scene\",",
                        "\"command\" : \"a command\",")
                .containsSequence(
                        "\"settings\" : {",
                        "\"window\" : \"128\"",
                        "},",
                        "\"frames\" : 2,",
                        "\"cycles\" : 2000,",
                        "\"ms\" : 0.002,",
                        "\"speed_up_over_first\" : 0.5,",
                        "\"microjoules\" : 114.0,",
                        "\"busiest_unit\" : \"Memory\",",
                        "\"busiest\" : 0.75,")
                .contains("\"primitives\" : 42,")
                .containsSequence("\"busy\" : {", "\"setup\" : 0.6,", "\"memory\" : 0.5", "}");
    }

    private static SweepAxis axis(String name, String... values) {
        return new SweepAxis(new Sweep.Variation(name, List.of(values)));
    }

    @Test
    void axesAreWideFromAFactorOfEightOn() {
        var just = axis("x", "1", "2", "8");
        assertThat(just.title()).isEqualTo("x, logarithmic");
        assertThat(just.place(1)).isCloseTo(1 / 3.0, within(1e-12));
        var less = axis("x", "1", "2", "7.9");
        assertThat(less.title()).isEqualTo("x");
        assertThat(less.place(1)).isCloseTo(1 / 6.9, within(1e-12));
        // Nothing is a logarithm of 0
        assertThat(axis("x", "0", "1", "10").place(1)).isEqualTo(0.1);
    }

    @Test
    void axesOfOneValueOrOfSeveralUnits() {
        assertThat(axis("x", "7").place(0)).isEqualTo(0.5);
        assertThat(axis("x", "7 ns", "7 ns", "7 ns").place(1)).isEqualTo(0.5);
        assertThat(axis("x", "7 ns", "7 ns").title()).isEqualTo("x");
        var units = axis("x", "1 ns", "2 us", "3 ns");
        assertThat(units.title()).isEqualTo("x");
        assertThat(units.place(1)).isEqualTo(0.5);
        assertThat(units.place(2)).isEqualTo(1);
        assertThat(axis("x", "100 ns", "1 ns").title()).isEqualTo("x, ns, logarithmic");
    }

    /** To both sides 4.5 and 3.4 a letter: up to 7.9, 1.9 to 38.1, 32.1 to 47.9, from 88.7 on. */
    @Test
    void labelsDoNotTouchEachOther() {
        var axis = axis("x", "0", "4", "8", "20");
        var labels = List.of("0", "4444", "8", "20");
        assertThat(axis.labelled(labels, 100)).containsExactly(true, false, true, true);
        assertThat(axis.labelled(labels, 1000)).containsExactly(true, true, true, true);
        // From 0 to 7.9 and from 32 on: what is between begins at 8
        var three = axis("x", "0", "4", "8");
        assertThat(three.labelled(List.of("0", "4", "8"), 31.6)).containsExactly(true, true, true);
        assertThat(three.labelled(List.of("0", "4", "8"), 31.4)).containsExactly(true, false, true);
    }

    private static SweepChart chart(double most) {
        return new SweepChart("t", axis("gpus", "1", "2"), List.of("1", "2"), most);
    }

    private static List<String> grid(double most) {
        return chart(most)
                .picture()
                .lines()
                .filter(line -> line.contains("text-anchor=\"end\""))
                .map(
                        line ->
                                line.replaceAll(
                                        "<text x=\"60\" y=\"[0-9.]*\" text-anchor=\"end\">", ""))
                .map(line -> line.replace("</text>", ""))
                .toList();
    }

    /** Four to eight lines, 5 % above what is shown, in steps of 1, 2 or 5. */
    @Test
    void theGridOfAChart() {
        assertThat(grid(10)).containsExactly("0", "2", "4", "6", "8", "10");
        assertThat(grid(7)).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(grid(24)).containsExactly("0", "5", "10", "15", "20", "25");
        assertThat(grid(3900)).containsExactly("0", "1,000", "2,000", "3,000", "4,000");
        assertThat(grid(0.01))
                .containsExactly("0.000", "0.002", "0.004", "0.006", "0.008", "0.010");
        assertThat(grid(0)).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
    }

    /** 580 by 300, of which 68, 26, 36 and 52 are margins, and 20 at both ends of the axis. */
    @Test
    void theLinesOfAChart() {
        var picture = chart(10).line(8, "on", new double[] {10, 5}, List.of("1", "2")).picture();
        assertThat(picture)
                .startsWith("<svg viewBox=\"0 0 580 300\" role=\"img\">\n")
                .contains(
                        "<path class=\"mark\" style=\"stroke: var(--line-0);stroke-dasharray: 6 3\""
                                + " d=\"M88.0 46.1L534.0 147.0\"/>\n")
                .contains(
                        "<circle cx=\"534.0\" cy=\"147.0\" r=\"3.6\" style=\"fill:"
                                + " var(--line-0)\"><title>on, 2: 5.00</title></circle>\n")
                .contains("<line class=\"grid\" x1=\"68\" x2=\"554\" y1=\"207.6\" y2=\"207.6\"/>")
                .contains("<text x=\"60\" y=\"211.6\" text-anchor=\"end\">2</text>")
                .contains("<text x=\"534.0\" y=\"266\" text-anchor=\"middle\">2</text>")
                .contains("<text x=\"311\" y=\"288\" text-anchor=\"middle\">gpus</text>");
        assertThat(chart(10).line(0, "", new double[] {1, 1}, List.of("a", "b")).picture())
                .contains("<title>a: 1.00</title>");
        var many = new ArrayList<String>();
        for (int i = 0; i < 100; i++) {
            many.add(Integer.toString(1000 + i));
        }
        var crowded = new SweepChart("t", axis("x", many.toArray(String[]::new)), many, 1);
        assertThat(crowded.picture()).contains(">1000</text>").doesNotContain(">1001</text>");
    }

    @Test
    void coloursComeAgainWithOtherDashes() {
        assertThat(SweepChart.colour(7)).isEqualTo("var(--line-7)");
        assertThat(SweepChart.colour(8)).isEqualTo("var(--line-0)");
        assertThat(SweepChart.dashes(7)).isEmpty();
        assertThat(SweepChart.dashes(15)).isEqualTo(";stroke-dasharray: 6 3");
        assertThat(SweepChart.dashes(16)).isEqualTo(";stroke-dasharray: 10 3");
    }

    /** Four slices: of one cycle up to the fourth, of two up to the eighth. */
    @Test
    void slicesGrowWhenThereAreTooMany() {
        var timeline = new Timeline(4);
        unit(timeline, "Gpu[0].Setup", UnitState.BUSY, 1, UnitState.DATA, 2, UnitState.BUSY, 1);
        assertThat(timeline.width()).isEqualTo(1);
        assertThat(timeline.slices()).isEqualTo(4);
        unit(timeline, "Gpu[0].Memory", UnitState.BUSY, 3, UnitState.LINK, 2);
        assertThat(timeline.width()).isEqualTo(2);
        assertThat(timeline.slices()).isEqualTo(3);
        assertThat(timeline.end()).isEqualTo(5);
        unit(timeline, "Gpu[1].Setup", UnitState.BUSY, 2);
        assertThat(timeline.end()).isEqualTo(5);
        var setup = timeline.rows().getFirst();
        assertThat(setup.cycles(UnitState.BUSY, 0)).isEqualTo(1);
        assertThat(setup.cycles(UnitState.DATA, 0)).isEqualTo(1);
        assertThat(setup.cycles(UnitState.DATA, 1)).isEqualTo(1);
        assertThat(setup.cycles(UnitState.BUSY, 1)).isEqualTo(1);
        assertThat(setup.cycles(UnitState.DATA, 2)).isZero();
        assertThat(setup.share(UnitState.BUSY, 1)).isEqualTo(0.5);
        var memory = timeline.rows().get(1);
        assertThat(memory.cycles(UnitState.BUSY, 1)).isEqualTo(1);
        assertThat(memory.cycles(UnitState.LINK, 1)).isEqualTo(1);
        assertThat(memory.cycles(UnitState.LINK, 2)).isEqualTo(1);
        assertThat(memory.mostWaited(0)).isEqualTo(UnitState.NOTHING);
        assertThat(memory.mostWaited(1)).isEqualTo(UnitState.LINK);
    }

    @Test
    void pagesOfManyGpusHaveFewerSlices() {
        int[][] gpusAndSlices = {{1, 2048}, {4, 2048}, {5, 1024}, {16, 1024}, {17, 256}, {64, 256}};
        for (int[] each : gpusAndSlices) {
            var timeline = Timeline.ofGpus(each[0]);
            unit(timeline, "Gpu[0].Setup", UnitState.BUSY, each[1]);
            assertThat(timeline.width()).as("%d GPUs", each[0]).isEqualTo(1);
            unit(timeline, "Gpu[0].Memory", UnitState.BUSY, each[1] + 1);
            assertThat(timeline.width()).as("%d GPUs", each[0]).isEqualTo(2);
        }
        for (int slices : new int[] {0, 1, 3}) {
            assertThatThrownBy(() -> new Timeline(slices))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("timeline: slices=%d is not a power of two from 2", slices);
        }
    }

    private static SimulationResult of(
            Machine machine, long cycles, int frames, List<Account> units, GpuCounts... counts) {
        var ends = new ArrayList<Long>();
        for (int frame = 1; frame <= frames; frame++) {
            ends.add(cycles * frame / frames);
        }
        return new SimulationResult(machine, cycles, ends, units, List.of(counts), 1, 1);
    }

    /**
     * Slices of two cycles, the last of one: set-up is busy for half of the first, nobody is in the
     * second, memory is in the others.
     */
    @Test
    void whatIsBusyForHalfOfASliceLimitsIt() throws MachineException {
        var timeline = new Timeline(4);
        unit(timeline, "Gpu[0].Memory", UnitState.INPUT, 4, UnitState.BUSY, 3);
        unit(timeline, "Gpu[0].Setup", UnitState.BUSY, 1, UnitState.DATA, 3, UnitState.INPUT, 3);
        unit(timeline, "Gpu[0].Fetch", UnitState.INPUT, 7);
        unit(timeline, "Gpu[0].Tiles", UnitState.INPUT, 7);
        var limits = Limits.of(timeline, of(machine(), 7, 1, List.of(), counts(Map.of())));
        assertThat(limits.shares())
                .containsExactly(
                        Map.entry("Memory", 3 / 7.0),
                        Map.entry("Setup", 2 / 7.0),
                        Map.entry(Limits.WAITING, 2 / 7.0));
        assertThat(limits.sentences())
                .containsExactly(
                        "One frame takes 7 cycles, 0.0000 ms.",
                        "What limits it is %s: in 43 %% of the time nothing is busier."
                                .formatted(UnitName.words("Memory")),
                        "In 29 %% of the time it is %s.".formatted(UnitName.words("Setup")),
                        "In 29 % of the time no unit is busy for half of it: everybody waits,"
                                + " mostly for answers of memory.");
    }

    /** From a twentieth on. */
    @Test
    void whatLimitsSeldomIsNotSaid() throws MachineException {
        for (int cycles : new int[] {20, 21}) {
            var timeline = new Timeline(32);
            unit(timeline, "Gpu[0].Setup", UnitState.BUSY, cycles - 1, UnitState.INPUT, 1);
            unit(timeline, "Gpu[0].Memory", UnitState.INPUT, cycles - 1, UnitState.BUSY, 1);
            var result = of(machine(), cycles, 2, List.of(), counts(Map.of()));
            var said = Limits.of(timeline, result).sentences();
            assertThat(said).hasSize(cycles == 20 ? 3 : 2);
            assertThat(said.getFirst())
                    .isEqualTo("2 frames take %d cycles, 0.0000 ms, 0.0000 ms a frame.", cycles);
        }
    }

    @Test
    void whatIsSaidOfAGroup() throws MachineException {
        var timeline = new Timeline(4);
        unit(timeline, "Gpu[0].Commands", UnitState.SYNCHRONISATION, 4);
        var units =
                List.of(
                        unit(
                                UnitWatch.NONE,
                                "Gpu[0].Commands",
                                UnitState.SYNCHRONISATION,
                                30,
                                UnitState.LINK,
                                70),
                        unit(
                                UnitWatch.NONE,
                                "Gpu[0].Tiles",
                                UnitState.SYNCHRONISATION,
                                50,
                                UnitState.LINK,
                                50),
                        unit(
                                UnitWatch.NONE,
                                "Gpu[1].Commands",
                                UnitState.SYNCHRONISATION,
                                10,
                                UnitState.LINK,
                                90),
                        unit(UnitWatch.NONE, "Gpu[1].Tiles", UnitState.LINK, 100));
        var group = MachineFile.preset("group-2");
        var result =
                of(
                        group,
                        100,
                        1,
                        units,
                        counts(
                                Map.of(
                                        ModelCounter.CHUNKS_FOR_NOTHING, 5L,
                                        ModelCounter.CHUNKS_RENDERED, 60L,
                                        ModelCounter.HINTS_SENT, 2000L,
                                        ModelCounter.SPILLED, 1L)),
                        counts(
                                Map.of(
                                        ModelCounter.CHUNKS_RENDERED, 40L,
                                        ModelCounter.HINTS_LATE, 3L,
                                        ModelCounter.HINTS_LOST, 4L)));
        var limits = Limits.of(timeline, result);
        assertThat(limits.sentences())
                .endsWith(
                        "No unit is busy for half of the time in 100 % of it: the frame waits,"
                                + " mostly for the last GPU.",
                        "A GPU waits for the last one of 2 during 15 % of the time.",
                        "5.0 % of the geometry that GPUs process touches none of their regions.",
                        "1 bytes of hull stages' results found no room on the chip.",
                        "2,000 hints were sent; the turn of 3 chunks came before their hint did,"
                                + " and 4 hints never came.");
    }

    @Test
    void numbersAreShort() {
        assertThat(Limits.number(100)).isEqualTo("100");
        assertThat(Limits.number(12345.6)).isEqualTo("12,346");
        assertThat(Limits.number(99.5)).isEqualTo("99.50");
        assertThat(Limits.number(1)).isEqualTo("1.00");
        assertThat(Limits.number(0.5)).isEqualTo("0.5000");
        assertThat(Limits.percent(0)).isEqualTo("0 %");
        assertThat(Limits.percent(0.0949)).isEqualTo("9.5 %");
        assertThat(Limits.percent(0.095)).isEqualTo("10 %");
        assertThat(Limits.percent(0.5)).isEqualTo("50 %");
        assertThat(Limits.count(1234567)).isEqualTo("1,234,567");
    }
}
