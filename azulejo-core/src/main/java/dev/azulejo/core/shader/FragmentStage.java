package dev.azulejo.core.shader;

/**
 * The fragment stage. Lanes 0..count-1 count; a stage may compute up to the next multiple of 16,
 * where inputs hold leftovers (any float, also NaN) that must do no harm, such as an index out of
 * bounds.
 */
public interface FragmentStage {
    /**
     * Decides which fragments live: writes {@code batch.keep}, -1 to keep and 0 to discard. Called
     * for discarding programs only, with the first {@code keepVaryingCount} varyings (and the
     * derivatives among them) interpolated.
     */
    default void keep(FragmentBatch batch) {
        throw new IllegalStateException("the program does not discard");
    }

    /**
     * Decides how much of each fragment is there: writes {@code batch.alpha}, 0 and less for none
     * of its pixel's samples, 1 and more for all, NaN for none. Called in place of {@link #keep}
     * where the pipeline makes coverage of alpha, with the same varyings and the derivatives of the
     * first {@link ShaderProgram#coverGradientCount} of them. It says alone what is there: what
     * {@code keep} would discard must have no coverage here.
     */
    default void cover(FragmentBatch batch) {
        throw new IllegalStateException("the program writes no coverage");
    }

    /**
     * Writes red, green, blue and alpha, linear, straight or premultiplied as the blend state
     * wants; the target clamps and encodes them. Fragments that {@link #keep} discards, or of which
     * {@link #cover} leaves nothing, do not come here.
     */
    void shade(FragmentBatch batch);
}
