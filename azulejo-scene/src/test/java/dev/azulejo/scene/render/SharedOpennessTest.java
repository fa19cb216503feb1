package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;

/** Of what a scene shows too much, vertices beside each other share their openness. */
class SharedOpennessTest {
    private static final double REACH = 2;
    private static final SharedOpenness.Limits TIGHT =
            new SharedOpenness.Limits(0, 1000, 4_000_000);

    /** Upright blades, 150 on a field of 8 by 8, which face four ways. */
    private static Scene field() {
        var random = new Random(7);
        var blade =
                AmbientOcclusionTest.rectangle(
                        new Vec3(-0.1f, 0, 0), new Vec3(0.2f, 0, 0), new Vec3(0, 1.5f, 0), -1);
        var nodes = new ArrayList<Node>();
        var roots = new ArrayList<Integer>();
        nodes.add(Node.ofMesh("floor", Transform.IDENTITY, 0));
        roots.add(0);
        for (int i = 1; i <= 150; i++) {
            var to = new Vec3(8 * random.nextFloat() - 4, 0, 8 * random.nextFloat() - 4);
            double half = Math.PI / 4 * random.nextInt(4);
            var turn = new Quaternion(0, (float) Math.sin(half), 0, (float) Math.cos(half));
            nodes.add(Node.ofMesh("", new Transform.Trs(to, turn, Vec3.ONE), 1));
            roots.add(i);
        }
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(
                        List.of(
                                new Mesh("floor", List.of(AmbientOcclusionTest.floor(1, 0))),
                                new Mesh("blade", List.of(blade))))
                .nodes(nodes)
                .roots(roots)
                .build();
    }

    private static Scene in(Scene scene, SharedOpenness.Limits limits) {
        return AmbientOcclusion.in(scene, REACH, Tessellation.Mode.OFF, limits, Cancellation.NEVER);
    }

    private static List<Float> openness(Scene scene) {
        var all = new ArrayList<Float>();
        for (var node : scene.nodes()) {
            for (Primitive primitive : scene.meshes().get(node.mesh()).primitives()) {
                for (float value : primitive.vertices().openness()) {
                    all.add(value);
                }
            }
        }
        return all;
    }

    /** Blades of the same cell that face alike have the same bits, and nearly what is theirs. */
    @Test
    void whatIsTooMuchIsShared() {
        var each = openness(AmbientOcclusion.in(field(), REACH, Cancellation.NEVER));
        var shared = openness(in(field(), TIGHT));
        assertThat(shared).hasSameSizeAs(each);
        assertThat(new HashSet<>(shared)).hasSizeLessThan(new HashSet<>(each).size() / 3);
        double off = 0;
        for (int i = 0; i < each.size(); i++) {
            off += Math.abs(each.get(i) - shared.get(i)) / each.size();
        }
        assertThat(off).isLessThan(0.06);
    }

    /** Both sides of a plate above a floor lie in the same cells: one sees it, and one nothing. */
    @Test
    void whatFacesAnotherWayIsNotShared() {
        float[] floor = {-100, -1, -100, -100, -1, 300, 300, -1, -100};
        var openness =
                new VertexOpenness(new TriangleTree(floor, 1, () -> {}), 8, 1e-4, 64, () -> {});
        int[] indices = {0, 1, 2, 3, 5, 4};
        float[] at = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0};
        float[] normals = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0};
        var shared =
                SharedOpenness.of(
                        openness,
                        8,
                        600,
                        6,
                        6 * 64,
                        visitor -> visitor.look(indices, at, normals),
                        new SharedOpenness.Limits(0, 0, 1000));
        float[] of = shared.of(indices, at, normals);
        for (int i = 0; i < 3; i++) {
            assertThat(of[i]).as("above, %d", i).isOne();
            assertThat(of[3 + i]).as("below, %d", i).isLessThan(0.5f);
        }
    }

    /** By one thread or by many. */
    @Test
    void threadsChangeNothing() throws Exception {
        try (var one = new ForkJoinPool(1)) {
            assertThat(one.submit(() -> openness(in(field(), TIGHT))).get())
                    .isEqualTo(openness(in(field(), TIGHT)));
        }
    }

    /** Where it is not too much, each has its own: rays of a few tell, or not even those. */
    @Test
    void whatIsNotTooMuchIsNot() {
        var each = openness(AmbientOcclusion.in(field(), REACH, Cancellation.NEVER));
        assertThat(openness(in(field(), new SharedOpenness.Limits(0, 1L << 40, 1000))))
                .isEqualTo(each);
        assertThat(openness(in(field(), new SharedOpenness.Limits(1L << 40, 0, 1000))))
                .isEqualTo(each);
    }

    /** Of 4,000 plates in seven layers: boxes that are asked are counted. */
    @Test
    void fewerBoxesAreAsked() {
        var random = new Random(3);
        int plates = 4000;
        float[] corners = new float[9 * plates];
        int[] indices = new int[3 * plates];
        float[] normals = new float[9 * plates];
        for (int p = 0; p < plates; p++) {
            float x = 100 * random.nextFloat();
            float z = 100 * random.nextFloat();
            float[] triangle = {x, 0, z, x, 0, z + 1, x + 1, 0, z};
            System.arraycopy(triangle, 0, corners, 9 * p, 9);
            for (int k = 0; k < 3; k++) {
                corners[9 * p + 3 * k + 1] = p % 7;
                normals[9 * p + 3 * k + 1] = 1;
                indices[3 * p + k] = 3 * p + k;
            }
        }
        int rays = 16;
        var tree = new TriangleTree(corners, plates, () -> {});
        var alone = new VertexOpenness(tree, 8, 1e-4, rays, () -> {});
        alone.of(indices, corners, normals);
        long all = alone.asked();
        var openness = new VertexOpenness(tree, 8, 1e-4, rays, () -> {});
        var shared =
                SharedOpenness.of(
                        openness,
                        8,
                        142,
                        3 * plates,
                        (long) rays * 3 * plates,
                        visitor -> visitor.look(indices, corners, normals),
                        new SharedOpenness.Limits(0, all / 2, all / 8));
        assertThat(shared).isNotNull();
        // Of 1,024 vertices rays tell how many boxes there are to ask
        long tried = all * SharedOpenness.TRIED / (3 * plates);
        assertThat(openness.asked()).isBetween(tried, all / 8 + tried * 3 / 2);
        assertThat(shared.of(indices, corners, normals)).hasSize(3 * plates);
        assertThat(openness.asked()).as("found once").isLessThan(all / 8 + tried * 3 / 2);
    }
}
