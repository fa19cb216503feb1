package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class NormalGeneratorTest {
    @Test
    void everyTriangleGetsItsOwnNormal() {
        float[] p = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
        float[] color = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1};
        VertexData v = new VertexData(4, p, null, null, null, null, color);
        Primitive r =
                NormalGenerator.withFlatNormals(
                        new Primitive(
                                Topology.TRIANGLES, new int[] {0, 1, 2, 0, 3, 1, 1, 1, 2}, v, 5),
                        () -> {});
        assertThat(r.indices()).isNull();
        assertThat(r.material()).isEqualTo(5);
        assertThat(r.vertices().normals())
                .containsExactly(
                        0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
                        0, 0);
        assertThat(r.vertices().color0()).hasSize(36).startsWith(1, 0, 0, 1, 0, 1, 0, 1);
    }

    @Test
    void stripsKeepTheirWinding() {
        float[] p = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0};
        VertexData v = new VertexData(5, p, null, null, null, null, null);
        Primitive r =
                NormalGenerator.withFlatNormals(
                        new Primitive(Topology.TRIANGLE_STRIP, null, v, -1), () -> {});
        assertThat(r.vertices().count()).isEqualTo(9);
        for (int i = 2; i < 27; i += 3) {
            assertThat(r.vertices().normals()[i]).isEqualTo(1);
        }
    }

    /** 16,385 triangles: two looks, whatever morph targets there are. */
    @Test
    void whoeverWaitsCanEndIt() {
        int corners = 3 * 16_385;
        var positions = new float[3 * corners];
        var vertices = new VertexData(corners, positions, null, null, null, null, null);
        var target = new MorphTarget(positions, null, null);
        var primitive =
                new VertexSet(vertices, null, List.of(target))
                        .toPrimitive(Topology.TRIANGLES, null, -1);
        var looks = new AtomicInteger();
        NormalGenerator.withFlatNormals(primitive, looks::incrementAndGet);
        assertThat(looks).hasValue(2);
    }

    @Test
    void hugeAndTinyVectorsAreNormalized() {
        float[] n = {3e30f, 4e30f, 0, 3e-30f, 0, 4e-30f, 0, 0, 0, Float.NaN, 1, 1, 0, 1, 0};
        NormalGenerator.normalize(n, 3);
        assertThat(n)
                .containsExactly(
                        new float[] {0.6f, 0.8f, 0, 0.6f, 0, 0.8f, 0, 0, 0, 0, 0, 0, 0, 1, 0},
                        within(1e-6f));
    }
}
