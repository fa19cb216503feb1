package dev.azulejo.core.oracle;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.Kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A few draw calls drawn from a seed, made to cross every plane: vertices behind the eye, beside
 * it, before near, behind far, and far beyond each side of the guard band.
 */
final class CrossingScene {
    /** Where a vertex lies. */
    private enum Place {
        VIEW,
        BEFORE_NEAR,
        BEHIND_FAR,
        BEHIND_EYE,
        AT_EYE,
        LEFT,
        RIGHT,
        BELOW,
        ABOVE,
        CORNER
    }

    final List<DrawCall> calls = new ArrayList<>();
    private final PassDescriptor pass;
    private final DeviceOptions options;
    private final Random random;

    CrossingScene(long seed) {
        random = new Random(seed * 7919 + 13);
        var formats = TextureFormat.values();
        var target =
                new RenderTarget(
                        4 + random.nextInt(45),
                        4 + random.nextInt(35),
                        formats[random.nextInt(3)],
                        new int[] {1, 1, 1, 1, 4, 8}[random.nextInt(6)]);
        pass =
                PassDescriptor.clear(target, number(), number(), number(), number())
                        .withClearDepth(random.nextInt(3) == 0 ? random.nextFloat() : 1)
                        .withKeepSamples(true);
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            calls.add(call(target));
        }
        options = options();
    }

    PassDescriptor pass() {
        return pass;
    }

    DeviceOptions deviceOptions() {
        return options;
    }

    CommandBuffer record() {
        var commands = new CommandBuffer();
        commands.beginPhase(pass);
        for (var call : calls) {
            call.record(commands, pass.target());
        }
        return commands;
    }

    private DeviceOptions options() {
        if (random.nextInt(4) == 0) {
            return DeviceOptions.REFERENCE;
        }
        return DeviceOptions.DEFAULT
                .withThreads(1 + random.nextInt(2))
                .withWindow(random.nextBoolean() ? DeviceOptions.WHOLE_FRAME : 5)
                .withTileSize(new int[] {0, 16, 32, 64}[random.nextInt(4)])
                .withKernels(random.nextBoolean() ? Kernels.SCALAR : Kernels.VECTOR)
                .withEarlyZ(random.nextBoolean() ? EarlyZ.ON : EarlyZ.OFF);
    }

    private float number() {
        return random.nextFloat();
    }

    private float between(double low, double high) {
        return (float) (low + (high - low) * random.nextDouble());
    }

    /** Any size, all orders of magnitude alike. */
    private float magnitude(double low, double high) {
        return (float) Math.exp(between(Math.log(low), Math.log(high)));
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private DrawCall call(RenderTarget target) {
        return new DrawCall(
                pipeline(), mesh(), random.nextInt(3) == 0 ? null : viewport(target), scissor());
    }

    private PipelineState pipeline() {
        Topology[] topologies = {
            Topology.TRIANGLE_LIST,
            Topology.TRIANGLE_LIST,
            Topology.TRIANGLE_LIST,
            Topology.TRIANGLE_STRIP,
            Topology.TRIANGLE_STRIP,
            Topology.LINE_LIST,
            Topology.LINE_STRIP,
            Topology.POINT_LIST
        };
        return PipelineState.builder(ColorProgram.PLAIN)
                .attributes(
                        List.of(VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4)))
                .topology(any(topologies))
                .cullMode(any(CullMode.values()))
                .frontFace(any(FrontFace.values()))
                .depth(depth())
                .blend(random.nextInt(3) == 0 ? blend() : BlendState.OPAQUE)
                .sizes(between(0.5, 12), between(0.5, 8))
                .build();
    }

    private DepthState depth() {
        var compare =
                switch (random.nextInt(4)) {
                    case 0 -> any(CompareFunction.values());
                    case 1 -> CompareFunction.ALWAYS;
                    default -> CompareFunction.LESS;
                };
        return new DepthState(compare, random.nextInt(4) != 0, random.nextInt(5) == 0);
    }

    private BlendState blend() {
        if (random.nextInt(4) == 0) {
            return random.nextBoolean() ? BlendState.ALPHA : BlendState.PREMULTIPLIED;
        }
        return new BlendState(
                component(), component(), random.nextInt(3) == 0 ? random.nextInt(16) : 15);
    }

    private BlendComponent component() {
        return new BlendComponent(
                any(BlendOperation.values()), any(BlendFactor.values()), any(BlendFactor.values()));
    }

    /** Beside the target, around it, far larger than it, with any range of depth. */
    private Viewport viewport(RenderTarget target) {
        float near = random.nextInt(3) == 0 ? 0 : number();
        float far = random.nextInt(3) == 0 ? 1 : number();
        int width = target.width();
        int height = target.height();
        return switch (random.nextInt(4)) {
            case 0 ->
                    new Viewport(
                            between(-20, 20),
                            between(-20, 20),
                            between(1, 60),
                            between(1, 60),
                            near,
                            far);
            case 1 -> new Viewport(0, 0, width, height, near, far);
            case 2 -> new Viewport(-8000, -7000, 16000, 15000, near, far);
            default ->
                    new Viewport(
                            between(-8000, 0),
                            between(-8000, 0),
                            between(10, 8000),
                            between(10, 8000),
                            near,
                            far);
        };
    }

    private Scissor scissor() {
        return random.nextInt(4) != 0
                ? null
                : new Scissor(
                        random.nextInt(20),
                        random.nextInt(20),
                        random.nextInt(60),
                        random.nextInt(60));
    }

    private DrawCall.Mesh mesh() {
        int vertices = 3 + random.nextInt(16);
        Place[] places = {any(Place.values()), any(Place.values()), Place.VIEW};
        boolean plane = random.nextInt(3) == 0;
        float[] positions = new float[4 * vertices];
        float[] varyings = new float[4 * vertices];
        for (int v = 0; v < vertices; v++) {
            place(any(places), positions, 4 * v);
            if (plane) {
                // A projection's depth: the same plane for all, at w = 0.1 near, at w = 4 far.
                positions[4 * v + 2] = (positions[4 * v + 3] - 0.1f) * (4 / 3.9f);
            }
            for (int c = 0; c < 4; c++) {
                varyings[4 * v + c] = number();
            }
        }
        if (random.nextBoolean()) {
            return DrawCall.Mesh.of(positions, varyings);
        }
        int base = random.nextInt(3);
        int first = random.nextInt(3);
        int[] indices = new int[first + 3 + random.nextInt(20)];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = random.nextInt(vertices - base);
        }
        int count = indices.length - first;
        return new DrawCall.Mesh(positions, varyings, indices, first, count, base);
    }

    private void place(Place place, float[] p, int at) {
        float w = random.nextInt(3) == 0 ? 1 : magnitude(0.2, 5);
        float x = between(-1.3, 1.3) * w;
        float y = between(-1.3, 1.3) * w;
        float z = number() * w;
        float far = magnitude(2, 30000) * w;
        switch (place) {
            case VIEW -> {}
            case BEFORE_NEAR -> z = -magnitude(0.01, 3) * w;
            case BEHIND_FAR -> z = w + magnitude(0.01, 3) * w;
            case BEHIND_EYE -> {
                w = -w;
                z = between(-2, 2);
            }
            case AT_EYE -> {
                w = random.nextInt(4) == 0 ? 0 : magnitude(1e-7, 0.1) * (random.nextInt(3) - 1);
                z = between(-0.1, 1);
            }
            case LEFT -> x = -far;
            case RIGHT -> x = far;
            case BELOW -> y = -far;
            case ABOVE -> y = far;
            case CORNER -> {
                x = random.nextBoolean() ? far : -far;
                y = magnitude(2, 30000) * w * (random.nextBoolean() ? 1 : -1);
            }
        }
        p[at] = x;
        p[at + 1] = y;
        p[at + 2] = z;
        p[at + 3] = w;
    }
}
