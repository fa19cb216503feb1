package dev.azulejo.scene.image;

import dev.azulejo.core.math.SrgbCurve;

import java.awt.image.BufferedImage;
import java.util.function.IntToDoubleFunction;

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
        return mapped(pixels, 1, alpha -> (double) OPAQUE / alpha);
    }

    /**
     * Lays a picture over black: colours are multiplied by their alpha, in linear light.
     *
     * @param pixels as for {@link #of}, not multiplied yet
     * @return the same array if each pixel is opaque, otherwise another; alpha stays as it is
     */
    private static int[] overBlack(int[] pixels) {
        return mapped(pixels, 0, alpha -> (double) alpha / OPAQUE);
    }

    /** Returns a picture that lies over black as one of the platform's, without alpha. */
    static BufferedImage solid(int[] pixels, int width, int height) {
        int[] solid = overBlack(pixels);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var row = new int[width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int pixel = solid[y * width + x];
                row[x] = (pixel & 0xff) << 16 | pixel & 0xff00 | pixel >>> 16 & 0xff;
            }
            image.setRGB(0, y, width, 1, row, 0, width);
        }
        return image;
    }

    private static int[] mapped(int[] pixels, int least, IntToDoubleFunction factor) {
        int[] mapped = pixels;
        byte[][] codes = null;
        for (int i = 0; i < pixels.length; i++) {
            int pixel = pixels[i];
            int alpha = pixel >>> 24;
            if (alpha != OPAQUE && alpha >= least) {
                if (codes == null) {
                    mapped = pixels.clone();
                    codes = new byte[OPAQUE][];
                }
                if (codes[alpha] == null) {
                    codes[alpha] = codes(factor.applyAsDouble(alpha));
                }
                mapped[i] = pixel & 0xff000000 | coded(pixel, codes[alpha]);
            }
        }
        return mapped;
    }

    private static int coded(int pixel, byte[] codes) {
        return codes[pixel & 255] & 255
                | (codes[pixel >>> 8 & 255] & 255) << 8
                | (codes[pixel >>> 16 & 255] & 255) << 16;
    }

    /** For each code what it is after multiplication by a factor. */
    private static byte[] codes(double factor) {
        var codes = new byte[256];
        for (int c = 0; c < codes.length; c++) {
            double linear = SrgbCurve.decode(c / 255.0) * factor;
            codes[c] = (byte) (SrgbCurve.encode(Math.min(1, linear)) * OPAQUE + 0.5);
        }
        return codes;
    }

    /** Divides a linear colour by its alpha; where that is nothing or everything, it stays. */
    static float divide(float color, float alpha) {
        return alpha > 0 && alpha < 1 ? color / alpha : color;
    }
}
