package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.IdleKeys;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.SyntheticScene;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Chiplets of a package: who looks, who renders which bin, and when. */
class PackageTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 32, 24, 0, 0);

    /** What looking at both chunks takes: see {@link #twoBinsTakeTheSum}. */
    private static final long LOOK = 220;

    /** What a stream of 30 bytes takes. */
    private static final long STREAM = 1 + 200;

    /** What rendering a bin takes, until its pixels are on their way; its shading is 48 of it. */
    private static final long BIN = 654;

    /** What pixels take to memory. */
    private static final long PIXELS = 64 * 64 * 4 / 64 + 100;

    private static Machine chiplets(int count, String... settings) throws MachineException {
        var all = new ArrayList<String>();
        all.add("group.gpus=" + count);
        all.add("group.split=bins");
        all.addAll(List.of(settings));
        return OneGpuTest.simple(all.toArray(new String[0]));
    }

    /** Two bins of a tile each, and a chunk of 30 triangles in either. */
    private static WorkTrace twoBins(int frames, int hundredOperations) {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < frames; frame++) {
            var target = new TracePhase.Target(128, 64, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            builder.draw(COST, false, true);
            for (int bin = 0; bin < 2; bin++) {
                builder.chunk(30, 20, 20, -1);
                for (int i = 0; i < 30; i++) {
                    builder.primitive(64 * bin + 4, 4, 64 * bin + 12, 12, 20, i % 3 == 0);
                }
                builder.pixels(4 * bin, 0, 500, bin == 0 ? 120 : hundredOperations, 0);
            }
            phases.add(builder.build());
        }
        return new WorkTrace("by hand", "test", phases);
    }

    /** Chiplet 0 looks and renders a bin; chiplet 1 waits for its stream, and renders the other. */
    @Test
    void twoBinsTakeTheSum() throws MachineException {
        var result =
                Simulation.run(twoBins(1, 120), chiplets(2, "bins.count=2", "bins.assign=static"));
        long commands = 10 + 5;
        long fetch = 90 / 3;
        long read = 10 + 100; // 90 indices of 4 bytes, 20 positions of 12, over 64
        long positions = 320 / 64;
        long setup = 30; // the second chunk is there before the first is set up
        long look = commands + fetch + read + positions + 2 * setup;
        assertThat(look).isEqualTo(LOOK);
        long sorted = commands + fetch + 16 + 100 + 10 + 30 + 15;
        assertThat(sorted + 62 + 62 + 100 + 38 + 48 + 128).isEqualTo(BIN);
        assertThat(result.frames()).containsExactly(LOOK + STREAM + BIN);
        assertThat(result.cycles()).isEqualTo(LOOK + STREAM + BIN + PIXELS);
        var waits = result.unit("Gpu[1].Commands");
        assertThat(waits.cycles(UnitState.BUSY)).isEqualTo(15);
        // Until the stream has come; then the bin is on lists, and all wait for nothing more.
        assertThat(waits.cycles(UnitState.DEPENDENCY)).isEqualTo(LOOK);
        assertThat(waits.cycles(UnitState.LINK)).isEqualTo(STREAM);
        var first = result.unit("Gpu[0].Commands");
        assertThat(first.cycles(UnitState.BUSY)).isEqualTo(25 + 15);
        assertThat(first.cycles(UnitState.SYNCHRONISATION)).isEqualTo(result.cycles() - LOOK - BIN);
        assertThat(result.unit("Gpu[0].Link").cycles(UnitState.BUSY)).isEqualTo(1);
    }

    @Test
    void countersSayWhoDidWhat() throws MachineException {
        var result =
                Simulation.run(twoBins(1, 120), chiplets(2, "bins.count=2", "bins.assign=static"));
        var first = result.gpus().get(0);
        var second = result.gpus().get(1);
        assertThat(first.count(ModelCounter.CHUNKS_LOOKED)).isEqualTo(2);
        assertThat(second.count(ModelCounter.CHUNKS_LOOKED)).isZero();
        assertThat(first.count(ModelCounter.BINS)).isEqualTo(1);
        assertThat(second.count(ModelCounter.BINS)).isEqualTo(1);
        assertThat(first.count(ModelCounter.VERTICES)).isEqualTo(40 + 20);
        assertThat(second.count(ModelCounter.VERTICES)).isEqualTo(20);
        assertThat(first.count(ModelCounter.PRIMITIVES)).isEqualTo(60 + 30);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(60);
        assertThat(result.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(2);
        assertThat(result.count(ModelCounter.CHUNKS_FOR_NOTHING)).isZero();
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(1000);
        // Header and check, 28 bytes; an item of all 30 of a chunk: its head, and how many.
        assertThat(first.count(ModelCounter.STREAM_BYTES)).isEqualTo(2 * 30);
        assertThat(first.count(ModelCounter.LINK_BYTES)).isEqualTo(30);
        assertThat(second.count(ModelCounter.LINK_BYTES)).isZero();
    }

    /**
     * The second bin is the long one. One after the other, the next frame is looked at when it is
     * done; overlapped, while it is at work, and then its stream is there at once.
     */
    @Test
    void framesOverlap() throws MachineException {
        var trace = twoBins(2, 12_000);
        long longBin = BIN - 48 + 2 * 2344; // 1.2 million operations: 8 groups on 4 units of 64
        long frame = LOOK + STREAM + longBin;
        var after = Simulation.run(trace, chiplets(2, "bins.count=2", "bins.assign=static"));
        assertThat(after.frames()).containsExactly(frame, 2 * frame);
        assertThat(after.cycles()).isEqualTo(2 * frame + PIXELS);
        var overlapped =
                Simulation.run(
                        trace,
                        chiplets(2, "bins.count=2", "bins.assign=static", "bins.overlap=on"));
        // It reads for the next bin as soon as memory has taken the pixels of the last one.
        long held = 256 - 45;
        assertThat(overlapped.frames()).containsExactly(frame, frame + longBin + held);
        var waits = overlapped.unit("Gpu[1].Commands");
        assertThat(waits.cycles(UnitState.DEPENDENCY)).isEqualTo(LOOK);
        assertThat(waits.cycles(UnitState.LINK)).isEqualTo(STREAM);
        assertThat(overlapped.items()).isEqualTo(after.items());
    }

    /** No more than two frames are under way: the third is looked at when the first is done. */
    @Test
    void noMoreThanTwoFramesAreUnderWay() throws MachineException {
        var machine = chiplets(2, "bins.count=2", "bins.assign=static", "bins.overlap=on");
        var looked = new ArrayList<Long>();
        UnitWatch watch =
                (unit, state, from, to) -> {
                    // Looking at two chunks of a draw call keeps the command processor for 25.
                    if (unit.name().equals("Gpu[0].Commands")
                            && state == UnitState.BUSY
                            && to - from == 25) {
                        looked.add(from);
                    }
                };
        var result = Simulation.run(twoBins(4, 12_000), machine, TieOrder.SCHEDULED, watch);
        assertThat(looked).hasSize(4);
        assertThat(looked.get(1)).isEqualTo(LOOK + BIN);
        assertThat(looked.get(2)).isEqualTo(result.frames().get(0));
        assertThat(looked.get(3)).isEqualTo(result.frames().get(1));
    }

    /** What is painted while it is looked at needs no second vertex work, and no stream. */
    @Test
    void theFirstBinIsPaintedWhereVerticesGoAllTheWay() throws MachineException {
        var result =
                Simulation.run(
                        twoBins(1, 120),
                        chiplets(2, "bins.count=2", "bins.assign=static", "bins.vertices=full"));
        assertThat(result.count(ModelCounter.BINS)).isEqualTo(2);
        assertThat(result.gpus().get(0).count(ModelCounter.VERTICES)).isEqualTo(40);
        assertThat(result.gpus().get(1).count(ModelCounter.VERTICES)).isEqualTo(20);
        assertThat(result.gpus().get(0).count(ModelCounter.STREAM_BYTES)).isEqualTo(30);
        assertThat(result.gpus().get(0).count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(2);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(1000);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(60);
        // Both chunks are on lists: commands, reads of all, vertices, set-up twice, the last list.
        // The second has nothing in the bin, so that its list takes no time.
        long read = 16 + 100;
        long sorted = 15 + 30 + read + 10 + 30 + 30;
        assertThat(result.frames()).containsExactly(sorted + STREAM + BIN);
    }

    /** Beside another frame nothing is painted, and so positions are enough. */
    @Test
    void nothingIsPaintedWhereFramesOverlap() throws MachineException {
        var overlap = chiplets(2, "bins.count=2", "bins.overlap=on");
        var positions = Simulation.run(twoBins(2, 120), overlap);
        var full = Simulation.run(twoBins(2, 120), overlap.with("bins.vertices", "full"));
        assertThat(full.cycles()).isEqualTo(positions.cycles());
        assertThat(full.count(ModelCounter.VERTICES))
                .isEqualTo(positions.count(ModelCounter.VERTICES));
    }

    /** What early Z finds hidden is looked at, and named nowhere. */
    @Test
    void whatIsHiddenIsNotNamed() throws MachineException {
        var result =
                Simulation.run(twoBins(1, 120), chiplets(2, "bins.count=2", "early-z.cull=on"));
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(40);
        // Of 20 vertices two thirds, rounded up, for each bin.
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(40 + 2 * 14);
        // All but each third: a plane of 4 bytes.
        assertThat(result.count(ModelCounter.STREAM_BYTES)).isEqualTo(2 * (30 + 4));
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(1000);
    }

    /** Six bins, the first two with much work; three chiplets. */
    private static WorkTrace unequalBins(int frames) {
        var phases = new ArrayList<TracePhase>();
        for (int frame = 0; frame < frames; frame++) {
            var target = new TracePhase.Target(384, 64, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            builder.draw(COST, false, true);
            int[] chunks = {8, 1, 1, 8, 1, 1};
            for (int bin = 0; bin < 6; bin++) {
                for (int chunk = 0; chunk < chunks[bin]; chunk++) {
                    builder.chunk(200, 120, 120, -1);
                    for (int i = 0; i < 200; i++) {
                        builder.primitive(64 * bin + 4, 4, 64 * bin + 12, 12, 10, false);
                    }
                    builder.pixels(4 * bin, 0, 1000, 2000, 0);
                }
            }
            phases.add(builder.build());
        }
        return new WorkTrace("unequal", "test", phases);
    }

    /** By the fixed rule chiplet 0 gets both large bins; by load a chiplet has one to itself. */
    @Test
    void largeBinsLeaveTheirChipletsAlone() throws MachineException {
        var fixed =
                Simulation.run(unequalBins(1), chiplets(3, "bins.count=6", "bins.assign=static"));
        assertThat(fixed.gpus().stream().map(gpu -> gpu.count(ModelCounter.BINS)))
                .containsExactly(2L, 2L, 2L);
        assertThat(fixed.gpus().stream().map(gpu -> gpu.count(ModelCounter.SET_UP)))
                .containsExactly(3200L, 400L, 400L);
        var dynamic = Simulation.run(unequalBins(1), chiplets(3, "bins.count=6"));
        assertThat(dynamic.gpus().stream().map(gpu -> gpu.count(ModelCounter.SET_UP)))
                .containsExactlyInAnyOrder(1600L, 1600L, 800L);
        assertThat(dynamic.cycles()).isLessThan(fixed.cycles() * 2 / 3);
        assertThat(dynamic.count(ModelCounter.FRAGMENTS))
                .isEqualTo(fixed.count(ModelCounter.FRAGMENTS));
    }

    /** A chiplet of three times the speed gets more than the others. */
    @Test
    void fastChipletsGetMore() throws MachineException {
        var machine = chiplets(3, "bins.count=32", "group.speeds=1 3 1");
        var result = Simulation.run(SyntheticScene.SMALL.trace(3), machine);
        var fragments =
                result.gpus().stream().map(gpu -> gpu.count(ModelCounter.FRAGMENTS)).toList();
        assertThat(fragments.get(1)).isGreaterThan(2 * fragments.get(0));
        assertThat(fragments.get(1)).isGreaterThan(2 * fragments.get(2));
    }

    /** Where the first looks at the next frame, it is left fewer bins of this one. */
    @Test
    void whoLooksIsLeftFewerBins() throws MachineException {
        var trace = new SyntheticScene(1280, 720, 96, 1000, 50, 0, 0, 3).trace(4);
        var result = Simulation.run(trace, chiplets(3, "bins.count=32", "bins.overlap=on"));
        long first = result.gpus().get(0).count(ModelCounter.SET_UP);
        assertThat(first).isLessThan(result.gpus().get(1).count(ModelCounter.SET_UP) * 9 / 10);
        var after = Simulation.run(trace, chiplets(3, "bins.count=32"));
        assertThat(result.cycles()).isLessThan(after.cycles() * 19 / 20);
    }

    /** Looking is shared: each a part, told as so many streams; bins wait for the last part. */
    @Test
    void severalMayLook() throws MachineException {
        var one = Simulation.run(twoBins(1, 120), chiplets(2, "bins.count=2"));
        var machine = chiplets(2, "bins.count=2", "bins.lookers=2", "bins.assign=static");
        var both = Simulation.run(twoBins(1, 120), machine);
        assertThat(both.gpus().stream().map(gpu -> gpu.count(ModelCounter.CHUNKS_LOOKED)))
                .containsExactly(1L, 1L);
        // Each tells of both bins: one with an item, one empty.
        assertThat(both.count(ModelCounter.STREAM_BYTES)).isEqualTo(2 * (30 + 28));
        assertThat(both.count(ModelCounter.LINK_BYTES)).isEqualTo(2 * 28);
        assertThat(both.count(ModelCounter.VERTICES)).isEqualTo(80);
        // Each looks at its chunk; then the other's word has to come.
        long look = LOOK - 30;
        assertThat(both.frames()).containsExactly(look + STREAM + BIN);
        assertThat(one.frames()).containsExactly(LOOK + STREAM + BIN);
        // By load they tell each other first: two bins of 8 bytes, a cycle and the latency.
        var byLoad = Simulation.run(twoBins(1, 120), machine.with("bins.assign", "dynamic"));
        assertThat(byLoad.frames()).containsExactly(look + STREAM + STREAM + BIN);
        assertThat(byLoad.count(ModelCounter.LINK_BYTES)).isEqualTo(2 * 28 + 2 * 16);
        for (int gpu = 0; gpu < 2; gpu++) {
            var waits = byLoad.unit("Gpu[%d].Commands".formatted(gpu));
            assertThat(waits.cycles(UnitState.LINK)).isEqualTo(2 * STREAM);
            assertThat(both.unit("Gpu[%d].Commands".formatted(gpu)).cycles(UnitState.LINK))
                    .isEqualTo(STREAM);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "3, positions, dynamic, off, 1",
        "3, positions, static, on, 1",
        "8, full, dynamic, off, 1",
        "4, positions, dynamic, on, 4",
        "16, positions, static, off, 5",
        "2, full, static, on, 2"
    })
    void whatMustHoldHolds(int count, String vertices, String assign, String overlap, int lookers)
            throws MachineException {
        var machine =
                MachineFile.preset("chiplets-3")
                        .with("group.gpus", Integer.toString(count))
                        .with("bins.vertices", vertices)
                        .with("bins.assign", assign)
                        .with("bins.overlap", overlap)
                        .with("bins.lookers", Integer.toString(lookers));
        var trace = SyntheticScene.SMALL.trace(2);
        var result = Simulation.run(trace, machine);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(trace));
        assertThat(result.count(ModelCounter.BINS)).isEqualTo(2 * 32);
        boolean paints = vertices.equals("full") && overlap.equals("off");
        assertThat(result.count(ModelCounter.CHUNKS_LOOKED)).isEqualTo(paints ? 0 : 2 * 256);
        assertThat(result.count(ModelCounter.LINK_BYTES)).isPositive();
        assertThat(result.frames()).hasSize(2).isSorted();
        for (var unit : result.units()) {
            assertThat(unit.total()).as(unit.name()).isEqualTo(result.cycles());
        }
        var reversed = Simulation.run(trace, machine, TieOrder.REVERSED, UnitWatch.NONE);
        for (var counter :
                List.of(
                        ModelCounter.FRAGMENTS,
                        ModelCounter.SET_UP,
                        ModelCounter.ENTRIES,
                        ModelCounter.VERTICES,
                        ModelCounter.STREAM_BYTES)) {
            assertThat(reversed.count(counter)).isEqualTo(result.count(counter));
        }
        assertThat((double) reversed.cycles() / result.cycles()).isCloseTo(1, within(0.03));
    }

    /** Streams are little: links of a hundredth cost a package little, a group of hints more. */
    @Test
    void narrowLinksAreEnough() throws MachineException {
        var trace = SyntheticScene.SMALL.trace(3);
        var machine = MachineFile.preset("chiplets-3");
        long wide = Simulation.run(trace, machine).cycles();
        long narrow = Simulation.run(trace, machine.with("link.bandwidth", "7.68 GB/s")).cycles();
        assertThat((double) narrow / wide).isBetween(1.0, 1.05);
    }

    /** More chiplets are not slower; where one alone looks, that is what remains. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "on"})
    void moreChipletsAreNotSlower(String overlap) throws MachineException {
        long last = Long.MAX_VALUE / 2;
        var trace = SyntheticScene.SMALL.trace(3);
        for (int count = 2; count <= 16; count *= 2) {
            var machine =
                    MachineFile.preset("chiplets-3")
                            .with("group.gpus", Integer.toString(count))
                            .with("bins.overlap", overlap);
            long cycles = Simulation.run(trace, machine).cycles();
            assertThat(cycles).as("%d chiplets", count).isLessThan(last + last / 50);
            last = cycles;
        }
    }

    /** Settings of bins that make no difference say why. */
    @Test
    void settingsThatDoNothingSaySo() throws MachineException {
        var regions = MachineFile.preset("group-4");
        assertThat(IdleKeys.why(regions, MachineKey.BINS)).contains("group.split is hints");
        var bins = regions.with("group.split", "bins");
        assertThat(IdleKeys.why(bins, MachineKey.BINS)).isEmpty();
        assertThat(IdleKeys.why(bins, MachineKey.BIN_VERTICES)).isEmpty();
        assertThat(IdleKeys.why(bins, MachineKey.BIN_COUNTS)).contains("bins.lookers is 1");
        var overlap = bins.with("bins.overlap", "on");
        assertThat(IdleKeys.why(overlap, MachineKey.BIN_VERTICES)).contains("bins.overlap is on");
        var several = bins.with("bins.lookers", "4");
        assertThat(IdleKeys.why(several, MachineKey.BIN_COUNTS)).isEmpty();
        assertThat(IdleKeys.why(several, MachineKey.BIN_VERTICES))
                .contains("bins.lookers is above 1");
    }

    /**
     * Groups of patches on two chiplets: one of each bin, and one of both. Who looks runs all hull
     * stages, and each bin those of which it needs something.
     */
    @Test
    void patchesRunForWhoLooksAndForEachBin() throws MachineException {
        var target = new TracePhase.Target(128, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(new DrawCost(48, 48, 0, 20, 40, 50, 0, 400), false, false);
        int[][] binsOf = {{0}, {1}, {0, 1}};
        for (var bins : binsOf) {
            int group = builder.patches(32, 128, 30 * bins.length, 30 * bins.length);
            for (int bin : bins) {
                builder.chunk(30, 20, 20, group);
                for (int i = 0; i < 30; i++) {
                    builder.primitive(64 * bin + 4, 4, 64 * bin + 12, 12, 20, false);
                }
            }
        }
        var trace = new WorkTrace("patches", "test", List.of(builder.build()));
        for (var mode : List.of("off", "cap", "on", "policy")) {
            var result =
                    Simulation.run(
                            trace,
                            chiplets(
                                    2,
                                    "bins.count=2",
                                    "bins.assign=static",
                                    "throttle.mode=" + mode));
            var first = result.gpus().get(0);
            var second = result.gpus().get(1);
            assertThat(first.count(ModelCounter.PATCH_GROUPS)).as(mode).isEqualTo(3 + 2);
            assertThat(second.count(ModelCounter.PATCH_GROUPS)).as(mode).isEqualTo(2);
            assertThat(first.count(ModelCounter.CHUNKS_LOOKED)).as(mode).isEqualTo(4);
            // Control points of each hull stage, and domain points of each chunk.
            assertThat(first.count(ModelCounter.VERTICES)).isEqualTo(5 * 128 + (4 + 2) * 20);
            assertThat(second.count(ModelCounter.VERTICES)).isEqualTo(2 * 128 + 2 * 20);
            assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(120);
            assertThat(result.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(4);
        }
    }
}
