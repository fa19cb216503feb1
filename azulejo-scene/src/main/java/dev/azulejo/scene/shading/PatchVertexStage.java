package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/** Hands attributes on as control points. */
final class PatchVertexStage implements VertexStage {
    private final PatchLayout layout;

    PatchVertexStage(PatchLayout layout) {
        this.layout = layout;
    }

    @Override
    public int positionAttributes() {
        return 0;
    }

    @Override
    public int varyingAttributes() {
        return layout.slots();
    }

    @Override
    public void positions(VertexBatch batch) {
        throw new IllegalStateException("control points have no clip positions");
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < layout.source.length; k++) {
            System.arraycopy(
                    batch.attribute[layout.source[k]], 0, batch.varying[k], 0, batch.count);
        }
    }
}
