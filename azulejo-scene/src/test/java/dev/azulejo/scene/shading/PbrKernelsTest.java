package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorCoatKernels;
import dev.azulejo.scene.shading.vector.VectorPbrKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class PbrKernelsTest {
    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(41);
        for (int round = 0; round < 600; round++) {
            var lighting = Lighting.values()[random.nextInt(3)];
            var features =
                    new PbrFeatures(
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextBoolean(),
                            random.nextBoolean(),
                            1 + random.nextInt(2),
                            random.nextBoolean(),
                            false,
                            false,
                            random.nextBoolean(),
                            false,
                            lighting,
                            false,
                            lighting.isImageBased() ? finish(random) : FinishFeatures.NONE);
            var a = new FragmentBatch();
            var b = new FragmentBatch();
            a.count = b.count = random.nextInt(70);
            for (int i = 0; i < FragmentBatch.LENGTH; i++) {
                for (int k = 0; k < features.varyingCount(); k++) {
                    a.varying[k][i] = b.varying[k][i] = lane(random);
                }
                for (int k = 0; k < PbrKernels.SCRATCH_END; k++) {
                    a.scratch[k][i] = b.scratch[k][i] = random.nextFloat();
                }
                a.alpha[i] = b.alpha[i] = random.nextFloat();
                a.facing[i] = b.facing[i] = random.nextBoolean() ? 1 : -1;
            }
            float[] frame = new float[PbrUniforms.FRAME_SIZE];
            for (int i = 0; i < frame.length; i++) {
                frame[i] = random.nextFloat() * 2 - 0.5f;
            }
            frame[PbrUniforms.BOX_COUNT] = random.nextInt(PbrUniforms.MAX_BOXES + 1);
            int light = PbrUniforms.LIGHTS + 3 * PbrUniforms.LIGHT_STRIDE;
            frame[light + 3] = random.nextInt(2);
            float[] material = new float[PbrUniforms.MATERIAL_SIZE];
            for (int i = 0; i < material.length; i++) {
                material[i] = random.nextFloat();
            }
            run(
                    new ScalarPbrKernels(),
                    new ScalarCoatKernels(),
                    features,
                    frame,
                    light,
                    material,
                    a);
            run(
                    new VectorPbrKernels(),
                    new VectorCoatKernels(),
                    features,
                    frame,
                    light,
                    material,
                    b);
            for (int i = 0; i < a.count; i++) {
                String where = "round %d lane %d %s".formatted(round, i, features);
                same(where + " red", a.red[i], b.red[i]);
                same(where + " green", a.green[i], b.green[i]);
                same(where + " blue", a.blue[i], b.blue[i]);
                same(where + " alpha", a.alpha[i], b.alpha[i]);
            }
        }
    }

    /** One kernel of either twin. */
    private interface Part {
        void run(PbrKernels kernels, PbrFeatures features, float[] frame, FragmentBatch batch);
    }

    private enum Parts {
        ALBEDO(
                (k, features, frame, batch) -> k.directionalAlbedo(features, batch),
                PbrKernels.SCALE,
                PbrKernels.BIAS,
                PbrKernels.LET_IN,
                PbrKernels.GAIN),
        LIGHT(
                (k, features, frame, batch) -> k.light(features, frame, PbrUniforms.LIGHTS, batch),
                PbrKernels.RADIANCE),
        AMBIENT(
                (k, features, frame, batch) -> k.ambient(features, frame, batch),
                PbrKernels.RADIANCE),
        TONE_MAP((k, features, frame, batch) -> k.toneMap(frame, batch));

        final Part part;
        final int[] rows;

        Parts(Part part, int... rows) {
            this.part = part;
            this.rows = rows;
        }
    }

    /** Rows of which no step before made what it should have: every bound is met. */
    @ParameterizedTest
    @EnumSource
    void twinsBoundWhateverTheyAreGiven(Parts parts) {
        var random = new Random(43);
        for (int round = 0; round < 400; round++) {
            var features =
                    PbrFeatures.plain(Lighting.STUDIO)
                            .withFinish(
                                    new FinishFeatures(
                                            round % 2 == 0,
                                            false,
                                            false,
                                            false,
                                            false,
                                            false,
                                            false));
            float[] frame = new float[PbrUniforms.FRAME_SIZE];
            for (int i = 0; i < frame.length; i++) {
                frame[i] = random.nextFloat() * 2 - 0.5f;
            }
            frame[PbrUniforms.BOX_COUNT] = random.nextInt(3);
            frame[PbrUniforms.LIGHTS + 3] = random.nextInt(2);
            var a = new FragmentBatch();
            var b = new FragmentBatch();
            a.count = b.count = 1 + random.nextInt(40);
            for (int i = 0; i < a.count; i++) {
                for (int k = 0; k < features.varyingCount(); k++) {
                    a.varying[k][i] = b.varying[k][i] = lane(random);
                }
                for (int k = 0; k < PbrKernels.SCRATCH_END; k++) {
                    a.scratch[k][i] = b.scratch[k][i] = 1.5f * lane(random);
                }
            }
            parts.part.run(new ScalarPbrKernels(), features, frame, a);
            parts.part.run(new VectorPbrKernels(), features, frame, b);
            for (int i = 0; i < a.count; i++) {
                String where = "round %d lane %d".formatted(round, i);
                for (int row : parts.rows) {
                    same(where + " row " + row, a.scratch[row][i], b.scratch[row][i]);
                }
                same(where + " red", a.red[i], b.red[i]);
                same(where + " green", a.green[i], b.green[i]);
                same(where + " blue", a.blue[i], b.blue[i]);
            }
        }
    }

    /** What is unlit is its base colour and what glows, whatever they are. */
    @ParameterizedTest
    @EnumSource
    void unlitIsTheBaseAndTheGlow(Kernels kind) {
        var random = new Random(53);
        for (int round = 0; round < 200; round++) {
            boolean textured = round % 2 == 0;
            var plain = PbrFeatures.plain(Lighting.STUDIO);
            var features =
                    new PbrFeatures(
                            false,
                            false,
                            false,
                            false,
                            textured,
                            1,
                            false,
                            false,
                            false,
                            false,
                            true,
                            plain.lighting(),
                            false,
                            FinishFeatures.NONE);
            float[] material = new float[PbrUniforms.MATERIAL_SIZE];
            for (int c = 0; c < 3; c++) {
                material[PbrUniforms.EMISSIVE + c] = lane(random);
            }
            var batch = new FragmentBatch();
            batch.count = 1 + random.nextInt(40);
            for (int i = 0; i < batch.count; i++) {
                for (int k = 0; k < PbrKernels.SCRATCH_END; k++) {
                    batch.scratch[k][i] = lane(random);
                }
            }
            PbrKernels.of(kind).unlit(features, material, batch);
            float[][] seen = {batch.red, batch.green, batch.blue};
            for (int c = 0; c < 3; c++) {
                float factor = material[PbrUniforms.EMISSIVE + c];
                for (int i = 0; i < batch.count; i++) {
                    float texel = batch.scratch[PbrKernels.RADIANCE + c][i];
                    float glow = textured ? texel * factor : factor;
                    String where = "round %d lane %d channel %d".formatted(round, i, c);
                    same(where, batch.scratch[PbrKernels.DIFFUSE + c][i] + glow, seen[c][i]);
                }
            }
        }
    }

    /** Against the curve in doubles: what both twins share. */
    @ParameterizedTest
    @EnumSource
    void toneMapIsThePublishedCurve(Kernels kind) {
        var random = new Random(47);
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        frame[PbrUniforms.EXPOSURE] = 1;
        var batch = new FragmentBatch();
        batch.count = FragmentBatch.LENGTH;
        int compressed = 0;
        for (int i = 0; i < batch.count; i++) {
            for (int c = 0; c < 3; c++) {
                float most = random.nextInt(3) == 0 ? 0.1f : 1.2f;
                batch.scratch[PbrKernels.RADIANCE + c][i] = random.nextFloat() * most;
            }
        }
        double[][] expected = new double[3][batch.count];
        for (int i = 0; i < batch.count; i++) {
            double r = batch.scratch[PbrKernels.RADIANCE][i];
            double g = batch.scratch[PbrKernels.RADIANCE + 1][i];
            double b = batch.scratch[PbrKernels.RADIANCE + 2][i];
            double least = Math.min(r, Math.min(g, b));
            double offset = least < 0.08 ? least - 6.25 * least * least : 0.04;
            double peak = Math.max(r, Math.max(g, b)) - offset;
            double[] color = {r - offset, g - offset, b - offset};
            if (peak >= 0.8 - 0.04) {
                compressed++;
                double d = 1 - (0.8 - 0.04);
                double lower = 1 - d * d / (peak + d - (0.8 - 0.04));
                double grey = 1 - 1 / (0.15 * (peak - lower) + 1);
                for (int c = 0; c < 3; c++) {
                    color[c] = color[c] * lower / peak * (1 - grey) + lower * grey;
                }
            }
            for (int c = 0; c < 3; c++) {
                expected[c][i] = color[c];
            }
        }
        PbrKernels.of(kind).toneMap(frame, batch);
        for (int i = 0; i < batch.count; i++) {
            assertThat((double) batch.red[i]).isCloseTo(expected[0][i], within(1e-5));
            assertThat((double) batch.green[i]).isCloseTo(expected[1][i], within(1e-5));
            assertThat((double) batch.blue[i]).isCloseTo(expected[2][i], within(1e-5));
        }
        assertThat(compressed).isBetween(40, batch.count - 40);
    }

    /**
     * Shading's rows end where those of sampling begin, and rows behind its own stay as they are.
     */
    @Test
    void shadingKeepsToItsScratchRows() {
        assertThat(PbrKernels.SCRATCH_END).isLessThanOrEqualTo(FragmentBatch.SAMPLING);
        var features =
                new PbrFeatures(
                        true,
                        true,
                        true,
                        true,
                        true,
                        1,
                        true,
                        false,
                        false,
                        false,
                        false,
                        Lighting.STUDIO,
                        false,
                        new FinishFeatures(true, true, true, true, true, true, true));
        float[] frame = new float[PbrUniforms.FRAME_SIZE];
        frame[PbrUniforms.BOX_COUNT] = 2;
        float[] material = new float[PbrUniforms.MATERIAL_SIZE];
        for (var kind : Kernels.values()) {
            var batch = new FragmentBatch();
            batch.count = 37;
            for (int row = PbrKernels.COORDINATES; row < FragmentBatch.SCRATCH; row++) {
                Arrays.fill(batch.scratch[row], row);
            }
            run(
                    PbrKernels.of(kind),
                    CoatKernels.of(kind),
                    features,
                    frame,
                    PbrUniforms.LIGHTS,
                    material,
                    batch);
            for (int row = PbrKernels.COORDINATES; row < FragmentBatch.SCRATCH; row++) {
                boolean finish = row >= PbrKernels.SPECULAR && row < PbrKernels.SCRATCH_END;
                for (float lane : batch.scratch[row]) {
                    assertThat(finish || lane == row).as("row %d: %s", row, lane).isTrue();
                }
            }
        }
    }

    private static FinishFeatures finish(Random random) {
        boolean specular = random.nextBoolean();
        boolean coat = random.nextBoolean();
        return new FinishFeatures(
                specular,
                specular && random.nextBoolean(),
                specular && random.nextBoolean(),
                coat,
                coat && random.nextBoolean(),
                coat && random.nextBoolean(),
                coat && random.nextBoolean());
    }

    private static float lane(Random random) {
        float[] odd = {0, -0f, 1e30f, -1e30f, 1e-30f, Float.NaN, Float.POSITIVE_INFINITY};
        return random.nextInt(60) == 0
                ? odd[random.nextInt(odd.length)]
                : random.nextFloat() * 2 - 1;
    }

    private static void run(
            PbrKernels kernels,
            CoatKernels coats,
            PbrFeatures features,
            float[] frame,
            int light,
            float[] material,
            FragmentBatch batch) {
        kernels.baseColor(features, material, features.baseColorTexture(), batch);
        kernels.surface(features, frame, material, batch);
        if (features.lighting().isImageBased()) {
            kernels.directionalAlbedo(features, batch);
        }
        boolean coat = features.finish().coat();
        if (coat) {
            coats.coat(features, material, batch);
        }
        kernels.light(features, frame, light, batch);
        if (coat) {
            coats.light(frame, light, batch);
        }
        kernels.ambient(features, frame, batch);
        if (coat) {
            coats.ambient(frame, batch);
        }
        kernels.toneMap(frame, batch);
    }

    private static void same(String where, float expected, float actual) {
        assertThat(Float.floatToIntBits(actual))
                .as(where + ": %s, %s", expected, actual)
                .isEqualTo(Float.floatToIntBits(expected));
    }
}
