package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} patches in structure-of-arrays form, one a lane. Owned by one worker and
 * reused.
 */
public final class HullBatch extends StageBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 32;

    /** Most edge factors of a patch. */
    public static final int EDGES = 4;

    /** Most inside factors of a patch. */
    public static final int INSIDES = 2;

    /** Scratch arrays at a stage's disposal. */
    public static final int SCRATCH = 64;

    /** Index of the instance that all lanes belong to. */
    public int instance;

    /** Width of the viewport in pixels. */
    public float viewportWidth;

    /** Height of the viewport in pixels. */
    public float viewportHeight;

    /** Control points of each patch, 1..32. */
    public int controlPoints;

    /** Whether somebody asks for {@link #bounds}. */
    public boolean bounded;

    /** Number of each lane's patch in the draw call. */
    public final int[] patch = new int[CAPACITY];

    /** {@code [controlPointFloats * point + k][lane]}. */
    public float[][] controlPoint = {};

    /** Output: {@code [edge][lane]}, in the order of the domain. Any value, see the tessellator. */
    public final float[][] edgeFactor = new float[EDGES][CAPACITY];

    /** Output: {@code [0 or 1][lane]}. */
    public final float[][] insideFactor = new float[INSIDES][CAPACITY];

    /**
     * Output where {@link #bounded}, if {@link HullStage#linearBounds} says so: smallest x, y and z
     * of each patch, then the largest, {@code [k][lane]}. A box that is not finite says nothing.
     */
    public final float[][] bounds = new float[6][CAPACITY];

    /** Output: what the domain stage reads, {@code [k][lane]}. */
    public float[][] patchData = {};

    /** Scratch for the stage's own steps; contents are undefined at entry. */
    public final float[][] scratch = new float[SCRATCH][CAPACITY];

    /** Makes room for what a stage reads and writes. */
    public void require(int points, int controlPointFloats, int patchFloats) {
        controlPoints = points;
        controlPoint = rows(controlPoint, points * controlPointFloats, CAPACITY);
        patchData = rows(patchData, patchFloats, CAPACITY);
    }

    /** The same rows, or more of them. */
    static float[][] rows(float[][] old, int count, int length) {
        if (old.length >= count) {
            return old;
        }
        float[][] more = java.util.Arrays.copyOf(old, count);
        for (int row = old.length; row < count; row++) {
            more[row] = new float[length];
        }
        return more;
    }
}
