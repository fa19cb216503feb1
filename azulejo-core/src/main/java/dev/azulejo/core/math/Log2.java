package dev.azulejo.core.math;

/**
 * Base-2 logarithm: the exponent, plus a polynomial of degree 5 of the mantissa in [1, 2), constant
 * term first, with an error below 1.4e-5. The sum is rounded: 2e-5 holds for all normal numbers.
 */
public final class Log2 {
    /** Coefficient of the polynomial. */
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

    private Log2() {}

    /** Returns the base-2 logarithm of a positive, normal number. */
    public static float log2(float x) {
        int bits = Float.floatToRawIntBits(x);
        float exponent = (bits >> 23) - 127;
        float m = Float.intBitsToFloat(bits & 0x7fffff | 0x3f800000);
        return exponent + (((((L5 * m + L4) * m + L3) * m + L2) * m + L1) * m + L0);
    }
}
