package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.TextureRef;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

/** Sheen, anisotropy and iridescence in pictures: textures, and the same bytes from everybody. */
@Tag("kernels")
class LayersTest {
    private static final int SIDE = 32;

    private static final RenderSettings LINEAR =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static Material of(Finish finish) {
        return Material.metallicRoughness("layered", new Vec4(0.3f, 0.2f, 0.4f, 1), 0.6f, 0.4f)
                .toBuilder()
                .doubleSided(true)
                .finish(finish)
                .build();
    }

    private static Panes pane(Finish finish) {
        return new Panes().normal(0.2, 0.5, 1).add(-3, -3, 3, 3, 0, of(finish));
    }

    private static float[] picture(Panes panes, DeviceOptions options) {
        try (var session = new Session(panes.scene(), LINEAR, options)) {
            session.look(Panes.VIEW);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    private static float[] picture(Panes panes, Kernels kind) {
        return picture(panes, DeviceOptions.DEFAULT.withKernels(kind));
    }

    private static double difference(float[] a, float[] b) {
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]));
        }
        return most;
    }

    private static Finish sheen(Vec3 color, float roughness) {
        return Finish.NONE.withSheen(new Finish.Sheen(color, null, roughness, null));
    }

    private static Finish brushed(float strength, double rotation) {
        return Finish.NONE.withAnisotropy(new Finish.Anisotropy(strength, (float) rotation, null));
    }

    private static Finish film(float factor, float thickness) {
        return Finish.NONE.withIridescence(
                new Finish.Iridescence(factor, null, 1.5f, 100, thickness, null));
    }

    @ParameterizedTest
    @EnumSource
    void sheenTexturesAreFactors(Kernels kind) {
        float linear = (float) SrgbCurve.decode(128 / 255.0);
        var finish =
                Finish.NONE.withSheen(
                        new Finish.Sheen(
                                new Vec3(1, 0.5f, 0.25f),
                                TextureRef.of(0),
                                0.9f,
                                TextureRef.of(1)));
        float[] textured =
                picture(pane(finish).texture(0x118080ff).texture(153 << 24 | 0x123456), kind);
        var factors = sheen(new Vec3(1, 0.5f * linear, 0.25f * linear), 0.9f * 153 / 255);
        assertThat(difference(textured, picture(pane(factors), kind))).isCloseTo(0, within(2e-4));
        assertThat(difference(textured, picture(pane(Finish.NONE), kind))).isGreaterThan(0.02);
    }

    private static int texel(double direction) {
        return (int) Math.round((direction + 1) / 2 * 255);
    }

    /** A texture of directions turns by a right angle, and back by the rotation. */
    @ParameterizedTest
    @EnumSource
    void anisotropyTexturesTurn(Kernels kind) {
        var finish =
                Finish.NONE.withAnisotropy(
                        new Finish.Anisotropy(
                                0.8f, (float) (-Math.PI / 2 + 0.4), TextureRef.of(0)));
        // Not quite the middle: 127.5 would be no direction along red
        int up = 0xff000000 | 204 << 16 | 255 << 8 | 128;
        float[] textured = picture(pane(finish).texture(up), kind);
        float[] factors = picture(pane(brushed(0.8f * 204 / 255, 0.4)), kind);
        assertThat(difference(textured, factors)).isCloseTo(0, within(0.01));
        assertThat(difference(textured, picture(pane(Finish.NONE), kind))).isGreaterThan(0.02);
        var unturned =
                Finish.NONE.withAnisotropy(
                        new Finish.Anisotropy(0.8f * 204 / 255, 0, TextureRef.of(0)));
        // Counter-clockwise, as texels turn
        int turned = 0xffff0000 | texel(Math.sin(0.4)) << 8 | texel(Math.cos(0.4));
        assertThat(difference(factors, picture(pane(unturned).texture(turned), kind)))
                .isCloseTo(0, within(0.01));
        assertThat(difference(factors, picture(pane(brushed(0.64f, -0.4)), kind)))
                .as("clockwise")
                .isGreaterThan(0.02);
        assertThat(difference(factors, picture(pane(brushed(0.64f, 1.97)), kind)))
                .as("across")
                .isGreaterThan(0.02);
    }

    @ParameterizedTest
    @EnumSource
    void iridescenceTexturesAreFactors(Kernels kind) {
        var finish =
                Finish.NONE.withIridescence(
                        new Finish.Iridescence(
                                0.8f, TextureRef.of(0), 1.5f, 100, 600, TextureRef.of(1)));
        float[] textured =
                picture(pane(finish).texture(0xff224400 | 204).texture(0xff550066 | 51 << 8), kind);
        float[] factors = picture(pane(film(0.8f * 204 / 255, 200)), kind);
        assertThat(difference(textured, factors)).isCloseTo(0, within(5e-4));
        assertThat(difference(textured, picture(pane(Finish.NONE), kind))).isGreaterThan(0.01);
    }

    @ParameterizedTest
    @EnumSource
    void diffuseTransmissionTexturesAreFactors(Kernels kind) {
        float linear = (float) SrgbCurve.decode(128 / 255.0);
        var finish =
                Finish.NONE.withDiffuse(
                        new Finish.Diffuse(
                                0.8f,
                                TextureRef.of(0),
                                new Vec3(1, 0.5f, 0.25f),
                                TextureRef.of(1)));
        float[] textured =
                picture(pane(finish).texture(204 << 24 | 0x123456).texture(0x118080ff), kind);
        var color = new Vec3(1, 0.5f * linear, 0.25f * linear);
        var factors =
                Finish.NONE.withDiffuse(new Finish.Diffuse(0.8f * 204 / 255, null, color, null));
        assertThat(difference(textured, picture(pane(factors), kind))).isCloseTo(0, within(2e-4));
        assertThat(difference(textured, picture(pane(Finish.NONE), kind))).isGreaterThan(0.02);
    }

    /** A sun behind a leaf shows, with shadows and without; the leaf does not shade itself. */
    @Test
    void leavesDoNotShadeThemselves() {
        var leaf =
                of(
                        Finish.NONE.withDiffuse(
                                new Finish.Diffuse(1, null, new Vec3(0.5f, 1, 0.2f), null)));
        var settings = LINEAR.withShadows(true);
        float[][] seen = new float[2][];
        for (int shaded = 0; shaded < 2; shaded++) {
            // The key light comes from above, in front and to the left: seen from behind and below
            try (var session =
                    new Session(
                            new Panes().normal(0, 0, 1).add(-1, -1, 1, 1, 0, leaf).scene(),
                            shaded == 1 ? settings : LINEAR)) {
                session.look(View.orbit(session.bounds(), 160, 10, 4, 1));
                session.render();
                seen[shaded] = session.target().floatPixels().clone();
            }
        }
        assertThat(difference(seen[0], seen[1])).isCloseTo(0, within(1e-3));
    }

    @Test
    void bytesAreThoseOfAPlainDevice() {
        var coated =
                new Finish(null, null, 0.5f, null, 0.2f, null, null)
                        .withSheen(new Finish.Sheen(new Vec3(0.7f, 0.2f, 0.4f), null, 0.5f, null))
                        .withAnisotropy(new Finish.Anisotropy(0.7f, 1, null))
                        .withIridescence(new Finish.Iridescence(1, null, 1.4f, 100, 400, null))
                        .withDiffuse(new Finish.Diffuse(0.5f, null, Vec3.ONE, null));
        var panes =
                pane(sheen(Vec3.ONE, 0.6f))
                        .add(-1, -1, 0, 0.5, 0.2, of(brushed(0.9f, 0.5)))
                        .add(-0.2, -0.8, 0.9, 0.2, 0.3, of(film(1, 500)))
                        .add(-0.5, 0, 0.6, 0.9, 0.4, of(coated));
        var plain = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        float[] expected = picture(panes, plain);
        for (var other :
                List.of(
                        plain.withKernels(Kernels.SCALAR),
                        plain.withEarlyZ(EarlyZ.ON),
                        plain.withWindow(3).withTileSize(16),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)),
                        DeviceOptions.REFERENCE)) {
            assertThat(picture(panes, other)).as("%s", other).isEqualTo(expected);
        }
    }
}
