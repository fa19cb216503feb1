package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Coated surfaces, and dielectrics that mirror less, in surroundings that are white everywhere. */
@Tag("kernels")
class FinishFurnaceTest {
    private static final PbrFeatures PLAIN = PbrFeatures.plain(Lighting.STUDIO);
    private static final PbrFeatures COATED = features(false, true);
    private static final PbrFeatures SPECULAR = features(true, false);

    @ParameterizedTest
    @EnumSource
    void coatOnWhiteIsWhite(Kernels kind) {
        for (float coat : new float[] {0.3f, 1}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material = Furnace.material(1, metallic, 0.6f);
                    material[PbrUniforms.COAT] = coat;
                    material[PbrUniforms.COAT + 1] = roughness;
                    for (float lane : Furnace.ambient(kind, COATED, material)) {
                        assertThat(lane)
                                .as("coat %s, roughness %s", coat, roughness)
                                .isCloseTo(1, within(1e-5f));
                    }
                }
            }
        }
    }

    /** Black under a coat shows what the coat mirrors: Schlick's term where it is smooth. */
    @ParameterizedTest
    @EnumSource
    void coatOnBlackMirrors(Kernels kind) {
        float[] material = Furnace.material(0, 1, 1);
        material[PbrUniforms.COAT] = 0.5f;
        float[] light = Furnace.ambient(kind, COATED, material);
        for (int i = 0; i < 9; i++) {
            double m = 1 - Math.cos(Math.toRadians(Furnace.ANGLES[i]));
            double below = Furnace.ambient(kind, PLAIN, Furnace.material(0, 1, 1))[i];
            double coat = 0.5 * (0.04 + 0.96 * Math.pow(m, 5));
            assertThat((double) light[i])
                    .as("%s degrees", Furnace.ANGLES[i])
                    .isCloseTo(coat + (1 - coat) * below, within(0.01));
        }
    }

    /** What glows is dimmed by the coat above it. */
    @ParameterizedTest
    @EnumSource
    void coatDimsWhatGlows(Kernels kind) {
        float[] material = Furnace.material(0, 1, 1);
        material[PbrUniforms.COAT] = 1;
        float[] dark = Furnace.ambient(kind, COATED, material);
        Arrays.fill(material, PbrUniforms.EMISSIVE, PbrUniforms.EMISSIVE + 3, 2);
        float[] glowing = Furnace.ambient(kind, COATED, material);
        assertThat(glowing[0] - dark[0]).isCloseTo(2 * 0.96f, within(0.002f));
        assertThat(glowing[14] - dark[14]).isLessThan(0.3f);
    }

    /** Lights of all directions, one at a time, add up to what white surroundings send. */
    @ParameterizedTest
    @EnumSource
    void coatMirrorsWhatLightsSend(Kernels kind) {
        float[] material = Furnace.material(0, 1, 1);
        material[PbrUniforms.COAT] = 1;
        material[PbrUniforms.COAT + 1] = 0.5f;
        // A base that is black all over: it would mirror at grazing angles
        var batch = Furnace.surface(kind, COATED, material);
        for (int c = 0; c < 3; c++) {
            Arrays.fill(batch.scratch[PbrKernels.THROUGH], 0);
        }
        Furnace.lights(kind, COATED, 120, batch);
        for (int i = 0; Furnace.ANGLES[i] < 80; i++) {
            assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                    .as("%s degrees", Furnace.ANGLES[i])
                    .isCloseTo(batch.scratch[PbrKernels.COAT][i], within(0.02f));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whiteIsWhiteHoweverMuchItMirrors(Kernels kind) {
        for (float specular : new float[] {0, 0.4f, 1}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material = Furnace.material(1, metallic, roughness);
                    material[PbrUniforms.SPECULAR] = specular;
                    for (float lane : Furnace.ambient(kind, SPECULAR, material)) {
                        assertThat(lane)
                                .as("specular %s, roughness %s", specular, roughness)
                                .isCloseTo(1, within(1e-5f));
                    }
                }
            }
        }
    }

    /** Without specular reflection black is black from everywhere, at grazing angles too. */
    @ParameterizedTest
    @EnumSource
    void specularFactorScalesAllThatDielectricsMirror(Kernels kind) {
        float[] material = Furnace.material(0, 0, 0.2f);
        material[PbrUniforms.SPECULAR] = 1;
        float[] all = Furnace.ambient(kind, SPECULAR, material);
        float[] usual = Furnace.ambient(kind, PLAIN, material);
        material[PbrUniforms.SPECULAR] = 0.5f;
        float[] half = Furnace.ambient(kind, SPECULAR, material);
        material[PbrUniforms.SPECULAR] = 0;
        float[] none = Furnace.ambient(kind, SPECULAR, material);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            assertThat(all[i]).isCloseTo(usual[i], within(1e-6f));
            assertThat(half[i]).isCloseTo(all[i] / 2, within(0.02f * all[i]));
            assertThat(none[i]).isZero();
        }
    }

    /** A specular colour above white mirrors no more than all light. */
    @ParameterizedTest
    @EnumSource
    void specularColorEndsAtWhite(Kernels kind) {
        float[] material = Furnace.material(0, 0, 0);
        material[PbrUniforms.SPECULAR] = 1;
        Arrays.fill(material, PbrUniforms.DIELECTRIC, PbrUniforms.DIELECTRIC + 3, 3);
        for (float lane : Furnace.ambient(kind, SPECULAR, material)) {
            assertThat(lane).isCloseTo(1, within(1e-5f));
        }
    }

    /** White glass sends what white surroundings and a white picture behind it do. */
    @ParameterizedTest
    @EnumSource
    void whatGoesThroughIsNotScattered(Kernels kind) {
        var through = new TransmissionFeatures(true, false, false, false, false);
        for (boolean coat : new boolean[] {false, true}) {
            var finish = features(false, coat).finish().withTransmission(through);
            for (float factor : new float[] {0, 0.3f, 1}) {
                float[] material = Furnace.material(1, 0, 0.4f);
                material[PbrUniforms.COAT] = 1;
                material[PbrUniforms.TRANSMISSION] = factor;
                var batch = Furnace.surface(kind, PLAIN.withFinish(finish), material);
                float[] own = Furnace.ambient(kind, PLAIN.withFinish(finish), material);
                for (int i = 0; i < Furnace.ANGLES.length; i++) {
                    float seen = batch.scratch[PbrKernels.BEHIND][i];
                    seen *= coat ? batch.scratch[PbrKernels.THROUGH][i] : 1;
                    assertThat(own[i] + seen).isCloseTo(1, within(1e-5f));
                    assertThat(seen).isGreaterThanOrEqualTo(0);
                }
                assertThat(batch.scratch[PbrKernels.BEHIND][0])
                        .isCloseTo(0.96f * factor, within(0.01f));
            }
        }
    }

    /**
     * Of a grazing light, once reflected, what is half metal sends on half of what its halves do,
     * also where dielectrics mirror less than all at grazing angles.
     */
    @ParameterizedTest
    @EnumSource
    void halfMetalSendsHalfOfWhatItsHalvesDo(Kernels kind) {
        float[][] sent = new float[3][];
        for (int half = 0; half <= 2; half++) {
            float[] material = Furnace.material(0.8f, half / 2f, 0.5f);
            material[PbrUniforms.SPECULAR] = 0.3f;
            var batch = Furnace.surface(kind, SPECULAR, material);
            // Once reflected
            Arrays.fill(batch.scratch[PbrKernels.GAIN], 1);
            float[] frame = Furnace.FRAME.clone();
            int at = PbrUniforms.LIGHTS;
            frame[at] = (float) -Math.sin(Math.toRadians(80));
            frame[at + 2] = (float) Math.cos(Math.toRadians(80));
            frame[at + 12] = 1;
            Arrays.fill(frame, at + 4, at + 7, 10);
            PbrKernels.of(kind).light(SPECULAR, frame, at, batch);
            sent[half] = Arrays.copyOf(batch.scratch[PbrKernels.RADIANCE], Furnace.ANGLES.length);
        }
        for (int i = 0; i < Furnace.ANGLES.length && Furnace.ANGLES[i] < 89; i++) {
            float expected = (sent[0][i] + sent[2][i]) / 2;
            assertThat(expected).isPositive();
            assertThat(sent[1][i] / expected)
                    .as("%s degrees", Furnace.ANGLES[i])
                    .isCloseTo(1, within(1e-5f));
        }
    }

    private static PbrFeatures features(boolean specular, boolean coat) {
        return PLAIN.withFinish(
                new FinishFeatures(specular, false, false, coat, false, false, false));
    }
}
