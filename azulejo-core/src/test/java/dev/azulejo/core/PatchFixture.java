package dev.azulejo.core;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
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

import java.util.function.IntConsumer;

/**
 * Rectangles as patches of two control points, so plain that what comes of them is counted by hand:
 * with whole factors, edge and inside the same, a patch of factor f has (f + 1)² points and 2 f²
 * triangles.
 */
public final class PatchFixture {
    /** Quads, whole factors. */
    public static final TessellationMode QUADS =
            new TessellationMode(
                    TessellationDomain.QUAD,
                    TessellationPartitioning.INTEGER,
                    TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);

    private PatchFixture() {}

    /** A rectangle in clip coordinates, its factors, and what its colour is. */
    public record Patch(
            float left, float low, float right, float high, float edge, float inside, float color) {
        /** The whole view. */
        public static Patch whole(float factor) {
            return new Patch(-1, -1, 1, 1, factor, factor, 0.5f);
        }

        /** To the left of the view. */
        public static Patch outside(float factor) {
            return new Patch(-3, -1, -2, 1, factor, factor, 0.5f);
        }
    }

    /**
     * Positions are mixed between two corners; varyings are u, v and the colour twice.
     *
     * @param geometry the geometry stage, or null
     * @param onHull told each patch of a hull stage
     * @param onPoints told how many points a domain stage computes positions of
     */
    public record Program(GeometryStage geometry, IntConsumer onHull, IntConsumer onPoints)
            implements ShaderProgram, VertexStage, HullStage, DomainStage {
        /** Without a geometry stage; tells nobody. */
        public static final Program PLAIN = new Program(null, patch -> {}, points -> {});

        @Override
        public String name() {
            return "patch-fixture-" + System.identityHashCode(this);
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
            return Fixture.Program.PLAIN;
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
            return geometry;
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
        public void positions(VertexBatch batch) {
            throw new IllegalStateException("not called for patches");
        }

        @Override
        public void varyings(VertexBatch batch) {
            for (int k = 0; k < 4; k++) {
                System.arraycopy(batch.attribute[k], 0, batch.varying[k], 0, batch.count);
            }
        }

        @Override
        public TessellationMode mode() {
            return QUADS;
        }

        @Override
        public int controlPointFloats() {
            return 4;
        }

        @Override
        public int patchFloats() {
            return 5;
        }

        /** Clip positions are the rectangle's places. */
        @Override
        public boolean linearBounds(BindGroup[] groups, int instance, float[] clipFromObject) {
            for (int k = 0; k < 16; k++) {
                clipFromObject[k] = k % 5 == 0 ? 1 : 0;
            }
            return true;
        }

        @Override
        public void hull(HullBatch batch) {
            for (int lane = 0; lane < batch.count; lane++) {
                for (int k = 0; k < 2; k++) {
                    batch.bounds[k][lane] = batch.controlPoint[k][lane];
                    batch.bounds[3 + k][lane] = batch.controlPoint[k + 2][lane];
                }
                batch.bounds[2][lane] = 0.5f;
                batch.bounds[5][lane] = 0.5f;
                for (int k = 0; k < 4; k++) {
                    batch.patchData[k][lane] = batch.controlPoint[k][lane];
                }
                batch.patchData[4][lane] = batch.controlPoint[6][lane];
                for (int e = 0; e < 4; e++) {
                    batch.edgeFactor[e][lane] = batch.controlPoint[4][lane];
                }
                batch.insideFactor[0][lane] = batch.controlPoint[5][lane];
                batch.insideFactor[1][lane] = batch.controlPoint[5][lane];
                onHull.accept(batch.patch[lane]);
            }
        }

        @Override
        public void positions(DomainBatch batch) {
            float[] d = batch.patchData;
            for (int i = 0; i < batch.count; i++) {
                int at = batch.patchAt[i];
                batch.clipX[i] = d[at] + (d[at + 2] - d[at]) * batch.u[i];
                batch.clipY[i] = d[at + 1] + (d[at + 3] - d[at + 1]) * batch.v[i];
                batch.clipZ[i] = 0.5f;
                batch.clipW[i] = 1;
            }
            onPoints.accept(batch.count);
        }

        @Override
        public void varyings(DomainBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.varying[0][i] = batch.u[i];
                batch.varying[1][i] = batch.v[i];
                batch.varying[2][i] = batch.patchData[batch.patchAt[i] + 4];
                batch.varying[3][i] = batch.patchData[batch.patchAt[i] + 4];
            }
        }
    }

    /** Makes as many of a triangle as its patch's number plus one, all the same. */
    public record Copies(int maxPrimitives) implements GeometryStage {
        @Override
        public int inputVaryingCount() {
            return 4;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.made[i] = batch.primitive[i] + 1;
                for (int v = 0; v < 3 * maxPrimitives; v++) {
                    batch.outClipX[v][i] = batch.clipX[v % 3][i];
                    batch.outClipY[v][i] = batch.clipY[v % 3][i];
                    batch.outClipZ[v][i] = batch.clipZ[v % 3][i];
                    batch.outClipW[v][i] = batch.clipW[v % 3][i];
                    for (int k = 0; k < 4; k++) {
                        batch.outVarying[4 * v + k][i] = batch.varying[4 * (v % 3) + k][i];
                    }
                }
            }
        }
    }

    /** Records a draw call of patches. */
    public static void draw(CommandBuffer commands, Program program, Patch... patches) {
        float[] points = new float[8 * patches.length];
        for (int p = 0; p < patches.length; p++) {
            var patch = patches[p];
            float[] floats = {
                patch.left,
                patch.low,
                patch.right,
                patch.high,
                patch.edge,
                patch.inside,
                patch.color,
                0
            };
            System.arraycopy(floats, 0, points, 8 * p, 8);
        }
        commands.setPipeline(PipelineState.patches(program, 2, VertexAttribute.packed(0, 0, 4)))
                .setVertexBuffer(0, new VertexBuffer(points))
                .draw(0, 2 * patches.length, 0, 1);
    }
}
