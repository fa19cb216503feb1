package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** A package of chiplets with two frames under way: the same pictures, in order. */
@Tag("alone")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverlappedFramesTest {
    private static final Scene SCENE = DemoScenes.create("demo:viewer");
    private static final RenderSettings SETTINGS = RenderSettings.defaults().withSize(96, 64);

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withThreads(3).withKernels(Kernels.SCALAR).withReuse(Reuse.OFF);

    private static final DeviceOptions CHIPLETS =
            PLAIN.withGroup(Group.of(3).withSplit(Group.Split.BINS));

    /** Moves the scene, which has an animation, and the camera; remembers what it is given. */
    private static final class Watch implements FrameSequence.Work {
        final List<int[]> pictures = new ArrayList<>();
        final List<Integer> prepared = Collections.synchronizedList(new ArrayList<>());
        final List<Integer> rendered = Collections.synchronizedList(new ArrayList<>());
        final List<Long> bins = new ArrayList<>();
        final List<Long> named = new ArrayList<>();
        final List<Long> latencies = new ArrayList<>();
        final List<Long> latenciesSaid = Collections.synchronizedList(new ArrayList<>());
        final List<Long> renderedNs = Collections.synchronizedList(new ArrayList<>());
        final List<Long> deliveredNs = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        final AtomicInteger delivered = new AtomicInteger();
        IntConsumer prepares = frame -> {};
        IntConsumer renders = frame -> {};
        IntConsumer delivers = frame -> {};

        @Override
        public void prepare(Session session, int frame) {
            assertThat(frame).isEqualTo(prepared.size());
            prepared.add(frame);
            prepares.accept(frame);
            session.play(0, 0.13 * frame);
            session.look(View.orbit(session.bounds(), 35 + 20.0 * frame, 18, 9, 1.5));
        }

        @Override
        public void rendered(Session session, int frame, FrameReport report, long latencyNs) {
            assertThat(frame).isEqualTo(rendered.size());
            rendered.add(frame);
            renderedNs.add(System.nanoTime());
            latenciesSaid.add(latencyNs);
            named.add(
                    session.gpu().bins().stream()
                            .flatMap(phase -> phase.bins().stream())
                            .mapToLong(bin -> bin.streamBytes())
                            .sum());
            renders.accept(frame);
        }

        @Override
        public void deliver(Session session, int frame, FrameReport report, long latencyNs) {
            assertThat(frame).isEqualTo(delivered.get());
            delivers.accept(frame);
            pictures.add(session.target().pixels().clone());
            bins.add(report.get(Counter.BINS_RENDERED));
            latencies.add(latencyNs);
            threads.add(Thread.currentThread());
            delivered.incrementAndGet();
            deliveredNs.add(System.nanoTime());
        }
    }

    private static Watch run(int frames, DeviceOptions options, FrameOrder order) {
        var watch = new Watch();
        try (var sequence = new FrameSequence(SCENE, SETTINGS, options, order)) {
            sequence.run(frames, watch);
            assertThat(sequence.gpus()).isEqualTo(1);
        }
        assertThat(watch.delivered.get()).isEqualTo(frames);
        return watch;
    }

    private static void assertSame(Watch actual, Watch expected) {
        for (int frame = 0; frame < expected.pictures.size(); frame++) {
            assertThat(actual.pictures.get(frame))
                    .as("frame %d", frame)
                    .isEqualTo(expected.pictures.get(frame));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 9})
    void overlappedFramesAreTheSameFrames(int frames) {
        var expected = run(frames, PLAIN, FrameOrder.APART);
        var apart = run(frames, CHIPLETS, FrameOrder.APART);
        var overlapped = run(frames, CHIPLETS, FrameOrder.OVERLAPPED);
        assertThat(overlapped.pictures).hasSize(frames);
        assertSame(apart, expected);
        assertSame(overlapped, expected);
        for (int frame = 1; frame < frames; frame++) {
            assertThat(expected.pictures.get(frame)).isNotEqualTo(expected.pictures.get(0));
        }
        assertThat(overlapped.bins).isEqualTo(apart.bins);
        assertThat(overlapped.latencies).allMatch(ns -> ns > 0);
    }

    /**
     * From before a frame is prepared to its last pixel: no less than preparing it takes, and no
     * more than from when its session became free.
     */
    @Test
    void latencyIsFromTheBeginningToTheLastPixel() {
        var watch = new Watch();
        watch.prepares =
                frame -> {
                    long end = System.nanoTime() + (frame == 4 ? 80_000_000 : 0);
                    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                        LockSupport.parkNanos(end - now);
                    }
                };
        try (var sequence = new FrameSequence(SCENE, SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED)) {
            sequence.run(9, watch);
        }
        assertThat(watch.latencies).isEqualTo(watch.latenciesSaid);
        assertThat(watch.latencies.get(4)).isGreaterThanOrEqualTo(80_000_000);
        for (int frame = OverlappedFrames.SESSIONS; frame < 9; frame++) {
            long free = watch.deliveredNs.get(frame - OverlappedFrames.SESSIONS);
            assertThat(watch.latencies.get(frame))
                    .as("frame %d", frame)
                    .isLessThanOrEqualTo(watch.renderedNs.get(frame) - free);
        }
    }

    /** Each report, and what the package says of its bins, is of the frame it comes with. */
    @Test
    void reportsAreThoseOfTheirFrames() {
        // What early Z leaves over depends on time.
        var exact = CHIPLETS.withEarlyZ(EarlyZ.OFF);
        var apart = run(6, exact, FrameOrder.APART);
        var overlapped = run(6, exact, FrameOrder.OVERLAPPED);
        assertThat(overlapped.named).isEqualTo(apart.named).doesNotHaveDuplicates();
        assertThat(overlapped.bins).isEqualTo(apart.bins);
        assertThat(overlapped.bins.getFirst()).isPositive();
    }

    @Test
    void shadowsAndStillFramesOverlapToo() {
        var shadows = SETTINGS.withShadows(true);
        var reuse = CHIPLETS.withReuse(Reuse.TILES);
        for (int still : new int[] {0, 1}) {
            var pictures = new ArrayList<List<int[]>>();
            for (var options : List.of(PLAIN, reuse)) {
                var watch = new Watch();
                var order =
                        options.group().split() == Group.Split.BINS
                                ? FrameOrder.OVERLAPPED
                                : FrameOrder.APART;
                try (var sequence = new FrameSequence(SCENE, shadows, options, order)) {
                    sequence.run(7, still == 0 ? watch : new Still(watch));
                }
                pictures.add(watch.pictures);
            }
            for (int frame = 0; frame < 7; frame++) {
                assertThat(pictures.get(1).get(frame)).isEqualTo(pictures.get(0).get(frame));
            }
        }
    }

    /** Every frame is the first one. */
    private record Still(Watch watch) implements FrameSequence.Work {
        @Override
        public void prepare(Session session, int frame) {
            session.look(View.orbit(session.bounds(), 35, 18, 9, 1.5));
        }

        @Override
        public void deliver(Session session, int frame, FrameReport report, long latencyNs) {
            watch.pictures.add(session.target().pixels().clone());
        }
    }

    /**
     * While a picture is taken the next two frames are rendered, and no more: its session is still
     * held, and the one after them has none.
     */
    @Test
    void takingAPictureDoesNotHoldUpTheNextFrames() {
        var rendered = new CountDownLatch(2);
        var watch = new Watch();
        watch.renders =
                frame -> {
                    if (frame == 1) {
                        rendered.countDown();
                    }
                };
        watch.delivers =
                frame -> {
                    if (frame == 0) {
                        rendered.countDown();
                        await(rendered);
                        assertThat(watch.prepared).containsExactly(0, 1, 2);
                    }
                };
        try (var sequence = new FrameSequence(SCENE, SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED)) {
            sequence.run(5, watch);
            for (int frame = 0; frame < 5; frame++) {
                assertThat(sequence.session(frame))
                        .isSameAs(sequence.sessions().get(frame % sequence.sessions().size()));
            }
        }
        assertThat(watch.delivered.get()).isEqualTo(5);
        assertThat(watch.threads).doesNotContain(Thread.currentThread());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("frames do not overlap", e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prepare", "rendered", "deliver"})
    void whoFailsEndsTheSequence(String where) {
        IntConsumer fails =
                frame -> {
                    if (frame == 4) {
                        throw new IllegalStateException("frame 4 cannot be");
                    }
                };
        var watch = new Watch();
        switch (where) {
            case "prepare" -> watch.prepares = fails;
            case "rendered" -> watch.renders = fails;
            default -> watch.delivers = fails;
        }
        try (var sequence = new FrameSequence(SCENE, SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED)) {
            assertThatThrownBy(() -> sequence.run(20, watch)).hasMessage("frame 4 cannot be");
            assertThat(watch.delivered.get()).isLessThanOrEqualTo(4);
            assertThat(watch.prepared).doesNotContain(8);
            var again = new Watch();
            sequence.run(4, again);
            assertThat(again.delivered.get()).isEqualTo(4);
            assertSame(again, run(4, PLAIN, FrameOrder.APART));
        }
    }

    /** The package is closed: the thread that submits fails, and wakes the other. */
    @Test
    void whatIsClosedRendersNothing() {
        var sequence = new FrameSequence(SCENE, SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED);
        sequence.close();
        assertThatThrownBy(() -> sequence.run(3, new Watch()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void framesOverlapOnAPackageAlone() {
        assertThatThrownBy(() -> new FrameSequence(SCENE, SETTINGS, PLAIN, FrameOrder.OVERLAPPED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("split=bins");
    }

    /** What stands still is there once, however many frames are under way. */
    @Test
    void sessionsShareWhatNobodyWrites() {
        var scene = DemoScenes.create("demo:objects");
        try (var sequence = new FrameSequence(scene, SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED)) {
            var sessions = sequence.sessions();
            assertThat(sessions).hasSize(OverlappedFrames.SESSIONS);
            var first = sessions.getFirst().renderer();
            assertThat(first.meshes()).hasSizeGreaterThan(3);
            assertThat(first.textures()).isNotEmpty();
            for (var session : sessions) {
                same(session.renderer().meshes(), first.meshes());
                same(session.renderer().textures(), first.textures());
            }
        }
    }

    private static void same(List<?> objects, List<?> others) {
        assertThat(objects).hasSameSizeAs(others);
        for (int i = 0; i < objects.size(); i++) {
            assertThat(objects.get(i)).isSameAs(others.get(i));
        }
    }

    /** What a pose deforms is written while other frames are under way: each has its own. */
    @Test
    void sessionsDoNotShareWhatDeforms() {
        try (var sequence =
                new FrameSequence(SessionTest.scene(), SETTINGS, CHIPLETS, FrameOrder.OVERLAPPED)) {
            var all = new ArrayList<MeshBuffers>();
            for (var session : sequence.sessions()) {
                all.addAll(session.renderer().meshes());
            }
            int drawn = all.size() / OverlappedFrames.SESSIONS;
            // One of them has a morph target.
            int shared = drawn - 1;
            assertThat(Set.copyOf(all)).hasSize(shared + OverlappedFrames.SESSIONS);
        }
    }

    /** Where nobody says which order: three frames under way of a package, one of anything else. */
    @Test
    void framesOfAPackageOverlapByThemselves() {
        try (var sequence = new FrameSequence(SCENE, SETTINGS, CHIPLETS)) {
            assertThat(sequence.sessions()).hasSize(3);
        }
        try (var sequence = new FrameSequence(SCENE, SETTINGS, PLAIN)) {
            assertThat(sequence.sessions()).hasSize(1);
        }
    }
}
