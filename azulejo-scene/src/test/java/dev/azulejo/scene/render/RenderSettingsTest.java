package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

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
                        .withExplode(0.5f)
                        .withShadows(true);
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
                                true));
        assertThat(changed.withSize(1280, 720).withSamples(4).withLighting(Lighting.STUDIO))
                .isEqualTo(
                        RenderSettings.defaults()
                                .withAnisotropy(2)
                                .withBackground(background)
                                .withOutput(RenderSettings.Output.DEPTH_ONLY)
                                .withViews(3)
                                .withTessellation(tessellation)
                                .withExplode(0.5f)
                                .withShadows(true));
    }
}
