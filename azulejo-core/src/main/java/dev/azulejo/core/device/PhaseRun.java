package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.BinNamer;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.reference.ReferenceRenderer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.HistoryGate;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileSet;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * Carries out phases, one after the other, as plans say: geometry, lists of tiles, pixels. It holds
 * everything that comes of a phase on the way, outputs of chunks, memory of workers, lists,
 * hierarchical Z and counts, and nothing of it is the phase's: several runs, each with a pool of
 * its own, may carry out one phase at the same time, each for its own tiles of the target.
 *
 * <p>Whatever the plan, a phase is a sequence of windows: a {@link GeometrySource} takes in as much
 * geometry as comes at once, the tiles are rendered, and so on. Most often there is one window.
 *
 * <p>Threads: one submits; workers do the rest.
 */
final class PhaseRun {
    /** What becomes of the chunks that a source takes in. */
    private enum Purpose {
        /** Only which tiles they touch is noted. */
        LOOK,
        /** They are drawn. */
        DRAW
    }

    private final DeviceOptions options;
    private final WorkerPool pool;
    private final KernelSet kernels;
    private final int streamChunks;
    private final Counts[] counts;
    private final CountsMark countsBefore;
    private final GeometryWorker[] geometry;
    private final RunState state;
    private TileGate gate;
    private final TileStage tiles;
    private final OrderedSource ordered;
    private final CullStage culling;
    private final WindowSource windows;
    private final BinSource named;
    private final AmongPatches amongPatches;
    private final ReferenceRenderer reference;

    /** Takes in phases with patches; made when there is one. */
    private StreamSource streamSource;

    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task hashTask = this::runHash;
    private final WantedDraws wanted = new WantedDraws();

    // The phase under way; set before a task is handed to the pool.
    private Phase begun;
    private RenderTarget target;
    private PhasePlan plan;
    private Purpose purpose = Purpose.DRAW;
    private GeometrySource source;
    private TileGate.Outcome outcome = TileGate.Outcome.WHOLE;
    private long beginNs;
    private long geometryNs;
    private long tilesNs;
    private long peakBytes;

    /** Of those, samples that were parked. */
    private long parkedBytes;

    /**
     * Makes a run.
     *
     * @param options how its device works
     * @param pool who works
     * @param kernels inner loops
     * @param streamChunks most chunks in a window of a phase with patches
     * @param filter which chunks are processed
     */
    PhaseRun(
            DeviceOptions options,
            WorkerPool pool,
            KernelSet kernels,
            int streamChunks,
            PieceFilter filter) {
        state = new RunState(filter);
        this.options = options;
        this.pool = pool;
        this.kernels = kernels;
        this.streamChunks = streamChunks;
        int workers = pool.slots();
        counts = new Counts[workers];
        geometry = new GeometryWorker[workers];
        for (int w = 0; w < workers; w++) {
            counts[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
        }
        countsBefore = new CountsMark(counts);
        boolean plain = options.path() == DeviceOptions.Path.REFERENCE;
        reference = plain ? new ReferenceRenderer(counts[0]) : null;
        gate =
                plain || options.reuse().mode() == Reuse.Mode.OFF
                        ? new OpenGate()
                        : new HistoryGate(options.reuse(), kernels.hash(), counts);
        tiles = new TileStage(options, pool, kernels, counts, gate, filter);
        ordered = new OrderedSource(state, pool, geometry, this::finish);
        culling = new CullStage(state, pool, geometry, tiles, counts[0], this::finish);
        windows = new WindowSource(state, pool, geometry, culling, this::finish);
        named = new BinSource(filter, pool, geometry, this::finish);
        amongPatches = new AmongPatches(state, geometry, culling, this::finish);
    }

    /**
     * Lets workers name the coarse bins of chunks as they set them up.
     *
     * @param table where they write
     * @return what each names them with
     */
    BinNamer[] nameInto(VisibilityTable table) {
        return BinNamer.ofWorkers(table, geometry);
    }

    /**
     * Counters of each worker and guest; those of worker 0 take what the submitting thread counts.
     */
    Counts[] counts() {
        return counts;
    }

    /** Clears all counters: a frame begins. */
    void clearCounts() {
        for (var worker : geometry) {
            // Of a frame that was ended early, it may not have told what it asked
            worker.end();
        }
        for (var worker : counts) {
            worker.clear();
        }
    }

    /** Whether comparing tiles paid in the last phase. */
    boolean reusePays() {
        return gate.pays();
    }

    /** Whether the time that the last phase took says something about early Z. */
    boolean observable() {
        return outcome == TileGate.Outcome.WHOLE;
    }

    /**
     * Begins a phase: finds out what is to be done, and does nothing yet.
     *
     * @param phase sealed, and held by the caller
     * @param phasePlan how
     * @return what the phase needs; after {@link TileGate.Outcome#UNCHANGED} it is over
     */
    TileGate.Outcome begin(Phase phase, PhasePlan phasePlan) {
        if (reference != null && !phasePlan.tiles().isAll()) {
            throw new IllegalArgumentException("the reference path renders whole targets");
        }
        prepare(phase, phasePlan);
        boolean once = plan.wholeFrame() && reference == null;
        var visits = once ? TileGate.Visits.ONCE : TileGate.Visits.SEVERAL;
        wanted.ask(gate);
        outcome = gate.begin(phase, tiles.grid(), visits);
        return outcome;
    }

    /**
     * Begins a coarse bin of a phase, which its gate has begun already, as a whole.
     *
     * @param phase sealed, and held by the caller
     * @param phasePlan how
     * @param ofBin says of the bin's tiles whether they are rendered
     * @param stream what is named for the bin, if the plan takes it from there
     */
    void beginBin(Phase phase, PhasePlan phasePlan, TileGate ofBin, VisibilityReader stream) {
        if (gate != ofBin) {
            gate = ofBin;
        }
        tiles.use(ofBin);
        wanted.ask(ofBin);
        prepare(phase, phasePlan);
        outcome = TileGate.Outcome.WHOLE;
        if (plan.supply() == PhasePlan.Supply.NAMED) {
            named.open(phase, stream);
        }
    }

    private void prepare(Phase phase, PhasePlan phasePlan) {
        plan = phasePlan;
        beginNs = System.nanoTime();
        geometryNs = 0;
        tilesNs = 0;
        peakBytes = 0;
        parkedBytes = 0;
        tiles.begin(phase.pass(), plan);
        culling.begin(plan);
        amongPatches.leave(AmongPatches.Rest.ALL);
        begun = phase;
        target = phase.pass().target();
    }

    /** Carries out the phase that was begun, and waits for its pixels. */
    void execute() {
        if (plan.supply() == PhasePlan.Supply.NAMED) {
            state.beginEmpty(begun);
        } else {
            state.begin(begun);
        }
        clearGeometry();
        geometryNs = System.nanoTime() - beginNs;
        if (outcome == TileGate.Outcome.PARTIAL && look()) {
            draw(plan.withoutCulling(), plan.streams() ? wanted.needed : wanted.rest);
        } else {
            outcome = TileGate.Outcome.WHOLE;
            draw(plan, wanted.all);
        }
        countTooLate();
        tilesNs = System.nanoTime() - beginNs - geometryNs;
    }

    /** Ends the phase: the target holds its pixels, and nobody else is going to write there. */
    void end() {
        gate.end(target);
    }

    /** Nothing of this run's tiles changed, but others have written theirs. */
    void stay() {
        gate.stay(target);
    }

    /** Tiles change their owners: what is known of those that stay here is kept. */
    void move(TileSet from, TileSet to) {
        gate.move(from, to);
    }

    /** Time for geometry in the last phase, nanoseconds. */
    long geometryNs() {
        return geometryNs;
    }

    /** Time for tiles, likewise. */
    long tilesNs() {
        return tilesNs;
    }

    /**
     * Adds times and memory of the phase to a report; counters stay in {@link #counts}.
     *
     * @param report of the frame
     */
    void report(FrameRecorder report) {
        report.addReuseTimes(gate.testingNs(), gate.savedNs());
        if (outcome != TileGate.Outcome.UNCHANGED) {
            report.addTimes(geometryNs, tilesNs);
            report.addCullTimes(culling.placingNs(), culling.cullingNs(), culling.fullDepthNs());
            report.addGeometry(peakBytes, parkedBytes);
            if (plan.streams()) {
                streamSource.report(report);
            }
        }
    }

    // Partial renders

    /**
     * Takes in the draw calls that changed, without early Z, to note which tiles they touch.
     * Returns whether there is little enough to do for a partial render.
     */
    private boolean look() {
        countsBefore.set();
        boolean streams = plan.streams();
        purpose = Purpose.LOOK;
        takeIn(streams ? streamSource() : ordered, wanted.changed);
        if (streams) {
            // What a stream took in is gone when its windows are over.
            undo();
            return gate.openTiles();
        }
        boolean partial = gate.openTiles();
        if (!partial) {
            undo();
        }
        return partial;
    }

    /** What was done in vain is done again, and counted then. */
    private void undo() {
        clearGeometry();
        state.restart();
        countsBefore.goBack();
    }

    // Geometry and tiles

    private void draw(PhasePlan drawn, IntPredicate draws) {
        plan = drawn;
        purpose = Purpose.DRAW;
        if (plan.supply() == PhasePlan.Supply.NAMED) {
            gate.expect(named.chunks(), named.chunkCount(), true);
        } else if (!plan.streams()) {
            gate.expect(state.outputs(), state.outputCount(), plan.culls() || state.thins());
        }
        long start = System.nanoTime();
        var supply =
                switch (plan.supply()) {
                    case IN_ORDER -> ordered;
                    case NEAR_TO_FAR -> culling;
                    case NAMED -> named;
                    case IN_WINDOWS, NEAR_TO_FAR_IN_WINDOWS -> {
                        windows.plan(plan);
                        yield windows;
                    }
                    case STREAM -> streamSource();
                    case NEAR_TO_FAR_THEN_STREAM, NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS -> {
                        if (plan.rest() == AmongPatches.Rest.REPLAY) {
                            culling.cullToBits();
                        } else {
                            culling.cull();
                        }
                        // Complete, but only where the order of epochs cannot matter.
                        var earlyZ = plan.earlyZ();
                        boolean asks = earlyZ.tiles() && earlyZ.forward() && singleEpoch();
                        tiles.binAgainst(asks ? culling.structure() : null);
                        yield streamSource();
                    }
                };
        geometryNs += System.nanoTime() - start;
        takeIn(supply, draws);
        if (plan.rest() == AmongPatches.Rest.REPLAY) {
            culling.end();
        }
    }

    private StreamSource streamSource() {
        if (streamSource == null) {
            streamSource =
                    new StreamSource(
                            state, options, kernels, amongPatches, streamChunks, pool, counts);
        }
        amongPatches.leave(purpose == Purpose.LOOK ? AmongPatches.Rest.ALL : plan.rest());
        streamSource.plan(plan);
        return streamSource;
    }

    /** Takes in the wanted draw calls window by window, and renders each if it shall be drawn. */
    private void takeIn(GeometrySource from, IntPredicate draws) {
        source = from;
        from.begin(draws);
        boolean first = true;
        boolean last = false;
        while (!last) {
            long start = System.nanoTime();
            last = from.fill();
            long filled = System.nanoTime();
            geometryNs += filled - start;
            boolean drawn = purpose == Purpose.DRAW;
            if (drawn) {
                renderWindow(first, last);
            }
            noteBytes();
            if (!last && plan.streams()) {
                counts[0].add(Counter.DRAINS, 1);
                clearWindow();
            }
            long lost = (from.starvedNs() + tiles.lostNs()) / pool.workers();
            from.retire(drawn ? System.nanoTime() - start : 0, lost);
            first = false;
        }
    }

    /** Forgets the geometry of a window, but not that of draw calls that early Z has looked at. */
    private void clearWindow() {
        tiles.clearLists();
        if (amongPatches.rest() != AmongPatches.Rest.NOTHING) {
            clearGeometry();
        }
    }

    private void clearGeometry() {
        for (var worker : geometry) {
            worker.clear();
        }
    }

    private void noteBytes() {
        long sum = source.bytes() + tiles.bytes() + amongPatches.bytes();
        for (var worker : geometry) {
            sum += worker.bytes();
        }
        if (sum > peakBytes) {
            peakBytes = sum;
            parkedBytes = tiles.parkedBytes();
        }
    }

    private void renderWindow(boolean first, boolean last) {
        var chunks = source.chunks();
        int count = source.chunkCount();
        var pass = state.phase().pass();
        if (first && !last) {
            gate.windowed();
        }
        if (plan.streams() && first && last) {
            gate.expect(chunks, count, plan.culls());
            if (gate.hashes()) {
                next.set(0);
                pool.run(Activity.HASHING, hashTask);
            }
        }
        if (reference != null) {
            var cursor = source.cursor();
            reference.render(pass, chunks, cursor.chunk, count, first, last);
            cursor.advance(Long.MAX_VALUE, chunks, count);
            return;
        }
        tiles.render(source, culling.structure(), singleEpoch(), last);
    }

    /** Says that the rasteriser did not ask about what is hidden though it should have. */
    private void countTooLate() {
        var earlyZ = plan.earlyZ();
        boolean wanted = earlyZ.raster() && earlyZ.forward();
        if (wanted && culling.structure() != null && !singleEpoch()) {
            counts[0].add(Counter.RASTER_TOO_LATE, 1);
        }
    }

    private boolean singleEpoch() {
        return state.phase().epochCount() == 1;
    }

    private void runHash(int worker) {
        int count = source.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            gate.hash(worker, source.chunks()[c], c);
        }
    }

    /** A chunk has come through: it is binned, noted and hashed while it is in cache. */
    private void finish(int worker, ChunkOutput chunk, int index) {
        if (purpose == Purpose.DRAW && reference == null) {
            boolean binned = tiles.bin(worker, chunk, index);
            if (!plan.streams()) {
                // A stream numbers its chunks window by window
                state.ended(worker, chunk, index, binned);
            }
        }
        gate.note(chunk);
        // Whether all of a stream comes in one window, so that tiles can be compared, shows later.
        if (purpose == Purpose.DRAW && !plan.streams()) {
            gate.hash(worker, chunk, index);
        }
    }

    /** Looks into the last phase. */
    FrameInspection.Part inspect() {
        return new FrameInspection.Part(
                tiles.chunks(),
                tiles.chunkCount(),
                culling.structure(),
                tiles.grid(),
                gate::decision,
                streamSource == null ? null : streamSource.trace(),
                tiles::forNothing,
                tiles::tileNs);
    }

    /** The tiles of the last phase, and what each took, if it is the run's. */
    TileStage tiles() {
        return tiles;
    }

    /** Target of the last phase. */
    RenderTarget target() {
        return target;
    }
}
