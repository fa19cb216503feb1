package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * In which order chunks and patches are taken in: a sheet (draw call 0), seven patches (1), a sheet
 * of two chunks (2), three patches of which a geometry stage makes up to four times as many (3).
 */
@Timeout(60)
class SubmissionCursorTest {
    private static final IntPredicate ALL = draw -> true;

    private static Phase phase() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        patches(commands, PatchFixture.Program.PLAIN, 7);
        Sheet.of(30, 10, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        var copies = new PatchFixture.Program(new PatchFixture.Copies(4), p -> {}, p -> {});
        patches(commands, copies, 3);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    private static void patches(CommandBuffer commands, PatchFixture.Program program, int count) {
        var all = new Patch[count];
        Arrays.fill(all, Patch.whole(1));
        PatchFixture.draw(commands, program, all);
    }

    /** Goes through everything; says what comes. */
    private static List<String> take(RunGuide filter, int groupPatches, IntPredicate wanted) {
        var state = new RunState(filter);
        state.begin(phase());
        var cursor = new SubmissionCursor(state, groupPatches);
        cursor.begin(wanted);
        var all = new ArrayList<String>();
        while (true) {
            var next = cursor.next();
            assertThat(cursor.next()).isEqualTo(next);
            switch (next) {
                case CHUNK -> {
                    int chunk = cursor.takeChunk();
                    assertThat(cursor.chunk(chunk).number()).isEqualTo(chunk);
                    all.add("chunk %d: %d".formatted(chunk, cursor.primitives(chunk)));
                }
                case GROUP -> {
                    var group = new PatchGroup();
                    cursor.takeGroup(group);
                    all.add("draw %d: %d".formatted(group.draw().number(), group.count()));
                }
                case END -> {
                    return all;
                }
            }
        }
    }

    @Test
    void everythingComesInSubmissionOrder() {
        assertThat(take(RunGuide.ALL, 4, ALL))
                .containsExactly(
                        "chunk 0: 2",
                        "draw 1: 4",
                        "draw 1: 3",
                        "chunk 1: 512",
                        "chunk 2: 88",
                        "draw 3: 1",
                        "draw 3: 1",
                        "draw 3: 1");
    }

    /** Eight patches a group are two where each may become four; and never none. */
    @Test
    void aGeometryStageMakesGroupsSmaller() {
        assertThat(take(RunGuide.ALL, 8, draw -> draw == 3))
                .containsExactly("draw 3: 2", "draw 3: 1");
        assertThat(take(RunGuide.ALL, 2, draw -> draw == 3))
                .containsExactly("draw 3: 1", "draw 3: 1", "draw 3: 1");
    }

    @Test
    void whatIsNotWantedIsPassedOver() {
        assertThat(take(RunGuide.ALL, 32, draw -> draw % 2 == 0))
                .containsExactly("chunk 0: 2", "chunk 1: 512", "chunk 2: 88");
        assertThat(take(RunGuide.ALL, 32, draw -> draw == 1)).containsExactly("draw 1: 7");
        assertThat(take(RunGuide.ALL, 32, draw -> false)).isEmpty();
    }

    /** A filter that takes patches 1, 2 and 5 to 7, and no chunk of draw call 2. */
    private static final class Some implements RunGuide {
        @Override
        public boolean wants(int worker, int chunk, ChunkOutput output) {
            return true;
        }

        @Override
        public boolean draws(DrawState draw) {
            return draw.number() != 2;
        }

        private static boolean takes(int patch) {
            return patch == 1 || patch == 2 || patch >= 5;
        }

        @Override
        public int nextPatch(int run, int from, int end) {
            int patch = from;
            while (patch < end && !takes(patch)) {
                patch++;
            }
            return patch;
        }

        @Override
        public int patchesEnd(int run, int from, int end) {
            int patch = from;
            while (patch < end && takes(patch)) {
                patch++;
            }
            return patch;
        }
    }

    /** Groups hold patches that lie together; of three patches, 0 is not among them. */
    @Test
    void groupsAreOfPatchesThatAreNamed() {
        assertThat(take(new Some(), 8, ALL))
                .containsExactly("chunk 0: 2", "draw 1: 2", "draw 1: 2", "draw 3: 2");
    }

    // The source that goes by it

    private static final class Sink implements GeometryStream.Sink {
        private final List<String> sunk = new ArrayList<>();

        @Override
        public void process(int worker, ChunkOutput chunk) {
            sunk.add("process " + chunk.number());
        }

        @Override
        public synchronized void finish(int worker, ChunkOutput chunk, int index) {
            sunk.add("finish " + index);
        }

        @Override
        public void tessellated(int worker, PatchPiece piece, ChunkOutput[] chunks) {
            sunk.add("patches of " + chunks[piece.firstChunk()].draw().number());
        }
    }

    /** A window that holds it all, and windows of a chunk or two; begun twice, the same again. */
    @Test
    void aStreamIsFilledWindowByWindow() {
        var state = new RunState(RunGuide.ALL);
        state.begin(phase());
        for (int chunks : new int[] {ChunkWork.LIMIT, 2}) {
            var counts = new Counts();
            var sink = new Sink();
            try (var pool = new WorkerPool(1)) {
                var source =
                        new StreamSource(
                                state,
                                DeviceOptions.DEFAULT.withThreads(1).withThrottle(Throttle.OFF),
                                KernelSet.of(Kernels.SCALAR),
                                sink,
                                chunks,
                                pool,
                                new Counts[] {counts});
                source.plan(
                        new PhasePlan.Planner()
                                .plan(
                                        state.phase(),
                                        TileSet.ALL,
                                        DeviceOptions.WHOLE_FRAME,
                                        EarlyZ.OFF));
                for (int time = 0; time < 2; time++) {
                    sink.sunk.clear();
                    source.begin(ALL);
                    int windows = 0;
                    int sum = 0;
                    boolean last = false;
                    while (!last) {
                        last = source.fill();
                        windows++;
                        sum += source.chunkCount();
                        assertThat(source.chunkCount()).isBetween(1, chunks);
                        for (int c = 0; c < source.chunkCount(); c++) {
                            assertThat(source.chunks()[c].draw()).isNotNull();
                        }
                        var cursor = source.cursor();
                        assertThat(cursor.chunk).isZero();
                        cursor.chunk = 1;
                        assertThat(source.cursor().chunk).isZero();
                        source.retire(0, 0);
                    }
                    assertThat(windows > 1).as("%d windows", windows).isEqualTo(chunks == 2);
                    assertThat(sink.sunk.stream().filter(s -> s.startsWith("process")))
                            .containsExactly("process 0", "process 1", "process 2");
                    assertThat(sink.sunk.stream().filter(s -> s.startsWith("finish"))).hasSize(sum);
                    assertThat(sink.sunk).contains("patches of 1", "patches of 3");
                    assertThat(counts.get(Counter.PATCHES)).isEqualTo(10L * (time + 1));
                }
                assertThat(source.mayWait()).isFalse();
            }
        }
    }
}
