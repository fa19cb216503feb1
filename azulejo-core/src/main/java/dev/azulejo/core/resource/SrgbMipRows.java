package dev.azulejo.core.resource;

import dev.azulejo.core.math.SrgbCurve;

import java.util.Arrays;

/**
 * Rows of an sRGB texture, averaged in linear light with integers: 19 bits a colour, three of them
 * in a long with room for the sum of four, so that a texel is looked up in three tables and added.
 * Each level is rounded to 19 bits, a three-hundredth of the darkest code at most, and its code
 * looked up by 16 of them, a fortieth. A code is within {@value #LARGEST_ERROR} of the exact one.
 * Alpha is exact for ten levels.
 */
final class SrgbMipRows extends MipRows {
    /** How far from the exact value a code may be, in codes: half of one is rounding. */
    static final double LARGEST_ERROR = 0.57;

    /** Bits of a colour's value, and of its place in a long. */
    private static final int VALUE_BITS = 19;

    private static final int PLACE_BITS = 21;

    private static final int ONE = (1 << VALUE_BITS) - 1;

    /** A one in each place. */
    private static final long ONES = 1 | 1L << PLACE_BITS | 1L << 2 * PLACE_BITS;

    private static final long VALUES = ONE * ONES;

    /** Linear light of a code, at red's, green's and blue's place. */
    private static final long[] RED = new long[256];

    private static final long[] GREEN = new long[256];
    private static final long[] BLUE = new long[256];

    /** Codes of the upper 16 bits of a value. */
    private static final byte[] CODE = new byte[1 << 16];

    /** Bits after the point of alpha. */
    private static final int ALPHA_BITS = 20;

    static {
        for (int i = 0; i < 256; i++) {
            RED[i] = (long) StrictMath.rint(SrgbCurve.decode(i / 255.0) * ONE);
            GREEN[i] = RED[i] << PLACE_BITS;
            BLUE[i] = RED[i] << 2 * PLACE_BITS;
        }
        int from = 0;
        for (int code = 0; code < 256; code++) {
            // Those whose middles lie below half-way to the next code
            double end = code == 255 ? 1 : SrgbCurve.decode((code + 0.5) / 255);
            int to = (int) Math.ceil(end * CODE.length - 0.5);
            Arrays.fill(CODE, from, to, (byte) code);
            from = to;
        }
    }

    /** Two rows of each level, a long a texel: red lowest. */
    private long[][] colors = new long[0][];

    /** Likewise, of codes. */
    private int[][] alphas = new int[0][];

    SrgbMipRows() {}

    @Override
    void makeRoom(Texture texture, int last) {
        if (colors.length <= last) {
            colors = Arrays.copyOf(colors, last + 1);
            alphas = Arrays.copyOf(alphas, last + 1);
        }
        for (int l = 1; l <= last; l++) {
            int texels = 2 * texture.levelWidth(l);
            if (colors[l] == null || colors[l].length < texels) {
                colors[l] = new long[texels];
                alphas[l] = new int[texels];
            }
        }
    }

    @Override
    void first(int[] texels, int from, int y) {
        int width = width(0);
        long[] color = colors[1];
        int[] alpha = alphas[1];
        int to = (y & 1) * (width >> 1);
        int at = offset(1, y);
        for (int i = from; i < from + width; i += 2) {
            int a = texels[i];
            int b = texels[i + 1];
            int c = texels[i + width];
            int d = texels[i + width + 1];
            long mean = mean(linear(a) + linear(b) + linear(c) + linear(d));
            int opacity = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24) << ALPHA_BITS - 2;
            color[to] = mean;
            alpha[to++] = opacity;
            texels[at++] = code(mean, opacity);
        }
    }

    @Override
    void halve(int level, int y) {
        int width = width(level);
        long[] from = colors[level];
        int[] fromAlpha = alphas[level];
        long[] color = colors[level + 1];
        int[] alpha = alphas[level + 1];
        int[] texels = texels();
        int to = (y & 1) * (width >> 1);
        int at = offset(level + 1, y);
        for (int i = 0; i < width; i += 2) {
            long mean = mean(from[i] + from[i + 1] + from[i + width] + from[i + width + 1]);
            int opacity =
                    fromAlpha[i]
                                    + fromAlpha[i + 1]
                                    + fromAlpha[i + width]
                                    + fromAlpha[i + width + 1]
                                    + 2
                            >> 2;
            color[to] = mean;
            alpha[to++] = opacity;
            texels[at++] = code(mean, opacity);
        }
    }

    @Override
    void keep(int level, int y, float[] values) {
        int width = width(level);
        int begin = (y & 1) * width;
        for (int i = 0; i < width; i++) {
            long color = colors[level][begin + i];
            int to = 4 * (y * width + i);
            values[to] = (color & ONE) * (1f / ONE);
            values[to + 1] = (color >>> PLACE_BITS & ONE) * (1f / ONE);
            values[to + 2] = (color >>> 2 * PLACE_BITS) * (1f / ONE);
            values[to + 3] = alphas[level][begin + i] * (1f / (1 << ALPHA_BITS));
        }
    }

    private static long linear(int texel) {
        return RED[texel & 0xff] + GREEN[texel >>> 8 & 0xff] + BLUE[texel >>> 16 & 0xff];
    }

    private static long mean(long sum) {
        return sum + 2 * ONES >>> 2 & VALUES;
    }

    private static int code(long color, int alpha) {
        int red = CODE[(int) color >>> 3 & 0xffff] & 0xff;
        int green = CODE[(int) (color >>> PLACE_BITS + 3) & 0xffff] & 0xff;
        int blue = CODE[(int) (color >>> 2 * PLACE_BITS + 3)] & 0xff;
        int opacity = alpha + (1 << ALPHA_BITS - 1) >> ALPHA_BITS;
        return red | green << 8 | blue << 16 | opacity << 24;
    }
}
