package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/** Five draw calls of two triangles each: one a tile of the upper row, and the first tile again. */
class ListSorterTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);
    private static final int CHUNKS = 5;

    private final WorkerPool pool = new WorkerPool(2);
    private final Counts[] counts = {new Counts(), new Counts()};
    private final ListSorter sorter = new ListSorter(pool, counts);
    private final TileGrid grid = new TileGrid();
    private final WindowCursor cursor = new WindowCursor();
    private final ChunkOutput[] chunks = chunks(EarlyZ.OFF);
    private final TileRenderer renderer =
            new TileRenderer(16, 1, TextureFormat.RGBA8_UNORM, KERNELS, 2, new Counts());

    ListSorterTest() {
        grid.set(64, 64, 16, TileSet.ALL);
        sorter.begin(grid);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private static ChunkOutput[] chunks(EarlyZ early) {
        var commands = Sheet.clear(Sheet.target());
        for (int c = 0; c < CHUNKS; c++) {
            int x = c % 4 * 16;
            Sheet.of(1, 1, x, 0, x + 16, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        var chunks = Fixture.outputs(Sheet.cut(commands, early, new Counts()));
        var geometry = new GeometryWorker(KERNELS, new Counts());
        for (var chunk : chunks) {
            geometry.process(chunk);
        }
        return chunks;
    }

    private long capture(long triangles) {
        return sorter.capture(grid, chunks, CHUNKS, cursor, triangles);
    }

    /** Chunk and triangle on the list of each tile with any. */
    private List<String> take() {
        return TileEntries.take(sorter, renderer, grid);
    }

    private long sum(Counter counter) {
        return counts[0].get(counter) + counts[1].get(counter);
    }

    /** Seven of five chunks, by two workers: lists come together in submission order. */
    @Test
    void aWindowEndsInTheMiddleOfAChunkAndTheNextGoesOnThere() {
        assertThat(capture(7)).isEqualTo(7);
        assertThat(cursor.chunk).isEqualTo(3);
        assertThat(cursor.triangle).isOne();
        assertThat(take())
                .containsExactly(
                        "0: 0.0", "0: 0.1", "1: 1.0", "1: 1.1", "2: 2.0", "2: 2.1", "3: 3.0");
        assertThat(sum(Counter.TILE_ENTRIES)).isEqualTo(7);
        sorter.clear(grid);
        assertThat(capture(3)).isEqualTo(3);
        assertThat(take()).containsExactly("0: 4.0", "0: 4.1", "3: 3.1");
        assertThat(sum(Counter.TILE_ENTRIES)).isEqualTo(10);
    }

    /** Ten of five chunks are shared out; the first tile has triangles of chunks 0 and 4. */
    @Test
    void severalWorkersFillListsOfOneTile() {
        assertThat(capture(10)).isEqualTo(10);
        assertThat(take())
                .containsExactly(
                        "0: 0.0", "0: 0.1", "0: 4.0", "0: 4.1", "1: 1.0", "1: 1.1", "2: 2.0",
                        "2: 2.1", "3: 3.0", "3: 3.1");
        assertThat(sum(Counter.TILE_ENTRIES)).isEqualTo(10);
    }

    /** Before its first chunk each worker waits for the other. */
    @Test
    void allWorkersBinAWindow() {
        var barrier = new CyclicBarrier(2);
        Set<Thread> arrived = ConcurrentHashMap.newKeySet();
        var sign = new StopSign("a window");
        sign.begin(
                Cancellation.when(
                        () -> {
                            if (bins() && arrived.add(Thread.currentThread())) {
                                Fixture.await(barrier);
                            }
                            return false;
                        }));
        pool.obey(sign);
        assertThat(capture(10)).isEqualTo(10);
        assertThat(arrived).hasSize(2);
        assertThat(counts[0].get(Counter.TILE_ENTRIES)).isPositive();
        assertThat(counts[1].get(Counter.TILE_ENTRIES)).isPositive();
        assertThat(sum(Counter.TILE_ENTRIES)).isEqualTo(10);
    }

    /** Whoever begins the run is asked before it, too. */
    private static boolean bins() {
        return StackWalker.getInstance()
                .walk(calls -> calls.anyMatch(call -> call.getMethodName().equals("runBin")));
    }

    /** Fewer than four chunks are one worker's: nobody is woken for them. */
    @Test
    void fewChunksAreBinnedByTheFirstWorkerAlone() {
        assertThat(capture(6)).isEqualTo(6);
        assertThat(counts[0].get(Counter.TILE_ENTRIES)).isEqualTo(6);
        assertThat(take()).hasSize(6);
    }

    /** What comes chunk by chunk, by any worker, is one window. */
    @Test
    void chunksThatComeAreOneWindow() {
        assertThat(sorter.bin(1, grid, chunks[4], 4, 0, 2)).isTrue();
        assertThat(sorter.bin(0, grid, chunks[0], 0, 0, 1)).isTrue();
        assertThat(sorter.bin(0, grid, chunks[1], 1, 0, 0)).as("of nothing").isFalse();
        sorter.captured();
        assertThat(take()).containsExactly("0: 0.0", "0: 4.0", "0: 4.1");
        sorter.captured();
        assertThat(take()).as("tiles are gone to anew").hasSize(3);
        assertThat(counts[1].get(Counter.TILE_ENTRIES)).isEqualTo(2);
    }

    /** A segment of 32 ints for each tile that a worker has anything of. */
    @Test
    void memoryGoesByTilesWithAnything() {
        assertThat(sorter.bytes(grid)).isZero();
        sorter.bin(0, grid, chunks[0], 0, 0, 2);
        sorter.bin(0, grid, chunks[1], 1, 0, 2);
        sorter.bin(1, grid, chunks[4], 4, 0, 2);
        assertThat(sorter.bytes(grid)).isEqualTo(3 * 32 * 4);
    }

    /** What is known hides until the next phase begins: then nothing is known. */
    @Test
    void aPhaseBeginsWithoutAskingAnybody() {
        var structure = new HierarchicalZ();
        structure.reset(64, 64, false, 0.1f, FinestLevel.LAYERS);
        var testable = chunks(EarlyZ.ON);
        sorter.binAgainst(structure, Binner.Tested.ALL);
        assertThat(sorter.bin(0, grid, testable[0], 0, 0, 2)).as("hidden, but here").isTrue();
        assertThat(sum(Counter.TILE_ENTRIES)).isZero();
        assertThat(sum(Counter.TILE_ENTRIES_HIDDEN)).isEqualTo(2);
        sorter.begin(grid);
        assertThat(sorter.bin(0, grid, testable[0], 0, 0, 2)).isTrue();
        assertThat(sum(Counter.TILE_ENTRIES)).isEqualTo(2);
        assertThat(sum(Counter.TILE_ENTRIES_HIDDEN)).isEqualTo(2);
    }

    /** A phase of which another tile set is rendered: what lies elsewhere comes on no list. */
    @Test
    void whatLiesElsewhereCountsInTheTileInItsMiddle() {
        grid.set(64, 64, 16, TileSet.of(16, (column, row) -> column != 1));
        sorter.begin(grid);
        assertThat(capture(10)).isEqualTo(10);
        assertThat(take()).hasSize(8).noneMatch(entry -> entry.startsWith("1:"));
        assertThat(sum(Counter.TRIANGLES_FOR_NOTHING)).isEqualTo(2);
        assertThat(sorter.forNothing(1)).isEqualTo(2);
        assertThat(sorter.forNothing(0)).isZero();
    }
}
