package dev.azulejo.core.resource;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.math.SrgbEncoding;

/**
 * Mip chains by repeated filtering.
 *
 * <p>An even side is halved by averaging pairs. An odd side 2n + 1 becomes n texels, each from
 * three with weights (n - i), n, (i + 1) over 2n + 1, so that every source texel has the same total
 * weight and nothing shifts. sRGB colours are averaged in linear light, at load time.
 *
 * <p>Where both sides are even, which is nearly always, four texels are averaged at once, and of
 * 8-bit textures all levels grow together from rows ({@link MipRows}): a file's textures are
 * filtered while somebody waits for its first picture. What is computed in floats has the nearest
 * codes; colours that grow by rows ({@link SrgbMipRows}) nearly always.
 */
final class Mipmaps {
    /**
     * Upper ends, in linear light, of the codes 0..254: half-way between neighbours in code space,
     * as bits of floats. Code 255 has no end.
     */
    private static final int[] END_BITS = new int[256];

    private static final int HIGH_BITS = Float.floatToRawIntBits(SrgbEncoding.HIGH);

    /** A code's value where nothing is encoded. */
    private static final float[] PLAIN = new float[256];

    /**
     * Code of the smallest value in each piece of [2<sup>-13</sup>, 1), split by exponent and seven
     * mantissa bits: no piece holds more than one code's end.
     */
    private static final byte[] PIECE_CODE = new byte[13 << 7];

    private static final int PIECE_SHIFT = 23 - 7;

    /** A row of the largest texture. */
    private static final int TEXELS_AT_ONCE = Texture.MAX_SIDE;

    static {
        for (int i = 0; i < 255; i++) {
            END_BITS[i] = Float.floatToRawIntBits((float) SrgbCurve.decode((i + 0.5) / 255));
        }
        END_BITS[255] = Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
        int code = 0;
        for (int piece = 0; piece < PIECE_CODE.length; piece++) {
            int from = SrgbEncoding.LOW_BITS + (piece << PIECE_SHIFT);
            while (from >= END_BITS[code]) {
                code++;
            }
            PIECE_CODE[piece] = (byte) code;
        }
        for (int i = 0; i < 256; i++) {
            PLAIN[i] = i;
        }
    }

    /** Values of a level, row-major, four floats a texel; of the last one that was made. */
    private float[] level = new float[0];

    /** A level of which one side has been shrunk, and the other has not. */
    private float[] half = new float[0];

    /** A row of level 0. */
    private float[] row = new float[0];

    /** Up to three such rows, shrunk. */
    private float[] rows = new float[0];

    private final MipRows plainRows = new PlainMipRows();
    private final MipRows srgbRows = new SrgbMipRows();

    /** Room for making levels, which grows to what the largest texture so far has needed. */
    Mipmaps() {}

    /**
     * Makes all levels from level 0.
     *
     * @param goOn called every {@value #TEXELS_AT_ONCE} texels of a level or oftener; what it
     *     throws ends the work, and is thrown here
     */
    void generate(Texture texture, Runnable goOn) {
        generate(texture, texture.levels() - 1, goOn);
    }

    /**
     * Makes levels from level 0.
     *
     * @param last the last one that is made
     * @param goOn as above
     */
    void generate(Texture texture, int last, Runnable goOn) {
        if (last == 0) {
            return;
        }
        int made = texture.texels().length == 0 ? 0 : MipRows.levels(texture, last);
        if (made > 0) {
            boolean more = made < last;
            if (more) {
                level = room(level, 4 * texture.levelWidth(made) * texture.levelHeight(made));
            }
            boolean encoded = texture.format() == TextureFormat.RGBA8_SRGB;
            MipRows rows = encoded ? srgbRows : plainRows;
            rows.generate(texture, made, more ? level : null, goOn);
        } else {
            level = room(level, 4 * texture.levelWidth(1) * texture.levelHeight(1));
            firstLevelByRows(texture, goOn);
            encode(texture, 1, level, goOn);
            made = 1;
        }
        for (int l = made + 1; l <= last; l++) {
            shrink(texture.levelWidth(l - 1), texture.levelHeight(l - 1), goOn);
            encode(texture, l, level, goOn);
        }
    }

    /**
     * Returns how many bytes of room all levels of a texture need while they are made, but for a
     * few rows: the values of the first level that is not made by {@link MipRows}, and half of
     * those again where a side is odd.
     */
    static long roomBytes(int width, int height, TextureFormat format) {
        int halvings = Integer.numberOfTrailingZeros(width | height);
        int first = format == TextureFormat.RGBA32_FLOAT ? 1 : Math.max(1, halvings);
        long texels = (long) Math.max(1, width >> first) * Math.max(1, height >> first);
        return 4 * Float.BYTES * texels * 3 / 2;
    }

    private static boolean isEven(int width, int height) {
        return (width & 1) == 0 && (height & 1) == 0;
    }

    private static float[] room(float[] existing, int floats) {
        return existing.length < floats ? new float[floats] : existing;
    }

    private static float[] colorValues(Texture texture) {
        return texture.format() == TextureFormat.RGBA8_SRGB ? SrgbEncoding.DECODE : PLAIN;
    }

    /** Makes the values of level 1 from a few rows of level 0 at a time: those are as large. */
    private void firstLevelByRows(Texture texture, Runnable goOn) {
        int width = texture.width();
        int height = texture.height();
        int shorter = Math.max(1, width >> 1);
        int lower = Math.max(1, height >> 1);
        int line = 4 * shorter;
        row = room(row, 4 * width);
        rows = room(rows, 3 * line);
        boolean odd = (height & 1) != 0;
        int taps = height == 1 ? 1 : odd ? 3 : 2;
        float total = 1f / height;
        for (int y = 0; y < lower; y++) {
            goOn.run();
            for (int tap = 0; tap < taps; tap++) {
                decode(texture, 2 * y + tap, row);
                halveRow(row, width, rows, tap * line);
            }
            for (int i = 0; i < line; i++) {
                float first = rows[i];
                float second = rows[i + line];
                level[y * line + i] =
                        taps == 1
                                ? first
                                : odd
                                        ? (first * (lower - y)
                                                        + second * lower
                                                        + rows[i + 2 * line] * (y + 1))
                                                * total
                                        : (first + second) * 0.5f;
            }
        }
    }

    /** Shrinks a row, as {@link #halve} does. */
    private static void halveRow(float[] row, int length, float[] result, int to) {
        int shorter = Math.max(1, length >> 1);
        boolean odd = (length & 1) != 0;
        float total = 1f / length;
        for (int i = 0; i < 4 * shorter; i++) {
            int texel = i >> 2;
            int from = 4 * texel + i;
            float first = row[from];
            result[to + i] =
                    length == 1
                            ? first
                            : odd
                                    ? (first * (shorter - texel)
                                                    + row[from + 4] * shorter
                                                    + row[from + 8] * (texel + 1))
                                            * total
                                    : (first + row[from + 4]) * 0.5f;
        }
    }

    /** Makes the values of the next level; from now on those before are gone. */
    private void shrink(int width, int height, Runnable goOn) {
        if (isEven(width, height)) {
            averageFours(level, width, height, goOn);
            return;
        }
        int shorter = Math.max(1, width >> 1);
        half = room(half, 4 * shorter * height);
        halve(level, half, width, height, 4, 4 * width, 4 * shorter, goOn);
        halve(half, level, height, shorter, 4 * shorter, 4, 4, goOn);
    }

    /** In place: what is written has been read before. */
    private static void averageFours(float[] level, int width, int height, Runnable goOn) {
        int row = 4 * width;
        int to = 0;
        for (int y = 0; y < height; y += 2) {
            goOn.run();
            for (int i = y * row; i < (y + 1) * row; i += 8) {
                for (int c = i; c < i + 4; c++) {
                    float above = (level[c] + level[c + 4]) * 0.5f;
                    float below = (level[c + row] + level[c + row + 4]) * 0.5f;
                    level[to++] = (above + below) * 0.5f;
                }
            }
        }
    }

    /**
     * Shrinks one axis: {@code length} elements, {@code step} floats apart, on each of {@code
     * lines} lines {@code lineStep} floats apart. A single element stays as it is.
     */
    private static void halve(
            float[] source,
            float[] result,
            int length,
            int lines,
            int step,
            int lineStep,
            int resultLineStep,
            Runnable goOn) {
        int shorter = Math.max(1, length >> 1);
        if (shorter == length) {
            System.arraycopy(source, 0, result, 0, 4 * lines);
            return;
        }
        boolean odd = (length & 1) != 0;
        float total = 1f / length;
        for (int line = 0; line < lines; line++) {
            goOn.run();
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
    }

    /** Makes the values of a row of level 0. */
    private static void decode(Texture texture, int y, float[] row) {
        int width = texture.width();
        if (texture.format() == TextureFormat.RGBA32_FLOAT) {
            System.arraycopy(texture.floats(), 4 * width * y, row, 0, 4 * width);
            return;
        }
        float[] color = colorValues(texture);
        int[] texels = texture.texels();
        for (int i = 0; i < width; i++) {
            int texel = texels[width * y + i];
            for (int c = 0; c < 4; c++) {
                row[4 * i + c] = (c < 3 ? color : PLAIN)[texel >>> 8 * c & 0xff];
            }
        }
    }

    private static void encode(Texture texture, int level, float[] values, Runnable goOn) {
        int at = texture.levelOffset(level);
        int count = texture.levelOffset(level + 1) - at;
        for (int from = 0; from < count; from += TEXELS_AT_ONCE) {
            goOn.run();
            int to = Math.min(from + TEXELS_AT_ONCE, count);
            switch (texture.format()) {
                case RGBA32_FLOAT -> copy(values, from, to, texture.floats(), at);
                case RGBA8_SRGB -> encodeColors(values, from, to, texture.texels(), at);
                default -> encodeCodes(values, from, to, texture.texels(), at);
            }
        }
    }

    private static void copy(float[] values, int from, int to, float[] floats, int at) {
        System.arraycopy(values, 4 * from, floats, 4 * (at + from), 4 * (to - from));
    }

    private static void encodeColors(float[] values, int from, int to, int[] texels, int at) {
        for (int i = from; i < to; i++) {
            int v = 4 * i;
            texels[at + i] =
                    code(values[v])
                            | code(values[v + 1]) << 8
                            | code(values[v + 2]) << 16
                            | round(values[v + 3]) << 24;
        }
    }

    private static void encodeCodes(float[] values, int from, int to, int[] texels, int at) {
        for (int i = from; i < to; i++) {
            int v = 4 * i;
            texels[at + i] =
                    round(values[v])
                            | round(values[v + 1]) << 8
                            | round(values[v + 2]) << 16
                            | round(values[v + 3]) << 24;
        }
    }

    static int round(float value) {
        return (int) (value + 0.5f);
    }

    /**
     * Nearest sRGB code: the number of code ends that are not above the value, which is not
     * negative. Compares bits, which order such floats, so that nothing is jumped over: which side
     * of an end a value lies on is as good as random.
     */
    static int code(float linear) {
        int bits = Float.floatToRawIntBits(linear);
        bits = Math.min(Math.max(bits, SrgbEncoding.LOW_BITS), HIGH_BITS);
        int code = PIECE_CODE[bits - SrgbEncoding.LOW_BITS >> PIECE_SHIFT] & 0xff;
        return code + (END_BITS[code] - 1 - bits >>> 31);
    }
}
