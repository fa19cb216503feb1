package dev.azulejo.bench;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageBatch;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.util.List;

/**
 * A pass that draws depth alone, of {@link FillTriangles} in one draw call, with one thread and
 * vector kernels, nothing reused from pass to pass. A device and a target of its own.
 */
final class DepthFill implements AutoCloseable {
    /** Copies clip positions; a pass without colour shades nothing. */
    private static final class ClipProgram implements ShaderProgram, VertexStage {
        @Override
        public String name() {
            return "clip positions";
        }

        @Override
        public int varyingCount() {
            return 0;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return batch -> {
                throw new IllegalStateException("depth alone: nothing to shade expected");
            };
        }

        @Override
        public int positionAttributes() {
            return 1;
        }

        @Override
        public int varyingAttributes() {
            return 0;
        }

        @Override
        public void positions(VertexBatch batch) {
            int lanes = StageBatch.padded(batch.count);
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, lanes);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, lanes);
            System.arraycopy(batch.attribute[2], 0, batch.clipZ, 0, lanes);
            System.arraycopy(batch.attribute[3], 0, batch.clipW, 0, lanes);
        }

        @Override
        public void varyings(VertexBatch batch) {
            // There are none
        }
    }

    private static final PipelineState PIPELINE =
            PipelineState.builder(new ClipProgram())
                    .attributes(List.of(VertexAttribute.packed(0, 0, 4)))
                    .cullMode(CullMode.BACK)
                    .depth(DepthState.LESS)
                    .build();

    private final FillTriangles triangles;
    private final Device device;
    private final RenderTarget target;
    private final CommandBuffer commands = new CommandBuffer();

    /**
     * Makes the target and records the pass.
     *
     * @param drawn its triangles
     * @param width of the target in pixels
     * @param height of the target in pixels
     * @param earlyZ how early Z works
     * @param window triangles of a sorting window
     */
    DepthFill(FillTriangles drawn, int width, int height, EarlyZ earlyZ, int window) {
        triangles = drawn;
        device =
                new Device(
                        DeviceOptions.DEFAULT
                                .withThreads(1)
                                .withKernels(Kernels.VECTOR)
                                .withReuse(Reuse.OFF)
                                .withEarlyZ(earlyZ)
                                .withWindow(window));
        target = new RenderTarget(width, height, TextureFormat.DEPTH32_FLOAT, 1);
        commands.beginPhase(PassDescriptor.depth(target));
        commands.setPipeline(PIPELINE);
        commands.setVertexBuffer(0, new VertexBuffer(drawn.clip()));
        commands.setIndexBuffer(new IndexBuffer(drawn.indices()));
        commands.drawIndexed(0, drawn.indices().length, 0, 0, 1);
    }

    /** Returns what it draws. */
    FillTriangles triangles() {
        return triangles;
    }

    /** Draws; the report is overwritten by the next time. */
    FrameReport draw() {
        return device.submit(commands);
    }

    /** Returns the depths that were drawn, row by row from the top: 1 where nothing is. */
    RenderTarget target() {
        return target;
    }

    /**
     * Draws once, and makes sure that everything was drawn: each triangle was set up, and without
     * early Z they cover their area to a thousandth, which is the closed form of it: edges go
     * through pixels anywhere, so that rounding adds as much as it takes.
     *
     * @throws IllegalStateException if it was not
     */
    void check() {
        var report = draw();
        long count = triangles.count();
        require("primitives assembled", report.get(Counter.PRIMITIVES_IN), count, 0);
        if (device.options().earlyZ().mode() == EarlyZ.Mode.OFF) {
            require("triangles set up", report.get(Counter.TRIANGLES_SETUP), count, 0);
            double area = triangles.area();
            require("samples covered", report.get(Counter.SAMPLES_TESTED), area, area / 1000);
        }
    }

    private void require(String what, long is, double expected, double room) {
        if (!(Math.abs(is - expected) <= room)) {
            throw new IllegalStateException(
                    "%d triangles of %d pixels: %d %s, %.0f expected"
                            .formatted(triangles.count(), triangles.side(), is, what, expected));
        }
    }

    @Override
    public void close() {
        device.close();
    }
}
