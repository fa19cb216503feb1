package dev.azulejo.core.kernel;

import dev.azulejo.core.shader.FragmentBatch;

/**
 * Perspective-correct interpolation at pixel centres.
 *
 * <p>The screen-linear weights are clamped into the triangle first, so that a pixel of which only
 * some samples are covered never extrapolates. With q = 1/w: {@code W = l0 q0 + l1 q1 + l2 q2},
 * {@code p1 = l1 q1 / W}, {@code p2 = l2 q2 / W}, varying {@code f0 + p1 (f1 - f0) + p2 (f2 - f0)}.
 * Derivatives are analytic: {@code dp1/dx = (a1 q1 - p1 dW/dx) / W}. Source: Heckbert and Moreton,
 * "Interpolation for Polygon Texture Mapping and Shading", 1991.
 */
public interface InterpolationKernels {
    /**
     * Window positions of fragments. May write lanes up to 15 beyond {@code count}, and reads as
     * many pixels.
     *
     * @param pixel pixels of a tile, 16 times the block plus the place in the block
     * @param first the first to take
     * @param count how many
     * @param tileX window column of the tile's first pixel
     * @param tileY window row of the tile's first pixel
     * @param blockShift base-2 logarithm of the blocks in a row of the tile
     * @param batch pixelX and pixelY out
     */
    void locate(
            int[] pixel,
            int first,
            int count,
            int tileX,
            int tileY,
            int blockShift,
            FragmentBatch batch);

    /**
     * Interpolates for lanes from..to-1, which all belong to one triangle. May also write lanes up
     * to 15 beyond {@code to}: callers go upward.
     *
     * @param t the triangle
     * @param batch pixelX and pixelY in; varyings, derivatives, facing and instance out
     * @param from first lane
     * @param to lane after the last
     * @param varyings how many varyings, from the first
     * @param gradients how many of them with derivatives
     */
    void interpolate(
            InterpolationTriangle t,
            FragmentBatch batch,
            int from,
            int to,
            int varyings,
            int gradients);
}
