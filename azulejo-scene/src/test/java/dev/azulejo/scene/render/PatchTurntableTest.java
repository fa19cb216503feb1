package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Looks at surfaces while the camera moves: no cracks, and nothing in sight is dropped. */
class PatchTurntableTest {
    private static final int WIDTH = 200;
    private static final int HEIGHT = 150;
    private static final double ASPECT = (double) WIDTH / HEIGHT;
    private static final DeviceOptions OPTIONS = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR);

    private static RenderSettings settings(int samples, float edgePixels) {
        return RenderSettings.defaults()
                .withSize(WIDTH, HEIGHT)
                .withSamples(samples)
                .withBackground(new Vec4(0, 0, 0, 0))
                .withTessellation(new Tessellation(Tessellation.Mode.PN_TRIANGLES, edgePixels));
    }

    private static Scene scene(String name) {
        return switch (name) {
            case "ball" -> scene(ball());
            case "sheet" -> scene(sheet());
            default -> DemoScenes.create(name);
        };
    }

    private static Scene scene(Primitive primitive) {
        return Scene.builder(AssetInfo.generated("patches"))
                .name("patches")
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("patches", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("patches", List.of(primitive))))
                .materials(
                        List.of(
                                Material.builder("both sides")
                                        .baseColorFactor(new Vec4(0.5f, 0.3f, 0.2f, 1))
                                        .metallicFactor(0)
                                        .roughnessFactor(0.4f)
                                        .doubleSided(true)
                                        .build()))
                .build();
    }

    /** An icosahedron with the normals of a ball, closed, all edges of two triangles. */
    private static Primitive ball() {
        float g = (float) ((1 + Math.sqrt(5)) / 2);
        float l = (float) Math.sqrt(1 + g * g);
        float[] positions = new float[36];
        for (int v = 0; v < 12; v++) {
            int axis = v / 4;
            positions[3 * v + axis] = (v & 1) == 0 ? 1 : -1;
            positions[3 * v + (axis + 1) % 3] = (v & 2) == 0 ? g : -g;
        }
        var indices = new ArrayList<Integer>();
        for (int a = 0; a < 12; a++) {
            for (int b = a + 1; b < 12; b++) {
                for (int c = b + 1; c < 12; c++) {
                    if (near(positions, a, b) && near(positions, b, c) && near(positions, c, a)) {
                        indices.addAll(List.of(a, b, c));
                    }
                }
            }
        }
        float[] normals = new float[36];
        for (int k = 0; k < 36; k++) {
            normals[k] = positions[k] / l;
        }
        return new Primitive(
                Topology.TRIANGLES,
                indices.stream().mapToInt(i -> i).toArray(),
                VertexData.of(positions, normals),
                0);
    }

    private static boolean near(float[] p, int a, int b) {
        double x = p[3 * a] - p[3 * b];
        double y = p[3 * a + 1] - p[3 * b + 1];
        double z = p[3 * a + 2] - p[3 * b + 2];
        return Math.abs(x * x + y * y + z * z - 4) < 0.1;
    }

    /** 8 x 8 bicubic patches, 8 units a side, that share the points of their edges. */
    private static Primitive sheet() {
        var random = new Random(3);
        int side = 25;
        float[] positions = new float[3 * side * side];
        for (int v = 0; v < side * side; v++) {
            positions[3 * v] = v % side / 3f - 4;
            positions[3 * v + 1] = random.nextFloat() * 0.5f;
            positions[3 * v + 2] = (side - 1 - v / side) / 3f - 4;
        }
        int[] indices = new int[16 * 64];
        for (int k = 0; k < indices.length; k++) {
            int patch = k / 16;
            int row = patch / 8 * 3 + k % 4;
            int column = patch % 8 * 3 + k % 16 / 4;
            indices[k] = row * side + column;
        }
        return new Primitive(
                Topology.BICUBIC_PATCHES,
                indices,
                new VertexData(side * side, positions, null, null, null, null, null),
                0);
    }

    /** From inside: the surface is all around, or goes on beyond the picture on all sides. */
    private static View inside(String name, SceneRenderer renderer, double angle) {
        var eye =
                switch (name) {
                    case "ball" -> new Vec3(0.6f, -0.2f, 0.3f);
                    case "sheet" -> new Vec3(0.5f, 2.5f, 0.3f);
                    default -> new Vec3(1, 7, 0.5f);
                };
        double elevation = name.equals("ball") ? angle / 3 : -80 + angle / 20;
        return View.walk(renderer.bounds(), eye, angle, -elevation, ASPECT);
    }

    @ParameterizedTest
    @CsvSource({"ball, 7", "ball, 2", "sheet, 7", "sheet, 2.5", "terrain, 7"})
    void thereAreNoCracks(String name, float edgePixels) {
        var renderer = new SceneRenderer(scene(name), settings(1, edgePixels));
        try (var device = new Device(OPTIONS)) {
            for (int frame = 0; frame < 40; frame++) {
                renderer.render(device, inside(name, renderer, frame * 7.3));
                for (int pixel : renderer.target().pixels()) {
                    assertThat(pixel >>> 24).as("frame %d", frame).isEqualTo(255);
                }
            }
        }
    }

    /** Inside, at the border, across the near plane: what is dropped would not have shown. */
    @ParameterizedTest
    @CsvSource({"teapot", "ball", "sheet", "terrain"})
    void droppingChangesNoByte(String name) {
        var scene = scene(name);
        var drops = new SceneRenderer(scene, settings(1, 6));
        var keeps = new SceneRenderer(scene, settings(1, 6));
        keeps.keepsPatches = true;
        var random = new Random(7);
        var box = drops.bounds();
        long dropped = 0;
        try (var device = new Device(OPTIONS)) {
            for (int frame = 0; frame < 40; frame++) {
                View view;
                if (frame % 2 == 0) {
                    var eye =
                            new Vec3(
                                    at(random, box.min().x(), box.max().x()),
                                    at(random, box.min().y(), box.max().y()),
                                    at(random, box.min().z(), box.max().z()));
                    double azimuth = random.nextDouble() * 360;
                    double elevation = random.nextDouble() * 160 - 80;
                    view = View.walk(box, eye, azimuth, -elevation, ASPECT);
                } else {
                    double reach = box.radius() * (0.2 + random.nextDouble());
                    double elevation = random.nextDouble() * 160 - 80;
                    view = View.orbit(box, frame * 37, elevation, reach, ASPECT);
                }
                var report = drops.render(device, view);
                dropped += report.counters().get(Counter.PATCHES_DROPPED);
                int[] pixels = drops.target().pixels().clone();
                keeps.render(device, view);
                assertThat(pixels).as("frame %d", frame).isEqualTo(keeps.target().pixels());
            }
        }
        assertThat(dropped).isPositive();
    }

    private static float at(Random random, float from, float to) {
        return from + (random.nextFloat() * 1.4f - 0.2f) * (to - from);
    }

    @Test
    void whatIsTakenApartComesIntoSightFromBeside() {
        var scene = scene(ball());
        var near = settings(1, 6).withShatter(0.5f);
        var renderer = new SceneRenderer(scene, near);
        try (var device = new Device(OPTIONS)) {
            var view = View.walk(renderer.bounds(), new Vec3(0, 2.6f, 2.6f), 0, 0, ASPECT);
            var report = renderer.render(device, view);
            assertThat(report.counters().get(Counter.PATCHES_DROPPED)).isZero();
            assertThat(Arrays.stream(renderer.target().pixels()))
                    .anyMatch(pixel -> pixel >>> 24 == 255);
        }
    }
}
