package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.policy.WindowFill;
import dev.azulejo.core.report.Activity;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * Chunks in submission order, as many at a time as fill a sorting window. What has been rendered is
 * forgotten, and triangles that did not fill a window wait for the next: what is held is a window
 * and what a few chunks make, however long the phase is.
 *
 * <p>With early Z the {@link CullStage} runs ahead, a step at a time, and leaves a bit a primitive.
 * Windows end where epochs do, because the structure must not answer for triangles of an earlier
 * epoch what it has learned in a later one.
 */
final class WindowSource implements GeometrySource {
    private final RunState state;
    private final WorkerPool pool;
    private final GeometryWorker[] geometry;
    private final CullStage culling;
    private final ChunkEnd chunkEnd;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task task = this::work;
    private final WindowCursor cursor = new WindowCursor();

    private PhasePlan plan;

    /** Chunks that have been processed: those before it. */
    private int processed;

    /** Chunks that have been culled, likewise. */
    private int culled;

    /** Of the chunks that have been rendered, those before it are forgotten. */
    private int forgotten;

    private boolean epochEnds;
    private int roundEnd;

    WindowSource(
            RunState runState,
            WorkerPool workers,
            GeometryWorker[] geometryWorkers,
            CullStage cullStage,
            ChunkEnd end) {
        state = runState;
        pool = workers;
        geometry = geometryWorkers;
        culling = cullStage;
        chunkEnd = end;
    }

    /**
     * Sets how windows come.
     *
     * @param phasePlan how the phase is carried out
     */
    void plan(PhasePlan phasePlan) {
        if (plan != phasePlan) {
            plan = phasePlan;
        }
    }

    /** Does not ask: partial renders are of whole frames. */
    @Override
    public void begin(IntPredicate wanted) {
        processed = 0;
        culled = 0;
        forgotten = 0;
        cursor.begin();
        if (plan.culls()) {
            culling.beginSteps();
        }
    }

    @Override
    public boolean fill() {
        var chunks = state.outputs();
        int count = state.outputCount();
        boolean culls = plan.culls();
        long waiting = 0;
        for (int c = cursor.chunk; c < processed; c++) {
            waiting += chunks[c].triangles();
        }
        waiting -= cursor.triangle;
        epochEnds = false;
        while (waiting < plan.window() && processed < count && !epochEnds) {
            if (culls && processed == culled) {
                culled = culling.cullStep();
            }
            roundEnd = Math.min(processed + round(waiting), culls ? culled : count);
            waiting += process();
            epochEnds = culls && processed == culled && culling.atEpochEnd();
        }
        boolean last = processed == count;
        if (last && culls) {
            culling.end();
        }
        return last;
    }

    /** Returns how many chunks are likely to fill the window; not more than may be held. */
    private int round(long waiting) {
        return WindowFill.chunks(
                plan.window() - waiting,
                plan.window(),
                cursor.triangles,
                cursor.chunk,
                pool.workers(),
                ChunkWork.PRIMITIVES);
    }

    /** Processes the chunks of a round; returns how many triangles have come of them. */
    private long process() {
        int from = processed;
        next.set(from);
        if (roundEnd - from == 1) {
            pool.runAlone(Activity.GEOMETRY, task);
        } else {
            pool.run(Activity.GEOMETRY, task);
        }
        processed = roundEnd;
        long made = 0;
        for (int c = from; c < roundEnd; c++) {
            made += state.outputs()[c].triangles();
        }
        return made;
    }

    private void work(int worker) {
        var chunks = state.outputs();
        for (int c = next.getAndIncrement(); c < roundEnd; c = next.getAndIncrement()) {
            pool.checkStop();
            var chunk = chunks[c];
            geometry[worker].use(c);
            if (plan.culls()) {
                geometry[worker].replay(chunk, c, culling.bits());
            } else if (state.wants(worker, c)) {
                geometry[worker].process(chunk);
            }
            chunkEnd.end(worker, chunk, c);
        }
    }

    @Override
    public Span span() {
        return Span.PHASE;
    }

    @Override
    public ChunkOutput[] chunks() {
        return state.outputs();
    }

    @Override
    public int chunkCount() {
        return processed;
    }

    @Override
    public int chunksInPhase() {
        return state.outputCount();
    }

    @Override
    public WindowCursor cursor() {
        return cursor;
    }

    @Override
    public boolean mayWait() {
        return !epochEnds;
    }

    @Override
    public long bytes() {
        return plan.culls() ? culling.bits().bytes() : 0;
    }

    @Override
    public long starvedNs() {
        return 0;
    }

    @Override
    public void retire(long windowNs, long lostNs) {
        for (; forgotten < cursor.chunk; forgotten++) {
            state.outputs()[forgotten].release();
        }
        for (var worker : geometry) {
            worker.release(cursor.chunk);
        }
    }
}
