package dev.azulejo.core.shader;

/**
 * The vertex stage, in two parts so that positions can run alone.
 *
 * <p>Both parts read {@link VertexBatch#attribute} lanes 0..count-1. A part may compute lanes up to
 * the next multiple of 16; the arrays are that long and hold finite leftovers or zeros there.
 */
public interface VertexStage {
    /** Returns the attribute slots that {@link #positions} reads, bit i for slot i. */
    int positionAttributes();

    /** Returns the attribute slots that {@link #varyings} reads, bit i for slot i. */
    int varyingAttributes();

    /**
     * Writes clip positions: x, y in [-w, w] and z in [0, w] are inside the view volume; y points
     * up.
     */
    void positions(VertexBatch batch);

    /**
     * Says whether clip positions are a matrix times an attribute, so that whole clusters of
     * triangles can be placed by their bounds.
     *
     * <p>A stage that returns a slot promises that each clip coordinate which {@link #positions}
     * writes differs from the exact product of the matrix and (x, y, z, 1) by at most
     * 2<sup>-20</sup> times the sum of the absolute values of its four terms.
     *
     * @param groups bound groups
     * @param instance instance index
     * @param clipFromObject written: 16 floats, column-major
     * @return the attribute slot of the position, or -1 if there is no such matrix
     */
    default int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
        return -1;
    }

    /** Writes {@code batch.varying[k]} for every varying of the program. */
    void varyings(VertexBatch batch);
}
