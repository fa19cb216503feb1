package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;

/**
 * A rectangle of pixels in a plane of constant depth, cut into small triangles: what tests of
 * single stages draw.
 *
 * @param positions slot 0
 * @param colors slot 1
 * @param indices of triangles
 * @param matrix bind group 0
 */
public record Sheet(
        VertexBuffer positions, VertexBuffer colors, IndexBuffer indices, BindGroup matrix) {
    /** Side of {@link #target}, pixels. */
    public static final int SIDE = 64;

    /** Opaque, LESS, depth stored. */
    public static final PipelineState OPAQUE =
            PipelineState.opaque(
                    new TestProgram(false, true),
                    VertexAttribute.packed(0, 0, 3),
                    VertexAttribute.packed(1, 1, 4));

    /** A target of 64x64 pixels with one sample each. */
    public static RenderTarget target() {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA8_UNORM, 1);
    }

    /** Commands with a phase that clears a target. */
    public static CommandBuffer clear(RenderTarget target) {
        return new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    /** A bind group that moves by some pixels to the right. */
    public static BindGroup shift(float pixels) {
        float x = 2 * pixels / SIDE;
        return BindGroup.of(new UniformBuffer(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1));
    }

    /**
     * Makes a sheet of columns x rows x 2 triangles, row by row.
     *
     * @param x0 left edge, pixels of {@link #target}
     * @param y0 top edge
     * @param x1 right edge
     * @param y1 bottom edge
     * @param z depth
     */
    public static Sheet of(int columns, int rows, float x0, float y0, float x1, float y1, float z) {
        int points = columns + 1;
        int count = points * (rows + 1);
        float[] positions = new float[3 * count];
        float[] colors = new float[4 * count];
        for (int v = 0; v < count; v++) {
            float x = x0 + (x1 - x0) * (v % points) / columns;
            float y = y0 + (y1 - y0) * (v / points) / rows;
            positions[3 * v] = 2 * x / SIDE - 1;
            positions[3 * v + 1] = 1 - 2 * y / SIDE;
            positions[3 * v + 2] = z;
            for (int c = 0; c < 4; c++) {
                colors[4 * v + c] = (v * 37 + c * 11) % 64 / 64f;
            }
        }
        int[] indices = new int[6 * columns * rows];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int v = row * points + column;
                for (int corner : new int[] {0, 1, points, points, 1, points + 1}) {
                    indices[at++] = v + corner;
                }
            }
        }
        return new Sheet(
                new VertexBuffer(positions),
                new VertexBuffer(colors),
                new IndexBuffer(indices),
                shift(0));
    }

    /** Sets everything that a draw call of it needs. */
    public void bind(CommandBuffer commands, PipelineState pipeline) {
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, positions)
                .setVertexBuffer(1, colors)
                .setIndexBuffer(indices)
                .setBindGroup(0, matrix);
    }

    /** Draws all of it. */
    public void draw(CommandBuffer commands, PipelineState pipeline) {
        bind(commands, pipeline);
        commands.drawIndexed(0, indices.length(), 0, 0, 1);
    }

    /** Cuts the first phase of some commands. */
    public static Phase cut(CommandBuffer commands, EarlyZ earlyZ, Counts counts) {
        return cut(new PhasePool().acquire(), commands, earlyZ, counts);
    }

    /** Cuts the first phase of some commands, into one that a pool has handed out. */
    public static Phase cut(Phase open, CommandBuffer commands, EarlyZ earlyZ, Counts counts) {
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, open, counts);
        new Chunker(Chunker.Clusters.FOR_EARLY_Z).cut(open, earlyZ, counts);
        return open;
    }
}
