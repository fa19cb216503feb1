package dev.azulejo.scene.shading;

/**
 * What a surface mirrors of the studio: a sky with a horizon, a floor, and soft boxes with edges,
 * blurred as far as GGX's lobe is wide.
 *
 * <p>A soft box lies between four planes through the middle, so that its edges are great circles.
 * One edge, blurred, is a smooth step over the sine of the angle from it, {@link #STEEP} + {@link
 * #STEEPER} / alpha times as steep as that angle: a fit to the lobe where normal, view and light
 * coincide, as prefiltered maps assume. Between two opposite edges their steps add up to one more
 * than their share; the shares between the two pairs are multiplied. That is within 0.12 of all
 * light of the true share for boxes of up to 70 degrees by 30, and within 0.2 for 100 by 100.
 *
 * <p>What wide lobes lose in this way comes back from everywhere as {@link PbrUniforms#HAZE}: a
 * blurred studio is as bright, on average, as a sharp one.
 */
public final class Surroundings {
    /** Slope of a step whatever the roughness. */
    public static final float STEEP = 0.335f;

    /** Slope of a step that falls with alpha. */
    public static final float STEEPER = 0.1f;

    private Surroundings() {}

    /**
     * Returns light that arrives along a ray, blurred.
     *
     * @param frame uniforms of group 0
     * @param x unit direction that light comes from
     * @param y see x
     * @param z see x
     * @param roughness perceptual, {@link ScalarPbrKernels#LEAST_ROUGHNESS} to 1
     * @param to takes red, green, blue
     * @param row row of red in it; the others follow
     * @param lane place in these rows
     */
    public static void along(
            float[] frame,
            float x,
            float y,
            float z,
            float roughness,
            float[][] to,
            int row,
            int lane) {
        float steepness = STEEP + STEEPER / (roughness * roughness);
        sky(frame, y, step(y, steepness), roughness, to, row, lane);
        int boxes = (int) frame[PbrUniforms.BOX_COUNT];
        for (int k = 0; k < boxes; k++) {
            int at = PbrUniforms.BOXES + k * PbrUniforms.BOX_STRIDE;
            float share = between(frame, at, x, y, z, steepness);
            share *= between(frame, at + 6, x, y, z, steepness);
            for (int c = 0; c < 3; c++) {
                to[row + c][lane] += share * frame[at + 12 + c];
            }
        }
    }

    /**
     * Begins with sky, floor, and what boxes lose by blurring.
     *
     * @param up the share of the blurred ray that lies above the horizon
     */
    private static void sky(
            float[] frame, float y, float up, float roughness, float[][] to, int row, int lane) {
        int shares = PbrUniforms.HAZE + 3;
        float haze = frame[shares + PbrUniforms.HAZE_POWERS - 1];
        for (int k = PbrUniforms.HAZE_POWERS - 2; k >= 0; k--) {
            haze = haze * roughness + frame[shares + k];
        }
        haze *= roughness;
        for (int c = 0; c < 3; c++) {
            int at = PbrUniforms.SKY + c;
            float above = frame[at] + frame[at + 3] * y;
            float below = frame[at + 6] - frame[at + 9] * y;
            to[row + c][lane] = (below + (above - below) * up) + haze * frame[PbrUniforms.HAZE + c];
        }
    }

    /**
     * Finds light that arrives along a ray, blurred more along one direction of the surface than
     * across it, into {@link PbrKernels#PREFILTERED}: each edge as far as the lobe is wide at right
     * angles to it.
     *
     * @param s scratch rows of a batch
     * @param lane place in these rows
     */
    static void brushed(float[] frame, float x, float y, float z, float[][] s, int lane) {
        float up = brushedEdge(x, y, z, s, lane, 0, 1, 0);
        sky(frame, y, up, s[PbrKernels.ROUGHNESS][lane], s, PbrKernels.PREFILTERED, lane);
        int boxes = (int) frame[PbrUniforms.BOX_COUNT];
        for (int k = 0; k < boxes; k++) {
            int at = PbrUniforms.BOXES + k * PbrUniforms.BOX_STRIDE;
            float share = brushedBetween(frame, at, x, y, z, s, lane);
            share *= brushedBetween(frame, at + 6, x, y, z, s, lane);
            for (int c = 0; c < 3; c++) {
                s[PbrKernels.PREFILTERED + c][lane] += share * frame[at + 12 + c];
            }
        }
    }

    private static float brushedBetween(
            float[] frame, int at, float x, float y, float z, float[][] s, int lane) {
        float sum = 0;
        for (int edge = at; edge <= at + 3; edge += 3) {
            sum += brushedEdge(x, y, z, s, lane, frame[edge], frame[edge + 1], frame[edge + 2]);
        }
        return Math.max(sum - 1, 0);
    }

    /** The share of the ray's lobe on one side of an edge, whose plane has a unit normal. */
    private static float brushedEdge(
            float x, float y, float z, float[][] s, int lane, float mx, float my, float mz) {
        return step((x * mx + y * my) + z * mz, steepness(s, lane, mx, my, mz));
    }

    /** Slope of the step over an edge, whose plane has a unit normal. */
    private static float steepness(float[][] s, int lane, float mx, float my, float mz) {
        float along = dot(s, PbrKernels.ALONG, lane, mx, my, mz);
        float across = dot(s, PbrKernels.ACROSS, lane, mx, my, mz);
        float wide = along * s[PbrKernels.ALPHA_ALONG][lane];
        float narrow = across * s[PbrKernels.ALPHA_ACROSS][lane];
        float both = Math.max(along * along + across * across, 1e-12f);
        float alpha = (float) Math.sqrt((wide * wide + narrow * narrow) / both);
        float least = ScalarPbrKernels.LEAST_ROUGHNESS * ScalarPbrKernels.LEAST_ROUGHNESS;
        return STEEP + STEEPER / Math.max(alpha, least);
    }

    private static float dot(float[][] s, int row, int lane, float x, float y, float z) {
        return (s[row][lane] * x + s[row + 1][lane] * y) + s[row + 2][lane] * z;
    }

    /** The share of a blurred ray that lies between two planes. */
    private static float between(
            float[] frame, int at, float x, float y, float z, float steepness) {
        float one = (x * frame[at] + y * frame[at + 1]) + z * frame[at + 2];
        float other = (x * frame[at + 3] + y * frame[at + 4]) + z * frame[at + 5];
        return Math.max(step(one, steepness) + step(other, steepness) - 1, 0);
    }

    private static float step(float sine, float steepness) {
        float t = Math.min(Math.max(sine * steepness + 0.5f, 0), 1);
        return (t * t) * (3 - 2 * t);
    }
}
