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

    /** The first scratch row that this stage leaves alone. */
    static final int END = BOUND + 1;

    HeightFieldHullStage(PatchLayout layout) {
        super(layout, TessellationDomain.QUAD);
    }

    @Override
    public void hull(HullBatch batch) {
        float[][] data = batch.patchData;
        float[][] s = batch.scratch;
        var field = batch.groups[2].textures().getFirst();
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
    }

    private static void straight(HullBatch batch, int a, int b, int edge) {
        int from = RAISED + 3 * a;
        int to = RAISED + 3 * b;
        edge(batch, batch.scratch, from, from, to, to, batch.edgeFactor[edge]);
    }

    private void cull(HullBatch batch) {
        float[] uniforms = batch.groups[2].uniforms().data();
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
