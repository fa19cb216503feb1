package dev.azulejo.core;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** What tests of single stages begin with: phases of draw calls made by hand, cut into chunks. */
public final class Fixture {
    /** The identity, column-major. */
    public static final float[] IDENTITY = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    private Fixture() {}

    /**
     * Clip positions are attribute 0, varyings the components of attribute 1 in turn.
     *
     * @param varyingCount varyings, 0..4
     * @param discards whether the fragment stage may discard
     * @param matrix if not null, positions are this matrix times (x, y, z, 1) of attribute 0
     * @param geometry the geometry stage, or null
     */
    public record Program(
            int varyingCount, boolean discards, float[] matrix, GeometryStage geometry)
            implements ShaderProgram, VertexStage, FragmentStage {
        /** Vertices pass through as they are. */
        public static final Program PLAIN = new Program(4, false, null, null);

        @Override
        public String name() {
            return "fixture-" + System.identityHashCode(this);
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
        public GeometryStage geometryStage(Kernels kernels) {
            return geometry;
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
            if (matrix == null) {
                return -1;
            }
            System.arraycopy(matrix, 0, clipFromObject, 0, 16);
            return 0;
        }

        @Override
        public void positions(VertexBatch batch) {
            float[] m = matrix == null ? IDENTITY : matrix;
            for (int i = 0; i < batch.count; i++) {
                float x = batch.attribute[0][i];
                float y = batch.attribute[1][i];
                float z = batch.attribute[2][i];
                float w = matrix == null ? batch.attribute[3][i] : 1;
                batch.clipX[i] = x * m[0] + y * m[4] + z * m[8] + w * m[12];
                batch.clipY[i] = x * m[1] + y * m[5] + z * m[9] + w * m[13];
                batch.clipZ[i] = x * m[2] + y * m[6] + z * m[10] + w * m[14];
                batch.clipW[i] = x * m[3] + y * m[7] + z * m[11] + w * m[15];
            }
        }

        @Override
        public void varyings(VertexBatch batch) {
            int count = geometry == null ? varyingCount : geometry.inputVaryingCount();
            for (int k = 0; k < count; k++) {
                System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.red[i] = batch.varying[0][i];
                batch.green[i] = batch.varying[1][i];
                batch.blue[i] = batch.varying[2][i];
                batch.alpha[i] = batch.varying[3][i];
            }
        }
    }

    /** Triangles of the plain program: positions x, y, z, w in buffer 0, varyings in buffer 1. */
    public static PipelineState.Builder pipeline() {
        return pipeline(Program.PLAIN);
    }

    /** Likewise of any program. */
    public static PipelineState.Builder pipeline(Program program) {
        return PipelineState.opaque(
                program,
                VertexAttribute.packed(0, 0, program.matrix() == null ? 4 : 3),
                VertexAttribute.packed(1, 1, 4))
                .toBuilder();
    }

    /** A target of 8 bits a channel. */
    public static RenderTarget target(int width, int height, int samples) {
        return new RenderTarget(width, height, TextureFormat.RGBA8_UNORM, samples);
    }

    /** A phase of what is recorded after the begin of a pass that clears, cut and sealed. */
    public static Phase phase(
            RenderTarget target, EarlyZ early, Consumer<CommandBuffer> recording) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        recording.accept(commands);
        var phase = new PhasePool().acquire();
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, phase, new Counts());
        new Chunker(Chunker.Clusters.FOR_EARLY_Z).cut(phase, early, new Counts());
        return phase;
    }

    /** A phase of one draw call without an index buffer, over the whole of a target. */
    public static Phase draw(
            RenderTarget target, PipelineState pipeline, float[] positions, float[] varyings) {
        int stride = pipeline.attributes().getFirst().components();
        return phase(
                target,
                EarlyZ.OFF,
                c ->
                        c.setPipeline(pipeline)
                                .setVertexBuffer(0, new VertexBuffer(positions))
                                .setVertexBuffer(1, new VertexBuffer(varyings))
                                .draw(0, positions.length / stride, 0, 1));
    }

    /** Records an indexed draw call of all indices, one instance. */
    public static void drawIndexed(
            CommandBuffer commands,
            PipelineState pipeline,
            float[] positions,
            float[] varyings,
            int... indices) {
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, new VertexBuffer(positions))
                .setVertexBuffer(1, new VertexBuffer(varyings))
                .setIndexBuffer(new IndexBuffer(indices))
                .drawIndexed(0, indices.length, 0, 0, 1);
    }

    /** Goes on when others have come to the barrier as well; fails if nobody does. */
    public static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("nobody else works", e);
        }
    }

    /** An output for each chunk of a phase, begun. */
    public static ChunkOutput[] outputs(Phase phase) {
        var outputs = new ChunkOutput[phase.chunkCount()];
        for (int c = 0; c < outputs.length; c++) {
            outputs[c] = new ChunkOutput();
            outputs[c].begin(phase.chunk(c));
        }
        return outputs;
    }
}
