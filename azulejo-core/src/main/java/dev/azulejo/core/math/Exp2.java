package dev.azulejo.core.math;

/**
 * Powers of two: exponent bits for the whole part, times a polynomial of degree 4 for 2^f with f in
 * [0, 1), constant term first, with a relative error below 2.7e-6; 3e-6 with rounding.
 */
public final class Exp2 {
    /** Coefficient of the polynomial. */
    public static final float E0 = 1.0000026f;

    /** See {@link #E0}. */
    public static final float E1 = 0.69300378f;

    /** See {@link #E0}. */
    public static final float E2 = 0.24144289f;

    /** See {@link #E0}. */
    public static final float E3 = 0.05201141f;

    /** See {@link #E0}. */
    public static final float E4 = 0.01353413f;

    /** What is less, or no number, counts as this: the exponent of the least normal number. */
    public static final float LEAST = -126;

    /** Base-2 logarithm of e: e^x = 2^(x * this). */
    public static final float LOG2_E = 1.442695f;

    private Exp2() {}

    /** Returns 2^x for x below 128; below {@link #LEAST}, and for NaN, 2^{@link #LEAST}. */
    public static float exp2(float x) {
        float low = x > LEAST ? x : LEAST;
        int whole = Floor.floor(low);
        float f = low - whole;
        float fit = (((E4 * f + E3) * f + E2) * f + E1) * f + E0;
        return fit * Float.intBitsToFloat(whole + 127 << 23);
    }
}
