package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.tessellation.TessellationDomain;

/** Bicubic patches: control points go on as they are, point 4 * row + column. */
final class BicubicHullStage extends PatchHullStage {
    /** Scratch rows of factors that nobody but the inside asks for. */
    private static final int INNER = OWN;

    /** The first scratch row that this stage leaves alone. */
    static final int END = INNER + 4;

    BicubicHullStage(PatchLayout layout) {
        super(layout, TessellationDomain.QUAD);
    }

    @Override
    public void hull(HullBatch batch) {
        float[][] data = batch.patchData;
        for (int p = 0; p < 16; p++) {
            for (int axis = 0; axis < 3; axis++) {
                float[] from = batch.controlPoint[p * layout.source.length + axis];
                System.arraycopy(from, 0, data[3 * p + axis], 0, batch.count);
            }
        }
        carry(batch, 0, 12, 15, 3);
        // Along v at u = 0 and 1, along u at v = 0 and 1
        edge(batch, data, 0, 3, 6, 9, batch.edgeFactor[0]);
        edge(batch, data, 0, 12, 24, 36, batch.edgeFactor[1]);
        edge(batch, data, 36, 39, 42, 45, batch.edgeFactor[2]);
        edge(batch, data, 9, 21, 33, 45, batch.edgeFactor[3]);
        // Between two poles the edges say nothing of the middle: all rows and columns count
        float[][] s = batch.scratch;
        for (int k = 1; k <= 2; k++) {
            edge(batch, data, 3 * k, 12 + 3 * k, 24 + 3 * k, 36 + 3 * k, s[INNER + k - 1]);
            edge(batch, data, 12 * k, 12 * k + 3, 12 * k + 6, 12 * k + 9, s[INNER + 1 + k]);
        }
        largest(batch, batch.edgeFactor[1], batch.edgeFactor[3], 0);
        largest(batch, batch.edgeFactor[0], batch.edgeFactor[2], 1);
        beginCull(batch);
        for (int p = 0; p < PatchLayout.BICUBIC_POINTS; p += 3) {
            cullPoint(batch, data[p], data[p + 1], data[p + 2]);
        }
        endCull(batch);
        boundPoints(batch, PatchLayout.BICUBIC_POINTS);
    }

    private static void largest(HullBatch batch, float[] a, float[] b, int inside) {
        float[] to = batch.insideFactor[inside];
        larger(a, b, to, batch.count);
        larger(to, batch.scratch[INNER + 2 * inside], to, batch.count);
        larger(to, batch.scratch[INNER + 2 * inside + 1], to, batch.count);
    }
}
