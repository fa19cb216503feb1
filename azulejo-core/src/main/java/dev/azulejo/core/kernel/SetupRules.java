package dev.azulejo.core.kernel;

import dev.azulejo.core.report.OwnLines;

/** What a {@link SetupKernels} has to know of a draw call. Owned by one thread. */
public final class SetupRules extends OwnLines {
    /** Triangles that the vector twin takes at a time, a multiple of 16. */
    public static final int BATCH = 64;

    /** What dropped triangles before, and which pixels count. */
    public final CullRules culling;

    /** Pixels that the draw call is clipped to, inclusive, what is confined left out. */
    public int clipX0;

    /** See {@link #clipX0}. */
    public int clipY0;

    /** See {@link #clipX0}. */
    public int clipX1;

    /** See {@link #clipX0}. */
    public int clipY1;

    /** Sign of the area, in window coordinates, of triangles that face front: -1 or 1. */
    public int frontSign = -1;

    /**
     * Bits of the least depth of a sample ({@link DepthRange}): the viewport's where depth is
     * clamped, else 0.
     */
    public int zLow;

    /** Bits of the largest depth of a sample: likewise, else beyond all. */
    public int zHigh;

    /**
     * Scratch of the vector twin: records of a batch, {@code [BATCH * int of the record +
     * triangle]}.
     */
    public final int[] lanes = new int[BATCH * TrianglePlanes.STRIDE];

    /** Rules with which depth is not clamped. */
    public SetupRules(CullRules rules) {
        culling = rules;
        depths(0, Float.POSITIVE_INFINITY);
    }

    /** Sets the range of depths, which begins at 0 or beyond. */
    public void depths(float low, float high) {
        zLow = Float.floatToRawIntBits(low);
        zHigh = Float.floatToRawIntBits(high);
    }
}
