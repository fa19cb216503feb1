package dev.azulejo.core.sampling;

/** Scales and ranges of texture sampling, the same for both twins. */
public final class SamplingConstants {
    /** One code as a linear value. */
    public static final float UNORM = 1 / 255f;

    /** Squared footprints are kept in this range before the logarithm. */
    public static final float LEAST_FOOTPRINT = 1e-30f;

    /** See {@link #LEAST_FOOTPRINT}. */
    public static final float MOST_FOOTPRINT = 1e30f;

    /** Coordinates beyond this (and NaN) read as 0. */
    public static final float MOST_COORDINATE = 65536;

    /** The float before 1. */
    public static final float BELOW_ONE = 0x1.fffffep-1f;

    private SamplingConstants() {}
}
