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
import dev.azulejo.core.policy.OcclusionQuestions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.HistoryGate;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.screen.TileSet;

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
    private final DeviceOptions options;
    private final WorkerPool pool;
    private final KernelSet kernels;
    private final int streamChunks;
    private final Counts[] counts;
    private final CountsMark countsBefore;
    private final GeometryWorker[] geometry;
    private final RunState state;
    private RenderGate gate;
    private final TileStage tiles;
    private final OrderedSource ordered;
    private final CullStage culling;
    private final WindowSource windows;
    private final AmongPatches amongPatches;
    private final PixelStage pixels;
    private final ChunkFeed noted = new ChunkFeed.Noted();
    private final ChunkFeed ofPhase;
    private final ChunkFeed ofWindow;

    /** Takes in phases with patches; made when there is one. */
    private StreamSource streamSource;

    private final WantedDraws wanted = new WantedDraws();

    // The phase under way; set before a task is handed to the pool.
    private Phase begun;
    private RenderTarget target;
    private PhasePlan plan;
    private ChunkFeed feed = noted;
    private GeometrySource source;
    private RenderGate.Outcome outcome = RenderGate.Outcome.WHOLE;
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
            RunGuide filter) {
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
        gate =
                plain || options.reuse().mode() == Reuse.Mode.OFF
                        ? new OpenGate()
                        : new HistoryGate(options.reuse(), kernels.hash(), counts);
        tiles = new TileStage(options, pool, kernels, counts, gate, filter);
        pixels = plain ? new ReferenceStage(tiles, counts[0]) : tiles;
        ofPhase = new ChunkFeed.OfPhase(pixels, state);
        ofWindow = new ChunkFeed.OfWindow(pixels, pool);
        ordered = new OrderedSource(state, pool, geometry, this::finish);
        culling =
                new CullStage(
                        state,
                        pool,
                        geometry,
                        tiles,
                        counts[0],
                        this::finish,
                        new CullTimes(System::nanoTime));
        windows = new WindowSource(state, pool, geometry, culling, this::finish);
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
        return outcome == RenderGate.Outcome.WHOLE;
    }

    /**
     * Begins a phase: finds out what is to be done, and does nothing yet.
     *
     * @param phase sealed, and held by the caller
     * @param phasePlan how
     * @return what the phase needs; after {@link RenderGate.Outcome#UNCHANGED} it is over
     */
    RenderGate.Outcome begin(Phase phase, PhasePlan phasePlan) {
        prepare(phase, phasePlan, PixelRectangle.EVERYWHERE);
        use(gate);
        outcome = gate.begin(phase, tiles.grid(), pixels.visits(plan));
        return outcome;
    }

    /** Likewise, of a phase that nobody else has a part in, whose plan's tiles lie somewhere. */
    RenderGate.Outcome beginAlone(Phase phase, PhasePlan phasePlan, PixelRectangle where) {
        prepare(phase, phasePlan, where);
        use(gate);
        outcome = gate.begin(phase, tiles.grid(), pixels.visits(plan));
        gate.alone(phase.pass().target());
        return outcome;
    }

    /**
     * Begins a coarse bin of a phase, which its gate has begun already, as a whole.
     *
     * @param phase sealed, and held by the caller
     * @param phasePlan how
     * @param ofBin says of the bin's tiles whether they are rendered
     * @param where around the bin
     * @param stream what is named for the bin, if the plan takes it from there
     */
    void beginBin(
            Phase phase,
            PhasePlan phasePlan,
            RenderGate ofBin,
            PixelRectangle where,
            VisibilityReader stream) {
        use(ofBin);
        prepare(phase, phasePlan, where);
        outcome = RenderGate.Outcome.WHOLE;
        if (plan.named()) {
            state.beginNamed(phase, stream, plan);
        }
    }

    /** Shows each stage its side of a gate. */
    private void use(RenderGate now) {
        gate = now;
        tiles.use(now);
        wanted.ask(now);
        noted.use(now);
        ofPhase.use(now);
        ofWindow.use(now);
    }

    private void prepare(Phase phase, PhasePlan phasePlan, PixelRectangle where) {
        plan = phasePlan;
        for (var worker : geometry) {
            worker.confine(where);
        }
        culling.confine(where);
        beginNs = System.nanoTime();
        geometryNs = 0;
        tilesNs = 0;
        peakBytes = 0;
        parkedBytes = 0;
        pixels.begin(phase.pass(), plan);
        culling.begin(plan);
        amongPatches.leave(AmongPatches.Rest.ALL);
        source = ordered;
        begun = phase;
        target = phase.pass().target();
    }

    /** Carries out the phase that was begun, and waits for its pixels. */
    void execute() {
        if (!plan.named()) {
            state.begin(begun);
        }
        clearGeometry();
        geometryNs = System.nanoTime() - beginNs;
        var draws = outcome == RenderGate.Outcome.PARTIAL ? look() : wanted.all;
        if (draws == wanted.all) {
            outcome = RenderGate.Outcome.WHOLE;
        }
        draw(draws);
        countTooLate();
        tilesNs = System.nanoTime() - beginNs - geometryNs;
    }

    /** Ends the phase: the target holds its pixels, and nobody else is going to write there. */
    void end() {
        gate.end(target);
    }

    /** The phase was ended early: its tiles hold anything, and no worker is at it any more. */
    void abandon() {
        gate.abandon(target);
    }

    /** Nothing of this run's tiles changed, but others have written theirs. */
    void stay() {
        gate.stay(target);
    }

    /** Tiles change their owners: what is known of those that stay here is kept. */
    void move(TileSet from, TileSet to) {
        gate.move(from, to);
    }

    /** Time for tiles in the last phase, nanoseconds. */
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
        if (outcome != RenderGate.Outcome.UNCHANGED) {
            report.addTimes(geometryNs, tilesNs);
            culling.tellTimes(report);
            report.addGeometry(peakBytes, parkedBytes);
            source.report(report);
        }
    }

    // Partial renders

    /**
     * Takes in the draw calls that changed, without early Z, to note which tiles they touch.
     * Returns which draw calls are still to be drawn: if there is too much to do for a partial
     * render, all.
     */
    private IntPredicate look() {
        var whole = plan;
        plan = whole.withoutCulling();
        countsBefore.set();
        takeIn(supply(), noted, wanted.changed);
        boolean gone = source.span() == GeometrySource.Span.WINDOW;
        if (gone) {
            undo();
        }
        if (gate.openTiles()) {
            return gone ? wanted.needed : wanted.rest;
        }
        if (!gone) {
            undo();
        }
        plan = whole;
        return wanted.all;
    }

    /** What was done in vain is done again, and counted then. */
    private void undo() {
        clearGeometry();
        state.restart();
        countsBefore.goBack();
    }

    // Geometry and tiles

    private void draw(IntPredicate draws) {
        long start = System.nanoTime();
        var from = supply();
        var to = from.span() == GeometrySource.Span.PHASE ? ofPhase : ofWindow;
        geometryNs += System.nanoTime() - start;
        to.open(from, plan.culls() || plan.named());
        takeIn(from, to, draws);
        if (plan.rest() == AmongPatches.Rest.REPLAY) {
            culling.end();
        }
    }

    /** Where the plan has geometry come from; it has been culled, if that comes first. */
    private GeometrySource supply() {
        return switch (plan.supply()) {
            case IN_ORDER, NAMED -> ordered;
            case NEAR_TO_FAR, NAMED_NEAR_TO_FAR -> culling;
            case IN_WINDOWS, NEAR_TO_FAR_IN_WINDOWS -> {
                windows.plan(plan);
                yield windows;
            }
            case STREAM -> streamSource();
            case NEAR_TO_FAR_THEN_STREAM -> {
                culling.cull();
                askAsBinned();
                yield streamSource();
            }
            case NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS -> {
                culling.cullToBits();
                askAsBinned();
                yield streamSource();
            }
        };
    }

    /** The structure is complete: lists ask it if that may be. */
    private void askAsBinned() {
        boolean asks =
                OcclusionQuestions.forLists(
                        plan.earlyZ(), OcclusionQuestions.Moment.AFTER_EPOCHS, singleEpoch());
        tiles.binAgainst(asks ? culling.structure() : null);
    }

    private StreamSource streamSource() {
        if (streamSource == null) {
            streamSource =
                    new StreamSource(
                            state, options, kernels, amongPatches, streamChunks, pool, counts);
        }
        amongPatches.leave(plan.rest());
        streamSource.plan(plan);
        return streamSource;
    }

    /** Takes in the wanted draw calls window by window, and renders each if it shall be drawn. */
    private void takeIn(GeometrySource from, ChunkFeed to, IntPredicate draws) {
        source = from;
        feed = to;
        from.begin(draws);
        boolean first = true;
        boolean last = false;
        while (!last) {
            long start = System.nanoTime();
            last = from.fill();
            long filled = System.nanoTime();
            geometryNs += filled - start;
            if (last && to.draws()) {
                state.allTaken();
            }
            to.close(first, last);
            if (to.draws()) {
                pixels.render(from, culling.structure(), singleEpoch(), last);
            }
            noteBytes();
            if (!last && from.span() == GeometrySource.Span.WINDOW) {
                counts[0].add(Counter.DRAINS, 1);
                clearWindow();
            }
            long lost = (from.starvedNs() + tiles.lostNs()) / pool.workers();
            from.retire(to.draws() ? System.nanoTime() - start : 0, lost);
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

    /** Records of the phase that has ended stay readable until this is called once more. */
    void keepRecords() {
        for (var worker : geometry) {
            worker.keepRecords();
        }
        if (streamSource != null) {
            streamSource.keepRecords();
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

    /** Says who did not ask about what is hidden though it should have. */
    private void countTooLate() {
        if (culling.structure() == null) {
            return;
        }
        var early = plan.earlyZ();
        boolean oneEpoch = singleEpoch();
        if (OcclusionQuestions.tooLateForRaster(early, oneEpoch)) {
            counts[0].add(Counter.RASTER_TOO_LATE, 1);
        }
        if (OcclusionQuestions.tooLateForLists(early, plan.listing(), oneEpoch)) {
            counts[0].add(Counter.LISTS_TOO_LATE, 1);
        }
        if ((plan.rest() == AmongPatches.Rest.REPLAY || !early.forward())
                && OcclusionQuestions.tooLateAgain(early, oneEpoch)) {
            counts[0].add(Counter.AGAIN_TOO_LATE, 1);
        }
    }

    private boolean singleEpoch() {
        return state.phase().epochCount() == 1;
    }

    /** A chunk has come through, while it is in cache. */
    private void finish(int worker, ChunkOutput chunk, int index) {
        feed.take(worker, chunk, index);
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
