package dev.azulejo.scene.image;

import dev.azulejo.core.math.SrgbCurve;

/**
 * Pictures for files, whose colours are not multiplied by alpha (PNG, W3C Recommendation, third
 * edition, 4.5). What is drawn over nothing has colours in a render target that are, in linear
 * light: whoever laid these over something with their alpha would darken every edge.
 */
public final class StraightAlpha {
    private static final int OPAQUE = 255;

    private StraightAlpha() {}

    /**
     * Divides colours by their alpha, in linear light.
     *
     * @param pixels encoded with the curve of sRGB, red in bits 0..7, alpha in 24..31; not written
     * @return the same array if each pixel is opaque or lets everything through, otherwise another
     */
    public static int[] of(int[] pixels) {
        int[] straight = pixels;
        byte[][] codes = null;
        for (int i = 0; i < pixels.length; i++) {
            int pixel = pixels[i];
            int alpha = pixel >>> 24;
            if (alpha != OPAQUE && alpha != 0) {
                if (codes == null) {
                    straight = pixels.clone();
                    codes = new byte[OPAQUE][];
                }
                if (codes[alpha] == null) {
                    codes[alpha] = codes(alpha);
                }
                straight[i] = pixel & 0xff000000 | divided(pixel, codes[alpha]);
            }
        }
        return straight;
    }

    private static int divided(int pixel, byte[] codes) {
        return codes[pixel & 255] & 255
                | (codes[pixel >>> 8 & 255] & 255) << 8
                | (codes[pixel >>> 16 & 255] & 255) << 16;
    }

    /** For each code what it is after division by an alpha. */
    private static byte[] codes(int alpha) {
        var codes = new byte[256];
        for (int c = 0; c < codes.length; c++) {
            double linear = SrgbCurve.decode(c / 255.0) * OPAQUE / alpha;
            codes[c] = (byte) (SrgbCurve.encode(Math.min(1, linear)) * OPAQUE + 0.5);
        }
        return codes;
    }

    /** Divides a linear colour by its alpha; where that is nothing or everything, it stays. */
    static float divide(float color, float alpha) {
        return alpha > 0 && alpha < 1 ? color / alpha : color;
    }
}
