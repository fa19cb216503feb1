package dev.azulejo.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.machine.MachineText;
import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Tables, pages and events say what the simulation's result says. */
class ReportTest {
    private static final WorkTrace TRACE = SyntheticScene.SMALL.trace(1);

    private static SimulationReport report(Machine machine) throws MachineException {
        var timeline = new Timeline(128);
        var result = Simulation.run(TRACE, machine, timeline);
        var savings = new ArrayList<Saving>();
        for (var absence : Saving.absences(machine, false)) {
            savings.add(absence.of(Simulation.run(TRACE, absence.machine())));
        }
        var origin =
                new SimulationReport.Origin(
                        "a</script>.work", "abc", "<scene>", "test", "azulejo x");
        return new SimulationReport(origin, result, timeline, savings);
    }

    private static Map<String, String> rows(String csv) {
        var rows = new HashMap<String, String>();
        for (var line : csv.lines().skip(1).toList()) {
            var cells = line.replace("\"operations, hundreds\"", "operations; hundreds").split(",");
            assertThat(cells).as(line).hasSize(4);
            assertThat(rows.put(cells[0] + "/" + cells[1], cells[2])).as(line).isNull();
        }
        return rows;
    }

    /** Pages name and paint whatever a machine has, each kind in a colour of its own. */
    @Test
    void everyKindOfUnitHasWordsAndAColourOfItsOwn() throws MachineException {
        var kinds = new TreeSet<String>();
        var group = MachineFile.preset("group-2");
        for (var split : List.of("duplicate", "hints", "sequential", "draws", "frames", "bins")) {
            // The visibility phase of bins has no cull pipeline beside it
            var cull = split.equals("bins") ? "on" : "overlap";
            var machine = group.with("group.split", split).with("early-z.cull", cull);
            for (var unit : Simulation.run(TRACE, machine).units()) {
                kinds.add(UnitName.of(unit.name()).kind());
            }
        }
        var colours = new HashSet<String>();
        for (var kind : UnitKind.values()) {
            assertThat(colours.add(kind.variable())).as("%s", kind).isTrue();
        }
        for (var kind : kinds) {
            assertThat(UnitKind.of(kind)).as(kind).isPresent();
            assertThat(StackedBars.variable(kind)).isEqualTo(UnitKind.of(kind).get().variable());
            assertThat(UnitName.words(kind)).isNotEqualTo(kind);
        }
        assertThat(kinds).contains("CullFetch", "Cull", "Link").hasSize(UnitKind.values().length);
    }

    /** Every number of the result is a row, and no other. */
    @Test
    void rowsOfTheTableAreTheResult() throws MachineException {
        var result = Simulation.run(TRACE, MachineFile.preset("group-2"));
        var rows = rows(SimulationTable.csv(result));
        assertThat(rows.remove("run/makespan")).isEqualTo(Long.toString(result.cycles()));
        assertThat(rows.remove("run/events")).isEqualTo(Long.toString(result.events()));
        assertThat(rows.remove("run/items")).isEqualTo(Long.toString(result.items()));
        assertThat(Double.parseDouble(rows.remove("run/time"))).isEqualTo(result.milliseconds());
        double energy = Double.parseDouble(rows.remove("run/energy"));
        assertThat(energy).isEqualTo(result.microjoules());
        double parts = 0;
        for (var part : List.of("memory", "links", "caches", "the host", "operations")) {
            parts += Double.parseDouble(rows.remove("run/energy of " + part));
        }
        assertThat(parts).isCloseTo(energy, within(1e-9 * energy));
        assertThat(rows.remove("frame[0]/end")).isEqualTo(Long.toString(result.cycles()));
        for (int gpu = 0; gpu < 2; gpu++) {
            for (var counter : ModelCounter.values()) {
                assertThat(
                                rows.remove(
                                        "Gpu[%d]/%s"
                                                .formatted(gpu, counter.words().replace(',', ';'))))
                        .as(counter.words())
                        .isEqualTo(Long.toString(result.gpus().get(gpu).count(counter)));
            }
        }
        for (var unit : result.units()) {
            assertThat(rows.remove(unit.name() + "/items")).isEqualTo(Long.toString(unit.items()));
            for (var state : UnitState.values()) {
                assertThat(rows.remove(unit.name() + "/" + state.words()))
                        .isEqualTo(Long.toString(unit.cycles(state)));
            }
        }
        assertThat(rows).isEmpty();
    }

    /** Energy is bits and operations times what each costs, counted here once more. */
    @Test
    void energyIsBitsAndOperations() throws MachineException {
        var machine = MachineFile.preset("chiplets-3").with("group.split", "hints");
        var result = Simulation.run(TRACE, machine);
        var energy = Energy.of(result);
        assertThat(energy.memoryMicrojoules())
                .isCloseTo(result.count(ModelCounter.MEMORY_BYTES) * 80e-6, within(1e-9));
        assertThat(result.count(ModelCounter.LINK_BYTES)).isEqualTo(256 * 2 * 16);
        // 256 hints for 2 others, 16 bytes each, half a picojoule a bit.
        assertThat(energy.linkMicrojoules()).isCloseTo(256 * 2 * 16 * 8 * 0.5e-6, within(1e-12));
        assertThat(energy.operationMicrojoules())
                .isCloseTo(result.count(ModelCounter.HUNDRED_OPERATIONS) * 100e-6, within(1e-9));
    }

    @Test
    void savingsAreTheSameRunWithoutATechnique() throws MachineException {
        var machine =
                MachineFile.preset("group-2")
                        .with("early-z.cull", "on")
                        .with("window.primitives", "0")
                        .with("reuse.tiles", "on");
        var savings = report(machine).savings();
        assertThat(savings.stream().map(s -> s.without().toString()).toList())
                .containsExactly("group.split=duplicate", "early-z.cull=off", "reuse.tiles=off");
        var result = Simulation.run(TRACE, machine);
        var duplicated = Simulation.run(TRACE, machine.with("group.split", "duplicate"));
        assertThat(savings.getFirst().result().cycles()).isEqualTo(duplicated.cycles());
        assertThat(savings.getFirst().speedUp(result))
                .isEqualTo((double) duplicated.cycles() / result.cycles());
        // Without early Z a third more of the primitives is set up, and no fragment is shaded
        // twice.
        assertThat(savings.get(1).saved(result, ModelCounter.SET_UP)).isPositive();
        assertThat(savings.get(1).saved(result, ModelCounter.FRAGMENTS)).isZero();
        assertThat(Saving.absences(MachineFile.preset("mobile"), false)).isEmpty();
        // Whole frames would let reuse work, which is another technique.
        var both = MachineFile.preset("desktop").with("reuse.tiles", "on");
        var whole = Saving.absences(both, false).getFirst().machine();
        assertThat(whole.count(MachineKey.WINDOW)).isZero();
        assertThat(whole.is(MachineKey.REUSE, "off")).isTrue();
        assertThat(Saving.absences(MachineFile.preset("mobile"), true))
                .extracting(Saving.Absence::technique)
                .containsExactly("throttle of patches");
        assertThat(Saving.absences(MachineFile.preset("desktop"), false))
                .extracting(absence -> absence.machine().count(MachineKey.WINDOW))
                .containsExactly(0);
    }

    @Test
    void jsonSaysWhatTheResultSays() throws MachineException, IOException {
        var report = report(MachineFile.preset("group-2"));
        var out = new ByteArrayOutputStream();
        SimulationJson.write(out, report);
        var fields = topFields(out.toByteArray());
        assertThat(fields)
                .containsEntry("cycles", Long.toString(report.result().cycles()))
                .containsEntry("events", Long.toString(report.result().events()))
                .containsEntry("trace", "a</script>.work")
                .containsKeys("limits_in_words", "units", "gpus", "without", "machine", "counters");
    }

    /** Fields of the outermost object: those that are plain with their values. */
    private static Map<String, String> topFields(byte[] json) throws IOException {
        var fields = new HashMap<String, String>();
        try (var parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                fields.put(name, parser.getText());
                parser.skipChildren();
            }
            assertThat(parser.nextToken()).isNull();
        }
        return fields;
    }

    /** All spans that say something, a thread a unit, in cycles that add up. */
    @Test
    void eventsAreTheSpans() throws MachineException, IOException {
        var machine = MachineFile.preset("group-2");
        var out = new ByteArrayOutputStream();
        SimulationResult result;
        try (var events = new TraceEvents(out, machine, TraceEvents.MOST)) {
            result = Simulation.run(TRACE, machine, TieOrder.SCHEDULED, events);
        }
        var busy = new HashMap<String, Long>();
        var names = new HashMap<String, String>();
        try (var parser = new JsonFactory().createParser(out.toByteArray())) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // What stands before the events.
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                event(parser, busy, names);
            }
        }
        for (var unit : result.units()) {
            if (unit.cycles(UnitState.BUSY) > 0) {
                assertThat(busy.get(names.get(unit.name())))
                        .as(unit.name())
                        .isEqualTo(unit.cycles(UnitState.BUSY));
            }
        }
        assertThat(names).containsKeys("Gpu[0].Setup", "Gpu[1].Engine[0].Unit[1]");
    }

    /** So many and no more, and the last event says how many were left out, from which cycle on. */
    @Test
    void eventsAreBounded() throws MachineException, IOException {
        var machine = MachineFile.preset("group-2");
        long all = spans(machine, TraceEvents.MOST, new ByteArrayOutputStream());
        assertThat(all).isZero();
        var some = new ByteArrayOutputStream();
        long without = spans(machine, 100, some);
        var one = new ByteArrayOutputStream();
        assertThat(spans(machine, 1, one)).isEqualTo(without + 99);
        var text = some.toString(StandardCharsets.UTF_8);
        assertThat(text.split("\"ph\":\"X\"", -1)).hasSize(101);
        assertThat(text).endsWith("}]}");
        assertThat(text).contains("\"name\":\"%d more spans were left out\"".formatted(without));
        int spans = Math.toIntExact(100 + without);
        for (int most : new int[] {100, spans / 2, spans - 1}) {
            var cut = new ByteArrayOutputStream();
            spans(machine, most, cut);
            var note = note(cut.toByteArray());
            assertThat(note).containsEntry("ph", "i").containsEntry("s", "g");
            // Where it stands all that was left out lies behind it.
            assertThat(Double.parseDouble(note.get("ts")))
                    .isEqualTo(cutAt(machine, most) / (machine.number(MachineKey.CLOCK) / 1e6));
        }
        assertThat(cutAt(machine, spans - 1)).isPositive();
        var whole = new ByteArrayOutputStream();
        spans(machine, TraceEvents.MOST, whole);
        assertThat(note(whole.toByteArray())).isEmpty();
        var exactly = new ByteArrayOutputStream();
        assertThat(spans(machine, spans, exactly)).isZero();
        assertThat(exactly.toByteArray()).isEqualTo(whole.toByteArray());
    }

    /** The first cycle of the spans behind the first so many that are shown, counted here. */
    private static long cutAt(Machine machine, int most) {
        long[] seen = {0, Long.MAX_VALUE};
        Simulation.run(
                TRACE,
                machine,
                (unit, state, from, to) -> {
                    if (state != UnitState.NOTHING && state != UnitState.INPUT) {
                        seen[1] = seen[0]++ < most ? seen[1] : Math.min(seen[1], from);
                    }
                });
        return seen[1];
    }

    /** What the event that is no span says; nothing if there is none. */
    private static Map<String, String> note(byte[] json) throws IOException {
        var found = new HashMap<String, String>();
        try (var parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // What stands before the events.
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                var fields = new HashMap<String, String>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, parser.getText());
                    parser.skipChildren();
                }
                if (fields.get("ph").equals("i")) {
                    assertThat(found).as("one note").isEmpty();
                    found.putAll(fields);
                }
            }
        }
        return found;
    }

    private static long spans(Machine machine, long most, ByteArrayOutputStream out)
            throws IOException {
        long[] counted = new long[2];
        try (var events = new TraceEvents(out, machine, most)) {
            Simulation.run(
                    TRACE,
                    machine,
                    (unit, state, from, to) -> {
                        long before = events.leftOut();
                        events.span(unit, state, from, to);
                        if (events.leftOut() > before) {
                            counted[0] = counted[1] == 0 ? from : Math.min(counted[0], from);
                            counted[1]++;
                        }
                    });
            assertThat(events.leftOut()).isEqualTo(counted[1]);
            assertThat(events.completeTo()).isEqualTo(counted[0]);
        }
        return counted[1];
    }

    private static void event(JsonParser parser, Map<String, Long> busy, Map<String, String> names)
            throws IOException {
        var fields = new HashMap<String, String>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String inner = parser.currentName();
                    parser.nextToken();
                    fields.put("args." + inner, parser.getText());
                }
            } else {
                fields.put(name, parser.getText());
            }
        }
        String thread = fields.get("pid") + "/" + fields.get("tid");
        if (fields.get("name").equals("thread_name")) {
            int gpu = Integer.parseInt(fields.get("pid")) - 2;
            String prefix = gpu < 0 ? "" : "Gpu[%d].".formatted(gpu);
            names.put(prefix + fields.get("args.name"), thread);
        } else if (fields.get("name").equals("busy")) {
            busy.merge(thread, Long.parseLong(fields.get("args.cycles")), Long::sum);
        }
    }

    @Test
    void thePageNeedsNothingElseAndSaysWhatLimitsFirst() throws MachineException {
        var report = report(MachineFile.preset("group-2"));
        String page = SimulationPage.html(report);
        assertThat(page)
                .doesNotContain("http:", "https:", "src=", "<link", "@import")
                .contains("&lt;scene&gt; on group-2")
                .contains("a&lt;/script&gt;.work")
                .contains("azulejo x");
        String words =
                page.substring(page.indexOf("<p class=\"lead\">"), page.indexOf("</section>"));
        for (var sentence : report.limits().sentences()) {
            assertThat(words).contains(sentence);
        }
        assertThat(page.split("</script>", -1)).as("data cannot end its element").hasSize(3);
        assertThat(page).contains(report.result().machine().text(MachineKey.CLOCK));
    }

    /** "4 GPUs with hints" is untrue of a group that was told otherwise. */
    @Test
    void thePageSaysAtOnceWhatWasSet() throws MachineException {
        var machine = MachineFile.preset("group-2");
        assertThat(SimulationPage.html(report(machine))).doesNotContain("but for");
        var other = machine.with("group.split", "sequential").with("memory.latency", "123 ns");
        assertThat(SimulationPage.html(report(other)))
                .contains(
                        machine.about()
                                + "; but for memory.latency 123 ns, group.split sequential");
    }

    /**
     * A page is as large for a long simulation as for a short one, and not much larger for many
     * GPUs.
     */
    @Test
    void thePageIsBounded() throws MachineException {
        var few = new Timeline(256);
        var many = new Timeline(256);
        var machine = MachineFile.preset("mobile");
        Simulation.run(TRACE, machine, few);
        Simulation.run(SyntheticScene.SMALL.trace(12), machine, many);
        int slices = TimelineData.json(many, machine).length();
        assertThat(slices).isLessThan(2 * 256 * many.rows().size() + 4096);
        assertThat(slices).isLessThan(2 * TimelineData.json(few, machine).length() + 4096);
        assertThat(many.width()).isGreaterThan(4 * few.width());
        var spans = TimelineData.spans(many.rows().getFirst(), many.slices());
        assertThat(spans).hasSize(2 * many.slices());
    }

    @Test
    void machineTextIsReadBackAsTheSameMachine() throws MachineException {
        for (var name : MachineFile.PRESETS) {
            var machine = MachineFile.preset(name).with("memory.latency", "123 ns");
            var text = MachineText.of(machine);
            var again = MachineFile.parse("again.yaml", text);
            for (var key : MachineKey.values()) {
                assertThat(again.text(key)).isEqualTo(machine.text(key));
                assertThat(again.source(key)).isEqualTo(machine.source(key));
            }
            assertThat(again.about()).isEqualTo(machine.about());
            assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(1 << 16);
        }
    }
}
