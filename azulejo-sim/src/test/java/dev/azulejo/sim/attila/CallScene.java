package dev.azulejo.sim.attila;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.sim.record.TraceRecorder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws the triangles of a {@link CallText} with azulejo's renderer, and records their work. */
final class CallScene {
    /** Floats of a vertex beside its position: they are fetched, and nothing is made of them. */
    private static final int COLOUR = 4;

    private CallScene() {}

    /**
     * Clip positions are attribute 0, colours attribute 1.
     *
     * @param costs of its stages
     */
    private record Program(StageCosts costs) implements ShaderProgram, VertexStage, FragmentStage {
        @Override
        public String name() {
            return "calls";
        }

        @Override
        public int varyingCount() {
            return COLOUR;
        }

        @Override
        public StageCosts costs(int controlPoints, BindGroup[] groups) {
            return costs;
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
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, batch.count);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, batch.count);
            System.arraycopy(batch.attribute[2], 0, batch.clipZ, 0, batch.count);
            System.arraycopy(batch.attribute[3], 0, batch.clipW, 0, batch.count);
        }

        @Override
        public void varyings(VertexBatch batch) {
            for (int k = 0; k < COLOUR; k++) {
                System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            Arrays.fill(batch.red, 0, batch.count, 1);
            Arrays.fill(batch.green, 0, batch.count, 1);
            Arrays.fill(batch.blue, 0, batch.count, 1);
            Arrays.fill(batch.alpha, 0, batch.count, 1);
        }
    }

    /**
     * Records a frame. No face is culled, and what is nearer wins, as the traces have it. Colours
     * are blended, for then fragments are shaded in order, as ATTILA shades them: not only what is
     * visible in the end.
     *
     * @param text what is drawn
     * @param costs of the stages
     */
    static WorkTrace record(CallText text, StageCosts costs) {
        var target = new RenderTarget(text.width(), text.height(), TextureFormat.RGBA8_UNORM, 1);
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
        var pipeline =
                PipelineState.opaque(
                                new Program(costs),
                                VertexAttribute.packed(0, 0, 4),
                                VertexAttribute.packed(1, 1, COLOUR))
                        .withBlend(BlendState.ALPHA);
        for (var draw : text.draws()) {
            int count = draw.clip().length / 4;
            commands.setPipeline(pipeline)
                    .setVertexBuffer(0, new VertexBuffer(draw.clip()))
                    .setVertexBuffer(1, new VertexBuffer(new float[COLOUR * count]))
                    .setIndexBuffer(new IndexBuffer(draw.triangles()))
                    .drawIndexed(0, draw.triangles().length, 0, 0, 1);
        }
        List<TracePhase> phases = new ArrayList<>();
        var options =
                DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF).withEarlyZ(EarlyZ.OFF);
        try (var recorder = new TraceRecorder(phases::add);
                var device = Device.recordingWork(options, recorder)) {
            device.submit(commands);
        }
        return new WorkTrace("calls", "CallScene", phases);
    }
}
