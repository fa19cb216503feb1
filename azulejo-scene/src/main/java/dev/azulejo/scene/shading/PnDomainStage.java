package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.DomainBatch;

/** Curved PN triangles: a cubic for the place, a quadratic for the normal. */
final class PnDomainStage extends PatchDomainStage {
    PnDomainStage(PatchLayout layout, boolean placed) {
        super(layout, placed);
    }

    @Override
    void points(DomainBatch batch) {
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            for (int axis = 0; axis < 3; axis++) {
                cubic(batch, from, end, axis, batch.scratch[POINT + axis]);
            }
        }
    }

    private static void cubic(DomainBatch batch, int from, int end, int axis, float[] to) {
        float[] data = batch.patchData;
        int at = batch.patchAt[from] + axis;
        float p0 = data[at];
        float p1 = data[at + 3];
        float p2 = data[at + 6];
        float p01 = data[at + 9];
        float p10 = data[at + 12];
        float p12 = data[at + 15];
        float p21 = data[at + 18];
        float p20 = data[at + 21];
        float p02 = data[at + 24];
        float middle = data[at + 27];
        for (int i = from; i < end; i++) {
            float u = batch.u[i];
            float v = batch.v[i];
            float w = batch.w[i];
            float uu = u * u;
            float vv = v * v;
            float ww = w * w;
            float corners = (p0 * (uu * u) + p1 * (vv * v)) + p2 * (ww * w);
            float edge0 = p01 * (3 * (uu * v)) + p10 * (3 * (vv * u));
            float edge1 = p12 * (3 * (vv * w)) + p21 * (3 * (ww * v));
            float edge2 = p20 * (3 * (ww * u)) + p02 * (3 * (uu * w));
            to[i] = (corners + ((edge0 + edge1) + edge2)) + middle * (6 * ((u * v) * w));
        }
    }

    @Override
    void normals(DomainBatch batch) {
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            for (int axis = 0; axis < 3; axis++) {
                quadratic(batch, from, end, axis, batch.scratch[NORMAL + axis]);
            }
        }
    }

    private static void quadratic(DomainBatch batch, int from, int end, int axis, float[] to) {
        float[] data = batch.patchData;
        int at = batch.patchAt[from] + PatchLayout.PN_POINTS + axis;
        float n0 = data[at];
        float n1 = data[at + 3];
        float n2 = data[at + 6];
        float n01 = data[at + 9];
        float n12 = data[at + 12];
        float n20 = data[at + 15];
        for (int i = from; i < end; i++) {
            float u = batch.u[i];
            float v = batch.v[i];
            float w = batch.w[i];
            float corners = (n0 * (u * u) + n1 * (v * v)) + n2 * (w * w);
            to[i] = corners + ((n01 * (u * v) + n12 * (v * w)) + n20 * (w * u));
        }
    }

    @Override
    void between(DomainBatch batch, int at, float[] to) {
        float[] data = batch.patchData;
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            int first = batch.patchAt[from] + at;
            float a = data[first];
            float b = data[first + 1];
            float c = data[first + 2];
            for (int i = from; i < end; i++) {
                to[i] = (a * batch.u[i] + b * batch.v[i]) + c * batch.w[i];
            }
        }
    }
}
