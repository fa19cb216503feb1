package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Surfaces in surroundings that are white everywhere: what is white cannot be told from them. */
@Tag("kernels")
class FurnaceTest {
    private static final PbrFeatures PLAIN = PbrFeatures.plain(Lighting.STUDIO);

    @ParameterizedTest
    @EnumSource
    void whiteMetalIsWhite(Kernels kind) {
        for (int tenths = 0; tenths <= 10; tenths++) {
            for (float lane : ambient(kind, 1, 1, tenths / 10f)) {
                assertThat(lane).as("roughness 0.%d", tenths).isCloseTo(1, within(1e-5f));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whiteDielectricIsWhite(Kernels kind) {
        for (int tenths = 0; tenths <= 10; tenths++) {
            for (float lane : ambient(kind, 1, 0, tenths / 10f)) {
                assertThat(lane).as("roughness 0.%d", tenths).isCloseTo(1, within(1e-5f));
            }
        }
    }

    /** What is half metal is as bright as its halves are, half and half; so is what is coloured. */
    @ParameterizedTest
    @EnumSource
    void halfMetalIsBetweenItsHalves(Kernels kind) {
        for (int tenths = 0; tenths <= 10; tenths++) {
            for (float base : new float[] {0.1f, 0.3f, 0.6f, 0.9f, 1}) {
                float[] plain = ambient(kind, base, 0, tenths / 10f);
                float[] metal = ambient(kind, base, 1, tenths / 10f);
                for (float metallic : new float[] {0.25f, 0.5f, 0.75f}) {
                    float[] between = ambient(kind, base, metallic, tenths / 10f);
                    for (int i = 0; i < between.length; i++) {
                        float expected = plain[i] + (metal[i] - plain[i]) * metallic;
                        assertThat(between[i])
                                .as("roughness 0.%d, base %s, metallic %s", tenths, base, metallic)
                                .isCloseTo(expected, within(2e-5f));
                    }
                }
            }
        }
    }

    /** Grey and half metal surfaces take light, and never give any. */
    @ParameterizedTest
    @EnumSource
    void nothingIsBrighterThanWhite(Kernels kind) {
        for (int tenths = 0; tenths <= 10; tenths++) {
            for (float base : new float[] {0, 0.2f, 0.5f, 0.9f, 1}) {
                for (float metallic : new float[] {0, 0.25f, 0.5f, 0.75f, 1}) {
                    for (float lane : ambient(kind, base, metallic, tenths / 10f)) {
                        assertThat(lane).isBetween(0f, 1.00001f);
                    }
                }
            }
        }
    }

    /**
     * Facets of a metal reflect light onto each other, and take of it each time: a coloured metal's
     * colour deepens, it is not just as much brighter as a white one.
     */
    @ParameterizedTest
    @EnumSource
    void colorDeepensBetweenFacets(Kernels kind) {
        float[] white = ambient(kind, 1, 1, 1);
        float[] grey = ambient(kind, 0.5f, 1, 1);
        var batch = surface(kind, 0.5f, 1, 1);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            // Reflected once, twice, three times and so on: what is lost meets the next facet
            double lost =
                    1 - batch.scratch[PbrKernels.SCALE][i] - batch.scratch[PbrKernels.BIAS][i];
            double once = 0.5 * batch.scratch[PbrKernels.SCALE][i];
            once += batch.scratch[PbrKernels.BIAS][i];
            double mean = 0.5 + 0.5 / 21;
            double sum = 0;
            for (int times = 0; times < 60; times++) {
                sum += once * Math.pow(lost * mean, times);
            }
            assertThat((double) grey[i]).isCloseTo(sum, within(1e-4));
            assertThat(grey[i]).isLessThan(white[i]);
        }
    }

    /** Files may have base colours above 1: what facets reflect onto each other still has a sum. */
    @ParameterizedTest
    @EnumSource
    void colorsAboveWhiteGainNoMoreThanWhite(Kernels kind) {
        var white = surface(kind, 1, 1, 1);
        var above = surface(kind, 40, 1, 1);
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            assertThat(above.scratch[PbrKernels.GAIN][i])
                    .isGreaterThan(1)
                    .isEqualTo(white.scratch[PbrKernels.GAIN][i]);
        }
    }

    /** Lights of all directions, one at a time, add up to white surroundings. */
    @ParameterizedTest
    @EnumSource
    void whiteMetalReflectsWhatLightsSend(Kernels kind) {
        for (float roughness : new float[] {0.4f, 0.6f, 0.8f, 1}) {
            var batch = surface(kind, 1, 1, roughness);
            Furnace.lights(kind, PLAIN, 100, batch);
            for (int i = 0; i < Furnace.ANGLES.length && Furnace.ANGLES[i] < 80; i++) {
                assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                        .as("roughness %s, %s degrees", roughness, Furnace.ANGLES[i])
                        .isCloseTo(1, within(0.03f));
            }
        }
    }

    /** What is half metal sends on of lights what its halves do: nothing is lost between them. */
    @ParameterizedTest
    @EnumSource
    void halfMetalReflectsOfLightsWhatItsHalvesDo(Kernels kind) {
        for (float roughness : new float[] {0.4f, 0.7f, 1}) {
            float[][] sent = new float[3][];
            for (int half = 0; half <= 2; half++) {
                var batch = surface(kind, 0.9f, half / 2f, roughness);
                Furnace.lights(kind, PLAIN, 40, batch);
                sent[half] = batch.scratch[PbrKernels.RADIANCE];
            }
            for (int i = 0; i < Furnace.ANGLES.length && Furnace.ANGLES[i] < 80; i++) {
                assertThat(sent[1][i])
                        .as("roughness %s, %s degrees", roughness, Furnace.ANGLES[i])
                        .isCloseTo((sent[0][i] + sent[2][i]) / 2, within(0.01f));
            }
        }
    }

    /** Bounds are those that {@link GgxAlbedo} states. */
    @ParameterizedTest
    @EnumSource
    void fitsAreIntegralsOfTheLobe(Kernels kind) {
        for (int twentieths = 1; twentieths <= 20; twentieths++) {
            float roughness = twentieths / 20f;
            var batch = surface(kind, 1, 1, roughness);
            for (int i = 0; i < Furnace.ANGLES.length && Furnace.ANGLES[i] < 89.7; i++) {
                double nDotV = batch.scratch[PbrKernels.N_DOT_V][i];
                double[] truth = integral((double) roughness * roughness, nDotV);
                double bias = batch.scratch[PbrKernels.BIAS][i];
                String where = "roughness %s, %s degrees".formatted(roughness, Furnace.ANGLES[i]);
                assertThat((batch.scratch[PbrKernels.SCALE][i] + bias) / truth[0])
                        .as(where)
                        .isCloseTo(1, within(0.03));
                assertThat(bias).as(where).isCloseTo(truth[1], within(nDotV > 0.1 ? 0.02 : 0.04));
            }
        }
    }

    /**
     * What GGX reflects of white surroundings, of reflectance 1, and the part that Schlick's term
     * weighs: a sum over half vectors as the lobe spreads them.
     */
    private static double[] integral(double alpha, double nDotV) {
        int rings = 400;
        int sectors = 200;
        double a2 = alpha * alpha;
        double sine = Math.sqrt(1 - nDotV * nDotV);
        double all = 0;
        double grazing = 0;
        for (int ring = 0; ring < rings; ring++) {
            double u = (ring + 0.5) / rings;
            double nDotH = Math.sqrt((1 - u) / (1 + (a2 - 1) * u));
            double across = Math.sqrt(1 - nDotH * nDotH);
            for (int sector = 0; sector < sectors; sector++) {
                double angle = Math.PI * (sector + 0.5) / sectors;
                double vDotH = sine * across * Math.cos(angle) + nDotV * nDotH;
                double nDotL = 2 * vDotH * nDotH - nDotV;
                if (vDotH > 0 && nDotL > 0) {
                    double smith =
                            nDotL * Math.sqrt(nDotV * nDotV * (1 - a2) + a2)
                                    + nDotV * Math.sqrt(nDotL * nDotL * (1 - a2) + a2);
                    double weight = 2 / smith * nDotL * vDotH / nDotH;
                    all += weight;
                    grazing += weight * Math.pow(1 - vDotH, 5);
                }
            }
        }
        return new double[] {all / (rings * sectors), grazing / (rings * sectors)};
    }

    private static FragmentBatch surface(Kernels kind, float base, float metallic, float rough) {
        return Furnace.surface(kind, PLAIN, Furnace.material(base, metallic, rough));
    }

    private static float[] ambient(Kernels kind, float base, float metallic, float rough) {
        return Furnace.ambient(kind, PLAIN, Furnace.material(base, metallic, rough));
    }
}
