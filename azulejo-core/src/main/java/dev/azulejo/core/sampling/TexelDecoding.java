package dev.azulejo.core.sampling;

/**
 * Constants of the sampling polynomials; both twins evaluate them by Horner's rule without fusing.
 *
 * <p>sRGB to linear: c / 12.92 up to code 10, above a fifth-degree fit of ((c + 0.055) / 1.055)^2.4
 * on [10/255, 1] with error below 2.5e-5 (a table gather costs more than the polynomial). Base-2
 * logarithm: exponent plus a fifth-degree fit on [1, 2) with error below 1.5e-5.
 */
public final class TexelDecoding {
    /** One code as a linear value. */
    public static final float UNORM = 1 / 255f;

    /** Codes at or below this times {@link #UNORM} are on the straight part. */
    public static final float STRAIGHT = 0.04045f;

    /** Slope of the straight part. */
    public static final float SLOPE = 1 / 12.92f;

    /** Coefficient of the sRGB fit, constant term first. */
    public static final float S0 = 0.00100584f;

    /** See {@link #S0}. */
    public static final float S1 = 0.03023317f;

    /** See {@link #S0}. */
    public static final float S2 = 0.53844428f;

    /** See {@link #S0}. */
    public static final float S3 = 0.61231062f;

    /** See {@link #S0}. */
    public static final float S4 = -0.24208184f;

    /** See {@link #S0}. */
    public static final float S5 = 0.0601093f;

    /** Coefficient of the logarithm's fit, constant term first. */
    public static final float L0 = -2.80035614f;

    /** See {@link #L0}. */
    public static final float L1 = 5.09168698f;

    /** See {@link #L0}. */
    public static final float L2 = -3.55076534f;

    /** See {@link #L0}. */
    public static final float L3 = 1.63113362f;

    /** See {@link #L0}. */
    public static final float L4 = -0.41655982f;

    /** See {@link #L0}. */
    public static final float L5 = 0.04487326f;

    /** Squared footprints are kept in this range before the logarithm. */
    public static final float LEAST_FOOTPRINT = 1e-30f;

    /** See {@link #LEAST_FOOTPRINT}. */
    public static final float MOST_FOOTPRINT = 1e30f;

    /** Coordinates beyond this (and NaN) read as 0. */
    public static final float MOST_COORDINATE = 65536;

    /** The float before 1. */
    public static final float BELOW_ONE = 0x1.fffffep-1f;

    private TexelDecoding() {}

    /** Returns the linear value of an sRGB code scaled to 0..1. */
    public static float linear(float c) {
        float high = ((((S5 * c + S4) * c + S3) * c + S2) * c + S1) * c + S0;
        return c > STRAIGHT ? high : c * SLOPE;
    }

    /** Returns the base-2 logarithm of a positive, normal number. */
    public static float log2(float x) {
        int bits = Float.floatToRawIntBits(x);
        float exponent = (bits >> 23) - 127;
        float m = Float.intBitsToFloat(bits & 0x7fffff | 0x3f800000);
        return exponent + (((((L5 * m + L4) * m + L3) * m + L2) * m + L1) * m + L0);
    }
}
