package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.FineBatch;
import dev.azulejo.core.tiling.TileList;

/** Sorts triangles into tiles by batches, and counts what that takes: lists by another way. */
final class BatchSorter implements TileSorter {
    private final FineBatch batch;
    private final WorkerPool pool;
    private final Binner binner;
    private final WorkerPool.Task captureTask = this::runCapture;

    // What a batch is captured from; set before the task is handed to the pool.
    private ChunkOutput[] chunks;
    private int chunkCount;
    private WindowCursor cursor;
    private long most;

    /**
     * Makes one.
     *
     * @param fine bounds of batches
     * @param workers one of them captures
     * @param asked what finds out whether triangles are hidden in tiles, and counts
     */
    BatchSorter(Fine fine, WorkerPool workers, Binner asked) {
        pool = workers;
        binner = asked;
        batch = new FineBatch(fine, asked);
    }

    @Override
    public long capture(
            TileGrid grid, ChunkOutput[] processed, int count, WindowCursor from, long triangles) {
        batch.begin(grid, processed);
        if (chunks != processed) {
            chunks = processed;
        }
        if (cursor != from) {
            cursor = from;
        }
        chunkCount = count;
        most = triangles;
        pool.runAlone(Activity.BINNING, captureTask);
        cursor.advance(batch.count(), chunks, chunkCount);
        return batch.count();
    }

    private void runCapture(int worker) {
        long left = most;
        int from = cursor.triangle;
        for (int c = cursor.chunk; left > 0 && c < chunkCount; c++) {
            int to = (int) Math.min(chunks[c].triangles(), from + left);
            int reached = batch.capture(c, from, to);
            left -= reached - from;
            from = 0;
            if (reached < to) {
                break;
            }
        }
    }

    /** Goes to the next tile, with the triangles of the batch that touch it on a list. */
    @Override
    public int take(TileRenderer renderer) {
        return batch.take(renderer.list());
    }

    @Override
    public TileList list(TileRenderer renderer, int tile) {
        return renderer.list();
    }

    @Override
    public void count(Counts counts) {
        // A window of which nothing is left has tiles to clear, and no triangles.
        counts.add(Counter.FINE_BATCHES, batch.count() > 0 ? 1 : 0);
        counts.add(Counter.FINE_STEPS, batch.steps());
        counts.add(Counter.TILE_ENTRIES, binner.entries());
        counts.add(Counter.TILE_ENTRIES_HIDDEN, binner.hidden());
        counts.add(Counter.TRIANGLES_FOR_NOTHING, binner.forNothing());
        binner.asked().addTo(counts);
        switch (batch.end()) {
            case FULL -> counts.add(Counter.FINE_BATCHES_FULL, 1);
            case STATES -> counts.add(Counter.FINE_BATCHES_STATES, 1);
            case DEPENDENCE -> counts.add(Counter.FINE_BATCHES_DEPENDENT, 1);
            case NOTHING_LEFT -> {} // it ended with the window
        }
    }

    @Override
    public long bytes(TileGrid grid) {
        return batch.bytes(grid);
    }
}
