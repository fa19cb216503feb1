package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;

import org.junit.jupiter.api.Test;

class PatchMeshTest {
    private static VertexData square() {
        return new VertexData(
                4,
                new float[] {0, 1, 2, 3, 1, 2, 3, 1, 0, 0, 1, 0},
                null,
                null,
                new float[] {0, 1, 1, 1, 1, 0, 0, 0},
                null,
                null);
    }

    private static Primitive slope() {
        // Rises by 2 a column, falls by 1 a row
        float[] values = {0, 2, 4, 6, -1, 1, 3, 5, -2, 0, 2, 4};
        return new Primitive(
                Topology.HEIGHT_FIELD_PATCHES,
                null,
                square(),
                -1,
                null,
                java.util.List.of(),
                HeightField.of(4, 3, values, 1, 1));
    }

    @Test
    void aSlopeStaysASlopeToItsEdges() {
        var mesh = PatchMesh.triangles(slope(), 8);
        assertThat(mesh.primitiveCount()).isEqualTo(128);
        float[] p = mesh.vertices().positions();
        float[] n = mesh.vertices().normals();
        double length = Math.sqrt(6);
        for (int i = 0; i < p.length; i += 3) {
            assertThat(p[i + 1]).isEqualTo(1 + 2 * p[i] - p[i + 2], within(1e-5f));
            assertThat(n[i]).isEqualTo((float) (-2 / length), within(1e-5f));
            assertThat(n[i + 1]).isEqualTo((float) (1 / length), within(1e-5f));
            assertThat(n[i + 2]).isEqualTo((float) (1 / length), within(1e-5f));
            int at = i / 3 * 2;
            assertThat(mesh.vertices().texCoord0()[at]).isEqualTo(p[i] / 3, within(1e-6f));
        }
    }

    @Test
    void boundsHoldHeightsAndControlPoints() {
        var slope = slope();
        assertThat(slope.heights().min()).isLessThanOrEqualTo(-2);
        assertThat(slope.heights().max()).isGreaterThanOrEqualTo(6);
        var bounds =
                Bounds.ofPoints(slope.boundingPoints(slope.vertices().positions()), Mat4.IDENTITY);
        assertThat(bounds.min().y()).isLessThanOrEqualTo(-1);
        assertThat(bounds.max().y()).isGreaterThanOrEqualTo(7);
    }

    @Test
    void trianglesOfABicubicPatchFaceItsFront() {
        float[] points = new float[48];
        for (int k = 0; k < 16; k++) {
            points[3 * k] = k / 4 / 3f;
            points[3 * k + 1] = k % 4 / 3f;
        }
        var data = new VertexData(16, points, null, null, null, null, null);
        var mesh = PatchMesh.triangles(new Primitive(Topology.BICUBIC_PATCHES, null, data, -1), 3);
        float[] p = mesh.vertices().positions();
        for (int i = 0; i < mesh.indices().length; i += 3) {
            int a = 3 * mesh.indices()[i];
            int b = 3 * mesh.indices()[i + 1];
            int c = 3 * mesh.indices()[i + 2];
            double area =
                    (p[b] - p[a]) * (double) (p[c + 1] - p[a + 1])
                            - (p[b + 1] - p[a + 1]) * (double) (p[c] - p[a]);
            assertThat(area).isEqualTo(1 / 9.0, within(1e-5));
        }
        for (int i = 0; i < p.length; i += 3) {
            assertThat(mesh.vertices().normals()[i + 2]).isEqualTo(1, within(1e-5f));
        }
    }

    @Test
    void heightsAndPatchesOfThemGoTogether() {
        assertThatThrownBy(() -> new Primitive(Topology.HEIGHT_FIELD_PATCHES, null, square(), -1))
                .hasMessageContaining("height field");
        assertThatThrownBy(() -> HeightField.of(2, 2, new float[3], 1, 1))
                .hasMessage("height field 2x2 with 3 values, 1.0 and 1.0 apart");
        assertThatThrownBy(
                        () ->
                                PatchMesh.triangles(
                                        new Primitive(Topology.TRIANGLES, null, square(), -1), 4))
                .hasMessageContaining("patches");
    }
}
