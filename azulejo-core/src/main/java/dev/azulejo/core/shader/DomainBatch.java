package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} domain points in structure-of-arrays form. Points of one patch lie side
 * by side, and a batch holds points of as many patches as fit. Owned by one worker and reused; all
 * arrays have {@link #CAPACITY} elements, one a lane.
 */
public final class DomainBatch extends StageBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 256;

    /** Scratch arrays at a stage's disposal. */
    public static final int SCRATCH = 64;

    /** Index of the instance that all lanes belong to. */
    public int instance;

    /** Domain coordinates, 0..1: quad and isoline u and v, triangle barycentric. */
    public final float[] u = new float[CAPACITY];

    /** See {@link #u}. */
    public final float[] v = new float[CAPACITY];

    /** 1 - u - v of a triangle; 0 in the other domains. */
    public final float[] w = new float[CAPACITY];

    /** What the hull stage wrote, patch by patch. */
    public float[] patchData = {};

    /** First float of each lane's patch in {@link #patchData}. */
    public final int[] patchAt = new int[CAPACITY];

    /** Number of each lane's patch in the draw call. */
    public final int[] patch = new int[CAPACITY];

    /** Clip position. */
    public final float[] clipX = new float[CAPACITY];

    /** Clip position. */
    public final float[] clipY = new float[CAPACITY];

    /** Clip position. */
    public final float[] clipZ = new float[CAPACITY];

    /** Clip position. */
    public final float[] clipW = new float[CAPACITY];

    /** Outputs of the varyings part, {@code [varying][lane]}. */
    public final float[][] varying = new float[ShaderProgram.MAX_VARYINGS][CAPACITY];

    /** Scratch for the stage's own steps; contents are undefined at entry. */
    public final float[][] scratch = new float[SCRATCH][CAPACITY];

    private FragmentBatch sampling;

    /** Returns scratch for {@link TextureSampling}, made when first asked for. */
    public FragmentBatch sampling() {
        if (sampling == null) {
            sampling = new FragmentBatch();
        }
        return sampling;
    }

    /**
     * Returns the end of the run of lanes that begins at a lane and belongs to one patch. Lanes of
     * a patch lie side by side, so that what is the same for all of them can be kept in registers.
     */
    public int runEnd(int from) {
        int at = patchAt[from];
        int to = from + 1;
        while (to < count && patchAt[to] == at) {
            to++;
        }
        return to;
    }
}
