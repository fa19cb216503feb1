package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;

/**
 * Takes a surface apart: each triangle moves along its face normal and shrinks about its middle.
 */
final class ShatterStage implements GeometryStage {
    /** Scratch rows: the way that a triangle goes in world space, x y z. */
    private static final int WAY = 0;

    /** Scratch rows: the same in clip space, x y z w. */
    private static final int CLIP_WAY = WAY + 3;

    /** The first scratch row that this stage leaves alone. */
    static final int END = CLIP_WAY + 4;

    private final PbrFeatures features;

    ShatterStage(PbrFeatures features) {
        this.features = features;
    }

    /** The first varying of the world position: its own if lit, else behind all others. */
    static int place(PbrFeatures features) {
        return features.unlit() ? features.varyingCount() : features.positionVarying();
    }

    @Override
    public int inputVaryingCount() {
        return features.varyingCount() + (features.unlit() ? 3 : 0);
    }

    @Override
    public int maxPrimitives() {
        return 1;
    }

    @Override
    public int outputCorners() {
        return 3;
    }

    @Override
    public void geometry(GeometryBatch batch) {
        float[][] s = batch.scratch;
        float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
        way(batch, frame[PbrUniforms.SHATTER]);
        for (int row = 0; row < 4; row++) {
            int at = PbrUniforms.CLIP_FROM_WORLD + row;
            PbrVertexStage.affine(frame, at, 4, 0, s, WAY, s[CLIP_WAY + row], batch.count);
        }
        float keep = 1 - frame[PbrUniforms.SHATTER + 1];
        move(batch, keep, s[CLIP_WAY], 0, batch.clipX, 1, batch.outClipX, 1);
        move(batch, keep, s[CLIP_WAY + 1], 0, batch.clipY, 1, batch.outClipY, 1);
        move(batch, keep, s[CLIP_WAY + 2], 0, batch.clipZ, 1, batch.outClipZ, 1);
        move(batch, keep, s[CLIP_WAY + 3], 0, batch.clipW, 1, batch.outClipW, 1);
        int in = inputVaryingCount();
        int out = features.varyingCount();
        int place = place(features);
        for (int k = 0; k < out; k++) {
            if (k >= place && k < place + 3) {
                float[] way = s[WAY + k - place];
                move(batch, keep, way, k, batch.varying, in, batch.outVarying, out);
                continue;
            }
            for (int c = 0; c < 3; c++) {
                float[] from = batch.varying[in * c + k];
                System.arraycopy(from, 0, batch.outVarying[out * c + k], 0, batch.count);
            }
        }
        java.util.Arrays.fill(batch.made, 0, batch.count, 1);
    }

    /** The face normal, outwards also where the object is mirrored, as long as the way. */
    private void way(GeometryBatch batch, float distance) {
        float[][] s = batch.scratch;
        float[][] v = batch.varying;
        int a = place(features);
        int b = inputVaryingCount() + a;
        int c = 2 * inputVaryingCount() + a;
        float side =
                batch.groups[PbrUniforms.OBJECT].uniforms().data()[PbrUniforms.HANDEDNESS]
                        * distance;
        for (int i = 0; i < batch.count; i++) {
            float ux = v[b][i] - v[a][i];
            float uy = v[b + 1][i] - v[a + 1][i];
            float uz = v[b + 2][i] - v[a + 2][i];
            float vx = v[c][i] - v[a][i];
            float vy = v[c + 1][i] - v[a + 1][i];
            float vz = v[c + 2][i] - v[a + 2][i];
            float x = uy * vz - uz * vy;
            float y = uz * vx - ux * vz;
            float z = ux * vy - uy * vx;
            float square = (x * x + y * y) + z * z;
            float scale = square > 0 ? side / (float) Math.sqrt(square) : 0;
            s[WAY][i] = x * scale;
            s[WAY + 1][i] = y * scale;
            s[WAY + 2][i] = z * scale;
        }
    }

    /**
     * Moves a coordinate of the three corners.
     *
     * @param first the first corner's row, in {@code from} and in {@code to}
     * @param stepFrom how many rows on the next corner's is, in {@code from}
     * @param stepTo likewise, in {@code to}
     */
    private static void move(
            GeometryBatch batch,
            float keep,
            float[] way,
            int first,
            float[][] from,
            int stepFrom,
            float[][] to,
            int stepTo) {
        float[] a = from[first];
        float[] b = from[first + stepFrom];
        float[] c = from[first + 2 * stepFrom];
        float[] toA = to[first];
        float[] toB = to[first + stepTo];
        float[] toC = to[first + 2 * stepTo];
        for (int i = 0; i < batch.count; i++) {
            float middle = ((a[i] + b[i]) + c[i]) * (1 / 3f);
            toA[i] = (middle + (a[i] - middle) * keep) + way[i];
            toB[i] = (middle + (b[i] - middle) * keep) + way[i];
            toC[i] = (middle + (c[i] - middle) * keep) + way[i];
        }
    }
}
