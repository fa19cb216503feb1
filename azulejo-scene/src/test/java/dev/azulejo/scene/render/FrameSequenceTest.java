package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** GPUs that take frames in turn: the same pictures, in order, so many at a time. */
@Tag("alone")
class FrameSequenceTest {
    private static final int FRAMES = 12;
    private static final Scene SCENE = DemoScenes.create("demo:objects");

    private static final RenderSettings SETTINGS = RenderSettings.defaults().withSize(96, 64);

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withThreads(3).withKernels(Kernels.SCALAR).withReuse(Reuse.TILES);

    private static DeviceOptions inTurn(Integer... weights) {
        var group = Group.of(weights.length).withWeights(List.of(weights));
        return PLAIN.withGroup(group.withSplit(Group.Split.FRAMES));
    }

    /** Remembers what it is given; turns the scene by so many degrees a frame. */
    private static final class Watch implements FrameSequence.Work {
        final double step;
        final List<int[]> pictures = new ArrayList<>();
        final List<Long> unchanged = new ArrayList<>();
        final List<Session> by = new ArrayList<>();
        final List<Integer> prepared = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger delivered = new AtomicInteger();
        IntConsumer begins = frame -> {};

        Watch(double degrees) {
            step = degrees;
        }

        @Override
        public void prepare(Session session, int frame) {
            prepared.add(frame);
            begins.accept(frame);
            session.look(View.orbit(session.bounds(), 35 + step * frame, 18, 9, 1.5));
        }

        @Override
        public void deliver(Session session, int frame, FrameReport report, long latencyNs) {
            assertThat(frame).isEqualTo(delivered.get());
            assertThat(latencyNs).isPositive();
            pictures.add(session.target().pixels().clone());
            unchanged.add(report.get(Counter.RENDERS_UNCHANGED));
            by.add(session);
            delivered.incrementAndGet();
        }
    }

    private static Watch run(DeviceOptions options, Watch watch) {
        try (var sequence = new FrameSequence(SCENE, SETTINGS, options)) {
            sequence.run(FRAMES, watch);
            for (int frame = 0; frame < FRAMES; frame++) {
                assertThat(watch.by.get(frame)).isSameAs(sequence.session(frame));
            }
        }
        assertThat(watch.delivered.get()).isEqualTo(FRAMES);
        return watch;
    }

    @Test
    void framesInTurnAreTheSameFrames() {
        var expected = run(PLAIN, new Watch(30));
        for (var options : List.of(inTurn(1, 1, 1), inTurn(2, 1), inTurn(1))) {
            var watch = run(options, new Watch(30));
            for (int frame = 0; frame < FRAMES; frame++) {
                assertThat(watch.pictures.get(frame))
                        .as("frame %d", frame)
                        .isEqualTo(expected.pictures.get(frame));
            }
        }
        assertThat(expected.pictures.get(0)).isNotEqualTo(expected.pictures.get(1));
    }

    /** Whoever renders every third frame remembers the third before. */
    @Test
    void eachGpuRemembersItsOwnLastFrame() {
        var watch = run(inTurn(1, 1, 1), new Watch(0));
        assertThat(watch.unchanged).startsWith(0L, 0L, 0L, 1L, 1L, 1L).hasSize(FRAMES);
        assertThat(watch.unchanged.subList(3, FRAMES)).containsOnly(1L);
        assertThat(watch.by.subList(0, 3)).doesNotHaveDuplicates();
    }

    /** Three begin before one is delivered, and never a fourth. */
    @Test
    void framesOverlapAndNoMoreThanThereAreGpus() {
        var barrier = new CyclicBarrier(3);
        var watch = new Watch(30);
        watch.begins =
                frame -> {
                    assertThat(frame).isLessThan(watch.delivered.get() + 3);
                    if (frame < 3) {
                        meet(barrier);
                    }
                };
        run(inTurn(1, 1, 1), watch);
        assertThat(watch.prepared).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    /** A fast GPU holds up a slow one: there are two pictures, whoever has rendered them. */
    @Test
    void nobodyRunsAheadOfWhatIsDelivered() {
        var watch = new Watch(30);
        watch.begins =
                frame -> {
                    assertThat(frame).isLessThan(watch.delivered.get() + 2);
                    // The other GPU's next frame is the fourth; it has every chance to begin.
                    for (int i = 0; frame == 2 && i < 30 && !watch.prepared.contains(4); i++) {
                        LockSupport.parkNanos(10_000_000);
                    }
                };
        run(inTurn(2, 1), watch);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("frames do not overlap", e);
        }
    }

    @Test
    void whoFailsEndsTheSequence() {
        var watch = new Watch(30);
        watch.begins =
                frame -> {
                    if (frame == 5) {
                        throw new IllegalStateException("frame 5 cannot be");
                    }
                };
        try (var sequence = new FrameSequence(SCENE, SETTINGS, inTurn(1, 1, 1))) {
            assertThatThrownBy(() -> sequence.run(FRAMES, watch)).hasMessage("frame 5 cannot be");
            assertThat(watch.delivered.get()).isLessThanOrEqualTo(5);
            assertThat(watch.prepared).doesNotContain(8);
            var again = new Watch(30);
            sequence.run(4, again);
            assertThat(again.delivered.get()).isEqualTo(4);
        }
    }

    /** What other languages may throw though Java's compiler would not have it. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneak(Exception thrown) throws E {
        throw (E) thrown;
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whateverIsThrownEndsTheSequence() {
        var watch = new Watch(30);
        watch.begins =
                frame -> {
                    if (frame == 4) {
                        FrameSequenceTest.<RuntimeException>sneak(new IOException("no such frame"));
                    }
                };
        try (var sequence = new FrameSequence(SCENE, SETTINGS, inTurn(1, 1, 1))) {
            assertThatThrownBy(() -> sequence.run(FRAMES, watch))
                    .isInstanceOf(UndeclaredThrowableException.class)
                    .hasRootCauseInstanceOf(IOException.class)
                    .hasMessageContaining("no such frame");
        }
    }
}
