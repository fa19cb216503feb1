package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;

class SmoothNormalsTest {
    private static Primitive triangle(float[] positions, float[] normal, MorphTarget... targets) {
        float[] normals = new float[9];
        for (int i = 0; i < 9; i++) {
            normals[i] = normal[i % 3];
        }
        return new Primitive(
                Topology.TRIANGLES,
                null,
                VertexData.of(positions, normals),
                -1,
                null,
                List.of(targets));
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
                        new float[] {1, 0, 0},
                        new MorphTarget(null, null, null));
        // The same normal again counts once
        var again =
                triangle(
                        new float[] {0, 0, 0, 2, 0, 0, 0, 2, 1},
                        new float[] {1, 0, 0},
                        new MorphTarget(null, null, null));
        var shapes = SmoothNormals.of(new Mesh("", List.of(left, right, again)));
        float[] a = shapes.get(left).vertices().normals();
        float[] b = shapes.get(right).vertices().normals();
        float half = (float) Math.sqrt(0.5);
        assertThat(a).startsWith(half, half, 0).endsWith(0, 1, 0);
        assertThat(b).startsWith(half, half, 0).endsWith(half, half, 0);
        assertThat(shapes.get(again).vertices().normals()).startsWith(half, half, 0);
        float[] moved = shapes.get(left).morphTargets().getFirst().normals();
        assertThat(moved[0]).isEqualTo(1, within(1e-6f));
        assertThat(shapes.get(right).morphTargets().getFirst().normals()).startsWith(moved[0], 0);
    }

    @Test
    void twoSidesOfALeafCancelOut() {
        float[] positions = {0, 0, 0, 0, 0, 1, -1, 0, 0};
        var top = triangle(positions, new float[] {0, 1, 0});
        var bottom = triangle(positions, new float[] {0, -1, 0});
        var shapes = SmoothNormals.of(new Mesh("", List.of(top, bottom)));
        assertThat(shapes.get(top).vertices().normals()).containsOnly(0);
    }
}
