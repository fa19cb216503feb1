package dev.azulejo.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.unit.UnitState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Machines that differ in some settings, and what is said of settings that make no sense. */
class SweepTest {
    private static Sweep sweep(String machine, String... variations) throws MachineException {
        var parsed = new ArrayList<Sweep.Variation>();
        for (var variation : variations) {
            parsed.add(Sweep.Variation.parse(variation));
        }
        return Sweep.of(MachineFile.preset(machine), List.of(), parsed);
    }

    private static Machine with(String machine, String... settings) throws MachineException {
        var parsed = new ArrayList<Setting>();
        for (var setting : settings) {
            parsed.add(Setting.parse(setting));
        }
        return Setting.apply(MachineFile.preset(machine), parsed);
    }

    @Test
    void everyValueMeetsEveryOtherInOrder() throws MachineException {
        var sweep = sweep("group-2", "gpus=1,2,4", "pretest=off,on");
        assertThat(sweep.points().stream().map(Object::toString).toList())
                .containsExactly(
                        "[gpus=1, pretest=off]",
                        "[gpus=1, pretest=on]",
                        "[gpus=2, pretest=off]",
                        "[gpus=2, pretest=on]",
                        "[gpus=4, pretest=off]",
                        "[gpus=4, pretest=on]");
        assertThat(sweep.machines().stream().map(m -> m.count(MachineKey.GPUS)).toList())
                .containsExactly(1, 1, 2, 2, 4, 4);
        assertThat(sweep.machines().get(4).text(MachineKey.SPLIT)).isEqualTo("duplicate");
        assertThat(sweep.machines().get(5).text(MachineKey.SPLIT)).isEqualTo("hints");
    }

    @ParameterizedTest
    @CsvSource({
        "gpus=7, GPUS, 7",
        "window=frame, WINDOW, 0",
        "window=512, WINDOW, 512",
        "map=strips, LAYOUT, strips",
        "regions=32, LAYOUT, interleaved:32",
        "pretest=off, SPLIT, duplicate",
        "pretest=bounds, PRETEST, bounds",
        "hint-latency=7 cycles, LINK_LATENCY, 7 cycles",
        "hint-loss=5 %, HINT_LOSS, 5 %",
        "early-z=on, EARLY_Z, on",
        "reuse=on, REUSE, on",
        "tile=16, TILE, 16",
        "throttle=off, THROTTLE, off",
        "deal=handover, DEAL, handover",
        "ahead=measured, AHEAD, measured",
        "split=draws, SPLIT, draws",
        "speeds=1 2, SPEEDS, 1 2",
        "bins=16, BINS, 16",
        "assign=static, BIN_ASSIGNMENT, static",
        "overlap=on, BIN_OVERLAP, on",
        "lookers=2, LOOKERS, 2",
        "pieces=draws, PIECES, draws",
        "placement=first, MEMORY_PLACEMENT, first",
        "pretest=auto, PRETEST, auto",
        "pretest=on, SPLIT, hints",
        "pretest=primitives, PRETEST, primitives",
        "memory.latency=3 ns, MEMORY_LATENCY, 3 ns"
    })
    void settingsChangeTheirKey(String text, MachineKey key, String expected)
            throws MachineException {
        assertThat(with("group-2", text).text(key)).isEqualTo(expected);
    }

    /** Sides go into whatever map there is; settings need to make sense together only. */
    @Test
    void settingsAreTakenTogether() throws MachineException {
        assertThat(
                        with("group-2", "regions=16", "map=dynamic:balanced:128")
                                .text(MachineKey.LAYOUT))
                .isEqualTo("dynamic:balanced:16");
        assertThat(with("group-2", "map=random:64:seed=7", "regions=32x16").text(MachineKey.LAYOUT))
                .isEqualTo("random:32x16:seed=7");
        assertThat(with("group-2", "map=modulo", "regions=128").text(MachineKey.LAYOUT))
                .isEqualTo("modulo:128");
        assertThat(with("group-2", "speeds=1 2 3", "gpus=3").speeds()).containsExactly(1, 2, 3);
    }

    /** Every key of a machine file can be varied, by its path. */
    @Test
    void everyKeyCanBeSet() throws MachineException {
        var machine = MachineFile.preset("desktop");
        for (var key : MachineKey.values()) {
            var setting = new Setting(key.path(), machine.text(key));
            assertThat(setting.keys()).containsExactly(key);
            assertThat(Setting.apply(machine, List.of(setting)).isSet(key)).isTrue();
        }
    }

    private static void refuses(String message, String machine, String... variations) {
        assertThatThrownBy(() -> sweep(machine, variations))
                .isInstanceOf(MachineException.class)
                .hasMessage(message);
    }

    @Test
    void nonsenseIsOneLine() {
        refuses(
                "\"gpus\": expected NAME=VALUE, such as gpus=4 or memory.latency=100ns",
                "group-2",
                "gpus");
        refuses(
                "\"gpus=\": expected NAME=VALUE, such as gpus=4 or memory.latency=100ns",
                "group-2",
                "gpus=1,,2");
        refuses("group.gpus: \"65\": expected 1 to 64", "group-2", "gpus=1,65");
        // A frame is a window, and nothing else.
        refuses("group.gpus: \"frame\": expected a whole number", "group-2", "gpus=frame");
        refuses(
                "regions: \"64\": expected a side in pixels such as 64, and a map of regions of one"
                        + " size (it is uneven)",
                "group-2",
                "map=uneven",
                "regions=64");
        assertThatThrownBy(
                        () ->
                                Setting.refuseTwice(
                                        List.of(
                                                Setting.parse("regions=64"),
                                                Setting.parse("regions=32"))))
                .hasMessage("regions: is set twice");
        refuses("gpus: \"1\" is given twice", "group-2", "gpus=1,2, 1");
        refuses("gpus: is varied twice", "group-2", "gpus=1,2", "gpus=3");
        // Other names of the same: the last would win, and the row would tell the first.
        refuses("group.gpus: is set by gpus already", "group-2", "gpus=1,2", "group.gpus=4,8");
        refuses(
                "split: is set by pretest already",
                "group-2",
                "pretest=off,bounds",
                "split=hints,duplicate");
        refuses(
                "link.latency: is set by hint-latency already",
                "group-2",
                "hint-latency=1us",
                "link.latency=2us");
        refuses(
                "pretest: \"maybe\": expected off, on, primitives, bounds, exact, auto",
                "group-2",
                "pretest=maybe");
        refuses(
                "regions: \"64\": expected a side in pixels such as 64, and a map of regions of one"
                        + " size (it is strips)",
                "group-2",
                "map=strips",
                "regions=64");
        refuses(
                "memory.latency: \"5\": expected a number and a unit: cycles, cycle, ns, us, ms",
                "group-2",
                "memory.latency=1 ns,5");
        refuses(
                "hint-loss: has no effect: one GPU has nobody to share with",
                "desktop",
                "hint-loss=0,10 %");
        refuses(
                "exchange.batch: has no effect: group.split is hints",
                "group-2",
                "exchange.batch=64,128");
        refuses(
                "reuse: has no effect: tiles are compared only where window.primitives is 0",
                "desktop",
                "reuse=off,on");
        assertThatThrownBy(() -> sweep("group-2", "map=circles"))
                .isInstanceOf(MachineException.class)
                .hasMessageStartingWith("group.layout: \"circles\": ")
                .hasMessageContaining("strips, quadrants");
        assertThatThrownBy(() -> sweep("group-2", "colour=red"))
                .hasMessageStartingWith("colour: unknown: expected one of ");
        var many = new StringBuilder("memory.latency=1 ns");
        for (int i = 2; i <= 101; i++) {
            many.append(',').append(i).append(" ns");
        }
        refuses(
                "more than 10000 machines: vary fewer values",
                "group-2",
                many.toString(),
                many.toString().replace("memory", "link"));
    }

    /** A map that a target cannot be cut into is refused before anything is simulated. */
    @Test
    void mapsAreCheckedAgainstTargets() throws MachineException {
        var machine = with("group-4", "map=given:640:352:0/1/2/7");
        assertThatThrownBy(() -> machine.checkTarget(1280, 720))
                .isInstanceOf(MachineException.class)
                .hasMessageStartingWith("group.layout: \"given:640:352:0/1/2/7\" on 1280x720: ");
        with("group-4", "map=given:640:352:0/1/2/3").checkTarget(1280, 720);
    }

    /** Which test is held says that there are pretests too. */
    @Test
    void pretestsChangeTwoKeys() throws MachineException {
        assertThat(Setting.parse("pretest=bounds").keys())
                .containsExactly(MachineKey.PRETEST, MachineKey.SPLIT);
        assertThat(Setting.parse("pretest=on").keys()).containsExactly(MachineKey.SPLIT);
        refuses(
                "split: is set by pretest already",
                "group-2",
                "pretest=bounds,exact",
                "split=hints");
        assertThat(with("group-2", "split=duplicate").text(MachineKey.SPLIT))
                .isEqualTo("duplicate");
    }

    @Test
    void whatIsFixedIsNotVaried() throws MachineException {
        var fixed = List.of(Setting.parse("gpus=2"));
        var varied = List.of(Sweep.Variation.parse("group.gpus=2,4"));
        var machine = MachineFile.preset("group-2");
        assertThatThrownBy(() -> Sweep.of(machine, fixed, varied))
                .hasMessage("group.gpus: is set by gpus already");
    }

    @Test
    void blanksMayStandBetweenValues() throws MachineException {
        assertThat(Sweep.Variation.parse("memory.latency=1 ns , 2 ns,3 ns").values())
                .containsExactly("1 ns", "2 ns", "3 ns");
    }

    /** What is idle in one machine counts where another one uses it. */
    @Test
    void aSettingThatMattersToOneMachineIsTaken() throws MachineException {
        assertThat(sweep("desktop", "gpus=1,2", "split=hints", "hint-loss=0,1").points())
                .hasSize(4);
        assertThat(sweep("desktop", "gpus=2,1", "split=hints", "hint-loss=0,1").points())
                .hasSize(4);
    }

    @Test
    void rowsOfTheTableAreResults() throws MachineException {
        var trace = SyntheticScene.SMALL.trace(2);
        var sweep = sweep("group-2", "gpus=2,3", "pretest=off,on");
        var rows = new ArrayList<SweepRow>();
        for (int i = 0; i < 4; i++) {
            rows.add(
                    SweepRow.of(
                            sweep.points().get(i), Simulation.run(trace, sweep.machines().get(i))));
        }
        var lines = SweepTable.csv(sweep, rows).lines().toList();
        assertThat(lines).hasSize(5);
        var head = List.of(lines.getFirst().split(","));
        var first = Simulation.run(trace, sweep.machines().getFirst());
        for (int i = 0; i < 4; i++) {
            var cells = List.of(lines.get(i + 1).split(","));
            assertThat(cells).hasSameSizeAs(head);
            var result = Simulation.run(trace, sweep.machines().get(i));
            assertThat(cells.get(head.indexOf("gpus"))).isEqualTo(i < 2 ? "2" : "3");
            assertThat(cells.get(head.indexOf("pretest"))).isEqualTo(i % 2 == 0 ? "off" : "on");
            assertThat(cells.get(head.indexOf("frames"))).isEqualTo("2");
            assertThat(cells.get(head.indexOf("cycles"))).isEqualTo(Long.toString(result.cycles()));
            assertThat(Double.parseDouble(cells.get(head.indexOf("ms"))))
                    .isEqualTo(result.milliseconds());
            assertThat(Double.parseDouble(cells.get(head.indexOf("energy_uJ"))))
                    .isEqualTo(result.microjoules());
            assertThat(Double.parseDouble(cells.get(head.indexOf("speed_up_over_first"))))
                    .isEqualTo((double) first.cycles() / result.cycles());
            for (var counter : ModelCounter.values()) {
                int column = head.indexOf(counter.name().toLowerCase(Locale.ROOT));
                assertThat(cells.get(column)).isEqualTo(Long.toString(result.count(counter)));
            }
        }
    }

    @Test
    void axesAreNumbersWhereTheyCanBe() {
        var gpus = new SweepAxis(new Sweep.Variation("gpus", List.of("1", "2", "4", "16")));
        assertThat(gpus.title()).isEqualTo("gpus, logarithmic");
        assertThat(gpus.place(1)).isEqualTo(0.25);
        assertThat(gpus.place(3)).isEqualTo(1);
        var latency = new SweepAxis(new Sweep.Variation("x", List.of("0 ns", "30 ns", "120 ns")));
        assertThat(latency.title()).isEqualTo("x, ns");
        assertThat(latency.place(1)).isEqualTo(0.25);
        var words =
                new SweepAxis(new Sweep.Variation("map", List.of("strips", "uneven", "modulo")));
        assertThat(words.title()).isEqualTo("map");
        assertThat(words.place(1)).isEqualTo(0.5);
    }

    private static SweepRow row(String gpus, double microjoules) throws MachineException {
        return new SweepRow(
                List.of(Setting.parse("gpus=" + gpus)),
                1000,
                4,
                8,
                microjoules,
                Arrays.stream(ModelCounter.values())
                        .collect(Collectors.toMap(counter -> counter, _ -> 0L)),
                Map.of(),
                "Memory",
                0.5);
    }

    /** Nothing takes the least where all take the same. */
    @Test
    void leastEnergyIsSaidWhereItDiffers() throws MachineException {
        var sweep = sweep("group-2", "gpus=1,2");
        assertThat(SweepPage.sentences(sweep, List.of(row("1", 40), row("2", 30))).get(1))
                .endsWith("; least energy takes gpus=2.");
        assertThat(SweepPage.sentences(sweep, List.of(row("1", 40), row("2", 40))).get(1))
                .endsWith("; all take the same energy.");
        var origin = new SimulationReport.Origin("a.work", "0", "scene", "test", "sweep");
        var page =
                SweepPage.html(
                        origin,
                        MachineFile.preset("group-2"),
                        sweep,
                        List.of(row("1", 50), row("2", 40)));
        // Of four frames
        assertThat(page)
                .contains("<th>\u00b5J a frame</th>")
                .contains("<td>12.50</td>")
                .contains("<td>10.00</td>")
                .doesNotContain("<td>50.00</td>");
    }

    private static double linear(String colour, int at) {
        double part = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }

    /** What the style of pages calls a colour, in a part of it. */
    private static String colour(String style, String name) {
        var found = Pattern.compile(name + ": (#[0-9a-f]{3,6})\\b").matcher(style);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1).length() > 4
                ? found.group(1)
                : found.group(1).replaceAll("[0-9a-f]", "$0$0");
    }

    private static double luminance(String colour) {
        double[] light = light(colour);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    }

    private static double contrast(String a, String b) {
        double one = luminance(a);
        double other = luminance(b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static String style(boolean dark) {
        var parts = Page.resource("report.css").split("@media", 3);
        assertThat(parts[1]).startsWith(" screen and (prefers-color-scheme: dark)");
        return parts[dark ? 1 : 0];
    }

    /** What a unit does or waits for is told from the paper; what is nothing is not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void coloursOfStatesStandOut(boolean dark) {
        var style = style(dark);
        for (var state : EnumSet.complementOf(EnumSet.of(UnitState.NOTHING))) {
            var colour = colour(style, StackedBars.variable(state));
            assertThat(contrast(colour, colour(style, "--paper")))
                    .as("contrast of %s", state)
                    .isGreaterThan(3);
        }
    }

    /** Lines are told from the paper, light or dark, and from each other. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void coloursOfLinesDiffer(boolean dark) {
        var style = style(dark);
        var lines = new ArrayList<String>();
        for (int line = 0; line < SweepChart.COLOURS; line++) {
            lines.add(colour(style, "--line-" + line));
            assertThat(SweepChart.colour(line)).isEqualTo("var(--line-%d)", line);
        }
        standOut(lines, colour(style, "--paper"));
        differ(lines, 20, 20);
    }

    /**
     * So do kinds of units, which are more, and are drawn on what is nothing as well; most eyes
     * tell them more easily than those that see some colours alike.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void coloursOfUnitsDiffer(boolean dark) {
        var style = style(dark);
        var kinds = new ArrayList<>(List.of(colour(style, StackedBars.variable("waiting"))));
        for (var kind : UnitKind.values()) {
            kinds.add(colour(style, kind.variable()));
        }
        standOut(kinds, colour(style, "--paper"));
        standOut(kinds, colour(style, "--nothing"));
        differ(kinds, 30, 14);
    }

    private static void standOut(List<String> colours, String paper) {
        for (var colour : colours) {
            assertThat(contrast(colour, paper)).as("%s on %s", colour, paper).isGreaterThan(3);
        }
    }

    private static void differ(List<String> colours, double most, double some) {
        for (int a = 0; a < colours.size(); a++) {
            for (int b = 0; b < a; b++) {
                for (var eye : EYES) {
                    assertThat(distance(eye, colours.get(a), colours.get(b)))
                            .as("%s and %s", colours.get(a), colours.get(b))
                            .isGreaterThan(eye == EYES[0] ? most : some);
                }
            }
        }
    }

    private static double distance(double[][] eye, String a, String b) {
        double[] one = lab(eye, light(a));
        double[] other = lab(eye, light(b));
        return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
    }

    /** Machado, Oliveira and Fernandes 2009, severity 1: nothing, protanopia, deuteranopia. */
    private static final double[][][] EYES = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {
            {0.152286, 1.052583, -0.204868},
            {0.114503, 0.786281, 0.099216},
            {-0.003882, -0.048116, 1.051998}
        },
        {
            {0.367322, 0.860646, -0.227968},
            {0.280085, 0.672501, 0.047413},
            {-0.011820, 0.042940, 0.968881}
        }
    };

    private static double[] light(String colour) {
        return new double[] {linear(colour, 1), linear(colour, 3), linear(colour, 5)};
    }

    /** CIELAB, as an eye sees light. */
    private static double[] lab(double[][] eye, double[] light) {
        var seen = new double[3];
        for (int i = 0; i < 3; i++) {
            double sum = eye[i][0] * light[0] + eye[i][1] * light[1] + eye[i][2] * light[2];
            seen[i] = Math.clamp(sum, 0, 1);
        }
        double x = cube((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
        double y = cube(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
        double z = cube((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double cube(double value) {
        return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116.0;
    }
}
