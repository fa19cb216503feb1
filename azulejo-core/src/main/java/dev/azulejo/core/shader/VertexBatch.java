package dev.azulejo.core.shader;

/**
 * Up to {@link #CAPACITY} vertices in structure-of-arrays form. Owned by one worker and reused; all
 * arrays have {@link #CAPACITY} elements, one a lane.
 */
public final class VertexBatch {
    /** Most lanes in a batch; a multiple of 16. */
    public static final int CAPACITY = 256;

    /** Attribute slots of a vertex layout. */
    public static final int MAX_ATTRIBUTES = 8;

    /** Lanes in use. */
    public int count;

    /** Index of the instance that all lanes belong to. */
    public int instance;

    /** What the stage reads besides attributes; three groups: frame, material, object. */
    public final BindGroup[] groups = new BindGroup[3];

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

    /**
     * Sets the groups; stores only what changes, for a stored reference marks a byte of the
     * collector's card table, whose cache lines workers share.
     */
    public void bind(BindGroup[] bound) {
        for (int g = 0; g < groups.length; g++) {
            if (groups[g] != bound[g]) {
                groups[g] = bound[g];
            }
        }
    }
}
