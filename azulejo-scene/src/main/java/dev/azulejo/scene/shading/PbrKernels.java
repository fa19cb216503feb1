package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.shading.vector.VectorPbrKernels;

/**
 * The steps of shading, over lanes 0..batch.count-1 (and up to the next multiple of 16).
 *
 * <p>Lanes are handed over in {@code batch.scratch}, by the numbers below.
 */
public interface PbrKernels {
    /** The definition and its twin. */
    KernelProvider<PbrKernels> TWINS =
            new KernelProvider<>(ScalarPbrKernels::new, () -> new VectorPbrKernels());

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    static PbrKernels of(Kernels kernels) {
        return TWINS.get(kernels);
    }

    /** Scratch: unit normal x; y and z follow. */
    int NORMAL = 0;

    /** Scratch: unit direction to the eye x; y and z follow. */
    int VIEW = 3;

    /** Scratch: normal dot view, at least 1e-4. */
    int N_DOT_V = 6;

    /** Scratch: diffuse albedo; in: base colour texture. Green and blue follow. */
    int DIFFUSE = 7;

    /** Scratch: reflectance at normal incidence. Green and blue follow. */
    int F0 = 10;

    /** Scratch: radiance so far; in: emissive texture. Green and blue follow. */
    int RADIANCE = 13;

    /** Scratch: occlusion; in: occlusion texture. */
    int OCCLUSION = 16;

    /** Scratch: perceptual roughness; in: texture. */
    int ROUGHNESS = 17;

    /** Scratch: metallic texture. */
    int METALLIC = 18;

    /** Scratch: squared alpha, alpha = roughness^2. */
    int ALPHA_SQUARED = 19;

    /** Scratch: normal texture, 0..1; y and z follow. */
    int NORMAL_TEXEL = 20;

    /**
     * Base colour times factor and vertex colour, into {@link #DIFFUSE} and batch.alpha.
     *
     * @param textured whether {@link #DIFFUSE} and batch.alpha hold texture lanes, else 1
     */
    void baseColor(PbrFeatures features, float[] material, boolean textured, FragmentBatch batch);

    /** Normal, view, albedo, F0, roughness, emissive start of radiance. */
    void surface(PbrFeatures features, float[] frame, float[] material, FragmentBatch batch);

    /**
     * Adds one light: GGX distribution, height-correlated Smith visibility, Schlick Fresnel.
     *
     * @param at first float of the light in the frame uniforms
     */
    void light(PbrFeatures features, float[] frame, int at, FragmentBatch batch);

    /** Adds ambient light. */
    void ambient(PbrFeatures features, float[] frame, FragmentBatch batch);

    /** Exposure and the Khronos PBR neutral tone mapper, into red, green and blue. */
    void toneMap(float[] frame, FragmentBatch batch);

    /** Copies the base colour into red, green and blue. */
    void unlit(FragmentBatch batch);
}
