package dev.azulejo.scene.shading;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.shader.DomainBatch;

/** The definition. */
public final class ScalarHeightKernels implements HeightKernels {
    @Override
    public void heights(Texture field, DomainBatch batch, float[] s, float[] t, float[] height) {
        HeightSampling.heights(field, 0, batch.count, s, t, height);
    }

    @Override
    public void slopes(
            Texture field,
            DomainBatch batch,
            float[] s,
            float[] t,
            float[] slopeX,
            float[] slopeZ) {
        HeightSampling.slopes(field, 0, batch.count, s, t, slopeX, slopeZ);
    }
}
