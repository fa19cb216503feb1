package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileList;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A list a tile and worker: a chunk's triangles are put there as the chunk comes, if one window
 * takes all, or a window at a time.
 *
 * <p>Threads: {@link #bin} by workers, each with its own number, {@link #take} and {@link #list} by
 * any; the rest by the submitting thread.
 */
final class ListSorter implements TileSorter {
    /** Chunks of a window that are worth waking other workers to bin them. */
    private static final int PARALLEL_CHUNKS = 4;

    private final WorkerPool pool;
    private final Counts[] counts;
    private final TileLists[] lists;
    private final Binner[] binners;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger nextChunk = new AtomicInteger();
    private final WorkerPool.Task binTask = this::runBin;

    // The triangles of a window, from the first up to the one behind the last.
    private int from;
    private int fromTriangle;
    private int to;
    private int toTriangle;

    // Where they are; set before the task is handed to the pool.
    private TileGrid grid;
    private ChunkOutput[] chunks;
    private int chunkCount;

    /** Workers that have put something on their lists of the window, from the first. */
    private int filled;

    ListSorter(WorkerPool workers, Counts[] workerCounts) {
        pool = workers;
        counts = workerCounts;
        lists = new TileLists[counts.length];
        binners = new Binner[counts.length];
        for (int w = 0; w < counts.length; w++) {
            lists[w] = new TileLists();
            binners[w] = new Binner();
        }
    }

    /** What a worker asks and counts with. */
    Binner binner(int worker) {
        return binners[worker];
    }

    /** A phase begins: all lists are empty, and no triangle is asked about. */
    void begin(TileGrid tiles) {
        clear(tiles);
        for (var binner : binners) {
            binner.beginPhase(tiles);
        }
        binAgainst(null, Binner.Tested.SPANNING);
    }

    /** Forgets all lists. */
    void clear(TileGrid tiles) {
        for (var list : lists) {
            list.clear(tiles.count());
        }
    }

    /**
     * Asks a structure about triangles that are put on lists from now on.
     *
     * @param structure null for none
     * @param tested which are asked about
     */
    void binAgainst(HierarchicalZ structure, Binner.Tested tested) {
        for (var binner : binners) {
            binner.begin(structure, tested);
        }
    }

    /**
     * Puts triangles of a chunk on a worker's lists; returns whether any has come on one, or would
     * have if it were not hidden.
     */
    boolean bin(int worker, TileGrid tiles, ChunkOutput chunk, int index, int first, int end) {
        var binner = binners[worker];
        binner.bin(tiles, lists[worker], chunk, index, first, end);
        counts[worker].add(Counter.TILE_ENTRIES, binner.entries());
        counts[worker].add(Counter.TILE_ENTRIES_HIDDEN, binner.hidden());
        counts[worker].add(Counter.TRIANGLES_FOR_NOTHING, binner.forNothing());
        binner.asked().addTo(counts[worker]);
        return binner.entries() + binner.hidden() != 0;
    }

    /** The window is what workers have put on their lists. */
    void captured() {
        filled = lists.length;
        next.set(0);
    }

    @Override
    public long capture(
            TileGrid tiles,
            ChunkOutput[] processed,
            int count,
            WindowCursor cursor,
            long triangles) {
        grid = tiles;
        chunks = processed;
        chunkCount = count;
        from = cursor.chunk;
        fromTriangle = cursor.triangle;
        cursor.advance(triangles, processed, count);
        to = cursor.chunk;
        toTriangle = cursor.triangle;
        nextChunk.set(from);
        captured();
        if (to - from < PARALLEL_CHUNKS) {
            // To wake others would take longer than to bin a few chunks.
            filled = 1;
            pool.runAlone(Activity.BINNING, binTask);
        } else {
            pool.run(Activity.BINNING, binTask);
        }
        return triangles;
    }

    private void runBin(int worker) {
        for (int c = nextChunk.getAndIncrement();
                c <= to && c < chunkCount;
                c = nextChunk.getAndIncrement()) {
            pool.checkStop();
            int first = c == from ? fromTriangle : 0;
            int end = c == to ? toTriangle : chunks[c].triangles();
            if (first < end) {
                bin(worker, grid, chunks[c], c, first, end);
            }
        }
    }

    @Override
    public int take(TileRenderer renderer) {
        return next.getAndIncrement();
    }

    @Override
    public TileList list(TileRenderer renderer, int tile) {
        return renderer.select(lists, filled, tile);
    }

    /** All has been counted as it was put on lists. */
    @Override
    public void count(Counts all) {}

    @Override
    public long bytes(TileGrid tiles) {
        long sum = 0;
        for (var list : lists) {
            sum += list.bytes();
        }
        return sum;
    }

    /** Triangles of the phase that came on no list, by the tile in their middle. */
    int forNothing(int tile) {
        int sum = 0;
        for (var binner : binners) {
            sum += binner.forNothing(tile);
        }
        return sum;
    }
}
