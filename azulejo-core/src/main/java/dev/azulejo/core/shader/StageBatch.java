package dev.azulejo.core.shader;

/**
 * What batches of all stages have in common: lanes, and what a stage reads besides them. Owned by
 * one worker and reused.
 */
public abstract sealed class StageBatch
        permits VertexBatch, HullBatch, DomainBatch, GeometryBatch, FragmentBatch {
    /** Stages may compute lanes up to the next multiple of so many: no vector has more. */
    private static final int MOST_VECTOR_LANES = 16;

    /** Lanes in use. */
    public int count;

    /** What the stage reads besides its lanes: frame, material, object. */
    public final BindGroup[] groups = new BindGroup[BindGroup.MAX_GROUPS];

    StageBatch() {}

    /** Returns up to which lane a stage may compute that is asked for some: a multiple of 16. */
    public static int padded(int lanes) {
        return lanes + MOST_VECTOR_LANES - 1 & -MOST_VECTOR_LANES;
    }

    /**
     * Sets the groups; stores only what changes, for a stored reference marks a byte of the
     * collector's card table, whose cache lines workers share.
     */
    public final void bind(BindGroup[] bound) {
        for (int g = 0; g < groups.length; g++) {
            if (groups[g] != bound[g]) {
                groups[g] = bound[g];
            }
        }
    }
}
