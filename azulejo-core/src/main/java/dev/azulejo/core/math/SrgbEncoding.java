package dev.azulejo.core.math;

/**
 * Between linear light and 8-bit sRGB codes (IEC 61966-2-1).
 *
 * <p>Decoding is a table of 256 floats. Encoding splits [2<sup>-13</sup>, 1) by exponent and three
 * mantissa bits into 104 pieces and interpolates linearly in each with integers (the idea is Fabian
 * Giesen's, "float-&gt;sRGB8 using SSE2", 2012; the table is computed here). Every code decodes and
 * encodes to itself; the largest error is below 0.58 of a code.
 */
public final class SrgbEncoding {
    /** Bits of 2^-13, the smallest encoded value; what is below encodes like it, as 0. */
    public static final int LOW_BITS = Float.floatToRawIntBits(0x1p-13f);

    /** The smallest encoded value. */
    public static final float LOW = 0x1p-13f;

    /** The largest encoded value, the float before 1. */
    public static final float HIGH = Math.nextDown(1f);

    /** Linear light of each code. */
    public static final float[] DECODE = new float[256];

    /**
     * Each piece: offset in the upper half, 8 fraction bits; slope a 256th of the piece in the
     * lower half, 16 fraction bits. One int, for a gather costs more than taking it apart.
     */
    public static final int[] PIECE = new int[104];

    static {
        for (int i = 0; i < 256; i++) {
            DECODE[i] = (float) SrgbCurve.decode(i / 255.0);
        }
        for (int piece = 0; piece < 104; piece++) {
            double from = Float.intBitsToFloat(LOW_BITS + (piece << 20));
            double to = Float.intBitsToFloat(LOW_BITS + (piece + 1 << 20));
            double low = code(from);
            double high = code(to);
            // The curve is concave: lifting the chord by half its largest distance halves the
            // error.
            double bulge = code((from + to) / 2) - (low + high) / 2;
            int offset = (int) StrictMath.rint((low + bulge / 2 + 0.5) * 256);
            int slope = (int) StrictMath.rint((high - low) * 65536 / 256);
            PIECE[piece] = offset << 16 | slope;
        }
    }

    private SrgbEncoding() {}

    private static double code(double linear) {
        return 255 * SrgbCurve.encode(linear);
    }

    /** Returns the code 0..255 of a linear value; NaN gives 0. */
    public static int encode(float linear) {
        float low = linear > LOW ? linear : LOW;
        float x = low < HIGH ? low : HIGH;
        int bits = Float.floatToRawIntBits(x);
        int piece = PIECE[bits - LOW_BITS >> 20];
        return (piece >>> 16 << 8) + (piece & 0xffff) * (bits >> 12 & 0xff) >> 16;
    }
}
