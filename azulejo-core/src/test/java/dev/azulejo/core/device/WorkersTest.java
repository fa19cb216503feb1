package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether several workers take part in geometry and in tiles: stages wait until as many threads as
 * expected have come to them, so that nobody can be too late.
 */
@Tag("alone")
class WorkersTest {
    private static final int PATIENCE_SECONDS = 20;
    private static final long PAUSE_NS = 40_000_000;

    /** Threads that have come to a stage. */
    private static final class Meeting {
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private final CountDownLatch awaited;

        /** What each thread takes there, once. */
        private long pauseNs;

        Meeting(int count) {
            awaited = new CountDownLatch(count);
        }

        void join() {
            boolean came = threads.add(Thread.currentThread());
            if (came) {
                awaited.countDown();
            }
            try {
                if (!awaited.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody else came");
                }
                long end = System.nanoTime() + pauseNs;
                while (came && System.nanoTime() < end) {
                    Thread.sleep(1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class MeetingProgram implements ShaderProgram, VertexStage, FragmentStage {
        private final TestProgram stages = new TestProgram(false, true);
        private final Meeting geometry;
        private final Meeting pixels;

        MeetingProgram(int inGeometry, int inTiles) {
            geometry = new Meeting(inGeometry);
            pixels = new Meeting(inTiles);
        }

        @Override
        public String name() {
            return "meeting-" + System.identityHashCode(this);
        }

        @Override
        public int varyingCount() {
            return stages.varyingCount();
        }

        @Override
        public int gradientCount() {
            return stages.gradientCount();
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public int positionAttributes() {
            return stages.positionAttributes();
        }

        @Override
        public int varyingAttributes() {
            return stages.varyingAttributes();
        }

        @Override
        public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
            return stages.linearPosition(groups, instance, clipFromObject);
        }

        @Override
        public void positions(VertexBatch batch) {
            geometry.join();
            stages.positions(batch);
        }

        @Override
        public void varyings(VertexBatch batch) {
            stages.varyings(batch);
        }

        @Override
        public void shade(FragmentBatch batch) {
            pixels.join();
            stages.shade(batch);
        }
    }

    private static CommandBuffer sheets(MeetingProgram program, int sheets) {
        var pipeline =
                PipelineState.opaque(
                        program, VertexAttribute.packed(0, 0, 3), VertexAttribute.packed(1, 1, 4));
        var commands = Sheet.clear(Tally.target(1));
        for (int i = 0; i < sheets; i++) {
            Sheet.of(16, 8, 0, 0, 64, 64, 0.5f).draw(commands, pipeline);
        }
        return commands;
    }

    private static void draw(MeetingProgram program, int threads, EarlyZ early, int sheets) {
        var commands = sheets(program, sheets);
        var options = Tally.PLAIN.withThreads(threads).withTileSize(16).withEarlyZ(early);
        try (var device = new Device(options)) {
            device.submit(commands);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, false", "1, true", "2, true", "3, true"})
    void allWorkersTakePart(int threads, boolean early) {
        var program = new MeetingProgram(threads, threads);
        draw(program, threads, early ? EarlyZ.ON : EarlyZ.OFF, 12);
        assertThat(program.geometry.threads).hasSize(threads).contains(Thread.currentThread());
        assertThat(program.pixels.threads).hasSize(threads).contains(Thread.currentThread());
    }

    /** Fewer than eight chunks with early Z are not worth waking anybody for. */
    @Test
    void fewChunksAreCulledByWhoSubmits() {
        var program = new MeetingProgram(1, 3);
        draw(program, 3, EarlyZ.ON, 7);
        assertThat(program.geometry.threads).containsExactly(Thread.currentThread());
        assertThat(program.pixels.threads).hasSize(3);
        program = new MeetingProgram(3, 3);
        draw(program, 3, EarlyZ.ON, 8);
        assertThat(program.geometry.threads).hasSize(3);
    }

    /**
     * Where frames of a package overlap, who finds no bin any more takes part in the visibility
     * phase of the next: the first team's threads alone would wait in vain for the others. What
     * each of them takes there is the looking chiplet's time.
     */
    @ParameterizedTest
    @CsvSource({"2, 2, false", "3, 3, false", "3, 2, false", "2, 2, true", "3, 2, true"})
    void allWorkersLookAtWhatIsNext(int threads, int chiplets, boolean early) {
        var bins = Bins.DEFAULT.withCount(4).withVertices(Bins.Vertices.POSITIONS);
        var group = Group.of(chiplets).withSplit(Group.Split.BINS).withBins(bins);
        var options =
                Tally.PLAIN
                        .withThreads(threads)
                        .withTileSize(16)
                        .withEarlyZ(early ? EarlyZ.ON : EarlyZ.OFF)
                        .withGroup(group);
        var second = new MeetingProgram(threads, 1);
        second.geometry.pauseNs = PAUSE_NS;
        try (var gpu = new ChipletPackage(options)) {
            gpu.submitAhead(sheets(new MeetingProgram(1, 1), 12));
            gpu.submitAhead(sheets(second, 12));
            // Its bins come later.
            assertThat(second.geometry.threads).hasSize(threads);
            gpu.finish();
            var looker = gpu.chiplets().getFirst();
            assertThat(looker.visibilityNs()).isGreaterThanOrEqualTo(threads * PAUSE_NS);
        }
    }
}
