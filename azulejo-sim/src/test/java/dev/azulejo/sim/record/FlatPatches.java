package dev.azulejo.sim.record;

import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellationMode;

import java.util.Arrays;

/**
 * Patches of two control points, opposite corners of a rectangle at the first one's depth, that
 * become so many by so many squares of two triangles each.
 *
 * @param mode quads, in whole numbers
 * @param squares along each side
 */
record FlatPatches(TessellationMode mode, int squares)
        implements ShaderProgram, VertexStage, HullStage, DomainStage {
    private static final int FLOATS = 3;
    private static final FlatProgram PAINT = new FlatProgram(null);

    @Override
    public String name() {
        return "flat patches " + squares;
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
    public HullStage hullStage(Kernels kernels) {
        return this;
    }

    @Override
    public DomainStage domainStage(Kernels kernels) {
        return this;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return PAINT;
    }

    @Override
    public int positionAttributes() {
        return 1;
    }

    @Override
    public int varyingAttributes() {
        return 1;
    }

    @Override
    public int controlPointFloats() {
        return FLOATS;
    }

    @Override
    public int patchFloats() {
        return 2 * FLOATS;
    }

    @Override
    public void positions(VertexBatch batch) {
        throw new IllegalStateException("control points have no positions");
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < FLOATS; k++) {
            System.arraycopy(batch.attribute[k], 0, batch.varying[k], 0, batch.count);
        }
    }

    /** Clip positions are what corners say. */
    @Override
    public boolean linearBounds(BindGroup[] groups, int instance, float[] clipFromObject) {
        for (int k = 0; k < 16; k++) {
            clipFromObject[k] = k % 5 == 0 ? 1 : 0;
        }
        return true;
    }

    private static void bound(HullBatch batch) {
        for (int lane = 0; lane < batch.count; lane++) {
            for (int k = 0; k < FLOATS; k++) {
                float one = batch.controlPoint[k][lane];
                float other = batch.controlPoint[k == 2 ? k : FLOATS + k][lane];
                batch.bounds[k][lane] = Math.min(one, other);
                batch.bounds[FLOATS + k][lane] = Math.max(one, other);
            }
        }
    }

    @Override
    public void hull(HullBatch batch) {
        if (batch.bounded) {
            bound(batch);
        }
        for (var factors : batch.edgeFactor) {
            Arrays.fill(factors, squares);
        }
        for (var factors : batch.insideFactor) {
            Arrays.fill(factors, squares);
        }
        for (int k = 0; k < 2 * FLOATS; k++) {
            System.arraycopy(batch.controlPoint[k], 0, batch.patchData[k], 0, batch.count);
        }
    }

    @Override
    public void positions(DomainBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            int at = batch.patchAt[i];
            float[] corners = batch.patchData;
            batch.clipX[i] = corners[at] + batch.u[i] * (corners[at + 3] - corners[at]);
            batch.clipY[i] = corners[at + 1] + batch.v[i] * (corners[at + 4] - corners[at + 1]);
            batch.clipZ[i] = corners[at + 2];
            batch.clipW[i] = 1;
        }
    }

    @Override
    public void varyings(DomainBatch batch) {
        for (int k = 0; k < varyingCount(); k++) {
            Arrays.fill(batch.varying[k], 0, batch.count, 1);
        }
    }
}
