package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.BinNamer;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.reuse.OpenGate;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The visibility phase: which primitives may be seen, and in which coarse bins. Bounds say it of
 * clusters that lie in few bins; positions, culling and, where it works, early Z of all else.
 * Nothing but names is kept, unless vertices go all the way: then the first bin is painted, too.
 *
 * <p>Threads: the one that calls is worker 0 of its pool; guests of the pool may take part.
 */
final class VisibilityStage {
    /** Chunks that a worker takes at once. */
    private static final int STEP = 4;

    private final WorkerPool pool;
    private final Counts[] counts;
    private final GeometryWorker[] geometry;
    private final BinNamer[] namers;
    private final VisibilityTable names;
    private final BinStreams streams;
    private final RunState state;
    private final TileStage tiles;
    private final CullStage culling;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task nameTask = this::runName;
    private final RunGuide steps = new Steps();
    private final DeviceOptions options;
    private final KernelSet kernels;
    private final int streamChunks;
    private final Bins.Vertices vertices;

    private Phase phase;

    /** Which clusters nobody looks at. */
    private BoundsNaming naming = BoundsNaming.NONE;

    /** What befalls the chiplet that looks; null for nothing. */
    private GpuHazard hazard;

    private long peakBytes;

    /** Whether ordinary chunks have been named before patches are. */
    private boolean culled;

    /** Takes in phases with patches; made when there is one. */
    private GeometryStream stream;

    private WorkerPool.Task streamTask;

    /** Paints the first bin, if vertices go all the way; made when it first does. */
    private PhaseRun painter;

    private BinNamer[] painterNamers = {};

    VisibilityStage(
            DeviceOptions packageOptions, WorkerPool workers, KernelSet kernelSet, int chunks) {
        options = packageOptions;
        pool = workers;
        kernels = kernelSet;
        streamChunks = chunks;
        vertices = options.group().bins().vertices();
        int count = pool.slots();
        counts = new Counts[count];
        geometry = new GeometryWorker[count];
        names = new VisibilityTable(count);
        for (int w = 0; w < count; w++) {
            counts[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
        }
        namers = BinNamer.ofWorkers(names, geometry);
        streams = new BinStreams(pool, counts);
        state = new RunState(steps);
        // It finds out what is hidden, and renders nothing that could come in batches.
        var lists = options.withFine(Fine.LISTS);
        tiles = new TileStage(lists, pool, kernels, counts, new OpenGate(), steps);
        culling =
                new CullStage(
                        state,
                        pool,
                        geometry,
                        tiles,
                        counts[0],
                        (w, chunk, index) -> {},
                        new CullTimes(System::nanoTime));
    }

    /** What the last phase was found to show. */
    VisibilityTable names() {
        return names;
    }

    /** Counters of each worker, of the last phase. */
    Counts[] counts() {
        return counts;
    }

    /** Workers of its own, without guests. */
    int workers() {
        return pool.workers();
    }

    /** Whether it paints the first bin of a phase on the way. */
    boolean paints(Phase sealed) {
        return vertices == Bins.Vertices.FULL && sealed.runCount() == 0;
    }

    /**
     * Finds out what is visible where, and writes each bin's stream.
     *
     * @param bins phase, and its map of bins
     * @param looked told of its times
     * @param befalls what befalls the chiplet that looks; null for nothing
     * @throws GpuLost if it is lost
     */
    void run(BinPhase bins, FrameRecorder looked, GpuHazard befalls) {
        hazard = befalls;
        phase = bins.phase;
        names.begin(phase);
        peakBytes = 0;
        for (int w = 0; w < counts.length; w++) {
            counts[w].clear();
            geometry[w].clear();
            namers[w].begin(bins.map);
        }
        for (int w = 0; w < counts.length && hazard != null; w++) {
            hazard.begins(w);
        }
        if (bins.painted >= 0) {
            paint(bins, looked);
        } else {
            name(bins);
        }
        streams.write(bins, names);
        for (int w = 0; w < counts.length && hazard != null; w++) {
            hazard.ends(w);
        }
        counts[0].add(Counter.VISIBILITY_POSITIONS, sum(Counter.VERTEX_POSITIONS));
        counts[0].add(Counter.VISIBILITY_VARYINGS, sum(Counter.VERTEX_VARYINGS));
        noteBytes(0);
    }

    /** The most memory that the last phase took, bytes: names, and what was set up at a time. */
    long peakBytes() {
        return peakBytes;
    }

    private void noteBytes(long streaming) {
        long sum = names.bytes() + streaming;
        for (var worker : geometry) {
            sum += worker.bytes();
        }
        peakBytes = Math.max(peakBytes, sum);
    }

    private void name(BinPhase bins) {
        state.begin(phase);
        naming = bins.naming();
        var plan =
                planner.plan(
                        phase, bins.map.tiles(0), DeviceOptions.WHOLE_FRAME, bins.inVisibility);
        culled = plan.culls();
        if (culled) {
            tiles.begin(phase.pass(), plan);
            culling.begin(plan);
            culling.name(names);
        }
        if (phase.runCount() > 0) {
            stream();
        } else if (!culled) {
            next.set(0);
            pool.run(Activity.GEOMETRY, nameTask);
        }
    }

    /** Tessellates all patches, and looks at what comes of them. */
    private void stream() {
        if (stream == null) {
            stream =
                    new GeometryStream(
                            state,
                            options.throttle(),
                            kernels,
                            counts,
                            new Namers(),
                            streamChunks,
                            System::nanoTime);
            stream.obey(pool.stop());
            streamTask = stream::work;
        }
        stream.begin(draw -> true, DeviceOptions.WHOLE_FRAME);
        boolean last = false;
        while (!last) {
            pool.run(Activity.GEOMETRY, streamTask);
            last = stream.isLast();
            noteBytes(stream.bytes());
            stream.retire();
        }
    }

    /** All the way to the pixels of the first bin; names fall off as chunks are set up. */
    private void paint(BinPhase bins, FrameRecorder looked) {
        if (painter == null) {
            painter =
                    new PhaseRun(
                            options.withReuse(Reuse.OFF), pool, kernels, streamChunks, new Ended());
            painterNamers = painter.nameInto(names);
        }
        painter.clearCounts();
        for (var namer : painterNamers) {
            namer.begin(bins.map);
        }
        int first = bins.painted;
        painter.begin(
                phase,
                planner.plan(
                        phase,
                        bins.map.tiles(first),
                        options.sortedTriangles(),
                        bins.inVisibility));
        painter.execute();
        painter.report(looked);
        for (int w = 0; w < counts.length; w++) {
            counts[w].addAll(painter.counts()[w]);
        }
        bins.costNs[first] = painter.tilesNs() * pool.workers();
    }

    private long sum(Counter counter) {
        long sum = 0;
        for (var worker : counts) {
            sum += worker.get(counter);
        }
        return sum;
    }

    private void runName(int worker) {
        int end = state.outputCount();
        for (int from = next.getAndAdd(STEP); from < end; from = next.getAndAdd(STEP)) {
            pool.checkStop();
            for (int c = from; c < Math.min(from + STEP, end); c++) {
                name(worker, state.outputs()[c]);
            }
        }
    }

    private void name(int worker, ChunkOutput chunk) {
        steps.wants(worker, chunk.number(), chunk);
        if (!namers[worker].byBounds(geometry[worker], chunk, naming)) {
            geometry[worker].look(chunk);
            geometry[worker].forget(chunk);
        }
    }

    /** Names what streams. */
    private final class Namers implements GeometryStream.Sink {
        @Override
        public void process(int worker, ChunkOutput chunk) {
            if (!culled) {
                name(worker, chunk);
            }
        }

        @Override
        public void finish(int worker, ChunkOutput chunk, int index) {}

        @Override
        public void tessellated(int worker, PatchPiece piece, ChunkOutput[] chunks) {
            namers[worker].name(piece, chunks);
        }
    }

    /** Takes a step with each chunk. */
    private final class Steps implements RunGuide {
        @Override
        public boolean wants(int worker, int chunk, ChunkOutput output) {
            step(worker);
            return true;
        }
    }

    private void step(int worker) {
        if (hazard != null) {
            hazard.step(worker, GroupFaults.Work.PRETEST);
        }
    }

    /** Takes names back of what is found hidden after all. */
    private final class Ended implements RunGuide {
        @Override
        public boolean wants(int worker, int chunk, ChunkOutput output) {
            step(worker);
            return true;
        }

        @Override
        public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
            if (chunk.triangles() == 0) {
                names.drop(index);
            }
        }
    }
}
