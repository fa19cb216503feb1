package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;

class SceneModelTest {
    private static final VertexData TRIANGLE =
            VertexData.of(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, null);

    private static Scene scene(List<Integer> roots, List<Node> nodes) {
        return Scene.builder(AssetInfo.generated("test"))
                .name("s")
                .roots(roots)
                .nodes(nodes)
                .meshes(
                        List.of(
                                new Mesh(
                                        "m",
                                        List.of(
                                                new Primitive(
                                                        Topology.TRIANGLES, null, TRIANGLE, -1)))))
                .build();
    }

    private static Node node(int mesh, Integer... children) {
        Transform move = new Transform.Trs(new Vec3(1, 0, 0), Quaternion.IDENTITY, Vec3.ONE);
        return new Node("", move, List.of(children), mesh, -1, -1);
    }

    @Test
    void referencesAreChecked() {
        assertThatThrownBy(() -> scene(List.of(0), List.of(node(1))))
                .hasMessage("node.mesh=1 is not in 0..0");
        assertThatThrownBy(() -> scene(List.of(1), List.of(node(0))))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> scene(List.of(0), List.of(node(0, 0))))
                .hasMessage("root node 0 has a parent or is listed twice");
        assertThatThrownBy(() -> scene(List.of(), List.of(node(0, 1), node(0, 0))))
                .hasMessage("node 0 is its own ancestor");
        assertThatThrownBy(() -> scene(List.of(0), List.of(node(0, 2), node(0, 2), node(0))))
                .hasMessage("node 2 has two parents");
        assertThatThrownBy(
                        () -> new Primitive(Topology.TRIANGLES, new int[] {0, 3, 1}, TRIANGLE, -1))
                .hasMessage("indices[1]=3 is not in 0..2");
        assertThatThrownBy(() -> new VertexData(2, new float[5], null, null, null, null, null))
                .hasMessage("vertex positions: 5 floats for 2 vertices, 3 a vertex expected");
        assertThatThrownBy(
                        () -> Material.metallicRoughness("x", new Vec4(Float.NaN, 0, 0, 0), 0, 0))
                .hasMessage("material x: a factor is not finite");
    }

    @Test
    void variantsNameWhatThereIs() {
        for (int[] wrong : new int[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -2}}) {
            var choice = new Variant.Choice(wrong[0], wrong[1], wrong[2]);
            assertThatThrownBy(() -> withVariant(choice)).isInstanceOf(RuntimeException.class);
        }
        assertThat(withVariant(new Variant.Choice(0, 0, 0)).variants()).hasSize(1);
    }

    private static Scene withVariant(Variant.Choice choice) {
        var triangle = new Primitive(Topology.TRIANGLES, new int[] {0, 1, 2}, TRIANGLE, -1);
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(triangle))))
                .materials(List.of(Material.DEFAULT))
                .variants(List.of(new Variant("one", List.of(choice))))
                .build();
    }

    @Test
    void worldTransformsFollowTheHierarchy() {
        Scene scene = scene(List.of(2), List.of(node(0), node(0), node(-1, 1, 0)));
        WorldTransforms world = scene.worldTransforms();
        assertThat(world.visitOrder()).containsExactly(2, 1, 0);
        assertThat(world.get(0).transformPoint(Vec3.ZERO)).isEqualTo(new Vec3(2, 0, 0));
        assertThat(scene.worldBounds().min()).isEqualTo(new Vec3(2, 0, 0));
        assertThat(scene.worldBounds().max()).isEqualTo(new Vec3(3, 1, 0));
    }

    @Test
    void topologiesAsLists() {
        int[] five = {10, 11, 12, 13, 14};
        assertThat(Primitive.listIndices(Topology.POINTS, five, 0))
                .containsExactly(10, 11, 12, 13, 14);
        assertThat(Primitive.listIndices(Topology.LINES, five, 0)).containsExactly(10, 11, 12, 13);
        assertThat(Primitive.listIndices(Topology.LINE_STRIP, five, 0))
                .containsExactly(10, 11, 11, 12, 12, 13, 13, 14);
        assertThat(Primitive.listIndices(Topology.LINE_LOOP, five, 0))
                .containsExactly(10, 11, 11, 12, 12, 13, 13, 14, 14, 10);
        assertThat(Primitive.listIndices(Topology.TRIANGLES, five, 0)).containsExactly(10, 11, 12);
        assertThat(Primitive.listIndices(Topology.TRIANGLE_STRIP, five, 0))
                .containsExactly(10, 11, 12, 11, 13, 12, 12, 13, 14);
        assertThat(Primitive.listIndices(Topology.TRIANGLE_FAN, five, 0))
                .containsExactly(11, 12, 10, 12, 13, 10, 13, 14, 10);
        for (Topology topology : Topology.values()) {
            for (int n = 0; n < 7; n++) {
                int[] list = Primitive.listIndices(topology, null, n);
                assertThat(topology.listForm().primitiveCount(list.length))
                        .as("%s of %d", topology, n)
                        .isEqualTo(topology.primitiveCount(n));
            }
        }
    }

    @Test
    void textureTransformsTurnCounterClockwiseWithVUpwards() {
        float[] m = new UvTransform(0.5f, 0.25f, (float) (Math.PI / 2), 2, 3).toAffine();
        // (1, 0): scaled to (2, 0), turned to (0, -2), moved
        assertThat(m[0] + m[2]).isEqualTo(0.5f, within(1e-6f));
        assertThat(m[3] + m[5]).isEqualTo(-1.75f, within(1e-6f));
        assertThat(UvTransform.IDENTITY.toAffine()).containsExactly(1, 0, 0, -0f, 1, 0);
    }

    @Test
    void messagesAreOneLine() {
        assertThat(new SceneException("a\nb\tc\u2028d")).hasMessage("a b c d");
    }

    private static Scene skinned(
            int roots, int meshTargets, List<Float> weights, int skin, int joint, int animated) {
        int[] joints = {0, joint, 0};
        Primitive primitive =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        TRIANGLE,
                        -1,
                        new JointInfluences(1, joints, new float[] {1, 1, 1}),
                        Collections.nCopies(meshTargets, new MorphTarget(null, null, null)));
        Node mesh = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, skin, weights);
        Node fixed = new Node("", new Transform.Matrix(Mat4.IDENTITY), List.of(), -1, -1, -1);
        Animation.Sampler sampler =
                new Animation.Sampler(new float[1], new float[3], 3, Animation.Interpolation.STEP);
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0, 1).subList(0, roots))
                .nodes(List.of(mesh, fixed))
                .meshes(List.of(new Mesh("", List.of(primitive))))
                .skins(List.of(new Skin("", List.of(1), List.of(Mat4.IDENTITY))))
                .animations(
                        List.of(
                                new Animation(
                                        "",
                                        List.of(
                                                new Animation.Channel(
                                                        animated,
                                                        Animation.Property.SCALE,
                                                        sampler)))))
                .build();
    }

    @Test
    void skinsTargetsAndAnimationsAreChecked() {
        assertThat(skinned(2, 2, List.of(1f, 2f), 0, 0, 0).morphWeights(0)).containsExactly(1, 2);
        assertThatThrownBy(() -> skinned(1, 0, List.of(), 0, 0, 0))
                .hasMessage("node 1 is a joint of skin 0 and not in the scene");
        assertThatThrownBy(() -> skinned(2, 3, List.of(1f, 2f), 0, 0, 0))
                .hasMessage("node.weights: 2 of them for 3 morph targets");
        assertThatThrownBy(() -> skinned(2, 0, List.of(), 1, 0, 0))
                .hasMessage("node.skin=1 is not in 0..0");
        assertThatThrownBy(() -> skinned(2, 0, List.of(), 0, 1, 0))
                .hasMessage("a vertex names joint 1, but skin 0 has 1 joints");
        assertThatThrownBy(() -> skinned(2, 0, List.of(), 0, -1, 0))
                .hasMessage("influences: a joint is negative");
        assertThatThrownBy(() -> skinned(2, 0, List.of(), 0, 0, 1))
                .hasMessage("animation: SCALE of node 1, which has a matrix");
        assertThatThrownBy(() -> skinned(2, 0, List.of(), 0, 0, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new Skin("", List.of(1), List.of()))
                .hasMessageContaining("1 joints and 0 inverse bind matrices");
        Primitive plain = new Primitive(Topology.TRIANGLES, null, TRIANGLE, -1);
        assertThatThrownBy(() -> new Mesh("", List.of(plain), List.of(1f)))
                .hasMessage("mesh: a primitive has 0 morph targets, 1 expected");
        MorphTarget normals = new MorphTarget(null, new float[9], null);
        assertThatThrownBy(
                        () ->
                                new Primitive(
                                        Topology.TRIANGLES,
                                        null,
                                        TRIANGLE,
                                        -1,
                                        null,
                                        List.of(normals)))
                .hasMessageStartingWith("morph target normals: 9 floats for 3 vertices");
    }

    @Test
    void flatAreTrianglesOfThreeVerticesEach() {
        var bare = VertexData.of(new float[9], null);
        var fine = VertexData.of(new float[9], new float[9]);
        var four = VertexData.of(new float[12], new float[12]);
        var turns = new MorphTarget(null, new float[9], null);
        assertThat(flat(Topology.TRIANGLES, fine).flat()).isTrue();
        for (var wrong :
                List.<ThrowingCallable>of(
                        () -> flat(Topology.TRIANGLES, bare),
                        () -> flat(Topology.TRIANGLES, four),
                        () -> flat(Topology.TRIANGLE_STRIP, fine),
                        () -> flat(Topology.TRIANGLES, fine, turns))) {
            assertThatThrownBy(wrong)
                    .hasMessage(
                            "flat are triangles of three vertices each, with normals that no morph"
                                    + " target displaces");
        }
    }

    private static Primitive flat(Topology topology, VertexData vertices, MorphTarget... targets) {
        return new Primitive(topology, null, vertices, -1, null, List.of(targets), null, true);
    }
}
