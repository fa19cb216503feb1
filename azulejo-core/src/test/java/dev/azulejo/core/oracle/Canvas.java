package dev.azulejo.core.oracle;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Draws what closed forms are known for, into 64 by 64 pixels of floats. Positions are pixels,
 * given in 256ths: on their way through clip space nothing is rounded.
 */
final class Canvas {
    static final int SIDE = 64;

    /** The three ways that share least: the plain path, and the pipeline with either kernels. */
    static final List<DeviceOptions> WAYS =
            List.of(
                    DeviceOptions.REFERENCE,
                    DeviceOptions.DEFAULT.withThreads(1).withKernels(Kernels.SCALAR),
                    DeviceOptions.DEFAULT.withThreads(2).withKernels(Kernels.VECTOR));

    private final List<Float> positions = new ArrayList<>();
    private final List<Float> colors = new ArrayList<>();

    /** A target of floats. */
    static RenderTarget target(int samples) {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
    }

    /** Triangles of both facings, without a depth test. */
    static PipelineState.Builder pipeline() {
        return PipelineState.builder(ColorProgram.PLAIN)
                .attributes(
                        List.of(VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4)))
                .cullMode(CullMode.NONE)
                .depth(DepthState.OFF);
    }

    /** A vertex at a clip position, in colour (1, 1, 1, 1). */
    Canvas clip(double x, double y, double z, double w) {
        return clip(x, y, z, w, 1, 1, 1, 1);
    }

    /** A vertex at a clip position. */
    Canvas clip(double x, double y, double z, double w, double... color) {
        for (double p : new double[] {x, y, z, w}) {
            positions.add((float) p);
        }
        for (double c : color) {
            colors.add((float) c);
        }
        return this;
    }

    /** A vertex in the window, in 256ths of a pixel, at depth 0.5, with any w. */
    Canvas at(double x256, double y256, double w) {
        double ndcX = x256 / (128 * SIDE) - 1;
        double ndcY = 1 - y256 / (128 * SIDE);
        return clip(ndcX * w, ndcY * w, 0.5 * w, w);
    }

    /** Likewise at w = 1. */
    Canvas at(double x256, double y256) {
        return at(x256, y256, 1);
    }

    /** Two triangles over the whole target at a depth, in a colour. */
    static Canvas everywhere(double depth, double... color) {
        var canvas = new Canvas();
        int[][] corners = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
        for (int[] corner : corners) {
            canvas.clip(corner[0], corner[1], depth, 1, color);
        }
        return canvas;
    }

    DrawCall.Mesh mesh() {
        return DrawCall.Mesh.of(floats(positions), floats(colors));
    }

    DrawCall draw(PipelineState.Builder pipeline) {
        return new DrawCall(pipeline.build(), mesh(), null, null);
    }

    private static float[] floats(List<Float> of) {
        var all = new float[of.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = of.get(i);
        }
        return all;
    }

    /** Draws into a target cleared to 0, in all ways; a consumer looks at each outcome. */
    static void render(
            int samples, List<DrawCall> calls, BiConsumer<RenderTarget, DeviceOptions> look) {
        render(samples, 1, calls, look);
    }

    /** Likewise with another depth to begin with. */
    static void render(
            int samples,
            double clearDepth,
            List<DrawCall> calls,
            BiConsumer<RenderTarget, DeviceOptions> look) {
        for (var way : WAYS) {
            var target = target(samples);
            var pass =
                    PassDescriptor.clear(target, 0, 0, 0, 0)
                            .withClearDepth((float) clearDepth)
                            .withKeepSamples(true);
            var commands = new CommandBuffer();
            commands.beginPhase(pass);
            for (var call : calls) {
                call.record(commands, target);
            }
            try (var device = new Device(way)) {
                device.submit(commands);
            }
            look.accept(target, way);
        }
    }

    /** A channel of a sample of a float target. */
    static float color(RenderTarget target, int x, int y, int sample, int channel) {
        int at = (y * SIDE + x) * target.samples() + sample;
        return target.sampleFloatColor()[4 * at + channel];
    }

    /** The depth of a pixel's first sample. */
    static float depth(RenderTarget target, int x, int y) {
        return target.sampleDepth()[(y * SIDE + x) * target.samples()];
    }
}
