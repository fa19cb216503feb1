package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cull pipeline of its own beside the replay pipeline, as far ahead as there are records. */
class CullPipelineTest {
    /** Nothing is fetched or computed: what is left are the tests and set-up. */
    private static final DrawCost FREE = new DrawCost(0, 0, 0, 0, 0, 0, 0, 0);

    /** Indices of a chunk are looked at in a cycle. */
    private static final long FETCH = 1;

    /** A chunk of 96 primitives leaves 12 bytes. */
    private static final int PRIMITIVES = 96;

    private static WorkTrace chunks(int count, int visible) {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 1, 4, 8), 64);
        builder.draw(FREE, false, true);
        for (int chunk = 0; chunk < count; chunk++) {
            builder.chunk(PRIMITIVES, 1, 1, -1);
            for (int i = 0; i < PRIMITIVES; i++) {
                builder.primitive(4, 4, 12, 12, 20, i >= visible);
            }
        }
        return new WorkTrace("by hand", "test", List.of(builder.build()));
    }

    /** A machine in which a chunk takes its test and its set-up, and next to nothing else. */
    private static Machine machine(long cull, long setup, String... settings)
            throws MachineException {
        var all =
                new ArrayList<>(
                        List.of(
                                "early-z.cull=overlap",
                                "command.chunk=0 cycles",
                                "command.draw=0 cycles",
                                "command.skip=0 cycles",
                                "fetch.indices=10000 /cycle",
                                "geometry.primitives=10000 /cycle",
                                "geometry.binning=10000 /cycle",
                                "geometry.cull=" + (double) PRIMITIVES / cull + " /cycle",
                                "geometry.setup=" + (double) PRIMITIVES / setup + " /cycle",
                                "cache.parameter=900 MiB",
                                // Lists on the chip: memory has nothing else to do.
                                "window.primitives=100000",
                                "memory.bandwidth=100000 B/cycle",
                                "memory.latency=0 cycles"));
        all.addAll(Arrays.asList(settings));
        return OneGpuTest.simple(all.toArray(new String[0]));
    }

    /** When each item of a unit was begun and done, in cycles. */
    private static TreeMap<Long, Long> busy(WorkTrace trace, Machine machine, String unit) {
        var spans = new TreeMap<Long, Long>();
        UnitWatch watch =
                (account, state, from, to) -> {
                    if (account.name().equals(unit) && state == UnitState.BUSY) {
                        spans.put(from, to);
                    }
                };
        Simulation.run(trace, machine, watch);
        return spans;
    }

    /**
     * To the cycle: the cull pipeline begins with a chunk when it is done with the one before and
     * replay with the k-th before; replay when it is done with the one before and the chunk is
     * known. With records for all, that is all tests and one set-up, or one test and all set-ups.
     */
    @ParameterizedTest
    @CsvSource({"100, 150", "150, 100", "100, 100", "10, 200"})
    void replayBeginsWhenTheRecordIsThere(long cull, long setup) throws MachineException {
        int count = 12;
        for (int k : new int[] {1, 2, 3, 5, 12, 100}) {
            long[] culled = new long[count];
            long[] replayed = new long[count];
            for (int i = 0; i < count; i++) {
                long before = i == 0 ? FETCH : culled[i - 1];
                long room = i < k ? 0 : replayed[i - k] + FETCH;
                culled[i] = Math.max(before, room) + cull;
                long last = i == 0 ? 0 : replayed[i - 1];
                replayed[i] = Math.max(culled[i] + FETCH, last) + setup;
            }
            var machine = machine(cull, setup, "early-z.records=" + 12 * k + " B");
            var trace = chunks(count, PRIMITIVES);
            assertThat(busy(trace, machine, "Gpu[0].Cull").lastEntry().getValue())
                    .as("%d records", k)
                    .isEqualTo(culled[count - 1]);
            assertThat(busy(trace, machine, "Gpu[0].Setup").lastEntry().getValue())
                    .as("%d records", k)
                    .isEqualTo(replayed[count - 1]);
            var result = Simulation.run(trace, machine);
            assertThat(result.unit("Gpu[0].Cull").service()).isEqualTo(count * cull);
            assertThat(result.unit("Gpu[0].Setup").service()).isEqualTo(count * setup);
            if (k == 1) {
                assertThat(replayed[count - 1]).isEqualTo(count * (2 * FETCH + cull + setup));
            } else if (k >= count) {
                long shorter = Math.min(cull, setup);
                long longer = Math.max(cull, setup);
                assertThat(replayed[count - 1]).isEqualTo(2 * FETCH + shorter + count * longer);
                long inTurn =
                        busy(trace, machine.with("early-z.cull", "on"), "Gpu[0].Setup")
                                .lastEntry()
                                .getValue();
                assertThat(inTurn).isEqualTo(FETCH + count * (cull + setup));
            }
        }
    }

    /** What each pipeline waits for has a name. */
    @Test
    void waitsHaveNames() throws MachineException {
        long n = 12;
        var one = Simulation.run(chunks(12, 96), machine(100, 150, "early-z.records=12 B"));
        var cull = one.unit("Gpu[0].CullCommands");
        // From the command for a chunk until it is set up, but for the last one.
        assertThat(cull.cycles(UnitState.QUEUE_FULL)).isEqualTo((n - 1) * (250 + 2 * FETCH));
        // Until the first chunk is known; then, while each next one is found out about.
        assertThat(one.unit("Gpu[0].Commands").cycles(UnitState.DEPENDENCY))
                .isEqualTo(n * (100 + FETCH) + (n - 1) * (150 + FETCH));
        assertThat(one.unit("Gpu[0].Setup").cycles(UnitState.INPUT))
                .isGreaterThanOrEqualTo(n * (100 + 2 * FETCH));
        // As many as its fetch has a queue for.
        var ample = Simulation.run(chunks(8, 96), machine(100, 150));
        assertThat(ample.unit("Gpu[0].CullCommands").cycles(UnitState.QUEUE_FULL)).isZero();
        assertThat(ample.unit("Gpu[0].Commands").cycles(UnitState.DEPENDENCY))
                .isEqualTo(FETCH + 8 * 100);
    }

    /** It has none of what the other pipeline waits for: neither its queues nor its caches. */
    @Test
    void positionsHaveRoomOfTheirOwn() throws MachineException {
        var tight = machine(100, 150, "cache.position=16 B");
        assertThat(busy(chunks(12, 96), tight, "Gpu[0].Cull").lastEntry().getValue())
                .isEqualTo(FETCH + 12 * 100);
        assertThat(Simulation.run(chunks(12, 0), tight).count(ModelCounter.CHUNKS_HIDDEN))
                .isEqualTo(12);
    }

    /** What is not tested passes it by: replay does not wait, and no record is kept. */
    @Test
    void whatIsNotTestedPassesItBy() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 1, 4, 8), 64);
        for (int draw = 0; draw < 6; draw++) {
            builder.draw(FREE, false, draw % 2 == 1);
            builder.chunk(PRIMITIVES, 1, 1, -1);
            for (int i = 0; i < PRIMITIVES; i++) {
                builder.primitive(4, 4, 12, 12, 20, false);
            }
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var machine = machine(100, 10, "early-z.records=12 B");
        var result = Simulation.run(trace, machine);
        assertThat(result.unit("Gpu[0].Cull").items()).isEqualTo(3);
        assertThat(result.count(ModelCounter.PRIMITIVES)).isEqualTo((3 + 6) * PRIMITIVES);
        assertThat(busy(trace, machine, "Gpu[0].Setup").firstEntry())
                .isEqualTo(Map.entry(FETCH, FETCH + 10));
    }

    /**
     * With depth at full resolution what is not seen is left out that groups of pixels do not hide,
     * if early Z may leave it out at all; and everything is drawn into depth, a sample at a time.
     */
    @Test
    void fullDepthLeavesOutWhatIsNotSeen() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 4, 4, 8), 64);
        for (int draw = 0; draw < 2; draw++) {
            builder.draw(FREE, false, draw == 0);
            builder.chunk(30, 1, 1, -1);
            for (int i = 0; i < 30; i++) {
                builder.primitive(4, 4, 12, 12, 20, draw == 0 && i < 10);
                if (i % 2 == 0) {
                    builder.unseen();
                }
            }
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var settings = new String[] {"early-z.cull=on", "raster.samples=16 /cycle"};
        var groups = Simulation.run(trace, OneGpuTest.simple(settings));
        settings[0] = "early-z.cull=full";
        var full = Simulation.run(trace, OneGpuTest.simple(settings));
        assertThat(groups.count(ModelCounter.SET_UP)).isEqualTo(20 + 30);
        assertThat(full.count(ModelCounter.SET_UP)).isEqualTo(10 + 30);
        // 30 of 20 pixels of 4 samples each, at 16 a cycle; tests alone, at 5.
        assertThat(groups.unit("Gpu[0].Setup").service()).isEqualTo(30 / 5 + 20 + 30);
        assertThat(full.unit("Gpu[0].Setup").service()).isEqualTo(30 * 20 * 4 / 16 + 10 + 30);
        assertThatThrownBy(() -> group(4, "bins", "full"))
                .isInstanceOf(MachineException.class)
                .hasMessageContaining("early-z.cull: \"full\"");
    }

    private static Machine group(int gpus, String split, String early, String... settings)
            throws MachineException {
        var machine =
                MachineFile.preset("desktop")
                        .with("group.gpus", Integer.toString(gpus))
                        .with("group.split", split)
                        .with("group.layout", "interleaved:64")
                        .with("early-z.cull", early);
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            machine = machine.with(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return machine;
    }

    /** Who is only some chunks ahead cannot look again when all of an epoch is known. */
    @Test
    void whatIsFoundLateIsNotFoundMeanwhile() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(64, 64, 1, 4, 8), 64);
        builder.draw(FREE, false, true);
        builder.chunk(PRIMITIVES, 1, 1, -1);
        for (int i = 0; i < PRIMITIVES; i++) {
            builder.primitive(4, 4, 12, 12, 20, i < 30);
            if (i >= 10 && i < 30) {
                builder.hiddenLate();
            }
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var machine = machine(100, 150);
        assertThat(Simulation.run(trace, machine).count(ModelCounter.SET_UP))
                .isEqualTo(PRIMITIVES - 10);
        for (var early : List.of("on", "setup", "full")) {
            assertThat(
                            Simulation.run(trace, machine.with("early-z.cull", early))
                                    .count(ModelCounter.ENTRIES))
                    .as(early)
                    .isEqualTo(PRIMITIVES - 30);
        }
    }

    /** Whatever is found at once or meanwhile: the same is left out, and each does its part. */
    @ParameterizedTest
    @CsvSource({
        "1, duplicate, 0",
        "1, duplicate, 4096",
        "4, duplicate, 4096",
        "4, hints, 0",
        "7, hints, 4096",
        "4, draws, 0",
        "3, frames, 4096",
        "4, sequential, 0"
    })
    void theSameIsLeftOut(int gpus, String split, String window) throws MachineException {
        var trace = SyntheticScene.SMALL.trace(3);
        String size = "window.primitives=" + window;
        var inTurn = Simulation.run(trace, group(gpus, split, "on", size));
        for (var records : List.of("1 B", "1 KiB", "1 MiB")) {
            var machine = group(gpus, split, "overlap", size, "early-z.records=" + records);
            var result = Simulation.run(trace, machine);
            var same =
                    List.of(
                            ModelCounter.SET_UP,
                            ModelCounter.ENTRIES,
                            ModelCounter.FRAGMENTS,
                            ModelCounter.TILES_DRAWN);
            for (var counter : same) {
                assertThat(result.count(counter))
                        .as("%s, %s", records, counter.words())
                        .isEqualTo(inTurn.count(counter));
            }
            for (var unit : result.units()) {
                assertThat(unit.total()).as(unit.name()).isEqualTo(result.cycles());
                assertThat(unit.cycles(UnitState.BUSY)).isEqualTo(unit.service());
            }
            // Reversed ties change no total.
            var other = Simulation.run(trace, machine, TieOrder.REVERSED, UnitWatch.NONE);
            assertThat(other.items()).isEqualTo(result.items());
            assertThat(other.count(ModelCounter.PRIMITIVES))
                    .isEqualTo(result.count(ModelCounter.PRIMITIVES));
        }
    }

    /** More records are never slower, and a pipeline more is not slower than one in turn. */
    @Test
    void moreRecordsAreNotSlower() throws MachineException {
        for (var scene : List.of(SyntheticScene.SMALL, SyntheticScene.CITY)) {
            var trace = scene.trace(1);
            long last = Long.MAX_VALUE / 2;
            for (var records : List.of("32 B", "128 B", "1 KiB", "16 KiB", "1 MiB")) {
                var machine = group(1, "duplicate", "overlap", "early-z.records=" + records);
                long cycles = Simulation.run(trace, machine).cycles();
                assertThat(cycles).as(records).isLessThanOrEqualTo(last + last / 200);
                last = cycles;
            }
            assertThat(last)
                    .isLessThan(Simulation.run(trace, group(1, "duplicate", "on")).cycles());
        }
    }

    /** A hint that comes late lets replay leave out what is being culled; all comes to an end. */
    @Test
    void hintsThatComeLateOrNeverAreNotWaitedFor() throws MachineException {
        var trace = SyntheticScene.SMALL.trace(2);
        for (var setting :
                List.of(
                        "group.hint-loss=30 %",
                        "link.latency=3000 cycles",
                        "link.latency=100000 cycles",
                        "group.ahead=measured",
                        "group.pieces=primitives",
                        "group.deal=dedicated")) {
            for (var records : List.of("64 B", "64 KiB")) {
                var machine = group(4, "hints", "overlap", setting, "early-z.records=" + records);
                var result = Simulation.run(trace, machine);
                assertThat(result.count(ModelCounter.FRAGMENTS))
                        .as(setting)
                        .isEqualTo(OneGpuTest.shaded(trace));
            }
        }
    }

    /**
     * When the first of four chunks is known, so are all hints: replay leaves out what is still
     * being culled. A GPU is through when that is as well.
     */
    @Test
    void whoIsBeingCulledIsNotThrough() throws MachineException {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
        builder.draw(FREE, false, true);
        for (int chunk = 0; chunk < 4; chunk++) {
            builder.chunk(PRIMITIVES, 1, 1, -1);
            for (int i = 0; i < PRIMITIVES; i++) {
                builder.primitive(4, 4, 12, 12, 20, false);
            }
        }
        var trace = new WorkTrace("by hand", "test", List.of(builder.build()));
        var machine =
                machine(
                        5000,
                        10,
                        "group.gpus=2",
                        "group.split=hints",
                        "group.layout=interleaved:64",
                        "geometry.pretests=10000 /cycle");
        var result = Simulation.run(trace, machine);
        assertThat(result.gpus().get(1).count(ModelCounter.CHUNKS_HINTED)).isEqualTo(4);
        long culled = busy(trace, machine, "Gpu[1].Cull").lastEntry().getValue();
        assertThat(culled).isGreaterThan(20_000);
        assertThat(result.unit("Gpu[1].Commands").cycles(UnitState.SYNCHRONISATION))
                .isEqualTo(result.cycles() - culled)
                .isPositive();
    }

    /** What hints say lies elsewhere is not culled either. */
    @Test
    void whatIsKnownToLieElsewhereIsNotCulled() throws MachineException {
        var trace = new SyntheticScene(1280, 720, 64, 1000, 90, 0, 0, 1).trace(1);
        String slow = "command.chunk=1000 cycles";
        long all = 0;
        long some = 0;
        for (int gpu = 0; gpu < 4; gpu++) {
            var cull = "Gpu[%d].Cull".formatted(gpu);
            var lost = group(4, "hints", "overlap", slow, "group.hint-loss=100 %");
            all += Simulation.run(trace, lost).unit(cull).items();
            some += Simulation.run(trace, group(4, "hints", "overlap", slow)).unit(cull).items();
        }
        // Of 256 chunks each has pretested a quarter, and knows what it found.
        assertThat(all).isBetween(4L * 192, 4L * 256);
        assertThat(some).isLessThan(all * 3 / 4);
    }

    @Test
    void whereBinsAreSharedItIsRefused() {
        assertThatThrownBy(() -> group(4, "bins", "overlap"))
                .isInstanceOf(MachineException.class)
                .hasMessageContaining(
                        "early-z.cull: \"overlap\": the visibility phase goes by positions");
    }
}
