package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.RecordingRow;
import dev.azulejo.core.reuse.OpenGate;

/**
 * Threads that render coarse bins, one after the other, each from its visibility stream alone.
 * Where chiplets are more than threads, a team renders bins of several chiplets.
 */
final class BinTeam implements RunGuide, AutoCloseable {
    private final int window;

    /** Number of its first worker among those of all teams. */
    private final int firstWorker;

    private final WorkerPool pool;

    /** Notes what the workers do. */
    private PoolWatch watch;

    /** Of the first worker; null if nothing is noted. */
    private RecordingRow row;

    private final PhaseRun run;
    private final VisibilityReader reader = new VisibilityReader();
    private final BinNames names = new BinNames();
    private final OpenGate open = new OpenGate();
    private final FrameRecorder report = new FrameRecorder();

    /** The phase whose chunks are looked up by name; null if all of them are processed. */
    private Phase lookedUp;

    /** What befalls the chiplet whose bin is under way; null if nothing does. */
    private GpuHazard hazard;

    BinTeam(DeviceOptions options, int threads, KernelSet kernels, int streamChunks, int first) {
        firstWorker = first;
        window = options.sortedTriangles();
        pool = new WorkerPool(threads);
        boolean made = false;
        try {
            run = new PhaseRun(options, pool, kernels, streamChunks, this);
            made = true;
        } finally {
            if (!made) {
                pool.close();
            }
        }
    }

    /** Threads, the one that calls among them. */
    WorkerPool pool() {
        return pool;
    }

    /** Notes from now on what the workers do, in rows of their own. */
    void record(Recorder recorder, int number) {
        watch = new PoolWatch(number, pool);
        row = watch.record(recorder);
    }

    /** Notes what the first worker has been through; which one says the value. */
    void note(Activity what, long startNs, long endNs, long value) {
        if (row != null) {
            Recorder.span(row, what, startNs, endNs, value);
        }
    }

    /** Bins of a phase are about to be rendered. */
    void beginPhase() {
        if (watch != null) {
            watch.beginPhase();
        }
    }

    /** All bins of a phase are rendered. */
    void endPhase(long nowNs) {
        if (watch != null) {
            watch.endPhase(nowNs);
        }
    }

    /** A frame begins. */
    void beginFrame() {
        report.begin();
        run.clearCounts();
    }

    /**
     * Renders a bin.
     *
     * @param bins its phase
     * @param number which
     * @param bin what is remembered of it
     * @param befalls what may befall its chiplet, or null
     */
    void render(BinPhase bins, int number, CoarseBin bin, GpuHazard befalls) {
        long start = System.nanoTime();
        hazard = befalls;
        if (hazard != null) {
            for (int w = 0; w < pool.workers(); w++) {
                hazard.begins(firstWorker + w);
            }
        }
        var counts = run.counts()[0];
        long positions = sum(Counter.VERTEX_POSITIONS);
        long varyings = sum(Counter.VERTEX_VARYINGS);
        var tiles = bins.map.tiles(number);
        boolean named = bins.lengths[number] > 0;
        PhasePlan plan;
        if (named) {
            // It was checked when it was received.
            reader.readAgain(bins.streams[number], bins.lengths[number]);
            counts.add(Counter.BINS_RENDERED, 1);
            plan = bin.planner.planNamed(bins.phase, tiles, window, bins.inBins);
        } else {
            counts.add(Counter.BINS_WITHOUT_STREAM, 1);
            plan = bin.planner.plan(bins.phase, tiles, window, EarlyZ.OFF);
        }
        lookedUp = named && !plan.named() ? bins.phase : null;
        if (lookedUp != null) {
            names.begin(lookedUp, reader);
        }
        // What was begun by somebody who is lost is not compared.
        var gate = bins.again[number] ? open : bin.gate;
        if (bins.again[number]) {
            counts.add(Counter.BINS_TAKEN_OVER, 1);
        }
        run.beginBin(bins.phase, plan, gate, bins.map.around(number), reader);
        run.execute();
        run.report(report);
        bins.positions[number] = sum(Counter.VERTEX_POSITIONS) - positions;
        bins.varyings[number] = sum(Counter.VERTEX_VARYINGS) - varyings;
        long end = System.nanoTime();
        note(Activity.BIN, start, end, number);
        bins.costNs[number] = (end - start) * pool.workers();
        if (hazard != null) {
            for (int w = 0; w < pool.workers(); w++) {
                hazard.ends(firstWorker + w);
            }
        }
    }

    private long sum(Counter counter) {
        long sum = 0;
        for (var worker : run.counts()) {
            sum += worker.get(counter);
        }
        return sum;
    }

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        if (hazard != null) {
            hazard.step(firstWorker + worker, GroupFaults.Work.CHUNK);
        }
        return lookedUp == null
                || names.wants(chunk, lookedUp.chunk(chunk).primitives(), output.needed());
    }

    @Override
    public boolean wantsAmongPatches(int worker, int chunk, ChunkOutput output) {
        return wants(worker, chunk, output);
    }

    @Override
    public boolean thins() {
        return lookedUp != null;
    }

    @Override
    public int nextPatch(int patchRun, int from, int end) {
        return lookedUp == null ? from : names.nextPatch(patchRun, from, end);
    }

    @Override
    public int patchesEnd(int patchRun, int from, int end) {
        return lookedUp == null ? end : names.patchesEnd(patchRun, from, end);
    }

    @Override
    public void visits(int worker, int tile) {
        if (hazard != null) {
            hazard.step(firstWorker + worker, GroupFaults.Work.TILE);
        }
    }

    /** Ends the frame: returns what it did in it. */
    FrameRecorder endFrame() {
        for (var worker : run.counts()) {
            report.add(worker);
        }
        return report;
    }

    /** The run, for what is asked of it after a frame. */
    PhaseRun run() {
        return run;
    }

    @Override
    public void close() {
        pool.close();
    }
}
