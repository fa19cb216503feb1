package dev.azulejo.core.sampling;

import dev.azulejo.core.math.Floor;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;

/** Definition of {@link DepthComparison}, one lane at a time. */
public final class ScalarDepthComparison implements DepthComparison {
    @Override
    public void compare(
            DepthView view,
            int side,
            int count,
            float[] u,
            float[] v,
            float[] depth,
            float[] stopped,
            FragmentBatch batch) {
        float share = 1f / (side * side);
        for (int i = 0; i < count; i++) {
            float sum = lane(view, side, u[i], v[i], Math.min(depth[i], 1));
            stopped[i] = Math.min(sum * share, 1);
        }
    }

    private static float lane(DepthView view, int side, float u, float v, float depth) {
        float[] depths = view.depths();
        float x = inside(u) * view.width() - 0.5f * side;
        float y = inside(v) * view.height() - 0.5f * side;
        int column = Floor.floor(x);
        int row = Floor.floor(y);
        float fx = x - column;
        float fy = y - row;
        float sum = 0;
        for (int j = 0; j <= side; j++) {
            int texelRow = Math.min(Math.max(row + j, 0), view.height() - 1);
            float down = weight(j, side, fy);
            for (int k = 0; k <= side; k++) {
                int texelColumn = Math.min(Math.max(column + k, 0), view.width() - 1);
                boolean passes = depth <= depths[texelRow * view.width() + texelColumn];
                sum += passes ? 0 : weight(k, side, fx) * down;
            }
        }
        return sum;
    }

    /** How much of a texel the filter covers, along one axis. */
    private static float weight(int texel, int side, float fraction) {
        return texel == 0 ? 1 - fraction : texel == side ? fraction : 1;
    }

    /** Brings a coordinate into 0..1. */
    private static float inside(float coordinate) {
        float a = Math.abs(coordinate) < SamplingConstants.MOST_COORDINATE ? coordinate : 0;
        return Math.min(Math.max(a, 0), 1);
    }
}
