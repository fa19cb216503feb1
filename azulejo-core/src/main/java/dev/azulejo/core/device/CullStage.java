package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.VisibilityBits;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.policy.OcclusionQuestions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * Geometry with early Z: epoch after epoch, each culled from near to far, then replayed in
 * submission order; all in one window.
 *
 * <p>What the cull pipeline hands to the replay pipeline is the triangles themselves, set up, if
 * there is no bound to how far it may be ahead: they are needed anyway, and soon. If there is one
 * ({@link EarlyZ#records}), or if whoever renders takes in windows of some triangles, it is a bit a
 * primitive ({@link VisibilityBits}), and the replay pipeline sets up once more what has survived.
 * Full depth always keeps the triangles of an epoch.
 */
final class CullStage extends WholeSource {
    /** Epochs of fewer chunks are worked on by one thread: waking others would take longer. */
    private static final int FEW_CHUNKS = 8;

    /** Chunks that a worker takes at once. */
    private static final int PLACE_STEP = 64;

    private static final int REPLAY_STEP = 8;

    /** What is left of a chunk: triangles, set up; a bit a primitive; or names in bins. */
    private enum Leaves {
        TRIANGLES,
        BITS,
        NAMES
    }

    private static final ChunkEnd NOBODY = (worker, chunk, index) -> {};

    private final WorkerPool pool;
    private final GeometryWorker[] geometry;
    private final TileStage tiles;
    private final Counts counts;
    private final ChunkEnd chunkEnd;
    private final HierarchicalZ structure = new HierarchicalZ();
    private final CullOrder order;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger nextReplay = new AtomicInteger();
    private final WorkerPool.Task placeTask = this::runPlace;
    private final WorkerPool.Task cullTask = this::runCull;
    private final WorkerPool.Task againTask = this::runAgain;

    private Leaves leaves = Leaves.TRIANGLES;

    private VisibilityTable names;
    private final StepBits bits = new StepBits();
    private EarlyZ earlyZ = EarlyZ.OFF;

    /** Whether triangles are asked about, in each epoch, as they are put on lists. */
    private boolean asks;

    private ChunkEnd listener = NOBODY;
    private boolean known;
    private boolean clearDepthKnown;
    private int placeFrom;
    private final CullTimes times;

    private int placeTo;
    private int cullFrom;
    private int cullTo;
    private int replayFrom;
    private int replayTo;

    private int epoch;
    private int epochTo;

    CullStage(
            RunState runState,
            WorkerPool workers,
            GeometryWorker[] geometryWorkers,
            TileStage tileStage,
            Counts firstCounts,
            ChunkEnd end,
            CullTimes cullTimes) {
        super(runState);
        pool = workers;
        geometry = geometryWorkers;
        tiles = tileStage;
        counts = firstCounts;
        chunkEnd = end;
        times = cullTimes;
        order = new CullOrder(runState, geometryWorkers);
    }

    /** Says which pixels of the target matter, from the next phase on. */
    void confine(PixelRectangle rectangle) {
        structure.confine(rectangle);
    }

    /**
     * A phase begins: nothing is known of it.
     *
     * @param plan how it is carried out
     */
    void begin(PhasePlan plan) {
        known = false;
        times.clear();
        bits.clear();
        earlyZ = plan.earlyZ();
        asks = plan.asksInEpoch();
    }

    /** What is known of the phase, or null if nothing is. */
    HierarchicalZ structure() {
        return known ? structure : null;
    }

    /** Does not ask: where culling pays, most draw calls are wanted. */
    @Override
    public void begin(IntPredicate wanted) {}

    @Override
    public boolean fill() {
        fill(chunkEnd);
        return true;
    }

    private void fill(ChunkEnd told) {
        listener = told;
        beginEpochs();
        for (int e = 0; e < state.phase().epochCount(); e++) {
            run(e);
        }
        end();
    }

    /** Culls and replays all chunks, for somebody who takes them in later. */
    void cull() {
        fill(NOBODY);
    }

    /**
     * Culls all chunks into {@link #bits()}, for somebody who replays them later, tests again what
     * is left if that may be, and then {@link #end}s.
     */
    void cullToBits() {
        var phase = state.phase();
        leaves = Leaves.BITS;
        bits.begin(0, state.outputCount());
        beginEpochs();
        for (int e = 0; e < phase.epochCount(); e++) {
            cullEpoch(e);
        }
        boolean oneEpoch = phase.epochCount() == 1;
        if (!OcclusionQuestions.mayHide(OcclusionQuestions.Moment.AFTER_EPOCHS, oneEpoch)) {
            for (var worker : geometry) {
                worker.begin(EarlyZ.OFF, structure, phase.pass().target().samples());
            }
        }
    }

    /**
     * Culls all chunks and keeps nothing but the names that workers give them, in coarse bins. When
     * an epoch is over, what could not be tested in its turn is, and loses its name if it is
     * hidden.
     *
     * @param table where workers write
     */
    void name(VisibilityTable table) {
        leaves = Leaves.NAMES;
        names = table;
        beginEpochs();
        for (int e = 0; e < state.phase().epochCount(); e++) {
            cullEpoch(e);
            if (earlyZ.after()) {
                next.set(cullFrom);
                run(againTask, cullTo - cullFrom);
            }
        }
        end();
    }

    /** Culls an epoch, and replays nothing. */
    private void cullEpoch(int epochNow) {
        place(epochNow);
        cullFrom = placeFrom;
        cullTo = placeTo;
        replayTo = 0;
        order.sort(cullFrom, cullTo);
        next.set(cullFrom);
        nextReplay.set(0);
        run(cullTask, cullTo - cullFrom);
    }

    private void runAgain(int worker) {
        for (int from = next.getAndAdd(REPLAY_STEP);
                from < cullTo;
                from = next.getAndAdd(REPLAY_STEP)) {
            for (int c = from; c < Math.min(from + REPLAY_STEP, cullTo); c++) {
                if (names.bins(c) != 0 && geometry[worker].testsAgain(state.outputs()[c])) {
                    geometry[worker].lookAgain(state.outputs()[c]);
                }
            }
        }
    }

    /** Runs an epoch: a step is culled while the one before is replayed. */
    private void run(int epochNow) {
        var phase = state.phase();
        var pass = phase.pass();
        int from = state.epochFirst(epochNow);
        int to = state.epochFirst(epochNow + 1);
        place(epochNow);
        if (from == to) {
            // Of what a stream names, nothing is of this epoch.
            return;
        }
        // Full depth needs all of the epoch before it tells about any.
        boolean keeps = earlyZ.fullDepth() || earlyZ.records() == EarlyZ.UNBOUNDED;
        int step = keeps ? EarlyZ.UNBOUNDED : earlyZ.records();
        leaves = keeps ? Leaves.TRIANGLES : Leaves.BITS;
        for (int first = from; first < to + step; first += step) {
            cullFrom = Math.min(first, to);
            cullTo = Math.min(first + step, to);
            replayFrom = Math.max(from, first - step);
            replayTo = Math.min(first, to);
            if (earlyZ.fullDepth() && first > from) {
                float clear = clearDepthKnown ? pass.clearDepth() : Float.NaN;
                long start = times.now();
                tiles.markVisible(state.outputs(), from, to, earlyZ, structure, clear);
                times.drawn(start);
            }
            if (!keeps) {
                bits.next(cullFrom, cullTo - cullFrom);
                countStop(to);
            }
            order.sort(cullFrom, cullTo);
            next.set(cullFrom);
            nextReplay.set(replayFrom);
            run(cullTask, Math.max(cullTo - cullFrom, replayTo - replayFrom));
        }
    }

    private void beginEpochs() {
        var phase = state.phase();
        order.begin(earlyZ, state.outputCount());
        counts.add(Counter.EPOCHS, phase.epochCount());
    }

    /** Finds out where the chunks of an epoch are. */
    private void place(int epochNow) {
        var phase = state.phase();
        beginEpoch(phase, epochNow);
        int from = state.epochFirst(epochNow);
        placeFrom = from;
        placeTo = state.epochFirst(epochNow + 1);
        order.beginEpoch(from, placeTo);
        next.set(from);
        run(placeTask, placeTo - from);
    }

    /** All is done that asks the structure on behalf of geometry. */
    void end() {
        for (var worker : geometry) {
            worker.end();
        }
        tiles.binAgainst(null);
    }

    /** Begins to cull in steps. */
    void beginSteps() {
        beginEpochs();
        epoch = -1;
        epochTo = 0;
        cullTo = 0;
        replayFrom = 0;
        replayTo = 0;
    }

    /** Whether all chunks of the epoch have been culled: the next step begins another one. */
    boolean atEpochEnd() {
        return cullTo == epochTo;
    }

    /**
     * Culls the next chunks, as many as there may be records, into {@link #bits()}; returns the
     * chunk behind the last.
     */
    int cullStep() {
        while (cullTo == epochTo) {
            place(++epoch);
            epochTo = state.epochFirst(epoch + 1);
        }
        cullFrom = cullTo;
        cullTo = Math.min(cullFrom + earlyZ.records(), epochTo);
        leaves = Leaves.BITS;
        bits.begin(cullFrom, cullTo - cullFrom);
        countStop(epochTo);
        order.sort(cullFrom, cullTo);
        next.set(cullFrom);
        nextReplay.set(0);
        run(cullTask, cullTo - cullFrom);
        return cullTo;
    }

    /** A step of culling has begun: it goes as far as there are records, or to the end. */
    private void countStop(int end) {
        counts.add(Counter.CULLING_STOPS, cullTo < end ? 1 : 0);
    }

    /** Bits of the phase: two sets, one that is culled into and one that is replayed from. */
    @Override
    public long bytes() {
        return bits.mostBytes();
    }

    /** What may be visible of the chunks of the last step. */
    VisibilityBits bits() {
        return bits.now();
    }

    private void beginEpoch(Phase phase, int epoch) {
        var pass = phase.pass();
        var before = phase.epochKnown(epoch);
        if (!known || before != OcclusionOrder.Known.SAME) {
            clearDepthKnown = before == OcclusionOrder.Known.CLEAR && pass.clear();
            structure.reset(
                    pass.target().width(),
                    pass.target().height(),
                    phase.epochReversed(epoch),
                    clearDepthKnown ? pass.clearDepth() : Float.NaN,
                    FinestLevel.of(earlyZ.pixels() && earlyZ.forward(), pass.target().samples()));
            known = true;
        }
        for (var worker : geometry) {
            worker.begin(earlyZ, structure, pass.target().samples());
        }
        tiles.binAgainst(asks ? structure : null);
    }

    private void run(WorkerPool.Task task, int chunks) {
        long start = times.now();
        if (chunks < FEW_CHUNKS) {
            pool.runAlone(Activity.CULLING, task);
        } else {
            pool.run(Activity.CULLING, task);
        }
        if (task == placeTask) {
            times.placed(start);
        } else {
            times.culled(start);
        }
    }

    /** Tells how long since the phase began clusters were placed, chunks culled, depths drawn. */
    void tellTimes(FrameRecorder report) {
        times.tell(report);
    }

    /** Places the chunks of an epoch. */
    private void runPlace(int worker) {
        for (int from = next.getAndAdd(PLACE_STEP);
                from < placeTo;
                from = next.getAndAdd(PLACE_STEP)) {
            pool.checkStop();
            int to = Math.min(from + PLACE_STEP, placeTo);
            for (int c = from; c < to; c++) {
                order.place(worker, c);
            }
        }
    }

    /**
     * The cull pipeline on some chunks and the replay pipeline on those culled before, at the same
     * time: workers begin with one or the other.
     */
    private void runCull(int worker) {
        if ((worker & 1) == 0) {
            cull(worker);
            replay(worker);
        } else {
            replay(worker);
            cull(worker);
        }
    }

    private void cull(int worker) {
        for (int i = next.getAndIncrement(); i < cullTo; i = next.getAndIncrement()) {
            pool.checkStop();
            int c = order.get(i);
            if (order.isNowhere(c)) {
                continue;
            }
            boolean alone = state.views(c) <= 1;
            if (!alone && order.together(c, state.phase().chunk(c))) {
                cullViews(worker, c, state.phase().chunk(c));
            } else if (state.wants(worker, c)
                    && !geometry[worker].dropCluster(state.outputs()[c])) {
                cull(worker, c);
            }
        }
    }

    private void cull(int worker, int c) {
        var chunk = state.outputs()[c];
        switch (leaves) {
            case TRIANGLES -> geometry[worker].cull(chunk);
            case BITS -> geometry[worker].cull(chunk, c, bits.now());
            case NAMES -> geometry[worker].lookInTurn(chunk);
        }
    }

    /** The same primitives in all views: their vertices are fetched once. */
    private void cullViews(int worker, int leader, ChunkWork work) {
        var chunks = state.outputs();
        int wanted = 0;
        for (int v = 0; v < work.views(); v++) {
            int c = leader + v * work.viewStep();
            var chunk = chunks[c];
            if (chunk.nearestKey() != HierarchicalZ.UNKNOWN
                    && state.wants(worker, c)
                    && !geometry[worker].dropCluster(chunk)) {
                wanted |= 1 << v;
            }
        }
        boolean several = Integer.bitCount(wanted) > 1;
        if (several) {
            geometry[worker].beginViews(chunks, leader, wanted);
        }
        for (int v = 0; v < work.views(); v++) {
            if ((wanted >>> v & 1) != 0) {
                cull(worker, leader + v * work.viewStep());
            }
        }
        if (several) {
            geometry[worker].endViews();
        }
    }

    private void replay(int worker) {
        var chunks = state.outputs();
        for (int from = nextReplay.getAndAdd(REPLAY_STEP);
                from < replayTo;
                from = nextReplay.getAndAdd(REPLAY_STEP)) {
            pool.checkStop();
            for (int c = from; c < Math.min(from + REPLAY_STEP, replayTo); c++) {
                if (leaves == Leaves.BITS) {
                    geometry[worker].replay(chunks[c], c, bits.before());
                } else if (chunks[c].triangles() != 0) {
                    geometry[worker].replay(chunks[c]);
                }
                listener.end(worker, chunks[c], c);
            }
        }
    }
}
