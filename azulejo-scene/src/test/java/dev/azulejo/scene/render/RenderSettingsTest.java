package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.shading.Lighting;

import org.junit.jupiter.api.Test;

class RenderSettingsTest {
    @Test
    void eachPartIsChangedAlone() {
        var background = new Vec4(0.1f, 0.2f, 0.3f, 0.4f);
        var tessellation = new Tessellation(Tessellation.Mode.PN_TRIANGLES, 3);
        var changed =
                RenderSettings.defaults()
                        .withSize(640, 480)
                        .withSamples(8)
                        .withLighting(Lighting.CONSTANT)
                        .withAnisotropy(2)
                        .withBackground(background)
                        .withOutput(RenderSettings.Output.DEPTH_ONLY)
                        .withViews(3)
                        .withTessellation(tessellation)
                        .withShatter(0.5f)
                        .withShadows(true)
                        .withEnvironmentRotation(45)
                        .withEnvironmentBlur(0.25f)
                        .withExposure(2)
                        .withSky(true)
                        .withLineWidth(3)
                        .withPointSize(7);
        assertThat(changed)
                .isEqualTo(
                        new RenderSettings(
                                640,
                                480,
                                8,
                                Lighting.CONSTANT,
                                2,
                                background,
                                RenderSettings.Output.DEPTH_ONLY,
                                3,
                                tessellation,
                                0.5f,
                                true,
                                null,
                                45,
                                0.25f,
                                2,
                                true,
                                3,
                                7));
        assertThat(changed.withSize(1280, 720).withSamples(4).withLighting(Lighting.STUDIO))
                .isEqualTo(
                        RenderSettings.defaults()
                                .withAnisotropy(2)
                                .withBackground(background)
                                .withOutput(RenderSettings.Output.DEPTH_ONLY)
                                .withViews(3)
                                .withTessellation(tessellation)
                                .withShatter(0.5f)
                                .withShadows(true)
                                .withEnvironmentRotation(45)
                                .withEnvironmentBlur(0.25f)
                                .withExposure(2)
                                .withSky(true)
                                .withLineWidth(3)
                                .withPointSize(7));
    }

    /** An environment is the light, and another light is without one. */
    @Test
    void anEnvironmentGoesWithItsLighting() {
        var environment = Environment.of(2, 1, new float[6]);
        var lit = RenderSettings.defaults().withEnvironment(environment);
        assertThat(lit.lighting()).isEqualTo(Lighting.ENVIRONMENT);
        assertThat(lit.environment()).isSameAs(environment);
        assertThat(lit.withLighting(Lighting.ENVIRONMENT)).isEqualTo(lit);
        assertThat(lit.withEnvironment(null)).isEqualTo(RenderSettings.defaults());
        assertThat(lit.withLighting(Lighting.STUDIO)).isEqualTo(RenderSettings.defaults());
        assertThat(lit.withLighting(Lighting.CONSTANT).environment()).isNull();
        assertThatThrownBy(() -> RenderSettings.defaults().withLighting(Lighting.ENVIRONMENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withEnvironment");
    }

    @Test
    void numbersThatAreNoneAreRefused() {
        var settings = RenderSettings.defaults();
        for (float wrong : new float[] {Float.NaN, -0.5f, 1.001f, Float.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> settings.withEnvironmentBlur(wrong))
                    .hasMessage("environmentBlur=%s is not in 0..1".formatted(wrong));
        }
        for (float wrong : new float[] {Float.NaN, 0, -1, 1001}) {
            assertThatThrownBy(() -> settings.withExposure(wrong))
                    .hasMessage("exposure=%s is not in 0.001..1000".formatted(wrong));
        }
        for (float wrong : new float[] {Float.NaN, -1, 0.2f, 64.5f}) {
            assertThatThrownBy(() -> settings.withLineWidth(wrong))
                    .hasMessage("lineWidth=%s is not in 0.25..64".formatted(wrong));
        }
        for (float wrong : new float[] {Float.NaN, -1, 0.9f, 1025}) {
            assertThatThrownBy(() -> settings.withPointSize(wrong))
                    .hasMessage("pointSize=%s is not in 1..1024".formatted(wrong));
        }
        assertThatThrownBy(() -> settings.withEnvironmentRotation(Float.NaN))
                .hasMessage("environmentRotation=NaN is not finite");
    }
}
