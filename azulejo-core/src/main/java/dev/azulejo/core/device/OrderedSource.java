package dev.azulejo.core.device;

import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Chunks in submission order, all in one window. */
final class OrderedSource extends WholeSource {
    private final WorkerPool pool;
    private final GeometryWorker[] geometry;
    private final ChunkEnd chunkEnd;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task task = this::work;
    private IntPredicate wanted;

    OrderedSource(
            RunState runState, WorkerPool workers, GeometryWorker[] geometryWorkers, ChunkEnd end) {
        super(runState);
        pool = workers;
        geometry = geometryWorkers;
        chunkEnd = end;
    }

    @Override
    public void begin(IntPredicate draws) {
        wanted = draws;
    }

    @Override
    public boolean fill() {
        next.set(0);
        pool.run(Activity.GEOMETRY, task);
        return true;
    }

    private void work(int worker) {
        var chunks = state.outputs();
        int count = state.outputCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            pool.checkStop();
            var chunk = chunks[c];
            if (wanted.test(chunk.draw().number())
                    && !liesElsewhere(worker, c)
                    && state.wants(worker, c)) {
                geometry[worker].process(chunk);
            }
            chunkEnd.end(worker, chunk, c);
        }
    }

    /**
     * Whether a hint says of a cluster that it is for others, or the place where it lies: a box
     * costs next to nothing beside the vertices of what is in it.
     */
    private boolean liesElsewhere(int worker, int c) {
        if (!state.looksElsewhere() || state.views(c) != 1 || !state.outputs()[c].cluster()) {
            return false;
        }
        if (state.spares(worker, c)) {
            return true;
        }
        geometry[worker].place(state.outputs(), c, 1);
        // What appears nowhere around the own pixels has no box to hold against them
        return state.outputs()[c].nearestKey() == HierarchicalZ.UNKNOWN
                || state.liesElsewhere(worker, c);
    }
}
