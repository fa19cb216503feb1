package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.HeightField;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Models that are taken apart, by where each vertex has to be. */
class ConnectedPartsTest {
    private static final Runnable ON = () -> {};
    private static final Light SUN =
            new Light("sun", Light.Kind.DIRECTIONAL, Vec3.ONE, 1, Float.POSITIVE_INFINITY, 0, 0);

    private static Primitive triangles(int[] indices, float... positions) {
        var normals = new float[positions.length];
        for (int i = 2; i < normals.length; i += 3) {
            normals[i] = 1;
        }
        return new Primitive(Topology.TRIANGLES, indices, VertexData.of(positions, normals), -1);
    }

    private static Scene scene(List<Mesh> meshes, Node... nodes) {
        return Scene.builder(AssetInfo.generated("parts"))
                .meshes(meshes)
                .nodes(List.of(nodes))
                .roots(IntStream.range(0, nodes.length).boxed().toList())
                .build();
    }

    private static Node node(int mesh) {
        return Node.ofMesh("n", Transform.IDENTITY, mesh);
    }

    private static float[] positions(Scene scene, int node, int primitive) {
        var mesh = scene.meshes().get(scene.nodes().get(node).mesh());
        return mesh.primitives().get(primitive).vertices().positions();
    }

    /**
     * A square of two triangles without a vertex in common, but two places; a triangle far from it;
     * a vertex that nothing uses. All lies within 0..10, so that the middle is at 5.
     */
    private static final Primitive PIECES =
            triangles(
                    new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8},
                    new float[] {
                        0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, -0f, 2, 2, 0, 0, 2, 0, 10, 10, 10, 8, 10,
                        10, 10, 8, 10, 3, 3, 3
                    });

    @Test
    void partsMoveAsTheyAre() {
        var scene = scene(List.of(new Mesh("m", List.of(PIECES))), node(0));
        var apart = ConnectedParts.apart(scene, 0.5f, ON);
        // The square's middle is (1, 1, 0): -4, -4, -5 from that of all, and half as far again
        float[] square = {-2, -2, -2.5f, 0, -2, -2.5f, 0, 0, -2.5f};
        float[] other = {-2, -2, -2.5f, 0, 0, -2.5f, -2, 0, -2.5f};
        // The triangle's is (9, 9, 10): 4, 4, 5
        float[] triangle = {12, 12, 12.5f, 10, 12, 12.5f, 12, 10, 12.5f};
        float[] rest = {3, 3, 3};
        assertThat(positions(apart, 0, 0)).isEqualTo(together(square, other, triangle, rest));
        assertThat(apart.meshes().getLast().primitives().getFirst().vertices().normals())
                .isSameAs(PIECES.vertices().normals());
        // Nothing of what it was made of is changed
        assertThat(positions(scene, 0, 0)).isSameAs(PIECES.vertices().positions());
        assertThat(ConnectedParts.apart(scene, 0, ON)).isSameAs(scene);
    }

    private static float[] together(float[]... parts) {
        var all = new ArrayList<Float>();
        for (float[] part : parts) {
            for (float x : part) {
                all.add(x);
            }
        }
        float[] joined = new float[all.size()];
        for (int i = 0; i < joined.length; i++) {
            joined[i] = all.get(i);
        }
        return joined;
    }

    /** Two materials of one part have a primitive each, which share an edge. */
    @Test
    void primitivesThatTouchAreOnePart() {
        var left = triangles(null, 0, 0, 0, 1, 0, 0, 1, 1, 0);
        var right = triangles(null, 1, 0, 0, 2, 0, 0, 1, 1, 0);
        var touching = scene(List.of(new Mesh("m", List.of(left, right))), node(0));
        assertThat(ConnectedParts.apart(touching, 1, ON)).isSameAs(touching);
        var beside = triangles(null, 1.5f, 0, 0, 2, 0, 0, 1.5f, 1, 0);
        var two = scene(List.of(new Mesh("m", List.of(left, beside))), node(0));
        // Middles at 0.5, 1.75 and, of all, 1: half a unit to the left, 0.75 to the right
        var apart = ConnectedParts.apart(two, 1, ON);
        assertThat(positions(apart, 0, 0)).startsWith(-0.5f, 0);
        assertThat(positions(apart, 0, 1)).startsWith(2.25f, 0);
    }

    /** Each node has parts of its own, which go where they go in the world. */
    @Test
    void nodesTurnTheWay() {
        var one = triangles(null, 0, 0, 0, 2, 0, 0, 0, 2, 0);
        var mesh = new Mesh("m", List.of(one));
        var turned =
                new Transform.Trs(
                        new Vec3(10, 0, 0),
                        new Quaternion(0, 0, (float) Math.sqrt(0.5), (float) Math.sqrt(0.5)),
                        new Vec3(2, 2, 2));
        var scene = scene(List.of(mesh), node(0), Node.ofMesh("t", turned, 0));
        var before = scene.worldTransforms();
        var apart = ConnectedParts.apart(scene, 1, ON);
        var middle = before.bounds(scene).center();
        assertThat(middle).isEqualTo(new Vec3(5, 2, 0));
        // (1, 1, 0) and, a quarter turn around z and twice as large, (8, 2, 0)
        var first = positions(apart, 0, 0);
        assertThat(first).containsExactly(-4, -1, 0, -2, -1, 0, -4, 1, 0);
        var place = apart.worldTransforms().get(1);
        var corner = positions(apart, 1, 0);
        var there = place.transformPoint(new Vec3(corner[0], corner[1], corner[2]));
        assertThat(there.x()).isCloseTo(13, org.assertj.core.data.Offset.offset(1e-4f));
        assertThat(there.y()).isCloseTo(0, org.assertj.core.data.Offset.offset(1e-4f));
        assertThat(apart.nodes()).extracting(Node::name).containsExactly("n", "t");
    }

    /**
     * What joints move stands where they are: its node's place and the middle of all say nothing.
     */
    @Test
    void whatJointsMoveIsTakenApartByItself() {
        float[] weights = new float[10];
        Arrays.fill(weights, 1);
        var influences = new JointInfluences(1, new int[10], weights);
        var skinned =
                new Primitive(
                        Topology.TRIANGLES,
                        PIECES.indices(),
                        PIECES.vertices(),
                        -1,
                        influences,
                        List.of());
        var far = new Transform.Trs(new Vec3(1000, 0, 0), Quaternion.IDENTITY, Vec3.ONE);
        var body = new Node("body", far, List.of(), 0, -1, -1, 0, List.of());
        var joint = new Node("joint", Transform.IDENTITY, List.of(), -1, -1, -1);
        var nodes = List.of(body, joint, Node.ofMesh("other", far, 1));
        var scene =
                Scene.builder(AssetInfo.generated("parts"))
                        .meshes(
                                List.of(
                                        new Mesh("m", List.of(skinned)),
                                        new Mesh("o", List.of(PIECES))))
                        .nodes(nodes)
                        .roots(List.of(0, 1, 2))
                        .skins(List.of(new Skin("s", List.of(1), List.of(Mat4.IDENTITY))))
                        .build();
        var rest = scene(List.of(new Mesh("m", List.of(PIECES))), node(0));
        assertThat(positions(ConnectedParts.apart(scene, 0.5f, ON), 0, 0))
                .isEqualTo(positions(ConnectedParts.apart(rest, 0.5f, ON), 0, 0));
    }

    /** A scale of 0 has no way back. */
    @Test
    void whatIsFlattenedStays() {
        var mesh = new Mesh("m", List.of(PIECES));
        var none = new Transform.Trs(Vec3.ZERO, Quaternion.IDENTITY, new Vec3(1, 0, 1));
        var scene = scene(List.of(mesh), Node.ofMesh("flat", none, 0));
        assertThat(positions(ConnectedParts.apart(scene, 1, ON), 0, 0))
                .isEqualTo(PIECES.vertices().positions());
    }

    /** Not a number is neither at a place nor in the middle of anything. */
    @Test
    void whatIsNowhereIsNoHindrance() {
        var odd =
                triangles(
                        null, 0, 0, 0, 2, 0, 0, 0, Float.NaN, 0, 8, 0, 0, 10, 0, 0, 8, Float.NaN,
                        0);
        var apart =
                ConnectedParts.apart(scene(List.of(new Mesh("m", List.of(odd))), node(0)), 1, ON);
        assertThat(positions(apart, 0, 0)).startsWith(-4, 0, 0, -2).contains(Float.NaN);
        assertThat(positions(apart, 0, 0)[9]).isEqualTo(12);
    }

    /** Strips, lines and patches connect as well; points do not. */
    @Test
    void whateverConnects() {
        float[] row = {0, 0, 0, 1, 0, 0, 2, 1, 0, 3, 0, 0, 4, 1, 0};
        for (var topology : List.of(Topology.TRIANGLE_STRIP, Topology.TRIANGLE_FAN)) {
            assertThat(moves(topology, row)).as("%s", topology).isFalse();
        }
        assertThat(moves(Topology.LINE_STRIP, row)).isFalse();
        assertThat(moves(Topology.LINES, row)).isTrue();
        assertThat(moves(Topology.POINTS, row)).isTrue();
        // Body, handle, spout, lid
        var teapot = DemoScenes.create("demo:teapot");
        assertThat(ConnectedParts.apart(teapot, 1, ON)).isNotSameAs(teapot);
    }

    /** Its heights say where a field is: it stays, whatever else is taken apart. */
    @Test
    void fieldsOfHeightsStay() {
        float[] corners = {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1};
        var field =
                new Primitive(
                        Topology.HEIGHT_FIELD_PATCHES,
                        new int[] {0, 1, 2, 3},
                        new VertexData(4, corners, null, null, new float[8], null, null),
                        -1,
                        null,
                        List.of(),
                        HeightField.of(2, 2, new float[] {0, 1, 2, 3}, 1, 1));
        var meshes = List.of(new Mesh("field", List.of(field)), new Mesh("m", List.of(PIECES)));
        var apart = ConnectedParts.apart(scene(meshes, node(0), node(1)), 1, ON);
        assertThat(positions(apart, 0, 0)).isSameAs(corners);
        assertThat(positions(apart, 1, 0)).isNotEqualTo(PIECES.vertices().positions());
    }

    /** A node that no root leads to shows nothing; what else a node is, it stays. */
    @Test
    void nodesAreWhatTheyWere() {
        var weights = List.of(0.25f);
        var rich = new Node("rich", Transform.IDENTITY, List.of(), 0, 0, 0, -1, weights);
        var target = new MorphTarget(new float[PIECES.vertices().positions().length], null, null);
        var morphed =
                new Primitive(
                        Topology.TRIANGLES,
                        PIECES.indices(),
                        PIECES.vertices(),
                        -1,
                        null,
                        List.of(target));
        var scene =
                scene(List.of(new Mesh("m", List.of(morphed))), node(0)).toBuilder()
                        .nodes(List.of(rich, node(0)))
                        .cameras(List.of(new Camera.Perspective("c", 1, 0, 0.1f, 9)))
                        .lights(List.of(SUN))
                        .build();
        var apart = ConnectedParts.apart(scene, 1, ON);
        var moved = apart.nodes().getFirst();
        assertThat(moved.mesh()).isEqualTo(1);
        assertThat(moved)
                .isEqualTo(new Node("rich", Transform.IDENTITY, List.of(), 1, 0, 0, -1, weights));
        assertThat(apart.nodes().getLast()).isEqualTo(node(0));
        assertThat(apart.meshes()).hasSize(2);
    }

    private static boolean moves(Topology topology, float[] positions) {
        var primitive = new Primitive(topology, null, VertexData.of(positions, new float[15]), -1);
        var scene = scene(List.of(new Mesh("m", List.of(primitive))), node(0));
        return ConnectedParts.apart(scene, 1, ON) != scene;
    }

    /** Other choices of materials are for what is shown now. */
    @Test
    void variantsStay() {
        var scene =
                scene(List.of(new Mesh("m", List.of(PIECES))), node(0)).toBuilder()
                        .materials(DemoScenes.create("demo:sphere").materials())
                        .variants(List.of(new Variant("v", List.of(new Variant.Choice(0, 0, 0)))))
                        .textures(DemoScenes.create("demo:sphere").textures())
                        .images(DemoScenes.create("demo:sphere").images())
                        .build();
        var apart = ConnectedParts.apart(scene, 1, ON);
        var shown = apart.withVariant(apart.variants().getFirst());
        int mesh = shown.nodes().getFirst().mesh();
        assertThat(shown.meshes().get(mesh).primitives().getFirst().material()).isZero();
    }

    @Test
    void whatIsTooMuchIsRefused() {
        var scene = scene(List.of(new Mesh("m", List.of(PIECES))), node(0));
        for (float wrong : new float[] {-1, 10.5f, Float.NaN}) {
            assertThatThrownBy(() -> ConnectedParts.apart(scene, wrong, ON))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("distance=%s is not in 0..10", wrong);
        }
        var nodes = new ArrayList<Node>();
        var many = triangles(new int[0], new float[3 * 200_000]);
        for (int i = 0; i < 101; i++) {
            nodes.add(node(0));
        }
        var large = scene(List.of(new Mesh("m", List.of(many))), nodes.toArray(Node[]::new));
        assertThatThrownBy(() -> ConnectedParts.apart(large, 1, ON))
                .isInstanceOf(SceneException.class)
                .hasMessage("explode: 20,200,000 vertices are drawn, at most 20,000,000 expected");
    }

    /** Whoever waits can end it. */
    @Test
    void itEndsWhenItIsTold() {
        var scene = scene(List.of(new Mesh("m", List.of(PIECES))), node(0));
        Runnable off =
                () -> {
                    throw new IllegalStateException("off");
                };
        assertThatThrownBy(() -> ConnectedParts.apart(scene, 1, off)).hasMessage("off");
        // Again and again within one large mesh: of 200,000 vertices at their places, of their
        // triangles, of their parts, twice, and of 600,000 numbers
        int[] asked = {0, 0};
        for (int vertices : new int[] {3, 200_000}) {
            var one = triangles(new int[] {0, 1, 2, 0, 1, 2}, new float[3 * vertices]);
            var large = scene(List.of(new Mesh("m", List.of(one, PIECES))), node(0));
            int at = vertices == 3 ? 0 : 1;
            ConnectedParts.apart(large, 1, () -> asked[at]++);
        }
        assertThat(asked[1] - asked[0]).isEqualTo(200_000 / 4096 + 3 + 3 + 9);
    }
}
