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
import java.util.Optional;

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
        all.add("bins.vertices=positions");
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

    /** A chunk of some primitives, so many in each of some bins of 64 pixels, some hidden. */
    private static void chunk(PhaseBuilder builder, int hidden, int... inBin) {
        int primitives = 0;
        for (int count : inBin) {
            primitives += count;
        }
        builder.chunk(primitives, 20, 20, -1);
        for (int bin = 0; bin < inBin.length; bin++) {
            for (int i = 0; i < inBin[bin]; i++) {
                builder.primitive(64 * bin + 4, 4, 64 * bin + 12, 12, 20, hidden-- > 0);
            }
        }
    }

    /** Seven chunks of 20 vertices over five bins; a vertex costs 100 for its place, 100 beside. */
    private static WorkTrace fiveBins() {
        var target = new TracePhase.Target(320, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(new DrawCost(32, 12, 4, 100, 200, 24, 0, 0), false, true);
        chunk(builder, 10, 30); // A: a third is hidden
        chunk(builder, 0, 15, 15); // B
        chunk(builder, 6, 15, 0, 15); // C: something is hidden in the first, nothing in the second
        chunk(builder, 30, 0, 0, 0, 30); // D: all is hidden
        builder.hideChunk();
        builder.chunk(30, 20, 0, -1); // E
        builder.dropped(30, 0, 0);
        builder.chunk(30, 20, 0, -1); // F
        builder.dropped(0, 30, 0);
        chunk(builder, 0, 10, 10, 10, 10, 10); // G
        return new WorkTrace("five bins", "test", List.of(builder.build()));
    }

    private static long busy(SimulationResult result, String unit) {
        return result.unit(unit).cycles(UnitState.BUSY);
    }

    /**
     * Chunks A, B, D lie in two bins at most, E outside: boxes. C and G lie in more, and F nobody
     * knows where: all their vertices are placed, and what is hidden is named as well. Each bin
     * culls what it is told of, and sets up what is left: B in two bins.
     */
    @Test
    void whatLiesInTwoBinsIsCulledThere() throws MachineException {
        var result =
                Simulation.run(
                        fiveBins(),
                        chiplets(
                                2,
                                "bins.count=5",
                                "bins.assign=static",
                                "bins.vertices=bounds",
                                "geometry.binning=0.5 /cycle",
                                "early-z.cull=on"));
        var first = result.gpus().get(0);
        var second = result.gpus().get(1);
        assertThat(first.count(ModelCounter.CHUNKS_LOOKED)).isEqualTo(7);
        assertThat(result.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(4);
        // Placed for early Z, and again for what it leaves: in proportion, rounded up.
        long look = 20 + 20 + 20; // C, F, G
        long bin0 = 20 + 20 + 10 + 4 + (14 + 10 + 6 + 4); // A, B, C, G
        long bin1 = 20 + 4 + (10 + 4); // B, G
        long bin2 = 10 + 4 + (10 + 4); // C, G
        long bin3 = 4 + 4; // G; of D a box
        long bin4 = 4 + 4; // G
        assertThat(first.count(ModelCounter.VERTICES)).isEqualTo(look + bin0 + bin2 + bin4);
        assertThat(second.count(ModelCounter.VERTICES)).isEqualTo(bin1 + bin3);
        // Varyings of what is left alone.
        long varyings = 34 + 14 + 4;
        assertThat(first.count(ModelCounter.HUNDRED_OPERATIONS))
                .isEqualTo(look + bin0 + bin2 + bin4 + varyings);
        assertThat(second.count(ModelCounter.HUNDRED_OPERATIONS)).isEqualTo(bin1 + bin3 + 14 + 4);
        assertThat(first.count(ModelCounter.PRIMITIVES))
                .isEqualTo((30 + 30 + 50) + (85 + 54) + (25 + 25) + (10 + 10));
        assertThat(second.count(ModelCounter.PRIMITIVES)).isEqualTo((40 + 25) + (10 + 10));
        assertThat(first.count(ModelCounter.SET_UP)).isEqualTo(54 + 25 + 10);
        assertThat(second.count(ModelCounter.SET_UP)).isEqualTo(25 + 10);
        assertThat(result.count(ModelCounter.CHUNKS_HIDDEN)).isEqualTo(1);
        assertThat(result.count(ModelCounter.CHUNKS_FOR_NOTHING)).isZero();
        // Seven boxes of 7 cycles; 1 primitive a cycle, 5 in culling; names of C and G take longer.
        assertThat(busy(result, "Gpu[0].Setup"))
                .isEqualTo(7 * 7 + (60 + 30 + 100) + (17 + 54) + (5 + 25) + (2 + 10));
        assertThat(busy(result, "Gpu[1].Setup")).isEqualTo((8 + 25) + (7 + 2 + 10));
        // Beside header and check an item each: head, size if it is another one, a run is 3 bytes.
        long a = 1 + 1;
        long c = 1 + 3;
        long g = 1 + 1 + 3;
        assertThat(result.count(ModelCounter.STREAM_BYTES))
                .isEqualTo(5 * 28 + (a + 1 + c + g) + (a + g) + (1 + c + g) + (a + g) + g);
        assertThat(result.count(ModelCounter.BINS)).isEqualTo(5);
    }

    /**
     * Without early Z four bins are few enough: C as well, also in the bin that it has no part in.
     */
    @Test
    void withoutEarlyZFourBinsAreFew() throws MachineException {
        var result =
                Simulation.run(
                        fiveBins(),
                        chiplets(2, "bins.count=5", "bins.assign=static", "bins.vertices=bounds"));
        var first = result.gpus().get(0);
        var second = result.gpus().get(1);
        assertThat(first.count(ModelCounter.CHUNKS_LOOKED)).isEqualTo(7);
        assertThat(result.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(5);
        long look = 20 + 20; // F, G
        long bin0 = 20 + 20 + 20 + 4; // A, B, C, G
        long bin1 = 20 + 20 + 4; // B, C, G
        long bin2 = 20 + 4; // C, G
        long bin3 = 20 + 4; // D, G
        long bin4 = 4; // G
        assertThat(first.count(ModelCounter.VERTICES)).isEqualTo(look + bin0 + bin2 + bin4);
        assertThat(second.count(ModelCounter.VERTICES)).isEqualTo(bin1 + bin3);
        // Varyings of what lies in the bin.
        assertThat(first.count(ModelCounter.HUNDRED_OPERATIONS))
                .isEqualTo(look + bin0 + bin2 + bin4 + (20 + 10 + 10 + 4) + (10 + 4) + 4);
        assertThat(second.count(ModelCounter.HUNDRED_OPERATIONS))
                .isEqualTo(bin1 + bin3 + (10 + 4) + (20 + 4));
        assertThat(first.count(ModelCounter.PRIMITIVES)).isEqualTo(80 + 100 + 40 + 10);
        assertThat(second.count(ModelCounter.PRIMITIVES)).isEqualTo(70 + 40);
        assertThat(first.count(ModelCounter.SET_UP)).isEqualTo(70 + 25 + 10);
        assertThat(second.count(ModelCounter.SET_UP)).isEqualTo(25 + 40);
        assertThat(result.count(ModelCounter.CHUNKS_FOR_NOTHING)).isEqualTo(1);
        assertThat(busy(result, "Gpu[0].Setup")).isEqualTo(7 * 7 + 80 + 100 + 40 + 10);
        assertThat(busy(result, "Gpu[1].Setup")).isEqualTo(70 + 40);
        long a = 1 + 1;
        long g = 1 + 1 + 3;
        assertThat(result.count(ModelCounter.STREAM_BYTES))
                .isEqualTo(5 * 28 + (a + 1 + 1 + g) + (a + 1 + g) + (a + g) + (a + g) + g);
    }

    /** A look at two boxes, and bins that cull before they render, to the cycle. */
    @Test
    void boxesAreSoonLookedAt() throws MachineException {
        var machine = chiplets(2, "bins.count=2", "bins.assign=static", "bins.vertices=bounds");
        long look = 10 + 5 + 10 + (1 + 100) + 7; // 24 bytes
        var plain = Simulation.run(twoBins(1, 120), machine);
        assertThat(plain.frames()).containsExactly(look + STREAM + BIN);
        var culled = Simulation.run(twoBins(1, 120), machine.with("early-z.cull", "on"));
        // As culling: 90 indices, 20 positions, 30 tests. To render: 20 of them, 14 vertices.
        long culling = 10 + 5 + 30; // commands and indices; what follows is asked for meanwhile
        long read = 20 + 11 + 100;
        long sorted = culling + read + 7 + 20 + 10;
        long list = (2 * 20 * (4 + 128) + 63) / 64 + 100; // written, and read
        assertThat(culled.frames()).containsExactly(look + STREAM + sorted + list + 25 + 48 + 128);
    }

    /**
     * Four parts of 64 primitives, of which the first lies in bin 0, the second in both, the others
     * in bin 1: bins take in 128 and 192 of 256 primitives, and those that cull render the 100 and
     * 156 that they have. It is the same with primitives that face away, one after each that does
     * not; to render them there are as many vertices for half as many.
     */
    @Test
    void binsTakeInPartsOfAChunk() throws MachineException {
        int[][] kept = {{100, 156}, {50, 78}};
        for (int[] inBin : kept) {
            var target = new TracePhase.Target(128, 64, 1, 4, 8);
            var builder = new PhaseBuilder(0, "main", target, 64);
            builder.draw(COST, false, true);
            builder.chunk(256, 128, 128, -1);
            for (int bin = 0; bin < 2; bin++) {
                for (int i = 0; i < inBin[bin]; i++) {
                    builder.primitive(64 * bin + 4, 4, 64 * bin + 12, 12, 20, false);
                }
            }
            int away = 256 - inBin[0] - inBin[1];
            builder.dropped(0, away, 0);
            var trace = new WorkTrace("parts", "test", List.of(builder.build()));
            var off = chiplets(2, "bins.count=2", "bins.vertices=bounds");
            var culled = Simulation.run(trace, off.with("early-z.cull", "on"));
            assertThat(culled.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(1);
            assertThat(culled.count(ModelCounter.VERTICES)).isEqualTo(64 + 96 + 50 + 78);
            assertThat(culled.count(ModelCounter.PRIMITIVES))
                    .isEqualTo(128 + 192 + inBin[0] + inBin[1]);
            var once = Simulation.run(trace, off);
            assertThat(once.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(1);
            assertThat(once.count(ModelCounter.VERTICES)).isEqualTo(64 + 96);
            assertThat(once.count(ModelCounter.PRIMITIVES)).isEqualTo(128 + 192);
        }
    }

    /** What early Z does not ask about is rendered at once, in each bin all of it. */
    @Test
    void whatIsNotTestedIsNotCulledInBins() throws MachineException {
        var target = new TracePhase.Target(128, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, true, false);
        chunk(builder, 0, 10, 20);
        var trace = new WorkTrace("untested", "test", List.of(builder.build()));
        var result =
                Simulation.run(
                        trace,
                        chiplets(2, "bins.count=2", "bins.vertices=bounds", "early-z.cull=on"));
        assertThat(result.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(1);
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(20 + 20);
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo(30 + 30);
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(10 + 20);
    }

    /** A bin of which all is hidden, triangle by triangle, is not through before that is known. */
    @Test
    void binsWaitForWhatIsCulled() throws MachineException {
        var target = new TracePhase.Target(192, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        chunk(builder, 30, 30);
        chunk(builder, 0, 0, 0, 30);
        var trace = new WorkTrace("hidden", "test", List.of(builder.build()));
        var result =
                Simulation.run(
                        trace,
                        chiplets(
                                2,
                                "bins.count=3",
                                "bins.assign=static",
                                "bins.vertices=bounds",
                                "early-z.cull=on"));
        long look = 133;
        long hidden = 15 + 30 + 110 + 5 + 6; // commands, indices, positions, tests
        long sorted = 15 + 30 + 30 + 116 + 10 + 30 + 15; // indices are asked for twice
        long seen = sorted + 62 + 62 + 100 + 38 + 128;
        assertThat(result.frames()).containsExactly(look + hidden + seen);
    }

    /** Hidden or not, what lies in three bins is looked at; each of them drops it by its box. */
    @Test
    void whatIsHiddenInManyBinsIsLookedAt() throws MachineException {
        var target = new TracePhase.Target(192, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        chunk(builder, 30, 10, 10, 10);
        builder.hideChunk();
        var trace = new WorkTrace("hidden", "test", List.of(builder.build()));
        var machine = chiplets(2, "bins.count=3", "bins.vertices=bounds", "early-z.cull=on");
        var result = Simulation.run(trace, machine);
        assertThat(result.count(ModelCounter.CHUNKS_BY_BOUNDS)).isZero();
        assertThat(result.count(ModelCounter.VERTICES)).isEqualTo(20);
        assertThat(result.count(ModelCounter.CHUNKS_HIDDEN)).isEqualTo(3);
        assertThat(result.count(ModelCounter.SET_UP)).isZero();
    }

    /** Nobody knows where it was of which nothing is left; if it is hidden, its box was. */
    @Test
    void whatFacesAwayIsLookedAtUnlessItIsHidden() throws MachineException {
        var target = new TracePhase.Target(192, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        builder.chunk(30, 20, 0, -1);
        builder.dropped(10, 20, 0);
        builder.hideChunk();
        var trace = new WorkTrace("away", "test", List.of(builder.build()));
        var off = chiplets(2, "bins.count=3", "bins.vertices=bounds");
        var looked = Simulation.run(trace, off);
        assertThat(looked.count(ModelCounter.CHUNKS_BY_BOUNDS)).isZero();
        assertThat(looked.count(ModelCounter.VERTICES)).isEqualTo(20);
        var hidden = Simulation.run(trace, off.with("early-z.cull", "on"));
        assertThat(hidden.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(1);
        assertThat(hidden.count(ModelCounter.VERTICES)).isZero();
    }

    /** Beside patches early Z comes with the look, at positions; without it, bounds will do. */
    @Test
    void besidePatchesEarlyZComesWithTheLook() throws MachineException {
        var target = new TracePhase.Target(128, 64, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 64);
        builder.draw(COST, false, true);
        chunk(builder, 10, 30);
        builder.draw(new DrawCost(48, 48, 0, 20, 40, 50, 0, 400), false, false);
        int group = builder.patches(32, 128, 30, 30);
        builder.chunk(30, 20, 20, group);
        for (int i = 0; i < 30; i++) {
            builder.primitive(68, 4, 76, 12, 20, false);
        }
        var trace = new WorkTrace("beside patches", "test", List.of(builder.build()));
        var positions = chiplets(2, "bins.count=2", "early-z.cull=on");
        var bounds = positions.with("bins.vertices", "bounds");
        var looked = Simulation.run(trace, bounds);
        assertThat(looked.count(ModelCounter.CHUNKS_BY_BOUNDS)).isZero();
        assertThat(looked.cycles()).isEqualTo(Simulation.run(trace, positions).cycles());
        var off = Simulation.run(trace, bounds.with("early-z.cull", "off"));
        assertThat(off.count(ModelCounter.CHUNKS_BY_BOUNDS)).isEqualTo(1);
        // Control points where it is looked at and where it is rendered, likewise domain points.
        assertThat(off.count(ModelCounter.VERTICES)).isEqualTo(20 + 2 * (128 + 20));
    }

    /** Of several that look each takes a part; what they find together is what one finds. */
    @Test
    void severalLookByBounds() throws MachineException {
        var machine = chiplets(2, "bins.count=5", "bins.vertices=bounds", "early-z.cull=on");
        var one = Simulation.run(fiveBins(), machine);
        var both = Simulation.run(fiveBins(), machine.with("bins.lookers", "2"));
        assertThat(both.gpus().stream().map(gpu -> gpu.count(ModelCounter.CHUNKS_LOOKED)))
                .containsExactly(4L, 3L);
        for (var counter :
                List.of(
                        ModelCounter.CHUNKS_BY_BOUNDS,
                        ModelCounter.VERTICES,
                        ModelCounter.PRIMITIVES,
                        ModelCounter.SET_UP,
                        ModelCounter.CHUNKS_HIDDEN)) {
            assertThat(both.count(counter)).as(counter.words()).isEqualTo(one.count(counter));
        }
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
        "2, full, static, on, 2",
        "3, bounds, dynamic, off, 1",
        "8, bounds, static, on, 1",
        "16, bounds, dynamic, on, 5"
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
        assertThat(IdleKeys.why(bins, MachineKey.BIN_COUNTS)).contains("bins.lookers is 1");
        var several = bins.with("bins.lookers", "4");
        assertThat(IdleKeys.why(several, MachineKey.BIN_COUNTS)).isEmpty();
        var overlap = bins.with("bins.overlap", "on");
        for (var vertices : List.of("bounds", "positions")) {
            assertThat(vertices(bins, vertices)).isEmpty();
            assertThat(vertices(overlap, vertices)).isEmpty();
            assertThat(vertices(several, vertices)).isEmpty();
        }
        assertThat(vertices(bins, "full")).isEmpty();
        assertThat(vertices(overlap, "full")).contains("bins.overlap is on");
        assertThat(vertices(several, "full")).contains("bins.lookers is above 1");
    }

    private static Optional<String> vertices(Machine machine, String how) throws MachineException {
        return IdleKeys.why(machine.with("bins.vertices", how), MachineKey.BIN_VERTICES);
    }

    /** Chunks are left out where each bin culls for itself, or where one is painted. */
    @Test
    void chunksAreLeftOutWhereBinsCull() throws MachineException {
        var bins = chiplets(2, "early-z.cull=on");
        assertThat(skips(bins, "positions")).contains("chunks are left out in none of them");
        assertThat(skips(bins, "bounds")).isEmpty();
        assertThat(skips(bins, "full")).isEmpty();
        assertThat(skips(bins.with("bins.overlap", "on"), "bounds")).isEmpty();
        assertThat(skips(chiplets(2), "bounds")).contains("early-z.cull is off");
    }

    private static String skips(Machine machine, String vertices) throws MachineException {
        return IdleKeys.why(machine.with("bins.vertices", vertices), MachineKey.COMMAND_SKIP)
                .orElse("");
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
