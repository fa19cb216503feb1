package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/** Which part of the ambient light arrives, where it is known in closed form. */
@Tag("alone")
class AmbientOcclusionTest {
    static final double FAR = Double.POSITIVE_INFINITY;

    /** A rectangle from a corner along two edges; it faces the way that their product points. */
    static Primitive rectangle(Vec3 corner, Vec3 a, Vec3 b, int material) {
        float[] xyz = {
            corner.x(),
            corner.y(),
            corner.z(),
            corner.x() + a.x(),
            corner.y() + a.y(),
            corner.z() + a.z(),
            corner.x() + a.x() + b.x(),
            corner.y() + a.y() + b.y(),
            corner.z() + a.z() + b.z(),
            corner.x() + b.x(),
            corner.y() + b.y(),
            corner.z() + b.z()
        };
        float x = a.y() * b.z() - a.z() * b.y();
        float y = a.z() * b.x() - a.x() * b.z();
        float z = a.x() * b.y() - a.y() * b.x();
        float length = (float) Math.sqrt(x * x + y * y + z * z);
        float[] normals = new float[12];
        for (int i = 0; i < 12; i += 3) {
            normals[i] = x / length;
            normals[i + 1] = y / length;
            normals[i + 2] = z / length;
        }
        return new Primitive(
                Topology.TRIANGLES,
                new int[] {0, 1, 2, 0, 2, 3},
                VertexData.of(xyz, normals),
                material);
    }

    /** A level square around a point, which faces up. */
    static Primitive floor(float side, float y) {
        return rectangle(
                new Vec3(-side / 2, y, -side / 2), new Vec3(0, 0, side), new Vec3(side, 0, 0), -1);
    }

    /** Level patches of three by three units, all at one place. */
    static Primitive patches(int count) {
        float[] xyz = new float[48];
        for (int i = 0; i < 16; i++) {
            xyz[3 * i] = i / 4;
            xyz[3 * i + 2] = i % 4;
        }
        int[] indices = new int[16 * count];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = i % 16;
        }
        return new Primitive(Topology.BICUBIC_PATCHES, indices, VertexData.of(xyz, null), -1);
    }

    static Scene scene(Primitive... primitives) {
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(primitives))))
                .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                .roots(List.of(0))
                .build();
    }

    static VertexData vertices(Scene scene, int node, int primitive) {
        int mesh = scene.nodes().get(node).mesh();
        return scene.meshes().get(mesh).primitives().get(primitive).vertices();
    }

    /** Openness of the first primitive's vertex that is nearest to a point. */
    static float near(Scene scene, double x, double y, double z) {
        var v = vertices(scene, 0, 0);
        double least = FAR;
        float openness = -1;
        for (int i = 0; i < v.count(); i++) {
            double dx = v.positions()[3 * i] - x;
            double dy = v.positions()[3 * i + 1] - y;
            double dz = v.positions()[3 * i + 2] - z;
            double far = dx * dx + dy * dy + dz * dz;
            if (far < least) {
                least = far;
                openness = v.openness()[i];
            }
        }
        return openness;
    }

    static Scene in(Scene scene, double reach) {
        return AmbientOcclusion.in(scene, reach, Cancellation.NEVER);
    }

    /** What is no surface stays as it is. */
    @Test
    void theSkyStays() {
        var sky = DemoScenes.create("terrain").sky();
        assertThat(sky).isNotNull();
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(List.of(new Mesh("", List.of(floor(2, 0), floor(1, 0.1f)))))
                        .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                        .roots(List.of(0))
                        .sky(sky)
                        .build();
        var made = AmbientOcclusion.in(scene);
        assertThat(vertices(made, 0, 0).openness()).isNotEmpty();
        assertThat(made.sky()).isSameAs(sky);
    }

    @Test
    void nothingHidesFromAPlane() {
        for (float value : vertices(in(scene(floor(10, 3)), FAR), 0, 0).openness()) {
            assertThat(value).isEqualTo(1);
        }
        // Nor does what lies below it
        for (float value : vertices(in(scene(floor(10, 3), floor(10, 2)), FAR), 0, 0).openness()) {
            assertThat(value).isEqualTo(1);
        }
    }

    /** A wall that begins at a point hides half of what it sees, be it high or low. */
    @ParameterizedTest
    @ValueSource(floats = {1, 5, 50})
    void aWallHidesHalf(float height) {
        var wall = rectangle(new Vec3(-20, 0, 0), new Vec3(40, 0, 0), new Vec3(0, height, 0), -1);
        var floor = rectangle(new Vec3(-20, 0, 0), new Vec3(0, 0, 20), new Vec3(40, 0, 0), -1);
        var scene = in(scene(floor, wall), FAR);
        assertThat(near(scene, 0, 0, 0)).isCloseTo(0.5f, within(0.03f));
        // At the other end of the floor next to nothing of it is seen
        assertThat(near(scene, 20, 0, 20)).isGreaterThan(0.8f);
        var swapped = in(scene(wall, floor), FAR);
        assertThat(near(swapped, 0, 0, 0)).isCloseTo(0.5f, within(0.03f));
        assertThat(near(swapped, -20, height, 0)).isGreaterThan(0.5f);
    }

    /** A long wall of height h hides (1 - d / sqrt(d² + h²)) / 2 at a distance of d. */
    @Test
    void aWallFurtherAwayHidesLess() {
        var wall = rectangle(new Vec3(-400, 0, 0), new Vec3(800, 0, 0), new Vec3(0, 2, 0), -1);
        for (float d : new float[] {0.5f, 1, 2, 4}) {
            var point =
                    rectangle(new Vec3(0, 0, d), new Vec3(0, 0, 1e-3f), new Vec3(1e-3f, 0, 0), -1);
            double expected = (1 + d / Math.sqrt(d * d + 4)) / 2;
            assertThat((double) near(in(scene(point, wall), FAR), 0, 0, d))
                    .as("distance %s", d)
                    .isCloseTo(expected, within(0.015));
        }
    }

    /** A pit: a round wall around a floor of triangles that meet in its middle. */
    static Primitive[] pit(int sides, float depth) {
        float[] xyz = new float[3 * (sides + 1)];
        float[] up = new float[3 * (sides + 1)];
        float[] wall = new float[6 * sides];
        int[] floor = new int[3 * sides];
        int[] around = new int[6 * sides];
        up[1] = 1;
        for (int i = 0; i < sides; i++) {
            double turn = 2 * Math.PI * i / sides;
            int next = (i + 1) % sides;
            xyz[3 * i + 3] = (float) Math.cos(turn);
            xyz[3 * i + 5] = (float) Math.sin(turn);
            up[3 * i + 4] = 1;
            System.arraycopy(xyz, 3 * i + 3, wall, 6 * i, 3);
            System.arraycopy(xyz, 3 * i + 3, wall, 6 * i + 3, 3);
            wall[6 * i + 4] = depth;
            System.arraycopy(new int[] {0, next + 1, i + 1}, 0, floor, 3 * i, 3);
            int[] two = {2 * i, 2 * next, 2 * i + 1, 2 * i + 1, 2 * next, 2 * next + 1};
            System.arraycopy(two, 0, around, 6 * i, 6);
        }
        return new Primitive[] {
            new Primitive(Topology.TRIANGLES, floor, VertexData.of(xyz, up), -1),
            new Primitive(
                    Topology.TRIANGLES, around, VertexData.of(wall, new float[wall.length]), -1)
        };
    }

    /** From the middle of a pit's ground one sees r² / (r² + h²) of the light. */
    @ParameterizedTest
    @ValueSource(floats = {0.25f, 0.5f, 1, 2, 3})
    void pitsAreDark(float depth) {
        var scene = in(scene(pit(96, depth)), FAR);
        assertThat(near(scene, 0, 0, 0)).isCloseTo(1 / (1 + depth * depth), within(0.015f));
    }

    /** As in a pit that is scaled, turned and moved, by its node or by itself. */
    @Test
    void whereItStandsIsTheSame() {
        var plain = in(scene(pit(96, 1)), FAR);
        double half = Math.sqrt(0.5);
        var moved =
                new Transform.Trs(
                        new Vec3(40, -7, 3),
                        new Quaternion((float) half, 0, 0, (float) half),
                        new Vec3(-2, 2, 2));
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .meshes(List.of(new Mesh("", List.of(pit(96, 1)))))
                        .nodes(List.of(Node.ofMesh("", moved, 0)))
                        .roots(List.of(0))
                        .build();
        assertThat(near(in(scene, FAR), 0, 0, 0)).isCloseTo(near(plain, 0, 0, 0), within(0.015f));
    }

    /**
     * A ceiling at height h: it is h / c away in a direction of cosine c, and what it hides of that
     * is 1 - (h / (c R))² until that is 0: in all 1 - a² + 2 a² ln a, with a = h / R.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.5, 0.8, 1, 2})
    void whatIsFarHidesLess(double a) {
        var ceiling = floor(120, 1);
        var scene = in(scene(floor(1e-2f, 0), ceiling), 1 / a);
        double open = a < 1 ? a * a - 2 * a * a * Math.log(a) : 1;
        assertThat((double) near(scene, 0, 0, 0)).isCloseTo(open, within(0.01));
    }

    /** Between vertices too: no edge is longer than a part of the reach, and edges still meet. */
    @Test
    void longEdgesAreHalvedAlikeOnBothSides() {
        var left = rectangle(new Vec3(-3, 0, 0), new Vec3(0, 0, 7), new Vec3(3, 0, 0), -1);
        var right = rectangle(new Vec3(0, 0, 0), new Vec3(0, 0, 7), new Vec3(40, 0, 0), -1);
        var lid = rectangle(new Vec3(0, 2, 0), new Vec3(0, 0, 7), new Vec3(9, 0, 0), -1);
        var scene = in(scene(left, right, lid), 6);
        double longest = 0;
        var meeting = new ArrayList<List<Float>>();
        for (int p = 0; p < 2; p++) {
            var primitive = scene.meshes().get(scene.nodes().getFirst().mesh()).primitives().get(p);
            float[] xyz = primitive.vertices().positions();
            int[] indices = primitive.indices();
            for (int i = 0; i < indices.length; i++) {
                int from = 3 * indices[i];
                int to = 3 * indices[i - i % 3 + (i + 1) % 3];
                longest =
                        Math.max(
                                longest,
                                Math.hypot(xyz[from] - xyz[to], xyz[from + 2] - xyz[to + 2]));
            }
            var edge = new ArrayList<Float>();
            for (int i = 0; i < xyz.length; i += 3) {
                if (xyz[i] == 0) {
                    edge.add(xyz[i + 2]);
                }
            }
            edge.sort(null);
            meeting.add(edge);
            assertThat(primitive.vertices().normals()).hasSize(xyz.length).contains(1, 0);
        }
        assertThat(longest).isLessThanOrEqualTo(0.2727).isGreaterThan(0.2);
        assertThat(meeting.get(0)).hasSize(33).isEqualTo(meeting.get(1));
        // Below the lid it is dark, and far from it light
        assertThat(near(scene, -3, 0, 3)).isGreaterThan(near(scene, 0, 0, 3));
    }

    /** A vertex in a block is not seen, and is as light as what is beside it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void insideOfABlockItIsAsBesideIt(boolean mirrored) {
        var sides =
                new Primitive[] {
                    floor(20, 0),
                    rectangle(new Vec3(-1, -1, 1), new Vec3(2, 0, 0), new Vec3(0, 2, 0), -1),
                    rectangle(new Vec3(1, -1, -1), new Vec3(-2, 0, 0), new Vec3(0, 2, 0), -1),
                    rectangle(new Vec3(1, -1, 1), new Vec3(0, 0, -2), new Vec3(0, 2, 0), -1),
                    rectangle(new Vec3(-1, -1, -1), new Vec3(0, 0, 2), new Vec3(0, 2, 0), -1),
                    rectangle(new Vec3(-1, 1, -1), new Vec3(0, 0, 2), new Vec3(2, 0, 0), -1)
                };
        float x = mirrored ? -1 : 1;
        var place = new Transform.Trs(new Vec3(0, 0, 0), Quaternion.IDENTITY, new Vec3(x, 1, 1));
        var scene =
                in(
                        Scene.builder(AssetInfo.generated("test"))
                                .meshes(List.of(new Mesh("", List.of(sides))))
                                .nodes(List.of(Node.ofMesh("", place, 0)))
                                .roots(List.of(0))
                                .build(),
                        FAR);
        assertThat(near(scene, 0, 0, 0)).isBetween(0.5f, 0.9f);
        assertThat(near(scene, 8, 0, 8)).isGreaterThan(0.99f);
    }

    /** A leg whose ends are in other things is as light as its middle. */
    @Test
    void whatBothEndsAreHiddenOfIsLit() {
        var leg = rectangle(new Vec3(-1, -1, 0), new Vec3(2, 0, 0), new Vec3(0, 2, 0), -1);
        var parts = new ArrayList<>(List.of(leg));
        for (float y : new float[] {-1, 1}) {
            // A block without a side to the leg's middle, around its ends
            float from = y - 0.1f;
            parts.add(
                    rectangle(new Vec3(-2, from, 1), new Vec3(4, 0, 0), new Vec3(0, 0.2f, 0), -1));
            parts.add(
                    rectangle(new Vec3(2, from, -1), new Vec3(-4, 0, 0), new Vec3(0, 0.2f, 0), -1));
            parts.add(
                    rectangle(
                            new Vec3(-2, y + 0.1f, -1), new Vec3(0, 0, 2), new Vec3(4, 0, 0), -1));
            parts.add(rectangle(new Vec3(-2, from, -1), new Vec3(4, 0, 0), new Vec3(0, 0, 2), -1));
        }
        var rest = floor(600, -150);
        parts.add(rest);
        // So far away that no edge is halved
        var scene = in(scene(parts.toArray(Primitive[]::new)), FAR);
        var v = vertices(scene, 0, 0);
        assertThat(v.count()).isEqualTo(4);
        for (float value : v.openness()) {
            assertThat(value).isBetween(0.5f, 0.95f);
        }
    }

    @Test
    void eachNodeHasItsOwn() {
        var below = Node.ofMesh("", Transform.IDENTITY, 0);
        var above =
                Node.ofMesh(
                        "",
                        new Transform.Trs(
                                new Vec3(0, 1, 0), Quaternion.IDENTITY, new Vec3(1, 1, 1)),
                        0);
        var variant = new Variant("other", List.of(new Variant.Choice(0, 0, 0)));
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .materials(List.of(Material.builder("m").build()))
                        .meshes(List.of(new Mesh("", List.of(floor(4, 0)))))
                        .nodes(List.of(below, above))
                        .roots(List.of(0, 1))
                        .variants(List.of(variant))
                        .build();
        var dimmed = in(scene, FAR);
        for (float value : vertices(dimmed, 1, 0).openness()) {
            assertThat(value).isEqualTo(1);
        }
        assertThat(near(dimmed, 0, 0, 0)).isLessThan(0.3f);
        assertThat(dimmed.variants().getFirst().choices())
                .extracting(Variant.Choice::mesh)
                .containsExactly(0, dimmed.nodes().get(0).mesh(), dimmed.nodes().get(1).mesh());
        assertThat(scene.nodes().getFirst().mesh()).isZero();
    }

    /** What is blended hides nothing, and what is unlit is not dimmed. */
    @Test
    void materialsCount() {
        var glass = Material.builder("glass").alphaMode(Material.AlphaMode.BLEND).build();
        var unlit = Material.builder("unlit").unlit(true).build();
        for (int material = 0; material < 2; material++) {
            var lid =
                    rectangle(
                            new Vec3(-9, 1, -9), new Vec3(0, 0, 18), new Vec3(18, 0, 0), material);
            var scene =
                    Scene.builder(AssetInfo.generated("test"))
                            .materials(List.of(glass, unlit))
                            .meshes(List.of(new Mesh("", List.of(floor(4, 0), lid))))
                            .nodes(List.of(Node.ofMesh("", Transform.IDENTITY, 0)))
                            .roots(List.of(0))
                            .build();
            var dimmed = in(scene, FAR);
            float open = near(dimmed, 0, 0, 0);
            assertThat(open).isEqualTo(material == 0 ? 1 : open);
            assertThat(open < 0.1f).isEqualTo(material == 1);
            assertThat(vertices(dimmed, 0, 1).openness() == null).isEqualTo(material == 1);
        }
    }

    /** One that the light would have to pass, and a small floor below it that faces elsewhere. */
    private static Scene besideAWall(Primitive floor, Node node) {
        var wall = rectangle(new Vec3(1, -30, 30), new Vec3(0, 0, -60), new Vec3(0, 60, 0), -1);
        return Scene.builder(AssetInfo.generated("test"))
                .meshes(List.of(new Mesh("", List.of(floor)), new Mesh("", List.of(wall))))
                .nodes(List.of(node, Node.ofMesh("", Transform.IDENTITY, 1)))
                .roots(List.of(0, 1))
                .skins(List.of(new Skin("", List.of(1), List.of(Mat4.IDENTITY))))
                .build();
    }

    private static Primitive facing(
            float x, float y, JointInfluences influences, MorphTarget... m) {
        var floor = floor(0.01f, 0);
        float[] normals = new float[12];
        for (int i = 0; i < 12; i += 3) {
            normals[i] = x;
            normals[i + 1] = y;
        }
        return new Primitive(
                Topology.TRIANGLES,
                floor.indices(),
                VertexData.of(floor.vertices().positions(), normals),
                -1,
                influences,
                List.of(m));
    }

    /** Before a wall whoever looks at it sees nothing else, and who looks away does not see it. */
    @Test
    void normalsAreMorphedToo() {
        var node = Node.ofMesh("", Transform.IDENTITY, 0);
        var to = in(besideAWall(facing(1, 0, null), node), FAR);
        var away = in(besideAWall(facing(-1, 0, null), node), FAR);
        assertThat(near(to, 0, 0, 0)).isLessThan(0.01f);
        assertThat(near(away, 0, 0, 0)).isEqualTo(1);
        float[] turn = {2, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0};
        var still = new MorphTarget(null, null, null);
        var turned = new MorphTarget(null, turn, null);
        var primitive = facing(-1, 0, null, still, turned);
        for (float weight : new float[] {0, 1}) {
            var weighted =
                    new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, -1, List.of(1f, weight));
            var scene = in(besideAWall(primitive, weighted), FAR);
            assertThat(vertices(scene, 0, 0).openness())
                    .isEqualTo(vertices(weight == 0 ? away : to, 0, 0).openness());
            // What is drawn is morphed by who draws it
            assertThat(vertices(scene, 0, 0).normals()).isSameAs(primitive.vertices().normals());
        }
        assertThat(primitive.vertices().normals()[0]).isEqualTo(-1);
    }

    /** Flat normals are those of the triangle as it is moved: here two corners change places. */
    @Test
    void flatNormalsFollowTheirTriangles() {
        float[] positions = {0, 0, 0, 0, 0, 0.01f, 0, 0.01f, 0};
        float[] turn = {0, 0, 0, 0, 0.01f, -0.01f, 0, -0.01f, 0.01f};
        float[] normals = {-1, 0, 0, -1, 0, 0, -1, 0, 0};
        var flat =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        VertexData.of(positions, normals),
                        -1,
                        null,
                        List.of(new MorphTarget(turn, null, null)),
                        null,
                        true);
        for (float weight : new float[] {0, 1}) {
            var node = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, -1, List.of(weight));
            float[] openness = vertices(in(besideAWall(flat, node), FAR), 0, 0).openness();
            assertThat(openness).hasSize(3);
            for (float value : openness) {
                assertThat(value).isCloseTo(1 - weight, within(0.01f));
            }
        }
    }

    /** Joints that do not move anything, as the node has none, do not make normals anew. */
    @Test
    void normalsOfWhatNoJointMovesAreItsOwn() {
        var influences = new JointInfluences(1, new int[4], new float[] {1, 1, 1, 1});
        var bound = facing(1, 0, influences);
        for (var place : List.of(Transform.IDENTITY, moved(0), moved(0.25f))) {
            var scene = in(besideAWall(bound, Node.ofMesh("", place, 0)), FAR);
            assertThat(vertices(scene, 0, 0).openness()).hasSize(4);
            for (float value : vertices(scene, 0, 0).openness()) {
                assertThat(value).isLessThan(0.01f);
            }
        }
        // With joints they are those of its triangles, which face up
        var skinned = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, 0, List.of());
        var scene = besideAWall(bound, skinned);
        assertThat(near(in(scene, FAR), 0, 0, 0)).isCloseTo(0.5f, within(0.05f));
    }

    private static Transform moved(float x) {
        return new Transform.Trs(new Vec3(x, 0, 0), Quaternion.IDENTITY, new Vec3(1, 1, 1));
    }

    /** What joints move gets normals of its triangles, but none of a broken one. */
    @Test
    void brokenTrianglesDoNotReachNeighboursThatJointsMove() {
        var all = new ArrayList<float[]>();
        for (boolean more : new boolean[] {false, true}) {
            var fan = more ? withBrokenTriangle(pit(24, 1)[0], Float.NaN) : pit(24, 1)[0];
            int count = fan.vertices().count();
            float[] ones = new float[count];
            Arrays.fill(ones, 1);
            var bound =
                    new Primitive(
                            Topology.TRIANGLES,
                            fan.indices(),
                            fan.vertices(),
                            -1,
                            new JointInfluences(1, new int[count], ones),
                            List.of());
            var wall = rectangle(new Vec3(-9, 0, 1), new Vec3(0, 3, 0), new Vec3(18, 0, 0), -1);
            var skinned = new Node("", Transform.IDENTITY, List.of(), 0, -1, -1, 0, List.of());
            var joint = new Node("", Transform.IDENTITY, List.of(), -1, -1, -1);
            var scene =
                    Scene.builder(AssetInfo.generated("test"))
                            .meshes(List.of(new Mesh("", List.of(bound, wall))))
                            .nodes(List.of(skinned, joint))
                            .roots(List.of(0, 1))
                            .skins(List.of(new Skin("", List.of(1), List.of(Mat4.IDENTITY))))
                            .build();
            all.add(vertices(in(scene, FAR), 0, 0).openness());
        }
        assertThat(all.get(0)[0]).isBetween(0.5f, 0.8f);
        assertThat(Arrays.copyOf(all.get(1), 25)).isEqualTo(all.get(0));
    }

    @Test
    void whereThereIsNothingTheSceneStays() {
        var points =
                new Primitive(
                        Topology.POINTS,
                        new int[] {0, 1},
                        VertexData.of(new float[] {0, 0, 0, 1, 1, 1}, null),
                        -1);
        var scene = scene(points);
        assertThat(AmbientOcclusion.in(scene)).isSameAs(scene);
        var empty = Scene.builder(AssetInfo.generated("test")).build();
        assertThat(AmbientOcclusion.in(empty)).isSameAs(empty);
        for (double wrong : new double[] {0, -1, Double.NaN}) {
            assertThatThrownBy(() -> in(scene, wrong)).hasMessageContaining("is not above 0");
        }
    }

    /** What is not finite hides nothing and is not dimmed. */
    @Test
    void numbersThatAreNone() {
        var broken = floor(4, 1);
        broken.vertices().positions()[4] = Float.NaN;
        var scene = in(scene(floor(4, 0), broken), FAR);
        // One of its two triangles is there
        assertThat(near(scene, 0, 0, 0)).isBetween(0.1f, 0.9f);
        assertThat(vertices(scene, 0, 1).openness()).doesNotContain(Float.NaN);
    }

    /** The same triangles, and one between two of their corners and a place that is not finite. */
    private static Primitive withBrokenTriangle(Primitive fan, float broken) {
        var v = fan.vertices();
        float[] xyz = Arrays.copyOf(v.positions(), 3 * v.count() + 3);
        float[] normals = Arrays.copyOf(v.normals(), 3 * v.count() + 3);
        xyz[3 * v.count()] = broken;
        normals[3 * v.count() + 1] = 1;
        int[] indices = Arrays.copyOf(fan.indices(), fan.indices().length + 3);
        indices[fan.indices().length + 1] = 1;
        indices[fan.indices().length + 2] = v.count();
        return new Primitive(Topology.TRIANGLES, indices, VertexData.of(xyz, normals), -1);
    }

    /** A triangle that is not finite says nothing of the corners that it shares. */
    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void brokenTrianglesDoNotReachTheirNeighbours(float broken) {
        var wall = rectangle(new Vec3(-9, 0, 1), new Vec3(0, 3, 0), new Vec3(18, 0, 0), -1);
        var fan = pit(24, 1)[0];
        // Above the fan's middle, and seen from behind: what is below it is inside of something
        var lid = floor(0.3f, 0.05f);
        for (var other : List.of(wall, lid)) {
            var whole = in(scene(fan, other), FAR);
            var more = in(scene(withBrokenTriangle(fan, broken), other), FAR);
            float[] expected = vertices(whole, 0, 0).openness();
            var v = vertices(more, 0, 0);
            assertThat(v.openness()).hasSize(expected.length + 1).doesNotContain(Float.NaN);
            float[] xyz = vertices(whole, 0, 0).positions();
            for (int i = 0; i < expected.length; i++) {
                assertThat(near(more, xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]))
                        .as("vertex %d", i)
                        .isEqualTo(expected[i]);
            }
            assertThat(near(more, 0, 0, 0)).isLessThan(0.95f);
        }
    }

    /** By one thread or by many, the same bits. */
    @Test
    void threadsChangeNothing() throws Exception {
        var scene = scene(pit(40, 1));
        float[] many = vertices(in(scene, 2), 0, 0).openness();
        try (var pool = new ForkJoinPool(1)) {
            var one = pool.submit(() -> in(scene, 2)).get();
            assertThat(vertices(one, 0, 0).openness()).isEqualTo(many);
        }
        assertThat(Arrays.hashCode(many)).isEqualTo(HASH);
    }

    /** Of a pit: its bits are the same on every machine. */
    private static final int HASH = 47419636;

    /** A square that fills the picture, with an openness and a texture of occlusion. */
    private static int[] picture(Float openness, int texel, boolean lit) {
        var material =
                Material.builder("m")
                        .baseColorFactor(new Vec4(0.7f, 0.5f, 0.3f, 1))
                        .metallicFactor(0.3f);
        if (texel < 255) {
            material.occlusionTexture(TextureRef.of(0));
        }
        var quad = rectangle(new Vec3(-2, -2, 0), new Vec3(4, 0, 0), new Vec3(0, 4, 0), 0);
        var v = quad.vertices();
        float[] open = new float[4];
        Arrays.fill(open, openness == null ? 0 : openness);
        var all =
                new VertexData(
                        4,
                        v.positions(),
                        v.normals(),
                        null,
                        new float[8],
                        null,
                        null,
                        openness == null ? null : open);
        var light =
                new Light("sun", Light.Kind.DIRECTIONAL, new Vec3(1, 1, 1), 2, FAR_RANGE, 0, 0.5f);
        var nodes = new ArrayList<>(List.of(Node.ofMesh("", Transform.IDENTITY, 0)));
        if (lit) {
            nodes.add(new Node("", Transform.IDENTITY, List.of(), -1, -1, 0));
        }
        var scene =
                Scene.builder(AssetInfo.generated("test"))
                        .materials(List.of(material.build()))
                        .textures(List.of(new Texture("", 0, SamplerSpec.DEFAULT)))
                        .images(
                                List.of(
                                        new Image(
                                                "",
                                                1,
                                                1,
                                                new int[] {0xff000000 | texel * 0x10101},
                                                false)))
                        .meshes(
                                List.of(
                                        new Mesh(
                                                "",
                                                List.of(
                                                        new Primitive(
                                                                Topology.TRIANGLES,
                                                                quad.indices(),
                                                                all,
                                                                0)))))
                        .lights(lit ? List.of(light) : List.of())
                        .nodes(nodes)
                        .roots(lit ? List.of(0, 1) : List.of(0))
                        .build();
        var settings = RenderSettings.defaults().withSize(16, 16).withSamples(1);
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(session.bounds(), 0, 0, 2, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** A ball of eight triangles with normals that make it round, and a plate close above it. */
    private static Scene ball() {
        float[] xyz = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
        int[] indices = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
        return scene(
                new Primitive(Topology.TRIANGLES, indices, VertexData.of(xyz, xyz.clone()), -1),
                rectangle(
                        new Vec3(-0.25f, 1.1f, -0.25f),
                        new Vec3(0.5f, 0, 0),
                        new Vec3(0, 0, 0.5f),
                        -1));
    }

    /** Which pixels are drawn, and which colours there are. */
    private static int[] pixels(Scene scene, Tessellation.Mode mode) {
        var settings =
                RenderSettings.defaults()
                        .withSize(96, 96)
                        .withSamples(1)
                        .withBackground(new Vec4(0, 0, 0, 0))
                        .withTessellation(new Tessellation(mode, 4));
        try (var session = new Session(scene, settings)) {
            session.look(View.orbit(ball().worldBounds(), 20, 5, 6, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    private static boolean[] outline(int[] pixels) {
        boolean[] drawn = new boolean[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            drawn[i] = pixels[i] >>> 24 != 0;
        }
        return drawn;
    }

    /** Triangles that become curved ones stay whole: flat pieces of them would stay flat. */
    @Test
    void whatBecomesRoundStaysRound() {
        var mode = Tessellation.Mode.PN_TRIANGLES;
        int[] plain = pixels(ball(), mode);
        var dimmed = AmbientOcclusion.in(ball(), mode, Cancellation.NEVER);
        assertThat(vertices(dimmed, 0, 0).count()).isEqualTo(6);
        int[] dark = pixels(dimmed, mode);
        assertThat(Arrays.equals(dark, plain)).isFalse();
        assertThat(outline(dark)).isEqualTo(outline(plain));
        // Halved, they are those of the flat triangles
        var halved = AmbientOcclusion.in(ball());
        assertThat(vertices(halved, 0, 0).count()).isGreaterThan(1000);
        assertThat(Arrays.equals(outline(pixels(halved, mode)), outline(plain))).isFalse();
    }

    private static final float FAR_RANGE = Float.POSITIVE_INFINITY;

    /** It goes where the texture of occlusion goes; of both the smaller one counts. */
    @Test
    void theSmallerOfOpennessAndTextureCounts() {
        int[] plain = picture(null, 255, true);
        assertThat(picture(1f, 255, true)).isEqualTo(plain);
        int[] dim = picture(null, 128, true);
        assertThat(dim).isNotEqualTo(plain);
        assertThat(picture(128 / 255f, 255, true)).isEqualTo(dim);
        assertThat(picture(200 / 255f, 128, true)).isEqualTo(dim);
        assertThat(picture(64 / 255f, 128, true)).isEqualTo(picture(null, 64, true));
        // A light is not dimmed: all that is left when nothing arrives from elsewhere
        int[] dark = picture(0f, 255, true);
        assertThat(dark[8 * 16 + 8] & 0xff).isGreaterThan(20);
    }
}
