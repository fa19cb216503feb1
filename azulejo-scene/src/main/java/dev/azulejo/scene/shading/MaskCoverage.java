package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;

/**
 * Masks with smooth edges: how much of a pixel lies on the side of the edge where alpha is at least
 * the cutoff. The edge's distance from the pixel's middle is found by how fast alpha changes:
 * {@code (alpha - cutoff) / width + 0.5}, where the width is what alpha changes across the pixel,
 * by x and by y, as far as the texture as it is filtered there says half a pixel to each side. For
 * an edge along x or y this is the area itself.
 *
 * <p>Where alpha is 0 nothing is covered, and where it is 1 everything, whatever is beside it. What
 * does not change has no edge, and is there or not as without coverage, as with cutoffs that all or
 * no alphas reach.
 *
 * <p>Only lanes in between are looked at further: they are moved together first, and what they find
 * is moved back. Plain loops for both kinds of kernels.
 */
final class MaskCoverage {
    /** What changes by less across a pixel does not change: rounding in filters is far below. */
    static final float LEAST_WIDTH = 1f / 65_536;

    /**
     * Scratch rows, of those that a {@link PbrProgram.Stage} has for other things when it shades.
     */
    private static final int MIDDLE = 0;

    private static final int LEFT = 1;
    private static final int RIGHT = 2;
    private static final int ABOVE = 3;
    private static final int BELOW = 4;

    private MaskCoverage() {}

    /**
     * Finds the share of each fragment that is covered, into {@code batch.alpha}. Moves varyings
     * and forgets where they were.
     *
     * @param stage samples alpha
     * @param features of the material: what alpha is made of
     * @param cutoff least alpha that is there
     * @param batch fragments
     */
    static void cover(
            PbrProgram.Stage stage, PbrFeatures features, float cutoff, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int count = batch.count;
        stage.alpha(batch, batch.alpha);
        int[] lanes = batch.keep;
        int between = 0;
        for (int i = 0; i < count; i++) {
            float alpha = batch.alpha[i];
            if (cutoff > 0 && cutoff <= 1 && alpha > 0 && alpha < 1) {
                s[MIDDLE][between] = alpha;
                lanes[between++] = i;
            } else {
                batch.alpha[i] = alpha >= cutoff ? 1 : 0;
            }
        }
        if (between == 0) {
            return;
        }
        gather(features, lanes, between, batch);
        batch.count = between;
        move(features, -0.5f, 0, batch);
        stage.alpha(batch, s[LEFT]);
        move(features, 1, 0, batch);
        stage.alpha(batch, s[RIGHT]);
        move(features, -0.5f, -0.5f, batch);
        stage.alpha(batch, s[ABOVE]);
        move(features, 0, 1, batch);
        stage.alpha(batch, s[BELOW]);
        batch.count = count;
        for (int i = 0; i < between; i++) {
            float width = Math.abs(s[RIGHT][i] - s[LEFT][i]) + Math.abs(s[BELOW][i] - s[ABOVE][i]);
            batch.alpha[lanes[i]] = share(s[MIDDLE][i], width, cutoff);
        }
    }

    /** Returns the share of a pixel that is covered, also below 0 and above 1. */
    static float share(float alpha, float width, float cutoff) {
        if (width >= LEAST_WIDTH) {
            return (alpha - cutoff) / width + 0.5f;
        }
        return alpha >= cutoff ? 1 : 0;
    }

    private static void gather(PbrFeatures features, int[] lanes, int count, FragmentBatch batch) {
        for (int k = 0; k < varyings(features); k++) {
            float[] value = batch.varying[varying(features, k)];
            float[] byX = batch.ddx[varying(features, k)];
            float[] byY = batch.ddy[varying(features, k)];
            for (int i = 0; i < count; i++) {
                value[i] = value[lanes[i]];
                byX[i] = byX[lanes[i]];
                byY[i] = byY[lanes[i]];
            }
        }
    }

    /** Moves what alpha is made of by parts of a pixel. */
    private static void move(PbrFeatures features, float x, float y, FragmentBatch batch) {
        for (int k = 0; k < varyings(features); k++) {
            float[] value = batch.varying[varying(features, k)];
            float[] byX = batch.ddx[varying(features, k)];
            float[] byY = batch.ddy[varying(features, k)];
            for (int i = 0; i < batch.count; i++) {
                value[i] += byX[i] * x + byY[i] * y;
            }
        }
    }

    /** Texture coordinates, and alpha of vertex colours. */
    private static int varyings(PbrFeatures features) {
        return 2 * features.texCoordSets() + (features.vertexColors() ? 1 : 0);
    }

    private static int varying(PbrFeatures features, int k) {
        return k < 2 * features.texCoordSets() ? k : features.colorVarying() + 3;
    }
}
