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

    /** Writes {@code batch.varying[k]} for every varying of the program. */
    void varyings(VertexBatch batch);
}
