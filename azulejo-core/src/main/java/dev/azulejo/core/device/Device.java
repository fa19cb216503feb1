package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.vector.VectorKernels;
import dev.azulejo.core.pixel.TileParking;
import dev.azulejo.core.pixel.TileRenderer;
import dev.azulejo.core.reference.ReferenceRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.reuse.Reuse;
import dev.azulejo.core.reuse.TileReuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tiling.Binner;
import dev.azulejo.core.tiling.TileGrid;
import dev.azulejo.core.tiling.TileLists;
import dev.azulejo.core.visibility.EarlyZ;
import dev.azulejo.core.visibility.EarlyZPolicy;
import dev.azulejo.core.visibility.FrontToBack;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionOrder;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/**
 * A software GPU: executes command buffers.
 *
 * <p>Threads: one submit at a time, from any thread; {@link #submit} returns when all pixels are
 * written. Memory that a frame needs is kept for the next one; a frame like the one before
 * allocates nothing.
 */
public final class Device implements AutoCloseable {
    /** Phases of a frame that remember apart whether early Z pays; later ones share the last. */
    private static final int MOST_POLICIES = 16;

    /** Epochs of fewer chunks are worked on by one thread: waking others would take longer. */
    private static final int FEW_CHUNKS = 8;

    /** With more epochs than this early Z stands aside, unless it must work. */
    private static final int MANY_EPOCHS = 64;

    /** Chunks that a worker takes at once. */
    private static final int PLACE_STEP = 64;

    private static final int REPLAY_STEP = 8;

    /** Chunks that cannot appear come last. */
    private static final int NOWHERE = HierarchicalZ.UNKNOWN;

    private final DeviceOptions options;
    private final WorkerPool pool;
    private final FrameBuilder builder;
    private final FrameReport report = new FrameReport();
    private final Counts[] counts;
    private final Counts[] countsBefore;
    private final GeometryWorker[] geometry;
    private final TileLists[] lists;
    private final Binner[] binners;
    private final TileRenderer[] renderers;
    private final TileReuse reuse;
    private final WorkerPool.Task changedTask = this::runChanged;
    private final WorkerPool.Task neededTask = this::runNeeded;
    private final TileGrid grid = new TileGrid();
    private final KernelSet kernels;
    private final ReferenceRenderer reference;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task geometryTask = this::runGeometry;
    private final WorkerPool.Task placeTask = this::runPlace;
    private final WorkerPool.Task cullTask = this::runCull;
    private final WorkerPool.Task markTask = this::runMark;
    private final TileLists[] depthLists = {new TileLists()};
    private final Binner depthBinner = new Binner();
    private float farthest;
    private final HierarchicalZ structure = new HierarchicalZ();
    private final FrontToBack frontToBack = new FrontToBack();
    private final EarlyZPolicy[] policies = new EarlyZPolicy[MOST_POLICIES];

    /**
     * Phases in which comparing tiles pays. A trial of early Z would change what is on their lists,
     * and with it every tile.
     */
    private final boolean[] reusing = new boolean[MOST_POLICIES];

    private final AtomicInteger nextReplay = new AtomicInteger();

    /** Chunks of an epoch, near before far, and their keys. */
    private int[] order = new int[0];

    private int[] orderKey = new int[0];
    private final WorkerPool.Task tileTask = this::runTiles;

    private final WorkerPool.Task streamTask = this::runStream;
    private final WorkerPool.Task hashTask = this::runHash;

    private final IntPredicate changedDraws = this::changed;
    private final IntPredicate neededDraws = this::needed;
    private final WindowEnd dropEnd = this::dropWindow;
    private final WindowEnd renderEnd = this::renderWindowOfStream;

    /** Takes in phases with patches; made when there is one. */
    private GeometryStream stream;

    /** When each worker was done with the tiles of a window, and what moving samples took it. */
    private final long[] tilesDone;

    private final long[] movedNs;

    // The phase being rendered; set before a task is handed to the pool.
    private GeometryChunk[] chunks = new GeometryChunk[0];
    private int chunkCount;
    private boolean streams;
    private boolean streamBins;
    private boolean culled;
    private boolean visitsOnce;
    private boolean wholeFrame;

    /** Tiles that were visited in the phase whose number is there. */
    private long[] visitedIn = new long[0];

    private long phases;
    private final TileParking parking = new TileParking();
    private boolean lastWindow;
    private int listCount;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private boolean structureKnown;
    private boolean testsTiles;
    private boolean partial;
    private boolean notes;
    private boolean clearDepthKnown;
    private int placeTo;
    private int cullFrom;
    private int cullTo;
    private int replayFrom;
    private int replayTo;

    /** Makes a device and starts its workers. */
    public Device(DeviceOptions options) {
        this.options = options;
        this.kernels =
                options.kernels() == Kernels.VECTOR ? VectorKernels.create() : KernelSet.scalar();
        int workers = options.path() == DeviceOptions.Path.REFERENCE ? 1 : options.threads();
        this.pool = new WorkerPool(workers);
        this.builder = new FrameBuilder(options.kernels(), 0);
        this.counts = new Counts[workers];
        this.countsBefore = new Counts[workers];
        this.geometry = new GeometryWorker[workers];
        this.lists = new TileLists[workers];
        this.binners = new Binner[workers];
        this.renderers = new TileRenderer[workers];
        this.tilesDone = new long[workers];
        this.movedNs = new long[workers];
        for (int w = 0; w < workers; w++) {
            counts[w] = new Counts();
            countsBefore[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
            lists[w] = new TileLists();
            binners[w] = new Binner();
        }
        this.reuse =
                options.reuse().mode() == Reuse.Mode.OFF
                                || options.path() == DeviceOptions.Path.REFERENCE
                        ? null
                        : new TileReuse(options.reuse(), kernels.hash(), counts);
        this.reference =
                options.path() == DeviceOptions.Path.REFERENCE
                        ? new ReferenceRenderer(counts[0])
                        : null;
    }

    /** Returns what the device was made with. */
    public DeviceOptions options() {
        return options;
    }

    /**
     * Executes all commands and waits for the pixels.
     *
     * @param commands what to draw
     * @return what the frame did; overwritten by the next submit
     * @throws IllegalStateException if a draw call misses state or reads beyond its index buffer
     */
    public FrameReport submit(CommandBuffer commands) {
        long start = System.nanoTime();
        report.begin();
        for (var worker : counts) {
            worker.clear();
        }
        int position = 0;
        int size = commands.commands().size();
        for (int phase = 0; position < size; phase++) {
            int policy = Math.min(phase, MOST_POLICIES - 1);
            boolean never = reference != null || options.earlyZ().mode() == EarlyZ.Mode.OFF;
            earlyZ = never ? EarlyZ.OFF : decide(policy, builder.lookAhead(commands, position));
            position = builder.readPhase(commands, position, counts[0], earlyZ);
            if (builder.pass() != null) {
                renderPhase(policy);
            }
        }
        for (var worker : counts) {
            report.add(worker);
        }
        report.end(System.nanoTime() - start);
        return report;
    }

    /** Whether early Z shall work in a phase. */
    private EarlyZ decide(int phase, long primitives) {
        var wanted = options.earlyZ();
        if (wanted.mode() == EarlyZ.Mode.ON) {
            return wanted;
        }
        if (policies[phase] == null) {
            policies[phase] = new EarlyZPolicy();
        }
        if (policies[phase].decide(primitives, reusing[phase])) {
            return wanted;
        }
        counts[0].add(Counter.EARLY_Z_ASIDE, 1);
        return EarlyZ.OFF;
    }

    private void renderPhase(int number) {
        PassDescriptor pass = builder.pass();
        var target = pass.target();
        if (!pass.clear() && !target.samplesValid()) {
            throw new IllegalStateException(
                    "pass '%s' does not clear, but no earlier pass kept the target's samples"
                            .formatted(pass.name()));
        }
        long start = System.nanoTime();
        grid.set(target.width(), target.height(), options.tileSizeFor(target.samples()));
        phases++;
        if (visitedIn.length < grid.count()) {
            visitedIn = new long[grid.count()];
        }
        wholeFrame = options.window() == DeviceOptions.WHOLE_FRAME && reference == null;
        partial = false;
        structureKnown = false;
        if (reuse != null) {
            var outcome = reuse.begin(pass, grid, builder.draws(), builder.drawCount(), wholeFrame);
            if (outcome == TileReuse.Outcome.UNCHANGED) {
                report.addReuseTimes(0, reuse.savedNs());
                return;
            }
            partial = outcome == TileReuse.Outcome.PARTIAL;
        }
        // Before the first pixel: whoever looks after an exception finds that it was written.
        target.written();
        for (var list : lists) {
            list.clear(grid.count());
        }
        for (var worker : geometry) {
            worker.clear();
        }
        structureKnown = false;
        for (var binner : binners) {
            binner.begin(null, false);
        }
        testsTiles = false;
        notes = false;
        culled = false;
        streams = builder.runCount() > 0;
        visitsOnce = wholeFrame;
        long middle;
        if (streams) {
            target.samplesValid(false);
            middle = start + renderStream(pass);
        } else {
            partial = partial && drawChanged();
            if (!partial) {
                drawAll(pass);
            }
            chunks = builder.chunks();
            chunkCount = builder.chunkCount();
            middle = System.nanoTime();
            report.addGeometry(geometryBytes(), 0);
            target.samplesValid(false);
            renderTiles(pass, true, true);
        }
        target.samplesValid(pass.keepSamples());
        if (reuse != null) {
            reuse.end(target);
            reusing[number] = reuse.pays();
            report.addReuseTimes(reuse.testingNs(), reuse.savedNs());
        }
        long end = System.nanoTime();
        report.addTimes(middle - start, end - middle);
        // How long a part takes says nothing about early Z.
        if (policies[number] != null && !partial) {
            policies[number].observe(end - start);
        }
    }

    /**
     * The geometry of a partial render, without early Z: of draw calls that changed, and then of
     * those that touch the same tiles. Returns whether that was all there is to do.
     */
    private boolean drawChanged() {
        rememberCounts();
        next.set(0);
        pool.run(changedTask);
        if (reuse.spread()) {
            testsTiles = reuse.prepareChunks(builder.chunks(), builder.chunkCount(), false);
            next.set(0);
            pool.run(neededTask);
            return true;
        }
        undoGeometry();
        return false;
    }

    private void rememberCounts() {
        for (int w = 0; w < counts.length; w++) {
            countsBefore[w].clear();
            countsBefore[w].addAll(counts[w]);
        }
    }

    /** What was done in vain is done again, and counted then. */
    private void undoGeometry() {
        for (var worker : geometry) {
            worker.clear();
        }
        for (int c = 0; c < builder.chunkCount(); c++) {
            builder.chunks()[c].restart();
        }
        for (int w = 0; w < counts.length; w++) {
            counts[w].clear();
            counts[w].addAll(countsBefore[w]);
        }
    }

    private boolean culls() {
        return earlyZ.mode() != EarlyZ.Mode.OFF
                && (earlyZ.mode() == EarlyZ.Mode.ON
                        || builder.anyTestable() && builder.epochCount() < MANY_EPOCHS);
    }

    /** The geometry of a whole render. */
    private void drawAll(PassDescriptor pass) {
        boolean culls = culls();
        notes = reuse != null && reuse.notes();
        testsTiles =
                reuse != null && reuse.prepareChunks(builder.chunks(), builder.chunkCount(), culls);
        if (culls) {
            cullEpochs(pass);
        } else {
            next.set(0);
            pool.run(geometryTask);
        }
    }

    /**
     * Renders a phase with patches, window by window.
     *
     * @return the time that the geometry stages took, nanoseconds
     */
    private long renderStream(PassDescriptor pass) {
        if (stream == null) {
            stream =
                    new GeometryStream(
                            builder, options.throttle(), kernels, counts, new StreamSink());
        }
        long start = System.nanoTime();
        if (partial) {
            streamBins = false;
            notes = true;
            rememberCounts();
            streamAll(changedDraws, dropEnd);
            undoGeometry();
            partial = reuse.spread();
            notes = !partial && reuse.notes();
        } else {
            notes = reuse != null && reuse.notes();
        }
        culled = !partial && culls() && builder.chunkCount() > 0;
        if (culled) {
            cullEpochs(pass);
        }
        streamBins = true;
        beginBinners();
        long before = System.nanoTime() - start;
        return before + streamAll(neededDraws, renderEnd);
    }

    private boolean changed(int draw) {
        return reuse.changed(draw);
    }

    private boolean needed(int draw) {
        return !partial || reuse.needed(draw) || reuse.changed(draw);
    }

    /** What becomes of a window. */
    private interface WindowEnd {
        void end(boolean first, boolean last);
    }

    /** Takes in the wanted draw calls; returns the time that geometry took, nanoseconds. */
    private long streamAll(IntPredicate wanted, WindowEnd windowEnd) {
        stream.begin(wanted);
        long sum = 0;
        boolean first = true;
        boolean last = false;
        while (!last) {
            long begin = System.nanoTime();
            pool.run(streamTask);
            long middle = System.nanoTime();
            sum += middle - begin;
            last = stream.isLast();
            chunks = stream.chunks();
            chunkCount = stream.chunkCount();
            report.addGeometry(geometryBytes() + stream.bytes(), stream.starvedNs());
            windowEnd.end(first, last);
            counts[0].add(Counter.DRAINS, last ? 0 : 1);
            clearWindow(last);
            first = false;
            stream.retire(System.nanoTime() - begin, lostNs());
        }
        return sum;
    }

    private void dropWindow(boolean first, boolean last) {
        Arrays.fill(movedNs, 0);
        Arrays.fill(tilesDone, 0);
    }

    private void renderWindowOfStream(boolean first, boolean last) {
        if (first && !last) {
            visitsOnce = false;
            if (reuse != null) {
                reuse.windowed();
            }
        }
        if (reuse != null && visitsOnce) {
            testsTiles = reuse.prepareChunks(chunks, chunkCount, culled);
            if (testsTiles) {
                next.set(0);
                pool.run(hashTask);
            }
        }
        renderTiles(builder.pass(), first, last);
    }

    /** Forgets the geometry of a window, but not that of draw calls that early Z has looked at. */
    private void clearWindow(boolean last) {
        if (last) {
            return;
        }
        for (var list : lists) {
            list.clear(grid.count());
        }
        if (!culled) {
            for (var worker : geometry) {
                worker.clear();
            }
        }
    }

    /** Wall time of the last window that its end has cost, nanoseconds. */
    private long lostNs() {
        long lost = stream.starvedNs();
        long latest = 0;
        for (int w = 0; w < tilesDone.length; w++) {
            lost += movedNs[w];
            latest = Math.max(latest, tilesDone[w]);
        }
        for (long done : tilesDone) {
            lost += latest - done;
        }
        return lost / tilesDone.length;
    }

    private long geometryBytes() {
        long sum = 0;
        for (int w = 0; w < geometry.length; w++) {
            sum += geometry[w].bytes() + lists[w].bytes();
        }
        return sum;
    }

    private void beginBinners() {
        // What early Z knows is complete, but only where the order of epochs cannot matter.
        boolean ask = culled && earlyZ.tiles() && earlyZ.forward() && builder.epochCount() == 1;
        for (var binner : binners) {
            binner.begin(ask ? structure : null, false);
        }
    }

    private void runStream(int worker) {
        stream.work(worker);
    }

    private void runHash(int worker) {
        for (int c = next.getAndIncrement(); c < chunkCount; c = next.getAndIncrement()) {
            reuse.hash(worker, chunks[c], c);
        }
    }

    /** Ordinary chunks in a phase with patches, and all that is processed. */
    private final class StreamSink implements GeometryStream.Sink {
        @Override
        public void process(int worker, GeometryChunk chunk) {
            if (!culled) {
                geometry[worker].process(chunk);
            }
        }

        @Override
        public void finish(int worker, GeometryChunk chunk, int index) {
            if (streamBins && wholeFrame && chunk.triangles != 0) {
                bin(worker, chunk, index, 0, chunk.triangles);
            }
            if (notes) {
                reuse.note(chunk);
            }
        }
    }

    /** Geometry with early Z: epoch after epoch, each culled from near to far, then replayed. */
    private void cullEpochs(PassDescriptor pass) {
        if (order.length < builder.chunkCount()) {
            order = new int[Math.max(64, 2 * builder.chunkCount())];
            orderKey = new int[order.length];
        }
        int epochs = builder.epochCount();
        counts[0].add(Counter.EPOCHS, epochs);
        for (int epoch = 0; epoch < epochs; epoch++) {
            beginEpoch(pass, epoch);
            int from = builder.epochFirst(epoch);
            int to = builder.epochFirst(epoch + 1);
            placeTo = to;
            next.set(from);
            run(placeTask, to - from);
            // Full depth needs all of the epoch before it tells about any.
            int step = earlyZ.fullDepth() ? EarlyZ.UNBOUNDED : earlyZ.records();
            for (int first = from; first < to + step; first += step) {
                cullFrom = Math.min(first, to);
                cullTo = Math.min(first + step, to);
                replayFrom = Math.max(from, first - step);
                replayTo = Math.min(first, to);
                if (earlyZ.fullDepth() && first > from) {
                    markVisible(pass, from, to);
                }
                frontToBack.sort(order, orderKey, cullFrom, cullTo);
                next.set(cullFrom);
                nextReplay.set(replayFrom);
                run(cullTask, Math.max(cullTo - cullFrom, replayTo - replayFrom));
            }
        }
        for (var worker : geometry) {
            worker.end();
        }
        for (var binner : binners) {
            binner.begin(null, false);
        }
    }

    /** Draws an epoch's occluders into depth, tile by tile, and marks what is not behind it. */
    private void markVisible(PassDescriptor pass, int from, int to) {
        makeRenderers(pass);
        depthBinner.begin(null, false);
        var scratch = depthLists[0];
        scratch.clear(grid.count());
        for (int c = from; c < to; c++) {
            var chunk = builder.chunks()[c];
            depthBinner.bin(grid, scratch, chunk, c, 0, chunk.triangles);
        }
        for (var renderer : renderers) {
            renderer.begin(earlyZ, structure, false);
        }
        farthest =
                clearDepthKnown
                        ? pass.clearDepth()
                        : structure.reversed() ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
        next.set(0);
        pool.run(markTask);
    }

    private void runMark(int worker) {
        int count = grid.count();
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            renderers[worker].markVisible(grid, tile, builder.chunks(), depthLists, 1, farthest);
        }
    }

    private void beginEpoch(PassDescriptor pass, int epoch) {
        var known = builder.epochKnown(epoch);
        if (!structureKnown || known != OcclusionOrder.Known.SAME) {
            clearDepthKnown = known == OcclusionOrder.Known.CLEAR && pass.clear();
            structure.reset(
                    pass.target().width(),
                    pass.target().height(),
                    builder.epochReversed(epoch),
                    clearDepthKnown ? pass.clearDepth() : Float.NaN);
            structureKnown = true;
        }
        for (int w = 0; w < geometry.length; w++) {
            geometry[w].begin(earlyZ, structure, pass.target().samples());
            // Later windows are binned when later epochs have been entered: too late to ask.
            boolean ask = earlyZ.tiles() && earlyZ.forward() && wholeFrame;
            binners[w].begin(ask ? structure : null, false);
        }
    }

    private void run(WorkerPool.Task task, int chunks) {
        if (chunks < FEW_CHUNKS) {
            task.run(0);
        } else {
            pool.run(task);
        }
    }

    private void makeRenderers(PassDescriptor pass) {
        for (int w = 0; w < renderers.length; w++) {
            if (renderers[w] == null
                    || !renderers[w].fits(grid.tileSize(), pass.target(), pass.target().format())) {
                renderers[w] =
                        new TileRenderer(
                                grid.tileSize(),
                                pass.target().samples(),
                                pass.target().format(),
                                kernels,
                                lists.length,
                                counts[w]);
            }
        }
    }

    /**
     * Renders the tiles.
     *
     * @param pass the pass
     * @param first whether what is there is the first of the phase
     * @param last whether it is the last
     */
    private void renderTiles(PassDescriptor pass, boolean first, boolean last) {
        if (reference != null) {
            pass.target().requireSampleStorage();
            reference.render(pass, chunks, chunkCount, first, last);
            return;
        }
        makeRenderers(pass);
        boolean knows = structureKnown && reference == null;
        for (var renderer : renderers) {
            renderer.begin(knows ? earlyZ : EarlyZ.OFF, structure, builder.epochCount() == 1);
        }
        lastWindow = last;
        if (pass.keepSamples() || !pass.clear()) {
            pass.target().requireSampleStorage();
        }
        if (!last || !first || !wholeFrame) {
            var target = pass.target();
            parking.require(
                    grid.count(),
                    grid.tileSize() * grid.tileSize() * target.samples(),
                    target.format() == TextureFormat.RGBA32_FLOAT);
        }
        listCount = lists.length;
        if (wholeFrame) {
            counts[0].add(Counter.WINDOWS, 1);
            next.set(0);
            pool.run(tileTask);
        } else {
            renderWindows(last);
        }
    }

    /**
     * Windows of W triangles one after the other: tiles keep their samples in the target's storage
     * between visits. Each visit resolves its tile: when the last window comes, only tiles are left
     * that nothing has touched.
     */
    private void renderWindows(boolean lastPart) {
        if (structureKnown && builder.epochCount() == 1) {
            // The structure is complete, or fed by the windows before: ask as a window fills.
            binners[0].begin(earlyZ.tiles() ? structure : null, !earlyZ.forward());
        }
        listCount = 1;
        int window = options.window();
        int inWindow = 0;
        for (int c = 0; c < chunkCount; c++) {
            int from = 0;
            while (from < chunks[c].triangles) {
                int to = Math.min(chunks[c].triangles, from + window - inWindow);
                bin(0, chunks[c], c, from, to);
                inWindow += to - from;
                from = to;
                if (inWindow == window) {
                    renderWindow(false);
                    inWindow = 0;
                }
            }
        }
        renderWindow(lastPart);
    }

    private void renderWindow(boolean last) {
        lastWindow = last;
        counts[0].add(Counter.WINDOWS, 1);
        next.set(0);
        pool.run(tileTask);
        lists[0].clear(grid.count());
    }

    private void runGeometry(int worker) {
        var chunks = builder.chunks();
        int count = builder.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            geometry[worker].process(chunks[c]);
            finish(worker, c);
        }
    }

    /** Processes the chunks of draw calls that are not those of the last render. */
    private void runChanged(int worker) {
        var chunks = builder.chunks();
        int count = builder.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            if (reuse.changed(chunks[c].draw.number)) {
                geometry[worker].process(chunks[c]);
                reuse.note(chunks[c]);
            }
        }
    }

    /** Processes the others as far as they touch the same tiles, and bins all. */
    private void runNeeded(int worker) {
        var chunks = builder.chunks();
        int count = builder.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            int draw = chunks[c].draw.number;
            if (reuse.needed(draw) && !reuse.changed(draw)) {
                geometry[worker].process(chunks[c]);
            }
            finish(worker, c);
        }
    }

    /** Bins a processed chunk, notes its tiles and hashes it, while it is in cache. */
    private void finish(int worker, int chunk) {
        if (streams) {
            // It is taken in when its turn comes among the patches.
            return;
        }
        var processed = builder.chunks()[chunk];
        if (wholeFrame && processed.triangles != 0) {
            bin(worker, processed, chunk, 0, processed.triangles);
        }
        if (notes) {
            reuse.note(processed);
        }
        if (testsTiles) {
            reuse.hash(worker, processed, chunk);
        }
    }

    /** Places the chunks of an epoch. */
    private void runPlace(int worker) {
        var chunks = builder.chunks();
        for (int from = next.getAndAdd(PLACE_STEP);
                from < placeTo;
                from = next.getAndAdd(PLACE_STEP)) {
            int to = Math.min(from + PLACE_STEP, placeTo);
            for (int c = from; c < to; c++) {
                for (int v = 0; v < chunks[c].views; v++) {
                    if (v == 0) {
                        geometry[worker].place(chunks, c);
                    }
                    int at = c + v * chunks[c].viewStep;
                    order[at] = at;
                    orderKey[at] = chunks[at].boxKey;
                }
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
        var chunks = builder.chunks();
        for (int i = next.getAndIncrement(); i < cullTo; i = next.getAndIncrement()) {
            int c = order[i];
            if (orderKey[c] != NOWHERE && !geometry[worker].dropCluster(chunks[c])) {
                geometry[worker].cull(chunks[c]);
            }
        }
    }

    private void replay(int worker) {
        var chunks = builder.chunks();
        for (int from = nextReplay.getAndAdd(REPLAY_STEP);
                from < replayTo;
                from = nextReplay.getAndAdd(REPLAY_STEP)) {
            int to = Math.min(from + REPLAY_STEP, replayTo);
            for (int c = from; c < to; c++) {
                if (chunks[c].triangles != 0) {
                    geometry[worker].replay(chunks[c]);
                }
                finish(worker, c);
            }
        }
    }

    private void bin(int worker, GeometryChunk chunk, int index, int from, int to) {
        var binner = binners[worker];
        binner.bin(grid, lists[worker], chunk, index, from, to);
        counts[worker].add(Counter.TILE_ENTRIES, binner.entries());
        counts[worker].add(Counter.TILE_ENTRIES_HIDDEN, binner.hidden());
        counts[worker].add(Counter.HIZ_READS, binner.queries());
    }

    private void runTiles(int worker) {
        int count = grid.count();
        var renderer = renderers[worker];
        for (int tile = next.getAndIncrement(); tile < count; tile = next.getAndIncrement()) {
            boolean visited = visitedIn[tile] == phases;
            boolean keeps = lastWindow && builder.pass().keepSamples();
            if ((visited || !lastWindow) && !keeps && noneListed(tile)) {
                continue;
            }
            if (partial && (lastWindow ? reuse.untouched(worker, tile) : !reuse.open(tile))) {
                continue;
            }
            var list = renderer.merge(lists, listCount, tile);
            if (reuse != null && visitsOnce && reuse.stillEmpty(worker, tile, list.count() == 0)) {
                continue;
            }
            if (testsTiles && reuse.same(worker, tile, list, chunks)) {
                continue;
            }
            boolean timed = reuse != null && list.count() != 0;
            long start = timed ? System.nanoTime() : 0;
            visitedIn[tile] = phases;
            renderer.render(builder.pass(), grid, tile, chunks, parking, visited, !lastWindow);
            if (timed) {
                reuse.rendered(worker, System.nanoTime() - start);
            }
        }
        movedNs[worker] = renderer.takeMovedNs();
        tilesDone[worker] = System.nanoTime();
    }

    private boolean noneListed(int tile) {
        boolean none = true;
        for (int l = 0; l < listCount; l++) {
            none &= lists[l].isEmpty(tile);
        }
        return none;
    }

    /** Looks into the last phase of the last submit. */
    public FrameInspection inspect() {
        if (builder.pass() == null) {
            throw new IllegalStateException("nothing has been submitted");
        }
        return new FrameInspection(
                chunks,
                chunkCount,
                structureKnown ? structure : null,
                builder.pass().target(),
                grid,
                reuse,
                stream == null ? null : stream.trace());
    }

    /** Stops the workers. */
    @Override
    public void close() {
        pool.close();
    }
}
