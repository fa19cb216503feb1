package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;

/**
 * An equirectangular picture of radiance that is seen behind a scene, packed into 32 bits a texel:
 * longitudes from the left to the right, latitudes from the top to the bottom, oriented as {@link
 * EnvironmentAtlas maps} of it are.
 *
 * <p>Maps that surfaces mirror lie diagonally to the horizon, and are coarser than their picture.
 * What is enlarged shows that: straight edges have teeth. In the picture itself the horizon, and
 * what stands upright, lie along rows and columns.
 *
 * <p>Red, green and blue share an exponent: 9 bits each, and 5 bits. That is {@code
 * GL_EXT_texture_shared_exponent} of OpenGL, and {@code rgb9e5ufloat} of WebGPU: up to 65408, in
 * steps of at most a 256th of the largest of the three. What an .hdr file holds between 0.00001 and
 * that is kept exactly. The texture is of {@link TextureFormat#RGBA8_UNORM}, which says how large a
 * texel is, and no more.
 */
public final class Panorama {
    /** Pictures that are wider are averaged down to such a width, in texels. */
    public static final int MOST_WIDTH = 8192;

    private static final int MANTISSA = 9;
    private static final int MOST = (1 << MANTISSA) - 1;

    /** Of an exponent of 0, a mantissa of 1 is 2 to the minus so much. */
    private static final int BIAS = 15 + MANTISSA;

    /** The largest value there is. */
    private static final float BRIGHTEST = MOST * 128f;

    /** What one of a mantissa is worth, by exponent. */
    private static final float[] WORTH = worth();

    /**
     * Even powers of what {@link #atan} is made of: Abramowitz and Stegun, "Handbook of
     * Mathematical Functions", 4.4.49, right within 2e-8.
     */
    private static final double[] ATAN = {
        1,
        -0.3333314528,
        0.1999355085,
        -0.1420889944,
        0.1065626393,
        -0.0752896400,
        0.0429096138,
        -0.0161657367,
        0.0028662257
    };

    private Panorama() {}

    private static float[] worth() {
        var worth = new float[32];
        for (int exponent = 0; exponent < worth.length; exponent++) {
            worth[exponent] = Math.scalb(1f, exponent - BIAS);
        }
        return worth;
    }

    /**
     * Packs a texel.
     *
     * @param red not negative, and a number; what is above 65408 becomes that
     * @param green see red
     * @param blue see red
     */
    public static int pack(float red, float green, float blue) {
        float most = Math.min(Math.max(Math.max(red, green), blue), BRIGHTEST);
        int exponent = Math.max(Math.getExponent(most) + 16, 0);
        if (mantissa(most, exponent) > MOST) {
            exponent++;
        }
        return mantissa(Math.min(red, BRIGHTEST), exponent)
                | mantissa(Math.min(green, BRIGHTEST), exponent) << MANTISSA
                | mantissa(Math.min(blue, BRIGHTEST), exponent) << 2 * MANTISSA
                | exponent << 3 * MANTISSA;
    }

    /** Returns the nearest multiple of what one is worth; powers of two divide exactly. */
    private static int mantissa(float value, int exponent) {
        return (int) (value / WORTH[exponent] + 0.5f);
    }

    /**
     * Returns what a channel of a packed texel holds.
     *
     * @param channel 0 red, 1 green, 2 blue
     */
    public static float unpack(int texel, int channel) {
        return (texel >> channel * MANTISSA & MOST) * WORTH[texel >>> 3 * MANTISSA];
    }

    /**
     * Adds what is seen in a direction, between four texels.
     *
     * @param panorama packed texels
     * @param x direction, of any length above 0
     * @param y see x
     * @param z see x
     * @param weight what is added is multiplied by it
     * @param to takes red, green and blue, a row each
     * @param row row of red in it
     * @param lane place in these rows
     */
    static void add(
            Texture panorama,
            float x,
            float y,
            float z,
            float weight,
            float[][] to,
            int row,
            int lane) {
        double column = column(x, z) * panorama.width() - 0.5;
        double line = line(x, y, z) * panorama.height() - 0.5;
        int left = (int) Math.floor(column);
        int top = (int) Math.floor(line);
        float right = (float) (column - left);
        float down = (float) (line - top);
        int first = texel(panorama, left, top);
        int second = texel(panorama, left + 1, top);
        int third = texel(panorama, left, top + 1);
        int fourth = texel(panorama, left + 1, top + 1);
        for (int c = 0; c < 3; c++) {
            float from = unpack(first, c);
            float above = from + (unpack(second, c) - from) * right;
            from = unpack(third, c);
            float below = from + (unpack(fourth, c) - from) * right;
            to[row + c][lane] += weight * (above + (below - above) * down);
        }
    }

    private static int texel(Texture panorama, int column, int row) {
        int width = panorama.width();
        int height = panorama.height();
        int x = column;
        int y = row;
        if (y < 0 || y >= height) {
            // Beyond a pole the other side begins
            y = y < 0 ? 0 : height - 1;
            x += width / 2;
        }
        x = x < 0 ? x + width : x >= width ? x - width : x;
        return panorama.texels()[y * width + x];
    }

    /** Returns where from left to right a direction lies, 0..1. */
    public static double column(double x, double z) {
        return angle(z, x) / (2 * Math.PI) + 0.5;
    }

    /** Returns where from top to bottom a direction lies, 0..1. */
    public static double line(double x, double y, double z) {
        return angle(Math.sqrt(x * x + z * z), y) / Math.PI;
    }

    /**
     * Returns the angle of a vector, -pi..pi: the platform's own may differ in the last bits, and
     * {@link StrictMath}'s takes five times as long.
     */
    static double angle(double y, double x) {
        double ax = Math.abs(x);
        double ay = Math.abs(y);
        double most = Math.max(ax, ay);
        double angle = most == 0 ? 0 : atan(Math.min(ax, ay) / most);
        angle = ay > ax ? Math.PI / 2 - angle : angle;
        angle = x < 0 ? Math.PI - angle : angle;
        return y < 0 ? -angle : angle;
    }

    /** Of 0..1. */
    private static double atan(double t) {
        double squared = t * t;
        double sum = ATAN[ATAN.length - 1];
        for (int power = ATAN.length - 2; power >= 0; power--) {
            sum = sum * squared + ATAN[power];
        }
        return t * sum;
    }
}
