package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Loads every model under the folder that {@code -Dazulejo.models=FOLDER} names, if it does. */
@Tag("alone")
@EnabledIfSystemProperty(named = "azulejo.models", matches = ".+")
class RealModelsTest {
    @TestFactory
    Stream<DynamicTest> modelsMakeSense() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("azulejo.models")))) {
            return files
                    .filter(file -> file.toString().matches(".*\\.gl(b|tf)"))
                    .sorted()
                    .toList()
                    .stream()
                    .map(file -> DynamicTest.dynamicTest(file.toString(), () -> check(file)));
        }
    }

    private static void check(Path file) {
        Scene scene = GltfLoader.load(file);
        SceneInfo info = SceneInfo.of(scene);
        assertThat(info.triangleCount()).isPositive();
        assertThat(info.bounds().isEmpty()).isFalse();
        long facing = 0;
        long triangles = 0;
        for (Mesh mesh : scene.meshes()) {
            for (Primitive primitive : mesh.primitives()) {
                if (primitive.topology().isTriangles()) {
                    Primitive list = primitive.toIndexedList();
                    triangles += list.primitiveCount();
                    facing += facing(list);
                }
            }
        }
        // normals that point away from their triangle are rare where decoding is right
        assertThat((double) facing / triangles).isGreaterThan(0.95);
    }

    /** Counts triangles whose corners' normals point to the front, or that have no area. */
    private static long facing(Primitive list) {
        float[] p = list.vertices().positions();
        float[] n = list.vertices().normals();
        int[] indices = list.indices();
        long count = 0;
        for (int t = 0; t < indices.length; t += 3) {
            int a = 3 * indices[t];
            int b = 3 * indices[t + 1];
            int c = 3 * indices[t + 2];
            double dot = 0;
            for (int k = 0; k < 3; k++) {
                int y = (k + 1) % 3;
                int z = (k + 2) % 3;
                double area =
                        ((double) p[b + y] - p[a + y]) * ((double) p[c + z] - p[a + z])
                                - ((double) p[b + z] - p[a + z]) * ((double) p[c + y] - p[a + y]);
                dot += area * ((double) n[a + k] + n[b + k] + n[c + k]);
            }
            count += dot >= 0 ? 1 : 0;
        }
        return count;
    }
}
