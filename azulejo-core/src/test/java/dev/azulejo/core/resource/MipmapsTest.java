package dev.azulejo.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.math.SrgbEncoding;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The fast ways to filter give the bits of the plain definition, or, of colours, codes that are as
 * near as they say.
 */
@Tag("alone")
class MipmapsTest {
    private static final int[][] SIZES = {
        {2, 2},
        {16, 16},
        {64, 32},
        {1, 8},
        {8, 1},
        {6, 6},
        {12, 20},
        {7, 7},
        {10, 5},
        {5, 10},
        {3, 1},
        {2, 1},
        {30, 44},
        {512, 256}
    };

    private static final List<TextureFormat> COLORS =
            List.of(
                    TextureFormat.RGBA8_SRGB,
                    TextureFormat.RGBA8_UNORM,
                    TextureFormat.RGBA32_FLOAT);

    @Test
    void everyLevelIsTheOneOfTheDefinition() {
        var random = new Random(20);
        for (var format : TextureFormat.values()) {
            if (format == TextureFormat.DEPTH32_FLOAT) {
                continue;
            }
            for (var size : SIZES) {
                var texture = new Texture(format, size[0], size[1], true);
                fill(texture, random);
                texture.generateMipmaps();
                check(texture);
            }
        }
    }

    /**
     * Means of linear light, rounded to codes, by hand: 0.25, 0.5 and 0.75 are 137, 188 and 225.
     */
    @Test
    void coloursAreAveragedInLinearLight() {
        var texture = new Texture(TextureFormat.RGBA8_SRGB, 4, 4, true);
        int[] four = {0xff0000ff, 0x00ffff00, 0xff000000, 0x02ff0000};
        int[] texels = new int[16];
        for (int i = 0; i < 16; i++) {
            texels[i] = four[i % 2 + i / 4 % 2 * 2];
        }
        texture.write(0, texels);
        texture.generateMipmaps();
        int[] levels = Arrays.copyOfRange(texture.texels(), 16, 21);
        // Red in one of four, green in one, blue in two; alpha (255 + 0 + 255 + 2) / 4
        assertThat(levels).containsOnly(137 | 137 << 8 | 188 << 16 | 128 << 24);
    }

    /**
     * One that is rounded to 16 bits on its way is seldom another one than the nearest, and where
     * it is dark not much oftener.
     */
    @ParameterizedTest
    @CsvSource({"255, 50", "31, 700"})
    void nearlyAllCodesAreTheNearest(int brightest, int most) {
        var texture = new Texture(TextureFormat.RGBA8_SRGB, 256, 256, true);
        int mask = 0xff000000 | brightest * 0x10101;
        texture.write(0, new Random(6).ints(256 * 256).map(texel -> texel & mask).toArray());
        texture.generateMipmaps();
        int others = 0;
        float[] means = halve(halve(decode(texture), 256, 256, true), 128, 256, false);
        for (int i = 0; i < 128 * 128; i++) {
            for (int c = 0; c < 3; c++) {
                int code = texture.texels()[texture.levelOffset(1) + i] >>> 8 * c & 0xff;
                others += code == Mipmaps.code(means[4 * i + c]) ? 0 : 1;
            }
        }
        assertThat(others).as("of 49,152 codes").isBetween(1, most);
    }

    /**
     * Of floats, a look for each line of each level that is filtered, and for each 16,384 texels
     * that are written: 64x32 has 16 + 8 + 4 + 2 + 1 + 1 lines and 6 levels. Of codes likewise, but
     * for what is written where both sides are even, as in the first five levels.
     */
    @ParameterizedTest
    @CsvSource({"64, 32, 38, 33", "16384, 8, 33, 29", "2, 1, 2, 2"})
    void aChainCanBeEndedAtEachOfItsLooks(int width, int height, int ofFloats, int ofCodes) {
        for (var format : COLORS) {
            int expected = format == TextureFormat.RGBA32_FLOAT ? ofFloats : ofCodes;
            var texture = new Texture(format, width, height, true);
            fill(texture, new Random(4));
            var looks = new AtomicInteger();
            texture.generateMipmaps(looks::incrementAndGet);
            assertThat(looks).as("looks, %s", format).hasValue(expected);
            for (int at = 1; at <= expected; at++) {
                looks.set(at);
                long version = texture.version();
                assertThatThrownBy(
                                () ->
                                        texture.generateMipmaps(
                                                () -> {
                                                    if (looks.decrementAndGet() == 0) {
                                                        throw new CancelledException("enough");
                                                    }
                                                }))
                        .isInstanceOf(CancelledException.class);
                assertThat(looks).as("nothing is done after it").hasValue(0);
                assertThat(texture.version()).as("what is there may be new").isNotEqualTo(version);
            }
        }
    }

    /**
     * By rows ({@link PlainMipRows}, {@link SrgbMipRows}) as long as both sides are even: 12x20,
     * 6x10, and then 3x5 is not.
     */
    @ParameterizedTest
    @CsvSource({"64, 32, 9, 5", "12, 20, 9, 2", "12, 20, 1, 1", "7, 8, 9, 0", "2, 2, 9, 1"})
    void levelsAreMadeByRowsWhileSidesAreEven(int width, int height, int most, int expected) {
        var texture = new Texture(TextureFormat.RGBA8_SRGB, width, height, true);
        assertThat(MipRows.levels(texture, most)).isEqualTo(expected);
    }

    /** 6x4 has 24, 6 and 1 texels. */
    @Test
    void anArrayMustFitTheWholeChain() {
        assertThat(Texture.chainTexels(6, 4)).isEqualTo(31);
        int[] texels = new int[31];
        var texture = new Texture(TextureFormat.RGBA8_UNORM, 6, 4, texels);
        assertThat(texture.texels()).isSameAs(texels);
        assertThat(texture.levels()).isEqualTo(3);
        for (int length : new int[] {0, 24, 30, 32}) {
            assertThatThrownBy(() -> new Texture(TextureFormat.RGBA8_SRGB, 6, 4, new int[length]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("31 texels of 8 bits a channel expected, not " + length);
        }
        assertThatThrownBy(() -> new Texture(TextureFormat.RGBA32_FLOAT, 6, 4, texels))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of RGBA32_FLOAT");
    }

    /** For the levels after the last one that rows make: here 3x5 after two halvings. */
    @Test
    void valuesOfTheLastLevelAreKept() {
        for (MipRows rows : List.of(new PlainMipRows(), new SrgbMipRows())) {
            boolean srgb = rows instanceof SrgbMipRows;
            var format = srgb ? TextureFormat.RGBA8_SRGB : TextureFormat.RGBA8_UNORM;
            var texture = new Texture(format, 12, 20, true);
            int[] texels = new int[240];
            // Squares of four texels: each becomes one of the second level
            for (int i = 0; i < 240; i++) {
                texels[i] = 0x40ff8000 + i % 12 / 4 + i / 48 * 3;
            }
            texture.write(0, texels);
            float[] kept = new float[60];
            rows.generate(texture, 2, kept, () -> {});
            for (int i = 0; i < 15; i++) {
                double[] expected = {i, 0x80, 0xff, 0x40};
                for (int c = 0; c < 4; c++) {
                    double value =
                            srgb && c < 3 ? SrgbCurve.decode(expected[c] / 255) : expected[c];
                    assertThat((double) kept[4 * i + c])
                            .as("texel %d, channel %d, sRGB %b", i, c, srgb)
                            .isCloseTo(value, within(1e-6));
                }
            }
        }
    }

    /** However odd: what is taken for a while is as large as the texture, not seven times. */
    @Test
    void aChainIsMadeInLittleMemory() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int side : new int[] {513, 512, 510}) {
            // Two rows of each level, where all are even
            long most = side == 512 ? 64L * side : 9L * side * side;
            for (var format : List.of(TextureFormat.RGBA8_SRGB, TextureFormat.RGBA8_UNORM)) {
                var texture = new Texture(format, side, side, true);
                texture.generateMipmaps();
                long before = threads.getCurrentThreadAllocatedBytes();
                texture.generateMipmaps();
                long taken = threads.getCurrentThreadAllocatedBytes() - before;
                assertThat(taken).as("bytes for %d texels", side * side).isLessThan(most);
            }
        }
    }

    /** What a target shows gets levels each frame. */
    @Test
    void roomIsKeptForTheNextChain() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (var format : COLORS) {
            var texture = new Texture(format, 96, 64, true);
            var room = new Mipmaps();
            Runnable goOn = () -> {};
            texture.generateMipmaps(room, goOn);
            long before = threads.getCurrentThreadAllocatedBytes();
            texture.generateMipmaps(room, goOn);
            long taken = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(taken).as("bytes, %s", format).isLessThan(96);
        }
    }

    /** Every float near a code's end, and one in a thousand of all others. */
    @Test
    void codesAreTheNearest() {
        float[] ends = new float[255];
        for (int i = 0; i < 255; i++) {
            ends[i] = (float) SrgbCurve.decode((i + 0.5) / 255);
            for (int near = -3; near <= 3; near++) {
                int bits = Float.floatToRawIntBits(ends[i]) + near;
                assertThat(Mipmaps.code(Float.intBitsToFloat(bits)))
                        .as("code end %d, %d floats on", i, near)
                        .isEqualTo(near < 0 ? i : i + 1);
            }
        }
        int code = 0;
        for (int bits = 0; bits < Float.floatToRawIntBits(1.5f); bits += 1009) {
            float value = Float.intBitsToFloat(bits);
            while (code < 255 && value >= ends[code]) {
                code++;
            }
            assertThat(Mipmaps.code(value)).isEqualTo(code);
        }
        assertThat(code).isEqualTo(255);
    }

    private static void fill(Texture texture, Random random) {
        int count = texture.width() * texture.height();
        if (texture.format() == TextureFormat.RGBA32_FLOAT) {
            float[] values = new float[4 * count];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat() * 10 - 5;
            }
            texture.write(0, values);
        } else {
            texture.write(0, random.ints(count).toArray());
        }
    }

    private static void check(Texture texture) {
        int width = texture.width();
        int height = texture.height();
        float[] level = decode(texture);
        for (int l = 1; l < texture.levels(); l++) {
            level = halve(level, width, height, true);
            width = Math.max(1, width / 2);
            level = halve(level, width, height, false);
            height = Math.max(1, height / 2);
            for (int i = 0; i < width * height; i++) {
                int at = texture.levelOffset(l) + i;
                for (int c = 0; c < 4; c++) {
                    var what = "%s %dx%d, level %d, texel %d, channel %d";
                    float value = level[4 * i + c];
                    if (texture.format() == TextureFormat.RGBA32_FLOAT) {
                        assertThat(texture.floats()[4 * at + c])
                                .as(what, texture.format(), width, height, l, i, c)
                                .isEqualTo(value);
                        continue;
                    }
                    int code = texture.texels()[at] >>> 8 * c & 0xff;
                    if (texture.format() == TextureFormat.RGBA8_SRGB && c < 3) {
                        assertThat(255 * SrgbCurve.encode(value))
                                .as(what, texture.format(), width, height, l, i, c)
                                .isCloseTo(code, within(SrgbMipRows.LARGEST_ERROR));
                    } else {
                        assertThat(code)
                                .as(what, texture.format(), width, height, l, i, c)
                                .isEqualTo((int) (value + 0.5f));
                    }
                }
            }
        }
    }

    private static float[] decode(Texture texture) {
        float[] level = new float[4 * texture.width() * texture.height()];
        for (int i = 0; i < level.length; i++) {
            if (texture.format() == TextureFormat.RGBA32_FLOAT) {
                level[i] = texture.floats()[i];
            } else {
                int code = texture.texels()[i / 4] >>> 8 * (i % 4) & 0xff;
                boolean srgb = texture.format() == TextureFormat.RGBA8_SRGB && i % 4 < 3;
                level[i] = srgb ? SrgbEncoding.DECODE[code] : code;
            }
        }
        return level;
    }

    /** Eight pixels, a texture of 8 + 2 + 1 texels, and room for a level of two, and half of it. */
    @Test
    void whatATargetThatIsSampledTakesIsKnown() {
        assertThat(RenderTarget.sampledBytes(4, 2, TextureFormat.RGBA8_SRGB))
                .isEqualTo(4 * (8 + 11) + 48);
        assertThat(RenderTarget.sampledBytes(4, 2, TextureFormat.RGBA32_FLOAT))
                .isEqualTo(16 * (8 + 11) + 48);
        // Classes are loaded by then
        new RenderTarget(2, 2, TextureFormat.RGBA8_SRGB, 1).texture();
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (var format : COLORS) {
            for (var size : new int[][] {{512, 512}, {640, 360}, {641, 359}, {1280, 90}}) {
                long least = Long.MAX_VALUE;
                for (int attempt = 0; attempt < 2; attempt++) {
                    long before = thread.getCurrentThreadAllocatedBytes();
                    new RenderTarget(size[0], size[1], format, 4).texture();
                    least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
                }
                long said = RenderTarget.sampledBytes(size[0], size[1], format);
                // Rows of the first level are not said
                assertThat(least)
                        .as("%s of %dx%d", format, size[0], size[1])
                        .isBetween(said * 88 / 100, said + 64L * size[0] + 16_384);
            }
        }
    }

    /** Halves one axis, a texel at a time. */
    private static float[] halve(float[] level, int width, int height, boolean columns) {
        int length = columns ? width : height;
        if (length == 1) {
            return level;
        }
        int n = length / 2;
        int newWidth = columns ? n : width;
        int newHeight = columns ? height : n;
        float[] result = new float[4 * newWidth * newHeight];
        for (int at = 0; at < result.length; at++) {
            int x = at / 4 % newWidth;
            int y = at / 4 / newWidth;
            int i = columns ? x : y;
            int step = columns ? 4 : 4 * width;
            int from = columns ? 4 * (y * width + 2 * x) : 4 * (2 * y * width + x);
            from += at % 4;
            result[at] =
                    length % 2 == 0
                            ? (level[from] + level[from + step]) * 0.5f
                            : (level[from] * (n - i)
                                            + level[from + step] * n
                                            + level[from + 2 * step] * (i + 1))
                                    * (1f / length);
        }
        return result;
    }
}
