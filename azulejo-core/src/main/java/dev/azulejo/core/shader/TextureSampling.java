package dev.azulejo.core.shader;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;

/**
 * Texture sampling for fragment stages, scalar or vector; the same bits from both.
 *
 * <p>Level of detail: isotropic, Vulkan 1.3 "Scale Factor Operation": rho = max(|dP/dx|, |dP/dy|)
 * in texels of level 0, lambda = log2 rho (own polynomial); anisotropic, samples along the longer
 * axis, at most {@code maxAnisotropy}. Non-finite coordinates and derivatives give a defined texel,
 * never an index out of bounds.
 */
public interface TextureSampling {
    /**
     * Samples for lanes 0..count-1 (may compute up to the next multiple of 16).
     *
     * @param texture what to read
     * @param sampler how to read it
     * @param count lanes
     * @param u horizontal coordinate, 0..1 across the texture
     * @param v vertical coordinate, 0 at row 0
     * @param dudx derivative of u by window x; likewise the next three
     * @param dvdx derivative of v by window x
     * @param dudy derivative of u by window y
     * @param dvdy derivative of v by window y
     * @param red receives linear red, or null if nobody wants it; likewise the next three
     * @param green receives linear green
     * @param blue receives linear blue
     * @param alpha receives alpha
     * @param batch lends scratch: float arrays from {@link FragmentBatch#SAMPLING} on and all int
     *     arrays are overwritten
     */
    void sample(
            Texture texture,
            Sampler sampler,
            int count,
            float[] u,
            float[] v,
            float[] dudx,
            float[] dvdx,
            float[] dudy,
            float[] dvdy,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            FragmentBatch batch);

    /**
     * Samples where the last call for the batch did: a surface's textures often lie on it in one
     * way, and where their sizes and samplers are the same, too, texels are looked for once.
     *
     * <p>Coordinates, derivatives and the scratch that {@link #sample} overwrites must be as they
     * were.
     *
     * @param texture what to read
     * @param sampler how to read it
     * @param red receives linear red, or null if nobody wants it; likewise the next three
     * @param green receives linear green
     * @param blue receives linear blue
     * @param alpha receives alpha
     * @param batch that of the last call
     */
    void again(
            Texture texture,
            Sampler sampler,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            FragmentBatch batch);
}
