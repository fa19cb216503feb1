package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Outbox;
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

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
    /** Most pieces that a worker pretests at once. */
    private static final int BLOCK = 16;

    /** Pieces whose hints make a message. */
    private static final int PIECES_A_MESSAGE = 64;

    /** Messages that are read at once. */
    private static final int MESSAGES_AT_ONCE = 64;

    private final int gpu;
    private final Group group;
    private final int window;

    /** Pieces that a worker pretests at once. */
    private final int block;

    private final WorkerPool pool;
    private final PoolWatch watch;
    private final PhaseRun run;
    private final Takeover takeover;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final FrameRecorder report = new FrameRecorder();
    private final HintTable table;
    private final Inbox inbox;
    private final Outbox[] outboxes;
    private final Pretester[] pretesters;
    private final PretestDealer dealer;
    private final AtomicInteger nextPretest = new AtomicInteger();
    private final WorkerPool.Task pretestTask = worker -> pretest(worker, Integer.MAX_VALUE);

    // The phase under way.
    private Phase phase;
    private RegionMap map;
    private PhasePlan plan;

    private TileGate.Outcome outcome = TileGate.Outcome.WHOLE;
    private boolean renders;

    /** Of each chunk, whether it was processed here. */
    private boolean[] processed = new boolean[0];

    /** What had been sent when the last frame ended. */
    private long sentBefore;

    private long bytesBefore;

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
     * @param pretestDealer says who pretests which piece; set up before each phase
     */
    GroupMember(
            int number,
            DeviceOptions options,
            int threads,
            KernelSet kernels,
            int streamChunks,
            Transport transport,
            PretestDealer pretestDealer) {
        gpu = number;
        group = options.group();
        window = options.window();
        block = Math.min(BLOCK, group.ahead());
        dealer = pretestDealer;
        pool = new WorkerPool(threads);
        watch = new PoolWatch(gpu, pool);
        boolean made = false;
        try {
            run = new PhaseRun(options, pool, kernels, streamChunks, this);
            int gpus = group.gpus();
            table = new HintTable(gpus, gpu, false);
            takeover = new Takeover(options, pool, kernels, streamChunks, table, watch);
            inbox = new Inbox(transport, gpu, table, new StatusBoard(gpus), new ObjectTable(gpus));
            outboxes = new Outbox[threads];
            pretesters = new Pretester[threads];
            for (int w = 0; w < threads; w++) {
                outboxes[w] = new Outbox(transport, gpus, gpu, false, false, PIECES_A_MESSAGE);
                pretesters[w] = new Pretester(kernels, run.counts()[w]);
            }
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

    /**
     * Begins a phase: finds out what is to be done.
     *
     * @param sealed what is to be done by all
     * @param frame number of the frame
     * @param number number of the phase in it
     * @param regions who owns what
     * @param regionsNumber number of that map
     * @param earlyZ how early Z works
     */
    void begin(
            Phase sealed,
            int frame,
            int number,
            RegionMap regions,
            int regionsNumber,
            EarlyZ earlyZ) {
        watch.beginPhase();
        phase = sealed;
        map = regions;
        int pieces = sealed.chunkCount();
        table.begin(frame, number, regionsNumber, pieces);
        if (processed.length < pieces) {
            processed = new boolean[Math.max(64, 2 * pieces)];
        }
        Arrays.fill(processed, 0, pieces, false);
        nextPretest.set(pretests() ? 0 : pieces);
        int samples = sealed.pass().target().samples();
        for (int w = 0; w < pretesters.length; w++) {
            outboxes[w].begin(frame, number, regionsNumber);
            pretesters[w].begin(regions, samples, group.pretest());
        }
        renders = regions.pixels(gpu) > 0;
        outcome = TileGate.Outcome.UNCHANGED;
        if (renders) {
            plan = planner.plan(sealed, regions.tiles(gpu), window, earlyZ);
            outcome = run.begin(sealed, plan);
        }
    }

    /** A phase begins that it has no part in, since it is lost. */
    void rest() {
        phase = null;
        renders = false;
        outcome = TileGate.Outcome.UNCHANGED;
    }

    private boolean pretests() {
        return group.pretest() != Group.Pretest.OFF && group.gpus() > 1;
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
        if (any && pretests() && (group.ahead() == Group.ALL || !renders)) {
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
            renderNs += readyNs - pretested;
            watch.section(Activity.RENDER, pretested, readyNs);
        }
    }

    /**
     * Takes over tiles, after {@link #execute}.
     *
     * @param gained tiles that were others' who are lost
     * @param others who they are, a bit each
     * @param earlyZ how early Z works
     */
    void takeOver(TileSet gained, long others, EarlyZ earlyZ) {
        long start = System.nanoTime();
        var taken = planner.plan(phase, gained, window, earlyZ);
        takeover.render(phase, taken, others, processed, report);
        readyNs = System.nanoTime();
        renderNs += readyNs - start;
        watch.section(Activity.TAKE_OVER, start, readyNs);
    }

    /** Adds what it left behind in the last phase. */
    void inspect(List<FrameInspection.Part> parts) {
        if (renders) {
            parts.add(run.inspect());
        }
        takeover.inspect(phase, parts);
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

    /** Pretests pieces of this GPU's share, from where its workers are, up to a piece. */
    private void pretest(int worker, int end) {
        long before = outboxes[worker].messages();
        int pieces = Math.min(end, phase.chunkCount());
        int from = nextPretest.get();
        while (from < pieces) {
            int to = Math.min(from + block, phase.chunkCount());
            if (nextPretest.compareAndSet(from, to)) {
                pretest(worker, from, to);
            }
            from = nextPretest.get();
        }
        outboxes[worker].flush();
        watch.instant(worker, Activity.HINTS_SENT, outboxes[worker].messages() - before);
    }

    private void pretest(int worker, int from, int to) {
        for (int piece = from; piece < to; piece++) {
            if (dealer.dealer(piece) == gpu) {
                watch.step(worker, GroupFaults.Work.PRETEST);
                ChunkWork work = phase.chunk(piece);
                if (pretesters[worker].can(work)) {
                    long owners = pretesters[worker].owners(work);
                    table.put(piece, owners);
                    outboxes[worker].hint(piece, owners);
                }
            }
        }
    }

    @Override
    public void visits(int worker, int tile) {
        watch.step(worker, GroupFaults.Work.TILE);
    }

    @Override
    public boolean wants(int worker, int chunk) {
        watch.step(worker, GroupFaults.Work.CHUNK);
        if (!pretests()) {
            return process(worker, chunk);
        }
        receive(worker);
        if (group.ahead() != Group.ALL) {
            pretest(worker, chunk > Group.ALL - group.ahead() ? Group.ALL : chunk + group.ahead());
        }
        if (!table.known(chunk) && pretesters[worker].can(phase.chunk(chunk))) {
            // Where GPUs are more than processors, whoever is to tell may not have had one yet.
            Thread.yield();
            receive(worker);
        }
        boolean known = table.known(chunk);
        if (known && !table.touches(chunk, gpu)) {
            run.counts()[worker].add(Counter.PIECES_SKIPPED, 1);
            return false;
        }
        if (!known) {
            run.counts()[worker].add(Counter.PIECES_UNKNOWN, 1);
        }
        return process(worker, chunk);
    }

    private void receive(int worker) {
        if (worker == 0) {
            int messages = inbox.poll(MESSAGES_AT_ONCE, System.nanoTime());
            watch.instant(worker, Activity.HINTS_RECEIVED, messages);
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
                map.owners(
                        TrianglePlanes.first(columns),
                        TrianglePlanes.first(rows),
                        TrianglePlanes.last(columns),
                        TrianglePlanes.last(rows));
        return (owners >>> gpu & 1) != 0;
    }

    /** Ends the frame; returns its report. */
    FrameReport endFrame() {
        long sent = 0;
        long bytes = 0;
        for (var outbox : outboxes) {
            sent += outbox.messages();
            bytes += outbox.bytes();
        }
        run.counts()[0].add(Counter.MESSAGES, sent - sentBefore);
        run.counts()[0].add(Counter.MESSAGE_BYTES, bytes - bytesBefore);
        sentBefore = sent;
        bytesBefore = bytes;
        for (var worker : run.counts()) {
            report.add(worker);
        }
        takeover.addTo(report);
        return report.report();
    }

    /** Whether a chunk of the last phase was processed here. */
    boolean processed(int chunk) {
        return phase != null && processed[chunk];
    }

    /** Notes what its workers do, and lets befall them what shall. */
    PoolWatch watch() {
        return watch;
    }

    /** Another one is lost: it is told nothing any more. */
    void leave(int other) {
        for (var outbox : outboxes) {
            outbox.leave(other);
        }
    }

    /** Tiles change their owners: what is known of those that stay here is kept. */
    void move(RegionMap from, RegionMap to) {
        run.move(from.tiles(gpu), to.tiles(gpu));
    }

    /** What it did in the frame that has ended. */
    GpuReport describe(long idleNs, long pixels, int lostFrame) {
        return new GpuReport(
                gpu,
                pixels,
                sum(Counter.PIECES_PRETESTED),
                sum(Counter.PIECES_RENDERED),
                sum(Counter.PIECES_SKIPPED),
                sum(Counter.PIECES_UNKNOWN),
                sum(Counter.PIECES_FOR_NOTHING),
                sum(Counter.TRIANGLES_FOR_NOTHING),
                sum(Counter.TILES_TAKEN_OVER),
                lostFrame,
                pretestNs,
                renderNs,
                idleNs);
    }

    private long sum(Counter counter) {
        return report.report().get(counter);
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
