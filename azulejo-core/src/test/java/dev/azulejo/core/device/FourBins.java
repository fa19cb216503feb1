package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import java.util.List;

/**
 * What tests of chiplets draw, made to be counted by hand: four coarse bins of 32x32 pixels, 0 and
 * 1 above 2 and 3, and rectangles of two triangles and four vertices.
 */
final class FourBins {
    static final Bins FOUR_BINS =
            Bins.DEFAULT
                    .withCount(4)
                    .withVertices(Bins.Vertices.POSITIONS)
                    .withAssignment(Bins.Assignment.STATIC);

    static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(2)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    /** In bin 0; across bins 0 and 1; in bin 3, where it is drawn over. */
    static final List<Sheet> OBJECTS =
            List.of(
                    GpuGroupTest.rectangles(4, 4, 28, 12),
                    GpuGroupTest.rectangles(20, 16, 44, 24),
                    Sheet.of(1, 1, 40, 40, 50, 50, 0.5f));

    /** Before the one in bin 3, and larger. */
    static final Sheet COVER = Sheet.of(1, 1, 36, 36, 60, 60, 0.25f);

    static DeviceOptions chiplets(int count) {
        return chiplets(count, FOUR_BINS);
    }

    static DeviceOptions chiplets(int count, Bins bins) {
        return PLAIN.withGroup(Group.of(count).withSplit(Group.Split.BINS).withBins(bins));
    }

    static CommandBuffer objects(RenderTarget target) {
        var commands = Sheet.clear(target);
        OBJECTS.forEach(object -> object.draw(commands, Sheet.OPAQUE));
        COVER.draw(commands, Sheet.OPAQUE);
        return commands;
    }

    static RenderTarget expected() {
        var target = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(objects(target));
        }
        return target;
    }

    static FrameReport submit(ChipletPackage chiplets, RenderTarget target) {
        var report = chiplets.submit(objects(target));
        assertThat(expected().samePixels(target)).isTrue();
        return report;
    }

    /** A patch for each bin, in its middle, and one in the middle of the screen, in all four. */
    static CommandBuffer patches(RenderTarget target) {
        var mode =
                new TessellationMode(
                        TessellationDomain.QUAD,
                        TessellationPartitioning.INTEGER,
                        TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
        var state =
                PipelineState.patches(
                        new PatchProgram(mode, 0, 0, false, 40),
                        4,
                        VertexAttribute.packed(0, 0, 4),
                        VertexAttribute.packed(1, 1, 4));
        float[][] middles = {{-0.5f, 0.5f}, {0.5f, 0.5f}, {-0.5f, -0.5f}, {0.5f, -0.5f}, {0, 0}};
        var positions = new float[16 * middles.length];
        var colors = new float[16 * middles.length];
        for (int v = 0; v < 4 * middles.length; v++) {
            // Corners of a domain come around.
            float x = v % 4 == 1 || v % 4 == 2 ? 0.2f : -0.2f;
            float y = v % 4 < 2 ? -0.2f : 0.2f;
            positions[4 * v] = middles[v / 4][0] + x;
            positions[4 * v + 1] = middles[v / 4][1] + y;
            positions[4 * v + 2] = 0.5f - 0.01f * (v / 4);
            positions[4 * v + 3] = 1;
            for (int k = 0; k < 4; k++) {
                colors[4 * v + k] = 0.5f + 0.1f * (v % 5);
            }
        }
        return Sheet.clear(target)
                .setPipeline(state)
                .setBindGroup(0, Sheet.shift(0))
                .setVertexBuffer(0, new VertexBuffer(positions))
                .setVertexBuffer(1, new VertexBuffer(colors))
                .draw(0, positions.length / 4, 0, 1);
    }

    private FourBins() {}
}
