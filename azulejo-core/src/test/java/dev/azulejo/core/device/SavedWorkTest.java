package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What early Z leaves out, counted by hand: vertices, samples, groups of pixels, visits. */
class SavedWorkTest {
    /** 32 triangles, 25 vertices, 32x32 pixels: a cluster. */
    private static final Sheet FAR = Sheet.of(4, 4, 8, 8, 40, 40, 0.5f);

    /** Two triangles over all 64x64 pixels. */
    private static final Sheet WALL = Sheet.of(1, 1, 0, 0, 64, 64, 0.25f);

    private static DeviceOptions options(EarlyZ early) {
        return DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(early).withReuse(Reuse.OFF);
    }

    private static Map<Counter, Long> count(DeviceOptions options, Sheet... sheets) {
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            render(device, expected, sheets);
        }
        var actual = Sheet.target();
        try (var device = new Device(options)) {
            var counters = render(device, actual, sheets).counters();
            assertThat(expected.samePixels(actual)).as("%s", options).isTrue();
            return counters;
        }
    }

    private static FrameReport render(Device device, RenderTarget target, Sheet... sheets) {
        var commands = Sheet.clear(target);
        for (var sheet : sheets) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        return device.submit(commands);
    }

    @Test
    void withoutEarlyZAllIsShadedButWhatIsDrawnOver() {
        assertThat(count(options(EarlyZ.OFF), FAR, WALL))
                .containsEntry(Counter.VERTEX_POSITIONS, 29L)
                .containsEntry(Counter.VERTEX_VARYINGS, 29L)
                .containsEntry(Counter.POSITIONS_NOT_SHADED, 0L)
                .containsEntry(Counter.VARYINGS_NOT_SHADED, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 4096L + 1024)
                .containsEntry(Counter.SAMPLES_NOT_SHADED, 1024L)
                .containsEntry(Counter.FRAGMENTS_SHADED, 4096L)
                .containsEntry(Counter.TILES_RENDERED, 1L)
                .containsEntry(Counter.TILES_REVISITED, 0L)
                .containsEntry(Counter.HIZ_NODES, 0L)
                .containsEntry(Counter.HIZ_BYTES_READ, 0L)
                .containsEntry(Counter.HIZ_BYTES_WRITTEN, 0L);
    }

    @Test
    void aHiddenClusterIsNotEvenPositioned() {
        assertThat(count(options(EarlyZ.ON.only(Part.CLUSTERS)), FAR, WALL))
                .containsEntry(Counter.CLUSTERS_HIDDEN, 1L)
                .containsEntry(Counter.VERTEX_POSITIONS, 4L)
                .containsEntry(Counter.VERTEX_VARYINGS, 4L)
                .containsEntry(Counter.POSITIONS_NOT_SHADED, 25L)
                .containsEntry(Counter.VARYINGS_NOT_SHADED, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 4096L)
                .containsEntry(Counter.SAMPLES_NOT_SHADED, 0L);
    }

    @Test
    void aClusterOutsideTheViewIsNotEvenPositioned() {
        var beside = new Sheet(FAR.positions(), FAR.colors(), FAR.indices(), Sheet.shift(200));
        // More than one cluster: left out as a whole draw call. Its rows share their vertices.
        var large = Sheet.of(20, 20, 8, 8, 40, 40, 0.5f);
        var far = new Sheet(large.positions(), large.colors(), large.indices(), Sheet.shift(200));
        assertThat(count(options(EarlyZ.ON.only(Part.CLUSTERS)), beside, WALL))
                .containsEntry(Counter.CLUSTERS_OUTSIDE, 1L)
                .containsEntry(Counter.POSITIONS_NOT_SHADED, 25L);
        var counters = count(options(EarlyZ.ON.only(Part.CLUSTERS)), far, WALL);
        assertThat(counters).containsEntry(Counter.CLUSTERS_OUTSIDE, 4L);
        assertThat(counters.get(Counter.POSITIONS_NOT_SHADED))
                .as("each cluster's vertices by themselves")
                .isEqualTo(byHand(large))
                .isGreaterThan(21 * 21);
    }

    private static long byHand(Sheet sheet) {
        long sum = 0;
        int[] indices = sheet.indices().data();
        for (int from = 0; from < indices.length; from += 768) {
            int to = Math.min(indices.length, from + 768);
            sum += Arrays.stream(indices, from, to).distinct().count();
        }
        return sum;
    }

    @Test
    void hiddenTrianglesNeedNoVaryings() {
        assertThat(count(options(EarlyZ.ON.only(Part.BEFORE)), WALL, FAR))
                .containsEntry(Counter.TRIANGLES_HIDDEN_BEFORE, 32L)
                .containsEntry(Counter.VERTEX_POSITIONS, 29L)
                .containsEntry(Counter.VERTEX_VARYINGS, 4L)
                .containsEntry(Counter.POSITIONS_NOT_SHADED, 0L)
                .containsEntry(Counter.VARYINGS_NOT_SHADED, 25L)
                .containsEntry(Counter.SAMPLES_NOT_SHADED, 0L);
        assertThat(count(options(EarlyZ.ON.only(Part.AFTER)), FAR, WALL))
                .containsEntry(Counter.TRIANGLES_HIDDEN_AFTER, 32L)
                .containsEntry(Counter.VERTEX_VARYINGS, 4L)
                .containsEntry(Counter.VARYINGS_NOT_SHADED, 25L);
    }

    @Test
    void windowsOfOneTriangleVisitTheTileForEach() {
        assertThat(count(options(EarlyZ.OFF).withWindow(1), FAR, WALL))
                .containsEntry(Counter.TILES_RENDERED, 34L)
                .containsEntry(Counter.TILES_REVISITED, 33L);
    }

    /** A wall over 30 columns; behind it two triangles over all 64, drawn first. */
    @Test
    void theRasteriserSkipsWhatEachLevelKnowsToBeHidden() {
        var wall = Sheet.of(1, 1, 0, 0, 30, 64, 0.25f);
        var all = Sheet.of(1, 1, 0, 0, 64, 64, 0.5f);
        assertThat(atFinest(16, all, wall))
                .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 2 * 4L)
                .containsEntry(Counter.RASTER_EIGHTS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_BLOCKS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_QUADS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_HIDDEN, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 64L * (30 + 64 - 16));
        assertThat(atFinest(8, all, wall))
                .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 2 * 4L)
                .containsEntry(Counter.RASTER_EIGHTS_HIDDEN, 2 * 8L)
                .containsEntry(Counter.RASTER_BLOCKS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_QUADS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_HIDDEN, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 64L * (30 + 64 - 24));
        assertThat(atFinest(4, all, wall))
                .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 2 * 4L)
                .containsEntry(Counter.RASTER_EIGHTS_HIDDEN, 2 * 8L)
                .containsEntry(Counter.RASTER_BLOCKS_HIDDEN, 2 * 16L)
                .containsEntry(Counter.RASTER_QUADS_HIDDEN, 0L)
                .containsEntry(Counter.RASTER_HIDDEN, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 64L * (30 + 64 - 28));
        assertThat(atFinest(2, all, wall))
                .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 2 * 4L)
                .containsEntry(Counter.RASTER_EIGHTS_HIDDEN, 2 * 8L)
                .containsEntry(Counter.RASTER_BLOCKS_HIDDEN, 2 * 16L)
                .containsEntry(Counter.RASTER_QUADS_HIDDEN, 2 * 32L)
                .containsEntry(Counter.RASTER_HIDDEN, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 64L * (30 + 64 - 28));
    }

    /** What is counted where the rasteriser asks down to groups of {@code finest} pixels a side. */
    private static Map<Counter, Long> atFinest(int finest, Sheet... sheets) {
        return count(options(EarlyZ.ON.only(Part.RASTER).withFinest(finest)), sheets);
    }

    /** A triangle inside one group is asked about where its parts can differ, and skipped. */
    @Test
    void aTriangleIsSkippedWhenAllItsBlocksAreHidden() {
        // Over the corner of four groups of 8x8, two of them behind one wall, two behind another
        var small = Sheet.of(1, 1, 4, 4, 12, 12, 0.5f);
        var left = Sheet.of(1, 1, 0, 0, 8, 16, 0.25f);
        var right = Sheet.of(1, 1, 8, 0, 16, 16, 0.375f);
        for (int level = 0; level < 4; level++) {
            var early = EarlyZ.ON.only(Part.RASTER).withFinest(16 >> level);
            assertThat(count(options(early), small, left, right))
                    .as("%s", early)
                    .containsEntry(Counter.RASTER_GROUPS_HIDDEN, 0L)
                    .containsEntry(Counter.RASTER_EIGHTS_HIDDEN, level == 0 ? 0L : 2 * 4L)
                    .containsEntry(Counter.RASTER_HIDDEN, level == 0 ? 0L : 2L)
                    .containsEntry(Counter.SAMPLES_TESTED, 256L + (level == 0 ? 64 : 0));
        }
    }

    /** Thin layers over each other, of triangles smaller than a block and larger. */
    @Test
    void depthsOfPixelsMissNextToNothing() {
        var random = new Random(5);
        List<Sheet> sheets = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            float x = random.nextFloat(0, 50);
            float y = random.nextFloat(0, 50);
            int cells = 1 + random.nextInt(6);
            float z = 0.5f + i / 4096f;
            sheets.add(Sheet.of(cells, cells, x, y, x + 14, y + 14, z));
        }
        var again = EarlyZ.ON.only(Part.BEFORE, Part.AFTER).withAgain(EarlyZ.Again.ALWAYS);
        long full = hidden(EarlyZ.ON.only(Part.FULL_DEPTH), sheets);
        long layers = hidden(again, sheets);
        long pixels = hidden(again.with(Part.PIXELS), sheets);
        assertThat(pixels).isBetween((long) (0.99 * full), full);
        assertThat(layers).isLessThan(pixels);
    }

    private static long hidden(EarlyZ early, List<Sheet> sheets) {
        var counters = count(options(early), sheets.toArray(Sheet[]::new));
        return counters.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                + counters.get(Counter.TRIANGLES_HIDDEN_AFTER)
                + counters.get(Counter.TRIANGLES_HIDDEN_FULL)
                + counters.get(Counter.TRIANGLES_NO_SAMPLE);
    }
}
