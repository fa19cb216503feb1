package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.pixel.OwnPixels;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.util.List;

/**
 * One GPU of a group: its workers, its part of the screen with everything that is known of it, and
 * what it has been told about geometry. It shares the sealed phase with the others and nothing
 * else; what they tell each other are bytes.
 *
 * <p>Nobody waits for a hint. A chunk that nothing is known of when its turn comes is processed.
 *
 * <p>Threads: the group's thread for this GPU is its worker 0 and receives its messages.
 */
final class GroupMember implements RunGuide, AutoCloseable {
    private final int gpu;
    private final int window;

    private final WorkerPool pool;
    private final PoolWatch watch;
    private final PhaseRun run;
    private final PieceLog log;
    private final Takeover takeover;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final FrameRecorder report = new FrameRecorder();
    private final HintTable table;
    private final HintedPieces hinted;
    private final StatusBoard board;
    private final MemberPretest pretest;
    private final PretestSets sets;

    /** Lets pieces change hands; null if they do not. */
    private final PieceTrade trade;

    /** Sequential exchange; null if hints are exchanged without order. */
    private final SequentialExchange exchange;

    private final WorkerPool.Task pretestTask;
    private final boolean hints;

    /** Where pixels leave; null if all paint into the target. */
    private final PixelPort port;

    private final OwnRegions regions;

    // The phase under way.
    private GroupPhase shared;
    private PhasePlan plan;
    private RenderGate.Outcome outcome = RenderGate.Outcome.WHOLE;
    private boolean renders;

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
     * @param transport what carries messages
     * @param dealer says who pretests which piece; set up before each phase
     * @param planner says which hints there are
     */
    GroupMember(
            int number,
            DeviceOptions options,
            int threads,
            KernelSet kernels,
            Transport transport,
            PretestDealer dealer,
            HintPlanner planner) {
        gpu = number;
        regions = new OwnRegions(gpu);
        window = options.sortedTriangles();
        hints = planner.makesHints();
        int gpus = options.group().gpus();
        pool = new WorkerPool(threads, MutualHelp.guests(options, threads));
        watch = new PoolWatch(gpu, pool);
        log = new PieceLog(gpu, gpus);
        boolean made = false;
        try {
            run = new PhaseRun(options, pool, kernels, ChunkWork.LIMIT, this);
            var group = options.group();
            var detail = planner.detail();
            table = new HintTable(gpus, gpu, detail);
            board = new StatusBoard(gpus);
            port =
                    group.teamwork().pixels() == Group.Pixels.MESSAGES
                            ? new PixelPort(gpu, new OwnPixels())
                            : null;
            takeover = new Takeover(options, pool, kernels, table, watch, log, paintsInto());
            var inbox = new Inbox(transport, gpu, table, board, log.objects());
            hinted = new HintedPieces(gpu, table, inbox, log, watch, run.counts());
            trade =
                    group.deal() == Group.Deal.HANDOVER
                            ? new PieceTrade(gpu, gpus, board, () -> hinted.receive(0))
                            : null;
            pretest =
                    new MemberPretest(
                            watch, table, transport, dealer, trade, detail, kernels, run.counts());
            pretestTask = worker -> pretest.run(worker, Integer.MAX_VALUE);
            sets = new PretestSets(pretest, pool, pretestTask, System::nanoTime);
            exchange =
                    group.split() == Group.Split.SEQUENTIAL && hints
                            ? new SequentialExchange(
                                    gpus,
                                    watch,
                                    table,
                                    pretest,
                                    run.counts(),
                                    () -> hinted.receiveAll())
                            : null;
            made = true;
        } finally {
            if (!made) {
                pool.close();
            }
        }
    }

    /** A frame begins. */
    void beginFrame(int frame) {
        report.begin();
        run.clearCounts();
        takeover.beginFrame();
        watch.beginFrame(frame);
        pretestNs = 0;
        renderNs = 0;
    }

    /** From the next phase on GPUs pretest as weights say; 0 for those that are lost. */
    void deal(int[] weights) {
        if (trade != null) {
            trade.deal(weights);
        }
    }

    /** Begins a phase, given what all know of it: finds out what is to be done. */
    void begin(GroupPhase groupPhase) {
        watch.beginPhase();
        shared = groupPhase;
        var sealed = shared.phase;
        int pieces = sealed.chunkCount();
        table.begin(shared.frame, shared.number, shared.mapNumber, pieces);
        log.begin(shared);
        if (port != null) {
            port.begin(shared);
        }
        pretest.address(shared);
        if (hints) {
            pretest.begin(shared);
        }
        if (exchange != null) {
            exchange.begin(shared);
        }
        regions.begin(shared.map);
        boolean takesPart = (sealed.gpus() >>> gpu & 1) != 0;
        renders = takesPart && shared.map.pixels(gpu) > 0;
        outcome = RenderGate.Outcome.UNCHANGED;
        if (renders) {
            plan = planner.plan(sealed, shared.map.tiles(gpu), window, shared.earlyZ);
            outcome = run.begin(sealed, plan);
            sets.begin(shared, plan.culls());
        }
    }

    /** It hangs, and nobody waits for it any longer. */
    void giveUp() {
        if (exchange != null) {
            exchange.leave();
        }
    }

    /** A phase begins that it has no part in, since it is lost. */
    void rest(GroupPhase groupPhase) {
        shared = groupPhase;
        log.begin(shared);
        renders = false;
        outcome = RenderGate.Outcome.UNCHANGED;
    }

    /** Whether this GPU has tiles that may have changed. */
    boolean draws() {
        return outcome != RenderGate.Outcome.UNCHANGED;
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
        } else if (any && hints && !(pretestsInSets() && draws())) {
            pool.run(Activity.PRETEST, pretestTask);
        }
        long pretested = System.nanoTime();
        pretestNs += pretested - start;
        watch.section(Activity.PRETESTS, start, pretested);
        try {
            if (draws()) {
                run.execute();
            }
        } finally {
            readyNs = System.nanoTime();
            long tookNs = readyNs - pretested;
            // Guests may have been at it as well.
            long setsNs = draws() && pretestsInSets() ? Math.min(sets.tookNs(), tookNs) : 0;
            pretestNs += setsNs;
            renderNs += tookNs - setsNs;
            watch.section(Activity.RENDER, pretested, readyNs);
        }
    }

    /** Nobody renders before all have sent, or are lost, whatever becomes of what was sent. */
    private void exchange() {
        boolean lost = false;
        try {
            pool.run(Activity.PRETEST, exchange.mapTask());
        } catch (GpuLost e) {
            lost = true;
            throw e;
        } finally {
            if (lost) {
                // Whoever has been given up has left, and another phase may have begun.
                if (!watch.abandoned()) {
                    exchange.leave();
                }
            } else {
                exchange.send();
            }
        }
        receiveAll();
    }

    /**
     * Takes over tiles, after {@link #execute}.
     *
     * @param gained tiles that were others' who are lost
     * @param origin whose they were when the phase began, whose commands they show
     */
    void takeOver(TileSet gained, int origin) {
        long start = System.nanoTime();
        var taken = planner.plan(shared.phase, gained, window, shared.earlyZ);
        takeover.render(shared, taken, origin, report);
        readyNs = System.nanoTime();
        renderNs += readyNs - start;
        watch.section(Activity.TAKE_OVER, start, readyNs);
    }

    /** Adds what it left behind in the last phase. */
    void inspect(List<FrameInspection.Part> parts) {
        if (renders) {
            parts.add(run.inspect());
        }
        takeover.inspect(shared.phase, parts);
    }

    /**
     * Ends the phase: the target holds the pixels of all.
     *
     * @param any whether any GPU drew
     * @param now when all were done
     * @return how long it waited for that, nanoseconds
     */
    long end(boolean any, long now) {
        watch.section(Activity.WAITING, readyNs, now);
        watch.endPhase(now);
        if (draws()) {
            run.end();
        } else if (any && renders) {
            run.stay();
        }
        if (renders) {
            run.report(report);
        }
        return now - readyNs;
    }

    @Override
    public boolean draws(DrawState draw) {
        return (draw.gpus() >>> gpu & 1) != 0;
    }

    @Override
    public OwnPixels paintsInto() {
        return port == null ? null : port.painted();
    }

    /** Where pixels leave; null if all paint into the target. */
    PixelPort port() {
        return port;
    }

    @Override
    public PatchArea patchArea() {
        return regions;
    }

    @Override
    public void visits(int worker, int tile) {
        watch.step(worker, GroupFaults.Work.TILE);
    }

    @Override
    public boolean looksElsewhere() {
        // Pretests in sets are made on the way, chunk by chunk: whoever left chunks out would make
        // them later
        return hints && exchange == null && !pretestsInSets();
    }

    @Override
    public boolean liesElsewhere(int worker, int chunk, ChunkOutput output) {
        return looksElsewhere()
                && draws(shared.phase.chunk(chunk).draw())
                && hinted.liesElsewhere(worker, chunk, output, regions);
    }

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        watch.step(worker, GroupFaults.Work.CHUNK);
        if (hints) {
            hinted.receive(worker);
            if (pretestsInSets()) {
                sets.comesTo(worker, chunk);
            }
        }
        if (!draws(shared.phase.chunk(chunk).draw())) {
            run.counts()[worker].add(Counter.PIECES_MASKED, 1);
            return false;
        }
        return hints
                ? hinted.touches(worker, output, chunk, shared.plan)
                : hinted.process(worker, chunk);
    }

    @Override
    public boolean spares(int worker, int chunk) {
        return hints
                && !pretestsInSets()
                && draws(shared.phase.chunk(chunk).draw())
                && hinted.spares(worker, chunk, shared.plan);
    }

    @Override
    public void allTaken() {
        if (pretestsInSets()) {
            sets.finish();
        }
    }

    /** Whether pretests of the phase are made as its chunks come. */
    private boolean pretestsInSets() {
        return hints && shared.ahead != Group.ALL;
    }

    @Override
    public boolean thins() {
        return table.keepsSets();
    }

    @Override
    public void ended(int worker, ChunkOutput chunk, int index, boolean binned) {
        if (log.processed(index) && !binned && !shared.hidesIn(gpu, chunk)) {
            log.forNothing(index);
            run.counts()[worker].add(Counter.PIECES_FOR_NOTHING, 1);
        }
    }

    /** Ends the frame; returns its report. */
    FrameReport endFrame() {
        pretest.countMessages();
        for (var worker : run.counts()) {
            report.add(worker);
        }
        takeover.addTo(report);
        return report.report();
    }

    /** Pieces that it pretested in the last frame. */
    long pretested() {
        return sum(Counter.PIECES_PRETESTED);
    }

    /** Tells everybody what it did in the frame that has ended. */
    void tellStatistics(long idleNs) {
        for (var statistic : Statistic.values()) {
            statistics[statistic.ordinal()] = statistic(statistic, idleNs);
        }
        board.put(gpu, shared.frame, statistics);
        pretest.outbox().statistics(statistics);
    }

    /** What it did in the frame that has ended, in which it waited so long. */
    long statistic(Statistic statistic, long idleNs) {
        return switch (statistic) {
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

    /** Tells a GPU what this one did of each draw call of the last phase. */
    void tellObjects(GroupMember to) {
        if (to == this) {
            log.note(log);
        } else {
            log.tell(to.gpu, pretest.outbox());
        }
    }

    /** Takes in all messages that are there. */
    void receiveAll() {
        hinted.receiveAll();
    }

    /** What it has sent since the frame ended does not count. */
    void forgetMessages() {
        pretest.forgetMessages();
    }

    /** What it has heard of the GPUs. */
    StatusBoard board() {
        return board;
    }

    /** What it did of each chunk, and has heard of who rendered what. */
    PieceLog log() {
        return log;
    }

    /** How much it counted in the frame that has ended. */
    long sum(Counter counter) {
        return report.report().get(counter);
    }

    /** What it has been told about geometry. */
    HintTable table() {
        return table;
    }

    /** Notes what its workers do, and lets befall them what shall. */
    PoolWatch watch() {
        return watch;
    }

    /** Another one is lost: it is told nothing any more. */
    void leave(int other) {
        pretest.leave(other);
    }

    /** Tiles change their owners: what is known of those that stay here is kept. */
    void move(RegionMap from, RegionMap to) {
        run.move(from.tiles(gpu), to.tiles(gpu));
    }

    /** The run, for what the group asks of all. */
    PhaseRun run() {
        return run;
    }

    @Override
    public void close() {
        watch.release();
        pool.close();
    }
}
