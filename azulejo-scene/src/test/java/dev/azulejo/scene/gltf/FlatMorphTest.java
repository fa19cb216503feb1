package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.animation.MeshDeformer;
import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Locale;

/**
 * Meshes without normals have those of their triangles, also where several morph targets move them
 * by parts at once (glTF 2.0, section 3.7.2.1): what weighted changes of normals add up to is many
 * degrees off.
 */
class FlatMorphTest {
    /** A pyramid on a square, its top last. */
    private static final float[] PYRAMID = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 1, 0};

    private static final int[] SIDES = {0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0, 0, 1, 2, 0, 2, 3};

    /** The top leans over, and two corners of the square go up. */
    private static final float[][] TARGETS = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, -1},
        {0, 1.5f, 0, 0, 0, 0, 0.5f, 1, 0.25f, 0, 0, 0, 0, -0.5f, 0}
    };

    private static final String PLAIN =
            "'pbrMetallicRoughness':{'metallicFactor':0,'roughnessFactor':0.5}";
    private static final String BRUSHED =
            "'extensions':{'KHR_materials_anisotropy':{'anisotropyStrength':0.9}}";

    /** The pyramid with targets of these weights, or without any. */
    private static Scene pyramid(float[] positions, String material, float... weights) {
        var builder = new GltfBuilder();
        int at = builder.floats("VEC3", positions);
        int uv = builder.floats("VEC2", 0, 0, 1, 0, 1, 1, 0, 1, 0.5f, 0.25f);
        int indices = builder.shorts(SIDES);
        var more = new StringBuilder();
        if (weights.length > 0) {
            int first = builder.floats("VEC3", TARGETS[0]);
            int second = builder.floats("VEC3", TARGETS[1]);
            more.append(",'targets':[{'POSITION':%d},{'POSITION':%d}]".formatted(first, second));
        }
        builder.mesh(
                "{'material':0,'attributes':{'POSITION':%d,'TEXCOORD_0':%d},'indices':%d%s}"
                        .formatted(at, uv, indices, more));
        if (weights.length > 0) {
            builder.set(
                    "nodes",
                    String.format(
                            Locale.ROOT, "[{'mesh':0,'weights':[%s,%s]}]", weights[0], weights[1]));
        }
        builder.set("materials", "[{%s}]".formatted(material));
        return GltfLoader.load(builder.glb(), "test", LoadLimits.defaults(), 1, Cancellation.NEVER);
    }

    private static Primitive primitive(Scene scene) {
        return scene.meshes().getFirst().primitives().getFirst();
    }

    private static float[] moved(float... weights) {
        float[] positions = PYRAMID.clone();
        for (int t = 0; t < TARGETS.length; t++) {
            MorphTarget.add(TARGETS[t], weights[t], positions);
        }
        return positions;
    }

    /** The normal of a triangle of three corners, of length 1. */
    private static double[] normal(double[][] corners) {
        double[] n = new double[3];
        for (int x = 0; x < 3; x++) {
            int y = (x + 1) % 3;
            int z = (x + 2) % 3;
            n[x] =
                    (corners[1][y] - corners[0][y]) * (corners[2][z] - corners[0][z])
                            - (corners[1][z] - corners[0][z]) * (corners[2][y] - corners[0][y]);
        }
        double length = Math.sqrt(dot(n, n));
        return new double[] {n[0] / length, n[1] / length, n[2] / length};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** Corners of a side of the pyramid, moved. */
    private static double[][] side(int triangle, float... weights) {
        double[][] corners = new double[3][3];
        for (int i = 0; i < 9; i++) {
            int from = 3 * SIDES[3 * triangle + i / 3] + i % 3;
            corners[i / 3][i % 3] =
                    PYRAMID[from]
                            + (double) weights[0] * TARGETS[0][from]
                            + (double) weights[1] * TARGETS[1][from];
        }
        return corners;
    }

    private static double[] vector(float[] values, int at) {
        return new double[] {values[at], values[at + 1], values[at + 2]};
    }

    @Test
    void normalsAreThoseOfTheMovedTriangles() {
        var primitive = primitive(pyramid(PYRAMID, PLAIN, 0, 0));
        var deformer = new MeshDeformer(primitive);
        float[] positions = new float[54];
        float[] normals = new float[54];
        float[][] some = {{0.5f, 0.7f}, {1, 0}, {0, 0.25f}, {-0.5f, 2}, {0, 0}, {1, 1}};
        for (float[] weights : some) {
            deformer.deform(weights, null, positions, normals, null, () -> {});
            for (int corner = 0; corner < 18; corner++) {
                double[] expected = normal(side(corner / 3, weights));
                for (int axis = 0; axis < 3; axis++) {
                    assertThat((double) normals[3 * corner + axis])
                            .as("%s, corner %d, axis %d", weights[0], corner, axis)
                            .isCloseTo(expected[axis], within(1e-6));
                }
            }
            assertThat(normals)
                    .as("those of a file that has them so")
                    .isEqualTo(primitive(pyramid(moved(weights), PLAIN)).vertices().normals());
        }
    }

    /** Targets hold what moves positions, and nothing else. */
    @Test
    void targetsNeedNoNormals() {
        var primitive = primitive(pyramid(PYRAMID, BRUSHED, 0.5f, 0.7f));
        assertThat(primitive.flat()).isTrue();
        assertThat(primitive.toIndexedList().flat()).isTrue();
        assertThat(primitive.withMaterial(-1).flat()).isTrue();
        assertThat(primitive.withVertices(primitive.vertices()).flat()).isTrue();
        assertThat(primitive(pyramid(PYRAMID, PLAIN, 0.5f, 0.7f)).toIndexedList().flat()).isTrue();
        for (var target : primitive.morphTargets()) {
            assertThat(target.normals()).isNull();
            assertThat(target.sizeBytes()).isEqualTo(4 * 54);
        }
        assertThat(primitive.deformationBytes()).isEqualTo(2 * 4 * 54);
    }

    /** Tangents lie in their triangles, with the texture's u, and keep their side. */
    @Test
    void tangentsStayInTheirTriangles() {
        var primitive = primitive(pyramid(PYRAMID, BRUSHED, 0, 0));
        float[] before = primitive.vertices().tangents();
        float[] normals = new float[54];
        float[] tangents = new float[72];
        new MeshDeformer(primitive)
                .deform(new float[] {0.5f, 0.7f}, null, new float[54], normals, tangents, () -> {});
        for (int corner = 0; corner < 18; corner++) {
            double[] tangent = vector(tangents, 4 * corner);
            double[] rest = normal(side(corner / 3, 0, 0));
            double[] expected = normal(side(corner / 3, 0.5f, 0.7f));
            assertThat(dot(tangent, expected)).as("corner %d", corner).isCloseTo(0, within(1e-6));
            assertThat(dot(tangent, tangent)).isCloseTo(1, within(1e-6));
            assertThat(tangents[4 * corner + 3]).isEqualTo(before[4 * corner + 3]);
            // Turned about what both normals are perpendicular to, along which nothing changes
            double[] axis = normal(new double[][] {{0, 0, 0}, rest, expected});
            assertThat(dot(tangent, axis))
                    .isCloseTo(dot(vector(before, 4 * corner), axis), within(1e-5));
        }
    }

    /** Morphed first, then turned and stretched by a joint. */
    @Test
    void jointsTurnThemAfterwards() {
        var morphed = primitive(pyramid(PYRAMID, PLAIN, 0, 0));
        float[] weights = new float[18];
        Arrays.fill(weights, 1);
        var skinned =
                new Primitive(
                        morphed.topology(),
                        morphed.indices(),
                        morphed.vertices(),
                        -1,
                        new JointInfluences(1, new int[18], weights),
                        morphed.morphTargets(),
                        null,
                        true);
        // x becomes y, y becomes -x and twice as long
        float[] joint = {0, -2, 0, 5, 1, 0, 0, 0, 0, 0, 1, 0};
        float[] normals = new float[54];
        new MeshDeformer(skinned)
                .deform(new float[] {0.5f, 0.7f}, joint, new float[54], normals, null, () -> {});
        for (int corner = 0; corner < 18; corner++) {
            double[][] side = side(corner / 3, 0.5f, 0.7f);
            for (int k = 0; k < 3; k++) {
                side[k] = new double[] {5 - 2 * side[k][1], side[k][0], side[k][2]};
            }
            assertThat(vector(normals, 3 * corner))
                    .as("corner %d", corner)
                    .containsExactly(normal(side), within(1e-6));
        }
    }

    /** A side that a target folds up has no normal, one that it unfolds gets one. */
    @Test
    void sidesWithoutAreaHaveNone() {
        // The first side: a line until the top moves, or as soon as it has
        var unfolds = primitive(pyramid(withTop(0, 0, -1), PLAIN, 0, 0));
        var folds = primitive(pyramid(withTop(-2, -1, 0), PLAIN, 0, 0));
        float half = (float) Math.sqrt(0.5);
        assertThat(normals(unfolds, 0)).startsWith(0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(vector(normals(unfolds, 1), 6))
                .containsExactly(new double[] {0, -half, -half}, within(1e-6));
        assertThat(vector(normals(folds, 0), 6))
                .containsExactly(new double[] {0, half, half}, within(1e-6));
        assertThat(normals(folds, 1)).startsWith(0, 0, 0, 0, 0, 0, 0, 0, 0).doesNotContain(-2);
        assertThat(normals(folds, Float.NaN)).doesNotContain(Float.NaN).startsWith(0, 0, 0);
    }

    private static float[] withTop(float x, float y, float z) {
        float[] positions = PYRAMID.clone();
        System.arraycopy(new float[] {x, y, z}, 0, positions, 12, 3);
        return positions;
    }

    /** Normals as the first target leaves them, in an array that held others. */
    private static float[] normals(Primitive primitive, float weight) {
        float[] normals = new float[54];
        Arrays.fill(normals, -2);
        new MeshDeformer(primitive)
                .deform(new float[] {weight, 0}, null, new float[54], normals, null, () -> {});
        return normals;
    }

    /** What is drawn is what a file has that was moved before it was written. */
    @Test
    void picturesAreThoseOfTheMovedPyramid() {
        var morphed = pyramid(PYRAMID, PLAIN, 0.5f, 0.7f);
        var baked = pyramid(moved(0.5f, 0.7f), PLAIN);
        assertThat(picture(morphed)).isEqualTo(picture(baked));
        assertThat(picture(morphed)).isNotEqualTo(picture(pyramid(PYRAMID, PLAIN)));
    }

    private static int[] picture(Scene scene) {
        try (var session = new Session(scene, RenderSettings.defaults().withSize(64, 64))) {
            session.look(View.orbit(pyramid(PYRAMID, PLAIN).worldBounds(), 40, 30, 3, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /** Whose corner is infinitely far away has a cross product without end. */
    @Test
    void whatIsNotFiniteHasNone() {
        float[] normals = {1, 1, 1, 1, 1, 1, 1, 1, 1};
        float far = Float.POSITIVE_INFINITY;
        FlatNormals.of(new float[] {0, 0, 0, far, 1, 1, 1, 2, 3}, normals, () -> {});
        assertThat(normals).containsOnly(0);
    }
}
