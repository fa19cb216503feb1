package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.DomainBatch;

/** Bilinear patches raised along y; the normal comes from the slopes of the field. */
final class HeightFieldDomainStage extends PatchDomainStage {
    private static final int FLOATS = 5;

    // Scratch rows: the place on the field; height, then slopes.
    private static final int S = OWN;
    private static final int T = S + 1;
    private static final int HEIGHT = T + 1;

    /** First scratch row that this stage leaves to the kernels. */
    static final int END = HEIGHT + 1;

    private final HeightKernels kernels;

    HeightFieldDomainStage(PatchLayout layout, boolean placed, HeightKernels kernels) {
        super(layout, placed);
        this.kernels = kernels;
    }

    @Override
    void points(DomainBatch batch) {
        float[][] s = batch.scratch;
        for (int axis = 0; axis < 3; axis++) {
            bilinear(batch, axis, FLOATS, s[POINT + axis]);
        }
        bilinear(batch, 3, FLOATS, s[S]);
        bilinear(batch, 4, FLOATS, s[T]);
        var field = batch.groups[PbrUniforms.OBJECT].textures().getFirst();
        kernels.heights(field, batch, s[S], s[T], s[HEIGHT]);
        float[] y = s[POINT + 1];
        float[] height = s[HEIGHT];
        for (int i = 0; i < batch.count; i++) {
            y[i] += height[i];
        }
    }

    @Override
    void normals(DomainBatch batch) {
        float[][] s = batch.scratch;
        float[] uniforms = batch.groups[PbrUniforms.OBJECT].uniforms().data();
        float perX = uniforms[PbrUniforms.HEIGHT_STEPS];
        float perZ = uniforms[PbrUniforms.HEIGHT_STEPS + 1];
        var field = batch.groups[PbrUniforms.OBJECT].textures().getFirst();
        kernels.slopes(field, batch, s[S], s[T], s[NORMAL], s[NORMAL + 2]);
        for (int i = 0; i < batch.count; i++) {
            s[NORMAL][i] *= -perX;
            s[NORMAL + 1][i] = 1;
            s[NORMAL + 2][i] *= -perZ;
        }
    }

    @Override
    void between(DomainBatch batch, int at, float[] to) {
        bilinear(batch, at, 1, to);
    }
}
