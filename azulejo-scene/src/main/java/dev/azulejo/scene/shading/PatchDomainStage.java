package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;

/**
 * What the domain stages of all kinds of patches share: points of the surface, in the object's
 * space, become what the vertex stage makes of vertices.
 *
 * <p>Plain loops over the lanes of a patch, which the compiler vectorises: what belongs to the
 * patch stays in registers. Sums are paired so that a point on an edge is the same read from either
 * end, bit for bit, and what does not touch the edge counts there as nothing: neighbours agree.
 */
abstract class PatchDomainStage implements DomainStage {
    /** Scratch rows: the point, x y z; its normal, of any length. */
    static final int POINT = 0;

    static final int NORMAL = POINT + 3;

    /** Scratch rows: the tangent, x y z and its handedness. */
    private static final int TANGENT = NORMAL + 3;

    /** First scratch row that is the kind's own. */
    static final int OWN = TANGENT + 4;

    final PatchLayout layout;

    /** Whether the world position of unlit surfaces is wanted too, behind all varyings. */
    private final boolean placed;

    PatchDomainStage(PatchLayout layout, boolean placed) {
        this.layout = layout;
        this.placed = placed;
    }

    /** Writes {@link #POINT}. */
    abstract void points(DomainBatch batch);

    /** Writes {@link #NORMAL}, after {@link #points}. */
    abstract void normals(DomainBatch batch);

    /** Writes a value between those of a patch's corners. */
    abstract void between(DomainBatch batch, int at, float[] to);

    @Override
    public void positions(DomainBatch batch) {
        points(batch);
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        int at = PbrUniforms.CLIP_FROM_OBJECT;
        affine(batch, m, at, 4, 1, POINT, batch.clipX);
        affine(batch, m, at + 1, 4, 1, POINT, batch.clipY);
        affine(batch, m, at + 2, 4, 1, POINT, batch.clipZ);
        affine(batch, m, at + 3, 4, 1, POINT, batch.clipW);
    }

    /** Writes a linear function of the points: factors of x, y and z, and a constant. */
    final void along(DomainBatch batch, float[] row, float[] to) {
        points(batch);
        PbrVertexStage.affine(row, 0, 1, 1, batch.scratch, POINT, to, batch.count);
    }

    private static void affine(
            DomainBatch batch, float[] m, int row, int stride, float w, int from, float[] to) {
        PbrVertexStage.affine(m, row, stride, w, batch.scratch, from, to, batch.count);
    }

    @Override
    public void varyings(DomainBatch batch) {
        var features = layout.features;
        float[][] v = batch.varying;
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        int tangents = layout.tangents() ? 4 : 0;
        for (int k = 0; k < layout.carried; k++) {
            boolean tangent = k >= layout.carried - tangents;
            float[] to =
                    tangent
                            ? batch.scratch[TANGENT + k - layout.carried + 4]
                            : v[layout.varying(k)];
            between(batch, layout.dataFrom + layout.corners * k, to);
        }
        if (tangents != 0) {
            tangent(batch, m);
        }
        if (features.unlit() && !placed) {
            return;
        }
        points(batch);
        int place = ShatterStage.place(features);
        for (int c = 0; c < 3; c++) {
            affine(batch, m, PbrUniforms.WORLD_FROM_OBJECT + c, 4, 1, POINT, v[place + c]);
        }
        if (features.unlit()) {
            return;
        }
        normals(batch);
        normalize(batch);
        for (int c = 0; c < 3; c++) {
            affine(
                    batch,
                    m,
                    PbrUniforms.NORMAL_MATRIX + c,
                    3,
                    0,
                    NORMAL,
                    v[features.normalVarying() + c]);
        }
        if (tangents != 0) {
            PbrVertexStage.toUnitFrame(features, m, v, batch.count);
        }
    }

    private void tangent(DomainBatch batch, float[] m) {
        int t = layout.features.tangentVarying();
        for (int c = 0; c < 3; c++) {
            affine(
                    batch,
                    m,
                    PbrUniforms.WORLD_FROM_OBJECT + c,
                    4,
                    0,
                    TANGENT,
                    batch.varying[t + c]);
        }
        float handedness = m[PbrUniforms.HANDEDNESS];
        float[] sign = batch.scratch[TANGENT + 3];
        float[] to = batch.varying[t + 3];
        for (int i = 0; i < batch.count; i++) {
            to[i] = sign[i] * handedness;
        }
    }

    private static void normalize(DomainBatch batch) {
        float[] x = batch.scratch[NORMAL];
        float[] y = batch.scratch[NORMAL + 1];
        float[] z = batch.scratch[NORMAL + 2];
        for (int i = 0; i < batch.count; i++) {
            float square = (x[i] * x[i] + y[i] * y[i]) + z[i] * z[i];
            float scale = 1 / (float) Math.sqrt(Math.max(square, Float.MIN_NORMAL));
            x[i] *= scale;
            y[i] *= scale;
            z[i] *= scale;
        }
    }

    /** Bilinear: corners at (0, 0), (1, 0), (1, 1) and (0, 1), {@code stride} floats apart. */
    static void bilinear(DomainBatch batch, int at, int stride, float[] to) {
        float[] data = batch.patchData;
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            int first = batch.patchAt[from] + at;
            float a = data[first];
            float b = data[first + stride];
            float c = data[first + 2 * stride];
            float d = data[first + 3 * stride];
            for (int i = from; i < end; i++) {
                float u = batch.u[i];
                float v = batch.v[i];
                float low = a * (1 - u) + b * u;
                float high = d * (1 - u) + c * u;
                to[i] = low * (1 - v) + high * v;
            }
        }
    }
}
