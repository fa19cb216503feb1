package dev.azulejo.core.device;

import static dev.azulejo.core.device.Tally.PLAIN;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.FineBatch;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/** Batches of triangles: why they end, and how triangles come to their tiles, counted by hand. */
class FineBatchTest {
    private static final PipelineState BLENDED = Sheet.OPAQUE.withBlend(BlendState.ALPHA);

    private static final DeviceOptions TILES_OF_16 = PLAIN.withTileSize(16);

    private static Map<Counter, Long> count(
            int primitives, int states, Consumer<CommandBuffer> scene) {
        return Tally.count(TILES_OF_16.withFine(Fine.batches(primitives, states)), scene);
    }

    private static void square(CommandBuffer c, float x0, float y0, PipelineState pipeline) {
        Sheet.of(1, 1, x0, y0, x0 + 16, y0 + 16, 0.5f).draw(c, pipeline);
    }

    private static void expect(
            Map<Counter, Long> counts, long batches, long full, long states, long dependent) {
        assertThat(counts)
                .containsEntry(Counter.FINE_BATCHES, batches)
                .containsEntry(Counter.WINDOWS, batches)
                .containsEntry(Counter.FINE_BATCHES_FULL, full)
                .containsEntry(Counter.FINE_BATCHES_STATES, states)
                .containsEntry(Counter.FINE_BATCHES_DEPENDENT, dependent);
    }

    /** Ten triangles in one tile. */
    @ParameterizedTest
    @CsvSource({"3, 4, 3", "5, 2, 2", "9, 2, 1", "10, 1, 1", "11, 1, 0", "1, 10, 10"})
    void aBatchEndsWhenItIsFull(int primitives, long batches, long full) {
        var counts =
                Tally.count(
                        PLAIN.withFine(Fine.batches(primitives, 16)),
                        c -> Sheet.of(5, 1, 0, 0, 60, 40, 0.5f).draw(c, Sheet.OPAQUE));
        expect(counts, batches, full, 0, 0);
        assertThat(counts)
                .containsEntry(Counter.TILE_ENTRIES, 10L)
                .containsEntry(Counter.FINE_STEPS, 10L)
                .containsEntry(Counter.TILES_RENDERED, batches)
                .containsEntry(Counter.SAMPLES_PASSED, 60L * 40);
    }

    /** Ten triangles again; a window is a bound as well, and whichever is smaller holds. */
    @ParameterizedTest
    @CsvSource({"4, 16, 3, 0", "16, 4, 3, 2", "5, 5, 2, 2"})
    void aWindowEndsABatch(int window, int primitives, long batches, long full) {
        var counts =
                Tally.count(
                        PLAIN.withFine(Fine.batches(primitives, 16)).withWindow(window),
                        c -> Sheet.of(5, 1, 0, 0, 60, 40, 0.5f).draw(c, Sheet.OPAQUE));
        expect(counts, batches, full, 0, 0);
    }

    /** 544 triangles are two chunks: batches go on from one to the next. */
    @ParameterizedTest
    @CsvSource({"1024, 1, 0", "544, 1, 1", "512, 2, 1", "300, 2, 1", "100, 6, 5"})
    void aBatchTakesTrianglesOfSeveralChunks(int primitives, long batches, long full) {
        Consumer<CommandBuffer> scene =
                c -> Sheet.of(17, 16, 2, 2, 62, 62, 0.5f).draw(c, Sheet.OPAQUE);
        var counts = count(primitives, 16, scene);
        expect(counts, batches, full, 0, 0);
        assertThat(counts)
                .containsEntry(Counter.CHUNKS, 2L)
                .containsEntry(
                        Counter.TILE_ENTRIES,
                        Tally.count(TILES_OF_16, scene).get(Counter.TILE_ENTRIES))
                .containsEntry(Counter.SAMPLES_PASSED, 60L * 60);
    }

    /** Nothing at all is one window, for tiles that are cleared, and no batch. */
    @Test
    void nothingIsNoBatch() {
        var counts = count(4, 1, c -> Sheet.of(1, 1, 80, 80, 90, 90, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(counts)
                .containsEntry(Counter.WINDOWS, 1L)
                .containsEntry(Counter.FINE_BATCHES, 0L)
                .containsEntry(Counter.PIXELS_RESOLVED, 64L * 64);
    }

    /** Four draw calls of two triangles, side by side. */
    @ParameterizedTest
    @CsvSource({"1, 4, 3", "2, 2, 1", "3, 2, 1", "4, 1, 0"})
    void aBatchEndsWhenThereIsNoRoomForAState(int states, long batches, long ended) {
        var counts =
                count(
                        1024,
                        states,
                        c -> {
                            for (int i = 0; i < 4; i++) {
                                square(c, 16 * i, 0, Sheet.OPAQUE);
                            }
                        });
        expect(counts, batches, 0, ended, 0);
    }

    /** Blended over what was captured opaque: what is below must have been shaded before. */
    @Test
    void aBatchEndsBeforeATriangleThatDependsOnIt() {
        Consumer<CommandBuffer> below = c -> square(c, 0, 0, Sheet.OPAQUE);
        expect(count(1024, 16, below.andThen(c -> square(c, 0, 0, BLENDED))), 2, 0, 0, 1);
        var beside = below.andThen(c -> square(c, 16, 0, BLENDED));
        expect(count(1024, 16, beside), 1, 0, 0, 0);
        var blended = beside.andThen(c -> square(c, 16, 0, BLENDED));
        expect(count(1024, 16, blended), 1, 0, 0, 0);
        var opaque = blended.andThen(c -> square(c, 16, 0, Sheet.OPAQUE));
        expect(count(1024, 16, opaque), 1, 0, 0, 0);
        var both = opaque.andThen(c -> square(c, 8, 0, BLENDED));
        expect(count(1024, 16, both), 2, 0, 0, 1);
        var again = both.andThen(c -> square(c, 0, 0, BLENDED));
        expect(count(1024, 16, again), 2, 0, 0, 1);
        // Whatever comes first ends it: the fourth draw state, and in the next batch the last.
        expect(count(1024, 3, both), 3, 0, 1, 1);
    }

    /** Two triangles whose bounds are all 4x4 tiles: each of these is looked at once for each. */
    @Test
    void eachTileIsLookedAtOnce() {
        Consumer<CommandBuffer> scene =
                c -> Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(c, Sheet.OPAQUE);
        var counts = count(1024, 16, scene);
        var lists = Tally.count(TILES_OF_16, scene);
        assertThat(counts)
                .containsEntry(Counter.FINE_STEPS, 2L * 16)
                .containsEntry(Counter.TILE_ENTRIES, lists.get(Counter.TILE_ENTRIES))
                .containsEntry(Counter.TILES_RENDERED, 16L)
                .containsEntry(Counter.SAMPLES_PASSED, 64L * 64);
        assertThat(lists)
                .containsEntry(Counter.FINE_STEPS, 0L)
                .containsEntry(Counter.FINE_BATCHES, 0L);
        assertThat(counts.get(Counter.TILE_ENTRIES)).isBetween(20L, 26L);
    }

    /** A triangle in the middle of a row: three tiles, from the upper left one it touches on. */
    @Test
    void aTriangleBeginsAtItsUpperLeftTile() {
        var counts =
                count(1024, 16, c -> Sheet.of(1, 1, 18, 33, 60, 46, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(counts)
                .containsEntry(Counter.FINE_STEPS, 2L * 3)
                .containsEntry(Counter.TILE_ENTRIES, 2L * 3)
                .containsEntry(Counter.TILES_RENDERED, 3L);
    }

    /**
     * Two triangles in a row of four tiles, hidden in two of them: each is asked about once a tile,
     * as it is for lists, also while it waits.
     */
    @ParameterizedTest
    @CsvSource({"1024, 1", "2, 2"})
    void whatIsHiddenInATileDoesNotWaitThere(int primitives, long batches) {
        Consumer<CommandBuffer> half =
                c -> {
                    Sheet.of(1, 1, 0, 0, 64, 16, 0.6f).draw(c, Sheet.OPAQUE);
                    Sheet.of(1, 1, 0, 0, 32, 16, 0.3f).draw(c, Sheet.OPAQUE);
                };
        var asking = TILES_OF_16.withEarlyZ(EarlyZ.ON.only(EarlyZ.Part.TILES));
        var silent = TILES_OF_16.withEarlyZ(EarlyZ.ON.only());
        var fine = Fine.batches(primitives, 16);
        var counts = Tally.count(asking.withFine(fine), half);
        expect(counts, batches, batches == 1 ? 0 : 2, 0, 0);
        assertThat(counts)
                .containsEntry(Counter.FINE_STEPS, 2L * 4 + 2 * 2)
                .containsEntry(Counter.TILE_ENTRIES_HIDDEN, 4L)
                .containsEntry(Counter.TILE_ENTRIES, 4L + 4);
        long reads = Tally.count(silent.withFine(fine), half).get(Counter.HIZ_READS);
        assertThat(counts.get(Counter.HIZ_READS) - reads).isEqualTo(2L * 4 + 2 * 2);
    }

    /** Each GPU looks for its own tiles, and counts what it has set up for nothing. */
    @Test
    void gpusOfAGroupHaveBatchesOfTheirOwn() {
        var halves =
                PLAIN.withTileSize(32)
                        .withThreads(2)
                        .withGroup(
                                Group.of(2)
                                        .withLayout(new RegionLayout.Interleaved(32, 64))
                                        .withPretest(Group.Pretest.OFF));
        // Two left, two right, two across.
        Consumer<CommandBuffer> scene =
                c -> {
                    Sheet.of(1, 1, 2, 2, 20, 20, 0.5f).draw(c, Sheet.OPAQUE);
                    Sheet.of(1, 1, 42, 2, 60, 20, 0.5f).draw(c, Sheet.OPAQUE);
                    Sheet.of(1, 1, 20, 40, 44, 60, 0.5f).draw(c, Sheet.OPAQUE);
                };
        for (var fine : new Fine[] {Fine.LISTS, Fine.batches(4, 16)}) {
            var target = Sheet.target();
            var commands = Sheet.clear(target);
            scene.accept(commands);
            try (var gpus = Gpu.open(halves.withFine(fine))) {
                var report = gpus.submit(commands);
                // Of those across the corners of one lie right of the middle, or left of it.
                assertThat(report.get(Counter.TILE_ENTRIES)).isEqualTo(2 + 2 + 4);
                assertThat(report.get(Counter.TRIANGLES_FOR_NOTHING)).isEqualTo(2 + 2);
                // Six triangles for each GPU.
                assertThat(report.get(Counter.FINE_BATCHES)).isEqualTo(fine.batched() ? 2 * 2 : 0);
                assertThat(report.get(Counter.FINE_BATCHES_FULL)).isEqualTo(fine.batched() ? 2 : 0);
            }
        }
    }

    /** A coarse bin has batches of what its stream names, and of nothing else. */
    @ParameterizedTest
    @EnumSource(Bins.Vertices.class)
    void binsHaveBatchesOfTheirOwn(Bins.Vertices vertices) {
        var bins = Bins.DEFAULT.withCount(4).withVertices(vertices);
        var group = Group.of(2).withSplit(Group.Split.BINS).withBins(bins);
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        // Bin 0: two; bins 0 and 1: two each; bin 3: two.
        Sheet.of(1, 1, 2, 2, 20, 20, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 20, 4, 44, 24, 0.4f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 40, 40, 60, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        try (var chiplets = Gpu.open(PLAIN.withGroup(group).withFine(Fine.batches(3, 16)))) {
            var report = chiplets.submit(commands);
            assertThat(report.get(Counter.FINE_BATCHES)).isEqualTo(2 + 1 + 1);
            // Bin 0, if it is painted ahead, captures all six triangles: nothing is named yet.
            int full = vertices == Bins.Vertices.FULL ? 2 : 1;
            assertThat(report.get(Counter.FINE_BATCHES_FULL)).isEqualTo(full);
            assertThat(report.get(Counter.TILE_ENTRIES)).isEqualTo(4 + 2 + 2);
        }
    }

    /** A batch is a window: tiles are not compared where frames have several. */
    @Test
    void tilesAreNotCompared() {
        var options =
                PLAIN.withReuse(Reuse.TILES.withUnchanged(false).withPartial(false))
                        .withTileSize(16);
        for (var fine : new Fine[] {Fine.LISTS, Fine.batches(1024, 16)}) {
            var target = Sheet.target();
            var commands = Sheet.clear(target);
            Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
            try (var device = new Device(options.withFine(fine))) {
                device.submit(commands);
                var report = device.submit(commands);
                assertThat(report.get(Counter.TILES_REUSED)).isEqualTo(fine.batched() ? 0 : 16);
                assertThat(report.get(Counter.RENDERS_WINDOWED)).isEqualTo(fine.batched() ? 1 : 0);
            }
        }
    }

    /** Two ints a triangle and a bit, an int and a bit a tile; in words of 64 bits. */
    @Test
    void memoryIsThatOfABatch() {
        var grid = new TileGrid();
        grid.set(64, 64, 16, TileSet.ALL);
        assertThat(new FineBatch(Fine.batches(100, 16), new Binner()).bytes(grid))
                .isEqualTo(2 * 4 * 100 + 2 * 8 + 4 * 16 + 8);
        Consumer<CommandBuffer> scene =
                c -> Sheet.of(1, 1, 2, 2, 62, 62, 0.5f).draw(c, Sheet.OPAQUE);
        long hundred = peakBytes(TILES_OF_16.withFine(Fine.batches(100, 16)), scene);
        long more = peakBytes(TILES_OF_16.withFine(Fine.batches(200, 16)), scene);
        assertThat(more - hundred).isEqualTo(2 * 4 * 100 + 2 * 8);
    }

    private static long peakBytes(DeviceOptions options, Consumer<CommandBuffer> scene) {
        var commands = Sheet.clear(Sheet.target());
        scene.accept(commands);
        try (var device = new Device(options)) {
            return device.submit(commands).peakGeometryBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void countsDoNotDependOnThreads(int threads) {
        Consumer<CommandBuffer> scene =
                c -> {
                    for (int i = 0; i < 20; i++) {
                        var pipeline = i % 5 == 4 ? BLENDED : Sheet.OPAQUE;
                        Sheet.of(16, 16, i, 0, 40 + i, 64, 0.9f - 0.02f * i).draw(c, pipeline);
                    }
                };
        var options = TILES_OF_16.withFine(Fine.batches(700, 3));
        assertThat(Tally.count(options.withThreads(threads), scene))
                .isEqualTo(Tally.count(options, scene));
    }

    /** Within a tile triangles stay in submission order, whichever tiles they came from. */
    @Test
    void orderIsKept() {
        Consumer<CommandBuffer> scene =
                c -> {
                    for (int i = 0; i < 40; i++) {
                        float x = i * 7 % 48;
                        float y = i * 13 % 48;
                        square(c, x, y, BLENDED);
                    }
                };
        int[] expected = pixels(DeviceOptions.REFERENCE, scene);
        for (int primitives : new int[] {1, 63, 64, 65, 1024}) {
            assertThat(pixels(TILES_OF_16.withFine(Fine.batches(primitives, 256)), scene))
                    .as("%d", primitives)
                    .isEqualTo(expected);
        }
    }

    private static int[] pixels(DeviceOptions options, Consumer<CommandBuffer> scene) {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        scene.accept(commands);
        try (var device = new Device(options)) {
            device.submit(commands);
        }
        return Arrays.copyOf(target.pixels(), target.pixels().length);
    }

    /**
     * Two triangles over all tiles, of which the left half is ours, and one pair over tiles of
     * somebody else's. Where all is hidden the first two are on no list, and were not set up for
     * nothing all the same: another time they may show.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsHiddenInAllOfItsTilesIsNotForNothing(boolean covered) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 34, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
        var worker = new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());
        var chunks = new ChunkOutput[] {new ChunkOutput(), new ChunkOutput()};
        for (int c = 0; c < 2; c++) {
            chunks[c].begin(phase.chunk(c));
            worker.process(chunks[c]);
        }
        var grid = new TileGrid();
        grid.set(64, 64, 16, TileSet.of(32, (column, row) -> column == 0));
        var structure = new HierarchicalZ();
        structure.reset(64, 64, false, covered ? 0.25f : 1, FinestLevel.LAYERS);
        for (boolean lists : new boolean[] {false, true}) {
            var binner = new Binner();
            binner.beginPhase(grid);
            binner.begin(structure, Binner.Tested.ALL);
            int nothing = 0;
            int hidden = 0;
            if (lists) {
                var tiles = new TileLists();
                tiles.clear(grid.count());
                for (int c = 0; c < 2; c++) {
                    binner.bin(grid, tiles, chunks[c], c, 0, 2);
                    nothing += binner.forNothing();
                    hidden += binner.hidden();
                }
            } else {
                var batch = new FineBatch(Fine.batches(16, 4), binner);
                batch.begin(grid, chunks);
                for (int c = 0; c < 2; c++) {
                    assertThat(batch.capture(c, 0, 2)).isEqualTo(2);
                }
                nothing = binner.forNothing();
                hidden = binner.hidden();
            }
            assertThat(nothing).as("the pair in tiles of others").isEqualTo(2);
            // Tiles of the left half that either half of the square touches, corners too
            assertThat(hidden).isEqualTo(covered ? 8 + 5 : 0);
        }
    }

    /** A batch whose tiles were not gone to, since its frame ended early, leaves nothing behind. */
    @Test
    void aBatchThatWasGivenUpIsForgotten() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        var chunk = new ChunkOutput();
        chunk.begin(Sheet.cut(commands, EarlyZ.OFF, new Counts()).chunk(0));
        new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()).process(chunk);
        ChunkOutput[] chunks = {chunk};
        var grid = new TileGrid();
        grid.set(64, 64, 16, TileSet.ALL);
        var batch = new FineBatch(Fine.batches(16, 4), new Binner());
        batch.begin(grid, chunks);
        assertThat(batch.capture(0, 0, 2)).isEqualTo(2);
        batch.begin(grid, chunks);
        var list = new TileList(1);
        for (int tile = 0; tile < 16; tile++) {
            assertThat(batch.take(list)).isEqualTo(tile);
            assertThat(list.count()).as("tile %d", tile).isZero();
        }
    }
}
