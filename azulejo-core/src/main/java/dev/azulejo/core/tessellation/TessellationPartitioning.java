package dev.azulejo.core.tessellation;

/**
 * How a tessellation factor divides an edge.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.3, 11.7.7 and 11.7.11; OpenGL 4.6, 11.2.2
 * (equal, fractional even and fractional odd spacing).
 */
public enum TessellationPartitioning {
    /** 1 to 64 equal segments: the factor rounded up. */
    INTEGER,

    /**
     * An even number of segments, for factors from 2 to 64. At even factors they are equal; between
     * them, a pair of points moves out of two others.
     */
    FRACTIONAL_EVEN,

    /** An odd number of segments, for factors from 1 to 63; equal at odd factors. */
    FRACTIONAL_ODD,

    /**
     * 1, 2, 4, ... 64 equal segments: the factor rounded up. Direct3D has it, and leaves the
     * rounding to the hull shader; OpenGL does not have it.
     */
    POWER_OF_TWO
}
