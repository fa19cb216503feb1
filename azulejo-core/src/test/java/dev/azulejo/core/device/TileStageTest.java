package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Two triangles inside the first tile of four by four, and two that both lie in the second and in
 * the third; by one worker.
 */
class TileStageTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);
    private static final int TILES = 16;

    private final RenderTarget target = Sheet.target();
    private final Counts counts = new Counts();
    private final WorkerPool pool = new WorkerPool(1);
    private final RunState state = new RunState(RunGuide.ALL);
    private final GeometryWorker[] workers = {new GeometryWorker(KERNELS, counts)};
    private TileStage tiles = stage(Fine.LISTS);
    private final List<Boolean> binned = new ArrayList<>();
    private final OrderedSource source = new OrderedSource(state, pool, workers, this::chunkEnds);
    private Phase phase;

    @BeforeEach
    void record() {
        var commands = Sheet.clear(target);
        Sheet.of(1, 1, 2, 2, 14, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 18, 2, 46, 14, 0.5f).draw(commands, Sheet.OPAQUE);
        phase = Sheet.cut(commands, EarlyZ.OFF, counts);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private TileStage stage(Fine fine) {
        return stage(fine, RunGuide.ALL);
    }

    private TileStage stage(Fine fine, RunGuide guide) {
        return new TileStage(
                DeviceOptions.DEFAULT.withThreads(1).withTileSize(16).withFine(fine),
                pool,
                KERNELS,
                new Counts[] {counts},
                new OpenGate(),
                guide);
    }

    private void chunkEnds(int worker, ChunkOutput chunk, int index) {
        binned.add(tiles.bin(worker, chunk, index));
    }

    private int[] render(TileSet owned, int window) {
        state.begin(phase);
        tiles.begin(
                phase.pass(), new PhasePlan(owned, PhasePlan.Supply.IN_ORDER, window, EarlyZ.OFF));
        source.begin(draw -> true);
        assertThat(source.fill()).isTrue();
        tiles.render(source, null, true, true);
        return target.pixels().clone();
    }

    private void expect(Counter counter, long value) {
        assertThat(counts.get(counter)).as("%s", counter).isEqualTo(value);
    }

    @Test
    void trianglesAreListedWhereTheyLieAndOnlyTheseTilesTakeTime() {
        int[] pixels = render(TileSet.ALL, DeviceOptions.WHOLE_FRAME);
        assertThat(binned).containsExactly(true, true);
        expect(Counter.TILE_ENTRIES, 2 + 4);
        expect(Counter.WINDOWS, 1);
        expect(Counter.TRIANGLES_FOR_NOTHING, 0);
        assertThat(tiles.chunkCount()).isEqualTo(2);
        assertThat(tiles.parkedBytes()).isZero();
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(tiles.tileNs(tile) > 0).as("tile %d took time", tile).isEqualTo(tile < 3);
        }
        for (int y = 0; y < Sheet.SIDE; y++) {
            for (int x = 0; x < Sheet.SIDE; x++) {
                boolean row = y >= 2 && y < 14;
                boolean drawn = row && (x >= 2 && x < 14 || x >= 18 && x < 46);
                assertThat(pixels[y * Sheet.SIDE + x] != 0xff000000)
                        .as("pixel %d, %d", x, y)
                        .isEqualTo(drawn);
            }
        }
    }

    @Test
    void windowsParkSamplesAndEndInTheSamePixels() {
        int[] whole = render(TileSet.ALL, DeviceOptions.WHOLE_FRAME);
        counts.clear();
        binned.clear();
        assertThat(render(TileSet.ALL, 1)).isEqualTo(whole);
        assertThat(binned).as("to be listed in a window").containsExactly(true, true);
        expect(Counter.WINDOWS, 4);
        expect(Counter.TILE_ENTRIES, 2 + 4);
        assertThat(tiles.parkedBytes()).isPositive();
        counts.clear();
        render(TileSet.ALL, 4);
        expect(Counter.WINDOWS, 1);
        assertThat(tiles.parkedBytes()).as("one window takes all").isZero();
    }

    /** A batch of three ends when it is full, the rest of the window is another. */
    @Test
    void batchesAreCountedWhenTheirTilesAreDone() {
        int[] listed = render(TileSet.ALL, 4);
        counts.clear();
        tiles = stage(Fine.batches(3, 4));
        assertThat(render(TileSet.ALL, 4)).isEqualTo(listed);
        expect(Counter.FINE_BATCHES, 2);
        expect(Counter.FINE_BATCHES_FULL, 1);
        expect(Counter.WINDOWS, 2);
        expect(Counter.TILE_ENTRIES, 2 + 4);
        expect(Counter.FINE_STEPS, 2 + 4);
    }

    /** A worker says that it begins before it visits anything, once in each window. */
    @Test
    void whoStandsBesideIsToldOfEachBeginning() {
        var told = new ArrayList<String>();
        var guide =
                new RunGuide() {
                    @Override
                    public boolean wants(int worker, int chunk, ChunkOutput output) {
                        return true;
                    }

                    @Override
                    public void beginTiles(int worker) {
                        told.add("begins " + worker);
                    }

                    @Override
                    public void visits(int worker, int tile) {
                        told.add("visits");
                    }
                };
        for (int window : new int[] {DeviceOptions.WHOLE_FRAME, 4, 1}) {
            told.clear();
            tiles = stage(Fine.LISTS, guide);
            render(TileSet.ALL, window);
            int windows = window == 1 ? 4 : 1;
            assertThat(told).as("window %d", window).hasSize(windows * (1 + TILES));
            for (int at = 0; at < told.size(); at++) {
                assertThat(told.get(at)).isEqualTo(at % (1 + TILES) == 0 ? "begins 0" : "visits");
            }
        }
    }

    /** Of a stage that has but the tiles right of the first column. */
    @Test
    void trianglesOfOthersTilesAreSetUpForNothing() {
        render(TileSet.of(16, (x, y) -> x > 0), DeviceOptions.WHOLE_FRAME);
        assertThat(binned).containsExactly(false, true);
        expect(Counter.TILE_ENTRIES, 4);
        expect(Counter.TRIANGLES_FOR_NOTHING, 2);
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(tiles.forNothing(tile)).as("tile %d", tile).isEqualTo(tile == 0 ? 2 : 0);
        }
        assertThat(tiles.tileNs(0)).isZero();
        assertThat(tiles.tileNs(1)).isPositive();
    }

    @Test
    void anotherPhaseBeginsWithEmptyLists() {
        render(TileSet.ALL, DeviceOptions.WHOLE_FRAME);
        tiles.begin(
                phase.pass(),
                new PhasePlan(
                        TileSet.ALL,
                        PhasePlan.Supply.IN_ORDER,
                        DeviceOptions.WHOLE_FRAME,
                        EarlyZ.OFF));
        source.begin(draw -> false);
        state.begin(phase);
        source.fill();
        assertThat(binned).endsWith(false, false);
        tiles.render(source, null, true, true);
        assertThat(target.pixels()).containsOnly(0xff000000);
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(tiles.tileNs(tile)).isZero();
        }
    }
}
