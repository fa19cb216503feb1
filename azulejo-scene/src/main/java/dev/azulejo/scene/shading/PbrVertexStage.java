package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * Transforms vertices. Plain loops over lanes, which the compiler vectorises without changing a bit
 * (no fused operations, no reductions).
 */
final class PbrVertexStage implements VertexStage {
    private static final int POSITION = 0;
    private static final int NORMAL = 1;
    private static final int TANGENT = 2;
    private static final int TEX_COORD = 3;
    private static final int COLOR = 5;

    private final PbrFeatures features;

    /** Whether a geometry stage follows, which reads the world position of unlit surfaces too. */
    private final boolean shatters;

    PbrVertexStage(PbrFeatures features, boolean shatters) {
        this.features = features;
        this.shatters = shatters;
    }

    @Override
    public int positionAttributes() {
        return 1 << POSITION;
    }

    @Override
    public int varyingAttributes() {
        int mask = features.unlit() ? 0 : 1 << POSITION | 1 << NORMAL;
        mask |= shatters ? 1 << POSITION : 0;
        for (int set = 0; set < features.texCoordSets(); set++) {
            mask |= 1 << TEX_COORD + set;
        }
        mask |= features.vertexColors() ? 1 << COLOR : 0;
        mask |= features.openness() ? 1 << PbrProgram.OPENNESS_SLOT : 0;
        mask |= features.tangents() ? 1 << TANGENT : 0;
        return mask;
    }

    @Override
    public void positions(VertexBatch batch) {
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        int at = PbrUniforms.CLIP_FROM_OBJECT;
        float[][] a = batch.attribute;
        affine(m, at, 4, 1, a, 4 * POSITION, batch.clipX, batch.count);
        affine(m, at + 1, 4, 1, a, 4 * POSITION, batch.clipY, batch.count);
        affine(m, at + 2, 4, 1, a, 4 * POSITION, batch.clipZ, batch.count);
        affine(m, at + 3, 4, 1, a, 4 * POSITION, batch.clipW, batch.count);
    }

    @Override
    public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
        if (shatters) {
            return -1;
        }
        float[] m = groups[PbrUniforms.OBJECT].uniforms().data();
        System.arraycopy(m, PbrUniforms.CLIP_FROM_OBJECT, clipFromObject, 0, 16);
        return POSITION;
    }

    /**
     * One row of a column-major matrix times (x, y, z, w).
     *
     * @param from rows of x, y and z from {@code first} on
     */
    static void affine(
            float[] m,
            int row,
            int stride,
            float w,
            float[][] from,
            int first,
            float[] to,
            int count) {
        float[] x = from[first];
        float[] y = from[first + 1];
        float[] z = from[first + 2];
        float mx = m[row];
        float my = m[row + stride];
        float mz = m[row + 2 * stride];
        float mw = w == 0 ? 0 : m[row + 3 * stride] * w;
        for (int i = 0; i < count; i++) {
            to[i] = x[i] * mx + y[i] * my + z[i] * mz + mw;
        }
    }

    @Override
    public void varyings(VertexBatch batch) {
        float[] m = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float[][] a = batch.attribute;
        float[][] v = batch.varying;
        int count = batch.count;
        for (int set = 0; set < features.texCoordSets(); set++) {
            System.arraycopy(a[4 * (TEX_COORD + set)], 0, v[2 * set], 0, count);
            System.arraycopy(a[4 * (TEX_COORD + set) + 1], 0, v[2 * set + 1], 0, count);
        }
        if (features.vertexColors()) {
            for (int c = 0; c < 4; c++) {
                System.arraycopy(a[4 * COLOR + c], 0, v[features.colorVarying() + c], 0, count);
            }
        }
        if (!features.unlit() || shatters) {
            int place = ShatterStage.place(features);
            for (int c = 0; c < 3; c++) {
                affine(
                        m,
                        PbrUniforms.WORLD_FROM_OBJECT + c,
                        4,
                        1,
                        a,
                        4 * POSITION,
                        v[place + c],
                        count);
            }
        }
        if (features.unlit()) {
            return;
        }
        if (features.openness()) {
            float[] open = a[4 * PbrProgram.OPENNESS_SLOT];
            System.arraycopy(open, 0, v[features.opennessVarying()], 0, count);
        }
        for (int c = 0; c < 3; c++) {
            affine(
                    m,
                    PbrUniforms.NORMAL_MATRIX + c,
                    3,
                    0,
                    a,
                    4 * NORMAL,
                    v[features.normalVarying() + c],
                    count);
        }
        if (features.tangents()) {
            int t = features.tangentVarying();
            for (int c = 0; c < 3; c++) {
                affine(m, PbrUniforms.WORLD_FROM_OBJECT + c, 4, 0, a, 4 * TANGENT, v[t + c], count);
            }
            float handedness = m[PbrUniforms.HANDEDNESS];
            for (int i = 0; i < count; i++) {
                v[t + 3][i] = a[4 * TANGENT + 3][i] * handedness;
            }
            toUnitFrame(features, m, v, count);
        }
    }

    /**
     * Makes normals and tangents as long as each other, so that a normal map turns by the angles
     * that are in it: one, where the model matrix has made something else of their lengths.
     */
    static void toUnitFrame(PbrFeatures features, float[] object, float[][] varying, int count) {
        if (object[PbrUniforms.STRETCHES] != 0) {
            normalize(varying, features.normalVarying(), count);
            normalize(varying, features.tangentVarying(), count);
        }
    }

    private static void normalize(float[][] rows, int first, int count) {
        float[] x = rows[first];
        float[] y = rows[first + 1];
        float[] z = rows[first + 2];
        for (int i = 0; i < count; i++) {
            // In doubles: squares of what is small or large are no floats
            double square = ((double) x[i] * x[i] + (double) y[i] * y[i]) + (double) z[i] * z[i];
            double scale = 1 / Math.sqrt(Math.max(square, Double.MIN_NORMAL));
            x[i] = (float) (x[i] * scale);
            y[i] = (float) (y[i] * scale);
            z[i] = (float) (z[i] * scale);
        }
    }
}
