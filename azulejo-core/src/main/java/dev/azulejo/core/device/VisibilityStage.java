package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.BinNamer;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.reuse.OpenGate;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The visibility phase: all chunks, no pixels. Positions, culling and, where it works, early Z find
 * the primitives of which a sample may be seen, and in which coarse bins; nothing else is kept.
 *
 * <p>Threads: the one that calls is worker 0 of its pool.
 */
final class VisibilityStage {
    /** Chunks that a worker takes at once. */
    private static final int STEP = 4;

    private final WorkerPool pool;
    private final Counts[] counts;
    private final GeometryWorker[] geometry;
    private final BinNamer[] namers;
    private final VisibilityTable names;
    private final RunState state;
    private final TileStage tiles;
    private final CullStage culling;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task nameTask = this::runName;
    private final boolean asksBounds;

    private Phase phase;

    VisibilityStage(DeviceOptions options, WorkerPool workers, KernelSet kernels) {
        pool = workers;
        asksBounds = options.group().bins().vertices() == Bins.Vertices.AUTO;
        int count = pool.workers();
        counts = new Counts[count];
        geometry = new GeometryWorker[count];
        namers = new BinNamer[count];
        names = new VisibilityTable(count);
        for (int w = 0; w < count; w++) {
            counts[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
            namers[w] = new BinNamer(names, w);
            geometry[w].tell(namers[w]);
        }
        state = new RunState(PieceFilter.ALL);
        tiles = new TileStage(options, pool, kernels, counts, new OpenGate(), PieceFilter.ALL);
        culling = new CullStage(state, pool, geometry, tiles, counts[0], (w, chunk, index) -> {});
    }

    /** What the last phase was found to show. */
    VisibilityTable names() {
        return names;
    }

    /** Counters of each worker, of the last phase. */
    Counts[] counts() {
        return counts;
    }

    /** Workers. */
    int workers() {
        return counts.length;
    }

    /**
     * Finds out what is visible where.
     *
     * @param bins phase, and its map of bins
     */
    void run(BinPhase bins) {
        phase = bins.phase;
        state.begin(phase);
        names.begin(phase.chunkCount());
        for (int w = 0; w < counts.length; w++) {
            counts[w].clear();
            geometry[w].clear();
            namers[w].begin(bins.map);
        }
        var plan = planner.plan(phase, bins.map.tiles(0), DeviceOptions.WHOLE_FRAME, bins.earlyZ);
        if (plan.culls()) {
            tiles.begin(phase.pass(), plan);
            culling.begin(plan);
            culling.name(names);
        } else {
            next.set(0);
            pool.run(Activity.VISIBILITY, nameTask);
        }
        counts[0].add(Counter.VISIBILITY_POSITIONS, positions());
    }

    private long positions() {
        long sum = 0;
        for (var worker : counts) {
            sum += worker.get(Counter.VERTEX_POSITIONS);
        }
        return sum;
    }

    private void runName(int worker) {
        int end = state.outputCount();
        for (int from = next.getAndAdd(STEP); from < end; from = next.getAndAdd(STEP)) {
            for (int c = from; c < Math.min(from + STEP, end); c++) {
                name(worker, state.outputs()[c]);
            }
        }
    }

    private void name(int worker, ChunkOutput chunk) {
        if (!asksBounds || !namers[worker].byBounds(geometry[worker], chunk)) {
            geometry[worker].look(chunk);
            geometry[worker].forget(chunk);
        }
    }
}
