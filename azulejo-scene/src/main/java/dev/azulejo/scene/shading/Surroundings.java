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
        float up = step(y, steepness);
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
