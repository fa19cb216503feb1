package dev.azulejo.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.vector.VectorTextureSampling;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class TextureSamplingTest {
    private static Texture texture(
            Random random, TextureFormat format, int width, int height, boolean mipmapped) {
        var texture = new Texture(format, width, height, mipmapped);
        if (format == TextureFormat.RGBA32_FLOAT) {
            float[] texels = new float[4 * width * height];
            for (int i = 0; i < texels.length; i++) {
                texels[i] = random.nextFloat() * 4;
            }
            texture.write(0, texels);
        } else {
            int[] texels = new int[width * height];
            for (int i = 0; i < texels.length; i++) {
                texels[i] = random.nextInt();
            }
            texture.write(0, texels);
        }
        texture.generateMipmaps();
        return texture;
    }

    private static Sampler sampler(Random random) {
        boolean anisotropic = random.nextInt(3) == 0;
        return new Sampler(
                anisotropic ? Filter.LINEAR : Filter.values()[random.nextInt(2)],
                anisotropic ? Filter.LINEAR : Filter.values()[random.nextInt(2)],
                anisotropic ? MipFilter.LINEAR : MipFilter.values()[random.nextInt(3)],
                AddressMode.values()[random.nextInt(3)],
                AddressMode.values()[random.nextInt(3)],
                anisotropic ? 2 + random.nextInt(15) : 1);
    }

    private static float odd(Random random, float value) {
        float[] odd = {
            Float.NaN,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            0,
            -0f,
            1,
            -1e-9f,
            1e30f,
            -70000,
            0.5f
        };
        return random.nextInt(25) == 0 ? odd[random.nextInt(odd.length)] : value;
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(23);
        var scalar = new ScalarTextureSampling();
        var vector = new VectorTextureSampling();
        var batch = new FragmentBatch();
        for (int round = 0; round < 1500; round++) {
            var format = format(random);
            var texture =
                    texture(
                            random,
                            format,
                            1 + random.nextInt(40),
                            1 + random.nextInt(40),
                            random.nextBoolean());
            var sampler = sampler(random);
            float[][] in = lanes(random);
            int count = random.nextInt(70);
            float[][] a = new float[4][FragmentBatch.LENGTH];
            float[][] b = new float[4][FragmentBatch.LENGTH];
            scalar.sample(
                    texture, sampler, count, in[0], in[1], in[2], in[3], in[4], in[5], a[0], a[1],
                    a[2], a[3], batch);
            vector.sample(
                    texture, sampler, count, in[0], in[1], in[2], in[3], in[4], in[5], b[0], b[1],
                    b[2], b[3], batch);
            for (int i = 0; i < count; i++) {
                for (int c = 0; c < 4; c++) {
                    if (Float.floatToIntBits(b[c][i]) != Float.floatToIntBits(a[c][i])) {
                        throw new AssertionError(
                                "round %d lane %d channel %d, %s %s: %s, %s"
                                        .formatted(round, i, c, format, sampler, a[c][i], b[c][i]));
                    }
                }
            }
        }
    }

    /** Of another texture, of the same size or another; lanes that nobody wants are left out. */
    @Test
    void againIsASampleAtTheSamePlaces() {
        var random = new Random(29);
        for (int round = 0; round < 800; round++) {
            int width = 1 + random.nextInt(40);
            int height = 1 + random.nextInt(40);
            boolean mipmapped = random.nextBoolean();
            var first = texture(random, format(random), width, height, mipmapped);
            var second =
                    texture(
                            random,
                            format(random),
                            random.nextInt(4) == 0 ? width + 1 : width,
                            random.nextInt(4) == 0 ? height + 1 : height,
                            mipmapped ^ random.nextInt(4) == 0);
            var sampler = sampler(random);
            var other = random.nextInt(4) == 0 ? sampler(random) : sampler;
            float[][] in = lanes(random);
            int count = random.nextInt(70);
            float[][] expected = new float[4][FragmentBatch.LENGTH];
            sample(new ScalarTextureSampling(), second, other, count, in, expected);
            for (var kernels : Kernels.values()) {
                var sampling = TextureSamplings.of(kernels);
                var batch = new FragmentBatch();
                float[][] unused = new float[4][FragmentBatch.LENGTH];
                sampling.sample(
                        first, sampler, count, in[0], in[1], in[2], in[3], in[4], in[5], unused[0],
                        unused[1], unused[2], unused[3], batch);
                float[][] out = new float[4][];
                for (int c = 0; c < 4; c++) {
                    out[c] = random.nextInt(4) == 0 ? null : new float[FragmentBatch.LENGTH];
                }
                sampling.again(second, other, out[0], out[1], out[2], out[3], batch);
                for (int c = 0; c < 4; c++) {
                    if (out[c] != null) {
                        assertThat(Arrays.copyOf(out[c], count))
                                .as("round %d, channel %d", round, c)
                                .isEqualTo(Arrays.copyOf(expected[c], count));
                    }
                }
            }
        }
    }

    /** Nobody may change coordinates in between: who does so here sees whether they are read. */
    @Test
    void texelsOfTexturesOfOneSizeAreLookedForOnce() {
        var random = new Random(31);
        var first = texture(random, TextureFormat.RGBA8_SRGB, 16, 8, true);
        var same = texture(random, TextureFormat.RGBA8_UNORM, 16, 8, true);
        var larger = texture(random, TextureFormat.RGBA8_UNORM, 16, 16, true);
        var anisotropic =
                new Sampler(
                        Filter.LINEAR,
                        Filter.LINEAR,
                        MipFilter.LINEAR,
                        AddressMode.REPEAT,
                        AddressMode.REPEAT,
                        4);
        assertThat(readsCoordinatesAgain(first, same, Sampler.TRILINEAR_REPEAT)).isFalse();
        assertThat(readsCoordinatesAgain(first, larger, Sampler.TRILINEAR_REPEAT)).isTrue();
        assertThat(readsCoordinatesAgain(first, same, anisotropic)).isTrue();
    }

    private static boolean readsCoordinatesAgain(Texture first, Texture second, Sampler sampler) {
        var sampling = new VectorTextureSampling();
        var batch = new FragmentBatch();
        float[][] in = new float[6][FragmentBatch.LENGTH];
        Arrays.fill(in[0], 0.25f);
        float[][] out = new float[4][FragmentBatch.LENGTH];
        sampling.sample(
                first, sampler, 16, in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1],
                out[2], out[3], batch);
        float[][] expected = new float[4][FragmentBatch.LENGTH];
        sample(new ScalarTextureSampling(), second, sampler, 16, in, expected);
        Arrays.fill(in[0], 0.75f);
        sampling.again(second, sampler, out[0], out[1], out[2], out[3], batch);
        return !Arrays.equals(out[0], 0, 16, expected[0], 0, 16);
    }

    private static void sample(
            TextureSampling sampling,
            Texture texture,
            Sampler sampler,
            int count,
            float[][] in,
            float[][] out) {
        sampling.sample(
                texture,
                sampler,
                count,
                in[0],
                in[1],
                in[2],
                in[3],
                in[4],
                in[5],
                out[0],
                out[1],
                out[2],
                out[3],
                new FragmentBatch());
    }

    private static TextureFormat format(Random random) {
        return TextureFormat.values()[random.nextInt(3)];
    }

    private static float[][] lanes(Random random) {
        float[][] in = new float[6][FragmentBatch.LENGTH];
        float spread = random.nextInt(3) == 0 ? 0.001f : 0.3f;
        for (int i = 0; i < FragmentBatch.LENGTH; i++) {
            for (int k = 0; k < 6; k++) {
                in[k][i] = odd(random, (random.nextFloat() * 2 - 1) * (k < 2 ? 4 : spread));
            }
        }
        return in;
    }

    @Test
    void texelCentresAndMiddlesAreExact() {
        var texture = new Texture(TextureFormat.RGBA32_FLOAT, 2, 1, false);
        texture.write(0, new float[] {1, 2, 3, 4, 5, 6, 7, 8});
        var clamp =
                new Sampler(
                        Filter.LINEAR,
                        Filter.LINEAR,
                        MipFilter.LINEAR,
                        AddressMode.CLAMP_TO_EDGE,
                        AddressMode.CLAMP_TO_EDGE,
                        1);
        assertThat(red(texture, clamp, 0.25f)).isEqualTo(1);
        assertThat(red(texture, clamp, 0.5f)).isEqualTo(3);
        assertThat(red(texture, clamp, 0.75f)).isEqualTo(5);
        assertThat(red(texture, clamp, 1)).isEqualTo(5);
        assertThat(red(texture, clamp, 9)).isEqualTo(5);
        assertThat(red(texture, Sampler.TRILINEAR_REPEAT, 1)).isEqualTo(3);
    }

    private static float red(Texture texture, Sampler sampler, float u) {
        float[] zero = new float[FragmentBatch.LENGTH];
        float[] us = new float[FragmentBatch.LENGTH];
        us[0] = u;
        float[][] out = new float[4][FragmentBatch.LENGTH];
        new ScalarTextureSampling()
                .sample(
                        texture,
                        sampler,
                        1,
                        us,
                        zero,
                        zero,
                        zero,
                        zero,
                        zero,
                        out[0],
                        out[1],
                        out[2],
                        out[3],
                        new FragmentBatch());
        return out[0][0];
    }

    @Test
    void mipmapsKeepTheMeanAndEncodeInLinearLight() {
        var texture = new Texture(TextureFormat.RGBA8_SRGB, 2, 2, true);
        texture.write(0, new int[] {0xff000000, 0xffffffff, 0xffffffff, 0xff000000});
        texture.generateMipmaps();
        assertThat(texture.texels()[texture.levelOffset(1)]).isEqualTo(0xffbcbcbc);
        var odd = texture(new Random(1), TextureFormat.RGBA32_FLOAT, 7, 5, true);
        float mean = 0;
        for (int i = 0; i < 35; i++) {
            mean += odd.floats()[4 * i] / 35;
        }
        assertThat(odd.floats()[4 * odd.levelOffset(odd.levels() - 1)])
                .isCloseTo(mean, within(1e-5f));
    }

    @Test
    void rowsBelowItsOwnStayWithTheStage() {
        var random = new Random(11);
        for (var kernels : Kernels.values()) {
            var sampling = TextureSamplings.of(kernels);
            for (int round = 0; round < 60; round++) {
                var batch = new FragmentBatch();
                for (int row = 0; row < FragmentBatch.SAMPLING; row++) {
                    Arrays.fill(batch.scratch[row], row + 0.25f);
                }
                float[][] in = new float[6][FragmentBatch.LENGTH];
                for (float[] lanes : in) {
                    for (int i = 0; i < lanes.length; i++) {
                        lanes[i] = random.nextFloat();
                    }
                }
                var format = TextureFormat.values()[round % 3];
                sampling.sample(
                        texture(random, format, 16, 8, true),
                        sampler(random),
                        37,
                        in[0],
                        in[1],
                        in[2],
                        in[3],
                        in[4],
                        in[5],
                        batch.red,
                        batch.green,
                        batch.blue,
                        batch.alpha,
                        batch);
                for (int row = 0; row < FragmentBatch.SAMPLING; row++) {
                    for (float lane : batch.scratch[row]) {
                        assertThat(lane).isEqualTo(row + 0.25f);
                    }
                }
            }
        }
    }
}
