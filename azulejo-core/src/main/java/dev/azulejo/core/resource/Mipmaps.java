package dev.azulejo.core.resource;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.math.SrgbEncoding;

/**
 * Mip chains by repeated filtering.
 *
 * <p>An even side is halved by averaging pairs. An odd side 2n + 1 becomes n texels, each from
 * three with weights (n - i), n, (i + 1) over 2n + 1, so that every source texel has the same total
 * weight and nothing shifts. sRGB colours are averaged in linear light, at load time, with the
 * exact curve.
 */
final class Mipmaps {
    /**
     * Upper ends, in linear light, of the codes 0..254: half-way between neighbours in code space.
     */
    private static final float[] CODE_END = new float[255];

    static {
        for (int i = 0; i < 255; i++) {
            CODE_END[i] = (float) SrgbCurve.decode((i + 0.5) / 255);
        }
    }

    private Mipmaps() {}

    static void generate(Texture texture) {
        if (texture.levels() == 1) {
            return;
        }
        int width = texture.width();
        int height = texture.height();
        float[] level = decode(texture);
        for (int l = 1; l < texture.levels(); l++) {
            int nextWidth = texture.levelWidth(l);
            int nextHeight = texture.levelHeight(l);
            float[] rows = halve(level, width, height, nextWidth, 4, 4 * width, 4 * nextWidth);
            level = halve(rows, height, nextWidth, nextHeight, 4 * nextWidth, 4, 4);
            width = nextWidth;
            height = nextHeight;
            encode(texture, l, level);
        }
    }

    /**
     * Shrinks one axis: {@code length} elements, {@code step} floats apart, on each of {@code
     * lines} lines {@code lineStep} floats apart.
     */
    private static float[] halve(
            float[] source,
            int length,
            int lines,
            int shorter,
            int step,
            int lineStep,
            int resultLineStep) {
        if (shorter == length) {
            return source;
        }
        float[] result = new float[4 * shorter * lines];
        boolean odd = (length & 1) != 0;
        float total = 1f / length;
        for (int line = 0; line < lines; line++) {
            for (int i = 0; i < shorter; i++) {
                int from = line * lineStep + 2 * i * step;
                int to = line * resultLineStep + i * step;
                for (int c = 0; c < 4; c++) {
                    float first = source[from + c];
                    float second = source[from + step + c];
                    result[to + c] =
                            odd
                                    ? (first * (shorter - i)
                                                    + second * shorter
                                                    + source[from + 2 * step + c] * (i + 1))
                                            * total
                                    : (first + second) * 0.5f;
                }
            }
        }
        return result;
    }

    private static float[] decode(Texture texture) {
        int count = texture.width() * texture.height();
        float[] level = new float[4 * count];
        if (texture.format() == TextureFormat.RGBA32_FLOAT) {
            System.arraycopy(texture.floats(), 0, level, 0, level.length);
            return level;
        }
        boolean srgb = texture.format() == TextureFormat.RGBA8_SRGB;
        int[] texels = texture.texels();
        for (int i = 0; i < count; i++) {
            int texel = texels[i];
            for (int c = 0; c < 4; c++) {
                int code = texel >>> 8 * c & 0xff;
                level[4 * i + c] = srgb && c < 3 ? SrgbEncoding.DECODE[code] : code;
            }
        }
        return level;
    }

    private static void encode(Texture texture, int level, float[] values) {
        int at = texture.levelOffset(level);
        if (texture.format() == TextureFormat.RGBA32_FLOAT) {
            System.arraycopy(values, 0, texture.floats(), 4 * at, values.length);
            return;
        }
        boolean srgb = texture.format() == TextureFormat.RGBA8_SRGB;
        int[] texels = texture.texels();
        for (int i = 0; 4 * i < values.length; i++) {
            int texel = 0;
            for (int c = 0; c < 4; c++) {
                float value = values[4 * i + c];
                int code = srgb && c < 3 ? code(value) : (int) (value + 0.5f);
                texel |= code << 8 * c;
            }
            texels[at + i] = texel;
        }
    }

    /** Nearest sRGB code: the number of code ends below the value. */
    private static int code(float linear) {
        int low = 0;
        int high = 255;
        while (low < high) {
            int middle = low + high >>> 1;
            if (linear < CODE_END[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
