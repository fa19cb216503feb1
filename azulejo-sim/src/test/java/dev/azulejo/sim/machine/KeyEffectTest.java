package dev.azulejo.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.model.Simulation;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/**
 * No key of a machine is read and without effect: it is refused, or the result that it is about
 * ({@link KeyClaims}) comes out other, and the way that it should.
 */
class KeyEffectTest {
    private static final List<WorkTrace> TRACES = List.of(trace(true), trace(false));

    /** What else machines say. A key needs to matter to one of them. */
    private static final List<List<String>> VARIANTS =
            List.of(
                    List.of(
                            "window.primitives=0",
                            "reuse.tiles=on",
                            "compose.cut=1000",
                            "early-z.cull=on",
                            "throttle.mode=on"),
                    List.of(
                            "window.primitives=128",
                            "window.storage=2",
                            "throttle.mode=cap",
                            "throttle.cap=1"),
                    List.of(
                            "window.primitives=0",
                            "memory.bandwidth=1 B/cycle",
                            "cache.position=4 KiB",
                            "cache.parameter=4 KiB",
                            "tessellation.buffer=1 KiB",
                            "tessellation.slots=4",
                            "throttle.thresholds=0/0/0",
                            "throttle.room=off",
                            "tessellation.primitives=0.05 /cycle",
                            "shader.units=1",
                            "shader.engines=1",
                            "shader.lanes=1",
                            "throttle.mode=on"),
                    List.of(
                            "window.primitives=0",
                            "memory.bandwidth=4000 B/cycle",
                            "memory.latency=0 cycles",
                            "link.bandwidth=0.05 B/cycle",
                            "host.latency=0 cycles",
                            "throttle.mode=policy"),
                    List.of(
                            "window.primitives=0",
                            "memory.bandwidth=4000 B/cycle",
                            "memory.latency=0 cycles",
                            "host.latency=0 cycles",
                            "host.bandwidth=0.05 B/cycle",
                            "raster.primitives=0.05 /cycle",
                            "geometry.setup=0.05 /cycle",
                            "cache.position=4 KiB",
                            "throttle.mode=off"),
                    List.of(
                            "window.primitives=32",
                            "early-z.cull=overlap",
                            "early-z.records=16 B"));

    /** Of bins, besides. */
    private static final List<List<String>> BINS =
            List.of(
                    List.of("bins.lookers=1", "bins.assign=dynamic", "bins.count=2"),
                    List.of("bins.lookers=3", "bins.assign=dynamic", "bins.count=2"),
                    List.of("bins.lookers=1", "bins.assign=static", "bins.overlap=on"));

    /** Of hints, besides. */
    private static final List<List<String>> HINTS =
            List.of(List.of("group.pretest=primitives"), List.of("group.pretest=exact"));

    /** Of the sequential exchange, besides: of one batch, and of several. */
    private static final List<List<String>> EXCHANGES =
            List.of(List.of("exchange.batch=4096"), List.of("exchange.batch=256"));

    /** Everything that a trace can hold: patches, textures, hidden and empty chunks, reuse. */
    private static WorkTrace trace(boolean patches) {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 4; frame++) {
            var target = new TracePhase.Target(512, 384, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            for (int draw = 0; draw < 4; draw++) {
                builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), draw == 3, draw != 3);
                for (int chunk = 0; chunk < 4; chunk++) {
                    chunk(builder, draw * 4 + chunk, -1, 64);
                }
            }
            // More draw calls that blend than there are GPUs
            for (int draw = 4; draw < 7; draw++) {
                builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), true, false);
                chunk(builder, 12 + draw, -1, 64);
            }
            builder.draw(new DrawCost(48, 48, 0, 20, 40, 50, 0, 400), false, false);
            for (int group = 0; patches && group < 8; group++) {
                int number = builder.patches(32, 128, 100, group % 2 == 0 ? 100 : 20);
                chunk(builder, 19 + group, number, group % 2 == 0 ? 100 : 20);
            }
            for (int tile = 0; tile < 48; tile++) {
                boolean same = tile % 3 == 0;
                builder.tile(
                        tile % 8, tile / 8, same ? TileOutcome.REUSED : TileOutcome.CHANGED, 56);
                builder.contents(tile % 8, tile / 8, same ? 1 : frame + 1);
            }
            phases.add(builder.build());
        }
        return new WorkTrace("all there is", "test", phases);
    }

    private static void chunk(PhaseBuilder builder, int number, int group, int primitives) {
        boolean hidden = group < 0 && number % 5 == 4;
        builder.chunk(primitives, primitives / 2 + 8, primitives / 2 + 8, group);
        if (hidden) {
            builder.hideChunk();
        }
        int x = number * 97 % 400;
        int y = number * 61 % 300;
        for (int p = 0; p < primitives; p++) {
            int left = x + p % 8 * 10;
            int top = y + p / 8 * 5;
            boolean behind = group < 0 && (hidden || p % 4 == 0);
            builder.primitive(left, top, left + 9, top + 6, 30, behind);
            if (!behind) {
                builder.pixels(left / 16, top / 16, 30, 24, 240);
            }
        }
    }

    private static Machine machine(int gpus, String split, List<String> settings)
            throws MachineException {
        var machine = MachineFile.preset("desktop").with("group.gpus", Integer.toString(gpus));
        if (gpus > 1) {
            machine = machine.with("group.split", split).with("group.layout", "interleaved:64");
        }
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    private static List<SimulationResult> results(Machine machine) {
        return TRACES.stream().map(trace -> Simulation.run(trace, machine)).toList();
    }

    /** Whether a value counts as more than another one; a window of nothing is the whole frame. */
    private static boolean hasGrown(Machine before, Machine after, MachineKey key) {
        if (key == MachineKey.WINDOW) {
            return Integer.compareUnsigned(after.count(key) - 1, before.count(key) - 1) > 0;
        }
        if (key == MachineKey.EARLY_Z) {
            return !after.is(key, "off") && !after.is(key, "setup");
        }
        if (!key.dimension().isNumber()) {
            return after.is(key, KeyClaims.of(key).more());
        }
        return key.dimension() == Dimension.TIME
                ? after.cycles(key) > before.cycles(key)
                : after.number(key) > before.number(key);
    }

    /** Other values of a key than a machine has. */
    private static List<String> others(Machine machine, MachineKey key) {
        if (key == MachineKey.SPEEDS) {
            return List.of("3 1 2");
        }
        if (key == MachineKey.LAYOUT) {
            return List.of("interleaved:32", "strips");
        }
        if (key == MachineKey.THROTTLE_THRESHOLDS) {
            return List.of("0/0/0", "64/32/16");
        }
        if (key == MachineKey.THROTTLE_LIMITS) {
            return List.of("1/1/1", "8/16/32");
        }
        if (key == MachineKey.GPUS) {
            return List.of("2");
        }
        if (!key.dimension().isNumber()) {
            return key.choices().stream().filter(text -> !machine.is(key, text)).toList();
        }
        double now = key.dimension() == Dimension.TIME ? machine.cycles(key) : machine.number(key);
        var values = new ArrayList<String>();
        for (double value : new double[] {now * 8, now / 8, now + 1, now + 5000, now + 0.5}) {
            boolean whole = key.dimension() == Dimension.COUNT;
            double other = whole ? Math.rint(value) : value;
            if (key == MachineKey.TILE) {
                other = value > now ? 64 : 16;
            }
            if (other != now && key.contains(other)) {
                values.add(text(key, other));
            }
        }
        return values;
    }

    private static String text(MachineKey key, double value) {
        return switch (key.dimension()) {
            case TIME -> Math.round(value) + " cycles";
            case RATE -> value + " /cycle";
            case SIZE -> Math.max(1, Math.round(value)) + " B";
            case BANDWIDTH -> value + " B/cycle";
            case FREQUENCY -> value / 1e6 + " MHz";
            case ENERGY -> value + " pJ/bit";
            case OPERATION_ENERGY -> value + " pJ";
            case SHARE -> value * 100 + " %";
            case COUNT -> Long.toString(Math.round(value));
            case CHOICE, TEXT -> throw new IllegalArgumentException(key.path());
        };
    }

    private static List<List<String>> variants(String split) {
        return switch (split) {
            case "bins" -> variants(BINS);
            case "hints" -> variants(HINTS);
            case "sequential" -> variants(EXCHANGES);
            default -> VARIANTS;
        };
    }

    private static List<List<String>> variants(List<List<String>> besides) {
        var all = new ArrayList<List<String>>();
        for (int v = 0; v < VARIANTS.size(); v++) {
            var both = new ArrayList<>(VARIANTS.get(v));
            both.addAll(besides.get(v % besides.size()));
            all.add(both);
        }
        return all;
    }

    /**
     * What is wrong with a key: nothing if it is refused whatever else is said, or if on one of the
     * machines it moves what it is about, and on those before it nowhere the wrong way.
     */
    private static String wrong(int gpus, String split, MachineKey key) {
        boolean refused = true;
        var claim = KeyClaims.of(key);
        for (var settings : variants(split)) {
            try {
                var base = machine(gpus, split, settings);
                var before = results(base);
                for (var value : others(base, key)) {
                    var other = base.with(key.path(), value);
                    if (IdleKeys.why(other, key).isPresent()) {
                        continue;
                    }
                    refused = false;
                    int moved = claim.check(hasGrown(base, other, key), before, results(other));
                    if (moved < 0) {
                        return "%s: from %s to %s what it is about goes the other way (%s)"
                                .formatted(key.path(), base.text(key), value, settings);
                    }
                    if (moved > 0) {
                        return "";
                    }
                }
            } catch (MachineException e) {
                // Refused, in a line of its own.
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        return refused ? "" : key.path() + ": what it is about never changes";
    }

    @ParameterizedTest
    @ValueSource(strings = {"alone", "duplicate", "hints", "sequential", "draws", "frames", "bins"})
    void everyKeyIsRefusedOrMovesWhatItIsAbout(String split) {
        int gpus = split.equals("alone") ? 1 : 3;
        var wrong = new ArrayList<String>();
        for (var key : MachineKey.values()) {
            wrong.add(wrong(gpus, split, key));
        }
        wrong.removeIf(String::isEmpty);
        assertThat(wrong).isEmpty();
    }

    /** What else decides whether bounds, or primitives, are held against regions. */
    private static List<List<String>> looks(String split) {
        var all = new ArrayList<List<String>>();
        for (var early : List.of("off", "setup", "on", "full", "overlap")) {
            var cull = "early-z.cull=" + early;
            switch (split) {
                case "hints" -> {
                    for (var pretest : List.of("primitives", "bounds", "exact", "auto")) {
                        for (var look : List.of("all", "several")) {
                            var test = "group.pretest=" + pretest;
                            all.add(List.of(cull, test, "group.look=" + look, "group.pieces=auto"));
                        }
                    }
                }
                case "bins" -> {
                    for (var vertices : List.of("bounds", "positions", "full")) {
                        all.add(List.of(cull, "bins.vertices=" + vertices, "bins.count=4"));
                    }
                }
                default -> all.add(List.of(cull));
            }
        }
        return all;
    }

    /** Whether one of the traces takes another time. */
    private static boolean differ(List<SimulationResult> before, List<SimulationResult> after) {
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).cycles() != after.get(i).cycles()) {
                return true;
            }
        }
        return false;
    }

    /** On every machine: what looking takes is refused exactly where nobody looks. */
    @ParameterizedTest
    @ValueSource(strings = {"alone", "duplicate", "hints", "sequential", "draws", "frames", "bins"})
    void whatLookingTakesIsRefusedWhereNobodyLooks(String split) throws MachineException {
        int machines = 0;
        for (var settings : looks(split)) {
            Machine base;
            try {
                base = machine(split.equals("alone") ? 1 : 3, split, settings);
            } catch (MachineException e) {
                // Bins go by positions: in other ways early Z is refused there.
                continue;
            }
            if (settings.contains("group.pretest=auto")) {
                // Who may choose may choose not to look.
                continue;
            }
            machines++;
            var before = results(base);
            var bounds = base.with("geometry.bounds", "100000 cycles");
            assertThat(IdleKeys.why(base, MachineKey.BOUNDS).isEmpty())
                    .as("bounds: %s %s", split, settings)
                    .isEqualTo(differ(before, results(bounds)));
            var pretests = base.with("geometry.pretests", "0.01 /cycle");
            assertThat(IdleKeys.why(base, MachineKey.PRETESTS).isEmpty())
                    .as("pretests: %s %s", split, settings)
                    .isEqualTo(differ(before, results(pretests)));
        }
        assertThat(machines).isPositive();
    }
}
