package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class SmoothNormalsTest {
    /** A normal about 30 degrees from straight up. */
    private static final float GENTLE = 0.5f;

    private static final float UP = 0.8660254f;

    private static Primitive triangle(float[] positions, float[] normal, MorphTarget... targets) {
        float[] normals = new float[9];
        for (int i = 0; i < 9; i++) {
            normals[i] = normal[i % 3];
        }
        return curved(positions, normals, targets);
    }

    /** A triangle at places of others that is not flat, of their normals and one of its own. */
    private static Primitive curved(float[] positions, float[] normals, MorphTarget... targets) {
        return new Primitive(
                Topology.TRIANGLES,
                null,
                VertexData.of(positions, normals),
                -1,
                null,
                List.of(targets));
    }

    /** Places that a hash without a seed would all put into one slot. */
    private static float[] crafted(int count) {
        int factor = 0x9E3779B1;
        int inverse = factor;
        for (int i = 0; i < 5; i++) {
            inverse *= 2 - factor * inverse;
        }
        float[] positions = new float[3 * count];
        for (int v = 0, x = 1; v < count; x++) {
            float px = x;
            int h = mix(mix(0, px), 0f);
            float z = Float.intBitsToFloat(h ^ 0x12345678 * inverse);
            if (z - z == 0 && Float.floatToIntBits(z + 0f) == (h ^ 0x12345678 * inverse)) {
                positions[3 * v] = px;
                positions[3 * v++ + 2] = z;
            }
        }
        return positions;
    }

    private static int mix(int hash, float value) {
        int h = (hash ^ Float.floatToIntBits(value + 0f)) * 0x9E3779B1;
        return h ^ h >>> 15;
    }

    private static Mesh mesh(float[] positions) {
        float[] normals = new float[positions.length];
        for (int i = 1; i < normals.length; i += 3) {
            normals[i] = 1;
        }
        var all =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        VertexData.of(positions, normals),
                        -1,
                        null,
                        List.of());
        return new Mesh("mesh", List.of(all), List.of());
    }

    /** Quadratic would be four and a half million. */
    @Test
    void noFileMakesAllPlacesMeet() {
        assertThat(SmoothNormals.collisions(mesh(crafted(3000)))).isLessThan(20_000);
        float[] nowhere = new float[9000];
        Arrays.fill(nowhere, Float.NaN);
        assertThat(SmoothNormals.collisions(mesh(nowhere))).isZero();
    }

    @Test
    void verticesAtOnePlaceShareTheirMean() {
        // A roof of two primitives, the second with a ridge of -0 instead of 0
        float[] across = new float[9];
        across[0] = 2;
        var left =
                triangle(
                        new float[] {0, 0, 0, 0, 0, 1, -1, 0, 0},
                        new float[] {0, 1, 0},
                        new MorphTarget(null, across, null));
        var right =
                triangle(
                        new float[] {-0f, 0, 0, 1, 0, 0, 0, 0, 1},
                        new float[] {GENTLE, UP, 0},
                        new MorphTarget(null, null, null));
        // The same normal again counts once
        var again =
                triangle(
                        new float[] {0, 0, 0, 2, 0, 0, 0, 2, 1},
                        new float[] {GENTLE, UP, 0},
                        new MorphTarget(null, null, null));
        var shapes = SmoothNormals.of(new Mesh("", List.of(left, right, again)), () -> {});
        float[] a = shapes.get(left).vertices().normals();
        float[] b = shapes.get(right).vertices().normals();
        assertThat(a[0]).isEqualTo(0.2588190f, within(1e-6f));
        assertThat(a[1]).isEqualTo(0.9659258f, within(1e-6f));
        assertThat(a).endsWith(0, 1, 0);
        assertThat(b).startsWith(a[0], a[1], 0).endsWith(a[0], a[1], 0);
        assertThat(shapes.get(again).vertices().normals()).startsWith(a[0], a[1], 0);
        float[] moved = shapes.get(left).morphTargets().getFirst().normals();
        assertThat(moved[0]).isEqualTo(1, within(1e-6f));
        assertThat(shapes.get(right).morphTargets().getFirst().normals()).startsWith(moved[0], 0);
    }

    @Test
    void twoSidesOfALeafCancelOut() {
        float[] positions = {0, 0, 0, 0, 0, 1, -1, 0, 0};
        var top = triangle(positions, new float[] {0, 1, 0});
        var bottom = triangle(positions, new float[] {0, -1, 0});
        var beside = curved(positions, new float[] {0, 1, 0, 0, 1, 0, 0, -1, 0});
        var shapes = SmoothNormals.of(new Mesh("", List.of(top, bottom, beside)), () -> {});
        assertThat(shapes.get(top).vertices().normals()).containsOnly(0);
    }

    @Test
    void hardEdgesBendAlongThemselvesAlone() {
        // A box's corner at the origin, an edge of two sides at (0, 0, 1)
        var top = triangle(new float[] {0, 0, 0, 0, 0, 1, -1, 0, 0}, new float[] {0, 1, 0});
        var side = triangle(new float[] {0, 0, 0, 0, 0, 1, 0, -1, 0}, new float[] {1, 0, 0});
        var front = triangle(new float[] {0, 0, 0, 2, 0, 0, 2, 1, 0}, new float[] {0, 0, 1});
        var beside =
                curved(
                        new float[] {0, 0, 0, 0, 0, 1, 5, 5, 5},
                        new float[] {0, 1, 0, 0, 1, 0, 0, 0, 1});
        var shapes = SmoothNormals.of(new Mesh("", List.of(top, side, front, beside)), () -> {});
        float[] a = shapes.get(top).vertices().normals();
        float[] b = shapes.get(side).vertices().normals();
        assertThat(a).startsWith(0, 0, 0).endsWith(0, 1, 0);
        assertThat(Math.abs(a[5])).isEqualTo(2);
        assertThat(a[3]).isZero();
        assertThat(a[4]).isZero();
        assertThat(b[5]).isEqualTo(a[5]);
    }

    @Test
    void hardEdgesOfWhatDeformsStayStraight() {
        var target = new MorphTarget(null, new float[] {1, 0, 0, 1, 0, 0, 1, 0, 0}, null);
        var top = triangle(new float[] {0, 0, 0, 0, 0, 1, -1, 0, 0}, new float[] {0, 1, 0}, target);
        var side =
                triangle(new float[] {0, 0, 0, 0, 0, 1, 0, -1, 0}, new float[] {1, 0, 0}, target);
        var shape = SmoothNormals.of(new Mesh("", List.of(top, side)), () -> {}).get(top);
        assertThat(shape.vertices().normals()).startsWith(0, 0, 0, 0, 0, 0).endsWith(0, 1, 0);
        assertThat(shape.morphTargets().getFirst().normals()).startsWith(0, 0, 0, 0, 0, 0);
    }

    /** Flat normals have no changes in their targets: they are those of triangles moved alone. */
    @Test
    void flatNormalsTurnAsTheirTrianglesDo() {
        var up = new MorphTarget(new float[] {0, 0, 0, 0, 0, 0, 0, 1, 0}, null, null);
        var still = new MorphTarget(null, null, null);
        var top =
                triangle(new float[] {0, 0, 0, 0, 0, 1, 1, 0, 0}, new float[] {0, 1, 0}, up, still);
        var flat =
                new Primitive(
                        top.topology(),
                        null,
                        top.vertices(),
                        -1,
                        null,
                        top.morphTargets(),
                        null,
                        true);
        var beside =
                curved(
                        new float[] {0, 0, 0, 5, 5, 5, 0, 0, 1},
                        new float[] {0, 1, 0, 1, 0, 0, 0, 1, 0},
                        still,
                        still);
        var shape = SmoothNormals.of(new Mesh("", List.of(flat, beside)), () -> {}).get(flat);
        float half = (float) Math.sqrt(0.5);
        assertThat(shape.flat()).isFalse();
        assertThat(shape.morphTargets().getFirst().normals())
                .usingComparatorWithPrecision(1e-6f)
                .containsExactly(-half, half - 1, 0, -half, half - 1, 0, -half, half - 1, 0);
        assertThat(shape.morphTargets().getLast().normals()).containsOnly(0);
    }
}
