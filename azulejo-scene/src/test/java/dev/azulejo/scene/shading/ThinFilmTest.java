package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thin films: in white surroundings, and against Airy's formula. */
@Tag("kernels")
class ThinFilmTest {
    /** Without thickness, or with none of the surface covered, there is no film. */
    @ParameterizedTest
    @EnumSource
    void noFilmChangesNothing(Kernels kind) {
        float[] material = Furnace.material(0.5f, 0.5f, 0.3f);
        material[PbrUniforms.SPECULAR] = 1;
        material[PbrUniforms.IRIDESCENCE] = 1;
        material[PbrUniforms.IRIDESCENCE + 1] = 1.5f;
        float[] none = Furnace.ambient(kind, Layers.FILM, material);
        material[PbrUniforms.IRIDESCENCE] = 0;
        material[PbrUniforms.IRIDESCENCE + 3] = 400;
        float[] nowhere = Furnace.ambient(kind, Layers.FILM, material);
        float[] plain = Furnace.ambient(kind, Layers.PLAIN, material);
        for (int i = 0; i < plain.length; i++) {
            assertThat(nowhere[i]).isCloseTo(plain[i], within(1e-5f));
            assertThat(none[i]).isCloseTo(plain[i], within(1e-3f));
        }
    }

    @ParameterizedTest
    @EnumSource
    void filmsMirrorNoMoreThanThereIs(Kernels kind) {
        for (float thickness : new float[] {50, 200, 400, 1200}) {
            for (float metallic : new float[] {0, 1}) {
                float[] material = Furnace.material(0.9f, metallic, 0.2f);
                material[PbrUniforms.SPECULAR] = 1;
                material[PbrUniforms.IRIDESCENCE] = 1;
                material[PbrUniforms.IRIDESCENCE + 1] = 1.8f;
                material[PbrUniforms.IRIDESCENCE + 3] = thickness;
                for (float lane : Furnace.ambient(kind, Layers.FILM, material)) {
                    assertThat(lane).isBetween(0f, 1.00001f);
                }
            }
        }
    }

    /** What a film mirrors is missing below it: nothing is lost. */
    @ParameterizedTest
    @EnumSource
    void whiteUnderAFilmIsWhite(Kernels kind) {
        for (float thickness : new float[] {120, 350}) {
            float[] material = Furnace.material(1, 0, 0.3f);
            material[PbrUniforms.SPECULAR] = 1;
            material[PbrUniforms.IRIDESCENCE] = 1;
            material[PbrUniforms.IRIDESCENCE + 1] = 1.8f;
            material[PbrUniforms.IRIDESCENCE + 3] = thickness;
            for (float lane : Furnace.ambient(kind, Layers.FILM, material)) {
                assertThat(lane).isCloseTo(1, within(1e-5f));
            }
        }
    }

    /** Whatever a file says, there is a number. */
    @Test
    void filmsWithoutMeasureMirrorSomething() {
        float most = Float.MAX_VALUE;
        for (float thickness : new float[] {0, 1e6f, most}) {
            for (float ior : new float[] {1, 1.5f, most}) {
                for (float f0 : new float[] {0, 0.04f, 1}) {
                    for (float v : new float[] {0.01f, 1}) {
                        assertThat(ThinFilm.mirrored(f0, thickness, ior, v, 0)).isBetween(0f, 1f);
                    }
                }
            }
        }
    }

    /** Airy's formula, wave number by wave number, weighed by the same bells. */
    private static double airy(double f0, double thickness, double ior, double v, int channel) {
        double[][] bells = {
            {1.6810, 4.3278e-3, 0.54856},
            {1.7953, 9.3046e-3, 0.44201},
            {2.2084, 6.6121e-3, 0.52481},
            {2.2399, 4.5282e-3, 0.09747}
        };
        double[][] rgb = {
            {3.2404542, -1.5371385, -0.4985314},
            {-0.9692660, 1.8760108, 0.0415560},
            {0.0556434, -0.2040259, 1.0572252}
        };
        double cosine = Math.sqrt(1 - (1 - v * v) / (ior * ior));
        double root = Math.sqrt(f0);
        double below = (1 + root) / (1 - root);
        double upper = schlick(Math.pow((ior - 1) / (ior + 1), 2), v);
        double lower = schlick(Math.pow((below - ior) / (below + ior), 2), cosine);
        double shift = below < ior ? Math.PI : 0;
        double way = 2 * ior * thickness * 1e-3 * cosine;
        double sum = 0;
        double all = 0;
        for (int b = 0; b < 4; b++) {
            double deviation = Math.sqrt(2 * bells[b][1]);
            for (int k = -300; k <= 300; k++) {
                double x = k / 60.0;
                double wave = bells[b][0] + x * deviation;
                // The upper side turns by half a wave outside of the film, and not inside
                double phase = 2 * Math.PI * way * wave + shift;
                double r1 = -Math.sqrt(upper);
                double r2 = Math.sqrt(lower);
                // (r1 + r2 e^i) / (1 + r1 r2 e^i), with the lower side's own sign in the phase
                double c = Math.cos(phase + Math.PI);
                double above = upper + lower + 2 * r1 * r2 * c;
                double under = 1 + upper * lower + 2 * r1 * r2 * c;
                double weight =
                        Math.exp(-x * x / 2) * rgb[channel][b % 3] * bells[b][2] * deviation;
                sum += weight * above / under;
                all += weight;
            }
        }
        return sum / all;
    }

    private static double schlick(double f0, double cosine) {
        return f0 + (Math.min(50 * f0, 1) - f0) * Math.pow(1 - cosine, 5);
    }

    @Test
    void filmsMirrorWhatAirysFormulaSays() {
        for (double f0 : new double[] {0.04, 0.1, 0.5}) {
            for (double thickness : new double[] {60, 150, 280, 400, 700, 1000}) {
                for (double ior : new double[] {1.2, 1.33, 1.8}) {
                    for (double v : new double[] {1, 0.8, 0.5, 0.3}) {
                        for (int c = 0; c < 3; c++) {
                            double expected = airy(f0, thickness, ior, v, c);
                            float is =
                                    ThinFilm.mirrored(
                                            (float) f0,
                                            (float) thickness,
                                            (float) ior,
                                            (float) v,
                                            c);
                            assertThat((double) is)
                                    .as("%s, %s nm, %s, %s, %d", f0, thickness, ior, v, c)
                                    .isCloseTo(Math.min(Math.max(expected, 0), 1), within(0.03));
                        }
                    }
                }
            }
        }
    }

    /** Films that are thinner than light notices fade out by their index. */
    @Test
    void thinFilmsFade() {
        for (float thickness : new float[] {7.5f, 15, 22.5f}) {
            double t = thickness / 30;
            double faded = 1 + 0.8 * (t * t * (3 - 2 * t));
            double expected = airy(0.04, thickness, faded, 0.8, 1);
            assertThat((double) ThinFilm.mirrored(0.04f, thickness, 1.8f, 0.8f, 1))
                    .as("%s nm", thickness)
                    .isCloseTo(expected, within(0.004));
        }
    }

    @Test
    void cosinesOfTurns() {
        for (int i = -4000; i <= 4000; i++) {
            float turns = i / 313f;
            assertThat((double) ThinFilm.cosine(turns))
                    .isCloseTo(Math.cos(2 * Math.PI * turns), within(2e-5));
        }
    }
}
