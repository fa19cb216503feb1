package dev.azulejo.scene.shading;

import dev.azulejo.core.sampling.DepthComparisons;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

/**
 * Takes from one light what does not arrive because something is in its way: where each fragment is
 * in the light's depths, which share of the filter there is nearer to the light, and that share of
 * what the light has added.
 *
 * <p>Where nothing is in the way, radiance keeps its bits. Plain loops, which the compiler
 * vectorises, serve both kinds of kernels; comparison has twins.
 */
public final class KeyShadow {
    /** Texels a side of the filter: soft edges of three texels. */
    public static final int FILTER = 3;

    /** How far from a point its filter looks, at most, in texels: half a diagonal of 4x4. */
    public static final double REACH = (FILTER + 1) * Math.sqrt(0.5);

    private static final int U = PbrKernels.COORDINATES;
    private static final int V = U + 1;
    private static final int DEPTH = PbrKernels.GRADIENTS;

    private final PbrFeatures features;
    private final DepthComparison comparison;

    KeyShadow(PbrFeatures features, Kernels kind) {
        this.features = features;
        this.comparison = DepthComparisons.of(kind);
    }

    /**
     * Finds which share of the light is stopped, into {@link PbrKernels#STOPPED}, and keeps the
     * radiance before the light is added.
     */
    void before(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        for (int c = 0; c < 3; c++) {
            System.arraycopy(
                    s[PbrKernels.RADIANCE + c], 0, s[PbrKernels.UNLIT + c], 0, batch.count);
        }
        place(frame, batch);
        comparison.compare(
                batch.groups[PbrUniforms.FRAME].depths().getFirst(),
                FILTER,
                batch.count,
                s[U],
                s[V],
                s[DEPTH],
                s[PbrKernels.STOPPED],
                batch);
    }

    /** Takes away the share that is stopped of what was added since. */
    static void after(FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[] stopped = s[PbrKernels.STOPPED];
        for (int c = 0; c < 3; c++) {
            float[] radiance = s[PbrKernels.RADIANCE + c];
            float[] unlit = s[PbrKernels.UNLIT + c];
            for (int i = 0; i < batch.count; i++) {
                radiance[i] -= (radiance[i] - unlit[i]) * stopped[i];
            }
        }
    }

    /** Moves each fragment along the surface's normal, and finds it in the light's view. */
    private void place(float[] frame, FragmentBatch batch) {
        float[][] s = batch.scratch;
        int at = PbrUniforms.light(frame, (int) frame[PbrUniforms.SHADOW_LIGHT]);
        float lx = frame[at];
        float ly = frame[at + 1];
        float lz = frame[at + 2];
        float most = frame[PbrUniforms.SHADOW_OFFSET];
        float[] nx = batch.varying[features.normalVarying()];
        float[] ny = batch.varying[features.normalVarying() + 1];
        float[] nz = batch.varying[features.normalVarying() + 2];
        float[] offset = s[DEPTH];
        for (int i = 0; i < batch.count; i++) {
            float squared = (nx[i] * nx[i] + ny[i] * ny[i]) + nz[i] * nz[i];
            float unit = batch.facing[i] / (float) Math.sqrt(Math.max(squared, 1e-20f));
            float cosine = ((nx[i] * lx + ny[i] * ly) + nz[i] * lz) * unit;
            float sine = (float) Math.sqrt(Math.max(1 - cosine * cosine, 0));
            // What is lit from behind is moved to that side
            float side = features.finish().diffuse().present() && cosine < 0 ? -unit : unit;
            offset[i] = sine * most * side;
        }
        row(frame, PbrUniforms.SHADOW, offset, batch, s[U]);
        row(frame, PbrUniforms.SHADOW + 4, offset, batch, s[V]);
        row(frame, PbrUniforms.SHADOW + 8, offset, batch, s[DEPTH]);
    }

    /** One row of the light's matrix, times position plus normal times offset. */
    private void row(float[] frame, int row, float[] offset, FragmentBatch batch, float[] to) {
        float[] nx = batch.varying[features.normalVarying()];
        float[] ny = batch.varying[features.normalVarying() + 1];
        float[] nz = batch.varying[features.normalVarying() + 2];
        float[] px = batch.varying[features.positionVarying()];
        float[] py = batch.varying[features.positionVarying() + 1];
        float[] pz = batch.varying[features.positionVarying() + 2];
        float mx = frame[row];
        float my = frame[row + 1];
        float mz = frame[row + 2];
        float mw = frame[row + 3];
        for (int i = 0; i < batch.count; i++) {
            float x = px[i] + nx[i] * offset[i];
            float y = py[i] + ny[i] * offset[i];
            float z = pz[i] + nz[i] * offset[i];
            to[i] = ((x * mx + y * my) + z * mz) + mw;
        }
    }
}
