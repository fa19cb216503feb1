package dev.azulejo.core.device;

import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

/** A hill in a pond and its reflection: quads of four corners, raised and mirrored. */
final class Pond implements ShaderProgram, VertexStage, HullStage, DomainStage, GeometryStage {
    @Override
    public String name() {
        return "pond";
    }

    @Override
    public int varyingCount() {
        return 1; // height
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
    public GeometryStage geometryStage(Kernels kernels) {
        return this;
    }

    // Vertex stage: hands x and z of a corner on as a control point.

    @Override
    public int positionAttributes() {
        return 0;
    }

    @Override
    public int varyingAttributes() {
        return 1;
    }

    @Override
    public void positions(VertexBatch batch) {
        throw new IllegalStateException("control points have no clip positions");
    }

    @Override
    public void varyings(VertexBatch batch) {
        for (int k = 0; k < 2; k++) {
            System.arraycopy(batch.attribute[k], 0, batch.varying[k], 0, batch.count);
        }
    }

    // Hull stage: an edge's factor from its two ends, which its neighbour has too.

    @Override
    public TessellationMode mode() {
        return new TessellationMode(
                TessellationDomain.QUAD,
                TessellationPartitioning.FRACTIONAL_ODD,
                TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
    }

    @Override
    public int controlPointFloats() {
        return 2;
    }

    @Override
    public int patchFloats() {
        return 8;
    }

    @Override
    public void hull(HullBatch batch) {
        int[][] ends = {{0, 3}, {0, 1}, {1, 2}, {3, 2}}; // u = 0, v = 0, u = 1, v = 1
        float[][] c = batch.controlPoint;
        for (int i = 0; i < batch.count; i++) {
            for (int edge = 0; edge < 4; edge++) {
                int a = 2 * ends[edge][0];
                int b = 2 * ends[edge][1];
                float dx = (c[b][i] - c[a][i]) * batch.viewportWidth / 2;
                float dy = (c[b + 1][i] - c[a + 1][i]) * batch.viewportHeight / 4;
                // 6 pixels long; what is not in 1..64 is clamped, 0 and NaN drop the patch
                batch.edgeFactor[edge][i] = Math.max(1, (float) Math.sqrt(dx * dx + dy * dy) / 6);
            }
            batch.insideFactor[0][i] = Math.max(batch.edgeFactor[1][i], batch.edgeFactor[3][i]);
            batch.insideFactor[1][i] = Math.max(batch.edgeFactor[0][i], batch.edgeFactor[2][i]);
            for (int k = 0; k < 8; k++) {
                batch.patchData[k][i] = c[k][i];
            }
        }
    }

    // Domain stage: a point of the quad, raised by what depends on the place alone.

    @Override
    public void positions(DomainBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            float x = between(batch, 0, i);
            float z = between(batch, 1, i);
            batch.clipX[i] = x;
            batch.clipY[i] = height(x, z) - z / 2;
            batch.clipZ[i] = 0.5f - z / 4;
            batch.clipW[i] = 1;
        }
    }

    @Override
    public void varyings(DomainBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            batch.varying[0][i] = height(between(batch, 0, i), between(batch, 1, i));
        }
    }

    /** Sums in pairs: the same bits whichever end an edge is read from. */
    private static float between(DomainBatch batch, int k, int i) {
        float[] p = batch.patchData;
        int at = batch.patchAt[i] + k;
        float u = batch.u[i];
        float v = batch.v[i];
        float low = p[at] * (1 - u) + p[at + 2] * u;
        float high = p[at + 6] * (1 - u) + p[at + 4] * u;
        return low * (1 - v) + high * v;
    }

    private static float height(float x, float z) {
        float near = Math.max(0, 1 - 2 * (x * x + z * z));
        return near * near * 0.6f;
    }

    // Geometry stage: each triangle that rises above the water, and its mirror image.

    @Override
    public int inputVaryingCount() {
        return 1;
    }

    @Override
    public int maxPrimitives() {
        return 2;
    }

    @Override
    public int outputCorners() {
        return 3;
    }

    @Override
    public void geometry(GeometryBatch batch) {
        for (int i = 0; i < batch.count; i++) {
            float highest = 0;
            for (int corner = 0; corner < 3; corner++) {
                float height = batch.varying[corner][i];
                highest = Math.max(highest, height);
                for (int image = 0; image < 2; image++) {
                    // Corners 1 and 2 change places, so that the mirror image faces front too
                    int to = 3 * image + (image == 0 ? corner : (3 - corner) % 3);
                    batch.outClipX[to][i] = batch.clipX[corner][i];
                    batch.outClipY[to][i] = batch.clipY[corner][i] - 2 * image * height;
                    batch.outClipZ[to][i] = batch.clipZ[corner][i] + 0.25f * image;
                    batch.outClipW[to][i] = 1;
                    batch.outVarying[to][i] = image == 0 ? height : -height;
                }
            }
            batch.made[i] = highest > 0 ? 2 : 0;
        }
    }

    // Fragment stage: green and brown, or what water leaves of it.

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return batch -> {
            for (int i = 0; i < batch.count; i++) {
                float height = batch.varying[0][i];
                float light = height < 0 ? 0.3f : 0.9f;
                batch.red[i] = Math.abs(height) * light;
                batch.green[i] = 0.4f * light;
                batch.blue[i] = height < 0 ? 0.3f : 0.05f;
                batch.alpha[i] = 1;
            }
        };
    }
}
