package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** A scene's sky: seen where nothing else is, if somebody wants it. */
class SkyTest {
    private static final Vec3 SUN = new Vec3(0.6f, 0.8f, 0);

    private static final Sky SKY =
            new Sky(
                    new Vec3(0.5f, 0.5f, 0.5f),
                    new Vec3(0, 0, 1),
                    new Vec3(0, 1, 0),
                    SUN,
                    new Vec3(1, 0, 0));

    private static final int SIDE = 65;

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(SIDE, SIDE).withSamples(1);

    private static final Scene EMPTY = Scene.builder(AssetInfo.generated("empty")).sky(SKY).build();

    private static int[] pixels(
            Scene scene, RenderSettings settings, DeviceOptions options, View view) {
        var renderer = new SceneRenderer(scene, settings);
        try (var device = new Device(options)) {
            renderer.render(device, view);
        }
        return renderer.target().pixels();
    }

    /** Returns what is seen of nothing but a sky in a direction, red first. */
    private static int[] seen(double x, double y, double z, RenderSettings settings) {
        return seen(EMPTY, x, y, z, settings);
    }

    private static int[] seen(Scene scene, double x, double y, double z, RenderSettings settings) {
        double length = Math.sqrt(x * x + y * y + z * z);
        double elevation = -Math.toDegrees(Math.asin(y / length));
        double azimuth = Math.toDegrees(Math.atan2(-x, -z));
        var view = View.walk(Bounds.EMPTY, Vec3.ZERO, azimuth, elevation, 1);
        int middle =
                pixels(scene, settings, DeviceOptions.DEFAULT, view)[SIDE / 2 * SIDE + SIDE / 2];
        return new int[] {middle & 255, middle >> 8 & 255, middle >> 16 & 255};
    }

    @Test
    void hazeLiesBetweenSkyAndGround() {
        var sky = SETTINGS.withSky(true);
        assertThat(seen(-1, 0, 0.01, sky)).containsExactly(188, 188, 188);
        assertThat(seen(-0.01, 1, 0.01, sky)[2]).isEqualTo(255);
        assertThat(seen(-0.01, -1, 0.01, sky)).containsExactly(0, 255, 0);
        int[] low = seen(-1, 0.05, 0, sky);
        int[] higher = seen(-1, 0.15, 0, sky);
        assertThat(low[2]).isBetween(189, 254);
        assertThat(higher[2]).isGreaterThan(low[2]);
    }

    @Test
    void theSunIsWhereItsLightComesFrom() {
        var sky = SETTINGS.withSky(true);
        assertThat(seen(0.6, 0.8, 0, sky)[0]).isEqualTo(255);
        int beside = seen(0.65, 0.75, 0, sky)[0];
        assertThat(beside).isBetween(1, 254);
        assertThat(seen(0.75, 0.6, 0.1, sky)[0]).isLessThan(beside);
        assertThat(seen(-0.6, 0.8, 0, sky)[0]).isZero();
    }

    /** A low sun's glow does not end at the horizon as if it were cut off, and fades below it. */
    @Test
    void theHorizonIsNoEdge() {
        var low = new Vec3(-0.995f, 0.0998f, 0).normalizedOr(Vec3.ZERO);
        var evening = new Sky(SKY.horizon(), SKY.zenith(), SKY.ground(), low, SKY.sun());
        var scene = Scene.builder(AssetInfo.generated("evening")).sky(evening).build();
        var sky = SETTINGS.withSky(true);
        int above = seen(scene, -1, 0.004, 0.4, sky)[0];
        int below = seen(scene, -1, -0.004, 0.4, sky)[0];
        assertThat(above).isBetween(200, 254);
        assertThat(below).isBetween(above - 3, above + 3);
        assertThat(seen(scene, -1, -1, 0.4, sky)[0]).isLessThan(below - 100);
    }

    @Test
    void aGroundLeavesTheSky() {
        var scene = DemoScenes.create("terrain");
        assertThat(scene.sky()).isNotNull();
        assertThat(ContactShadow.under(scene).sky()).isEqualTo(scene.sky());
    }

    @Test
    void nobodySeesItUnasked() {
        int[] grey = seen(0, 1, 0.1, SETTINGS);
        assertThat(seen(0, 1, 0.1, SETTINGS.withSky(false))).isEqualTo(grey);
        assertThat(grey[0]).isEqualTo(grey[1] - 1).isGreaterThan(200);
        float[] green = new float[3 * 8];
        for (int i = 1; i < green.length; i += 3) {
            green[i] = 0.5f;
        }
        // An environment that is seen hides it
        var surrounded = SETTINGS.withSky(true).withEnvironment(Environment.of(4, 2, green));
        assertThat(seen(0.6, 0.8, 0, surrounded.withEnvironmentBlur(0))[0]).isZero();
        assertThat(seen(0.6, 0.8, 0, surrounded)[0]).isEqualTo(255);
        // What is seen in a pixel is no sky
        var surfaces = SETTINGS.withSky(true).withOutput(RenderSettings.Output.SURFACE);
        var renderer = new SceneRenderer(DemoScenes.create("terrain"), surfaces);
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            renderer.render(device, View.orbit(renderer.bounds(), 35, 18, 4, 1));
        }
        assertThat(SurfaceImage.of(renderer).ids()[0]).isZero();
    }

    /** The terrain is where it was, in another light, and the sky where nothing was. */
    @Test
    @Tag("kernels")
    void theTerrainStaysWhereItIs() {
        var scene = DemoScenes.create("terrain");
        var settings = SETTINGS.withSize(120, 80);
        var probe = new SceneRenderer(scene, settings);
        var view = View.orbit(probe.bounds(), 35, 18, probe.fit(35, 18, 1.5), 1.5);
        int[] plain = pixels(scene, settings, DeviceOptions.DEFAULT, view);
        int[] sky = pixels(scene, settings.withSky(true), DeviceOptions.DEFAULT, view);
        int background = plain[0];
        int ground = 0;
        int lit = 0;
        var empty = Scene.builder(AssetInfo.generated("empty")).sky(scene.sky()).build();
        int[] behind = pixels(empty, settings.withSky(true), DeviceOptions.DEFAULT, view);
        for (int i = 0; i < plain.length; i++) {
            if (plain[i] == background) {
                assertThat(sky[i]).isEqualTo(behind[i]);
            } else {
                ground++;
                lit += sky[i] != plain[i] ? 1 : 0;
            }
        }
        assertThat(ground).isBetween(1000, 9000);
        assertThat(lit).isGreaterThan(ground * 9 / 10);
        var many = settings.withSky(true).withSamples(4);
        int[] expected = pixels(scene, many, DeviceOptions.DEFAULT.withThreads(1), view);
        for (var kernels : Kernels.values()) {
            for (var early : List.of(EarlyZ.AUTO, EarlyZ.OFF)) {
                var options =
                        DeviceOptions.DEFAULT.withKernels(kernels).withEarlyZ(early).withThreads(3);
                assertThat(Arrays.equals(pixels(scene, many, options, view), expected))
                        .as("%s %s", kernels, early)
                        .isTrue();
            }
        }
    }

    private static float[] frame(Scene scene, RenderSettings settings) {
        var lights = new SceneLights(scene, settings);
        float[] frame = new float[lights.frameSize()];
        lights.write(new Pose(scene), scene.worldTransforms(), new boolean[9], frame);
        return frame;
    }

    /**
     * An even sky is received and mirrored by what is white as it is seen: 0.25 over the studio's
     * exposure from everywhere, and neither boxes nor haze of the studio's.
     */
    @Test
    @Tag("kernels")
    void anEvenSkyLightsEvenly() {
        var grey = new Vec3(0.25f, 0.25f, 0.25f);
        var even = new Sky(grey, grey, grey, SUN, Vec3.ZERO);
        var scene = Scene.builder(AssetInfo.generated("even")).sky(even).build();
        float[] frame = frame(scene, SETTINGS.withSky(true));
        float radiance = 0.25f / Studio.EXPOSURE;
        for (int c = 0; c < 3; c++) {
            assertThat(frame[PbrUniforms.IRRADIANCE + c]).isCloseTo(radiance, within(1e-4f));
            for (int k = 1; k < 9; k++) {
                assertThat(frame[PbrUniforms.IRRADIANCE + 3 * k + c]).isCloseTo(0, within(1e-3f));
            }
            for (int end = 0; end < 2; end++) {
                assertThat(frame[PbrUniforms.SKY + 6 * end + c]).isCloseTo(radiance, within(1e-6f));
                assertThat(frame[PbrUniforms.SKY + 6 * end + 3 + c]).isCloseTo(0, within(1e-6f));
            }
            assertThat(frame[PbrUniforms.HAZE + c]).isZero();
        }
        assertThat(frame[PbrUniforms.BOX_COUNT]).isZero();
    }

    /**
     * Of haze, (1 - y^2)^128 of the sine of the elevation above and its 8th power below, the mean
     * over a half of the sphere is what is mirrored there on average.
     */
    @Test
    void hazeIsMirroredSpread() {
        var sky = new Sky(new Vec3(1, 1, 1), Vec3.ZERO, Vec3.ZERO, SUN, Vec3.ZERO);
        var scene = Scene.builder(AssetInfo.generated("haze")).sky(sky).build();
        float[] frame = frame(scene, SETTINGS.withSky(true));
        double above = 1;
        double below = 1;
        // The integral of (1 - y^2)^n over 0..1 is the product of 2k / (2k + 1), k to n
        for (int k = 1; k <= 128; k++) {
            double factor = 2.0 * k / (2 * k + 1);
            above *= factor;
            below *= k <= 8 ? factor : 1;
        }
        float atHorizon = frame[PbrUniforms.SKY];
        assertThat(atHorizon).isCloseTo((float) (2 * above / Studio.EXPOSURE), within(1e-3f));
        assertThat(frame[PbrUniforms.SKY + 3]).isEqualTo(-atHorizon);
        float underneath = frame[PbrUniforms.SKY + 6];
        assertThat(underneath).isCloseTo((float) (2 * below / Studio.EXPOSURE), within(1e-3f));
        assertThat(frame[PbrUniforms.SKY + 9]).isEqualTo(-underneath);
    }

    /** Only a sky that is seen lights a scene, and only in place of the studio. */
    @Test
    void whatIsNotSeenLightsNothing() {
        float[] studio = frame(EMPTY, SETTINGS);
        assertThat(frame(EMPTY, SETTINGS.withSky(true))).isNotEqualTo(studio);
        var without = Scene.builder(AssetInfo.generated("empty")).build();
        assertThat(frame(without, SETTINGS.withSky(true))).isEqualTo(studio);
        var surfaces = SETTINGS.withOutput(RenderSettings.Output.SURFACE);
        assertThat(frame(EMPTY, surfaces.withSky(true))).isEqualTo(studio);
        var plain = SETTINGS.withLighting(Lighting.CONSTANT);
        assertThat(frame(EMPTY, plain.withSky(true))).isEqualTo(frame(EMPTY, plain));
        var surrounded = SETTINGS.withEnvironment(Environment.of(4, 2, new float[24]));
        assertThat(frame(EMPTY, surrounded.withSky(true))).isEqualTo(frame(EMPTY, surrounded));
    }

    @Test
    void whatIsNoSkyIsRefused() {
        assertThatThrownBy(() -> new Sky(SUN, SUN, SUN, new Vec3(0, 2, 0), SUN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a unit vector towards the sun expected");
        assertThatThrownBy(() -> new Sky(SUN, SUN, SUN, SUN, new Vec3(0, Float.NaN, 0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
