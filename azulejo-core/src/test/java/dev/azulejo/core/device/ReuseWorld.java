package dev.azulejo.core.device;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A small scene that lives: things whose every property can be changed between renders. */
final class ReuseWorld {
    static final MixingProgram PROGRAM = new MixingProgram("mixing", 1);
    static final MixingProgram OTHER = new MixingProgram("mixing brighter", 1.4f);
    static final int VERTICES = 12;

    /** Something drawn: two triangles or more around a place, through indices. */
    static final class Thing {
        VertexBuffer positions;
        final VertexBuffer colors;
        final IndexBuffer indices;
        UniformBuffer frame = new UniformBuffer(0.1f, 0.05f);
        UniformBuffer object = new UniformBuffer(0.02f, 0.03f, 0);
        Texture texture = new Texture(TextureFormat.RGBA8_UNORM, 8, 8, false);
        Sampler sampler = Sampler.TRILINEAR_REPEAT;
        PipelineState pipeline =
                PipelineState.opaque(
                        PROGRAM, VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4));
        Viewport viewport;
        Scissor scissor;
        boolean indexed = true;
        int first;
        int count;
        int baseVertex;
        int firstInstance;
        int instances = 1;
        int views = 1;

        Thing(Random random, float x, float y, float size, float depth) {
            float[] p = new float[4 * VERTICES];
            float[] c = new float[4 * VERTICES];
            for (int v = 0; v < VERTICES; v++) {
                p[4 * v] = x + size * (v % 2);
                p[4 * v + 1] = y + size * (v / 2 % 2);
                p[4 * v + 2] = depth + 0.01f * random.nextFloat();
                p[4 * v + 3] = 1;
                for (int k = 0; k < 4; k++) {
                    c[4 * v + k] = 0.2f + 0.5f * random.nextFloat();
                }
            }
            positions = new VertexBuffer(p);
            colors = new VertexBuffer(c);
            indices = new IndexBuffer(0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7);
            count = 6;
            int[] texels = new int[64];
            for (int i = 0; i < 64; i++) {
                texels[i] = random.nextInt();
            }
            texture.write(0, texels);
        }

        /** Takes another buffer with other positions. */
        void swapPositions() {
            float[] moved = positions.data().clone();
            for (int v = 0; v < VERTICES; v++) {
                moved[4 * v] += 0.07f;
            }
            positions = new VertexBuffer(moved);
        }

        /** Moves the first four vertices. */
        void move(float x, float y) {
            float dx = x - positions.data()[0];
            float dy = y - positions.data()[1];
            for (int v = 0; v < 4; v++) {
                float vx = positions.data()[4 * v] + dx;
                float vy = positions.data()[4 * v + 1] + dy;
                positions.write(4 * v, new float[] {vx, vy, 0.05f});
            }
        }

        void record(CommandBuffer commands, RenderTarget target) {
            commands.setPipeline(pipeline);
            commands.setVertexBuffer(0, positions);
            commands.setVertexBuffer(1, colors);
            commands.setIndexBuffer(indices);
            commands.setBindGroup(0, BindGroup.of(frame));
            commands.setBindGroup(
                    1, new BindGroup(new UniformBuffer(), List.of(texture), List.of(sampler)));
            commands.setBindGroup(2, BindGroup.of(object));
            commands.setViewport(
                    viewport == null ? Viewport.of(target.width(), target.height()) : viewport);
            commands.setScissor(
                    scissor == null ? new Scissor(0, 0, target.width(), target.height()) : scissor);
            commands.setViews(views);
            if (views > 1) {
                commands.setViewport(1, new Viewport(10, 20, 30, 40, 0, 1));
            }
            if (indexed) {
                commands.drawIndexed(first, count, baseVertex, firstInstance, instances);
            } else {
                commands.draw(first, count, firstInstance, instances);
            }
        }
    }

    final List<Thing> things = new ArrayList<>();
    float[] clear = {0.1f, 0.2f, 0.3f, 1};
    float clearDepth = 1;
    boolean keepSamples;
    int width = 96;
    int height = 80;
    int samples = 1;

    /** Three things that overlap near the upper left, and one apart at the lower right. */
    static ReuseWorld still(Random random) {
        var world = new ReuseWorld();
        world.things.add(new Thing(random, -0.95f, 0.1f, 0.5f, 0.5f));
        world.things.add(new Thing(random, -0.7f, 0.3f, 0.5f, 0.4f));
        world.things.add(new Thing(random, 0.5f, -0.9f, 0.3f, 0.3f));
        world.things.add(new Thing(random, -0.9f, 0.2f, 0.3f, 0.6f));
        world.things.get(1).pipeline = world.things.get(1).pipeline.withBlend(BlendState.ALPHA);
        return world;
    }

    RenderTarget target() {
        return new RenderTarget(width, height, TextureFormat.RGBA8_UNORM, samples);
    }

    CommandBuffer record(RenderTarget target) {
        var commands = new CommandBuffer();
        commands.beginPhase(
                PassDescriptor.clear(target, clear[0], clear[1], clear[2], clear[3])
                        .withClearDepth(clearDepth)
                        .withKeepSamples(keepSamples));
        for (var thing : things) {
            thing.record(commands, target);
        }
        return commands;
    }

    /** The pixels of a render from nothing, on the plain path. */
    RenderTarget fresh() {
        var target = target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(record(target));
        }
        return target;
    }
}
