package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.tessellation.TessellationDomain;

/** Patches of a height field: four corners with their places on the field. */
final class HeightFieldHullStage extends PatchHullStage {
    private static final int FLOATS = 5;

    /** Scratch rows: the four corners as they are raised, x y z each. */
    private static final int RAISED = OWN;

    /** Scratch row: a bound of all heights at a corner. */
    private static final int BOUND = RAISED + 4 * 3;

    /** Scratch rows: where on the field a patch lies, from and to, along rows and columns. */
    private static final int FIELD = BOUND + 1;

    /** Scratch rows: the least and the most that the field raises it. */
    private static final int RISE = FIELD + 4;

    /** The first scratch row that this stage leaves alone. */
    static final int END = RISE + 2;

    HeightFieldHullStage(PatchLayout layout) {
        super(layout, TessellationDomain.QUAD);
    }

    @Override
    public void hull(HullBatch batch) {
        float[][] data = batch.patchData;
        float[][] s = batch.scratch;
        var field = batch.groups[PbrUniforms.OBJECT].textures().getFirst();
        for (int p = 0; p < 4; p++) {
            for (int k = 0; k < FLOATS; k++) {
                float[] from = batch.controlPoint[p * layout.source.length + k];
                System.arraycopy(from, 0, data[FLOATS * p + k], 0, batch.count);
            }
            System.arraycopy(data[FLOATS * p], 0, s[RAISED + 3 * p], 0, batch.count);
            System.arraycopy(data[FLOATS * p + 2], 0, s[RAISED + 3 * p + 2], 0, batch.count);
            HeightSampling.heights(
                    field,
                    0,
                    batch.count,
                    data[FLOATS * p + 3],
                    data[FLOATS * p + 4],
                    s[RAISED + 3 * p + 1]);
            for (int i = 0; i < batch.count; i++) {
                s[RAISED + 3 * p + 1][i] += data[FLOATS * p + 1][i];
            }
        }
        carry(batch, 0, 1, 2, 3);
        straight(batch, 0, 3, 0);
        straight(batch, 0, 1, 1);
        straight(batch, 1, 2, 2);
        straight(batch, 3, 2, 3);
        larger(batch.edgeFactor[1], batch.edgeFactor[3], batch.insideFactor[0], batch.count);
        larger(batch.edgeFactor[0], batch.edgeFactor[2], batch.insideFactor[1], batch.count);
        cull(batch);
        if (batch.bounded) {
            bounds(batch);
        }
    }

    private static void bounds(HullBatch batch) {
        float[][] data = batch.patchData;
        float[][] s = batch.scratch;
        beginBounds(batch);
        for (int k = 0; k < FLOATS; k++) {
            for (int p = 0; p < 4; p++) {
                float[] at = data[FLOATS * p + k];
                if (k < 3) {
                    bound(batch, k, at);
                } else {
                    place(batch, s[FIELD + 2 * (k - 3)], s[FIELD + 2 * (k - 3) + 1], at, p);
                }
            }
        }
        HeightSampling.ranges(
                batch.groups[PbrUniforms.OBJECT].textures(), batch.count, s, FIELD, RISE);
        for (int i = 0; i < batch.count; i++) {
            batch.bounds[1][i] += s[RISE][i];
            batch.bounds[4][i] += s[RISE + 1][i];
        }
        endBounds(batch);
    }

    /** The range of a coordinate at the corners, the next of which is taken in. */
    private static void place(HullBatch batch, float[] from, float[] to, float[] at, int corner) {
        for (int i = 0; i < batch.count; i++) {
            from[i] = corner == 0 ? at[i] : Math.min(from[i], at[i]);
            to[i] = corner == 0 ? at[i] : Math.max(to[i], at[i]);
        }
    }

    private static void straight(HullBatch batch, int a, int b, int edge) {
        int from = RAISED + 3 * a;
        int to = RAISED + 3 * b;
        edge(batch, batch.scratch, from, from, to, to, batch.edgeFactor[edge]);
    }

    private void cull(HullBatch batch) {
        float[] uniforms = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float[] bound = batch.scratch[BOUND];
        beginCull(batch);
        for (int side = 0; side < 2; side++) {
            float height = uniforms[PbrUniforms.HEIGHT_BOUNDS + side];
            for (int p = 0; p < 4; p++) {
                float[] y = batch.patchData[FLOATS * p + 1];
                for (int i = 0; i < batch.count; i++) {
                    bound[i] = y[i] + height;
                }
                cullPoint(
                        batch, batch.patchData[FLOATS * p], bound, batch.patchData[FLOATS * p + 2]);
            }
        }
        endCull(batch);
    }
}
