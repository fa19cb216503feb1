package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several GPUs: who does what, what it costs, and what cannot be lost. */
class GroupTest {
    private static final WorkTrace SMALL = SyntheticScene.SMALL.trace(1);

    /** Geometry is nearly all there is to do: 400,000 triangles of a pixel or two. */
    private static final WorkTrace FINE =
            new SyntheticScene(1920, 1080, 400, 1000, 60, 0, 0, 5).trace(1);

    private static Machine group(int gpus, String split, String... settings)
            throws MachineException {
        var machine =
                MachineFile.preset("desktop")
                        .with("group.gpus", Integer.toString(gpus))
                        .with("group.split", split)
                        .with("group.layout", "interleaved:64")
                        .with("window.primitives", "0");
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    private static SimulationResult run(int gpus, String split, String... settings)
            throws MachineException {
        return Simulation.run(SMALL, group(gpus, split, settings));
    }

    @ParameterizedTest
    @CsvSource({
        "1, duplicate",
        "4, duplicate",
        "5, hints",
        "16, hints",
        "4, sequential",
        "7, sequential",
        "4, draws",
        "8, draws",
        "3, frames",
        "64, hints",
        "64, duplicate"
    })
    void pixelsAreShadedOnceWhoeverDoesIt(int gpus, String split) throws MachineException {
        var result = run(gpus, split);
        assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(SMALL));
        assertThat(result.gpus()).hasSize(gpus);
        long first = result.count(ModelCounter.SET_UP);
        assertThat(first).isGreaterThanOrEqualTo(32_000);
        long longest = 0;
        long sum = 0;
        for (var unit : result.units()) {
            assertThat(unit.total()).isEqualTo(result.cycles());
            longest = Math.max(longest, unit.service());
            sum += unit.service();
        }
        assertThat(result.cycles()).isBetween(longest, sum);
    }

    /** 256 chunks: everybody takes in all, or what touches it. */
    @Test
    void hintsSpareWhatTouchesOthersOnly() throws MachineException {
        var all = run(4, "duplicate");
        assertThat(all.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(4 * 256);
        assertThat(all.count(ModelCounter.PRIMITIVES)).isEqualTo(4 * 64_000);
        var hints = run(4, "hints");
        assertThat(hints.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(256);
        for (var gpu : hints.gpus()) {
            assertThat(gpu.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(64);
            assertThat(gpu.count(ModelCounter.LINK_BYTES)).isEqualTo(64 * 3 * 16);
        }
        assertThat(
                        hints.count(ModelCounter.CHUNKS_RENDERED)
                                + hints.count(ModelCounter.CHUNKS_HINTED))
                .isEqualTo(4 * 256);
        assertThat(hints.count(ModelCounter.SET_UP)).isEqualTo(all.count(ModelCounter.SET_UP));
        assertThat(hints.count(ModelCounter.ENTRIES)).isEqualTo(all.count(ModelCounter.ENTRIES));
        // All hints are there in time, and exact by primitives: nothing is rendered for nothing.
        assertThat(hints.count(ModelCounter.HINTS_LATE)).isZero();
        assertThat(hints.count(ModelCounter.CHUNKS_FOR_NOTHING)).isZero();
        assertThat(all.count(ModelCounter.CHUNKS_FOR_NOTHING))
                .isEqualTo(hints.count(ModelCounter.CHUNKS_HINTED) - facingAway());
    }

    /** As many objects, of a region or two: their chunks lie side by side. */
    private static final WorkTrace OBJECTS =
            new SyntheticScene(1280, 720, 64, 1000, 90, 0, 0, 1).trace(1);

    private static SimulationResult objects(String split, String... settings)
            throws MachineException {
        return Simulation.run(OBJECTS, group(4, split, settings));
    }

    /** Whom primitives touch, in regions of 64 pixels that four GPUs own in turn. */
    private static long touched(int chunk) {
        var map = RegionLayout.parse("interleaved:64").map(1280, 720, new int[] {1, 1, 1, 1});
        var phase = OBJECTS.phases().getFirst();
        long mask = 0;
        for (int i = 0; i < phase.chunks().kept(chunk); i++) {
            int p = phase.chunks().first(chunk) + i;
            var boxes = phase.primitives();
            mask |=
                    map.owners(
                            boxes.left(p) * 16,
                            boxes.top(p) * 16,
                            boxes.right(p) * 16 + 15,
                            boxes.bottom(p) * 16 + 15);
        }
        return mask;
    }

    /**
     * A hint of a draw call, of which four chunks come, says whom any of them touches, and is told
     * once. One of primitives says who needs which, a bit each, and nobody assembles others.
     */
    @Test
    void hintsAreOfDrawCallsChunksOrPrimitives() throws MachineException {
        var chunks = objects("hints");
        var draws = objects("hints", "group.pieces=draws");
        var each = objects("hints", "group.pieces=primitives");
        long setUp = chunks.count(ModelCounter.SET_UP);
        for (var result : List.of(draws, each)) {
            assertThat(result.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(256);
            assertThat(result.count(ModelCounter.HINTS_LATE)).isZero();
            assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(setUp);
        }
        for (var gpu : draws.gpus()) {
            assertThat(gpu.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(16 * 4);
            assertThat(gpu.count(ModelCounter.LINK_BYTES)).isEqualTo(16 * 3 * 16);
            assertThat(gpu.count(ModelCounter.HINTS_SENT)).isEqualTo(16 * 3);
        }
        long rendered = 0;
        long sets = 0;
        for (int draw = 0; draw < 64; draw++) {
            long mask = 0;
            for (int chunk = 4 * draw; chunk < 4 * draw + 4; chunk++) {
                mask |= touched(chunk);
                int primitives = OBJECTS.phases().getFirst().chunks().primitives(chunk);
                sets += 16 + 2 + Long.bitCount(touched(chunk)) * (primitives / 8);
            }
            rendered += 4 * Long.bitCount(mask);
        }
        assertThat(chunks.count(ModelCounter.HINTS_SENT)).isEqualTo(256 * 3);
        assertThat(draws.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(rendered);
        assertThat(rendered).isGreaterThan(chunks.count(ModelCounter.CHUNKS_RENDERED));
        assertThat(each.count(ModelCounter.LINK_BYTES)).isEqualTo(3 * sets);
        assertThat(each.count(ModelCounter.PRIMITIVES)).isEqualTo(64_000 + setUp);
        assertThat(chunks.count(ModelCounter.PRIMITIVES)).isGreaterThan(64_000 + setUp);
        assertThat(each.count(ModelCounter.VERTICES))
                .isLessThan(chunks.count(ModelCounter.VERTICES));
    }

    /** Bounds of chunks and draw calls are known, of primitives they are not. */
    @Test
    void boundsOfPrimitivesAreRefused() {
        assertThatThrownBy(
                        () -> group(4, "hints", "group.pieces=primitives", "group.pretest=bounds"))
                .isInstanceOf(MachineException.class)
                .hasMessageContaining("group.pieces");
    }

    /** Who loses the hint of a draw call renders it whole; who pretested it knows. */
    @Test
    void aLostHintOfADrawCallIsOne() throws MachineException {
        var lost = run(4, "hints", "group.pieces=draws", "group.hint-loss=100 %");
        assertThat(lost.count(ModelCounter.HINTS_LOST)).isEqualTo(3 * 64);
        var each = run(4, "hints", "group.pieces=primitives", "group.hint-loss=100 %");
        var chunks = run(4, "hints", "group.hint-loss=100 %");
        assertThat(each.count(ModelCounter.SET_UP)).isEqualTo(chunks.count(ModelCounter.SET_UP));
        // A quarter of the chunks is thinned: by who pretested it.
        assertThat(each.count(ModelCounter.PRIMITIVES))
                .isLessThan(chunks.count(ModelCounter.PRIMITIVES))
                .isGreaterThan(64_000 + 3 * 64_000);
    }

    /** Chunks that show nothing to anybody: a hint leaves them out everywhere. */
    private static long facingAway() {
        long sum = 0;
        var chunks = SMALL.phases().getFirst().chunks();
        for (int chunk = 0; chunk < chunks.count(); chunk++) {
            sum += chunks.kept(chunk) == 0 ? 4 : 0;
        }
        return sum;
    }

    /** A hint that is lost, or comes too late, costs time and nothing else. */
    @Test
    void hintsThatAreLostOrLateCostTimeAlone() throws MachineException {
        var all = run(4, "duplicate");
        var intime = run(4, "hints");
        var lost = run(4, "hints", "group.hint-loss=100 %");
        // What each has pretested itself it knows.
        assertThat(lost.count(ModelCounter.HINTS_LOST)).isEqualTo(3 * 256);
        assertThat(lost.count(ModelCounter.SET_UP)).isEqualTo(all.count(ModelCounter.SET_UP));
        assertThat(lost.cycles()).isGreaterThan(intime.cycles());
        var late = run(4, "hints", "link.latency=1000000 cycles");
        assertThat(late.count(ModelCounter.HINTS_LATE)).isEqualTo(3 * 256);
        assertThat(late.count(ModelCounter.CHUNKS_RENDERED))
                .isEqualTo(lost.count(ModelCounter.CHUNKS_RENDERED));
        // Nobody waits for what is on the way when all are through: not for a cycle.
        assertThat(late.cycles()).isEqualTo(lost.cycles()).isLessThan(1_000_000);
        // Early Z goes through the chunks once more, and asks what counts already.
        var culled = run(4, "hints", "group.hint-loss=100 %", "early-z.cull=on");
        assertThat(culled.count(ModelCounter.HINTS_LOST)).isEqualTo(3 * 256);
        var some = run(4, "hints", "group.hint-loss=25 %");
        assertThat((double) some.count(ModelCounter.HINTS_LOST) / (3 * 256))
                .isCloseTo(0.25, within(0.05));
    }

    @Test
    void boundsSayLessThanPrimitivesAndCostLess() throws MachineException {
        var primitives = run(8, "hints");
        var bounds = run(8, "hints", "group.pretest=bounds");
        assertThat(bounds.count(ModelCounter.CHUNKS_RENDERED))
                .isGreaterThanOrEqualTo(primitives.count(ModelCounter.CHUNKS_RENDERED));
        assertThat(bounds.count(ModelCounter.VERTICES))
                .isLessThan(primitives.count(ModelCounter.VERTICES));
        assertThat(bounds.count(ModelCounter.SET_UP))
                .isEqualTo(primitives.count(ModelCounter.SET_UP));
    }

    /**
     * The lower bound of the published exchange: for each batch, every GPU sends after those before
     * it, each with a latency; as many batches are under way together as there are buffers ahead of
     * the one that is rendered, and that one.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 100})
    void theSequentialExchangeTakesItsLatenciesInARow(int ahead) throws MachineException {
        long batches = (64_000 + 4095) / 4096;
        long turns = (batches + ahead) / (ahead + 1);
        for (int gpus : new int[] {2, 4, 8, 16}) {
            var result = run(gpus, "sequential", "exchange.ahead=" + ahead);
            long bytes = result.count(ModelCounter.LINK_BYTES);
            long owners = result.count(ModelCounter.SET_UP);
            assertThat(bytes % 12).isZero();
            assertThat(bytes / 12).isBetween(owners / 2, owners);
            // Of batches that are under way together each GPU sends its parts one after the other.
            assertThat(result.cycles()).isGreaterThan(turns * gpus * 200 + bytes / 64 / gpus);
            if (ahead == 0) {
                assertThat(result.cycles()).isGreaterThan(batches * gpus * 200 + bytes / 64);
            }
            long waits = 0;
            for (int gpu = 0; gpu < gpus; gpu++) {
                var commands = result.unit("Gpu[%d].Commands".formatted(gpu));
                waits += commands.cycles(UnitState.LINK);
            }
            // All wait for each turn, but for what they map and render meanwhile.
            if (ahead <= 2) {
                assertThat(waits).isGreaterThan(gpus * turns * gpus * 200 / 2);
            }
            assertThat(result.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(256);
            // Where latency is all there is, it is these turns and hardly more.
            var far = run(gpus, "sequential", "exchange.ahead=" + ahead, "link.latency=1e6 cycles");
            double rounds = far.cycles() / (1e6 * gpus);
            assertThat(rounds).as("%d GPUs", gpus).isBetween((double) turns, turns + 0.5);
        }
    }

    /** Of every unit of several GPUs, as of those of one: no more than all, no less than one. */
    @ParameterizedTest
    @ValueSource(strings = {"group-2", "group-4", "group-8", "group-16", "chiplets-3"})
    void whatMustHoldOfOneHoldsOfGroups(String preset) throws MachineException {
        var result = Simulation.run(SyntheticScene.SMALL.trace(2), MachineFile.preset(preset));
        long longest = 0;
        long sum = 0;
        for (var unit : result.units()) {
            assertThat(unit.total()).as(unit.name()).isEqualTo(result.cycles());
            assertThat(unit.cycles(UnitState.BUSY)).as(unit.name()).isEqualTo(unit.service());
            longest = Math.max(longest, unit.service());
            sum += unit.service();
        }
        assertThat(result.cycles()).isBetween(longest, sum);
    }

    /**
     * With nobody to wait for latency does not add up: hints win, and the more so the more GPUs.
     */
    @Test
    void hintsScaleWhereTheSequentialExchangeDoesNot() throws MachineException {
        double last = 0;
        for (int gpus : new int[] {4, 8, 16}) {
            long hints = Simulation.run(FINE, group(gpus, "hints")).cycles();
            long sequential = Simulation.run(FINE, group(gpus, "sequential")).cycles();
            long all = Simulation.run(FINE, group(gpus, "duplicate")).cycles();
            assertThat(hints).isLessThan(all);
            double gain = (double) sequential / hints;
            assertThat(gain).isGreaterThan(last);
            last = gain;
        }
        assertThat(last).isGreaterThan(1.5);
    }

    /** Whoever takes in everything is as slow as one alone: geometry does not scale. */
    @Test
    void duplicateGeometrySaturates() throws MachineException {
        long one = Simulation.run(FINE, group(1, "duplicate")).cycles();
        long four = Simulation.run(FINE, group(4, "duplicate")).cycles();
        long sixteen = Simulation.run(FINE, group(16, "duplicate")).cycles();
        assertThat((double) one / sixteen).isLessThan(2);
        assertThat((double) four / sixteen).isLessThan(1.2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"duplicate", "hints", "draws"})
    void moreGpusAreNotSlower(String split) throws MachineException {
        long last = Long.MAX_VALUE / 2;
        for (int gpus = 1; gpus <= 16; gpus *= 2) {
            long cycles = run(gpus, split).cycles();
            assertThat(cycles).as("%d GPUs, %s", gpus, split).isLessThan(last + last / 50);
            last = cycles;
        }
    }

    @Test
    void drawCallsGoToTheLeastLoadedAndPicturesAreComposed() throws MachineException {
        var result = run(4, "draws");
        // 64 draw calls of 1,000 triangles, 4 chunks each.
        int gpus = 0;
        for (var gpu : result.gpus()) {
            assertThat(gpu.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(16 * 4);
            assertThat(gpu.count(ModelCounter.PRIMITIVES)).isEqualTo(16_000);
            assertThat(gpu.count(ModelCounter.LINK_BYTES)).isPositive();
            assertThat(gpu.count(ModelCounter.LINK_BYTES) % 36).isZero();
            // Each exchange takes a latency and its bytes, and who exchanges waits for it.
            assertThat(result.unit("Gpu[%d].Commands".formatted(gpus++)).cycles(UnitState.LINK))
                    .isGreaterThan(3 * 200);
            // No more than every block of the target that others own.
            assertThat(gpu.count(ModelCounter.LINK_BYTES)).isLessThan(1280 * 720 / 4 * 36);
        }
        assertThat(result.count(ModelCounter.SET_UP)).isEqualTo(32_000);
    }

    /** Four GPUs render eight frames, two each: as long as one renders two. */
    @Test
    void framesInTurnOverlap() throws MachineException {
        var frames = SyntheticScene.SMALL.trace(8);
        var two = Simulation.run(SyntheticScene.SMALL.trace(2), group(1, "frames"));
        var eight = Simulation.run(frames, group(4, "frames"));
        assertThat(eight.frames()).hasSize(8).isSorted();
        assertThat((double) eight.cycles() / two.cycles()).isCloseTo(1, within(0.01));
        // A GPU that is three times as fast takes three of four.
        var unequal = Simulation.run(frames, group(2, "frames", "group.speeds=3 1"));
        assertThat(unequal.gpus().get(0).count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(6 * 256);
        assertThat(unequal.gpus().get(1).count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(2 * 256);
    }

    /**
     * What a real group's policies do to shares happens here, because they are the same objects.
     */
    @Test
    void pretestsAreDealtByThePoliciesOfTheRenderer() throws MachineException {
        var weights = run(4, "hints", "group.speeds=1 2 4 1", "group.deal=weights");
        assertThat(weights.gpus().stream().map(gpu -> gpu.count(ModelCounter.CHUNKS_PRETESTED)))
                .containsExactly(32L, 64L, 128L, 32L);
        var learning = group(2, "hints", "group.speeds=3 1", "group.deal=statistics");
        var result = Simulation.run(SyntheticScene.SMALL.trace(4), learning);
        long fast = result.gpus().get(0).count(ModelCounter.CHUNKS_PRETESTED);
        long slow = result.gpus().get(1).count(ModelCounter.CHUNKS_PRETESTED);
        assertThat(fast + slow).isEqualTo(4 * 256);
        assertThat(fast).isNotEqualTo(slow);
        var handover = run(2, "hints", "group.speeds=8 1", "group.deal=handover");
        assertThat(handover.gpus().get(0).count(ModelCounter.CHUNKS_PRETESTED))
                .isGreaterThan(handover.gpus().get(1).count(ModelCounter.CHUNKS_PRETESTED));
    }

    /** One GPU finds out everything for three others, and renders nothing. */
    @Test
    void aDedicatedGpuPretestsAndRendersNothing() throws MachineException {
        for (var pieces : List.of("chunks", "draws", "primitives")) {
            var result = run(4, "hints", "group.deal=dedicated", "group.pieces=" + pieces);
            var first = result.gpus().getFirst();
            assertThat(first.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(256);
            assertThat(result.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(256);
            for (var counter :
                    List.of(
                            ModelCounter.CHUNKS_RENDERED,
                            ModelCounter.CHUNKS_HINTED,
                            ModelCounter.SET_UP,
                            ModelCounter.TILES_DRAWN)) {
                assertThat(first.count(counter)).as(counter.words()).isZero();
            }
            assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(SMALL));
        }
        var map =
                Simulation.map(
                        group(4, "hints", "group.deal=dedicated"), SMALL.phases().getFirst());
        assertThat(map.pixels(0)).isZero();
        // Alone among all that share regions without hints it has a part.
        var all =
                Simulation.map(
                        group(4, "duplicate", "group.deal=dedicated"), SMALL.phases().getFirst());
        assertThat(all.pixels(0)).isPositive();
    }

    /** Each GPU is as it says: a quarter of the pixels a cycle takes four times as long. */
    @Test
    void gpusNeedNotBeAlike() throws MachineException {
        var alike = run(2, "duplicate", "rop.pixels=16 /cycle");
        var unequal = run(2, "duplicate", "rop.pixels=16 /cycle | 4 /cycle");
        var rop = "Gpu[%d].Rop";
        assertThat(unequal.unit(rop.formatted(0)).service())
                .isEqualTo(alike.unit(rop.formatted(0)).service());
        assertThat(unequal.unit(rop.formatted(1)).service())
                .isEqualTo(4 * alike.unit(rop.formatted(1)).service());
        var engines = run(2, "hints", "shader.engines=1 | 3", "shader.units=2 | 1");
        assertThat(engines.units().stream().filter(u -> u.name().startsWith("Gpu[0].Engine")))
                .hasSize(2);
        assertThat(engines.units().stream().filter(u -> u.name().startsWith("Gpu[1].Engine")))
                .hasSize(3);
        assertThat(engines.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(SMALL));
    }

    /** What is found hidden behind set-up has been exchanged; what is by positions has not. */
    @Test
    void anExchangeKnowsWhatPositionsTell() throws MachineException {
        var off = run(4, "sequential");
        var late = run(4, "sequential", "early-z.cull=setup");
        var on = run(4, "sequential", "early-z.cull=on");
        assertThat(late.count(ModelCounter.LINK_BYTES))
                .isEqualTo(off.count(ModelCounter.LINK_BYTES));
        assertThat(late.count(ModelCounter.SET_UP)).isEqualTo(off.count(ModelCounter.SET_UP));
        assertThat(late.count(ModelCounter.ENTRIES)).isEqualTo(on.count(ModelCounter.ENTRIES));
        assertThat(on.count(ModelCounter.LINK_BYTES))
                .isLessThan(off.count(ModelCounter.LINK_BYTES));
        // Whoever maps tests, at a rate of its own.
        var slow = run(4, "sequential", "early-z.cull=on", "geometry.cull=0.1 /cycle");
        assertThat(slow.cycles()).isGreaterThan(2 * on.cycles());
    }

    @Test
    void setsOfPretestsAreAsLargeAsProvesGood() throws MachineException {
        var sets = Simulation.run(FINE, group(4, "hints", "group.ahead=measured"));
        assertThat(sets.count(ModelCounter.CHUNKS_PRETESTED)).isEqualTo(1600);
        // The first hints of a set are still under way when others begin to render it.
        assertThat(sets.count(ModelCounter.HINTS_LATE)).isPositive();
        assertThat(
                        sets.count(ModelCounter.CHUNKS_RENDERED)
                                + sets.count(ModelCounter.CHUNKS_HINTED))
                .isEqualTo(4 * 1600);
    }

    /** All work lies in the upper left quarter: the second frame has other regions. */
    @Test
    void regionsFollowTheWork() throws MachineException {
        var frames = new ArrayList<TracePhase>();
        for (int frame = 0; frame < 2; frame++) {
            var target = new TracePhase.Target(1280, 768, 1, 4, 8);
            var builder = new PhaseBuilder(frame, "main", target, 64);
            builder.draw(new DrawCost(32, 12, 4, 16, 60, 80, 8, 0), false, true);
            for (int chunk = 0; chunk < 60; chunk++) {
                builder.chunk(10, 10, 10, -1);
                int x = chunk % 10 * 64;
                int y = chunk / 10 * 64;
                for (int i = 0; i < 10; i++) {
                    builder.primitive(x, y, x + 63, y + 63, 400, false);
                }
                builder.pixels(x / 16, y / 16, 4000, 40_000, 0);
            }
            frames.add(builder.build());
        }
        var trace = new WorkTrace("corner", "test", frames);
        long still = second(trace, "quadrants");
        long follows = second(trace, "dynamic:quadrants");
        assertThat((double) still / follows).isGreaterThan(2);
    }

    private static long second(WorkTrace trace, String layout) throws MachineException {
        var frames =
                Simulation.run(trace, group(4, "duplicate", "group.layout=" + layout)).frames();
        return frames.get(1) - frames.get(0);
    }

    /**
     * Of all units that are no channels: what channels serve is bytes, whose cycles may be shared.
     */
    private static long service(SimulationResult result) {
        long sum = 0;
        for (var unit : result.units()) {
            boolean channel = unit.name().matches("Host|.*[.](Memory|Link)");
            sum += channel ? 0 : unit.service();
        }
        return sum;
    }

    /**
     * Events of one cycle the other way round: what is conserved stays, and how much longer or
     * shorter it takes is written down.
     */
    @ParameterizedTest
    @ValueSource(strings = {"duplicate", "hints", "sequential", "draws", "frames", "bins"})
    void reversedTiesChangeNoTotal(String split) throws MachineException, IOException {
        var machine = group(4, split);
        var one = Simulation.run(SMALL, machine);
        var other = Simulation.run(SMALL, machine, TieOrder.REVERSED, UnitWatch.NONE);
        for (var counter : ModelCounter.values()) {
            assertThat(other.count(counter)).as(counter.words()).isEqualTo(one.count(counter));
        }
        assertThat(other.items()).isEqualTo(one.items());
        assertThat(service(other)).isEqualTo(service(one));
        assertThat((double) other.cycles() / one.cycles()).isCloseTo(1, within(0.03));
        var row =
                "| `%s` | %,d | %,d | %+.2f %% |"
                        .formatted(
                                split,
                                one.cycles(),
                                other.cycles(),
                                100.0 * (other.cycles() - one.cycles()) / one.cycles());
        assertThat(Files.readString(Path.of("../docs/timing-model.md"))).contains(row);
    }
}
