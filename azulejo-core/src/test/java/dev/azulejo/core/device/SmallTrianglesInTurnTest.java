package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.options.EarlyZ.Update;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Small triangles are drawn at once, and still in their turn among others. */
class SmallTrianglesInTurnTest {
    /** Cells of 2x2 pixels, 64 of them. */
    private static final Sheet FINE = Sheet.of(8, 8, 4, 4, 20, 20, 0.5f);

    private static final Sheet FINE_AND_NEARER = Sheet.of(8, 8, 12, 12, 28, 28, 0.4f);

    private static final Sheet WIDE = Sheet.of(1, 1, 0, 0, 32, 32, 0.5f);

    /** Behind all of these. */
    private static final Sheet FAR = Sheet.of(8, 8, 4, 4, 20, 20, 0.9f);

    /** Writes depth, and no colour. */
    private static final PipelineState DEPTH_ALONE =
            Sheet.OPAQUE.withBlend(
                    new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0));

    /** Several sheets in one draw call, one after the other. */
    private static Sheet joined(Sheet... sheets) {
        int vertices = 0;
        int elements = 0;
        for (var sheet : sheets) {
            vertices += sheet.positions().data().length / 3;
            elements += sheet.indices().data().length;
        }
        float[] positions = new float[3 * vertices];
        float[] colors = new float[4 * vertices];
        int[] indices = new int[elements];
        int v = 0;
        int e = 0;
        for (var sheet : sheets) {
            float[] from = sheet.positions().data();
            System.arraycopy(from, 0, positions, 3 * v, from.length);
            for (int index : sheet.indices().data()) {
                indices[e++] = v + index;
            }
            v += from.length / 3;
        }
        for (int i = 0; i < colors.length; i++) {
            colors[i] = i * 37 % 64 / 64f;
        }
        return new Sheet(
                new VertexBuffer(positions),
                new VertexBuffer(colors),
                new IndexBuffer(indices),
                Sheet.shift(0));
    }

    private static RenderTarget draw(DeviceOptions options, PipelineState pipeline) {
        var target = Tally.target(1);
        var commands = Sheet.clear(target);
        FAR.draw(commands, Sheet.OPAQUE);
        joined(FINE, WIDE, FINE_AND_NEARER, FINE).draw(commands, pipeline);
        FAR.draw(commands, pipeline);
        try (var device = new Device(options)) {
            device.submit(commands);
        }
        return target;
    }

    private static List<DeviceOptions> options() {
        var all = new ArrayList<DeviceOptions>();
        for (var kernels : new Kernels[] {Kernels.SCALAR, Kernels.VECTOR}) {
            for (int side : new int[] {16, 32, 64}) {
                all.add(Tally.PLAIN.withKernels(kernels).withTileSize(side));
            }
        }
        return all;
    }

    @Test
    void picturesAreThoseOfTheReference() {
        var greater = new DepthState(CompareFunction.GREATER, true, false);
        var equal = new DepthState(CompareFunction.LESS_EQUAL, true, false);
        for (var second :
                new PipelineState[] {
                    Sheet.OPAQUE,
                    Sheet.OPAQUE.withBlend(BlendState.ALPHA),
                    Sheet.OPAQUE.withDepth(greater),
                    Sheet.OPAQUE.withDepth(equal),
                    Sheet.OPAQUE.withDepth(DepthState.OFF),
                    DEPTH_ALONE
                }) {
            int[] expected = draw(DeviceOptions.REFERENCE, second).pixels();
            for (var options : options()) {
                assertThat(draw(options, second).pixels())
                        .as("%s, %s", second, options)
                        .isEqualTo(expected);
            }
        }
    }

    /**
     * What comes first keeps its pixels from what is as near, whichever of both is small. A tile's
     * list is that of one draw call.
     */
    @Test
    void theFirstOfTwoThatAreEquallyNearStays() {
        for (var options : options()) {
            int[] alone = pixels(options, FINE);
            assertThat(pixels(options, joined(FINE, WIDE)))
                    .satisfies(
                            all -> {
                                for (int y = 4; y < 20; y++) {
                                    for (int x = 4; x < 20; x++) {
                                        int at = y * Sheet.SIDE + x;
                                        assertThat(all[at]).isEqualTo(alone[at]);
                                    }
                                }
                            });
            assertThat(pixels(options, joined(WIDE, FINE)))
                    .isEqualTo(pixels(options, joined(WIDE)));
        }
    }

    private static int[] pixels(DeviceOptions options, Sheet sheet) {
        var target = Tally.target(1);
        var commands = Sheet.clear(target);
        joined(sheet).draw(commands, Sheet.OPAQUE);
        try (var device = new Device(options)) {
            device.submit(commands);
        }
        return target.pixels();
    }

    /**
     * The rasteriser asks about small triangles as about others: behind a wall that fills their
     * tile all are hidden, where the depths of the tile itself are looked at.
     */
    @Test
    void smallTrianglesAreAskedAbout() {
        var backward = EarlyZ.ON.only(Part.RASTER).withUpdate(Update.BACKWARD);
        for (var options : options()) {
            var commands = Sheet.clear(Tally.target(1));
            for (int i = 0; i < 20; i++) {
                Sheet.of(1, 1, 0, 0, 64, 64, 0.3f).draw(commands, Sheet.OPAQUE);
            }
            FINE.draw(commands, Sheet.OPAQUE);
            try (var device = new Device(options.withEarlyZ(backward))) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.RASTER_HIDDEN)).isEqualTo(128);
            }
        }
    }

    /**
     * Ahead of the tiles walls are known that are drawn last. Of triangles in one 16x16 group
     * nothing is asked unless smaller groups are, and then all of these are hidden.
     */
    @Test
    void smallTrianglesAreAskedAboutInSmallGroups() {
        var forward = EarlyZ.ON.only(Part.RASTER);
        // Cells of four pixels over borders of groups of 8x8 and of blocks
        var inOneGroup = Sheet.of(2, 2, 6, 6, 14, 14, 0.5f);
        for (var options : options()) {
            for (int finest : new int[] {16, 4}) {
                var commands = Sheet.clear(Tally.target(1));
                inOneGroup.draw(commands, Sheet.OPAQUE);
                Sheet.of(1, 1, 0, 0, 8, 16, 0.25f).draw(commands, Sheet.OPAQUE);
                Sheet.of(1, 1, 8, 0, 16, 16, 0.375f).draw(commands, Sheet.OPAQUE);
                try (var device = new Device(options.withEarlyZ(forward.withFinest(finest)))) {
                    var report = device.submit(commands);
                    assertThat(report.get(Counter.RASTER_HIDDEN)).isEqualTo(finest == 4 ? 8 : 0);
                    assertThat(report.get(Counter.SAMPLES_TESTED))
                            .isEqualTo(16 * 16 + (finest == 4 ? 0 : 64));
                }
            }
        }
    }

    /** Two triangles a cell, each in one block; none is so small that it covers nothing. */
    @Test
    void blocksAreCounted() {
        for (var options : options()) {
            var commands = Sheet.clear(Tally.target(1));
            FINE.draw(commands, Sheet.OPAQUE);
            try (var device = new Device(options)) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(128);
                // The one that finds 64 there already is drawn by itself
                assertThat(report.get(Counter.ENTRIES_TOGETHER)).isEqualTo(127);
                assertThat(report.get(Counter.BLOCKS_RASTERIZED)).isEqualTo(128);
                assertThat(report.get(Counter.SAMPLES_TESTED)).isEqualTo(256);
                assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(256);
            }
        }
    }

    /** As above, of depth alone: nothing of it is shaded, and what is behind it is not drawn. */
    @Test
    void depthAloneIsBroughtTogetherToo() {
        for (var options : options()) {
            var target = Tally.target(1);
            var commands = Sheet.clear(target);
            FINE.draw(commands, DEPTH_ALONE);
            FAR.draw(commands, Sheet.OPAQUE);
            try (var device = new Device(options)) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.ENTRIES_TOGETHER)).isEqualTo(2 * 127);
                assertThat(report.get(Counter.SAMPLES_TESTED)).isEqualTo(2 * 256);
                assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(256);
                assertThat(report.get(Counter.SAMPLES_NOT_SHADED)).isEqualTo(256);
                assertThat(report.get(Counter.FRAGMENTS_SHADED)).isZero();
            }
        }
    }

    /** Cells of half a pixel: of eight triangles a pixel one covers its centre. */
    @Test
    void whatCoversNoSampleIsNotSetUp() {
        for (var options : options()) {
            var commands = Sheet.clear(Tally.target(1));
            Sheet.of(16, 16, 4.2f, 4.2f, 12.2f, 12.2f, 0.5f).draw(commands, Sheet.OPAQUE);
            try (var device = new Device(options)) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(512);
                assertThat(report.get(Counter.PRIMITIVES_NO_SAMPLE)).isEqualTo(512 - 64);
                assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(64);
                assertThat(report.get(Counter.TILE_ENTRIES)).isEqualTo(64);
                assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(64);
            }
        }
    }
}
