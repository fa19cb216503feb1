package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

@Tag("kernels")
class TransmittedLightTest {
    private static final int SIDE = 16;

    private static final Sampler CLAMPED =
            new Sampler(
                    Filter.LINEAR,
                    Filter.LINEAR,
                    MipFilter.LINEAR,
                    AddressMode.CLAMP_TO_EDGE,
                    AddressMode.CLAMP_TO_EDGE,
                    1);

    private static PbrFeatures features(boolean volume, boolean dispersion) {
        var transmission = new TransmissionFeatures(true, false, volume, false, dispersion);
        return PbrFeatures.plain(Lighting.STUDIO)
                .withFinish(FinishFeatures.NONE.withTransmission(transmission));
    }

    /** Of noise, or of one colour. */
    private static Texture behind(float[] color) {
        var random = new Random(3);
        float[] texels = new float[4 * SIDE * SIDE];
        for (int i = 0; i < texels.length; i++) {
            texels[i] = color != null ? color[i & 3] : random.nextFloat();
        }
        var texture = new Texture(TextureFormat.RGBA32_FLOAT, SIDE, SIDE, true);
        texture.write(0, texels);
        texture.generateMipmaps();
        return texture;
    }

    private static float[] material(float... refraction) {
        float[] material = Furnace.material(1, 0, 0);
        Arrays.fill(material, PbrUniforms.DIELECTRIC, PbrUniforms.DIELECTRIC + 3, 0);
        material[PbrUniforms.BASE_COLOR + 3] = 1;
        material[PbrUniforms.TRANSMISSION] = 1;
        material[PbrUniforms.THICKNESS] = 1;
        material[PbrUniforms.BLUR] = 1;
        System.arraycopy(refraction, 0, material, PbrUniforms.REFRACTION, 3);
        return material;
    }

    /** What fragments of all pixels of a picture see, whose surface sends nothing itself. */
    private static FragmentBatch see(
            Kernels kind, PbrFeatures features, float[] material, Texture behind) {
        return see(kind, features, material, behind, 0, SIDE);
    }

    /** Likewise, of one of several views that lie beside each other in the picture. */
    private static FragmentBatch see(
            Kernels kind,
            PbrFeatures features,
            float[] material,
            Texture behind,
            int left,
            int width) {
        float[] frame = Furnace.FRAME.clone();
        frame[PbrUniforms.EXPOSURE] = 1;
        for (int k = 0; k < 4; k++) {
            frame[PbrUniforms.CLIP_FROM_WORLD + 5 * k] = 1;
        }
        frame[PbrUniforms.BEHIND_VIEW] = (float) left / SIDE;
        frame[PbrUniforms.BEHIND_VIEW + 1] = (float) width / SIDE;
        frame[PbrUniforms.BEHIND_TEXEL] = 1f / SIDE;
        frame[PbrUniforms.BEHIND_TEXEL + 1] = 1f / SIDE;
        frame[PbrUniforms.BEHIND_GROWTH] = (float) Math.pow(SIDE, 1.0 / 16) - 1;
        float[] object = new float[PbrUniforms.OBJECT_SIZE];
        for (int k = 0; k < 4; k++) {
            object[PbrUniforms.WORLD_FROM_OBJECT + 5 * k] = 1;
        }
        var batch = new FragmentBatch();
        batch.count = FragmentBatch.CAPACITY;
        batch.bind(
                new BindGroup[] {
                    new BindGroup(new UniformBuffer(frame), List.of(behind), List.of(CLAMPED)),
                    BindGroup.of(new UniformBuffer(material)),
                    BindGroup.of(new UniformBuffer(object))
                });
        for (int i = 0; i < batch.count; i++) {
            batch.facing[i] = 1;
            batch.pixelX[i] = left + i % width;
            batch.pixelY[i] = i / SIDE;
            float x = (i % SIDE + 0.5f) * 2 / SIDE - 1;
            float y = 1 - (i / SIDE + 0.5f) * 2 / SIDE;
            batch.varying[features.normalVarying()][i] = 0.4f;
            batch.varying[features.normalVarying() + 2][i] = 0.9f;
            batch.varying[features.positionVarying()][i] = x;
            batch.varying[features.positionVarying() + 1][i] = y;
            batch.varying[features.positionVarying() + 2][i] = -3;
        }
        var kernels = PbrKernels.of(kind);
        kernels.baseColor(features, material, false, batch);
        kernels.surface(features, frame, material, batch);
        kernels.directionalAlbedo(features, batch);
        for (int c = 0; c < 3; c++) {
            Arrays.fill(batch.scratch[PbrKernels.LET_IN + c], 1);
        }
        // What lies on it lets half of everything through
        Arrays.fill(batch.scratch[PbrKernels.THROUGH], 0.5f);
        var transmitted = new TransmittedLight(features, kind);
        transmitted.before(material, batch);
        transmitted.add(frame, material, kernels, batch);
        return batch;
    }

    @ParameterizedTest
    @EnumSource
    void smoothThinWallsSeeThePixelBehind(Kernels kind) {
        var noise = behind(null);
        var batch = see(kind, features(false, false), material(1, 1, 1), noise);
        for (int i = 0; i < batch.count; i++) {
            assertThat(batch.red[i]).isCloseTo(noise.floats()[4 * i], within(1e-5f));
            assertThat(batch.green[i]).isCloseTo(noise.floats()[4 * i + 1], within(1e-5f));
            assertThat(batch.blue[i]).isCloseTo(noise.floats()[4 * i + 2], within(1e-5f));
        }
    }

    /** Snell's law by vectors, across the picture and up: its texels say where they are. */
    @ParameterizedTest
    @EnumSource
    void raysLeaveWhereSnellSaysTheyDo(Kernels kind) {
        float[] texels = new float[4 * SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; i++) {
            texels[4 * i] = (i % SIDE + 0.5f) / SIDE;
            texels[4 * i + 1] = (i / SIDE + 0.5f) / SIDE;
        }
        var places = new Texture(TextureFormat.RGBA32_FLOAT, SIDE, SIDE, true);
        places.write(0, texels);
        places.generateMipmaps();
        double ratio = 0.7;
        float[] material = material(0.7f, 0.7f, 0.7f);
        var batch = see(kind, features(true, false), material, places);
        double unit = Math.sqrt(0.4 * 0.4 + 0.9 * 0.9);
        double[] n = {0.4 / unit, 0, 0.9 / unit};
        for (int i = 0; i < batch.count; i++) {
            double[] at = {(i % SIDE + 0.5) * 2 / SIDE - 1, 1 - (i / SIDE + 0.5) * 2 / SIDE, -3};
            double far = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
            double cosine = -(n[0] * at[0] + n[2] * at[2]) / far;
            double inside = Math.sqrt(1 - ratio * ratio * (1 - cosine * cosine));
            double[] exit = new double[2];
            for (int k = 0; k < 2; k++) {
                exit[k] = at[k] + (ratio * cosine - inside) * n[k] + ratio * at[k] / far;
            }
            double least = 0.5 / SIDE;
            double u = Math.min(Math.max((exit[0] + 1) / 2, least), 1 - least);
            double v = Math.min(Math.max((1 - exit[1]) / 2, least), 1 - least);
            assertThat((double) batch.red[i]).as("u of %d", i).isCloseTo(u, within(1e-3));
            assertThat((double) batch.green[i]).as("v of %d", i).isCloseTo(v, within(1e-3));
        }
    }

    /** The same bits as a program that does not refract colours apart. */
    @ParameterizedTest
    @EnumSource
    void dispersionOfNothingIsNone(Kernels kind) {
        float[] material = material(0.7f, 0.7f, 0.7f);
        material[PbrUniforms.ROUGHNESS] = 0.3f;
        var noise = behind(null);
        var without = see(kind, features(true, false), material, noise);
        var with = see(kind, features(true, true), material, noise);
        assertThat(with.red).isEqualTo(without.red);
        assertThat(with.green).isEqualTo(without.green);
        assertThat(with.blue).isEqualTo(without.blue);
        assertThat(with.alpha).isEqualTo(without.alpha);
        float[] apart = material(0.72f, 0.7f, 0.68f);
        apart[PbrUniforms.ROUGHNESS] = 0.3f;
        var spread = see(kind, features(true, true), apart, noise);
        assertThat(spread.red).isNotEqualTo(without.red);
        assertThat(spread.green).isEqualTo(without.green);
        assertThat(spread.blue).isNotEqualTo(without.blue);
    }

    /** What is one colour stays so, however it is blurred and wherever rays leave. */
    @ParameterizedTest
    @EnumSource
    void oneColorIsSeenAsItIs(Kernels kind) {
        var even = behind(new float[] {0.2f, 0.5f, 0.9f, 0.25f});
        for (float roughness : new float[] {0, 0.3f, 0.7f, 1}) {
            float[] material = material(0.6f, 0.65f, 0.7f);
            material[PbrUniforms.ROUGHNESS] = roughness;
            var batch = see(kind, features(true, true), material, even);
            for (int i = 0; i < batch.count; i++) {
                assertThat(batch.red[i]).isCloseTo(0.2f, within(1e-5f));
                assertThat(batch.green[i]).isCloseTo(0.5f, within(1e-5f));
                assertThat(batch.blue[i]).isCloseTo(0.9f, within(1e-5f));
                assertThat(batch.alpha[i]).isCloseTo(0.25f, within(1e-5f));
            }
        }
    }

    /** Rays that leave a view do not see into the one beside it. */
    @ParameterizedTest
    @EnumSource
    void viewsKeepToThemselves(Kernels kind) {
        float[] texels = new float[4 * SIDE * SIDE];
        for (int i = 0; i < SIDE * SIDE; i++) {
            texels[4 * i] = i % SIDE < SIDE / 2 ? 0 : 1;
        }
        var pair = new Texture(TextureFormat.RGBA32_FLOAT, SIDE, SIDE, true);
        pair.write(0, texels);
        pair.generateMipmaps();
        for (int eye = 0; eye < 2; eye++) {
            // Bent to the left, and straight on to the right as well
            for (float ratio : new float[] {0.3f, 1}) {
                float[] material = material(ratio, ratio, ratio);
                material[PbrUniforms.THICKNESS] = 5;
                var batch =
                        see(kind, features(true, false), material, pair, eye * SIDE / 2, SIDE / 2);
                for (int i = 0; i < batch.count; i++) {
                    assertThat(batch.red[i]).as("eye %d", eye).isCloseTo(eye, within(1e-5f));
                }
            }
        }
    }

    /** A coat or a sheen takes its share of what comes from behind too. */
    @ParameterizedTest
    @EnumSource
    void whatIsSeenComesThroughWhatLiesOnTheSurface(Kernels kind) {
        var even = behind(new float[] {0.2f, 0.5f, 0.9f, 1});
        var sheen = new FinishFeatures.Sheen(true, false, false);
        var plain = features(false, false);
        var covered = plain.withFinish(plain.finish().withSheen(sheen));
        var batch = see(kind, covered, material(1, 1, 1), even);
        for (int i = 0; i < batch.count; i++) {
            assertThat(batch.red[i]).isCloseTo(0.1f, within(1e-5f));
            assertThat(batch.green[i]).isCloseTo(0.25f, within(1e-5f));
            assertThat(batch.blue[i]).isCloseTo(0.45f, within(1e-5f));
        }
    }

    @Test
    void partsNeedAWhole() {
        assertThatThrownBy(() -> new TransmissionFeatures(false, true, false, false, false))
                .hasMessage("transmission: a part of what is not there");
        assertThatThrownBy(() -> new TransmissionFeatures(true, false, false, false, true))
                .hasMessage("transmission: a part of what is not there");
        assertThatThrownBy(
                        () ->
                                PbrFeatures.plain(Lighting.CONSTANT)
                                        .withFinish(features(false, false).finish()))
                .hasMessageContaining("needs image-based light");
    }
}
