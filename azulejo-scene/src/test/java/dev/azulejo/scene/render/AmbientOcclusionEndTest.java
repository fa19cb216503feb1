package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Ambient occlusion can be ended wherever it is, and takes no more than it says. */
@Tag("alone")
class AmbientOcclusionEndTest {
    private static final double FAR = Double.POSITIVE_INFINITY;

    /** Whether one of these methods is on the way to where a look is made. */
    private static boolean isIn(StackTraceElement[] stack, String... methods) {
        for (var frame : stack) {
            String name = frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1);
            for (String method : methods) {
                if (method.equals(name) || method.equals(name + '.' + frame.getMethodName())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Those of rays, by the calling thread or by others of its pool. */
    private static final String[] RAYS = {"VertexOpenness", "ParallelRows"};

    /** That of one ray. */
    private static final String[] RAY = {"TriangleTree.first"};

    /** A wish that is uttered at one of the looks by these, the first being 1; 0 for never. */
    private static Cancellation atLook(int end, AtomicInteger looks, String... methods) {
        return Cancellation.when(
                () ->
                        isIn(Thread.currentThread().getStackTrace(), methods)
                                && looks.incrementAndGet() == end);
    }

    /** 64 vertices are a row, and before each row there is a look. */
    @Test
    void itCanBeEndedWhileThereAreRays() {
        var cancelled = new Cancellation();
        cancelled.cancel();
        var scene = AmbientOcclusionTest.scene(AmbientOcclusionTest.pit(40, 1));
        assertThatThrownBy(() -> AmbientOcclusion.in(scene, cancelled))
                .isInstanceOf(CancelledException.class);
        var looks = new AtomicInteger();
        var never = atLook(0, looks, RAYS);
        var dimmed = AmbientOcclusion.in(scene, never);
        int rows = 0;
        for (var mesh : dimmed.meshes().subList(scene.meshes().size(), dimmed.meshes().size())) {
            for (var primitive : mesh.primitives()) {
                if (primitive.vertices().openness() != null) {
                    rows += (primitive.vertices().count() + 63) / 64;
                }
            }
        }
        assertThat(rows).isGreaterThan(40);
        assertThat(looks.get()).isGreaterThanOrEqualTo(rows);
        for (int end : new int[] {1, rows / 2, rows}) {
            looks.set(0);
            var thrown = catchThrowable(() -> AmbientOcclusion.in(scene, atLook(end, looks, RAYS)));
            assertThat(thrown)
                    .isInstanceOf(CancelledException.class)
                    .hasMessage("occlusion was cancelled");
            assertThat(isIn(thrown.getStackTrace(), RAYS)).isTrue();
            // Once uttered a wish stays, and nobody asks any more
            assertThat(looks.get()).isBetween(end, end + 8);
        }
    }

    /**
     * 16,384 slivers across a room, one like the other, in 4096 boxes of four: a ray asks 8191
     * boxes. The 128 rays of each of a floor's four corners ask 4,193,792, and look at each
     * 65,536th whether to go on: 63 times.
     */
    private static Scene slivers() {
        float[] xyz = {-10, -10, -10, 10, 10, 10, 10, 10, 9.999f};
        int[] indices = new int[3 << 14];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = i % 3;
        }
        var slivers = new Primitive(Topology.TRIANGLES, indices, VertexData.of(xyz, null), -1);
        // It hides nothing, so that all triangles are slivers
        var glass = Material.builder("glass").alphaMode(Material.AlphaMode.BLEND).build();
        var floor =
                AmbientOcclusionTest.rectangle(
                        new Vec3(5, 0, -5), new Vec3(0, 0, 0.1f), new Vec3(0.1f, 0, 0), 0);
        return Scene.builder(AssetInfo.generated("test"))
                .materials(List.of(glass))
                .meshes(List.of(new Mesh("", List.of(floor, slivers))))
                .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                .roots(List.of(0))
                .build();
    }

    @Test
    void raysBetweenSliversCanBeEnded() {
        var scene = slivers();
        var looks = new AtomicInteger();
        AmbientOcclusion.in(scene, FAR, atLook(0, looks, RAY));
        assertThat(looks).hasValue(63);
        looks.set(0);
        var thrown = catchThrowable(() -> AmbientOcclusion.in(scene, FAR, atLook(2, looks, RAY)));
        assertThat(thrown).isInstanceOf(CancelledException.class);
        assertThat(isIn(thrown.getStackTrace(), RAY)).isTrue();
        assertThat(looks).hasValue(2);
    }

    /** An error stays what it is, but for too little memory, which is one line. */
    @Test
    void errorsReachTheCaller() {
        var scene = AmbientOcclusionTest.scene(AmbientOcclusionTest.pit(24, 1));
        var error = new StackOverflowError("of a test");
        assertThatThrownBy(() -> AmbientOcclusion.in(scene, FAR, thrownByRays(error)))
                .isSameAs(error);
        var memory = new OutOfMemoryError("of a test");
        assertThatThrownBy(() -> AmbientOcclusion.in(scene, FAR, thrownByRays(memory)))
                .isInstanceOf(SceneException.class)
                .hasCause(memory)
                .hasMessage(
                        "test: does not fit into memory when its occlusion is found (a larger Java"
                                + " heap, -Xmx, may help)");
    }

    private static Cancellation thrownByRays(Error error) {
        return Cancellation.when(
                () -> {
                    var stack = Thread.currentThread().getStackTrace();
                    if (isIn(stack, RAYS)) {
                        throw error;
                    }
                    return false;
                });
    }

    /**
     * The smallest reach that there is: edges are no shorter than a part of the diagonal. What
     * morph targets move is not asked how long its edges are.
     */
    @Test
    void aTinyReachEnds() {
        var still = AmbientOcclusionTest.floor(4, 0);
        var moving = new ArrayList<Primitive>();
        moving.add(still);
        for (int i = 0; i < 100; i++) {
            moving.add(
                    new Primitive(
                            Topology.TRIANGLES,
                            still.indices(),
                            still.vertices(),
                            -1,
                            null,
                            List.of(new MorphTarget(new float[12], null, null))));
        }
        for (var scene :
                List.of(
                        AmbientOcclusionTest.scene(still),
                        morphed(moving.subList(1, moving.size()), still))) {
            for (double reach : new double[] {1e-30, Double.MIN_VALUE}) {
                var looks = new AtomicInteger();
                var wish =
                        Cancellation.when(
                                () ->
                                        isIn(
                                                        Thread.currentThread().getStackTrace(),
                                                        "AmbientOcclusion.edge")
                                                && looks.incrementAndGet() > 1000);
                var dimmed = AmbientOcclusion.in(scene, reach, wish);
                int made = AmbientOcclusionTest.vertices(dimmed, 0, 0).count();
                assertThat(made).isBetween(1 << 14, 1 << 18);
                // Once by each of the primitives, and at each of some steps by the one that is
                // still
                int primitives = scene.meshes().stream().mapToInt(m -> m.primitives().size()).sum();
                assertThat(looks.get()).isBetween(primitives + 2, primitives + 40);
            }
        }
    }

    private static Scene morphed(List<Primitive> moving, Primitive still) {
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(still)), new Mesh("", moving)))
                .nodes(
                        List.of(
                                Node.ofMesh("", Transform.IDENTITY, 0),
                                Node.ofMesh("", Transform.IDENTITY, 1)))
                .roots(List.of(0, 1))
                .build();
    }

    @Test
    void verticesAreBounded() {
        var many =
                new Primitive(
                        Topology.TRIANGLES,
                        new int[] {0, 1, 2},
                        VertexData.of(new float[3 << 20], new float[3 << 20]),
                        -1);
        many.vertices().positions()[0] = 1;
        assertThatThrownBy(() -> AmbientOcclusion.in(copies(9, many, List.of())))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "occlusion: the scene shows 9,437,184 vertices, at most 8,388,608"
                                + " expected");
    }

    private static Scene copies(int count, Primitive primitive, List<Variant> variants) {
        var node = Node.ofMesh("", Transform.IDENTITY, 0);
        return Scene.builder(AssetInfo.generated("test"))
                .materials(List.of(Material.builder("m").build()))
                .meshes(List.of(new Mesh("", List.of(primitive))))
                .nodes(Collections.nCopies(count, node))
                .roots(IntStream.range(0, count).boxed().toList())
                .variants(variants)
                .build();
    }

    /** Each copy has choices of its own, beside those of what was copied. */
    @Test
    void choicesOfVariantsAreBounded() {
        var floor = AmbientOcclusionTest.floor(4, 0);
        var choice = new Variant.Choice(0, 0, 0);
        var many = new Variant("many", Collections.nCopies(2200, choice));
        assertThatThrownBy(() -> AmbientOcclusion.in(copies(2000, floor, List.of(many, many))))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "occlusion: the scene's variants would have 8,804,400 choices of materials,"
                                + " at most 8,388,608 expected");
        var dimmed = AmbientOcclusion.in(copies(3, floor, List.of(many, many)));
        assertThat(dimmed.variants()).extracting(v -> v.choices().size()).containsOnly(8800);
    }

    /** 65,537 patches would be 8,388,736 triangles: they are not made to be counted. */
    @Test
    void patchesAreCountedBeforeTheyAreThere() {
        var patches = AmbientOcclusionTest.patches(65_537);
        var scene = AmbientOcclusionTest.scene(AmbientOcclusionTest.floor(1, -1), patches);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> AmbientOcclusion.in(scene))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "occlusion: the scene shows 8,388,738 triangles, at most 8,388,608"
                                + " expected");
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(4L << 20);
    }

    @Test
    void memoryIsCheckedBeforeItIsTaken() {
        var scene = copies(2, AmbientOcclusionTest.floor(4, 0), List.of());
        AmbientOcclusion.checkMemory(scene, 50, 64, 15_520);
        assertThatThrownBy(() -> AmbientOcclusion.checkMemory(scene, 50, 64, 15_519))
                .isInstanceOf(SceneException.class)
                .hasMessage(
                        "test: 15,520 more bytes of memory are needed to find its occlusion, and"
                                + " that may take 15,519 (a larger Java heap, -Xmx, raises that)");
        // As many triangles and vertices as there may be
        float[] xyz = new float[3 * 8192];
        xyz[0] = 1;
        var many =
                new Primitive(Topology.TRIANGLES, new int[3 * 8192], VertexData.of(xyz, null), -1);
        var large = copies(1024, many, List.of());
        assumeThat(FrameMemory.most()).isLessThan(2_181_038_080L);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> AmbientOcclusion.in(large))
                .isInstanceOf(SceneException.class)
                .hasMessageStartingWith("test: 2,181,038,080 more bytes of memory are needed");
        assertThat(thread.getCurrentThreadAllocatedBytes() - before).isLessThan(4L << 20);
    }
}
