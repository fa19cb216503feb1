package dev.azulejo.scene.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.Primitive;

import org.junit.jupiter.api.Test;

/** Flat pictures: all that is drawn faces the camera, nothing is drawn twice as large as needed. */
class FlatPicturesTest {
    @Test
    void everyTriangleFacesTheCamera() {
        var scene = DemoScenes.create("dashboard");
        int triangles = 0;
        for (var mesh : scene.meshes()) {
            for (var primitive : mesh.primitives()) {
                triangles += primitive.primitiveCount();
                assertThat(facesAway(primitive)).as(mesh.name()).isZero();
            }
        }
        assertThat(triangles).isBetween(5_000, 200_000);
    }

    private static int facesAway(Primitive primitive) {
        float[] p = primitive.vertices().positions();
        int[] index = primitive.indices();
        int away = 0;
        for (int i = 0; i < index.length; i += 3) {
            int a = 3 * index[i];
            int b = 3 * index[i + 1];
            int c = 3 * index[i + 2];
            double area =
                    ((double) p[b] - p[a]) * ((double) p[c + 1] - p[a + 1])
                            - ((double) p[b + 1] - p[a + 1]) * ((double) p[c] - p[a]);
            away += area < -1e-9 ? 1 : 0;
        }
        return away;
    }
}
