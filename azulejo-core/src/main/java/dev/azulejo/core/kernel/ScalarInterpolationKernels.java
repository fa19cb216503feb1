package dev.azulejo.core.kernel;

import dev.azulejo.core.shader.FragmentBatch;

/** Definition of {@link InterpolationKernels}. */
public final class ScalarInterpolationKernels implements InterpolationKernels {
    @Override
    public void locate(
            int[] pixel,
            int first,
            int count,
            int tileX,
            int tileY,
            int blockShift,
            FragmentBatch batch) {
        int blockMask = (1 << blockShift) - 1;
        for (int i = 0; i < count; i++) {
            int p = pixel[first + i];
            int block = p >> 4;
            batch.pixelX[i] = tileX + ((block & blockMask) << 2) + (p & 3);
            batch.pixelY[i] = tileY + (block >> blockShift << 2) + (p >> 2 & 3);
        }
    }

    @Override
    public void interpolate(
            InterpolationTriangle t,
            FragmentBatch batch,
            int from,
            int to,
            int varyings,
            int gradients) {
        float[] data = t.data;
        float q0 = data[t.v0];
        float q1 = data[t.v1];
        float q2 = data[t.v2];
        float a1 = t.a1;
        float b1 = t.b1;
        float a2 = t.a2;
        float b2 = t.b2;
        float dWdx = (a1 * (q1 - q0) + a2 * (q2 - q0)) * TrianglePlanes.SUBPIXEL_ONE;
        float dWdy = (b1 * (q1 - q0) + b2 * (q2 - q0)) * TrianglePlanes.SUBPIXEL_ONE;
        float a1q = a1 * q1 * TrianglePlanes.SUBPIXEL_ONE;
        float b1q = b1 * q1 * TrianglePlanes.SUBPIXEL_ONE;
        float a2q = a2 * q2 * TrianglePlanes.SUBPIXEL_ONE;
        float b2q = b2 * q2 * TrianglePlanes.SUBPIXEL_ONE;
        for (int i = from; i < to; i++) {
            float dx =
                    (batch.pixelX[i] << TrianglePlanes.SUBPIXEL_BITS)
                            + TrianglePlanes.SUBPIXEL_HALF
                            - t.x0;
            float dy =
                    (batch.pixelY[i] << TrianglePlanes.SUBPIXEL_BITS)
                            + TrianglePlanes.SUBPIXEL_HALF
                            - t.y0;
            float l1 = Math.min(Math.max(a1 * dx + b1 * dy, 0), 1);
            float l2 = Math.min(Math.max(a2 * dx + b2 * dy, 0), 1 - l1);
            float l0 = 1 - l1 - l2;
            float r = 1 / (l0 * q0 + l1 * q1 + l2 * q2);
            float p1 = l1 * q1 * r;
            float p2 = l2 * q2 * r;
            float p1dx = (a1q - p1 * dWdx) * r;
            float p2dx = (a2q - p2 * dWdx) * r;
            float p1dy = (b1q - p1 * dWdy) * r;
            float p2dy = (b2q - p2 * dWdy) * r;
            for (int k = 0; k < varyings; k++) {
                float f0 = data[t.v0 + 1 + k];
                float d1 = data[t.v1 + 1 + k] - f0;
                float d2 = data[t.v2 + 1 + k] - f0;
                batch.varying[k][i] = f0 + p1 * d1 + p2 * d2;
                if (k < gradients) {
                    batch.ddx[k][i] = p1dx * d1 + p2dx * d2;
                    batch.ddy[k][i] = p1dy * d1 + p2dy * d2;
                }
            }
            batch.facing[i] = t.facing;
            batch.instance[i] = t.instance;
        }
    }
}
