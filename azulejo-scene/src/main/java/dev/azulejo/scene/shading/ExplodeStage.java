package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;

/**
 * Takes a surface apart: each triangle moves along its face normal and shrinks about its middle.
 */
final class ExplodeStage implements GeometryStage {
    // Scratch rows: the way that a triangle goes in world space, then in clip space.
    private static final int WAY = 0;
    private static final int CLIP_WAY = 3;

    private final PbrFeatures features;

    ExplodeStage(PbrFeatures features) {
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
        float[] frame = batch.groups[0].uniforms().data();
        way(batch, frame[PbrUniforms.EXPLODE]);
        for (int row = 0; row < 4; row++) {
            int at = PbrUniforms.CLIP_FROM_WORLD + row;
            PbrVertexStage.affine(
                    frame,
                    at,
                    4,
                    0,
                    s[WAY],
                    s[WAY + 1],
                    s[WAY + 2],
                    s[CLIP_WAY + row],
                    batch.count);
        }
        float keep = 1 - frame[PbrUniforms.EXPLODE + 1];
        move(batch, keep, batch.clipX, s[CLIP_WAY], batch.outClipX);
        move(batch, keep, batch.clipY, s[CLIP_WAY + 1], batch.outClipY);
        move(batch, keep, batch.clipZ, s[CLIP_WAY + 2], batch.outClipZ);
        move(batch, keep, batch.clipW, s[CLIP_WAY + 3], batch.outClipW);
        int in = inputVaryingCount();
        int out = features.varyingCount();
        int place = place(features);
        float[][] from = new float[3][];
        float[][] to = new float[3][];
        for (int k = 0; k < out; k++) {
            boolean moves = k >= place && k < place + 3;
            for (int c = 0; c < 3; c++) {
                from[c] = batch.varying[in * c + k];
                to[c] = batch.outVarying[out * c + k];
                if (!moves) {
                    System.arraycopy(from[c], 0, to[c], 0, batch.count);
                }
            }
            if (moves) {
                move(batch, keep, from, s[WAY + k - place], to);
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
        float side = batch.groups[2].uniforms().data()[PbrUniforms.HANDEDNESS] * distance;
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

    private static void move(
            GeometryBatch batch, float keep, float[][] from, float[] way, float[][] to) {
        for (int i = 0; i < batch.count; i++) {
            float middle = ((from[0][i] + from[1][i]) + from[2][i]) * (1 / 3f);
            for (int c = 0; c < 3; c++) {
                to[c][i] = (middle + (from[c][i] - middle) * keep) + way[i];
            }
        }
    }
}
