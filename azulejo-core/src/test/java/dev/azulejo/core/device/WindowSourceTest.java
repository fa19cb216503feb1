package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;

/** Sheets of 800 triangles, each of which covers some sample of a target of 64x64 pixels. */
class WindowSourceTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);
    private static final DeviceOptions OPTIONS =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withKernels(Kernels.SCALAR)
                    .withReuse(Reuse.OFF)
                    .withEarlyZ(EarlyZ.OFF);

    private final Sheet wall = Sheet.of(2, 2, 0, 0, 64, 64, 0.3f);
    private final Sheet sheet = Sheet.of(20, 20, 2, 2, 62, 62, 0.6f);
    private final RenderTarget target = Sheet.target();
    private final CommandBuffer commands = Sheet.clear(target);
    private final Counts counts = new Counts();
    private final WorkerPool pool = new WorkerPool(1);
    private final RunState state = new RunState(RunGuide.ALL);
    private final GeometryWorker[] workers = {new GeometryWorker(KERNELS, counts)};
    private final TileStage tiles =
            new TileStage(
                    OPTIONS, pool, KERNELS, new Counts[] {counts}, new OpenGate(), RunGuide.ALL);
    private final CullStage culling =
            new CullStage(
                    state,
                    pool,
                    workers,
                    tiles,
                    counts,
                    (worker, chunk, index) -> {},
                    new CullTimes(System::nanoTime));
    private final List<Integer> ended = new ArrayList<>();
    private final WindowSource source =
            new WindowSource(state, pool, workers, culling, this::chunkEnds);

    @AfterEach
    void close() {
        pool.close();
    }

    private void chunkEnds(int worker, ChunkOutput chunk, int index) {
        ended.add(index);
    }

    private void begin(int window, EarlyZ earlyZ) {
        var phase = Sheet.cut(commands, earlyZ, counts);
        state.begin(phase);
        var plan = new PhasePlan.Planner().plan(phase, TileSet.ALL, window, earlyZ);
        tiles.begin(phase.pass(), plan);
        culling.begin(plan);
        source.plan(plan);
        source.begin(draw -> true);
    }

    private void draw(int sheets) {
        for (int s = 0; s < sheets; s++) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
    }

    private FrameReport submit(DeviceOptions options) {
        try (var device = new Device(options)) {
            return device.submit(commands);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2400", "7, 343", "100, 24", "799, 4", "800, 3", "1000, 3", "2399, 2", "2400, 1",
        "2401, 1"
    })
    void allWindowsButTheLastAreFull(int window, int windows) {
        draw(3);
        var report = submit(OPTIONS.withWindow(window));
        assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(2400);
        assertThat(report.get(Counter.WINDOWS)).isEqualTo(windows);
        assertThat(report.get(Counter.DRAINS)).isZero();
    }

    /** Two chunks of a sheet make 512 and 288 triangles. */
    @Test
    void whatDoesNotFillAWindowWaits() {
        draw(20);
        begin(1000, EarlyZ.OFF);
        var cursor = source.cursor();
        int held = 0;
        int fills = 0;
        boolean last = false;
        while (!last) {
            last = source.fill();
            fills++;
            int made = 0;
            for (int c = cursor.chunk; c < source.chunkCount(); c++) {
                made += source.chunks()[c].triangles();
            }
            held = Math.max(held, made - cursor.triangle);
            assertThat(source.mayWait()).isTrue();
            cursor.advance(last ? Long.MAX_VALUE : 1000, source.chunks(), source.chunkCount());
            source.retire(1, 0);
            for (int c = 0; c < cursor.chunk; c++) {
                assertThat(source.chunks()[c].triangles()).as("forgotten").isZero();
            }
        }
        assertThat(cursor.triangles).isEqualTo(16000);
        assertThat(fills).isEqualTo(16);
        // A window, and no more than one round of four chunks.
        assertThat(held).isBetween(1000, 1000 + 4 * 512);
        assertThat(ended).hasSize(40).isSorted();
    }

    /** Memory depends on the window, not on the frame. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void memoryIsThatOfAWindow(boolean earlyZ) {
        var options = OPTIONS.withWindow(1000).withEarlyZ(earlyZ ? EarlyZ.ON : EarlyZ.OFF);
        draw(50);
        long few = submit(options).peakGeometryBytes();
        draw(450);
        long many = submit(options).peakGeometryBytes();
        long whole = submit(OPTIONS).peakGeometryBytes();
        // Bits of 9 times as many chunks: 1800 clusters.
        assertThat(many - few).isEqualTo(earlyZ ? 1800 * 64 : 0);
        assertThat(whole).isGreaterThan(10 * many);
    }

    /** Each sheet touches all four tiles, and fills a window. */
    @ParameterizedTest
    @ValueSource(ints = {32, 64})
    void tilesAreVisitedAgainAndParkTheirSamples(int side) {
        int tiles = 64 / side * (64 / side);
        var options = OPTIONS.withTileSize(side);
        draw(3);
        var whole = submit(options);
        assertThat(whole.get(Counter.TILES_RENDERED)).isEqualTo(tiles);
        assertThat(whole.get(Counter.TILES_REVISITED)).isZero();
        assertThat(whole.parkedBytes()).isZero();
        var windows = submit(options.withWindow(800));
        assertThat(windows.get(Counter.TILES_RENDERED)).isEqualTo(3 * tiles);
        assertThat(windows.get(Counter.TILES_REVISITED)).isEqualTo(2 * tiles);
        // A colour and a depth a sample
        assertThat(windows.parkedBytes()).isEqualTo(64 * 64 * 8);
        assertThat(windows.peakGeometryBytes()).isGreaterThan(windows.parkedBytes());
    }

    @Test
    void survivorsAreSetUpOnceMore() {
        draw(1);
        wall.draw(commands, Sheet.OPAQUE);
        begin(4, EarlyZ.ON);
        assertThat(source.fill()).isTrue();
        assertThat(source.bytes()).isEqualTo(5 * 64);
        assertThat(source.chunks()[4].triangles()).isEqualTo(8);
        assertThat(counts.get(Counter.CLUSTERS_HIDDEN)).isEqualTo(4);
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isEqualTo(8);
        assertThat(counts.get(Counter.TRIANGLES_REPLAYED)).isEqualTo(8);
        assertThat(counts.get(Counter.PRIMITIVES_IN)).isEqualTo(8);
        assertThat(counts.get(Counter.CHUNKS)).isEqualTo(1);
        assertThat(counts.get(Counter.VERTEX_POSITIONS)).isEqualTo(18);
        assertThat(counts.get(Counter.VERTEX_VARYINGS)).isEqualTo(9);
        assertThat(ended).containsExactly(0, 1, 2, 3, 4);
    }

    /** A step sees near before far only among its own chunks. */
    @Test
    void stepsAreAsLongAsThereAreRecords() {
        draw(1);
        wall.draw(commands, Sheet.OPAQUE);
        begin(4, EarlyZ.ON.withRecords(2));
        boolean last = source.fill();
        assertThat(source.bytes()).isEqualTo(2 * 64);
        assertThat(source.chunkCount()).isLessThanOrEqualTo(2);
        assertThat(source.mayWait()).as("within an epoch").isTrue();
        while (!last) {
            source.cursor().advance(4, source.chunks(), source.chunkCount());
            source.retire(1, 0);
            last = source.fill();
        }
        assertThat(counts.get(Counter.CLUSTERS_HIDDEN)).isZero();
        assertThat(counts.get(Counter.TRIANGLES_SETUP)).isEqualTo(808);
        assertThat(source.bytes()).isEqualTo(64);
    }

    /**
     * Culled all at once, windows find what a whole frame does. Only that a cut primitive's pieces
     * come together: those that were hidden are found hidden once more.
     */
    @Test
    void windowsCountAndPaintWhatAWholeFrameDoes() {
        draw(1);
        Sheet.of(20, 20, -20, -20, 84, 84, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 2, 0, 0, 32, 64, 0.3f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, -90_000, -90_000, 16, 90_000, 0.2f).draw(commands, Sheet.OPAQUE);
        var options = OPTIONS.withEarlyZ(EarlyZ.ON);
        var whole = submit(options).counters();
        int[] pixels = target.pixels().clone();
        assertThat(whole.get(Counter.PRIMITIVES_CLIPPED)).isPositive();
        assertThat(whole.get(Counter.TRIANGLES_HIDDEN_BEFORE)).isPositive();
        for (int window : new int[] {1, 10, 100_000}) {
            var report = submit(options.withWindow(window));
            for (var counter :
                    List.of(
                            Counter.CHUNKS,
                            Counter.PRIMITIVES_IN,
                            Counter.PRIMITIVES_OUTSIDE,
                            Counter.PRIMITIVES_CLIPPED,
                            Counter.PRIMITIVES_NO_SAMPLE,
                            Counter.TRIANGLES_SETUP,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.TRIANGLES_HIDDEN_BEFORE,
                            Counter.VERTEX_VARYINGS,
                            Counter.TILE_ENTRIES,
                            Counter.HIZ_WRITES,
                            Counter.EPOCHS)) {
                assertThat(report.get(counter)).as("%s", counter).isEqualTo(whole.get(counter));
            }
            // What culling has let pass, and nothing else
            assertThat(
                            report.get(Counter.TRIANGLES_REPLAYED)
                                    - report.get(Counter.TRIANGLES_HIDDEN_AFTER)
                                    - report.get(Counter.TRIANGLES_NO_SAMPLE))
                    .isEqualTo(
                            whole.get(Counter.TRIANGLES_SETUP)
                                    - whole.get(Counter.TRIANGLES_HIDDEN_BEFORE));
            assertThat(target.pixels()).isEqualTo(pixels);
        }
        submit(OPTIONS.withWindow(7));
        assertThat(target.pixels()).isEqualTo(pixels);
    }

    /** A chunk ends only when another worker has one too. */
    @Test
    void allWorkersFillAWindow() {
        draw(20);
        var phase = Sheet.cut(commands, EarlyZ.OFF, counts);
        state.begin(phase);
        var plan = new PhasePlan.Planner().plan(phase, TileSet.ALL, 4000, EarlyZ.OFF);
        var both = new GeometryWorker[] {workers[0], new GeometryWorker(KERNELS, new Counts())};
        var barrier = new CyclicBarrier(2);
        try (var two = new WorkerPool(2)) {
            var shared =
                    new WindowSource(
                            state,
                            two,
                            both,
                            culling,
                            (worker, chunk, index) -> {
                                if (index < 2) {
                                    Fixture.await(barrier);
                                }
                            });
            shared.plan(plan);
            shared.begin(draw -> true);
            assertThat(shared.fill()).isFalse();
        }
    }

    /** What is blended and stores depth begins an epoch: a window ends there. */
    @Test
    void windowsEndWhereEpochsDo() {
        wall.draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE.withBlend(BlendState.ALPHA));
        begin(1000, EarlyZ.ON);
        assertThat(source.fill()).isFalse();
        assertThat(source.chunkCount()).isEqualTo(1);
        assertThat(source.mayWait()).isFalse();
        var report = submit(OPTIONS.withWindow(1000).withEarlyZ(EarlyZ.ON));
        assertThat(report.get(Counter.EPOCHS)).isEqualTo(2);
        assertThat(report.get(Counter.WINDOWS)).isEqualTo(2);
        assertThat(submit(OPTIONS.withWindow(1000)).get(Counter.WINDOWS)).isEqualTo(1);
        // Where an epoch fills its windows, none is empty.
        assertThat(submit(OPTIONS.withWindow(4).withEarlyZ(EarlyZ.ON)).get(Counter.WINDOWS))
                .isEqualTo(4);
    }

    /**
     * 40 triangles of 16 ints and 30 vertices of 5 floats. The target is one tile: a list takes a
     * segment of 32 ints for each 31 entries, and is longest in the first window. Parked are a
     * colour and a depth for each of 64x64 samples, if there is a second window.
     */
    @ParameterizedTest
    @CsvSource({"33, 256, 32768", "31, 128, 32768", "40, 256, 0", "1000, 256, 0"})
    void memoryIsCountedToTheByte(int window, long lists, long parked) {
        Sheet.of(4, 5, 0, 0, 64, 64, 0.3f).draw(commands, Sheet.OPAQUE);
        var report = submit(OPTIONS.withWindow(window).withTileSize(64));
        assertThat(report.parkedBytes()).isEqualTo(parked);
        assertThat(report.peakGeometryBytes()).isEqualTo(40 * 64 + 30 * 20 + lists + parked);
    }
}
