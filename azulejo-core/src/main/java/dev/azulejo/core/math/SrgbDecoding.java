package dev.azulejo.core.math;

/**
 * sRGB codes to linear light, by arithmetic alone: c / 12.92 up to code 10, above a polynomial of
 * degree 5 for ((c + 0.055) / 1.055)^2.4 on [10/255, 1], constant term first, with an error below
 * 2.2e-5. A gather from a table would cost more.
 */
public final class SrgbDecoding {
    /** What is at most this is on the straight part. */
    public static final float STRAIGHT = 0.04045f;

    /** Slope of the straight part. */
    public static final float SLOPE = 1 / 12.92f;

    /** Coefficient of the polynomial. */
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

    private SrgbDecoding() {}

    /** Returns the linear light of an sRGB code scaled to 0..1. */
    public static float linear(float c) {
        float high = ((((S5 * c + S4) * c + S3) * c + S2) * c + S1) * c + S0;
        return c > STRAIGHT ? high : c * SLOPE;
    }
}
