package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorCoatKernels;

/**
 * The steps of a clear coat, KHR_materials_clearcoat: a dielectric of index 1.5 above the surface,
 * which mirrors by itself and lets the rest through. All of white surroundings comes back from a
 * coat on white. Under {@link Lighting#isImageBased} alone; lanes as in {@link PbrKernels}.
 */
public interface CoatKernels {
    /** The definition and its twin. */
    KernelProvider<CoatKernels> TWINS =
            new KernelProvider<>(ScalarCoatKernels::new, () -> new VectorCoatKernels());

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    static CoatKernels of(Kernels kernels) {
        return TWINS.get(kernels);
    }

    /** Reflectance of the coat at normal incidence: of an index of 1.5. */
    float F0 = 0.04f;

    /** The part of light between facets of the coat that stays there. */
    float OFTEN = GgxAlbedo.MEAN_FRESNEL + (1 - GgxAlbedo.MEAN_FRESNEL) * F0;

    /**
     * Finds the coat's rows, from {@link PbrKernels#COAT} to {@link PbrKernels#THROUGH}, and dims
     * what glows below. After {@link PbrKernels#surface}, before lights.
     *
     * @param material uniforms of the material
     */
    void coat(PbrFeatures features, float[] material, FragmentBatch batch);

    /**
     * Adds what the coat mirrors of the light that {@link PbrKernels#light} was called for last.
     *
     * @param at first float of the light in the frame uniforms
     */
    void light(float[] frame, int at, FragmentBatch batch);

    /** Adds what the coat mirrors of the studio, after {@link PbrKernels#ambient}. */
    void ambient(float[] frame, FragmentBatch batch);
}
