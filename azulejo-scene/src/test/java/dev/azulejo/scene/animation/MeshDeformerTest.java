package dev.azulejo.scene.animation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.model.WorldTransforms;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class MeshDeformerTest {
    private static final float HALF = (float) Math.sqrt(0.5);

    /** An arm along y from 0 to 2 with an elbow at 1, in a node that stands far off. */
    private static Scene arm(Quaternion elbow) {
        VertexData vertices =
                new VertexData(
                        3,
                        new float[] {0, 0, 0, 0, 1, 0, 0, 2, 0},
                        new float[] {1, 0, 0, 1, 0, 0, 1, 0, 0},
                        new float[] {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, -1},
                        null,
                        null,
                        null);
        JointInfluences influences =
                new JointInfluences(
                        4,
                        new int[] {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0},
                        new float[] {1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0});
        Primitive primitive =
                new Primitive(Topology.TRIANGLES, null, vertices, -1, influences, List.of());
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0, 2))
                .nodes(
                        List.of(
                                node(new Vec3(10, 0, 0), Quaternion.IDENTITY, List.of(1), -1, -1),
                                node(new Vec3(0, 1, 0), elbow, List.of(), -1, -1),
                                node(new Vec3(500, 0, 0), Quaternion.IDENTITY, List.of(), 0, 0)))
                .meshes(List.of(new Mesh("", List.of(primitive))))
                .skins(
                        List.of(
                                new Skin(
                                        "",
                                        List.of(0, 1),
                                        List.of(
                                                Mat4.IDENTITY,
                                                Mat4.translation(new Vec3(0, -1, 0))))))
                .build();
    }

    private static Node node(
            Vec3 at, Quaternion rotation, List<Integer> children, int mesh, int skin) {
        Transform transform = new Transform.Trs(at, rotation, Vec3.ONE);
        return new Node("", transform, children, mesh, -1, -1, skin, List.of());
    }

    @Test
    void anArmBends() {
        // a quarter turn about z: what pointed up points to -x
        Scene scene = arm(new Quaternion(0, 0, HALF, HALF));
        float[] matrices = scene.worldTransforms().jointMatrices(scene.skins().getFirst());
        assertThat(MeshDeformer.isMirrored(matrices)).isFalse();
        float[] positions = new float[9];
        float[] normals = new float[9];
        float[] tangents = new float[12];
        Primitive primitive = scene.meshes().getFirst().primitives().getFirst();
        new MeshDeformer(primitive).deform(null, matrices, positions, normals, tangents, () -> {});
        assertThat(positions)
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(10, 0, 0, 10, 1, 0, 9, 1, 0);
        assertThat(normals)
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(1, 0, 0, HALF, HALF, 0, 0, 1, 0);
        assertThat(tangents)
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(0, 1, 0, 1, -HALF, HALF, 0, 1, -1, 0, 0, -1);
        // the node's own place does not count
        Bounds bounds = scene.worldBounds();
        assertThat(bounds.min().minus(new Vec3(9, 0, 0)).length()).isLessThan(1e-6f);
        assertThat(bounds.max().minus(new Vec3(10, 1, 0)).length()).isLessThan(1e-6f);
        // without joints, in the mesh's space
        new MeshDeformer(primitive).deform(null, null, positions, null, null, () -> {});
        assertThat(positions).containsExactly(0, 0, 0, 0, 1, 0, 0, 2, 0);
    }

    @Test
    void mirroringKeepsNormalsAndTurnsTheSign() {
        Scene scene = arm(Quaternion.IDENTITY);
        Primitive primitive = scene.meshes().getFirst().primitives().getFirst();
        Mat4 mirror = Mat4.scale(new Vec3(-1, 2, 3));
        float[] matrices =
                WorldTransforms.of(scene, n -> n == 0 ? mirror : Mat4.IDENTITY)
                        .jointMatrices(
                                new Skin("", List.of(0, 1), List.of(Mat4.IDENTITY, Mat4.IDENTITY)));
        assertThat(MeshDeformer.isMirrored(matrices)).isTrue();
        float[] normals = new float[9];
        float[] tangents = new float[12];
        new MeshDeformer(primitive)
                .deform(null, matrices, new float[9], normals, tangents, () -> {});
        assertThat(normals).startsWith(-1, 0, 0);
        assertThat(tangents).startsWith(0, 1, 0, -1);
        assertThat(tangents[11]).isEqualTo(1);
    }

    /** Tangents that no target moves stay in the surface, whichever way normals turn. */
    @Test
    void tangentsTurnWithNormals() {
        float[] place = new float[9];
        float[] normals = {1, 0, 0, 0, 0, 1, 0.6f, 0, 0.8f};
        float[] tangents = {0, 0, -1, 1, 1, 0, 0, -1, 0, 1, 0, 1};
        float[] turned = {-1, 0, 1, 0, 0, 0, 0, 0, -1.6f};
        var vertices = new VertexData(3, place, normals, tangents, null, null, null);
        for (float[] own : new float[][] {null, new float[9]}) {
            var target = new MorphTarget(null, turned, own);
            var primitive =
                    new Primitive(Topology.TRIANGLES, null, vertices, -1, null, List.of(target));
            float[] n = new float[9];
            float[] t = new float[12];
            new MeshDeformer(primitive).deform(new float[] {1}, null, new float[9], n, t, () -> {});
            assertThat(n).usingComparatorWithPrecision(1e-6f).startsWith(0, 0, 1, 0, 0, 1);
            if (own == null) {
                // From +x to +z, about -y; not at all; about the tangent itself
                assertThat(t)
                        .usingComparatorWithPrecision(1e-6f)
                        .containsExactly(1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1);
            } else {
                assertThat(t).containsExactly(tangents);
            }
        }
    }

    @Test
    void targetsAreAddedBeforeJoints() {
        Scene scene = arm(new Quaternion(0, 0, HALF, HALF));
        Primitive arm = scene.meshes().getFirst().primitives().getFirst();
        float[] longer = {0, 0, 0, 0, 0, 0, 0, 2, 0};
        float[] tilt = {0, 0, 0, 0, 0, 0, 0, 4, 0};
        float[] turn = {0, 0, 0, 0, 0, 0, 4, 0, 0};
        Primitive primitive =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        arm.vertices(),
                        -1,
                        arm.influences(),
                        List.of(
                                new MorphTarget(null, null, null),
                                new MorphTarget(longer, tilt, turn)));
        MeshDeformer deformer = new MeshDeformer(primitive);
        float[] matrices = scene.worldTransforms().jointMatrices(scene.skins().getFirst());
        float[] positions = new float[9];
        float[] normals = new float[9];
        float[] tangents = new float[12];
        deformer.deform(new float[] {9, 0.25f}, matrices, positions, normals, tangents, () -> {});
        assertThat(positions)
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(10, 0, 0, 10, 1, 0, 8.5f, 1, 0);
        assertThat(normals[6]).isCloseTo(-HALF, within(1e-6f));
        assertThat(normals[7]).isCloseTo(HALF, within(1e-6f));
        assertThat(tangents[8]).isCloseTo(-HALF, within(1e-6f));
        assertThat(tangents[9]).isCloseTo(HALF, within(1e-6f));
        assertThat(tangents[11]).isEqualTo(-1);
        // alone
        deformer.deform(new float[] {0, 0.5f}, null, positions, normals, tangents, () -> {});
        assertThat(positions).endsWith(0, 3, 0);
        assertThat(normals[7] / normals[6]).isCloseTo(2, within(1e-6f));
        assertThat(primitive.morphedPositions(new float[] {0, 0.5f})).containsExactly(positions);
        assertThat(primitive.morphedPositions(new float[] {1, 0}))
                .isSameAs(primitive.vertices().positions());
    }

    @Test
    void agreesWithDoublePrecisionForAnyMatrices() {
        Random random = new Random(5);
        int count = 500;
        int joints = 7;
        float[] positions = gaussian(random, 3 * count);
        float[] normals = gaussian(random, 3 * count);
        int[] joint = random.ints(8L * count, 0, joints).toArray();
        float[] weights = new float[8 * count];
        for (int v = 0; v < count; v++) {
            double sum = 0;
            for (int i = 8 * v; i < 8 * v + 8; i++) {
                weights[i] = Math.max(0, random.nextFloat() - 0.3f);
                sum += weights[i];
            }
            for (int i = 8 * v; i < 8 * v + 8; i++) {
                weights[i] = (float) (weights[i] / sum);
            }
        }
        // as quantized meshes have them: small
        float[] matrices = gaussian(random, 12 * joints);
        for (int i = 0; i < matrices.length; i++) {
            matrices[i] *= 1e-8f;
        }
        var influences = new JointInfluences(8, joint, weights);
        var primitive =
                new Primitive(
                        Topology.POINTS,
                        null,
                        VertexData.of(positions, normals),
                        -1,
                        influences,
                        List.of());
        float[] moved = new float[3 * count];
        float[] movedNormals = new float[3 * count];
        new MeshDeformer(primitive).deform(null, matrices, moved, movedNormals, null, () -> {});
        float[] same = new float[3 * count];
        influences.movePositions(positions, matrices, same);
        assertThat(moved).containsExactly(same);
        for (int v = 0; v < count; v++) {
            double[] m = new double[12];
            for (int i = 8 * v; i < 8 * v + 8; i++) {
                for (int k = 0; k < 12; k++) {
                    m[k] += (double) weights[i] * matrices[12 * joint[i] + k];
                }
            }
            float[] columns = new float[16];
            columns[15] = 1;
            for (int k = 0; k < 12; k++) {
                columns[4 * (k % 4) + k / 4] = (float) (m[k] * 1e8);
            }
            for (int r = 0; r < 3; r++) {
                double expected = m[4 * r + 3];
                for (int c = 0; c < 3; c++) {
                    expected += m[4 * r + c] * positions[3 * v + c];
                }
                assertThat((double) moved[3 * v + r]).isCloseTo(expected, within(1e-13));
            }
            // the same normal as that of a rigid mesh with this matrix
            float[] n = Mat4.ofColumns(columns).normalMatrix();
            double[] expected = new double[3];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    expected[r] += (double) n[3 * c + r] * normals[3 * v + c];
                }
            }
            double length =
                    Math.sqrt(
                            expected[0] * expected[0]
                                    + expected[1] * expected[1]
                                    + expected[2] * expected[2]);
            for (int r = 0; r < 3; r++) {
                assertThat((double) movedNormals[3 * v + r])
                        .as("vertex %d", v)
                        .isCloseTo(expected[r] / length, within(3e-5));
            }
        }
    }

    private static float[] gaussian(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    @Test
    void whatHasNoDirectionStaysZero() {
        Scene scene = arm(Quaternion.IDENTITY);
        Primitive primitive = scene.meshes().getFirst().primitives().getFirst();
        float[] normals = new float[9];
        float[] tangents = new float[12];
        new MeshDeformer(primitive)
                .deform(null, new float[24], new float[9], normals, tangents, () -> {});
        assertThat(normals).containsOnly(0);
        assertThat(tangents).containsExactly(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1);
    }
}
