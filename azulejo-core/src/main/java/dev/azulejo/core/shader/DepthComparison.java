package dev.azulejo.core.shader;

import dev.azulejo.core.resource.DepthView;

/**
 * Comparison with depths that an earlier phase has drawn, for fragment stages, scalar or vector;
 * the same bits from both.
 *
 * <p>A texel lets through what is at its depth or nearer (LESS_EQUAL). Comparisons are filtered,
 * not depths: a square of so many texels a side is centred on the coordinates, and each texel
 * counts by how much of it the square covers. With a side of 1 that is the bilinear filter of 2x2
 * texels, with 3 the mean of nine of those, 4x4 texels. Source: Reeves, Salesin and Cook,
 * "Rendering Antialiased Shadows with Depth Maps", 1987; Vulkan 1.3, "Depth Compare Operation".
 *
 * <p>Beyond the edges the texels at the edge go on. Depths beyond 1 count as 1. Coordinates that
 * are not finite give a defined texel; a depth that is NaN is let through nowhere.
 */
public interface DepthComparison {
    /** Most texels a side of the filter. */
    int MOST_SIDE = 5;

    /**
     * Compares for lanes 0..count-1 (may compute up to the next multiple of 16).
     *
     * @param view what to compare with
     * @param side of the filter in texels, 1..{@value #MOST_SIDE}
     * @param count lanes
     * @param u horizontal coordinate, 0..1 across the view
     * @param v vertical coordinate, 0 at row 0
     * @param depth what is compared
     * @param stopped receives the share of the filter that does not let through: exactly 0 where
     *     every texel does, at most 1
     * @param batch lends scratch: float arrays from {@link FragmentBatch#SAMPLING} on and all int
     *     arrays are overwritten
     */
    void compare(
            DepthView view,
            int side,
            int count,
            float[] u,
            float[] v,
            float[] depth,
            float[] stopped,
            FragmentBatch batch);
}
