package dev.azulejo.core.math;

/** The sRGB transfer curve (IEC 61966-2-1) as it is defined: for tables and colours at load. */
public final class SrgbCurve {
    private SrgbCurve() {}

    /** Returns the linear light of an encoded value, 0..1. */
    public static double decode(double encoded) {
        return encoded <= 0.04045
                ? encoded / 12.92
                : StrictMath.pow((encoded + 0.055) / 1.055, 2.4);
    }

    /** Returns the encoded value of linear light, 0..1. */
    public static double encode(double linear) {
        return linear <= 0.0031308
                ? linear * 12.92
                : 1.055 * StrictMath.pow(linear, 1 / 2.4) - 0.055;
    }
}
