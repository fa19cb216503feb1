package dev.azulejo.core.oracle;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * Clip positions are attribute 0, the colour attribute 1, whose blue counts {@link #BACK} times on
 * triangles that face back.
 */
final class ColorProgram implements ShaderProgram, VertexStage, FragmentStage {
    static final ColorProgram PLAIN = new ColorProgram();

    /** What blue is multiplied by on back faces. */
    static final double BACK = 0.5;

    @Override
    public String name() {
        return "oracle";
    }

    @Override
    public int varyingCount() {
        return 4;
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
        for (int i = 0; i < batch.count; i++) {
            batch.clipX[i] = batch.attribute[0][i];
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
    public void shade(FragmentBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.red[i] = batch.varying[0][i];
            batch.green[i] = batch.varying[1][i];
            batch.blue[i] = batch.varying[2][i] * (batch.facing[i] > 0 ? 1 : (float) BACK);
            batch.alpha[i] = batch.varying[3][i];
        }
    }
}
