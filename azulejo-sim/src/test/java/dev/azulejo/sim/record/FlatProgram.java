package dev.azulejo.sim.record;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * Clip positions are attribute 0, colours attribute 1; positions are the identity times attribute
 * 0, so that clusters have boxes.
 *
 * @param costs what it says of itself; null for the estimate
 */
record FlatProgram(StageCosts costs) implements ShaderProgram, VertexStage, FragmentStage {
    @Override
    public String name() {
        return "flat " + costs;
    }

    @Override
    public int varyingCount() {
        return 4;
    }

    @Override
    public StageCosts costs(int controlPoints, BindGroup[] groups) {
        return costs == null ? ShaderProgram.super.costs(controlPoints, groups) : costs;
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
    public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
        for (int i = 0; i < 16; i++) {
            clipFromObject[i] = i % 5 == 0 ? 1 : 0;
        }
        return 0;
    }

    @Override
    public void positions(VertexBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.clipX[i] = batch.attribute[0][i];
            batch.clipY[i] = batch.attribute[1][i];
            batch.clipZ[i] = batch.attribute[2][i];
            batch.clipW[i] = 1;
        }
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < 4; k++) {
            System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
        }
    }

    @Override
    public void shade(FragmentBatch batch) {
        System.arraycopy(batch.varying[0], 0, batch.red, 0, batch.count);
        System.arraycopy(batch.varying[1], 0, batch.green, 0, batch.count);
        System.arraycopy(batch.varying[2], 0, batch.blue, 0, batch.count);
        System.arraycopy(batch.varying[3], 0, batch.alpha, 0, batch.count);
    }
}
