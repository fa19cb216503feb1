package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** One GPU, counted by hand and against what must hold of every machine. */
class OneGpuTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 32, 24, 0, 0);

    /** A GPU of which every number is small. */
    static Machine simple(String... settings) throws MachineException {
        var machine = MachineFile.preset("mobile");
        for (var setting :
                new String[] {
                    "command.chunk=10 cycles",
                    "command.draw=5 cycles",
                    "host.draw=0 B",
                    "host.latency=0 cycles",
                    "fetch.indices=3 /cycle",
                    "geometry.primitives=1 /cycle",
                    "geometry.setup=2 /cycle",
                    "geometry.binning=2 /cycle",
                    "geometry.cull=5 /cycle",
                    "geometry.pretests=3 /cycle",
                    "geometry.bounds=7 cycles",
                    "shader.units=4",
                    "shader.lanes=64",
                    "shader.group=64",
                    "shader.latency=0 cycles",
                    "tile.side=64",
                    "tile.start=10 cycles",
                    "raster.samples=16 /cycle",
                    "raster.primitives=1 /cycle",
                    "rop.pixels=32 /cycle",
                    "rop.blends=64 /cycle",
                    "memory.bandwidth=64 B/cycle",
                    "memory.latency=100 cycles",
                    "cache.texture-hits=50 %"
                }) {
            machine = set(machine, setting);
        }
        for (var setting : settings) {
            machine = set(machine, setting);
        }
        return machine;
    }

    private static Machine set(Machine machine, String setting) throws MachineException {
        int equals = setting.indexOf('=');
        return machine.with(setting.substring(0, equals), setting.substring(equals + 1));
    }

    private static PhaseBuilder builder(int side) {
        return new PhaseBuilder(0, "main", new TracePhase.Target(side, side, 1, 4, 8), 64);
    }

    private static WorkTrace trace(PhaseBuilder builder) {
        return new WorkTrace("by hand", "test", List.of(builder.build()));
    }

    /** One chunk of 30 triangles of 20 pixels in one tile. */
    private static PhaseBuilder oneChunk() {
        var builder = builder(64);
        builder.draw(COST, false, true);
        builder.chunk(30, 20, 20, -1);
        for (int i = 0; i < 30; i++) {
            builder.primitive(4, 4, 12, 12, 20, i % 3 == 0);
        }
        builder.pixels(0, 0, 500, 120, 0);
        return builder;
    }

    /** Each unit after the other: nothing overlaps, because there is one of everything. */
    @Test
    void oneChunkInOneTileTakesTheSum() throws MachineException {
        var result = Simulation.run(trace(oneChunk()), simple());
        long commands = 10 + 5;
        long fetch = 3 * 30 / 3;
        long read = 16 + 100; // 90 indices of 4 bytes, 20 vertices of 32, over 64
        long vertices = 640 / 64;
        long setup = 30;
        long binner = 30 / 2;
        long sorted = commands + fetch + read + vertices + setup + binner;
        // Lists and records are written: 30 * (4 + 128) bytes; then read.
        long written = sorted + 62;
        long list = written + 62 + 100;
        long raster = 38; // 600 samples over 16
        long shade = 2 * 24; // 8 groups of 64 on 4 units; 12,000 operations over 8 * 64
        long rop = 64 * 64 / 32;
        long pixels = 64 * 64 * 4 / 64 + 100;
        assertThat(result.cycles()).isEqualTo(list + raster + shade + rop + pixels);
        assertThat(busy(result, "Commands")).isEqualTo(commands);
        assertThat(busy(result, "Fetch")).isEqualTo(fetch);
        assertThat(busy(result, "Setup")).isEqualTo(setup);
        assertThat(busy(result, "Binner")).isEqualTo(binner);
        assertThat(busy(result, "Tiles")).isEqualTo(10);
        assertThat(busy(result, "Raster")).isEqualTo(raster);
        assertThat(busy(result, "Rop")).isEqualTo(rop);
        assertThat(busy(result, "Memory")).isEqualTo(16 + 62 + 62 + 256);
        assertThat(busy(result, "Engine[0].Unit[0]")).isEqualTo(10 + shade);
        assertThat(result.unit("Gpu[0].Tiles").cycles(UnitState.DEPENDENCY)).isEqualTo(sorted);
        assertThat(result.unit("Gpu[0].Setup").cycles(UnitState.INPUT))
                .isEqualTo(sorted - setup - binner);
    }

    /** 500 fragments at one a cycle, while 4,096 pixels leave the tile at 32. */
    @Test
    void fragmentsAreMergedInTheTile() throws MachineException {
        long fast = Simulation.run(trace(oneChunk()), simple()).cycles();
        var slow = Simulation.run(trace(oneChunk()), simple("rop.blends=1 /cycle"));
        assertThat(slow.cycles() - fast).isEqualTo(500 - 4096 / 32);
    }

    @Test
    void countersSayWhatWasDone() throws MachineException {
        var result = Simulation.run(trace(oneChunk()), simple());
        assertThat(result.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(1);
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(30);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(30);
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(20);
        assertThat(result.count(ModelCounter.ENTRIES)).isEqualTo(30);
        assertThat(result.count(ModelCounter.TILES_DRAWN)).isEqualTo(1);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(500);
        assertThat(result.count(ModelCounter.HUNDRED_OPERATIONS)).isEqualTo(6 + 120);
        assertThat(result.count(ModelCounter.MEMORY_BYTES)).isEqualTo(1000 + 3960 + 3960 + 16_384);
        assertThat(result.count(ModelCounter.CHUNKS_FOR_NOTHING)).isZero();
        assertThat(result.count(ModelCounter.LINK_BYTES)).isZero();
        // 10 pJ a bit of memory, 1 pJ an operation.
        assertThat(result.microjoules()).isCloseTo(25_304 * 80e-6 + 12_600e-6, within(1e-9));
        assertThat(result.milliseconds()).isCloseTo(result.cycles() / 950e3, within(1e-12));
    }

    /**
     * Each bit by how far it goes: 80 fJ, 10 pJ, 250 pJ; what half of the textures needs memory.
     */
    @Test
    void energyIsThatOfBitsByTheirWayAndOfOperations() throws MachineException {
        var builder = oneChunk();
        builder.pixels(0, 0, 0, 0, 1000);
        var result =
                Simulation.run(
                        trace(builder),
                        simple(
                                "host.draw=640 B",
                                "host.latency=0 cycles",
                                "energy.host=250 pJ/bit"));
        assertThat(result.count(ModelCounter.CACHE_BYTES)).isEqualTo(500);
        assertThat(result.count(ModelCounter.HOST_BYTES)).isEqualTo(640);
        long memory = 25_304 + 500;
        assertThat(result.count(ModelCounter.MEMORY_BYTES)).isEqualTo(memory);
        double picojoules = 8 * (memory * 10.0 + 500 * 0.08 + 640 * 250.0) + 12_600;
        assertThat(result.microjoules()).isCloseTo(picojoules / 1e6, within(1e-9));
    }

    private static long busy(SimulationResult result, String unit) {
        return result.unit("Gpu[0]." + unit).cycles(UnitState.BUSY);
    }

    /** Positions of all, then set-up of the 20 that are seen. */
    @Test
    void earlyZLeavesOutWhatIsHidden() throws MachineException {
        var result = Simulation.run(trace(oneChunk()), simple("early-z.cull=on"));
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(30 + 20);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(20);
        assertThat(result.count(ModelCounter.ENTRIES)).isEqualTo(20);
        // 20 positions, then two thirds of the vertices, rounded up.
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(20 + 14);
        assertThat(busy(result, "Setup")).isEqualTo(30 / 5 + 20);
        assertThat(busy(result, "Raster")).isEqualTo(400 / 16);

        var hidden = builder(64);
        hidden.draw(COST, false, true);
        hidden.chunk(8, 9, 9, -1);
        hidden.hideChunk();
        for (int i = 0; i < 8; i++) {
            hidden.primitive(0, 0, 9, 9, 5, true);
        }
        var none = Simulation.run(trace(hidden), simple("early-z.cull=on"));
        assertThat(none.count(ModelCounter.CHUNKS_HIDDEN)).isEqualTo(1);
        assertThat(none.count(ModelCounter.PRIMITIVES)).isZero();
        assertThat(busy(none, "Setup")).isEqualTo(7);
        assertThat(none.count(ModelCounter.TILES_DRAWN)).isZero();
    }

    /** Everything is set up, and what is hidden then goes on no list. */
    @Test
    void earlyZBehindSetUpLeavesOutWhatIsHidden() throws MachineException {
        var result = Simulation.run(trace(oneChunk()), simple("early-z.cull=setup"));
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(30);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(30);
        assertThat(result.count(ModelCounter.ENTRIES)).isEqualTo(20);
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(20);
        assertThat(result.count(ModelCounter.CHUNKS_HIDDEN)).isZero();
        assertThat(busy(result, "Setup")).isEqualTo(30);
        assertThat(busy(result, "Raster")).isEqualTo(400 / 16);
        // As slow as the test, where that is slower.
        var slow =
                Simulation.run(
                        trace(oneChunk()),
                        simple("early-z.cull=setup", "geometry.cull=0.5 /cycle"));
        assertThat(busy(slow, "Setup")).isEqualTo(60);
    }

    /** Two chunks of 10 in two windows: the tile is visited twice, its samples go out and back. */
    @Test
    void windowsVisitTilesAgain() throws MachineException {
        var builder = builder(64);
        builder.draw(COST, false, true);
        for (int chunk = 0; chunk < 2; chunk++) {
            builder.chunk(10, 8, 8, -1);
            for (int i = 0; i < 10; i++) {
                builder.primitive(0, 0, 9, 9, 30, false);
            }
        }
        builder.pixels(0, 0, 101, 50, 1001);
        var result = Simulation.run(trace(builder), simple("window.primitives=10"));
        assertThat(result.count(ModelCounter.TILES_DRAWN)).isEqualTo(2);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(101);
        long samples = 64 * 64 * 8;
        long textures = Math.round(500 * 0.5) + Math.round(501 * 0.5);
        long vertices = 2 * (30 * 4 + 8 * 32);
        assertThat(result.count(ModelCounter.MEMORY_BYTES))
                .isEqualTo(vertices + textures + 2 * samples + 64 * 64 * 4);
        var whole = Simulation.run(trace(builder), simple());
        assertThat(whole.count(ModelCounter.TILES_DRAWN)).isEqualTo(1);
    }

    /** Four tiles: one kept, one changed, two that nobody could compare. */
    @Test
    void tilesThatHaveNotChangedKeepTheirPixels() throws MachineException {
        var builder = builder(128);
        builder.draw(COST, false, true);
        builder.chunk(4, 8, 8, -1);
        for (int i = 0; i < 4; i++) {
            builder.primitive(
                    64 * (i % 2), i / 2 * 64, 64 * (i % 2) + 9, i / 2 * 64 + 9, 50, false);
            builder.pixels(4 * (i % 2), i / 2 * 4, 50, 40, 0);
        }
        builder.tile(0, 0, TileOutcome.REUSED, 56);
        builder.tile(1, 0, TileOutcome.CHANGED, 56);
        var off = Simulation.run(trace(builder), simple());
        var after = Simulation.run(trace(builder), simple("reuse.tiles=on"));
        assertThat(after.count(ModelCounter.TILES_REUSED)).isEqualTo(1);
        assertThat(after.count(ModelCounter.TILES_DRAWN)).isEqualTo(3);
        assertThat(after.count(ModelCounter.FRAGMENTS)).isEqualTo(150);
        assertThat(busy(after, "Tiles")).isEqualTo(4 * 10 + 2 * 30);
        assertThat(after.count(ModelCounter.LISTS_FOR_NOTHING)).isZero();
        long spared = 132 + 64 * 64 * 4;
        assertThat(after.count(ModelCounter.MEMORY_BYTES))
                .isEqualTo(off.count(ModelCounter.MEMORY_BYTES) - spared + 2 * 56);
        // At once: the changed tile's test is hidden, the kept one's list was read in vain.
        var before = Simulation.run(trace(builder), simple("reuse.tiles=on", "reuse.fetch=before"));
        assertThat(busy(before, "Tiles")).isEqualTo(4 * 10 + 30);
        assertThat(before.count(ModelCounter.LISTS_FOR_NOTHING)).isEqualTo(132);
        assertThat(before.count(ModelCounter.MEMORY_BYTES))
                .isEqualTo(after.count(ModelCounter.MEMORY_BYTES) + 132);
        // With windows nothing is compared.
        var windows =
                Simulation.run(trace(builder), simple("reuse.tiles=on", "window.primitives=2"));
        assertThat(windows.count(ModelCounter.TILES_REUSED)).isZero();
    }

    /**
     * Twenty triangles in the tile that is kept: a list of 2640 bytes, of which 30 cycles of 64
     * bytes are read before the test ends that. A shorter test lets less through, and one that
     * takes no time nothing.
     */
    @Test
    void listsFetchedInVainAreBrokenOff() throws MachineException {
        var builder = builder(64);
        builder.draw(COST, false, true);
        builder.chunk(20, 40, 40, -1);
        for (int i = 0; i < 20; i++) {
            builder.primitive(0, 0, 9, 9, 50, false);
        }
        builder.pixels(0, 0, 50, 40, 0);
        builder.tile(0, 0, TileOutcome.REUSED, 56);
        for (int cycles : new int[] {0, 1, 30, 300}) {
            var before =
                    Simulation.run(
                            trace(builder),
                            simple(
                                    "reuse.tiles=on",
                                    "reuse.fetch=before",
                                    "reuse.test=%d cycles".formatted(cycles)));
            assertThat(before.count(ModelCounter.LISTS_FOR_NOTHING))
                    .as("%d cycles", cycles)
                    .isEqualTo(Math.min(64 * cycles, 20 * (4 + 128)));
        }
    }

    @Test
    void commandsComeFromTheHost() throws MachineException {
        var result =
                Simulation.run(
                        trace(oneChunk()),
                        simple(
                                "host.draw=640 B",
                                "host.bandwidth=32 B/cycle",
                                "host.latency=30 cycles"));
        var without = Simulation.run(trace(oneChunk()), simple());
        assertThat(result.cycles()).isEqualTo(without.cycles() + 20 + 30);
        assertThat(result.unit("Gpu[0].Commands").cycles(UnitState.LINK)).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mobile", "console", "desktop", "attila"})
    void whatMustHoldHolds(String preset) throws MachineException {
        var machine = MachineFile.preset(preset);
        var trace = SyntheticScene.SMALL.trace(2);
        var result = Simulation.run(trace, machine);
        long longest = 0;
        long sum = 0;
        for (var unit : result.units()) {
            assertThat(unit.total()).as(unit.name()).isEqualTo(result.cycles());
            assertThat(unit.cycles(UnitState.BUSY)).as(unit.name()).isEqualTo(unit.service());
            longest = Math.max(longest, unit.service());
            sum += unit.service();
        }
        assertThat(result.cycles()).isBetween(longest, sum);
        assertThat(result.frames()).hasSize(2).isSorted();
        assertThat(result.frames().getLast()).isEqualTo(result.cycles());
        // Two frames of 64,000 triangles, of which half face the eye.
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(2 * 64_000);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(2 * 32_000);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(shaded(trace));
    }

    static long shaded(WorkTrace trace) {
        long sum = 0;
        for (var phase : trace.phases()) {
            for (int row = 0; row < phase.pixels().rows(); row++) {
                for (int column = 0; column < phase.pixels().columns(); column++) {
                    sum += phase.pixels().shaded(column, row);
                }
            }
        }
        return sum;
    }

    @Test
    void theSameTraceAndMachineGiveTheSameCycles() throws MachineException {
        var machine = MachineFile.preset("desktop");
        var first = Simulation.run(SyntheticScene.SMALL.trace(1), machine);
        var again = Simulation.run(SyntheticScene.SMALL.trace(1), machine);
        assertThat(again.cycles()).isEqualTo(first.cycles());
        assertThat(again.events()).isEqualTo(first.events());
        for (int unit = 0; unit < first.units().size(); unit++) {
            for (var state : UnitState.values()) {
                assertThat(again.units().get(unit).cycles(state))
                        .isEqualTo(first.units().get(unit).cycles(state));
            }
        }
    }

    /** More of what a machine has too little of helps, and never harms by more than a hair. */
    @Test
    void moreBandwidthIsNeverSlower() throws MachineException {
        var trace = SyntheticScene.SMALL.trace(1);
        long last = Long.MAX_VALUE / 2;
        long first = 0;
        for (int bandwidth = 8; bandwidth <= 1024; bandwidth *= 2) {
            var machine =
                    MachineFile.preset("desktop").with("memory.bandwidth", bandwidth + " B/cycle");
            long cycles = Simulation.run(trace, machine).cycles();
            assertThat(cycles).as("%d B/cycle", bandwidth).isLessThan(last + last / 200);
            first = first == 0 ? cycles : first;
            last = cycles;
        }
        assertThat(first).isGreaterThan(10 * last);
    }

    @Test
    void spansSeenAddUpToAccounts() throws MachineException {
        var seen = new HashMap<Account, long[]>();
        var ends = new HashMap<Account, Long>();
        var gaps = new ArrayList<String>();
        UnitWatch watch =
                (unit, state, from, to) -> {
                    if (ends.getOrDefault(unit, 0L) != from) {
                        gaps.add(unit.name());
                    }
                    ends.put(unit, to);
                    seen.computeIfAbsent(unit, u -> new long[UnitState.values().length])[
                                    state.ordinal()] +=
                            to - from;
                };
        var result =
                Simulation.run(
                        SyntheticScene.SMALL.trace(1),
                        MachineFile.preset("desktop"),
                        TieOrder.SCHEDULED,
                        watch);
        assertThat(gaps).isEmpty();
        for (var unit : result.units()) {
            for (var state : UnitState.values()) {
                assertThat(seen.get(unit)[state.ordinal()]).isEqualTo(unit.cycles(state));
            }
            assertThat(ends.get(unit)).isEqualTo(result.cycles());
        }
    }
}
