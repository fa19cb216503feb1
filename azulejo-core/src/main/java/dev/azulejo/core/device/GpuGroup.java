package dev.azulejo.core.device;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.RegionBalancer;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.WorkGrid;
import dev.azulejo.core.shader.Kernels;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Several GPUs that render each frame together, and look like one. The screen is cut into regions,
 * each GPU owns some of them, and all of them know the whole map. Before it renders, each GPU finds
 * out for a share of the pieces of geometry in whose regions they may put a sample, and tells the
 * others, so that each can leave out what it has no use for. Whatever they tell each other comes
 * late, or never: the pixels are the same.
 *
 * <p>The GPUs are virtual: each is some of the options' threads, one at least, so that more GPUs
 * than threads make use of more. A phase is read and cut once for all.
 *
 * <p>Threads: one submit at a time, from any thread; {@link #submit} returns when all pixels are
 * written. A frame like the one before allocates nothing.
 */
public final class GpuGroup implements Gpu {
    /** Sizes of targets whose maps are remembered. */
    private static final int MOST_MAPS = 16;

    /** Frames after which GPUs tell what they rendered for nothing, if somebody learns from it. */
    private static final int OBJECTS_EVERY = 16;

    private final DeviceOptions options;
    private final SoleUse use = new SoleUse("a group renders one submit at a time");
    private final Kernels kind;
    private final WorkerPool crew;
    private final GroupMember[] members;
    private final CommandReader reader;
    private final Chunker chunker = new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE);
    private final PhasePool phases = new PhasePool();
    private final EarlyZDecider earlyZ;
    private final PretestDealer dealer;
    private final int[] weights;
    private final HintPlanner hints;
    private final GroupPhase shared;
    private final ExchangeTurn turn = new ExchangeTurn();
    private final GroupStatistics statistics;
    private final FrameRecorder report = new FrameRecorder();
    private final Counts counts = new Counts();
    private final WorkerPool.Task beginTask = this::begin;
    private final WorkerPool.Task executeTask = this::execute;

    /**
     * Maps of targets by size, as {@link #mapNumbers} number them; a frame may draw into several,
     * and a map that is made anew has lost what is known of its tiles.
     */
    private final RegionMap[] maps = new RegionMap[MOST_MAPS];

    private final int[] mapNumbers = new int[MOST_MAPS];
    private int nextMap;
    private int madeMaps;

    /** Place among the maps of the phase under way. */
    private int slot;

    private boolean draws;

    /** Of each GPU, time in the frame that it waited for others at the end of phases. */
    private final long[] idleNs;

    private boolean rendered;

    /**
     * Makes a group and starts its workers.
     *
     * @param options how it works; threads are shared out among the GPUs
     */
    public GpuGroup(DeviceOptions options) {
        this(options, new MailboxTransport(options.group().gpus()), ChunkWork.LIMIT);
    }

    /**
     * Makes a group whose GPUs talk over a transport.
     *
     * @param options how it works
     * @param transport carries messages, as well as it can
     */
    public GpuGroup(DeviceOptions options, Transport transport) {
        this(options, transport, ChunkWork.LIMIT);
    }

    /** For tests: with fewer chunks in a window of a phase with patches. */
    GpuGroup(DeviceOptions groupOptions, Transport transport, int streamChunks) {
        options = groupOptions;
        var group = options.group();
        switch (group.split()) {
            case OFF ->
                    throw new IllegalArgumentException(
                            "a group splits frames: split=off is one GPU");
            case FRAMES ->
                    throw new IllegalArgumentException(
                            "split=frames shares out the frames of a sequence, not a frame");
            case REGIONS, SEQUENTIAL -> {}
        }
        var kernels = KernelSet.of(options.kernels());
        kind = kernels.kind();
        int gpus = group.gpus();
        weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        shared = new GroupPhase(new ContiguousShares(gpus));
        dealer = new PretestDealer(gpus);
        dealer.dealByWeights(GroupMember.shares(group));
        hints = new HintPlanner(group);
        reader = CommandReader.ofGroup(kind, gpus);
        earlyZ = new EarlyZDecider(options.earlyZ());
        idleNs = new long[gpus];
        members = new GroupMember[gpus];
        WorkerPool pool = null;
        boolean made = false;
        try {
            for (int gpu = 0; gpu < gpus; gpu++) {
                int threads = Math.max(1, share(options.threads(), gpu, gpus));
                members[gpu] =
                        new GroupMember(
                                gpu,
                                options,
                                threads,
                                kernels,
                                streamChunks,
                                transport,
                                dealer,
                                hints,
                                turn);
            }
            pool = new WorkerPool(gpus);
            made = true;
        } finally {
            if (!made) {
                closeMembers();
            }
        }
        crew = pool;
        statistics = new GroupStatistics(group, members);
    }

    /** Of things that are shared out evenly, how many are a GPU's. */
    private static int share(int things, int gpu, int gpus) {
        return things * (gpu + 1) / gpus - things * gpu / gpus;
    }

    @Override
    public DeviceOptions options() {
        return options;
    }

    @Override
    public Kernels kernels() {
        return kind;
    }

    @Override
    public FrameReport submit(CommandBuffer commands) {
        use.enter();
        try {
            return execute(commands);
        } finally {
            use.leave();
        }
    }

    private FrameReport execute(CommandBuffer commands) {
        long start = System.nanoTime();
        report.begin();
        counts.clear();
        if (rendered) {
            statistics.learn(shared.frame, shared.phase.chunkCount(), dealer);
        }
        Arrays.fill(idleNs, 0);
        for (var member : members) {
            member.beginFrame();
        }
        phases.beginFrame();
        shared.frame++;
        int position = 0;
        int size = commands.commands().size();
        for (int number = 0; position < size; number++) {
            var next = phases.acquire();
            try {
                position = reader.read(commands, position, next, counts);
                if (next.pass() != null) {
                    execute(next, number);
                }
            } finally {
                next.release();
            }
        }
        report.add(counts);
        for (var member : members) {
            report.addBeside(member.endFrame());
        }
        if (rendered) {
            statistics.endFrame(idleNs);
        }
        report.end(System.nanoTime() - start);
        return report.report();
    }

    private void execute(Phase sealed, int number) {
        var decided = earlyZ.decide(number, sealed.primitives());
        if (earlyZ.standsAside(decided)) {
            counts.add(Counter.EARLY_Z_ASIDE, 1);
        }
        chunker.cut(sealed, decided, counts);
        var pass = sealed.pass();
        TargetUse.check(pass);
        begin(sealed, number, decided);
        deal();
        long start = System.nanoTime();
        crew.run(beginTask);
        rendered = true;
        draws = false;
        for (var member : members) {
            draws |= member.draws();
        }
        // Whoever takes no part keeps the samples that it has.
        boolean all = sealed.gpus() == -1L >>> -members.length || pass.target().samplesValid();
        if (draws) {
            TargetUse.begin(pass, false);
        }
        turn.begin();
        crew.run(executeTask);
        if (draws) {
            TargetUse.end(pass, all);
        }
        end(number, start);
    }

    private void begin(Phase sealed, int number, EarlyZ decided) {
        sealed.hold();
        // The last one was held for those who ask about it.
        if (shared.phase != null) {
            shared.phase.release();
        }
        shared.phase = sealed;
        shared.number = number;
        slot = findMap(sealed.pass().target());
        shared.map = maps[slot];
        shared.mapNumber = mapNumbers[slot];
        shared.earlyZ = decided;
        int ahead = options.group().ahead();
        shared.ahead = ahead == Group.MEASURED ? statistics.setSize(sealed.chunkCount()) : ahead;
        if (shared.ahead != Group.ALL && hints.makesHints()) {
            counts.add(Counter.PRETEST_SETS, sets(sealed.chunkCount(), shared.ahead));
        }
        hints.plan(shared.plan, sealed, number, shared.map, counts);
        if (shared.plan.hasPortions()) {
            // Pieces are taken one by one, so that no portion is begun before its time.
            shared.ahead = 1;
        }
    }

    private static int sets(int pieces, int size) {
        return (int) (((long) pieces + size - 1) / size);
    }

    /** Deals the pieces of which hints are made. */
    private void deal() {
        int chunks = shared.phase.chunkCount();
        if (options.group().split() == Group.Split.SEQUENTIAL) {
            share(chunks);
            return;
        }
        dealer.begin(chunks);
        for (int c = 0; c < chunks && hints.makesHints(); c++) {
            if (shared.plan.isPiece(c)) {
                dealer.deal(c);
            }
        }
    }

    private void share(int chunks) {
        long primitives = 0;
        for (int c = 0; c < chunks; c++) {
            primitives += shared.phase.chunk(c).primitives();
        }
        shared.shares.begin(primitives);
        for (int c = 0; c < chunks; c++) {
            shared.shares.add(shared.phase.chunk(c).primitives());
        }
    }

    private void end(int number, long start) {
        long now = System.nanoTime();
        boolean observable = draws;
        boolean pays = false;
        for (int gpu = 0; gpu < members.length; gpu++) {
            var member = members[gpu];
            idleNs[gpu] += Math.max(0, now - member.readyNs());
            member.end(draws);
            observable &= member.run().observable();
            pays |= member.run().reusePays();
        }
        if (observable) {
            earlyZ.observe(number, now - start);
        }
        if (draws) {
            earlyZ.observeReuse(number, pays);
            learn(number);
        }
        if (observable && options.group().layout() instanceof RegionLayout.Dynamic) {
            follow();
        }
    }

    /** Which hints are worth while follows from what they said. */
    private void learn(int number) {
        hints.observe(shared.plan, shared.phase, number, members[0].table());
        if (hints.learns() && shared.frame % OBJECTS_EVERY == 0) {
            members[0].beginObjects();
            statistics.tellObjects(shared.phase.drawCount());
            hints.observe(shared.plan, number, members[0].objects());
        }
    }

    /** Regions follow what tiles took. */
    private void follow() {
        TileGrid grid = null;
        long[] costs = {};
        for (var member : members) {
            if (!member.draws()) {
                continue;
            }
            var tiles = member.run().tiles();
            grid = tiles.grid();
            costs = costs.length == grid.count() ? costs : new long[grid.count()];
            for (int tile = 0; tile < costs.length; tile++) {
                costs[tile] += tiles.tileNs(tile);
            }
        }
        if (grid == null) {
            return;
        }
        var work = new WorkGrid(grid.width(), grid.height(), grid.tileSize(), costs);
        var next = RegionBalancer.DEFAULT.next(shared.map, work, weights);
        if (!next.equals(shared.map)) {
            keepMap(slot, next);
        }
    }

    private void keepMap(int at, RegionMap made) {
        maps[at] = made;
        mapNumbers[at] = ++madeMaps & 0xFFFF;
    }

    private void begin(int gpu) {
        members[gpu].begin(shared);
    }

    private void execute(int gpu) {
        members[gpu].execute(draws);
    }

    /** Finds the map for a target, or makes it; returns its place. */
    private int findMap(RenderTarget target) {
        for (int at = 0; at < MOST_MAPS; at++) {
            if (maps[at] != null
                    && maps[at].widthInPixels() == target.width()
                    && maps[at].heightInPixels() == target.height()) {
                return at;
            }
        }
        int at = nextMap;
        nextMap = (nextMap + 1) % MOST_MAPS;
        keepMap(at, options.group().layout().map(target.width(), target.height(), weights));
        return at;
    }

    @Override
    public Optional<RegionMap> map() {
        requireRendered();
        return Optional.of(shared.map);
    }

    @Override
    public List<GpuReport> gpus() {
        requireRendered();
        return statistics.reports(shared.frame, shared.map, idleNs);
    }

    @Override
    public int[][] objects() {
        requireRendered();
        return statistics.objects(shared.phase.drawCount());
    }

    /** For tests: pieces that each GPU pretested in the last frame, whatever it has told. */
    long[] pretested() {
        return Arrays.stream(members).mapToLong(GroupMember::pretested).toArray();
    }

    private void requireRendered() {
        if (!rendered) {
            throw new IllegalStateException("nothing has been submitted");
        }
    }

    @Override
    public FrameInspection inspect() {
        requireRendered();
        var parts =
                IntStream.range(0, members.length)
                        .filter(gpu -> members[gpu].renders())
                        .mapToObj(gpu -> members[gpu].run().inspect())
                        .toList();
        return new FrameInspection(shared.phase.pass().target(), parts);
    }

    private void closeMembers() {
        for (var member : members) {
            if (member != null) {
                member.close();
            }
        }
    }

    /** Stops the workers. */
    @Override
    public void close() {
        crew.close();
        closeMembers();
    }
}
