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
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.RegionBalancer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.WorkGrid;
import dev.azulejo.core.shader.Kernels;

import java.util.ArrayList;
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
    private final GroupLosses losses;
    private final FrameRecorder report = new FrameRecorder();
    private final Counts counts = new Counts();
    private final WorkerPool.Task beginTask = this::begin;
    private final WorkerPool.Task executeTask = this::execute;
    private final WorkerPool.Task takeOverTask = this::takeOver;

    /** Of each GPU, its part of a phase. */
    private final Runnable[] memberTasks;

    /**
     * Maps of targets by size, as {@link #mapNumbers} number them; a frame may draw into several,
     * and a map that is made anew has lost what is known of its tiles.
     */
    private final RegionMap[] maps = new RegionMap[MOST_MAPS];

    private final int[] mapNumbers = new int[MOST_MAPS];

    /** Whether owners have changed since the regions last followed. */
    private final boolean[] moved = new boolean[MOST_MAPS];

    private int nextMap;
    private int madeMaps;

    // The phase under way, or the last one: held until the next, for those who ask about it.
    private Phase phase;

    /** Its place among the maps. */
    private int slot;

    /** Its map, also when the next one is another already. */
    private RegionMap map;

    /** The map before tiles were taken over. */
    private RegionMap mapBefore;

    private int phaseNumber;
    private int frame;
    private EarlyZ decided;
    private boolean draws;

    /** Of each GPU, time in the frame that it waited for others at the end of phases. */
    private final long[] idleNs;

    private boolean rendered;

    /** When everybody did what; null if nobody wants to know. */
    private Recorder recorder;

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
        if (group.split() == Group.Split.OFF) {
            throw new IllegalArgumentException("a group splits frames: split=off is one GPU");
        }
        var kernels = KernelSet.of(options.kernels());
        kind = kernels.kind();
        int gpus = group.gpus();
        dealer = new PretestDealer(gpus);
        reader = new CommandReader(kind, 0);
        earlyZ = new EarlyZDecider(options.earlyZ());
        idleNs = new long[gpus];
        members = new GroupMember[gpus];
        var weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        losses = new GroupLosses(weights, members, dealer);
        memberTasks = new Runnable[gpus];
        WorkerPool pool = null;
        boolean made = false;
        try {
            for (int gpu = 0; gpu < gpus; gpu++) {
                int threads = Math.max(1, share(options.threads(), gpu, gpus));
                members[gpu] =
                        new GroupMember(
                                gpu, options, threads, kernels, streamChunks, transport, dealer);
                var member = members[gpu];
                memberTasks[gpu] = () -> member.execute(draws);
            }
            pool = new WorkerPool(gpus);
            made = true;
        } finally {
            if (!made) {
                closeMembers();
            }
        }
        crew = pool;
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
        Arrays.fill(idleNs, 0);
        frame++;
        for (var member : members) {
            member.beginFrame(frame);
        }
        phases.beginFrame();
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
        long end = System.nanoTime();
        report.end(end - start);
        if (recorder != null) {
            recorder.whole(Activity.FRAME, start, end, "frame", frame);
        }
        return report.report();
    }

    private void execute(Phase sealed, int number) {
        decided = earlyZ.decide(number, sealed.primitives());
        if (earlyZ.standsAside(decided)) {
            counts.add(Counter.EARLY_Z_ASIDE, 1);
        }
        chunker.cut(sealed, decided, counts);
        var pass = sealed.pass();
        TargetUse.check(pass);
        losses.settle();
        begin(sealed, number);
        dealer.begin(sealed.chunkCount());
        dealer.deal(0, sealed.chunkCount());
        long start = System.nanoTime();
        crew.run(beginTask);
        rendered = true;
        draws = false;
        for (var member : members) {
            draws |= member.draws();
        }
        if (draws) {
            TargetUse.begin(pass, false);
        }
        crew.run(executeTask);
        boolean all = true;
        while (losses.settle()) {
            takeOver(pass.target());
            all = false;
        }
        if (draws) {
            TargetUse.end(pass);
        }
        end(number, start, all);
        if (recorder != null) {
            recorder.whole(Activity.PHASE, start, System.nanoTime(), pass.name(), number);
        }
    }

    /** Renders anew, by those that are left, what belonged to those that are lost. */
    private void takeOver(RenderTarget target) {
        mapBefore = map;
        losses.restore(target, mapBefore);
        changeMap(slot, losses.living(map));
        map = maps[slot];
        crew.run(takeOverTask);
    }

    private void takeOver(int gpu) {
        if (losses.alive(gpu)) {
            losses.guard(gpu, frame, () -> losses.takeOver(gpu, mapBefore, map, decided));
        }
    }

    private void begin(Phase sealed, int number) {
        sealed.hold();
        if (phase != null) {
            phase.release();
        }
        phase = sealed;
        phaseNumber = number;
        losses.beginPhase(sealed.pass());
        slot = findMap(sealed.pass().target());
        map = maps[slot];
    }

    private void end(int number, long start, boolean all) {
        long now = System.nanoTime();
        // What a phase took in which tiles were rendered twice says nothing.
        boolean observable = draws && all;
        boolean pays = false;
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (!losses.alive(gpu)) {
                continue;
            }
            var member = members[gpu];
            idleNs[gpu] += member.end(draws, now);
            observable &= member.run().observable();
            pays |= member.run().reusePays();
        }
        if (observable) {
            earlyZ.observe(number, now - start);
        }
        if (draws) {
            earlyZ.observeReuse(number, pays);
        }
        if (observable && options.group().layout() instanceof RegionLayout.Dynamic) {
            follow();
        }
    }

    /** Regions follow what tiles took. */
    private void follow() {
        if (moved[slot] && options.reuse().mode() != Reuse.Mode.OFF) {
            // Of tiles that come out as before, only those with new owners took any time.
            moved[slot] = false;
            return;
        }
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
        changeMap(slot, RegionBalancer.DEFAULT.next(map, work, losses.weights()));
    }

    /** Owners change, and what is known of tiles that stay where they are is kept. */
    private void changeMap(int at, RegionMap next) {
        var last = maps[at];
        if (!next.equals(last)) {
            for (var member : members) {
                member.move(last, next);
            }
            keepMap(at, next);
            moved[at] = true;
        }
    }

    private void keepMap(int at, RegionMap made) {
        maps[at] = made;
        mapNumbers[at] = ++madeMaps & 0xFFFF;
    }

    private void begin(int gpu) {
        if (!losses.alive(gpu)) {
            members[gpu].rest();
            return;
        }
        members[gpu].begin(phase, frame, phaseNumber, map, mapNumbers[slot], decided);
    }

    private void execute(int gpu) {
        if (losses.alive(gpu)) {
            losses.guard(gpu, frame, memberTasks[gpu]);
        }
    }

    /** Finds the map for a target, or makes it; returns its place. */
    private int findMap(RenderTarget target) {
        for (int at = 0; at < MOST_MAPS; at++) {
            if (maps[at] != null
                    && maps[at].widthInPixels() == target.width()
                    && maps[at].heightInPixels() == target.height()) {
                changeMap(at, losses.living(maps[at]));
                return at;
            }
        }
        int at = nextMap;
        nextMap = (nextMap + 1) % MOST_MAPS;
        var layout = options.group().layout();
        keepMap(at, losses.living(layout.map(target.width(), target.height(), losses.weights())));
        return at;
    }

    /**
     * Lets something befall the GPUs, from the next frame on: for tests and demonstrations.
     *
     * @param faults what, in place of what was said before; who is lost stays lost
     * @throws IllegalArgumentException if there is no such GPU
     */
    public void suffer(GroupFaults faults) {
        faults.check(members.length);
        use.enter();
        try {
            for (var member : members) {
                member.watch().suffer(faults);
            }
        } finally {
            use.leave();
        }
    }

    @Override
    public Recording record(int room) {
        use.enter();
        try {
            recorder = new Recorder(room);
            for (var member : members) {
                member.watch().record(recorder);
            }
            return recorder.recording();
        } finally {
            use.leave();
        }
    }

    @Override
    public Optional<RegionMap> map() {
        requireRendered();
        return Optional.of(map);
    }

    @Override
    public List<GpuReport> gpus() {
        requireRendered();
        return IntStream.range(0, members.length).mapToObj(gpu -> describe(gpu)).toList();
    }

    private GpuReport describe(int gpu) {
        return members[gpu].describe(idleNs[gpu], map.pixels(gpu), losses.lostFrame(gpu));
    }

    @Override
    public int[][] objects() {
        requireRendered();
        var table = new int[phase.drawCount()][members.length];
        for (int c = 0; c < phase.chunkCount(); c++) {
            for (int gpu = 0; gpu < members.length; gpu++) {
                int draw = phase.chunk(c).draw().number();
                table[draw][gpu] += members[gpu].processed(c) ? 1 : 0;
            }
        }
        return table;
    }

    private void requireRendered() {
        if (!rendered) {
            throw new IllegalStateException("nothing has been submitted");
        }
    }

    @Override
    public FrameInspection inspect() {
        requireRendered();
        var parts = new ArrayList<FrameInspection.Part>();
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (losses.alive(gpu)) {
                members[gpu].inspect(parts);
            }
        }
        return new FrameInspection(phase.pass().target(), parts);
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
