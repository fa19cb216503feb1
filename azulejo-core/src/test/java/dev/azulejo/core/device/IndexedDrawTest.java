package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * What the device remembers of an index buffer's runs never shows: an indexed draw equals a draw of
 * the vertices written out.
 */
class IndexedDrawTest {
    private static final int VERTICES = 900;

    private final Random random = new Random(8);
    private final float[] positions = new float[4 * VERTICES];
    private final float[] colors = new float[4 * VERTICES];
    private final int[] indices = new int[4000];
    private final RenderTarget target = new RenderTarget(90, 70, TextureFormat.RGBA8_SRGB, 1);

    private PipelineState pipeline() {
        return PipelineState.opaque(
                        new TestProgram(false),
                        VertexAttribute.packed(0, 0, 4),
                        VertexAttribute.packed(1, 1, 4))
                .withCullMode(CullMode.NONE);
    }

    private CommandBuffer begin(VertexBuffer where, VertexBuffer color) {
        return new CommandBuffer()
                .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1))
                .setPipeline(pipeline())
                .setVertexBuffer(0, where)
                .setVertexBuffer(1, color);
    }

    private int[] writtenOut(int first, int count, int base) {
        float[] p = new float[4 * count];
        float[] c = new float[4 * count];
        for (int i = 0; i < count; i++) {
            int vertex = indices[first + i] + base;
            System.arraycopy(positions, 4 * vertex, p, 4 * i, 4);
            System.arraycopy(colors, 4 * vertex, c, 4 * i, 4);
        }
        var commands = begin(new VertexBuffer(p), new VertexBuffer(c)).draw(0, count, 0, 1);
        try (var device = new Device(DeviceOptions.DEFAULT.withThreads(1))) {
            device.submit(commands);
        }
        return target.pixels().clone();
    }

    @Test
    void rememberedRunsNeverShow() {
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i % 4 == 3 ? 1 : random.nextFloat() * 1.8f - 0.9f;
            positions[i] = i % 4 == 2 ? random.nextFloat() : positions[i];
            colors[i] = random.nextFloat();
        }
        for (int i = 0; i < indices.length; i++) {
            indices[i] = random.nextInt(VERTICES - 20);
        }
        var where = new VertexBuffer(positions);
        var color = new VertexBuffer(colors);
        var buffer = new IndexBuffer(indices);
        int[][] draws = {{0, 3999, 0}, {0, 2700, 0}, {1536, 1536, 0}, {0, 3999, 11}, {3, 3000, 4}};
        try (var device = new Device(DeviceOptions.DEFAULT.withThreads(2))) {
            for (int round = 0; round < 4; round++) {
                for (int[] d : draws) {
                    int[] expected = writtenOut(d[0], d[1], d[2]);
                    var commands =
                            begin(where, color)
                                    .setIndexBuffer(buffer)
                                    .drawIndexed(d[0], d[1], d[2], 0, 1);
                    device.submit(commands);
                    assertThat(target.pixels())
                            .as("round %d, first %d, count %d, base %d", round, d[0], d[1], d[2])
                            .isEqualTo(expected);
                }
                if (round % 2 == 1) {
                    int[] fresh = random.ints(500, 0, VERTICES - 20).toArray();
                    System.arraycopy(fresh, 0, indices, 1400, fresh.length);
                    buffer.write(1400, fresh);
                }
            }
        }
    }
}
