package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Sheen: in white surroundings, and against integrals. */
@Tag("kernels")
class SheenLightTest {
    @ParameterizedTest
    @EnumSource
    void whiteUnderWhiteSheenIsWhite(Kernels kind) {
        var coated =
                new FinishFeatures(false, false, false, true, false, false, false)
                        .withSheen(Layers.SHEEN.finish().sheen());
        for (var features : new PbrFeatures[] {Layers.SHEEN, Layers.PLAIN.withFinish(coated)}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material =
                            Layers.sheen(Furnace.material(1, metallic, 0.6f), 1, roughness);
                    material[PbrUniforms.COAT] = 0.7f;
                    for (float lane : Furnace.ambient(kind, features, material)) {
                        assertThat(lane).as("roughness %s", roughness).isCloseTo(1, within(1e-5f));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void blackSheenChangesNothing(Kernels kind) {
        float[] material = Layers.sheen(Furnace.material(0.5f, 0.2f, 0.4f), 0, 0.5f);
        assertThat(Furnace.ambient(kind, Layers.SHEEN, material))
                .isEqualTo(Furnace.ambient(kind, Layers.PLAIN, material));
    }

    /** Lights of all directions, one at a time, add up to the share that the fit says. */
    @ParameterizedTest
    @EnumSource
    void sheenScattersWhatLightsSend(Kernels kind) {
        for (float roughness : new float[] {0.3f, 0.6f, 1}) {
            float[] material = Layers.sheen(Furnace.material(0, 1, 1), 1, roughness);
            var batch = Furnace.surface(kind, Layers.SHEEN, material);
            Arrays.fill(batch.scratch[PbrKernels.THROUGH], 0);
            Furnace.lights(kind, Layers.SHEEN, 100, batch);
            for (int i = 0; Furnace.ANGLES[i] < 80; i++) {
                assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                        .as("%s degrees, roughness %s", Furnace.ANGLES[i], roughness)
                        .isCloseTo(batch.scratch[PbrKernels.SHEEN_SHARE][i], within(0.03f));
            }
        }
    }

    /** Fibres shine at grazing angles most. */
    @Test
    void sheenShinesAtTheRim() {
        for (float roughness : new float[] {0.2f, 0.5f, 1}) {
            for (float v = 0.05f; v < 0.95f; v += 0.1f) {
                float share = SheenLight.albedo(roughness, v);
                assertThat(SheenLight.albedo(roughness, v + 0.1f)).isLessThan(share);
                assertThat(share).isBetween(0f, 1f);
            }
        }
    }

    /** What lies in a corner gets less of its surroundings, and so do fibres on it. */
    @Test
    void fibresAreOccludedAsTheirSurfaceIs() {
        float[] material = Layers.sheen(Furnace.material(0.3f, 0.5f, 0.6f), 0.8f, 0.5f);
        var light = new SheenLight(Layers.SHEEN);
        var open = Furnace.surface(Kernels.SCALAR, Layers.SHEEN, material);
        light.ambient(Furnace.FRAME, open);
        var corner = Furnace.surface(Kernels.SCALAR, Layers.SHEEN, material);
        Arrays.fill(corner.scratch[PbrKernels.OCCLUSION], 0.25f);
        light.ambient(Furnace.FRAME, corner);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float all = open.scratch[PbrKernels.RADIANCE][i];
            assertThat(all).isPositive();
            assertThat(corner.scratch[PbrKernels.RADIANCE][i]).isEqualTo(0.25f * all);
        }
    }
}
