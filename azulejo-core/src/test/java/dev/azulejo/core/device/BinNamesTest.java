package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What a stream names, looked up and taken in: three sheets of 256 triangles, and three runs of 70,
 * 5 and 130 patches.
 */
class BinNamesTest {
    private static final int TRIANGLES = 256;
    private static final int[] PATCHES = {70, 5, 130};
    private static final Phase PHASE = phase();
    private static final PhasePlan PLAN =
            new PhasePlan(
                    TileSet.ALL, PhasePlan.Supply.NAMED, DeviceOptions.WHOLE_FRAME, EarlyZ.OFF);

    private final VisibilityWriter writer = new VisibilityWriter();
    private final VisibilityReader reader = new VisibilityReader();
    private final BinNames names = new BinNames();

    private static Phase phase() {
        var commands = Sheet.clear(Sheet.target());
        for (int i = 0; i < 3; i++) {
            Sheet.of(16, 8, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        for (int count : PATCHES) {
            var patches = new Patch[count];
            Arrays.fill(patches, Patch.whole(1));
            PatchFixture.draw(commands, PatchFixture.Program.PLAIN, patches);
        }
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    private void begin() {
        writer.begin(1, 2, 3, 4);
    }

    private void end() {
        assertThat(reader.read(writer.bytes(), writer.end())).isTrue();
    }

    private static long[] words(BitSet set) {
        return Arrays.copyOf(set.toLongArray(), 8);
    }

    private static BitSet set(int... members) {
        var set = new BitSet();
        for (int member : members) {
            set.set(member);
        }
        return set;
    }

    /** Numbers of the triangles of a sheet that are there: a cell of 4x8 pixels has two. */
    private static List<Integer> cells(ChunkOutput chunk) {
        var cells = new ArrayList<Integer>();
        for (int t = 0; t < chunk.triangles(); t++) {
            int at = chunk.recordAt(t);
            int columns = chunk.records()[at + TrianglePlanes.COLUMNS];
            int rows = chunk.records()[at + TrianglePlanes.ROWS];
            cells.add(TrianglePlanes.first(rows) / 8 * 16 + TrianglePlanes.first(columns) / 4);
        }
        return cells;
    }

    // Looked up

    @Test
    void chunksAreWantedAsFarAsTheyAreNamed() {
        var all = new BitSet();
        all.set(0, TRIANGLES);
        begin();
        writer.chunk(0, TRIANGLES, words(set(2, 64, 255)), 0);
        writer.chunk(2, TRIANGLES, words(all), 0);
        end();
        names.begin(PHASE, reader);
        var chunks = Fixture.outputs(PHASE);
        assertThat(names.wants(0, TRIANGLES, chunks[0].needed())).isTrue();
        assertThat(names.wants(1, TRIANGLES, chunks[1].needed())).isFalse();
        assertThat(names.wants(2, TRIANGLES, chunks[2].needed())).isTrue();
        assertThat(chunks[0].needed().count()).isEqualTo(3);
        var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        geometry.process(chunks[0]);
        assertThat(cells(chunks[0])).containsExactly(1, 32, 127);
        geometry.process(chunks[2]);
        assertThat(chunks[2].triangles()).isEqualTo(TRIANGLES);
        // Of another stream nothing is left.
        begin();
        all.clear(7);
        writer.chunk(1, TRIANGLES, words(all), 0);
        end();
        names.begin(PHASE, reader);
        chunks = Fixture.outputs(PHASE);
        assertThat(names.wants(0, TRIANGLES, chunks[0].needed())).isFalse();
        assertThat(names.wants(1, TRIANGLES, chunks[1].needed())).isTrue();
        assertThat(chunks[1].needed().count()).isEqualTo(TRIANGLES - 1);
    }

    /** Any patches, in items of any length, against a set. */
    @Test
    void patchesAreFoundByTheirBits() {
        var random = new Random(6);
        for (int round = 0; round < 60; round++) {
            var named = new BitSet[3];
            begin();
            for (int run = 0; run < 3; run++) {
                named[run] = new BitSet();
                for (int p = 0; p < PATCHES[run]; p++) {
                    named[run].set(p, random.nextInt(10) < round / 6);
                }
                for (int from = 0; from < PATCHES[run]; ) {
                    int count = Math.min(1 + random.nextInt(100), PATCHES[run] - from);
                    var item = named[run].get(from, from + count);
                    if (!item.isEmpty()) {
                        writer.patches(run, from, count, words(item), 0);
                    }
                    from += count;
                }
            }
            end();
            names.begin(PHASE, reader);
            for (int run = 0; run < 3; run++) {
                int end = PATCHES[run];
                for (int from = 0; from <= end; from++) {
                    int next = named[run].nextSetBit(from);
                    assertThat(names.nextPatch(run, from, end)).isEqualTo(next < 0 ? end : next);
                    assertThat(names.patchesEnd(run, from, end))
                            .isEqualTo(Math.min(named[run].nextClearBit(from), end));
                }
            }
        }
    }

    // Taken in

    /** In the order of the stream, each with what is named of it, and told by its place. */
    @Test
    void aBinTakesInWhatItsStreamNames() {
        begin();
        writer.chunk(1, TRIANGLES, words(set(0, 1, 100)), 0);
        var all = new BitSet();
        all.set(0, TRIANGLES);
        writer.chunk(2, TRIANGLES, words(all), 0);
        end();
        var ended = new ArrayList<String>();
        var asked = new ArrayList<Integer>();
        try (var pool = new WorkerPool(1)) {
            var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
            RunGuide filter =
                    (worker, chunk, output) -> {
                        asked.add(chunk);
                        return chunk == 0 || asked.size() < 3;
                    };
            var state = new RunState(filter);
            var source =
                    new OrderedSource(
                            state,
                            pool,
                            new GeometryWorker[] {geometry},
                            (worker, chunk, index) -> ended.add(chunk.number() + " at " + index));
            source.begin(draw -> true);
            state.beginNamed(PHASE, reader, PLAN);
            assertThat(source.chunkCount()).isEqualTo(2);
            assertThat(source.fill()).isTrue();
            assertThat(asked).containsExactly(0, 1);
            assertThat(ended).containsExactly("1 at 0", "2 at 1");
            assertThat(cells(source.chunks()[0])).containsExactly(0, 0, 50);
            assertThat(source.chunks()[1].triangles()).isEqualTo(TRIANGLES);
            var cursor = source.cursor();
            cursor.advance(4, source.chunks(), 2);
            assertThat(cursor.chunk).isOne();
            assertThat(cursor.triangle).isOne();
            assertThat(source.cursor().chunk).isZero();
            assertThat(source.cursor().triangle).isZero();
            assertThat(source.mayWait()).isFalse();
            // What is not wanted ends with nothing.
            state.beginNamed(PHASE, reader, PLAN);
            source.fill();
            assertThat(ended).hasSize(4);
            assertThat(source.chunks()[0].triangles()).isEqualTo(3);
            assertThat(source.chunks()[1].triangles()).isZero();
            // A stream that names nothing
            begin();
            end();
            state.beginNamed(PHASE, reader, PLAN);
            assertThat(source.chunkCount()).isZero();
            source.fill();
            assertThat(ended).hasSize(4);
        }
    }

    private RunState named(Phase phase, PhasePlan.Supply supply, int... whole) {
        begin();
        var all = new BitSet();
        all.set(0, TRIANGLES);
        for (int chunk : whole) {
            writer.chunk(chunk, phase.chunk(chunk).primitives(), words(all), 0);
        }
        end();
        var state = new RunState(RunGuide.ALL);
        var plan = new PhasePlan(TileSet.ALL, supply, DeviceOptions.WHOLE_FRAME, EarlyZ.OFF);
        state.beginNamed(phase, reader, plan);
        return state;
    }

    /** Of sheets that the target holds whole, primitives are triangles. */
    private static List<Integer> primitives(RunState state) {
        var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        var counts = new ArrayList<Integer>();
        for (int c = 0; c < state.outputCount(); c++) {
            var chunk = state.outputs()[c];
            geometry.process(chunk);
            counts.add(chunk.triangles());
        }
        return counts;
    }

    /** Five clusters of a sheet are two runs of two and a half one; another sheet begins anew. */
    @Test
    void clustersThatMakeARunAreJoined() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 36, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(16, 8, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        assertThat(phase.chunkCount()).isEqualTo(6);
        var near = PhasePlan.Supply.NAMED_NEAR_TO_FAR;
        var inOrder = PhasePlan.Supply.NAMED;
        assertThat(primitives(named(phase, near, 0, 1, 2, 3, 4, 5)))
                .as("culled one by one")
                .containsExactly(256, 256, 256, 256, 128, 256);
        var state = named(phase, inOrder, 0, 1, 2, 3, 4, 5);
        assertThat(primitives(state)).containsExactly(512, 512, 128, 256);
        assertThat(state.outputs()[0].cluster()).isFalse();
        assertThat(state.outputs()[2].cluster()).isTrue();
        assertThat(state.outputs()[1].number()).isEqualTo(2);
        var counts = new Counts();
        var geometry = new GeometryWorker(KernelSet.of(Kernels.SCALAR), counts);
        state = named(phase, inOrder, 0, 1);
        geometry.process(state.outputs()[0]);
        assertThat(state.outputs()[0].triangles()).isEqualTo(512);
        // 17 rows of 17 vertices; one by one there were two of 9
        assertThat(counts.get(Counter.VERTEX_POSITIONS)).isEqualTo(17 * 17);
        // A run begins where the index buffer's runs do.
        assertThat(primitives(named(phase, inOrder, 1, 2, 3, 5))).containsExactly(256, 512, 256);
        assertThat(primitives(named(phase, inOrder, 0, 2))).containsExactly(256, 256);
        assertThat(primitives(named(phase, inOrder, 4, 5))).containsExactly(128, 256);
    }

    /** The first cluster of one draw call or instance, and the second of another, make no run. */
    @Test
    void clustersOfOthersAreNotJoined() {
        // Instances are moved to the right, and stay on the target.
        var sheet = Sheet.of(16, 16, 0, 0, 32, 64, 0.5f);
        var draws = Sheet.clear(Sheet.target());
        sheet.draw(draws, Sheet.OPAQUE);
        sheet.draw(draws, Sheet.OPAQUE);
        var instances = Sheet.clear(Sheet.target());
        sheet.bind(instances, Sheet.OPAQUE);
        instances.drawIndexed(0, 3 * 512, 0, 0, 2);
        for (var commands : List.of(draws, instances)) {
            var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
            assertThat(phase.chunkCount()).isEqualTo(4);
            var inOrder = PhasePlan.Supply.NAMED;
            assertThat(primitives(named(phase, inOrder, 0, 3))).containsExactly(256, 256);
            assertThat(primitives(named(phase, inOrder, 0, 1, 3))).containsExactly(512, 256);
        }
    }

    /** What is thinned stays by itself. */
    @Test
    void whatIsNotWholeIsNotJoined() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 16, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        var all = new BitSet();
        all.set(0, TRIANGLES);
        var state = new RunState(RunGuide.ALL);
        for (int thinned = 0; thinned < 2; thinned++) {
            begin();
            writer.chunk(0, TRIANGLES, words(thinned == 0 ? set(5) : all), 0);
            writer.chunk(1, TRIANGLES, words(thinned == 1 ? set(5) : all), 0);
            end();
            state.beginNamed(phase, reader, PLAN);
            assertThat(primitives(state))
                    .containsExactly(thinned == 0 ? 1 : 256, thinned == 1 ? 1 : 256);
        }
    }

    /** Of four epochs of one chunk each, as far as they are named. */
    @Test
    void epochsAreThoseOfWhatIsNamed() {
        var commands = Sheet.clear(Sheet.target());
        var sheet = Sheet.of(16, 8, 0, 0, 64, 64, 0.5f);
        var farther = Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.GREATER, true, false));
        for (int i = 0; i < 4; i++) {
            sheet.draw(commands, i % 2 == 0 ? Sheet.OPAQUE : farther);
        }
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        assertThat(phase.epochCount()).isEqualTo(4);
        var near = PhasePlan.Supply.NAMED_NEAR_TO_FAR;
        var state = named(phase, near, 1, 3);
        assertThat(IntStream.rangeClosed(0, 4).map(state::epochFirst))
                .containsExactly(0, 0, 1, 1, 2);
        assertThat(state.views(0)).isOne();
        state = named(phase, near, 0);
        assertThat(IntStream.rangeClosed(0, 4).map(state::epochFirst))
                .containsExactly(0, 1, 1, 1, 1);
        state = named(phase, near);
        assertThat(IntStream.rangeClosed(0, 4).map(state::epochFirst)).containsOnly(0);
        state.begin(phase);
        assertThat(IntStream.rangeClosed(0, 4).map(state::epochFirst))
                .containsExactly(0, 1, 2, 3, 4);
    }

    /** More chunks than there was room for; none but those of the stream. */
    @Test
    void roomGrows() {
        var commands = Sheet.clear(Sheet.target());
        for (int i = 0; i < 80; i++) {
            Sheet.of(1, 1, 0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        var phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        begin();
        for (int c = 0; c < 80; c++) {
            writer.chunk(c, 2, words(set(c % 2)), 0);
        }
        end();
        try (var pool = new WorkerPool(2)) {
            var workers = new GeometryWorker[pool.slots()];
            Arrays.setAll(
                    workers, w -> new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()));
            var state = new RunState(RunGuide.ALL);
            var source = new OrderedSource(state, pool, workers, (w, chunk, index) -> {});
            source.begin(draw -> true);
            state.beginNamed(phase, reader, PLAN);
            source.fill();
            assertThat(source.chunkCount()).isEqualTo(80);
            for (int c = 0; c < 80; c++) {
                assertThat(source.chunks()[c].number()).isEqualTo(c);
                assertThat(source.chunks()[c].triangles()).isOne();
            }
        }
    }
}
