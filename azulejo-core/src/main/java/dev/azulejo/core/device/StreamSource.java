package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.Activity;

import java.util.function.IntPredicate;

/** Chunks and patches in submission order, as much in a window as may be in flight. */
final class StreamSource implements GeometrySource {
    private final GeometryStream stream;
    private final WorkerPool pool;
    private final WorkerPool.Task task;
    private int window;
    private final WindowCursor cursor = new WindowCursor();

    StreamSource(GeometryStream geometryStream, WorkerPool workers) {
        stream = geometryStream;
        pool = workers;
        task = geometryStream::work;
    }

    /**
     * Sets how windows come.
     *
     * @param plan how the phase is carried out
     */
    void plan(PhasePlan plan) {
        window = plan.window();
    }

    @Override
    public void begin(IntPredicate wanted) {
        stream.begin(wanted, window);
    }

    @Override
    public boolean fill() {
        pool.runAmongOwn(Activity.GEOMETRY, task);
        return stream.isLast();
    }

    @Override
    public ChunkOutput[] chunks() {
        return stream.chunks();
    }

    @Override
    public int chunkCount() {
        return stream.chunkCount();
    }

    @Override
    public WindowCursor cursor() {
        cursor.begin();
        return cursor;
    }

    @Override
    public boolean mayWait() {
        return false;
    }

    @Override
    public long bytes() {
        return stream.bytes();
    }

    @Override
    public long starvedNs() {
        return stream.starvedNs();
    }

    @Override
    public void retire(long windowNs, long lostNs) {
        if (windowNs > 0) {
            stream.observe(windowNs, lostNs);
        }
        stream.retire();
    }
}
