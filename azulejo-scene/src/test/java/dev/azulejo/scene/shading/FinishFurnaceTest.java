package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Coated surfaces, and dielectrics that mirror less, in surroundings that are white everywhere. */
@Tag("kernels")
class FinishFurnaceTest {
    private static final PbrFeatures COATED = features(false, true);
    private static final PbrFeatures SPECULAR = features(true, false);

    /** Angles between normal and view: one a lane, in degrees. */
    private static final double[] ANGLES = {
        0, 10, 20, 30, 40, 50, 60, 65, 70, 75, 80, 84, 87, 88.5, 89.5, 89.99
    };

    @ParameterizedTest
    @EnumSource
    void coatOnWhiteIsWhite(Kernels kind) {
        for (float coat : new float[] {0.3f, 1}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material = material(1, metallic, 0.6f);
                    material[PbrUniforms.COAT] = coat;
                    material[PbrUniforms.COAT + 1] = roughness;
                    for (float lane : ambient(kind, COATED, material)) {
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
        float[] material = material(0, 1, 1);
        material[PbrUniforms.COAT] = 0.5f;
        float[] light = ambient(kind, COATED, material);
        for (int i = 0; i < 9; i++) {
            double m = 1 - Math.cos(Math.toRadians(ANGLES[i]));
            double below = light(kind, features(false, false), material(0, 1, 1))[i];
            double coat = 0.5 * (0.04 + 0.96 * Math.pow(m, 5));
            assertThat((double) light[i])
                    .as("%s degrees", ANGLES[i])
                    .isCloseTo(coat + (1 - coat) * below, within(0.01));
        }
    }

    /** What glows is dimmed by the coat above it. */
    @ParameterizedTest
    @EnumSource
    void coatDimsWhatGlows(Kernels kind) {
        float[] material = material(0, 1, 1);
        material[PbrUniforms.COAT] = 1;
        float[] dark = ambient(kind, COATED, material);
        Arrays.fill(material, PbrUniforms.EMISSIVE, PbrUniforms.EMISSIVE + 3, 2);
        float[] glowing = ambient(kind, COATED, material);
        assertThat(glowing[0] - dark[0]).isCloseTo(2 * 0.96f, within(0.002f));
        assertThat(glowing[14] - dark[14]).isLessThan(0.3f);
    }

    /** Lights of all directions, one at a time, add up to what white surroundings send. */
    @ParameterizedTest
    @EnumSource
    void coatMirrorsWhatLightsSend(Kernels kind) {
        float[] material = material(0, 1, 1);
        material[PbrUniforms.COAT] = 1;
        material[PbrUniforms.COAT + 1] = 0.5f;
        // A base that is black all over: it would mirror at grazing angles
        var batch = surface(kind, COATED, material);
        for (int c = 0; c < 3; c++) {
            Arrays.fill(batch.scratch[PbrKernels.THROUGH], 0);
        }
        int rings = 120;
        int sectors = 120;
        float[] frame = furnace();
        int at = PbrUniforms.LIGHTS;
        frame[at + 12] = 1;
        Arrays.fill(frame, at + 4, at + 7, (float) (2 * Math.PI / (rings * sectors)));
        for (int ring = 0; ring < rings; ring++) {
            double z = (ring + 0.5) / rings;
            double x = Math.sqrt(1 - z * z);
            for (int sector = 0; sector < sectors; sector++) {
                double angle = 2 * Math.PI * (sector + 0.5) / sectors;
                frame[at] = (float) (x * Math.cos(angle));
                frame[at + 1] = (float) (x * Math.sin(angle));
                frame[at + 2] = (float) z;
                PbrKernels.of(kind).light(COATED, frame, at, batch);
                CoatKernels.of(kind).light(frame, at, batch);
            }
        }
        for (int i = 0; ANGLES[i] < 80; i++) {
            assertThat(batch.scratch[PbrKernels.RADIANCE][i])
                    .as("%s degrees", ANGLES[i])
                    .isCloseTo(batch.scratch[PbrKernels.COAT][i], within(0.02f));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whiteIsWhiteHoweverMuchItMirrors(Kernels kind) {
        for (float specular : new float[] {0, 0.4f, 1}) {
            for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
                for (float metallic : new float[] {0, 1}) {
                    float[] material = material(1, metallic, roughness);
                    material[PbrUniforms.SPECULAR] = specular;
                    for (float lane : ambient(kind, SPECULAR, material)) {
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
        float[] material = material(0, 0, 0.2f);
        material[PbrUniforms.SPECULAR] = 1;
        float[] all = ambient(kind, SPECULAR, material);
        float[] usual = ambient(kind, features(false, false), material);
        material[PbrUniforms.SPECULAR] = 0.5f;
        float[] half = ambient(kind, SPECULAR, material);
        material[PbrUniforms.SPECULAR] = 0;
        float[] none = ambient(kind, SPECULAR, material);
        for (int i = 0; i < ANGLES.length; i++) {
            assertThat(all[i]).isCloseTo(usual[i], within(1e-6f));
            assertThat(half[i]).isCloseTo(all[i] / 2, within(0.02f * all[i]));
            assertThat(none[i]).isZero();
        }
    }

    /** A specular colour above white mirrors no more than all light. */
    @ParameterizedTest
    @EnumSource
    void specularColorEndsAtWhite(Kernels kind) {
        float[] material = material(0, 0, 0);
        material[PbrUniforms.SPECULAR] = 1;
        Arrays.fill(material, PbrUniforms.DIELECTRIC, PbrUniforms.DIELECTRIC + 3, 3);
        for (float lane : ambient(kind, SPECULAR, material)) {
            assertThat(lane).isCloseTo(1, within(1e-5f));
        }
    }

    private static float[] light(Kernels kind, PbrFeatures features, float[] material) {
        return ambient(kind, features, material);
    }

    private static PbrFeatures features(boolean specular, boolean coat) {
        return new PbrFeatures(
                false,
                false,
                false,
                false,
                false,
                0,
                false,
                false,
                false,
                false,
                Lighting.STUDIO,
                false,
                new FinishFeatures(specular, false, false, coat, false, false, false));
    }

    private static float[] furnace() {
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        Arrays.fill(frame, PbrUniforms.SKY, PbrUniforms.SKY + 3, 1);
        Arrays.fill(frame, PbrUniforms.SKY + 6, PbrUniforms.SKY + 9, 1);
        Arrays.fill(frame, PbrUniforms.IRRADIANCE, PbrUniforms.IRRADIANCE + 3, 1);
        return frame;
    }

    private static float[] material(float base, float metallic, float roughness) {
        float[] material = new float[PbrUniforms.MATERIAL_SIZE];
        Arrays.fill(material, PbrUniforms.BASE_COLOR, PbrUniforms.BASE_COLOR + 3, base);
        material[PbrUniforms.METALLIC] = metallic;
        material[PbrUniforms.ROUGHNESS] = roughness;
        Arrays.fill(material, PbrUniforms.DIELECTRIC, PbrUniforms.DIELECTRIC + 3, 0.04f);
        return material;
    }

    /** A surface that looks along z, seen from each of the angles. */
    private static FragmentBatch surface(Kernels kind, PbrFeatures features, float[] material) {
        var batch = new FragmentBatch();
        batch.count = ANGLES.length;
        for (int i = 0; i < ANGLES.length; i++) {
            batch.facing[i] = 1;
            batch.varying[features.normalVarying() + 2][i] = 1;
            double angle = Math.toRadians(ANGLES[i]);
            batch.varying[features.positionVarying()][i] = (float) -Math.sin(angle);
            batch.varying[features.positionVarying() + 2][i] = (float) -Math.cos(angle);
        }
        var kernels = PbrKernels.of(kind);
        kernels.baseColor(features, material, false, batch);
        kernels.surface(features, furnace(), material, batch);
        kernels.directionalAlbedo(features, material, batch);
        if (features.finish().coat()) {
            CoatKernels.of(kind).coat(features, material, batch);
        }
        return batch;
    }

    private static float[] ambient(Kernels kind, PbrFeatures features, float[] material) {
        var batch = surface(kind, features, material);
        PbrKernels.of(kind).ambient(features, furnace(), batch);
        if (features.finish().coat()) {
            CoatKernels.of(kind).ambient(furnace(), batch);
        }
        return Arrays.copyOf(batch.scratch[PbrKernels.RADIANCE], ANGLES.length);
    }
}
