package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.vector.VectorKernels;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.EarlyZPolicy;
import dev.azulejo.core.reference.ReferenceRenderer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.reuse.TileReuse;
import dev.azulejo.core.shader.Kernels;

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

    /** With more epochs than this early Z stands aside, unless it must work. */
    private static final int MANY_EPOCHS = 64;

    private final DeviceOptions options;
    private final int streamChunks;
    private final WorkerPool pool;
    private final FrameBuilder builder;
    private final FrameRecorder report = new FrameRecorder();
    private final Counts[] counts;
    private final Counts[] countsBefore;
    private final GeometryWorker[] geometry;
    private final TileReuse reuse;
    private final TileStage tiles;
    private final CullStage culling;
    private final WorkerPool.Task changedTask = this::runChanged;
    private final WorkerPool.Task neededTask = this::runNeeded;
    private final KernelSet kernels;
    private final ReferenceRenderer reference;
    private final AtomicInteger next = new AtomicInteger();
    private final WorkerPool.Task geometryTask = this::runGeometry;
    private final EarlyZPolicy[] policies = new EarlyZPolicy[MOST_POLICIES];

    /**
     * Phases in which comparing tiles pays. A trial of early Z would change what is on their lists,
     * and with it every tile.
     */
    private final boolean[] reusing = new boolean[MOST_POLICIES];

    private final WorkerPool.Task streamTask = this::runStream;
    private final WorkerPool.Task hashTask = this::runHash;

    private final IntPredicate changedDraws = this::changed;
    private final IntPredicate neededDraws = this::needed;
    private final WindowEnd dropEnd = (first, last) -> {};
    private final WindowEnd renderEnd = this::renderWindowOfStream;

    /** Takes in phases with patches; made when there is one. */
    private GeometryStream stream;

    // The phase being rendered; set before a task is handed to the pool.
    private boolean streams;
    private boolean streamBins;
    private boolean culled;
    private boolean visitsOnce;

    private EarlyZ earlyZ = EarlyZ.OFF;
    private boolean testsTiles;
    private boolean partial;
    private boolean notes;

    /** Makes a device and starts its workers. */
    public Device(DeviceOptions options) {
        this(options, GeometryChunk.LIMIT);
    }

    /** For tests: with fewer chunks in a window of a phase with patches. */
    Device(DeviceOptions options, int streamChunks) {
        this.streamChunks = streamChunks;
        this.options = options;
        this.kernels =
                options.kernels() == Kernels.VECTOR ? VectorKernels.create() : KernelSet.scalar();
        int workers = options.path() == DeviceOptions.Path.REFERENCE ? 1 : options.threads();
        this.pool = new WorkerPool(workers);
        this.builder = new FrameBuilder(options.kernels(), 0);
        this.counts = new Counts[workers];
        this.countsBefore = new Counts[workers];
        this.geometry = new GeometryWorker[workers];
        for (int w = 0; w < workers; w++) {
            counts[w] = new Counts();
            countsBefore[w] = new Counts();
            geometry[w] = new GeometryWorker(kernels, counts[w]);
        }
        this.reuse =
                options.reuse().mode() == Reuse.Mode.OFF
                                || options.path() == DeviceOptions.Path.REFERENCE
                        ? null
                        : new TileReuse(options.reuse(), kernels.hash(), counts);
        this.tiles = new TileStage(options, pool, kernels, counts, reuse);
        this.culling = new CullStage(builder, pool, geometry, tiles, counts[0], this::finish);
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
        return report.report();
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
        boolean wholeFrame = options.window() == DeviceOptions.WHOLE_FRAME && reference == null;
        tiles.begin(pass, wholeFrame);
        culling.forget();
        partial = false;
        if (reuse != null) {
            var outcome =
                    reuse.begin(
                            pass, tiles.grid(), builder.draws(), builder.drawCount(), wholeFrame);
            if (outcome == TileReuse.Outcome.UNCHANGED) {
                report.addReuseTimes(0, reuse.savedNs());
                return;
            }
            partial = outcome == TileReuse.Outcome.PARTIAL;
        }
        // Before the first pixel: whoever looks after an exception finds that it was written.
        DeviceAccess.written(target);
        tiles.clear();
        for (var worker : geometry) {
            worker.clear();
        }
        testsTiles = false;
        notes = false;
        culled = false;
        streams = builder.runCount() > 0;
        visitsOnce = wholeFrame;
        long middle;
        if (streams) {
            DeviceAccess.samplesValid(target, false);
            middle = start + renderStream();
        } else {
            partial = partial && drawChanged();
            if (!partial) {
                drawAll();
            }
            middle = System.nanoTime();
            report.addGeometry(geometryBytes(), 0);
            DeviceAccess.samplesValid(target, false);
            renderTiles(builder.chunks(), builder.chunkCount(), true, true);
        }
        DeviceAccess.samplesValid(target, pass.keepSamples());
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
    private void drawAll() {
        boolean culls = culls();
        notes = reuse != null && reuse.notes();
        testsTiles =
                reuse != null && reuse.prepareChunks(builder.chunks(), builder.chunkCount(), culls);
        if (culls) {
            culling.run(earlyZ, visitsOnce);
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
    private long renderStream() {
        if (stream == null) {
            stream =
                    new GeometryStream(
                            builder,
                            options.throttle(),
                            kernels,
                            counts,
                            new StreamSink(),
                            streamChunks);
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
            culling.run(earlyZ, false);
        }
        streamBins = true;
        // What early Z knows is complete, but only where the order of epochs cannot matter.
        boolean asks = culled && earlyZ.tiles() && earlyZ.forward() && builder.epochCount() == 1;
        tiles.ask(asks ? culling.structure() : null);
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
            windowEnd.end(first, last);
            report.addGeometry(geometryBytes() + stream.bytes(), stream.starvedNs());
            counts[0].add(Counter.DRAINS, last ? 0 : 1);
            clearWindow(last);
            first = false;
            if (streamBins) {
                long lost = (stream.starvedNs() + tiles.lostNs()) / counts.length;
                stream.observe(System.nanoTime() - begin, lost);
            }
            stream.retire();
        }
        return sum;
    }

    private void renderWindowOfStream(boolean first, boolean last) {
        if (first && !last) {
            visitsOnce = false;
            if (reuse != null) {
                reuse.windowed();
            }
        }
        if (reuse != null && visitsOnce) {
            testsTiles = reuse.prepareChunks(stream.chunks(), stream.chunkCount(), culled);
            if (testsTiles) {
                next.set(0);
                pool.run(hashTask);
            }
        }
        renderTiles(stream.chunks(), stream.chunkCount(), first, last);
    }

    /** Forgets the geometry of a window, but not that of draw calls that early Z has looked at. */
    private void clearWindow(boolean last) {
        if (last) {
            return;
        }
        tiles.clearLists();
        if (!culled) {
            for (var worker : geometry) {
                worker.clear();
            }
        }
    }

    private long geometryBytes() {
        long sum = 0;
        for (var worker : geometry) {
            sum += worker.bytes();
        }
        return sum + tiles.bytes();
    }

    private void runStream(int worker) {
        stream.work(worker);
    }

    private void runHash(int worker) {
        int count = stream.chunkCount();
        for (int c = next.getAndIncrement(); c < count; c = next.getAndIncrement()) {
            reuse.hash(worker, stream.chunks()[c], c);
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
            if (streamBins) {
                tiles.bin(worker, chunk, index);
            }
            if (notes) {
                reuse.note(chunk);
            }
        }
    }

    /**
     * Renders the tiles.
     *
     * @param chunks what is on their lists
     * @param count how many chunks
     * @param first whether they are the first of the phase
     * @param last whether they are the last
     */
    private void renderTiles(GeometryChunk[] chunks, int count, boolean first, boolean last) {
        if (reference != null) {
            DeviceAccess.requireSampleStorage(builder.pass().target());
            reference.render(builder.pass(), chunks, count, first, last);
            return;
        }
        tiles.know(earlyZ, culling.structure(), builder.epochCount() == 1);
        tiles.compare(partial, testsTiles, visitsOnce);
        tiles.render(chunks, count, first, last);
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
        tiles.bin(worker, processed, chunk);
        if (notes) {
            reuse.note(processed);
        }
        if (testsTiles) {
            reuse.hash(worker, processed, chunk);
        }
    }

    /** Looks into the last phase of the last submit. */
    public FrameInspection inspect() {
        if (builder.pass() == null) {
            throw new IllegalStateException("nothing has been submitted");
        }
        return new FrameInspection(
                tiles.chunks(),
                tiles.chunkCount(),
                culling.structure(),
                builder.pass().target(),
                tiles.grid(),
                reuse,
                stream == null ? null : stream.trace());
    }

    /** Stops the workers. */
    @Override
    public void close() {
        pool.close();
    }
}
