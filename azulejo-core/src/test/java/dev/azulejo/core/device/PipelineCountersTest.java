package dev.azulejo.core.device;

import static dev.azulejo.core.device.Tally.PLAIN;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What a frame without early Z counts, each number found by hand. */
class PipelineCountersTest {
    private static final Set<Counter> DRAWN =
            EnumSet.of(
                    Counter.DRAWS,
                    Counter.INSTANCES,
                    Counter.CHUNKS,
                    Counter.VERTEX_POSITIONS,
                    Counter.VERTEX_VARYINGS,
                    Counter.PRIMITIVES_IN,
                    Counter.PRIMITIVES_NOT_FINITE,
                    Counter.PRIMITIVES_OUTSIDE,
                    Counter.PRIMITIVES_CLIPPED,
                    Counter.PRIMITIVES_CULLED_FACE,
                    Counter.PRIMITIVES_ZERO_AREA,
                    Counter.PRIMITIVES_NO_SAMPLE,
                    Counter.TRIANGLES_SETUP);

    private static final Set<Counter> PAINTED =
            EnumSet.of(
                    Counter.WINDOWS,
                    Counter.TILE_ENTRIES,
                    Counter.TILES_RENDERED,
                    Counter.BLOCKS_RASTERIZED,
                    Counter.SAMPLES_TESTED,
                    Counter.SAMPLES_PASSED,
                    Counter.FRAGMENTS_DISCARD_TESTED,
                    Counter.FRAGMENTS_SHADED,
                    Counter.FRAGMENTS_BLENDED,
                    Counter.PIXELS_RESOLVED);

    /** Of patches and of reuse: where there are none, none of it may count. */
    private static final Set<Counter> ABSENT =
            EnumSet.of(
                    Counter.HULL_LAUNCHES,
                    Counter.PATCHES,
                    Counter.PATCHES_DROPPED,
                    Counter.DOMAIN_POINTS,
                    Counter.DOMAIN_VARYINGS,
                    Counter.TESSELLATED_PRIMITIVES,
                    Counter.GEOMETRY_PRIMITIVES,
                    Counter.RENDERS_UNCHANGED,
                    Counter.RENDERS_PARTIAL,
                    Counter.DRAWS_KEPT,
                    Counter.RENDERS_NOT_CLEARED,
                    Counter.RENDERS_WINDOWED,
                    Counter.RENDERS_OVER_DRAWS,
                    Counter.RENDERS_OVER_STATE,
                    Counter.RENDERS_OVER_BLOCKS,
                    Counter.RENDERS_OVER_MEMORY,
                    Counter.RENDERS_OVER_TARGETS,
                    Counter.RENDERS_REBLOCKED,
                    Counter.REUSE_ASIDE,
                    Counter.TILES_UNTOUCHED,
                    Counter.TILES_STILL_EMPTY,
                    Counter.TILES_TESTED,
                    Counter.TILES_NOT_SELECTED,
                    Counter.TILES_OVER_PRIMITIVES,
                    Counter.TILES_OVER_MEMORY,
                    Counter.TILES_ENDED_HEADER,
                    Counter.TILES_ENDED_PROGRAMS,
                    Counter.TILES_ENDED_MASKS,
                    Counter.TILES_ENDED_DATA,
                    Counter.TILES_REUSED,
                    Counter.REUSE_BYTES_WRITTEN,
                    Counter.REUSE_BYTES_READ_DRAWS,
                    Counter.REUSE_BYTES_READ_HEADER,
                    Counter.REUSE_BYTES_READ_PROGRAMS,
                    Counter.REUSE_BYTES_READ_MASKS,
                    Counter.REUSE_BYTES_READ_DATA,
                    Counter.REUSE_BYTES_COPIED,
                    Counter.REUSE_MEMORY);

    /** Of early Z: none of it may count while it is off. */
    private static final Set<Counter> HIDDEN =
            EnumSet.of(
                    Counter.CLUSTERS_TESTED,
                    Counter.CLUSTERS_PLACED_BESIDE,
                    Counter.CLUSTERS_OUTSIDE,
                    Counter.CLUSTER_PRIMITIVES_OUTSIDE,
                    Counter.CLUSTERS_HIDDEN,
                    Counter.CLUSTER_PRIMITIVES_HIDDEN,
                    Counter.TRIANGLES_HIDDEN_BEFORE,
                    Counter.TRIANGLES_HIDDEN_AFTER,
                    Counter.TRIANGLES_HIDDEN_FULL,
                    Counter.TRIANGLES_NO_SAMPLE,
                    Counter.TILE_ENTRIES_HIDDEN,
                    Counter.RASTER_HIDDEN,
                    Counter.RASTER_GROUPS_HIDDEN,
                    Counter.HIZ_READS,
                    Counter.HIZ_WRITES,
                    Counter.EPOCHS,
                    Counter.DRAWS_UNTESTED,
                    Counter.RASTER_TOO_LATE,
                    Counter.LISTS_TOO_LATE,
                    Counter.AGAIN_TOO_LATE,
                    Counter.EARLY_Z_ASIDE,
                    Counter.DRAINS);

    /**
     * A square of two triangles, the corner of its right angles at its left top and right bottom.
     */
    private static Sheet square(float x0, float y0, float x1, float y1, float z) {
        return Sheet.of(1, 1, x0, y0, x1, y1, z);
    }

    /** Keeps every other column of pixels. */
    private static final class EveryOtherColumn implements ShaderProgram, FragmentStage {
        private final TestProgram vertices = new TestProgram(false, true);

        @Override
        public String name() {
            return "every-other-column";
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public boolean discards() {
            return true;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return vertices;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public void keep(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.keep[i] = -(batch.pixelX[i] & 1);
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            vertices.shade(batch);
        }
    }

    // Geometry

    /**
     * 16x32 cells of two triangles: 1024, two chunks of 512, each of 16x16 cells, and so of 17x17
     * vertices. All of it twice, as two instances, of which the second lies 9.6 pixels to the
     * right.
     */
    @Test
    void instancesAreDrawnEachInChunksOfTheirOwn() {
        var counts =
                Tally.count(
                        PLAIN,
                        commands -> {
                            var sheet = Sheet.of(16, 32, 0, 0, 32, 64, 0.5f);
                            sheet.bind(commands, Sheet.OPAQUE);
                            commands.drawIndexed(0, sheet.indices().length(), 0, 0, 2);
                        });
        assertThat(Tally.among(DRAWN, counts))
                .isEqualTo(
                        Map.of(
                                Counter.DRAWS, 1L,
                                Counter.INSTANCES, 2L,
                                Counter.CHUNKS, 4L,
                                Counter.VERTEX_POSITIONS, 4 * 289L,
                                Counter.VERTEX_VARYINGS, 4 * 289L,
                                Counter.PRIMITIVES_IN, 2048L,
                                Counter.TRIANGLES_SETUP, 2048L));
        assertThat(Tally.among(HIDDEN, counts)).isEmpty();
    }

    /** A draw call of two views is one, an empty one is one, and one of another GPU is none. */
    @Test
    void viewsAreChunksOfTheirOwnButNoDrawCalls() {
        var counts =
                Tally.count(
                        PLAIN,
                        commands -> {
                            var sheet = Sheet.of(16, 16, 0, 0, 64, 64, 0.5f);
                            sheet.bind(commands, Sheet.OPAQUE);
                            commands.setViews(2)
                                    .setViewport(0, new Viewport(0, 0, 32, 64, 0, 1))
                                    .setViewport(1, new Viewport(32, 0, 32, 64, 0, 1))
                                    .drawIndexed(0, sheet.indices().length(), 0, 0, 1)
                                    .drawIndexed(0, 0, 0, 0, 1)
                                    .mask(2)
                                    .drawIndexed(0, sheet.indices().length(), 0, 0, 1);
                        });
        assertThat(Tally.among(DRAWN, counts))
                .isEqualTo(
                        Map.of(
                                Counter.DRAWS, 2L,
                                Counter.INSTANCES, 2L,
                                Counter.CHUNKS, 2L,
                                Counter.VERTEX_POSITIONS, 2 * 289L,
                                Counter.VERTEX_VARYINGS, 2 * 289L,
                                Counter.PRIMITIVES_IN, 2 * 512L,
                                Counter.TRIANGLES_SETUP, 2 * 512L));
    }

    /** Seven triangles, one for each thing that can happen. */
    @Test
    void whatBecomesOfPrimitives() {
        float[] positions = {
            // Kept: counter-clockwise as seen, y up; the other way round it faces away
            -0.5f,
            -0.5f,
            0.5f,
            1,
            0.5f,
            -0.5f,
            0.5f,
            1,
            0,
            0.5f,
            0.5f,
            1,
            // On the line through the first two
            0.25f,
            -0.5f,
            0.5f,
            1,
            // Outside on the left
            -2,
            -0.5f,
            0.5f,
            1,
            -2,
            0.5f,
            0.5f,
            1,
            -1.5f,
            0,
            0.5f,
            1,
            // Between the centres of pixels: at 32 + 1/8 and 32 + 1/4
            1 / 256f,
            1 / 256f,
            0.5f,
            1,
            2 / 256f,
            1 / 256f,
            0.5f,
            1,
            1 / 256f,
            2 / 256f,
            0.5f,
            1,
            // Before the near plane by as much as the next two are behind it
            0,
            0.5f,
            -0.5f,
            1,
            -0.5f,
            -0.5f,
            0.5f,
            1,
            0.5f,
            -0.5f,
            0.5f,
            1,
            // Nowhere
            Float.NaN,
            0,
            0.5f,
            1
        };
        int[] indices = {0, 1, 2, 0, 2, 1, 0, 1, 3, 4, 6, 5, 7, 8, 9, 10, 11, 12, 0, 1, 13};
        var pipeline = Fixture.pipeline().cullMode(CullMode.BACK).build();
        var counts =
                Tally.count(
                        PLAIN,
                        c -> Fixture.drawIndexed(c, pipeline, positions, new float[56], indices));
        assertThat(Tally.among(DRAWN, counts))
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry(Counter.DRAWS, 1L),
                                Map.entry(Counter.INSTANCES, 1L),
                                Map.entry(Counter.CHUNKS, 1L),
                                Map.entry(Counter.VERTEX_POSITIONS, 14L),
                                // Three of the kept one, three of the one that is cut
                                Map.entry(Counter.VERTEX_VARYINGS, 6L),
                                Map.entry(Counter.PRIMITIVES_IN, 7L),
                                Map.entry(Counter.PRIMITIVES_NOT_FINITE, 1L),
                                Map.entry(Counter.PRIMITIVES_OUTSIDE, 1L),
                                Map.entry(Counter.PRIMITIVES_CLIPPED, 1L),
                                Map.entry(Counter.PRIMITIVES_CULLED_FACE, 1L),
                                Map.entry(Counter.PRIMITIVES_ZERO_AREA, 1L),
                                Map.entry(Counter.PRIMITIVES_NO_SAMPLE, 1L),
                                // The kept one, and a quadrilateral behind the near plane
                                Map.entry(Counter.TRIANGLES_SETUP, 3L)));
    }

    /**
     * Half of a sheet of 16x8 cells is outside: 17x5 vertices are named by what is left of it, and
     * only their varyings are shaded.
     */
    @Test
    void varyingsOfVerticesThatNoTriangleUsesAreNotShaded() {
        var counts =
                Tally.count(
                        PLAIN, c -> Sheet.of(16, 8, 0, -64, 64, 64, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(Tally.among(DRAWN, counts))
                .isEqualTo(
                        Map.of(
                                Counter.DRAWS, 1L,
                                Counter.INSTANCES, 1L,
                                Counter.CHUNKS, 1L,
                                Counter.VERTEX_POSITIONS, 153L,
                                Counter.VERTEX_VARYINGS, 85L,
                                Counter.PRIMITIVES_IN, 256L,
                                // The last row above the edge only touches it
                                Counter.PRIMITIVES_NO_SAMPLE, 32L,
                                Counter.PRIMITIVES_OUTSIDE, 96L,
                                Counter.TRIANGLES_SETUP, 128L));
    }

    // Pixels

    private static PipelineState state(CompareFunction compare, boolean write) {
        return Sheet.OPAQUE.withDepth(new DepthState(compare, write, false));
    }

    /** Four squares of 8x8 pixels at one place: 2 triangles each, whose bounds are 2x2 blocks. */
    private static void layers(CommandBuffer commands) {
        square(8, 8, 16, 16, 0.5f).draw(commands, state(CompareFunction.LESS, true));
        square(8, 8, 16, 16, 0.6f).draw(commands, state(CompareFunction.LESS, true));
        square(8, 8, 16, 16, 0.4f)
                .draw(commands, state(CompareFunction.LESS, false).withBlend(BlendState.ALPHA));
        square(8, 8, 16, 16, 0.3f)
                .draw(
                        commands,
                        state(CompareFunction.LESS, true).withProgram(new EveryOtherColumn()));
    }

    @Test
    void whatBecomesOfSamples() {
        var counts = Tally.count(PLAIN, PipelineCountersTest::layers);
        assertThat(Tally.among(PAINTED, counts))
                .isEqualTo(
                        Map.of(
                                Counter.WINDOWS,
                                1L,
                                Counter.TILE_ENTRIES,
                                8L,
                                Counter.TILES_RENDERED,
                                1L,
                                Counter.BLOCKS_RASTERIZED,
                                4 * 8L,
                                Counter.SAMPLES_TESTED,
                                4 * 64L,
                                // The second fails, and discarding comes after the test
                                Counter.SAMPLES_PASSED,
                                3 * 64L,
                                Counter.FRAGMENTS_DISCARD_TESTED,
                                64L,
                                // The first, the third, half of the fourth
                                Counter.FRAGMENTS_SHADED,
                                64L + 64 + 32,
                                Counter.FRAGMENTS_BLENDED,
                                64L,
                                Counter.PIXELS_RESOLVED,
                                64L * 64));
        assertThat(Tally.among(HIDDEN, counts)).isEmpty();
        assertThat(Tally.among(ABSENT, counts)).isEmpty();
    }

    /**
     * The 8 pixels on the diagonal have samples in both triangles and are shaded for each. Bounds
     * hold no pixels on whose edge a triangle ends, since no sample lies there: 2x2 blocks.
     */
    @Test
    void fourSamplesOfAPixelAreShadedOnceATriangle() {
        var counts = Tally.count(PLAIN, 4, c -> square(8, 8, 16, 16, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(Tally.among(PAINTED, counts))
                .isEqualTo(
                        Map.of(
                                Counter.WINDOWS,
                                1L,
                                Counter.TILE_ENTRIES,
                                2L,
                                Counter.TILES_RENDERED,
                                1L,
                                Counter.BLOCKS_RASTERIZED,
                                2 * 4L,
                                Counter.SAMPLES_TESTED,
                                4 * 64L,
                                Counter.SAMPLES_PASSED,
                                4 * 64L,
                                Counter.FRAGMENTS_SHADED,
                                64L + 8,
                                Counter.PIXELS_RESOLVED,
                                64L * 64));
    }

    /** What a later triangle covers is not shaded, but what has been blended before is. */
    @Test
    void onlyWhatStaysVisibleIsShaded() {
        var far = square(0, 0, 32, 16, 0.6f);
        var near = square(0, 0, 16, 16, 0.5f);
        var counts =
                Tally.count(
                        PLAIN,
                        c -> {
                            far.draw(c, Sheet.OPAQUE);
                            near.draw(c, Sheet.OPAQUE);
                        });
        assertThat(counts)
                .containsEntry(Counter.SAMPLES_PASSED, 512L + 256)
                .containsEntry(Counter.FRAGMENTS_SHADED, 512L);
        counts =
                Tally.count(
                        PLAIN,
                        c -> {
                            far.draw(c, Sheet.OPAQUE.withBlend(BlendState.ALPHA));
                            near.draw(c, Sheet.OPAQUE);
                        });
        assertThat(counts)
                .containsEntry(Counter.FRAGMENTS_SHADED, 512L + 256)
                .containsEntry(Counter.FRAGMENTS_BLENDED, 512L);
    }

    // Settings

    /** Ten triangles that lie in one tile: it is visited once a window. */
    @ParameterizedTest
    @CsvSource({"3, 4", "4, 3", "7, 2", "9, 2", "11, 1", "2147483647, 1"})
    void aWindowTakesSoManyTriangles(int window, long windows) {
        var counts =
                Tally.count(
                        PLAIN.withWindow(window),
                        c -> Sheet.of(5, 1, 0, 0, 60, 40, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(counts)
                .containsEntry(Counter.WINDOWS, windows)
                .containsEntry(Counter.TILES_RENDERED, windows)
                .containsEntry(Counter.TILE_ENTRIES, 10L)
                .containsEntry(Counter.SAMPLES_PASSED, 60L * 40)
                .containsEntry(Counter.FRAGMENTS_SHADED, 60L * 40)
                .containsEntry(Counter.PIXELS_RESOLVED, 64 * 64 * windows);
    }

    /**
     * Two triangles whose bounds are 64x16 pixels, and so lie in the tiles of one row: 4 of 16
     * pixels, 2 of 32, 1 of 64.
     */
    @ParameterizedTest
    @CsvSource({"1, 16, 4", "1, 32, 2", "1, 64, 1", "1, 0, 1", "4, 0, 2", "4, 64, 1"})
    void tilesAreAsLargeAsAsked(int samples, int tileSize, long tiles) {
        var counts =
                Tally.count(
                        PLAIN.withTileSize(tileSize),
                        samples,
                        c -> square(0, 0, 64, 16, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(counts)
                .containsEntry(Counter.TILES_RENDERED, tiles)
                .containsEntry(Counter.TILE_ENTRIES, 2 * tiles)
                .containsEntry(Counter.SAMPLES_TESTED, 1024L * samples)
                .containsEntry(Counter.PIXELS_RESOLVED, 64L * 64);
    }

    /** Twenty chunks, and squares in all tiles: the sums do not depend on who did what. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void countsDependNeitherOnThreadsNorOnKernels(int threads) {
        Consumer<CommandBuffer> scene =
                c -> {
                    for (int i = 0; i < 20; i++) {
                        Sheet.of(16, 16, i, 0, 40 + i, 64, 0.9f - 0.02f * i).draw(c, Sheet.OPAQUE);
                    }
                    layers(c);
                };
        var options = PLAIN.withTileSize(16);
        var expected = Tally.count(options, scene);
        assertThat(expected).containsEntry(Counter.CHUNKS, 24L);
        for (var kernels : Kernels.values()) {
            assertThat(Tally.count(options.withThreads(threads).withKernels(kernels), scene))
                    .isEqualTo(expected);
        }
    }

    /** The plain reference path counts vertices and primitives, and what it does to samples. */
    @Test
    void theReferencePathHasOneWindowAndNoTiles() {
        var counts = Tally.count(DeviceOptions.REFERENCE, PipelineCountersTest::layers);
        assertThat(counts)
                .containsEntry(Counter.TRIANGLES_SETUP, 8L)
                .containsEntry(Counter.TILE_ENTRIES, 0L)
                .containsEntry(Counter.TILES_RENDERED, 0L)
                .containsEntry(Counter.SAMPLES_TESTED, 4 * 64L)
                .containsEntry(Counter.SAMPLES_PASSED, 3 * 64L)
                .containsEntry(Counter.PIXELS_RESOLVED, 64L * 64);
    }

    /** Counts are of a frame: its phases add up, and the frame before it is forgotten. */
    @Test
    void countsAreOfOneFrame() {
        var target = Tally.target(1);
        var commands = new CommandBuffer();
        for (int phase = 0; phase < 3; phase++) {
            commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
            square(0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        try (var device = new Device(PLAIN.withThreads(2))) {
            for (int frame = 0; frame < 3; frame++) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.DRAWS)).isEqualTo(3);
                assertThat(report.get(Counter.WINDOWS)).isEqualTo(3);
                assertThat(report.get(Counter.FRAGMENTS_SHADED)).isEqualTo(3 * 64);
                assertThat(report.get(Counter.PIXELS_RESOLVED)).isEqualTo(3 * 64 * 64);
            }
        }
    }

    /** A pass that does not clear goes on with the depths and colours that the last one kept. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, DeviceOptions.WHOLE_FRAME})
    void aPassWithoutClearGoesOn(int window) {
        var target = Tally.target(1);
        var first = new CommandBuffer();
        first.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1).withKeepSamples(true));
        square(0, 0, 32, 64, 0.5f).draw(first, Sheet.OPAQUE);
        var second = new CommandBuffer();
        second.beginPhase(PassDescriptor.load(target));
        square(0, 0, 64, 64, 0.6f).draw(second, Sheet.OPAQUE);
        try (var device = new Device(PLAIN.withWindow(window))) {
            device.submit(first);
            int[] before = target.pixels().clone();
            var report = device.submit(second);
            assertThat(report.get(Counter.SAMPLES_TESTED)).isEqualTo(64 * 64);
            assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(64 * 32);
            int[] after = target.pixels();
            for (int y = 0; y < 64; y++) {
                for (int x = 0; x < 32; x++) {
                    assertThat(after[64 * y + x]).isEqualTo(before[64 * y + x]);
                }
            }
        }
    }
}
