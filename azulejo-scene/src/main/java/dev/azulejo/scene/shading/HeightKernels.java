package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorHeightKernels;

/**
 * Heights between the values of a height field, bicubic Hermite: a texel holds height, slope a
 * column, slope a row and the slope of slopes. What comes out depends on the place alone.
 *
 * <p>Lanes 0..batch.count-1 count; up to the next multiple of 16 may be computed.
 */
public interface HeightKernels {
    /** The definition and its twin. */
    KernelProvider<HeightKernels> TWINS =
            new KernelProvider<>(ScalarHeightKernels::new, () -> new VectorHeightKernels());

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    static HeightKernels of(Kernels kernels) {
        return TWINS.get(kernels);
    }

    /**
     * Writes heights.
     *
     * @param field what is read
     * @param batch says how many lanes, and lends scratch from {@link #SCRATCH} on
     * @param s place along a row, 0 the first column, 1 the last
     * @param t place along the columns
     * @param height receives heights
     */
    void heights(Texture field, DomainBatch batch, float[] s, float[] t, float[] height);

    /** Writes slopes, a column and a row; otherwise as {@link #heights}. */
    void slopes(
            Texture field, DomainBatch batch, float[] s, float[] t, float[] slopeX, float[] slopeZ);

    /** The first scratch row that may be overwritten, with all above. */
    int SCRATCH = HeightFieldDomainStage.END;
}
