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
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
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

    /** Of each chunk, whether it was processed here. */
    private boolean[] processed = new boolean[0];

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
        if (processed.length < pieces) {
            processed = new boolean[Math.max(64, 2 * pieces)];
        }
        Arrays.fill(processed, 0, pieces, false);
        if (hints) {
            pretest.begin(shared);
        }
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
        while (inbox.poll(MESSAGES_AT_ONCE, System.nanoTime()) == MESSAGES_AT_ONCE) {
            Thread.onSpinWait();
        }
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
        processed[chunk] = true;
        return true;
    }

    @Override
    public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        if (processed[index] && !binned && !(chunk.hides() && hidesHere(chunk))) {
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

    /** Whether a chunk of the last phase was processed here. */
    boolean processed(int chunk) {
        return processed[chunk];
    }

    /** What it did in the frame that has ended. */
    GpuReport describe(long idleNs, long pixels) {
        return new GpuReport(
                gpu,
                pixels,
                sum(Counter.PIECES_PRETESTED),
                sum(Counter.PIECES_RENDERED),
                sum(Counter.PIECES_SKIPPED),
                sum(Counter.PIECES_UNKNOWN),
                sum(Counter.PIECES_FOR_NOTHING),
                pretestNs,
                renderNs,
                idleNs);
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
