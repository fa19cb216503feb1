package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} vertices in structure-of-arrays form. Owned by one worker and reused; all
 * arrays have {@link #CAPACITY} elements, one a lane.
 */
public final class VertexBatch extends StageBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 256;

    /** Attribute slots of a vertex layout. */
    public static final int MAX_ATTRIBUTES = 8;

    /** Index of the instance that all lanes belong to. */
    public int instance;

    /** Attribute components, {@code [4 * slot + component][lane]}; missing ones are 0, 0, 0, 1. */
    public final float[][] attribute = new float[4 * MAX_ATTRIBUTES][CAPACITY];

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
}
