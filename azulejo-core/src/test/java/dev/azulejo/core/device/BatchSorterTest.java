package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Two draw calls of six and four triangles, side by side in the upper row of 4x4 tiles. */
class BatchSorterTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final WorkerPool pool = new WorkerPool(1);
    private final Binner binner = new Binner();
    private final TileGrid grid = new TileGrid();
    private final WindowCursor cursor = new WindowCursor();
    private final ChunkOutput[] chunks = chunks();
    private final TileRenderer renderer =
            new TileRenderer(16, 1, TextureFormat.RGBA8_UNORM, KERNELS, 1, new Counts());

    BatchSorterTest() {
        grid.set(64, 64, 16, TileSet.ALL);
        binner.begin();
        binner.beginPhase(grid);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static ChunkOutput[] chunks() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(3, 1, 0, 0, 48, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 1, 32, 0, 64, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        var chunks = Fixture.outputs(Sheet.cut(commands, EarlyZ.OFF, new Counts()));
        var geometry = new GeometryWorker(KERNELS, new Counts());
        for (var chunk : chunks) {
            geometry.process(chunk);
        }
        return chunks;
    }

    private BatchSorter sorter(int primitives, int states) {
        return new BatchSorter(Fine.batches(primitives, states), pool, binner);
    }

    private long capture(BatchSorter sorter, long most) {
        return sorter.capture(grid, chunks, 2, cursor, most);
    }

    /** Chunk and triangle on the list of each tile with any. */
    private List<String> take(BatchSorter sorter) {
        return TileEntries.take(sorter, renderer, grid);
    }

    private static long counted(BatchSorter sorter, Counter counter) {
        var counts = new Counts();
        sorter.count(counts);
        return counts.get(counter);
    }

    /** Seven at a time: all of the first draw call and one of the second, then the rest. */
    @Test
    void batchesGoOnWhereTheLastOneEnded() {
        var sorter = sorter(7, 4);
        assertThat(capture(sorter, 10)).isEqualTo(7);
        assertThat(cursor.chunk).isOne();
        assertThat(cursor.triangle).isOne();
        assertThat(take(sorter))
                .containsExactly(
                        "0: 0.0", "0: 0.1", "1: 0.2", "1: 0.3", "2: 0.4", "2: 0.5", "2: 1.0");
        assertThat(counted(sorter, Counter.FINE_BATCHES)).isOne();
        assertThat(counted(sorter, Counter.FINE_BATCHES_FULL)).isOne();
        assertThat(counted(sorter, Counter.TILE_ENTRIES)).isEqualTo(7);
        assertThat(counted(sorter, Counter.FINE_STEPS)).isEqualTo(7);
        assertThat(capture(sorter, 10)).isEqualTo(3);
        assertThat(cursor.chunk).isEqualTo(2);
        assertThat(take(sorter)).containsExactly("2: 1.1", "3: 1.2", "3: 1.3");
        assertThat(counted(sorter, Counter.FINE_BATCHES_FULL)).isZero();
        assertThat(counted(sorter, Counter.TILE_ENTRIES)).isEqualTo(3);
    }

    /** A window ends it: so many, in whatever chunks they are. */
    @Test
    void aWindowBoundsIt() {
        var sorter = sorter(100, 4);
        assertThat(capture(sorter, 4)).isEqualTo(4);
        assertThat(cursor.triangle).isEqualTo(4);
        assertThat(capture(sorter, 4)).isEqualTo(4);
        assertThat(cursor.chunk).isOne();
        assertThat(cursor.triangle).isEqualTo(2);
        assertThat(take(sorter)).containsExactly("2: 0.4", "2: 0.5", "2: 1.0", "2: 1.1");
        assertThat(capture(sorter, 4)).isEqualTo(2);
        assertThat(capture(sorter, 4)).isZero();
        assertThat(counted(sorter, Counter.FINE_BATCHES)).isZero();
        assertThat(take(sorter)).isEmpty();
    }

    /** No room for a second draw state: what comes after it is not looked at. */
    @Test
    void aDrawStateWithoutRoomEndsIt() {
        var sorter = sorter(100, 1);
        assertThat(capture(sorter, 10)).isEqualTo(6);
        assertThat(counted(sorter, Counter.FINE_BATCHES_STATES)).isOne();
        assertThat(counted(sorter, Counter.FINE_BATCHES_DEPENDENT)).isZero();
        assertThat(cursor.chunk).isOne();
        assertThat(cursor.triangle).isZero();
        assertThat(capture(sorter, 10)).isEqualTo(4);
        assertThat(counted(sorter, Counter.FINE_BATCHES_STATES)).isZero();
    }

    /** What is blended over the first waits, and so does what comes after it. */
    @Test
    void nothingIsTakenOutOfOrder() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 16, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 0, 0, 16, 16, 0.4f).draw(commands, Sheet.OPAQUE.withBlend(BlendState.ALPHA));
        Sheet.of(1, 1, 48, 0, 64, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        var three = Fixture.outputs(Sheet.cut(commands, EarlyZ.OFF, new Counts()));
        var geometry = new GeometryWorker(KERNELS, new Counts());
        for (var chunk : three) {
            geometry.process(chunk);
        }
        var sorter = sorter(100, 9);
        assertThat(sorter.capture(grid, three, 3, cursor, 6)).isEqualTo(2);
        assertThat(take(sorter)).containsExactly("0: 0.0", "0: 0.1");
        assertThat(counted(sorter, Counter.FINE_BATCHES_DEPENDENT)).isOne();
        assertThat(sorter.capture(grid, three, 3, cursor, 4)).isEqualTo(4);
        assertThat(take(sorter)).containsExactly("0: 1.0", "0: 1.1", "3: 2.0", "3: 2.1");
    }

    /** 8 bytes a triangle; of each tile an int, and a bit in words of 64. */
    @Test
    void memoryGoesByTrianglesAndTiles() {
        long few = sorter(64, 1).bytes(grid);
        long more = sorter(128, 1).bytes(grid);
        // And a bit for each that was taken
        assertThat(more - few).isEqualTo(64 * 8 + 8);
    }
}
