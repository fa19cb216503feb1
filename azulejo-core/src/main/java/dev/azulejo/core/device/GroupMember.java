package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.NeededPrimitives;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.reuse.TileGate;

import java.util.Arrays;

/**
 * One GPU of a group: its workers, its part of the screen with everything that is known of it, and
 * what it has been told about geometry. It shares the sealed phase with the others and nothing
 * else; what they tell each other are bytes.
 *
 * <p>Nobody waits for a hint. A chunk that nothing is known of when its turn comes is processed.
 *
 * <p>Threads: the group's thread for this GPU is its worker 0 and receives its messages.
 */
final class GroupMember implements PieceFilter, AutoCloseable {
    /** Messages that are read at once. */
    private static final int MESSAGES_AT_ONCE = 64;

    /** What was done of a chunk: nothing was asked for, ... */
    private static final byte NOTHING = 0;

    /** ... it was processed, ... */
    private static final byte PROCESSED = 1;

    /** ... left out because of a hint, ... */
    private static final byte LEFT_OUT = 2;

    /** ... or processed though nothing of it lies here. */
    private static final byte FOR_NOTHING = 3;

    private static final int OBJECT_VALUES = 3;

    /** Who is told what the group wants to know. */
    private static final int HOST = 0;

    private final int gpu;
    private final int window;

    private final WorkerPool pool;
    private final PhaseRun run;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final FrameRecorder report = new FrameRecorder();
    private final HintTable table;
    private final Inbox inbox;
    private final StatusBoard board;
    private final ObjectTable objects;
    private final MemberPretest pretest;

    /** Sequential exchange; null if hints are exchanged without order. */
    private final SequentialExchange exchange;

    private final WorkerPool.Task pretestTask;
    private final WorkerPool.Task mapTask;
    private final boolean hints;

    // The phase under way.
    private GroupPhase shared;
    private PhasePlan plan;
    private TileGate.Outcome outcome = TileGate.Outcome.WHOLE;
    private boolean renders;

    /** Of each chunk, what was done of it here. */
    private byte[] done = new byte[0];

    /** Of each draw call, three numbers for the table of objects. */
    private int[] objectValues = new int[0];

    private final long[] statistics = new long[Statistic.COUNT];

    private long pretestNs;
    private long renderNs;
    private long readyNs;

    /**
     * Makes one and starts its workers.
     *
     * @param number which GPU
     * @param options of the group
     * @param threads workers
     * @param kernels inner loops
     * @param streamChunks most chunks in a window of a phase with patches
     * @param transport what carries messages
     * @param dealer says who pretests which piece; set up before each phase
     * @param planner says which hints there are
     * @param turn whose turn it is in sequential exchange
     */
    GroupMember(
            int number,
            DeviceOptions options,
            int threads,
            KernelSet kernels,
            int streamChunks,
            Transport transport,
            PretestDealer dealer,
            HintPlanner planner,
            ExchangeTurn turn) {
        gpu = number;
        window = options.window();
        hints = planner.makesHints();
        pool = new WorkerPool(threads);
        boolean made = false;
        try {
            run = new PhaseRun(options, pool, kernels, streamChunks, this);
            var group = options.group();
            int gpus = group.gpus();
            boolean sets = planner.makesSets();
            table = new HintTable(gpus, gpu, sets);
            board = new StatusBoard(gpus);
            objects = new ObjectTable(gpus);
            inbox = new Inbox(transport, gpu, table, board, objects);
            var trade =
                    group.deal() == Group.Deal.HANDOVER
                            ? new PieceTrade(gpu, shares(group), board, () -> receive(0))
                            : null;
            pretest =
                    new MemberPretest(
                            gpu, table, transport, dealer, trade, sets, kernels, run.counts());
            pretestTask = worker -> pretest.run(worker, Integer.MAX_VALUE);
            exchange =
                    group.split() == Group.Split.SEQUENTIAL && hints
                            ? new SequentialExchange(gpu, gpus, table, pretest, turn, run.counts())
                            : null;
            mapTask = exchange == null ? null : exchange::map;
            made = true;
        } finally {
            if (!made) {
                pool.close();
            }
        }
    }

    /** A frame begins. */
    void beginFrame() {
        report.begin();
        run.clearCounts();
        pretestNs = 0;
        renderNs = 0;
    }

    /** How pretests are dealt at first: GPUs that own nothing test everything, if there are any. */
    static int[] shares(Group group) {
        var weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        if (group.deal() == Group.Deal.EVEN) {
            Arrays.fill(weights, 1);
        } else if (Arrays.stream(weights).anyMatch(weight -> weight == 0)) {
            Arrays.setAll(weights, gpu -> weights[gpu] == 0 ? 1 : 0);
        }
        return weights;
    }

    /**
     * Begins a phase: finds out what is to be done.
     *
     * @param groupPhase what all know of it
     */
    void begin(GroupPhase groupPhase) {
        shared = groupPhase;
        var sealed = shared.phase;
        int pieces = sealed.chunkCount();
        table.begin(shared.frame, shared.number, shared.mapNumber, pieces);
        if (done.length < pieces) {
            done = new byte[Math.max(64, 2 * pieces)];
        }
        Arrays.fill(done, 0, pieces, NOTHING);
        pretest.begin(shared, hints);
        if (exchange != null) {
            exchange.begin(shared);
        }
        renders = takesPart() && shared.map.pixels(gpu) > 0;
        outcome = TileGate.Outcome.UNCHANGED;
        if (renders) {
            plan = planner.plan(sealed, shared.map.tiles(gpu), window, shared.earlyZ);
            outcome = run.begin(sealed, plan);
        }
    }

    /** Whether the commands let this GPU take part in the phase. */
    private boolean takesPart() {
        return (shared.phase.gpus() >>> gpu & 1) != 0;
    }

    /** Whether this GPU has tiles, and a part in the phase. */
    boolean renders() {
        return renders;
    }

    /** Whether this GPU has tiles that may have changed. */
    boolean draws() {
        return outcome != TileGate.Outcome.UNCHANGED;
    }

    /**
     * Does this GPU's share of the phase: pretests for all, then its tiles.
     *
     * @param any whether any GPU draws; otherwise nothing is to be done
     */
    void execute(boolean any) {
        long start = System.nanoTime();
        if (any && exchange != null) {
            exchange();
        } else if (any && hints && (shared.ahead == Group.ALL || !renders)) {
            pool.run(pretestTask);
        }
        long pretested = System.nanoTime();
        pretestNs += pretested - start;
        if (draws()) {
            run.execute();
        }
        readyNs = System.nanoTime();
        renderNs += readyNs - pretested;
    }

    /** Nobody renders before all have sent, whatever becomes of what was sent. */
    private void exchange() {
        try {
            pool.run(mapTask);
        } finally {
            exchange.send();
        }
        receiveAll();
    }

    /** Ends the phase: the target holds the pixels of all. */
    void end(boolean any) {
        if (draws()) {
            run.end();
        } else if (any && renders) {
            run.stay();
        }
        if (renders) {
            run.report(report);
        }
    }

    @Override
    public boolean draws(DrawState draw) {
        return (draw.gpus() >>> gpu & 1) != 0;
    }

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        if (hints) {
            receive(worker);
            int ahead = shared.ahead;
            if (ahead != Group.ALL && exchange == null) {
                boolean portions = shared.plan.hasPortions();
                int end = chunk > Group.ALL - ahead ? Group.ALL : chunk + ahead;
                pretest.run(worker, portions ? shared.plan.portionEnd(chunk) : end);
            }
        }
        if (!draws(shared.phase.chunk(chunk).draw())) {
            run.counts()[worker].add(Counter.PIECES_MASKED, 1);
            return false;
        }
        return hints ? touches(worker, chunk, output) : process(worker, chunk);
    }

    /** Whether a chunk may touch this GPU's tiles, and which of it, as far as hints say. */
    private boolean touches(int worker, int chunk, ChunkOutput output) {
        int piece = shared.plan.piece(chunk);
        if (!table.known(piece) && shared.plan.isPiece(piece)) {
            // Where GPUs are more than processors, whoever is to tell may not have had one yet.
            Thread.yield();
            receive(worker);
        }
        if (!table.known(piece)) {
            run.counts()[worker].add(Counter.PIECES_UNKNOWN, 1);
            return process(worker, chunk);
        }
        if (!table.touches(piece, gpu)) {
            run.counts()[worker].add(Counter.PIECES_SKIPPED, 1);
            done[chunk] = LEFT_OUT;
            return false;
        }
        if (table.setSize(piece) > 0) {
            int size = thin(piece, output.needed());
            run.counts()[worker].add(Counter.PRIMITIVES_SPARED, table.setSize(piece) - size);
        }
        return process(worker, chunk);
    }

    /** Says which primitives of a chunk are needed; returns how many. */
    private int thin(int piece, NeededPrimitives needed) {
        needed.none();
        int size = table.setSize(piece);
        for (int w = 0; w < HintMessage.SET_WORDS; w++) {
            int bits = Math.clamp(size - w * Long.SIZE, 0, Long.SIZE);
            // Beyond the set its words are ones.
            needed.add(w, bits == 0 ? 0 : table.setWord(piece, w) & -1L >>> -bits);
        }
        return needed.count();
    }

    @Override
    public boolean thins() {
        return table.keepsSets();
    }

    private void receive(int worker) {
        if (worker == 0) {
            inbox.poll(MESSAGES_AT_ONCE, System.nanoTime());
        }
    }

    private boolean process(int worker, int chunk) {
        run.counts()[worker].add(Counter.PIECES_RENDERED, 1);
        done[chunk] = PROCESSED;
        return true;
    }

    @Override
    public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        if (done[index] == PROCESSED && !binned && !(chunk.hides() && hidesHere(chunk))) {
            done[index] = FOR_NOTHING;
            run.counts()[worker].add(Counter.PIECES_FOR_NOTHING, 1);
        }
    }

    /** Whether what was dropped because it is hidden may be in this GPU's regions. */
    private boolean hidesHere(ChunkOutput chunk) {
        int columns = chunk.hiddenColumns();
        int rows = chunk.hiddenRows();
        long owners =
                shared.map.owners(
                        TrianglePlanes.first(columns),
                        TrianglePlanes.first(rows),
                        TrianglePlanes.last(columns),
                        TrianglePlanes.last(rows));
        return (owners >>> gpu & 1) != 0;
    }

    /** Ends the frame; returns its report. */
    FrameReport endFrame() {
        pretest.countMessages();
        for (var worker : run.counts()) {
            report.add(worker);
        }
        return report.report();
    }

    /** Pieces that it pretested in the last frame. */
    long pretested() {
        return sum(Counter.PIECES_PRETESTED);
    }

    /** Tells everybody what it did in the frame that has ended. */
    void tellStatistics(long idleNs) {
        for (var statistic : Statistic.values()) {
            statistics[statistic.ordinal()] =
                    switch (statistic) {
                        case PRETESTED -> sum(Counter.PIECES_PRETESTED);
                        case RENDERED -> sum(Counter.PIECES_RENDERED);
                        case SKIPPED -> sum(Counter.PIECES_SKIPPED);
                        case FOR_NOTHING -> sum(Counter.PIECES_FOR_NOTHING);
                        case PRETEST_NS -> pretestNs;
                        case RENDER_NS -> renderNs;
                        case IDLE_NS -> idleNs;
                        case UNKNOWN -> sum(Counter.PIECES_UNKNOWN);
                    };
        }
        board.put(gpu, shared.frame, statistics);
        pretest.outbox().statistics(statistics);
    }

    /** Tells GPU 0 what it did of each draw call of the last phase. */
    void tellObjects() {
        int draws = shared.phase.drawCount();
        if (objectValues.length < OBJECT_VALUES * draws) {
            objectValues = new int[2 * OBJECT_VALUES * draws];
        }
        Arrays.fill(objectValues, 0, OBJECT_VALUES * draws, 0);
        for (int c = 0; c < shared.phase.chunkCount(); c++) {
            int at = OBJECT_VALUES * shared.phase.chunk(c).draw().number();
            objectValues[at] += done[c] == PROCESSED || done[c] == FOR_NOTHING ? 1 : 0;
            objectValues[at + 1] += done[c] == LEFT_OUT ? 1 : 0;
            objectValues[at + 2] += done[c] == FOR_NOTHING ? 1 : 0;
        }
        if (gpu != HOST) {
            pretest.outbox().objects(HOST, draws, objectValues);
            return;
        }
        for (int draw = 0; draw < draws; draw++) {
            int at = OBJECT_VALUES * draw;
            objects.put(draw, gpu, objectValues[at], objectValues[at + 1], objectValues[at + 2]);
        }
    }

    /** Whether this GPU's part of a table of objects is there, from the first to the last. */
    boolean hasToldObjects(ObjectTable table, int draws) {
        for (int draw = 0; draw < draws; draw++) {
            if (table.rendered(draw, gpu) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Forgets who rendered what, to be told about the last phase. */
    void beginObjects() {
        objects.begin(shared.frame, shared.number, shared.phase.drawCount());
    }

    /** Takes in all messages that are there. */
    void receiveAll() {
        int most = MESSAGES_AT_ONCE;
        while (inbox.poll(most, System.nanoTime()) == most) {
            // There may be more.
        }
    }

    /** What it has sent since the frame ended does not count. */
    void forgetMessages() {
        pretest.forgetMessages();
    }

    /** What it has heard of the GPUs. */
    StatusBoard board() {
        return board;
    }

    /** What it has heard of who rendered what. */
    ObjectTable objects() {
        return objects;
    }

    private long sum(Counter counter) {
        return report.report().get(counter);
    }

    /** When it was done with the last phase. */
    long readyNs() {
        return readyNs;
    }

    /** What it has been told about geometry. */
    HintTable table() {
        return table;
    }

    /** The run, for what the group asks of all. */
    PhaseRun run() {
        return run;
    }

    @Override
    public void close() {
        pool.close();
    }
}
