package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.animation.MeshDeformer;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.Reference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** How sessions end, and their frames: early, when they are closed, when they are forgotten. */
@Tag("alone")
@Timeout(300)
class SessionEndTest {
    private static final RenderSettings SMALL =
            RenderSettings.defaults().withSize(64, 48).withSamples(1);
    private static final DeviceOptions TWO = DeviceOptions.DEFAULT.withThreads(2);
    private static final Scene SCENE = DemoScenes.create("demo:teapot");

    private static View view(Session session, double azimuth) {
        return View.orbit(session.bounds(), azimuth, 18, 3 * session.bounds().radius(), 4 / 3.0);
    }

    private static int[] picture(double azimuth) {
        try (var session = new Session(SCENE, SMALL, TWO)) {
            session.look(view(session, azimuth));
            session.render();
            return session.target().pixels().clone();
        }
    }

    @Test
    void aFrameThatWasEndedLeavesTheNextOneAsItIs() {
        int[] front = picture(30);
        int[] side = picture(80);
        var random = new Random(3);
        try (var session = new Session(SCENE, SMALL, TWO)) {
            session.look(view(session, 30));
            var looks = new AtomicLong();
            session.render(Cancellation.when(() -> looks.incrementAndGet() < 0));
            var left = new AtomicLong();
            int ended = 0;
            for (int round = 0; round < 8; round++) {
                session.look(view(session, round % 2 == 0 ? 80 : 30));
                left.set(random.nextLong(looks.get()));
                try {
                    session.render(Cancellation.when(() -> left.getAndDecrement() <= 0));
                } catch (CancelledException e) {
                    ended++;
                }
                session.render();
                assertThat(session.target().pixels())
                        .as("round %d", round)
                        .isEqualTo(round % 2 == 0 ? side : front);
            }
            assertThat(ended).isPositive();
        }
    }

    /** Wherever it is ended, in the middle of vertices that move too, the next frame is whole. */
    @Test
    void aFrameThatIsEndedWhileVerticesMoveIsWholeTheNextTime() {
        var scene = moves();
        var moving = new AtomicLong();
        try (var session = new Session(scene, SMALL, TWO)) {
            session.look(view(session, 30));
            session.render();
            int[] atRest = session.target().pixels().clone();
            session.play(0, 0.4);
            var looks = new AtomicLong();
            session.render(Cancellation.when(() -> looks.incrementAndGet() < 0));
            int[] expected = session.target().pixels().clone();
            assertThat(expected).isNotEqualTo(atRest);
            // The first looks are those of the vertices.
            for (long at = 1; at < Math.min(40, looks.get()); at++) {
                session.rest();
                session.render();
                assertThat(session.target().pixels()).as("at rest, %d", at).isEqualTo(atRest);
                session.play(0, 0.4);
                var left = new AtomicLong(at);
                try {
                    session.render(
                            Cancellation.when(() -> left.getAndDecrement() <= 0 && notes(moving)));
                } catch (CancelledException e) {
                    assertThat(e).hasMessage("rendering was cancelled");
                }
                session.render();
                assertThat(session.target().pixels()).as("after %d looks", at).isEqualTo(expected);
            }
        }
        assertThat(moving.get()).as("ended in the middle of vertices").isPositive();
    }

    /** Two triangles, each at a node of its own, that an animation moves. */
    private static Scene moves() {
        return moves(0);
    }

    /** Likewise, moved at rest by some part of the way. */
    private static Scene moves(float atRest) {
        var vertices =
                VertexData.of(
                        new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0},
                        new float[] {0, 0, 1, 0, 0, 1, 0, 0, 1});
        var target = new MorphTarget(new float[] {0, 0, 0, 2, 0, 0, 0, 0, 0}, new float[9], null);
        var primitive =
                new Primitive(Topology.TRIANGLES, null, vertices, -1, null, List.of(target));
        var node = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, -1, List.of());
        var channels = new ArrayList<Animation.Channel>();
        for (int n = 0; n < 2; n++) {
            var sampler =
                    new Animation.Sampler(
                            new float[] {0, 1},
                            new float[] {0, 1 + n},
                            1,
                            Animation.Interpolation.LINEAR);
            channels.add(new Animation.Channel(n, Animation.Property.WEIGHTS, sampler));
        }
        return Scene.builder(AssetInfo.generated("moves"))
                .meshes(List.of(new Mesh("", List.of(primitive), List.of(atRest))))
                .nodes(List.of(node, node))
                .roots(List.of(0, 1))
                .animations(List.of(new Animation("", channels)))
                .build();
    }

    /** Counts where vertices move; true. */
    private static boolean notes(AtomicLong moving) {
        var deformer = MeshDeformer.class.getName();
        if (StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(f -> f.getClassName().equals(deformer)))) {
            moving.incrementAndGet();
        }
        return true;
    }

    /**
     * However GPUs share frames: nothing of a sequence that was ended is under way, and the next is
     * whole.
     */
    @Test
    void aSequenceEndsEarly() {
        var one = DeviceOptions.DEFAULT.withThreads(2);
        for (var options :
                List.of(
                        one,
                        one.withGroup(Group.of(2).withSplit(Group.Split.FRAMES)),
                        one.withGroup(Group.of(2).withSplit(Group.Split.BINS)))) {
            try (var sequence = new FrameSequence(SCENE, SMALL, options)) {
                var wish = new Cancellation();
                var taken =
                        new Taken(
                                frame -> {
                                    if (frame == 2) {
                                        wish.cancel();
                                    }
                                });
                assertThatThrownBy(() -> sequence.run(50, taken, wish))
                        .isExactlyInstanceOf(CancelledException.class)
                        .hasMessage("rendering was cancelled");
                assertThat(taken.pictures).hasSizeBetween(3, 10);
                assertThatThrownBy(() -> sequence.run(3, taken, wish))
                        .isInstanceOf(CancelledException.class);
                var again = new Taken(frame -> {});
                sequence.run(3, again);
                for (int frame = 0; frame < 3; frame++) {
                    assertThat(again.pictures.get(frame)).isEqualTo(picture(30 + frame));
                }
            }
        }
        var wish = new Cancellation();
        wish.cancel();
        assertThatThrownBy(() -> new FrameSequence(SCENE, SMALL, one, FrameOrder.APART, wish))
                .isInstanceOf(CancelledException.class);
    }

    /** Takes pictures. */
    private record Taken(List<int[]> pictures, IntConsumer then) implements FrameSequence.Work {
        Taken(IntConsumer then) {
            this(new ArrayList<>(), then);
        }

        @Override
        public void prepare(Session session, int frame) {
            session.look(view(session, 30 + frame));
        }

        @Override
        public void deliver(Session session, int frame, FrameReport report, long latencyNs) {
            pictures.add(session.target().pixels().clone());
            then.accept(frame);
        }
    }

    @Test
    void aClosedSessionRendersNothingNotEvenWhatHasNotChanged() {
        var session = new Session(SCENE, SMALL, TWO);
        session.look(view(session, 30));
        session.render();
        session.close();
        session.close();
        assertThatThrownBy(session::render)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("render: the session is closed");
        assertThatThrownBy(() -> session.renderer().render(session.gpu(), view(session, 30)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    /** The second is refused before it touches anything; the first has its picture. */
    @Test
    void twoThreadsDoNotRenderAtOnce() throws InterruptedException {
        int[] front = picture(30);
        var inside = new CountDownLatch(1);
        var refused = new CountDownLatch(1);
        var waits =
                Cancellation.when(
                        () -> {
                            inside.countDown();
                            try {
                                return !refused.await(30, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                return true;
                            }
                        });
        try (var session = new Session(SCENE, SMALL, TWO);
                var beside = session.beside(SMALL.withShadows(true))) {
            session.look(view(session, 30));
            beside.look(view(session, 30));
            var first = Thread.ofPlatform().start(() -> session.render(waits));
            assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
            for (var second : List.of(session, beside)) {
                assertThatThrownBy(second::render)
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("render: another call is under way");
            }
            refused.countDown();
            first.join();
            assertThat(session.target().pixels()).isEqualTo(front);
            session.render();
            assertThat(session.target().pixels()).isEqualTo(front);
        }
    }

    @Test
    void openingEndsEarly() {
        var workers = workers();
        var wish = new Cancellation();
        wish.cancel();
        assertThatThrownBy(() -> new Session(SCENE, SMALL, TWO, wish))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("preparing to render was cancelled");
        var looks = new AtomicLong();
        var counts = Cancellation.when(() -> looks.incrementAndGet() < 0);
        new Session(SCENE, SMALL, TWO, counts).close();
        assertThat(looks.get()).as("places to end it").isPositive();
        var atTheLast = Cancellation.when(() -> looks.decrementAndGet() <= 0);
        assertThatThrownBy(() -> new Session(SCENE, SMALL, TWO, atTheLast))
                .isExactlyInstanceOf(CancelledException.class);
        awaitOnly(workers);
    }

    /** 64x32 texels: 32 lines in 6 levels, and the last to write, are so many places to end it. */
    @Test
    void openingEndsAmongMipmaps() {
        assertThat(looksOfOpening(64, 32) - looksOfOpening(1, 1)).isEqualTo(33);
    }

    /**
     * PN triangles take normals of 3 * 4096 vertices, found in two passes, between which 4096
     * triangles are asked whether they are flat: a look each 4096.
     */
    @Test
    void openingEndsAmongNormals() {
        var curved = SMALL.withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, 8));
        long flat = looksOfOpening(triangles(4096, -1, 1), SMALL);
        assertThat(looksOfOpening(triangles(4096, -1, 1), curved) - flat).isEqualTo(7);
    }

    /** What morphs is moved when it is opened: a look a draw call at least, and it can be ended. */
    @Test
    void openingEndsAmongVerticesThatMove() {
        var moving = new AtomicLong();
        var looks = new AtomicLong();
        assertThatThrownBy(
                        () ->
                                new Session(
                                        moves(0.5f),
                                        SMALL,
                                        TWO,
                                        Cancellation.when(
                                                () ->
                                                        looks.incrementAndGet() > 0
                                                                && isIn(MeshDeformer.class)
                                                                && notes(moving))))
                .isExactlyInstanceOf(CancelledException.class);
        assertThat(moving.get()).isPositive();
    }

    private static boolean isIn(Class<?> where) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(f -> f.getClassName().equals(where.getName())));
    }

    /** What is asked between opening and the first picture ends as well, and can be asked again. */
    @Test
    void whatIsAskedOfASessionEndsEarly() {
        var scene = triangles(10, -1, 50);
        try (var session = new Session(scene, SMALL, TWO, new Cancellation())) {
            var ended = new Cancellation();
            ended.cancel();
            session.within(ended);
            var seen = View.orbit(scene.worldBounds(), 30, 18, 3, 4 / 3.0);
            assertThatThrownBy(session::bounds).isInstanceOf(CancelledException.class);
            assertThatThrownBy(() -> session.fit(30, 18, 4 / 3.0))
                    .isInstanceOf(CancelledException.class);
            assertThatThrownBy(() -> session.renderer().showsEnough(seen))
                    .isInstanceOf(CancelledException.class)
                    .hasMessage("preparing to render was cancelled");
            session.move(0, new Transform.Matrix(Mat4.translation(new Vec3(0, 0, 1))));
            assertThatThrownBy(session::update).isInstanceOf(CancelledException.class);
            // 50 draw calls and their box: each is asked once a time
            var looks = new AtomicLong();
            session.within(Cancellation.when(() -> looks.incrementAndGet() < 0));
            session.update();
            assertThat(looks.getAndSet(0)).isEqualTo(50);
            var bounds = session.bounds();
            assertThat(looks.getAndSet(0)).isEqualTo(50);
            double reach = session.fit(30, 18, 4 / 3.0);
            assertThat(looks.getAndSet(0)).isEqualTo(50);
            session.renderer().showsEnough(seen);
            assertThat(looks.get()).isBetween(1L, 100L);
            session.within(Cancellation.NEVER);
            assertThat(session.bounds()).isEqualTo(bounds);
            assertThat(session.fit(30, 18, 4 / 3.0)).isEqualTo(reach);
            Thread.currentThread().interrupt();
            session.within(new Cancellation());
            assertThatThrownBy(() -> session.fit(35, 18, 4 / 3.0))
                    .isInstanceOf(CancelledException.class)
                    .hasMessage("preparing to render was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /**
     * The wish of opening ends nothing of what comes after it, nor of sessions opened beside it.
     */
    @Test
    void theWishOfOpeningEndsWithIt() {
        var opening = new Cancellation();
        try (var session = new Session(moves(0.5f), SMALL, TWO, opening)) {
            opening.cancel();
            assertThat(session.bounds().isEmpty()).isFalse();
            session.beside(SMALL.withShatter(0.5f), TWO).close();
        }
        var begun = new Cancellation();
        try (var sequence = new FrameSequence(moves(0.5f), SMALL, TWO, FrameOrder.APART, begun)) {
            begun.cancel();
            assertThat(sequence.sessions().getFirst().bounds().isEmpty()).isFalse();
        }
    }

    /** However many nodes show a mesh: where its points are is found out once, blended or not. */
    @Test
    void pointsAreFoundOutOnceForAllNodes() {
        for (int material : new int[] {-1, 0}) {
            var settings = SMALL.withShadows(true);
            try (var session = new Session(triangles(10, material, 50), settings, TWO)) {
                var points = session.renderer().points();
                assertThat(points).hasSize(50);
                assertThat(points).allMatch(one -> one == points.getFirst());
            }
        }
        // What morphs is each node's own
        try (var session = new Session(moves(), SMALL, TWO)) {
            assertThat(session.renderer().points()).doesNotHaveDuplicates();
        }
    }

    /**
     * One mesh at some nodes.
     *
     * @param count of its triangles
     * @param material -1 for none, 0 for one that blends
     */
    private static Scene triangles(int count, int material, int nodes) {
        float[] positions = new float[9 * count];
        float[] normals = new float[9 * count];
        for (int i = 0; i < 3 * count; i++) {
            positions[3 * i] = (i + i % 3) * 0.01f;
            positions[3 * i + 1] = i % 3 == 1 ? 1 : 0;
            // Not flat: each has a corner that looks elsewhere
            normals[3 * i] = i % 3 == 0 ? 0.6f : 0;
            normals[3 * i + 2] = i % 3 == 0 ? 0.8f : 1;
        }
        var primitive =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        VertexData.of(positions, normals),
                        material,
                        null,
                        List.of());
        var blends = Material.DEFAULT.toBuilder().alphaMode(Material.AlphaMode.BLEND).build();
        var all = new ArrayList<Node>();
        var roots = new ArrayList<Integer>();
        for (int n = 0; n < nodes; n++) {
            var place = new Transform.Matrix(Mat4.translation(new Vec3(n, 0, 0)));
            all.add(new Node("", place, List.of(), 0, -1, -1, -1, List.of()));
            roots.add(n);
        }
        return Scene.builder(AssetInfo.generated("triangles"))
                .materials(List.of(blends))
                .meshes(List.of(new Mesh("", List.of(primitive), List.of())))
                .nodes(all)
                .roots(roots)
                .build();
    }

    private static long looksOfOpening(Scene scene, RenderSettings settings) {
        var looks = new AtomicLong();
        var counts = Cancellation.when(() -> looks.incrementAndGet() < 0);
        new Session(scene, settings, TWO, counts).close();
        return looks.get();
    }

    private static long looksOfOpening(int width, int height) {
        var image = new Image("", width, height, new int[width * height], true);
        var mapped = Material.DEFAULT.toBuilder().baseColorTexture(TextureRef.of(0)).build();
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .materials(List.of(mapped))
                        .images(List.of(image))
                        .textures(List.of(new Texture("", 0, SamplerSpec.DEFAULT)))
                        .build();
        var looks = new AtomicLong();
        new Session(scene, SMALL, TWO, Cancellation.when(() -> looks.incrementAndGet() < 0))
                .close();
        return looks.get();
    }

    @Test
    void aForgottenSessionIsClosed() {
        var workers = workers();
        forget();
        assertThat(workers()).as("its worker").hasSizeGreaterThan(workers.size());
        awaitOnly(workers);
    }

    private static void forget() {
        var session = new Session(SCENE, SMALL, DeviceOptions.DEFAULT.withThreads(4));
        session.look(view(session, 30));
        session.render();
    }

    /** Waits until there are no workers but those; the test's time is limited. */
    private static void awaitOnly(Set<Thread> before) {
        while (!before.containsAll(workers())) {
            System.gc();
            Thread.yield();
        }
    }

    private static Set<Thread> workers() {
        var workers = new HashSet<>(Thread.getAllStackTraces().keySet());
        workers.removeIf(thread -> !thread.getName().startsWith("azulejo-worker"));
        return workers;
    }

    /**
     * Compiled code may take a session for forgotten that nobody but its own frame holds. Whether
     * it does is up to the compiler, so that the fence itself is looked for.
     */
    @Test
    void aSessionIsNotForgottenDuringItsFrame() {
        var render =
                new ClassFileImporter()
                        .importClasses(Session.class)
                        .get(Session.class)
                        .getMethod("render", Cancellation.class);
        assertThat(render.getMethodCallsFromSelf())
                .anyMatch(
                        call ->
                                call.getTargetOwner().isEquivalentTo(Reference.class)
                                        && call.getName().equals("reachabilityFence"));
    }

    @Test
    void tooLittleMemoryIsOneLine() {
        var full =
                (Gpu)
                        Proxy.newProxyInstance(
                                Gpu.class.getClassLoader(),
                                new Class<?>[] {Gpu.class},
                                (proxy, method, arguments) -> {
                                    throw new OutOfMemoryError("Java heap space");
                                });
        var session = Session.on(full, SCENE, SMALL, new Uploads(SCENE, SMALL));
        session.look(view(session, 30));
        assertThatThrownBy(session::render)
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith(SCENE.asset().source() + ": does not fit into memory");
    }

    // What is not a number

    @Test
    void whatIsNotANumberIsRefused() {
        var nan = new Vec4(0, Float.NaN, 0, 1);
        var endless = new Vec4(0, 0, 0, Float.POSITIVE_INFINITY);
        try (var session = new Session(SCENE, SMALL, TWO)) {
            var good = view(session, 30);
            assertThatThrownBy(
                            () ->
                                    new View(
                                            new Vec3(Float.NaN, 0, 0),
                                            good.viewFromWorld(),
                                            good.clipFromView()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("view: the position ");
            float[] m = Mat4.IDENTITY.toArray();
            m[7] = Float.NEGATIVE_INFINITY;
            var bad = Mat4.ofColumns(m);
            assertThatThrownBy(() -> new View(Vec3.ZERO, bad, good.clipFromView()))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new View(Vec3.ZERO, good.viewFromWorld(), bad))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> view(session, Double.NaN))
                    .isInstanceOf(IllegalArgumentException.class);
            for (var color : new Vec4[] {nan, endless}) {
                assertThatThrownBy(() -> session.background(color))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("background: ");
                assertThatThrownBy(() -> SMALL.withBackground(color))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> session.paint(0, color))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("base colour: ");
            }
        }
    }
}
