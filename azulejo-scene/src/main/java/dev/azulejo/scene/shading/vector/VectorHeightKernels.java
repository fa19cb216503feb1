package dev.azulejo.scene.shading.vector;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.scene.shading.HeightKernels;
import dev.azulejo.scene.shading.ScalarHeightKernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarHeightKernels}. Only what gathers is written with vectors; the rest
 * are loops that the compiler vectorises.
 */
public final class VectorHeightKernels implements HeightKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    // Scratch: weights along x of two values and two slopes, their derivatives, the same along z.
    private static final int BY_X = SCRATCH;
    private static final int CHANGE_X = BY_X + 4;
    private static final int BY_Z = CHANGE_X + 4;
    private static final int CHANGE_Z = BY_Z + 4;

    /** Scratch: along x, of the near row, the far row, and their slopes. */
    private static final int MIXED = CHANGE_Z + 4;

    /** The first scratch row that these kernels leave alone. */
    public static final int END = MIXED + 8;

    /** Int scratch: the first of a place's four texels. */
    private static final int AT = 0;

    @Override
    public void heights(Texture field, DomainBatch batch, float[] s, float[] t, float[] height) {
        float[][] r = batch.scratch;
        int[] at = batch.sampling().intScratch[AT];
        find(field, batch, s, t, at);
        weigh(r, BY_X, CHANGE_X, batch.count);
        weigh(r, BY_Z, CHANGE_Z, batch.count);
        mixAll(field, batch, at, BY_X, MIXED);
        sum(r, MIXED, BY_Z, height, batch.count);
    }

    @Override
    public void slopes(
            Texture field,
            DomainBatch batch,
            float[] s,
            float[] t,
            float[] slopeX,
            float[] slopeZ) {
        float[][] r = batch.scratch;
        int[] at = batch.sampling().intScratch[AT];
        find(field, batch, s, t, at);
        weigh(r, BY_X, CHANGE_X, batch.count);
        weigh(r, BY_Z, CHANGE_Z, batch.count);
        mixAll(field, batch, at, CHANGE_X, MIXED);
        mixAll(field, batch, at, BY_X, MIXED + 4);
        sum(r, MIXED, BY_Z, slopeX, batch.count);
        float[] near = r[MIXED + 4];
        float[] far = r[MIXED + 5];
        float[] nearRise = r[MIXED + 6];
        float[] farRise = r[MIXED + 7];
        float[] e1 = r[CHANGE_Z + 1];
        float[] e2 = r[CHANGE_Z + 2];
        float[] e3 = r[CHANGE_Z + 3];
        for (int i = 0; i < batch.count; i++) {
            slopeZ[i] = (far[i] - near[i]) * e1[i] + (nearRise[i] * e2[i] + farRise[i] * e3[i]);
        }
    }

    private static void sum(float[][] r, int mixed, int weights, float[] to, int count) {
        float[] near = r[mixed];
        float[] far = r[mixed + 1];
        float[] nearRise = r[mixed + 2];
        float[] farRise = r[mixed + 3];
        float[] z0 = r[weights];
        float[] z1 = r[weights + 1];
        float[] z2 = r[weights + 2];
        float[] z3 = r[weights + 3];
        for (int i = 0; i < count; i++) {
            to[i] = (near[i] * z0[i] + far[i] * z1[i]) + (nearRise[i] * z2[i] + farRise[i] * z3[i]);
        }
    }

    /** Finds the first texel, and the fractions, which it leaves in the first row of weights. */
    private static void find(Texture field, DomainBatch batch, float[] s, float[] t, int[] at) {
        int columns = field.width();
        int rows = field.height();
        float[] fx = batch.scratch[BY_X];
        float[] fz = batch.scratch[BY_Z];
        for (int i = 0; i < batch.count; i++) {
            float x = clamp(s[i]) * (columns - 1);
            float z = clamp(t[i]) * (rows - 1);
            int column = Math.min((int) x, columns - 2);
            int row = Math.min((int) z, rows - 2);
            fx[i] = x - column;
            fz[i] = z - row;
            at[i] = 4 * (row * columns + column);
        }
        // Whole vectors are gathered: what lies behind the last lane must exist
        int end = Math.min(batch.count + F.length() - 1, DomainBatch.CAPACITY);
        java.util.Arrays.fill(at, batch.count, end, 0);
    }

    private static float clamp(float place) {
        float low = place > 0 ? place : 0;
        return low < 1 ? low : 1;
    }

    /** From the fractions in the first row of weights, all weights and their derivatives. */
    private static void weigh(float[][] r, int weights, int changes, int count) {
        float[] w0 = r[weights];
        float[] w1 = r[weights + 1];
        float[] w2 = r[weights + 2];
        float[] w3 = r[weights + 3];
        float[] d0 = r[changes];
        float[] d1 = r[changes + 1];
        float[] d2 = r[changes + 2];
        float[] d3 = r[changes + 3];
        for (int i = 0; i < count; i++) {
            float f = w0[i];
            float g = 1 - f;
            w0[i] = g * g * (1 + 2 * f);
            w1[i] = f * f * (1 + 2 * g);
            w2[i] = g * g * f;
            w3[i] = -(f * f * g);
            d1[i] = 6 * (f * g);
            d0[i] = -d1[i];
            d2[i] = g * g - 2 * (f * g);
            d3[i] = f * f - 2 * (f * g);
        }
    }

    /** Along x: values and slopes of the near and of the far row. */
    private static void mixAll(Texture field, DomainBatch batch, int[] at, int weights, int to) {
        int row = 4 * field.width();
        mix(field.floats(), at, 0, batch, weights, batch.scratch[to]);
        mix(field.floats(), at, row, batch, weights, batch.scratch[to + 1]);
        mix(field.floats(), at, 2, batch, weights, batch.scratch[to + 2]);
        mix(field.floats(), at, row + 2, batch, weights, batch.scratch[to + 3]);
    }

    private static void mix(
            float[] texels, int[] at, int from, DomainBatch batch, int weights, float[] to) {
        float[] w0 = batch.scratch[weights];
        float[] w1 = batch.scratch[weights + 1];
        float[] w2 = batch.scratch[weights + 2];
        float[] w3 = batch.scratch[weights + 3];
        for (int i = 0; i < batch.count; i += F.length()) {
            var a =
                    FloatVector.fromArray(F, texels, from, at, i)
                            .mul(FloatVector.fromArray(F, w0, i));
            var b =
                    FloatVector.fromArray(F, texels, from + 4, at, i)
                            .mul(FloatVector.fromArray(F, w1, i));
            var c =
                    FloatVector.fromArray(F, texels, from + 1, at, i)
                            .mul(FloatVector.fromArray(F, w2, i));
            var d =
                    FloatVector.fromArray(F, texels, from + 5, at, i)
                            .mul(FloatVector.fromArray(F, w3, i));
            a.add(b).add(c.add(d)).intoArray(to, i);
        }
    }
}
