package dev.azulejo.bench;

import dev.azulejo.core.kernel.SamplePattern;

import java.util.Arrays;

/** The nearest depth at each sample of a target, drawn plainly: what full depth would know. */
final class SampleDepths {
    private final int width;
    private final SamplePattern pattern;
    private final float[] depth;
    private boolean reversed;

    SampleDepths(int width, int height, int samples) {
        this.width = width;
        pattern = SamplePattern.of(samples);
        depth = new float[width * height * samples];
    }

    /**
     * Forgets all.
     *
     * @param clear depth that every sample holds; NaN if nothing is known
     * @param reversedDepth whether larger depths are nearer
     */
    void clear(float clear, boolean reversedDepth) {
        reversed = reversedDepth;
        float farthest = reversed ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        Arrays.fill(depth, Float.isNaN(clear) ? farthest : clear);
    }

    /** Draws an occluder. */
    void draw(int[] r, int at) {
        CoveredSamples.visit(
                r,
                at,
                pattern,
                (x, y, s, z) -> {
                    int i = (y * width + x) * pattern.count() + s;
                    depth[i] = reversed ? Math.max(depth[i], z) : Math.min(depth[i], z);
                    return true;
                });
    }

    /** The nearest depth at a sample. */
    float get(int x, int y, int sample) {
        return depth[(y * width + x) * pattern.count() + sample];
    }

    /** Whether a triangle is strictly behind it at all samples that it covers. */
    boolean hides(int[] r, int at) {
        boolean[] hidden = {true};
        CoveredSamples.visit(
                r,
                at,
                pattern,
                (x, y, s, z) -> {
                    hidden[0] = reversed ? z < get(x, y, s) : z > get(x, y, s);
                    return hidden[0];
                });
        return hidden[0];
    }
}
