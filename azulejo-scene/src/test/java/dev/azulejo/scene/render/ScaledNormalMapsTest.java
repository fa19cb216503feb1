package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transform;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A node's scale changes where things are, and neither what a normal map says nor how they glow.
 */
class ScaledNormalMapsTest {
    private static final int SIDE = 16;

    private static final RenderSettings SURFACE =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withOutput(RenderSettings.Output.SURFACE);

    private static final View FRONT = ShadowScenes.parallel(0, 0, 1);

    /** A texel of the map, and the direction that it says. */
    private static final int TEXEL = 0xff << 24 | 230 << 16 | 80 << 8 | 170;

    private static final double[] MAP = {
        170 / 255.0 * 2 - 1, 80 / 255.0 * 2 - 1, 230 / 255.0 * 2 - 1
    };

    private static Transform scale(double x, double y, double z) {
        var scale = new Vec3((float) x, (float) y, (float) z);
        return new Transform.Trs(Vec3.ZERO, Quaternion.IDENTITY, scale);
    }

    private static Scene pane(double x, double y, double z, Material material) {
        return pane(x, y, z, 0.6, material);
    }

    /** Fills the picture, whatever the scale; its normals lean to +y, its tangents are along x. */
    private static Scene pane(double x, double y, double z, double lean, Material material) {
        double halfX = 2 / Math.abs(x);
        double halfY = 2 / Math.abs(y);
        return new Panes()
                .texture(TEXEL)
                .normal(0, lean, Math.sqrt(1 - lean * lean))
                .add(-halfX, -halfY, halfX, halfY, 0, material, scale(x, y, z))
                .scene();
    }

    private static Material.Builder white() {
        return Material.metallicRoughness("white", new Vec4(1, 1, 1, 1), 0, 1).toBuilder()
                .doubleSided(true);
    }

    private static double[] unit(double x, double y, double z) {
        double length = Math.sqrt(x * x + y * y + z * z);
        return new double[] {x / length, y / length, z / length};
    }

    /** The frame is of unit length: glTF 2.0, section 3.7.2.1. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, false", "10, 10, 10, false", "0.1, 0.1, 0.1, false", "2, 2, 2, true",
        "9e-5, 9e-5, 9e-5, false", "4e4, 4e4, 4e4, false", "-2, 2, 2, false", "3, 1, 1, false",
        "1, 0.25, 1, true", "1, 1, 5, false"
    })
    void mapsTurnByTheAnglesThatAreInThem(double x, double y, double z, boolean curved) {
        var material = white().normalTexture(TextureRef.of(0)).build();
        var settings = curved ? SURFACE.withTessellation(curved()) : SURFACE;
        // What leans would not stay flat
        double lean = curved ? 0 : 0.6;
        double[] n = unit(0, lean / y, Math.sqrt(1 - lean * lean) / z);
        double[] t = {Math.signum(x), 0, 0};
        // Mirrored: the bitangent stays on its side of what is drawn
        double side = Math.signum(x);
        double[] b = {
            side * (n[1] * t[2] - n[2] * t[1]),
            side * (n[2] * t[0] - n[0] * t[2]),
            side * (n[0] * t[1] - n[1] * t[0])
        };
        double[] expected =
                unit(
                        t[0] * MAP[0] + b[0] * MAP[1] + n[0] * MAP[2],
                        t[1] * MAP[0] + b[1] * MAP[1] + n[1] * MAP[2],
                        t[2] * MAP[0] + b[2] * MAP[1] + n[2] * MAP[2]);
        try (var session =
                new Session(pane(x, y, z, lean, material), settings, DeviceOptions.DEFAULT)) {
            session.look(FRONT);
            session.render();
            short[] normals = SurfaceImage.of(session.renderer()).normals();
            int middle = 3 * (SIDE * SIDE / 2 + SIDE / 2);
            for (int k = 0; k < 3; k++) {
                double seen = (normals[middle + k] & 0xffff) / 65535.0 * 2 - 1;
                assertThat(seen).as("axis %d", k).isCloseTo(expected[k], within(2e-4));
            }
        }
    }

    private static Tessellation curved() {
        return new Tessellation(Tessellation.Mode.PN_TRIANGLES, 8);
    }

    private static float[] radiance(Scene scene, View view) {
        var settings =
                SURFACE.withOutput(RenderSettings.Output.LINEAR_COLOR)
                        .withBackground(new Vec4(0, 0, 0, 1));
        try (var session = new Session(scene, settings, DeviceOptions.DEFAULT)) {
            session.look(view);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-4, 1e-6, 1e-9, 1e6})
    void whatIsTinyIsLitAsWhatIsLarge(double scale) {
        float[] expected = radiance(pane(1, 1, 1, white().build()), FRONT);
        float[] seen = radiance(pane(scale, scale, scale, white().build()), FRONT);
        assertThat(expected[0]).isGreaterThan(0.2f);
        assertThat(seen).containsExactly(expected, within(1e-4f));
    }

    /** Rays of an orthographic camera are parallel: what is flat mirrors one direction. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 50, 1000})
    void aFlatMirrorHasOneColourInAParallelView(double away) {
        var mirror = Material.metallicRoughness("mirror", new Vec4(1, 1, 1, 1), 1, 0.2f);
        var near = ShadowScenes.parallel(20, 10, 1);
        var m = near.viewFromWorld();
        var eye =
                new Vec3(
                        (float) (away * m.get(2, 0)),
                        (float) (away * m.get(2, 1)),
                        (float) (away * m.get(2, 2)));
        float[] seen =
                radiance(
                        pane(1, 1, 1, mirror),
                        new View(eye, near.viewFromWorld(), near.clipFromView()));
        float[] expected = radiance(pane(1, 1, 1, mirror), near);
        for (int i = 0; i < seen.length; i++) {
            assertThat(seen[i]).as("%d", i).isCloseTo(expected[i % 4], within(2e-3f));
        }
    }

    @Test
    void eyesOfPerspectiveViewsAreWhereTheyStand() {
        assertThat(Panes.VIEW.eye()).isEqualTo(Panes.VIEW.position());
    }
}
