package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The geometry of a phase with patches. How much comes of a patch is known when its hull stage has
 * run, so that chunks cannot be laid out ahead. Instead, draw calls are taken in submission order:
 * groups of patches are launched, the arbiter hands completed ones on in launch order, and they
 * become pieces of work and chunks, numbered in submission order. Workers take whatever is next:
 * pieces first, launches if there are none.
 *
 * <p>A <em>window</em> ends when all is processed that may be in flight. Then the tiles are
 * rendered, the memory is free again, and the next window begins. What a window holds depends on
 * measured time; no pixel depends on what a window holds.
 *
 * <p>Threads: {@link #work} by all workers; all else by the submitting thread, when no worker is at
 * work. A lock guards the order of work; it is taken once or twice a piece.
 */
final class GeometryStream {
    /** Does what is to be done with an ordinary chunk, and with every chunk that was processed. */
    interface Sink {
        /** Processes a chunk of a draw call without patches. */
        void process(int worker, ChunkOutput chunk);

        /** A chunk is processed. */
        void finish(int worker, ChunkOutput chunk, int index);
    }

    /**
     * More chunks than a group can become: 32 patches of 8192 primitives, and what is rounded up.
     */
    private static final int GROUP_CHUNKS = 512;

    private enum Launch {
        GROUP,
        CHUNK,
        REFUSED,
        END
    }

    /** What a worker does. */
    private static final class Work {
        /** A group to launch; else a piece. */
        PatchGroup launch;

        /** Its place in the window. */
        int number;

        int engine;
        boolean interrupted;
        final PatchPiece piece = new PatchPiece();
        ChunkOutput[] chunks;
    }

    private final RunState state;
    private final Throttle options;
    private final HullControl control;
    private final PatchWorker[] workers;
    private final Work[] work;
    private final Sink sink;

    private ChunkOutput[] sequence = new ChunkOutput[64];
    private int sequenceCount;

    /** Chunks of patches, used again in each window. */
    private ChunkOutput[] spare = new ChunkOutput[0];

    private int spareUsed;

    /** Groups of the window, in launch order. */
    private PatchGroup[] groups = new PatchGroup[0];

    private long[] estimates = new long[16];
    private int groupCount;

    /** What waits for the arbiter: number of a group in the window, or ~ a chunk. */
    private int[] waiting = new int[64];

    private int waitingFirst;
    private int waitingEnd;

    /** Pieces that wait for a worker, in order; reused. */
    private PatchPiece[] pieces = new PatchPiece[64];

    private int pieceFirst;
    private int pieceEnd;

    // Where launching stands.
    private int run;
    private int patch;
    private int chunk;
    private IntPredicate wanted;

    private int running;
    private boolean closed;
    private boolean atEnd;
    private boolean failed;

    /** Whether the last phase was rendered to its end. */
    private boolean ended = true;

    private int notHanded;
    private long starvedNs;
    private long primitives;

    /** Most primitives that can come of the window, geometry stages and all. */
    private long possible;

    /** Of those, primitives of pieces that no worker is done with. */
    private long pending;

    /** Memory of the pieces that are done, bytes: all, and each worker's. */
    private long held;

    private final long[] heldBy;

    /** Ordinary chunks that wait for the arbiter. */
    private int waitingChunks;

    private final int chunkLimit;

    GeometryStream(
            RunState runState,
            Throttle throttle,
            KernelSet kernels,
            Counts[] counts,
            Sink chunkSink,
            int mostChunks) {
        state = runState;
        chunkLimit = mostChunks;
        heldBy = new long[counts.length];
        options = throttle;
        control = new HullControl(throttle, counts.length);
        sink = chunkSink;
        workers = new PatchWorker[counts.length];
        work = new Work[counts.length];
        for (int w = 0; w < counts.length; w++) {
            workers[w] = new PatchWorker(kernels, counts[w]);
            work[w] = new Work();
        }
    }

    /**
     * A phase begins.
     *
     * @param draws which draw calls are wanted, by number
     */
    void begin(IntPredicate draws) {
        wanted = draws;
        run = 0;
        patch = 0;
        chunk = 0;
        control.begin(!ended);
        ended = false;
        failed = false;
        clearWindow();
    }

    private void clearWindow() {
        sequenceCount = 0;
        spareUsed = 0;
        groupCount = 0;
        waitingFirst = 0;
        waitingEnd = 0;
        pieceFirst = 0;
        pieceEnd = 0;
        running = 0;
        notHanded = 0;
        closed = false;
        atEnd = false;
        starvedNs = 0;
        primitives = 0;
        possible = 0;
        pending = 0;
        held = 0;
        waitingChunks = 0;
        Arrays.fill(heldBy, 0);
        for (var worker : workers) {
            worker.clear();
        }
    }

    /** Chunks of the window in submission order. */
    ChunkOutput[] chunks() {
        return sequence;
    }

    int chunkCount() {
        return sequenceCount;
    }

    /** Whether the window that has ended is the last. */
    boolean isLast() {
        return atEnd;
    }

    /** Time that workers had nothing to do in the window, sum of all, nanoseconds. */
    long starvedNs() {
        return starvedNs;
    }

    /** Memory of the window, bytes: what the stages hand to each other. */
    long bytes() {
        long sum = 0;
        for (var worker : workers) {
            sum += worker.bytes();
        }
        for (int g = 0; g < groupCount; g++) {
            sum += groups[g].bytes();
        }
        return sum;
    }

    ThrottleTrace trace() {
        return control.trace();
    }

    /**
     * Learns what a window has cost, before it is retired.
     *
     * @param windowNs wall time
     * @param lostNs of that, what would not have been spent in a larger window
     */
    void observe(long windowNs, long lostNs) {
        control.observe(primitives, possible, bytes(), windowNs, lostNs);
    }

    /** The window has been rendered: its groups are no longer in flight. */
    void retire() {
        control.retire(estimates, groupCount);
        ended = atEnd;
        clearWindow();
    }

    /** A worker's share of a window; returns when there is nothing left to do in it. */
    void work(int worker) {
        var mine = work[worker];
        boolean fine = false;
        try {
            while (next(mine)) {
                if (mine.launch != null) {
                    workers[worker].hull(mine.launch);
                    completed(mine);
                } else {
                    runPiece(worker, mine);
                    done(worker, mine.piece);
                }
            }
            fine = true;
        } finally {
            if (!fine) {
                fail();
            }
            if (mine.interrupted) {
                mine.interrupted = false;
                Thread.currentThread().interrupt();
            }
        }
    }

    private void runPiece(int worker, Work mine) {
        var piece = mine.piece;
        if (piece.group == null) {
            var ordinary = mine.chunks[piece.firstChunk];
            sink.process(worker, ordinary);
            sink.finish(worker, ordinary, piece.firstChunk);
            return;
        }
        workers[worker].domain(piece, mine.chunks);
        for (int c = piece.firstChunk; c < piece.firstChunk + piece.chunks; c++) {
            sink.finish(worker, mine.chunks[c], c);
        }
    }

    private synchronized void fail() {
        failed = true;
        notifyAll();
    }

    private synchronized void done(int worker, PatchPiece piece) {
        running--;
        if (piece.group != null) {
            pending -= possible(piece.group, piece.from, piece.to);
            held += workers[worker].bytes() - heldBy[worker];
            heldBy[worker] = workers[worker].bytes();
        }
        notifyAll();
    }

    private synchronized void completed(Work mine) {
        running--;
        estimates[mine.number] = mine.launch.estimate;
        primitives += mine.launch.primitives(0, mine.launch.count);
        long most = possible(mine.launch, 0, mine.launch.count);
        possible += most;
        pending += most;
        control.complete(mine.engine, mine.launch.number);
        arbitrate();
        notifyAll();
    }

    /** Finds a worker's next work; false if there is none left in the window. */
    private synchronized boolean next(Work mine) {
        while (!failed && !closed) {
            if (pieceFirst != pieceEnd) {
                mine.launch = null;
                // The queue uses its pieces again.
                mine.piece.set(pieces[pieceFirst++]);
                mine.chunks = sequence;
                running++;
                return true;
            }
            var launched = launch(mine);
            if (launched == Launch.GROUP) {
                running++;
                return true;
            }
            if (launched != Launch.CHUNK) {
                if (running == 0) {
                    // Nobody is at work on anything from which more could follow.
                    closed = true;
                    atEnd = launched == Launch.END;
                    notifyAll();
                    return false;
                }
                starve(mine);
            }
        }
        return false;
    }

    private void starve(Work mine) {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            wait();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        // To be restored when there is nothing to wait for any more.
        mine.interrupted |= interrupted;
        starvedNs += System.nanoTime() - start;
    }

    /** Takes in what comes next in submission order. */
    private Launch launch(Work mine) {
        skipUnwanted();
        boolean isGroup =
                run < state.phase().runCount() && state.phase().run(run).before() == chunk;
        if (!isGroup && chunk == state.outputCount()) {
            return Launch.END;
        }
        boolean first = sequenceCount == 0 && waitingFirst == waitingEnd && groupCount == 0;
        int room = chunkLimit - sequenceCount - waitingChunks - notHanded * GROUP_CHUNKS;
        if (!first && room < (isGroup ? GROUP_CHUNKS : 1)) {
            return Launch.REFUSED;
        }
        if (!isGroup) {
            enqueue(~chunk++);
            waitingChunks++;
            arbitrate();
            return Launch.CHUNK;
        }
        // Whatever the counters say, a window holds something.
        if (!first && !control.mayLaunch(held, pending)) {
            return Launch.REFUSED;
        }
        launchGroup(mine);
        return Launch.GROUP;
    }

    private void skipUnwanted() {
        while (true) {
            if (run < state.phase().runCount() && state.phase().run(run).before() == chunk) {
                if (wanted.test(state.phase().run(run).draw().number)) {
                    return;
                }
                run++;
            } else if (chunk < state.outputCount()) {
                if (wanted.test(state.outputs()[chunk].draw.number)) {
                    return;
                }
                chunk++;
            } else {
                return;
            }
        }
    }

    private void launchGroup(Work mine) {
        var from = state.phase().run(run);
        if (groupCount == groups.length) {
            groups = Arrays.copyOf(groups, Math.max(16, 2 * groupCount));
            for (int g = groupCount; g < groups.length; g++) {
                groups[g] = new PatchGroup();
            }
        }
        if (groupCount >= estimates.length) {
            estimates = Arrays.copyOf(estimates, 2 * estimates.length);
        }
        var group = groups[groupCount];
        int count = Math.min(groupPatches(from.draw()), from.patches() - patch);
        group.begin(from.draw(), from.instance(), patch, count);
        patch += count;
        if (patch == from.patches()) {
            patch = 0;
            run++;
        }
        int engine = control.queue().emptiest();
        group.number = control.launch(engine);
        mine.launch = group;
        mine.engine = engine;
        mine.number = groupCount;
        notHanded++;
        enqueue(groupCount++);
    }

    /** Patches of a group: fewer where a geometry stage makes more of them. */
    private int groupPatches(DrawState draw) {
        return Math.max(1, options.patches() / amplification(draw));
    }

    private static int amplification(DrawState draw) {
        return draw.geometryStage == null ? 1 : draw.geometryStage.maxPrimitives();
    }

    private static long possible(PatchGroup group, int from, int to) {
        return (long) group.primitives(from, to) * amplification(group.draw);
    }

    private void enqueue(int entry) {
        if (waitingFirst == waitingEnd) {
            waitingFirst = 0;
            waitingEnd = 0;
        }
        if (waitingEnd == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * waitingEnd);
        }
        waiting[waitingEnd++] = entry;
    }

    /** Hands on what has completed, in submission order. */
    private void arbitrate() {
        while (waitingFirst != waitingEnd) {
            int entry = waiting[waitingFirst];
            if (entry < 0) {
                var piece = addPiece(null, 0, 0);
                piece.chunks = 1;
                addChunk(state.outputs()[~entry]);
                waitingChunks--;
            } else {
                if (control.queue().handOn() < 0) {
                    return;
                }
                notHanded--;
                control.queued(groups[entry].estimate);
                cut(groups[entry]);
            }
            waitingFirst++;
        }
    }

    /** Makes a group's pieces. */
    private void cut(PatchGroup group) {
        var stage = group.draw.geometryStage;
        for (int from = 0; from < group.count; ) {
            int to = group.pieceEnd(from);
            int made = group.primitives(from, to);
            if (made != 0) {
                var piece = addPiece(group, from, to);
                piece.chunks = PatchWorker.chunks(made, stage);
                for (int c = 0; c < piece.chunks; c++) {
                    addChunk(spareChunk());
                }
            }
            from = to;
        }
    }

    private PatchPiece addPiece(PatchGroup group, int from, int to) {
        if (pieceFirst == pieceEnd) {
            pieceFirst = 0;
            pieceEnd = 0;
        }
        if (pieceEnd == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * pieceEnd);
        }
        if (pieces[pieceEnd] == null) {
            pieces[pieceEnd] = new PatchPiece();
        }
        var piece = pieces[pieceEnd++];
        piece.group = group;
        piece.from = from;
        piece.to = to;
        piece.firstChunk = sequenceCount;
        return piece;
    }

    private ChunkOutput spareChunk() {
        if (spareUsed == spare.length) {
            spare = Arrays.copyOf(spare, Math.max(64, 2 * spareUsed));
            for (int c = spareUsed; c < spare.length; c++) {
                spare[c] = new ChunkOutput();
            }
        }
        return spare[spareUsed++];
    }

    private void addChunk(ChunkOutput added) {
        if (sequenceCount == sequence.length) {
            sequence = Arrays.copyOf(sequence, 2 * sequenceCount);
        }
        sequence[sequenceCount++] = added;
    }
}
