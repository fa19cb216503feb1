package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.DomainBatch;

/** Bicubic Bezier patches; the normal is d/du x d/dv. */
final class BicubicDomainStage extends PatchDomainStage {
    // Scratch rows: weights of four points along u, along v, and of three differences.
    private static final int BY_U = OWN;
    private static final int BY_V = BY_U + 4;
    private static final int DIFFERENCE_U = BY_V + 4;
    private static final int DIFFERENCE_V = DIFFERENCE_U + 3;

    /** Scratch rows: derivatives by u and by v, x y z each. */
    private static final int ALONG_U = DIFFERENCE_V + 3;

    private static final int ALONG_V = ALONG_U + 3;

    /** The first scratch row that this stage leaves alone. */
    static final int END = ALONG_V + 3;

    /**
     * A parameter of the surface: floats between points along it and between those along the other;
     * scratch rows of differences along it, of weights along the other, and of derivatives by it.
     */
    private record Direction(int step, int across, int differences, int weights, int along) {}

    private static final Direction U = new Direction(12, 3, DIFFERENCE_U, BY_V, ALONG_U);
    private static final Direction V = new Direction(3, 12, DIFFERENCE_V, BY_U, ALONG_V);

    /** How far from a pole its normal is taken. */
    private static final float BESIDE = 0x1p-10f;

    BicubicDomainStage(PatchLayout layout, boolean placed) {
        super(layout, placed);
    }

    @Override
    void points(DomainBatch batch) {
        float[][] s = batch.scratch;
        weights(batch.u, s, BY_U, 0, batch.count);
        weights(batch.v, s, BY_V, 0, batch.count);
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            for (int axis = 0; axis < 3; axis++) {
                cubic(batch.patchData, batch.patchAt[from] + axis, s, from, end, s[POINT + axis]);
            }
        }
    }

    /** Bernstein polynomials; those of 1 - t are the same in reverse, bit for bit. */
    private static void weights(float[] along, float[][] s, int row, int from, int end) {
        float[] b0 = s[row];
        float[] b1 = s[row + 1];
        float[] b2 = s[row + 2];
        float[] b3 = s[row + 3];
        for (int i = from; i < end; i++) {
            float t = along[i];
            float r = 1 - t;
            float tt = t * t;
            float rr = r * r;
            b0[i] = rr * r;
            b1[i] = 3 * (rr * t);
            b2[i] = 3 * (tt * r);
            b3[i] = tt * t;
        }
    }

    private static void differences(float[] along, float[][] s, int row, int from, int end) {
        float[] b0 = s[row];
        float[] b1 = s[row + 1];
        float[] b2 = s[row + 2];
        for (int i = from; i < end; i++) {
            float t = along[i];
            float r = 1 - t;
            b0[i] = r * r;
            b1[i] = 2 * (r * t);
            b2[i] = t * t;
        }
    }

    /** Along u four times, then along v; the outer two and the inner two are paired. */
    private static void cubic(float[] data, int at, float[][] s, int from, int end, float[] to) {
        float p00 = data[at];
        float p01 = data[at + 3];
        float p02 = data[at + 6];
        float p03 = data[at + 9];
        float p10 = data[at + 12];
        float p11 = data[at + 15];
        float p12 = data[at + 18];
        float p13 = data[at + 21];
        float p20 = data[at + 24];
        float p21 = data[at + 27];
        float p22 = data[at + 30];
        float p23 = data[at + 33];
        float p30 = data[at + 36];
        float p31 = data[at + 39];
        float p32 = data[at + 42];
        float p33 = data[at + 45];
        float[] u0 = s[BY_U];
        float[] u1 = s[BY_U + 1];
        float[] u2 = s[BY_U + 2];
        float[] u3 = s[BY_U + 3];
        float[] v0 = s[BY_V];
        float[] v1 = s[BY_V + 1];
        float[] v2 = s[BY_V + 2];
        float[] v3 = s[BY_V + 3];
        for (int i = from; i < end; i++) {
            float a = (p00 * u0[i] + p30 * u3[i]) + (p10 * u1[i] + p20 * u2[i]);
            float b = (p01 * u0[i] + p31 * u3[i]) + (p11 * u1[i] + p21 * u2[i]);
            float c = (p02 * u0[i] + p32 * u3[i]) + (p12 * u1[i] + p22 * u2[i]);
            float d = (p03 * u0[i] + p33 * u3[i]) + (p13 * u1[i] + p23 * u2[i]);
            to[i] = (a * v0[i] + d * v3[i]) + (b * v1[i] + c * v2[i]);
        }
    }

    /**
     * A derivative but for its factor of 3: weighted differences along one direction, of sums along
     * the other. Equal points give exactly 0.
     */
    private static void derivative(
            DomainBatch batch, int from, int end, int axis, Direction direction) {
        float[] data = batch.patchData;
        float[][] s = batch.scratch;
        int step = direction.step;
        int differences = direction.differences;
        float[] to = s[direction.along + axis];
        for (int i = from; i < end; i++) {
            to[i] = 0;
        }
        float[] d0 = s[differences];
        float[] d1 = s[differences + 1];
        float[] d2 = s[differences + 2];
        for (int k = 0; k < 4; k++) {
            int first = batch.patchAt[from] + axis + k * direction.across;
            float a = data[first + step] - data[first];
            float b = data[first + 2 * step] - data[first + step];
            float c = data[first + 3 * step] - data[first + 2 * step];
            float[] weight = s[direction.weights + k];
            for (int i = from; i < end; i++) {
                to[i] += (a * d0[i] + (b * d1[i] + c * d2[i])) * weight[i];
            }
        }
    }

    @Override
    void normals(DomainBatch batch) {
        float[][] s = batch.scratch;
        differences(batch.u, s, DIFFERENCE_U, 0, batch.count);
        differences(batch.v, s, DIFFERENCE_V, 0, batch.count);
        int end;
        for (int from = 0; from < batch.count; from = end) {
            end = batch.runEnd(from);
            cross(batch, from, end);
            for (int i = from; i < end; i++) {
                float square =
                        s[NORMAL][i] * s[NORMAL][i]
                                + s[NORMAL + 1][i] * s[NORMAL + 1][i]
                                + s[NORMAL + 2][i] * s[NORMAL + 2][i];
                if (!(square > 0)) {
                    beside(batch, i);
                }
            }
        }
    }

    private static void cross(DomainBatch batch, int from, int end) {
        float[][] s = batch.scratch;
        for (int c = 0; c < 3; c++) {
            derivative(batch, from, end, c, U);
            derivative(batch, from, end, c, V);
        }
        for (int c = 0; c < 3; c++) {
            float[] uy = s[ALONG_U + (c + 1) % 3];
            float[] uz = s[ALONG_U + (c + 2) % 3];
            float[] vy = s[ALONG_V + (c + 1) % 3];
            float[] vz = s[ALONG_V + (c + 2) % 3];
            float[] to = s[NORMAL + c];
            for (int i = from; i < end; i++) {
                to[i] = uy[i] * vz[i] - uz[i] * vy[i];
            }
        }
    }

    /** At a pole, where d/dv vanishes, the normal of a place beside it along u; and conversely. */
    private static void beside(DomainBatch batch, int i) {
        float[][] s = batch.scratch;
        boolean uStays = isZero(s, ALONG_U, i) && !isZero(s, ALONG_V, i);
        boolean vStays = isZero(s, ALONG_V, i) && !isZero(s, ALONG_U, i);
        float u = batch.u[i];
        float v = batch.v[i];
        batch.u[i] = uStays ? u : inwards(u);
        batch.v[i] = vStays ? v : inwards(v);
        weights(batch.u, s, BY_U, i, i + 1);
        weights(batch.v, s, BY_V, i, i + 1);
        differences(batch.u, s, DIFFERENCE_U, i, i + 1);
        differences(batch.v, s, DIFFERENCE_V, i, i + 1);
        cross(batch, i, i + 1);
        batch.u[i] = u;
        batch.v[i] = v;
    }

    private static boolean isZero(float[][] s, int row, int i) {
        return s[row][i] == 0 && s[row + 1][i] == 0 && s[row + 2][i] == 0;
    }

    private static float inwards(float t) {
        return t < 0.5f ? t + BESIDE : t - BESIDE;
    }

    @Override
    void between(DomainBatch batch, int at, float[] to) {
        bilinear(batch, at, 1, to);
    }
}
