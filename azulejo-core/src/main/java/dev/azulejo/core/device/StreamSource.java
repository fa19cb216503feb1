package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.function.IntPredicate;

/** Chunks and patches in submission order, as much in a window as may be in flight. */
final class StreamSource implements GeometrySource {
    private final GeometryStream stream;
    private final WorkerPool pool;
    private final WorkerPool.Task task;
    private int window;
    private final WindowCursor cursor = new WindowCursor();

    /**
     * Makes one.
     *
     * @param state holds the phase, whenever one begins
     * @param options how its device works
     * @param kernels inner loops
     * @param sink gets what is processed
     * @param chunks most chunks of a window
     * @param workers who work
     * @param counts of each of them
     */
    StreamSource(
            RunState state,
            DeviceOptions options,
            KernelSet kernels,
            GeometryStream.Sink sink,
            int chunks,
            WorkerPool workers,
            Counts[] counts) {
        pool = workers;
        stream =
                new GeometryStream(
                        state, options.throttle(), kernels, counts, sink, chunks, System::nanoTime);
        stream.obey(pool.stop());
        task = stream::work;
    }

    /** What the phase had in flight, and what workers waited for. */
    @Override
    public void report(FrameRecorder report) {
        stream.report(report);
    }

    /** Records of the window stay readable until this is called once more. */
    void keepRecords() {
        stream.keepRecords();
    }

    /** What bounded its patches. */
    ThrottleTrace trace() {
        return stream.trace();
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
    public Span span() {
        return Span.WINDOW;
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
