package dev.azulejo.core.device;

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
final class TestProgram implements ShaderProgram, VertexStage, FragmentStage {
    private final boolean discards;

    TestProgram(boolean discards) {
        this.discards = discards;
    }

    @Override
    public String name() {
        return discards ? "test-discard" : "test";
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
