package dev.azulejo.core.device;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.Starvation;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * The geometry of a phase with patches. How much comes of a patch is known when its hull stage has
 * run, so that chunks cannot be laid out ahead. Instead, draw calls are taken in submission order
 * ({@link SubmissionCursor}): groups of patches are launched if {@link LaunchPolicy} lets them, the
 * arbiter hands completed ones on in launch order ({@link LaunchOrder}), and they become pieces of
 * work ({@link PieceQueue}) and chunks, numbered in submission order ({@link WindowChunks}).
 * Workers take whatever is next: pieces first, launches if there are none.
 *
 * <p>A <em>window</em> ends when all is processed that may be in flight. Then the tiles are
 * rendered, the memory is free again, and the next window begins. What a window holds depends on
 * measured time; no pixel depends on what a window holds.
 *
 * <p>Threads: {@link #work} by all workers; all else by the submitting thread, when no worker is at
 * work. This object is the lock that guards the order of work; it is taken once or twice a piece.
 * The clock is asked here, once an event, and by nobody whom this object asks.
 */
final class GeometryStream {
    /** Does what is to be done with an ordinary chunk, and with every chunk that was processed. */
    interface Sink {
        /** Processes a chunk of a draw call without patches. */
        void process(int worker, ChunkOutput chunk);

        /** Returns how many primitives of a chunk without patches there may be, by its number. */
        default int possible(int chunk, int primitives) {
            return primitives;
        }

        /** A chunk is processed. */
        void finish(int worker, ChunkOutput chunk, int index);

        /** Patches have become chunks, each of which is {@linkplain #finish finished} next. */
        default void tessellated(int worker, PatchPiece piece, ChunkOutput[] chunks) {}
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
        final PatchWorker worker;

        /** A group to launch; null for a piece. */
        PatchGroup launch;

        int engine;
        final PatchPiece piece = new PatchPiece();

        /** Where the piece's chunks are. */
        ChunkOutput[] chunks;

        /** Memory of the pieces that the worker is done with, bytes. */
        long held;

        boolean interrupted;

        Work(PatchWorker patches) {
            worker = patches;
        }
    }

    private static final Starvation[] STARVATIONS = Starvation.values();

    private final RunState state;
    private final Work[] work;
    private final Counts[] counts;
    private final LongSupplier clock;
    private final Sink sink;
    private final int chunkLimit;
    private final LaunchPolicy policy;
    private final SubmissionCursor cursor;
    private final LaunchOrder order = new LaunchOrder();
    private final PieceQueue pieces = new PieceQueue();
    private final WindowChunks chunks = new WindowChunks();

    /** Workers that run a group or a piece. */
    private int running;

    private int window;

    /** Primitives that may come of what has been handed on in the window. */
    private long possible;

    private boolean closed;
    private boolean atEnd;
    private boolean failed;

    private StopSign stop = new StopSign("a stream");

    /** What the next group was refused for; null if it was not. */
    private Counter refused;

    /** Time without work in the window, and in the phase by what was waited for. */
    private long starvedNs;

    private final long[] phaseStarvedNs = new long[STARVATIONS.length];

    /**
     * Makes a stream.
     *
     * @param runState holds the phase, whenever one begins
     * @param workerCounts of each worker
     * @param mostChunks of a window, if a single group does not become more
     * @param nanoTime the clock, which does not run backwards
     */
    GeometryStream(
            RunState runState,
            Throttle throttle,
            KernelSet kernels,
            Counts[] workerCounts,
            Sink chunkSink,
            int mostChunks,
            LongSupplier nanoTime) {
        state = runState;
        chunkLimit = mostChunks;
        clock = nanoTime;
        counts = workerCounts;
        sink = chunkSink;
        policy = new LaunchPolicy(throttle, counts.length);
        cursor = new SubmissionCursor(state, throttle.patches());
        work = new Work[counts.length];
        Arrays.setAll(work, w -> new Work(new PatchWorker(kernels, counts[w])));
    }

    /** What workers look at between two pieces. */
    void obey(StopSign sign) {
        stop = sign;
    }

    /**
     * A phase begins.
     *
     * @param draws which draw calls are wanted, by number
     * @param triangles of a sorting window: nothing more is taken in once as many may come of what
     *     has been handed on
     */
    void begin(IntPredicate draws, int triangles) {
        cursor.begin(draws);
        window = triangles;
        policy.begin(clock.getAsLong());
        failed = false;
        Arrays.fill(phaseStarvedNs, 0);
        clearWindow();
    }

    private void clearWindow() {
        order.clear();
        pieces.clear();
        chunks.clear();
        running = 0;
        possible = 0;
        closed = false;
        atEnd = false;
        starvedNs = 0;
        refused = null;
        for (var mine : work) {
            mine.worker.clear();
            mine.held = 0;
        }
    }

    /** Records of the window stay readable until this is called once more. */
    void keepRecords() {
        for (var mine : work) {
            mine.worker.keepRecords();
        }
    }

    /** Chunks of the window in submission order. */
    ChunkOutput[] chunks() {
        return chunks.sequence();
    }

    int chunkCount() {
        return chunks.count();
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
        long sum = order.bytes();
        for (var mine : work) {
            sum += mine.worker.bytes();
        }
        return sum;
    }

    /** Adds to a report what the phase had in flight, and what workers waited for. */
    void report(FrameRecorder report) {
        report.addGroups(policy.mostInFlight());
        for (var what : STARVATIONS) {
            report.addStarved(what, phaseStarvedNs[what.ordinal()]);
        }
    }

    ThrottleTrace trace() {
        return policy.trace();
    }

    /**
     * Learns what a window has cost, before it is retired.
     *
     * @param windowNs wall time
     * @param lostNs of that, what would not have been spent in a larger window
     */
    void observe(long windowNs, long lostNs) {
        policy.observe(windowNs, lostNs);
    }

    /** The window has been rendered: its groups are no longer in flight. */
    void retire() {
        policy.retire(clock.getAsLong());
        clearWindow();
    }

    /** A worker's share of a window; returns when there is nothing left to do in it. */
    void work(int worker) {
        var mine = work[worker];
        boolean fine = false;
        try {
            while (next(worker, mine)) {
                stop.check();
                if (mine.launch != null) {
                    mine.worker.hull(mine.launch, state.patchArea());
                    completed(mine);
                } else {
                    runPiece(worker, mine);
                    done(mine);
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
        if (piece.hasPatches()) {
            mine.worker.domain(piece, mine.chunks);
            sink.tessellated(worker, piece, mine.chunks);
        } else {
            sink.process(worker, mine.chunks[piece.firstChunk()]);
        }
        state.processed(worker, piece, mine.chunks);
        for (int c = piece.firstChunk(); c < piece.endChunk(); c++) {
            sink.finish(worker, mine.chunks[c], c);
        }
    }

    private synchronized void fail() {
        failed = true;
        notifyAll();
    }

    private synchronized void done(Work mine) {
        running--;
        if (mine.piece.hasPatches()) {
            long bytes = mine.worker.bytes();
            policy.processed(clock.getAsLong(), mine.piece.possible(), bytes - mine.held);
            mine.held = bytes;
        }
        notifyAll();
    }

    private synchronized void completed(Work mine) {
        running--;
        long now = clock.getAsLong();
        var group = mine.launch;
        int end = group.count();
        policy.complete(
                now,
                mine.engine,
                group.number(),
                group.primitives(0, end),
                group.possible(0, end),
                group.mostBytes(0, end));
        arbitrate(now);
        notifyAll();
    }

    /** Finds a worker's next work; false if there is none left in the window. */
    private synchronized boolean next(int worker, Work mine) {
        while (!failed && !closed) {
            stop.check();
            if (pieces.take(mine.piece)) {
                mine.launch = null;
                mine.chunks = chunks.sequence();
                if (mine.piece.hasPatches()) {
                    begun(mine.piece);
                }
                running++;
                return true;
            }
            long now = clock.getAsLong();
            var launched = launch(worker, mine, now);
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
                starve(mine, now, launched);
            }
        }
        return false;
    }

    private void begun(PatchPiece piece) {
        policy.begun(clock.getAsLong(), piece.number(), piece.possible(), piece.mostBytes());
    }

    private void starve(Work mine, long since, Launch launched) {
        var what =
                !order.isEmpty()
                        ? Starvation.ARBITER
                        : launched == Launch.END ? Starvation.END : Starvation.REFUSED;
        try {
            wait();
        } catch (InterruptedException e) {
            // To be restored when there is nothing to wait for any more.
            mine.interrupted = true;
            stop.interrupted();
        }
        long waited = clock.getAsLong() - since;
        starvedNs += waited;
        phaseStarvedNs[what.ordinal()] += waited;
    }

    /** Takes in what comes next in submission order. */
    private Launch launch(int worker, Work mine, long now) {
        var next = cursor.next();
        if (next == SubmissionCursor.Next.END) {
            return Launch.END;
        }
        boolean isGroup = next == SubmissionCursor.Next.GROUP;
        // Whatever limits say, a window holds something.
        boolean first = chunks.count() == 0 && order.isEmpty() && order.groupCount() == 0;
        if (!first && possible >= window) {
            return Launch.REFUSED;
        }
        if (!first && room() < (isGroup ? GROUP_CHUNKS : 1)) {
            return isGroup ? refuse(worker, Counter.LAUNCHES_OVER_CHUNKS) : Launch.REFUSED;
        }
        if (!isGroup) {
            order.addChunk(cursor.takeChunk());
            arbitrate(now);
            return Launch.CHUNK;
        }
        var answer = first ? LaunchPolicy.Answer.FREE : policy.decide(now);
        if (!answer.may()) {
            boolean limit = answer == LaunchPolicy.Answer.OVER_LIMIT;
            return refuse(
                    worker, limit ? Counter.LAUNCHES_OVER_LIMIT : Counter.LAUNCHES_OVER_CEILING);
        }
        if (answer == LaunchPolicy.Answer.BELOW_FLOOR) {
            counts[worker].add(Counter.LAUNCHES_BELOW_FLOOR, 1);
        } else if (answer == LaunchPolicy.Answer.PASSED_OVER) {
            counts[worker].add(Counter.LAUNCHES_PASSED_OVER, 1);
        }
        refused = null;
        var group = order.addGroup();
        cursor.takeGroup(group);
        mine.launch = group;
        mine.engine = policy.emptiest();
        group.launchedAs(policy.launch(now, mine.engine, group.bytes()));
        return Launch.GROUP;
    }

    /** Counts a group once a window, for what refused it first, and again if that changes. */
    private Launch refuse(int worker, Counter reason) {
        if (refused != reason) {
            refused = reason;
            counts[worker].add(reason, 1);
        }
        return Launch.REFUSED;
    }

    /** Returns how many chunks can still be numbered, whatever becomes of what waits. */
    private int room() {
        return chunkLimit
                - chunks.count()
                - order.waitingChunks()
                - order.waitingGroups() * GROUP_CHUNKS;
    }

    /** Hands on what has completed, in submission order. */
    private void arbitrate(long now) {
        while (!order.isEmpty()) {
            var group = order.firstGroup();
            if (group == null) {
                pieces.add().describe(chunks.count());
                int chunk = order.firstChunk();
                chunks.add(cursor.chunk(chunk));
                possible += sink.possible(chunk, cursor.primitives(chunk));
            } else if (policy.handOn(now, group.estimate(), group.possible(0, group.count()))) {
                cut(group);
            } else {
                return;
            }
            order.removeFirst();
        }
    }

    /** Makes a group's pieces. */
    private void cut(PatchGroup group) {
        int first = chunks.count();
        for (int from = 0; from < group.count(); ) {
            int to = group.pieceEnd(from);
            if (group.primitives(from, to) != 0) {
                chunks.addSpare(pieces.add().describe(group, from, to, chunks.count()));
                possible += group.possible(from, to);
            }
            from = to;
        }
        state.cut(group, first, chunks.count());
    }
}
