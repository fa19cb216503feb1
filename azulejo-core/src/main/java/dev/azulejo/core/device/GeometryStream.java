package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchGroup;
import dev.azulejo.core.geometry.PatchPiece;
import dev.azulejo.core.geometry.PatchWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.throttle.ThrottleTrace;

import java.util.Arrays;
import java.util.function.IntPredicate;

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
 * The clock is read here, once an event, and by nobody whom this object asks.
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
        final PatchWorker worker;

        /** A group to launch; null for a piece. */
        PatchGroup launch;

        /** Number of its launch. */
        long number;

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

    private final Work[] work;
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
    private long starvedNs;

    /**
     * Makes a stream.
     *
     * @param state holds the phase, whenever one begins
     * @param counts of each worker
     * @param mostChunks of a window, if a single group does not become more
     */
    GeometryStream(
            RunState state,
            Throttle throttle,
            KernelSet kernels,
            Counts[] counts,
            Sink chunkSink,
            int mostChunks) {
        chunkLimit = mostChunks;
        sink = chunkSink;
        policy = new LaunchPolicy(throttle, counts.length);
        cursor = new SubmissionCursor(state, throttle.patches());
        work = new Work[counts.length];
        Arrays.setAll(work, w -> new Work(new PatchWorker(kernels, counts[w])));
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
        policy.begin(System.nanoTime());
        failed = false;
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
        for (var mine : work) {
            mine.worker.clear();
            mine.held = 0;
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
        policy.retire(System.nanoTime());
        clearWindow();
    }

    /** A worker's share of a window; returns when there is nothing left to do in it. */
    void work(int worker) {
        var mine = work[worker];
        boolean fine = false;
        try {
            while (next(mine)) {
                if (mine.launch != null) {
                    mine.worker.hull(mine.launch);
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
        } else {
            sink.process(worker, mine.chunks[piece.firstChunk()]);
        }
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
            policy.processed(mine.piece.possible(), bytes - mine.held);
            mine.held = bytes;
        }
        notifyAll();
    }

    private synchronized void completed(Work mine) {
        running--;
        long now = System.nanoTime();
        var group = mine.launch;
        int end = group.count();
        policy.complete(
                now,
                mine.engine,
                mine.number,
                group.primitives(0, end),
                group.possible(0, end),
                group.mostBytes(0, end));
        arbitrate(now);
        notifyAll();
    }

    /** Finds a worker's next work; false if there is none left in the window. */
    private synchronized boolean next(Work mine) {
        while (!failed && !closed) {
            if (pieces.take(mine.piece)) {
                mine.launch = null;
                mine.chunks = chunks.sequence();
                if (mine.piece.hasPatches()) {
                    policy.begun(mine.piece.possible(), mine.piece.mostBytes());
                }
                running++;
                return true;
            }
            long now = System.nanoTime();
            var launched = launch(mine, now);
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
                starve(mine, now);
            }
        }
        return false;
    }

    private void starve(Work mine, long since) {
        try {
            wait();
        } catch (InterruptedException e) {
            // To be restored when there is nothing to wait for any more.
            mine.interrupted = true;
        }
        starvedNs += System.nanoTime() - since;
    }

    /** Takes in what comes next in submission order. */
    private Launch launch(Work mine, long now) {
        var next = cursor.next();
        if (next == SubmissionCursor.Next.END) {
            return Launch.END;
        }
        boolean isGroup = next == SubmissionCursor.Next.GROUP;
        // Whatever limits say, a window holds something.
        boolean first = chunks.count() == 0 && order.isEmpty() && order.groupCount() == 0;
        if (!first && (possible >= window || room() < (isGroup ? GROUP_CHUNKS : 1))) {
            return Launch.REFUSED;
        }
        if (!isGroup) {
            order.addChunk(cursor.takeChunk());
            arbitrate(now);
            return Launch.CHUNK;
        }
        if (!first && !policy.mayLaunch(now)) {
            return Launch.REFUSED;
        }
        var group = order.addGroup();
        cursor.takeGroup(group);
        mine.launch = group;
        mine.engine = policy.emptiest();
        mine.number = policy.launch(now, mine.engine, group.bytes());
        return Launch.GROUP;
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
                chunks.add(cursor.chunk(order.firstChunk()));
                possible += cursor.primitives(order.firstChunk());
            } else if (policy.handOn(now, group.estimate())) {
                cut(group);
            } else {
                return;
            }
            order.removeFirst();
        }
    }

    /** Makes a group's pieces. */
    private void cut(PatchGroup group) {
        for (int from = 0; from < group.count(); ) {
            int to = group.pieceEnd(from);
            if (group.primitives(from, to) != 0) {
                chunks.addSpare(pieces.add().describe(group, from, to, chunks.count()));
                possible += group.possible(from, to);
            }
            from = to;
        }
    }
}
