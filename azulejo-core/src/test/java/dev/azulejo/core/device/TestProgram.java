package dev.azulejo.core.device;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * Passes clip positions (slot 0) through and paints with the colour varyings (slot 1), mixed with
 * derivatives, facing, pixel and instance, so that any difference in them shows.
 */
public final class TestProgram implements ShaderProgram, VertexStage, FragmentStage {
    private final boolean discards;
    private final boolean linear;

    /** Takes clip positions as they are. */
    public TestProgram(boolean discards) {
        this(discards, false);
    }

    /** If linear, positions (slot 0) are multiplied by the matrix of bind group 0. */
    public TestProgram(boolean discards, boolean linear) {
        this.discards = discards;
        this.linear = linear;
    }

    @Override
    public String name() {
        return (discards ? "test-discard" : "test") + (linear ? "-linear" : "");
    }

    @Override
    public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
        if (!linear) {
            return -1;
        }
        System.arraycopy(groups[0].uniforms().data(), 0, clipFromObject, 0, 16);
        clipFromObject[12] += instance * 0.3f;
        return 0;
    }

    @Override
    public int varyingCount() {
        return 4;
    }

    @Override
    public int gradientCount() {
        return 2;
    }

    @Override
    public boolean discards() {
        return discards;
    }

    @Override
    public int keepVaryingCount() {
        return 1;
    }

    @Override
    public boolean writesCoverage() {
        return true;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return this;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return this;
    }

    @Override
    public int positionAttributes() {
        return 1;
    }

    @Override
    public int varyingAttributes() {
        return 2;
    }

    @Override
    public void positions(VertexBatch batch) {
        if (linear) {
            float[] m = batch.groups[0].uniforms().data();
            for (int i = 0; i < batch.count; i++) {
                float x = batch.attribute[0][i];
                float y = batch.attribute[1][i];
                float z = batch.attribute[2][i];
                batch.clipX[i] = x * m[0] + y * m[4] + z * m[8] + (m[12] + batch.instance * 0.3f);
                batch.clipY[i] = x * m[1] + y * m[5] + z * m[9] + m[13];
                batch.clipZ[i] = x * m[2] + y * m[6] + z * m[10] + m[14];
                batch.clipW[i] = x * m[3] + y * m[7] + z * m[11] + m[15];
            }
            return;
        }
        float shift = batch.instance * 0.11f;
        for (int i = 0; i < batch.count; i++) {
            batch.clipX[i] = batch.attribute[0][i] + shift * batch.attribute[3][i];
            batch.clipY[i] = batch.attribute[1][i];
            batch.clipZ[i] = batch.attribute[2][i];
            batch.clipW[i] = batch.attribute[3][i];
        }
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < 4; k++) {
            System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
        }
    }

    @Override
    public void keep(FragmentBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            float scaled = batch.varying[0][i] * 9;
            batch.keep[i] = scaled - (int) scaled > 0.4f ? -1 : 0;
        }
    }

    /** Stripes with soft edges: all, some and nothing of a fragment, also beyond 0..1. */
    @Override
    public void cover(FragmentBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            float scaled = batch.varying[0][i] * 9;
            float width = 9 * (Math.abs(batch.ddx[0][i]) + Math.abs(batch.ddy[0][i]));
            batch.alpha[i] = (scaled - (int) scaled - 0.4f) / Math.max(width, 0.1f) + 0.5f;
        }
    }

    @Override
    public void shade(FragmentBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.red[i] = batch.varying[0][i] + batch.ddx[0][i] * 0.25f;
            batch.green[i] = batch.varying[1][i] + batch.ddy[1][i] * 0.25f;
            batch.blue[i] =
                    batch.varying[2][i]
                            + (batch.facing[i] > 0 ? 0 : 0.125f)
                            + (batch.pixelX[i] & 1) * 0.0625f
                            + (batch.pixelY[i] & 1) * 0.03125f
                            + batch.instance[i] * 0.2f;
            batch.alpha[i] = batch.varying[3][i];
        }
    }
}
