package dev.azulejo.core.device;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.Transports;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

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
    /** Frames after which GPUs tell what they rendered for nothing, if somebody learns from it. */
    private static final int OBJECTS_EVERY = 16;

    private final DeviceOptions options;
    private final SoleUse use = new SoleUse("a group renders one submit at a time");
    private final Kernels kind;
    private final GroupCrew crew;
    private final GroupMember[] members;
    private final CommandReader reader;
    private final Chunker chunker = new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE, use.stop());
    private final PhasePool phases = new PhasePool();
    private final CommandReader.PhaseWork phaseWork = this::execute;
    private final EarlyZDecider earlyZ;
    private final PretestDealer dealer;
    private final GroupLosses losses;
    private final GroupMaps maps;
    private final HintPlanner hints;
    private final GroupPhase shared;
    private final GroupStatistics statistics;

    /** Lets GPUs that are done work for others, in frames in which they do so. */
    private final MutualHelp help;

    private final FrameRecorder report = new FrameRecorder();
    private final Counts counts = new Counts();
    private final WorkerPool.Task beginTask = this::begin;
    private final WorkerPool.Task executeTask = this::execute;
    private final WorkerPool.Task takeOverTask = this::takeOver;
    private final IntConsumer giveUp = this::giveUp;
    private final Consumer<WorkerPool.Task> runAll = this::runAll;

    /** Brings the pixels together; null if all paint into the target. */
    private final PixelExchange pixels;

    /** Of each GPU, its part of a phase. */
    private final Runnable[] memberTasks;

    /** The map before tiles were taken over. */
    private RegionMap mapBefore;

    private boolean draws;
    private boolean rendered;
    private boolean helps;

    /** Of each GPU, its time of waiting for others at the end of phases of the frame. */
    private final long[] idleNs;

    /** When everybody did what; null if nobody wants to know. */
    private Recorder recorder;

    /**
     * Makes a group and starts its workers.
     *
     * @param options how it works; threads are shared out among the GPUs
     */
    public GpuGroup(DeviceOptions options) {
        this(options, Transports.mailboxes(options.group().gpus()));
    }

    /**
     * Makes a group whose GPUs tell each other over a transport what touches whom.
     *
     * @param options how it works
     * @param hints carries messages, as well as it can
     */
    public GpuGroup(DeviceOptions options, Transport hints) {
        this(options, Transports.mailboxes(options.group().gpus()).withHints(hints));
    }

    /**
     * Makes a group whose GPUs talk over lines of their own, pixels among it.
     *
     * @param groupOptions how it works
     * @param lines carry messages, as well as they can
     */
    public GpuGroup(DeviceOptions groupOptions, Transports lines) {
        options = groupOptions;
        var group = options.group();
        GroupSplit.check(group.split());
        var kernels = KernelSet.of(options.kernels());
        kind = kernels.kind();
        int gpus = group.gpus();
        shared = new GroupPhase(new ContiguousShares(gpus));
        dealer = new PretestDealer(gpus);
        hints = new HintPlanner(group);
        reader = CommandReader.ofGroup(kind, gpus, use.stop());
        earlyZ = new EarlyZDecider(options.earlyZ());
        idleNs = new long[gpus];
        members = new GroupMember[gpus];
        losses = new GroupLosses(group, members, dealer);
        pixels = PixelExchange.of(group, members, losses, lines, counts);
        maps = new GroupMaps(options, members, losses);
        memberTasks = new Runnable[gpus];
        GroupCrew threadsOfGpus = null;
        boolean made = false;
        try {
            for (int gpu = 0; gpu < gpus; gpu++) {
                int threads = GroupSplit.threads(options.threads(), gpu, gpus);
                members[gpu] =
                        new GroupMember(
                                gpu, options, threads, kernels, lines.hints(), dealer, hints);
                var member = members[gpu];
                memberTasks[gpu] = () -> member.execute(draws);
            }
            threadsOfGpus = new GroupCrew(watches(), group.teamwork().patienceMs());
            made = true;
        } finally {
            if (!made) {
                closeMembers();
            }
        }
        crew = threadsOfGpus.obey(use.stop());
        losses.deal();
        help = new MutualHelp(watches());
        statistics = new GroupStatistics(group, members, losses, help, kernels);
    }

    private PoolWatch[] watches() {
        return Arrays.stream(members).map(GroupMember::watch).toArray(PoolWatch[]::new);
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
    public FrameReport submit(CommandBuffer commands, Cancellation cancellation) {
        use.enter(cancellation);
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
            statistics.learn(shared.frame, shared.frameChunks, dealer);
        }
        Arrays.fill(idleNs, 0);
        shared.frame++;
        shared.frameChunks = 0;
        help.beginFrame();
        helps = help.guests() > 0;
        for (var member : members) {
            member.beginFrame(shared.frame);
            // Who is slow, or lost, shall be seen to be.
            helps &= !member.watch().suffers();
        }
        reader.readAll(commands, phases, counts, phaseWork);
        report.add(counts);
        for (var member : members) {
            report.addBeside(member.endFrame());
        }
        if (rendered) {
            statistics.endFrame(idleNs);
        }
        long end = System.nanoTime();
        report.end(end - start);
        if (recorder != null) {
            recorder.whole(Activity.FRAME, start, end, "frame", shared.frame);
        }
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
        losses.settle();
        begin(sealed, number, decided);
        deal();
        long start = System.nanoTime();
        crew.run(beginTask, giveUp);
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
        shared.turn.begin();
        help.begin();
        crew.run(executeTask, giveUp);
        boolean nobodyLost = true;
        while (losses.settle()) {
            takeOver(pass.target());
            nobodyLost = false;
        }
        if (draws && pixels != null) {
            pixels.deliver(shared, runAll);
        }
        if (draws) {
            TargetUse.end(pass, all);
        }
        end(number, start, nobodyLost);
        if (recorder != null) {
            recorder.whole(Activity.PHASE, start, System.nanoTime(), pass.name(), number);
        }
    }

    /** Renders anew, by those that are left, what belonged to those that are lost. */
    private void takeOver(RenderTarget target) {
        mapBefore = shared.map;
        losses.restore(target, mapBefore);
        maps.leaveToHeirs(shared);
        crew.run(takeOverTask, giveUp);
    }

    private void takeOver(int gpu) {
        if (losses.alive(gpu)) {
            losses.guard(gpu, shared.frame, () -> losses.takeOver(gpu, mapBefore, shared));
        }
    }

    private void runAll(WorkerPool.Task task) {
        crew.run(task, giveUp);
    }

    private void giveUp(int gpu) {
        losses.giveUp(gpu, shared.frame);
    }

    private void begin(Phase sealed, int number, EarlyZ decided) {
        sealed.hold();
        // The last one was held for those who ask about it.
        if (shared.phase != null) {
            shared.phase.release();
        }
        shared.phase = sealed;
        shared.number = number;
        shared.frameChunks += sealed.chunkCount();
        maps.begin(shared);
        losses.beginPhase(shared);
        shared.earlyZ = decided;
        int ahead = options.group().ahead();
        shared.ahead = ahead == Group.MEASURED ? statistics.setSize(sealed.chunkCount()) : ahead;
        hints.plan(shared.plan, sealed, number, shared.map, counts);
        if (shared.plan.hasPortions() && options.group().split() != Group.Split.SEQUENTIAL) {
            // Pieces are taken one by one, so that no portion is begun before its time.
            shared.ahead = 1;
        }
        counts.add(Counter.PRETEST_SETS, hints.makesHints() ? shared.sets() : 0);
    }

    /** Deals the pieces of which hints are made. */
    private void deal() {
        int chunks = shared.phase.chunkCount();
        if (options.group().split() == Group.Split.SEQUENTIAL) {
            shared.share(members.length);
            return;
        }
        dealer.begin(chunks);
        for (int c = 0; c < chunks && hints.makesHints(); c++) {
            if (shared.plan.isPiece(c)) {
                dealer.deal(c);
            }
        }
    }

    private void end(int number, long start, boolean nobodyLost) {
        long now = System.nanoTime();
        // What a phase took in which tiles were rendered twice says nothing.
        boolean observable = draws && nobodyLost;
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
            learn(number);
        }
        if (observable && options.group().layout() instanceof RegionLayout.Dynamic) {
            maps.follow(shared);
        }
    }

    /** Which hints are worth while follows from what they said. */
    private void learn(int number) {
        hints.observe(shared.plan, shared.phase, number, statistics.host().table());
        if (hints.learns() && shared.frame % OBJECTS_EVERY == 0) {
            statistics.host().log().beginObjects();
            statistics.tellObjects();
            hints.observe(shared.plan, number, statistics.host().log().objects());
        }
    }

    private void begin(int gpu) {
        if (losses.alive(gpu)) {
            members[gpu].begin(shared);
        } else {
            members[gpu].rest(shared);
        }
    }

    private void execute(int gpu) {
        try {
            if (losses.alive(gpu)) {
                losses.guard(gpu, shared.frame, memberTasks[gpu]);
            }
        } finally {
            if (!members[gpu].watch().abandoned()) {
                help.done();
            }
        }
        if (helps && losses.alive(gpu)) {
            help.help(gpu);
        }
    }

    /**
     * Lets something befall the GPUs, from the next frame on: for tests and demonstrations.
     *
     * @param faults what, in place of what was said before; who is lost stays lost, and if it hung,
     *     comes back too late
     * @throws IllegalArgumentException if there is no such GPU
     */
    public void suffer(GroupFaults faults) {
        faults.check(members.length);
        use.enter();
        try {
            for (var member : members) {
                member.watch().suffer(faults);
            }
            if (faults.hang()) {
                crew.watch();
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
        return statistics.objects(shared.phase.drawCount(), ObjectTable::rendered);
    }

    @Override
    public int[][] objectsLeftOut() {
        requireRendered();
        return statistics.objects(shared.phase.drawCount(), ObjectTable::leftOut);
    }

    @Override
    public HintQuality hints() {
        requireRendered();
        return statistics.hints(shared);
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
        var parts = new ArrayList<FrameInspection.Part>();
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (losses.alive(gpu)) {
                members[gpu].inspect(parts);
            }
        }
        return new FrameInspection(shared.phase.pass().target(), parts);
    }

    private void closeMembers() {
        for (var member : members) {
            if (member != null) {
                member.close();
            }
        }
    }

    @Override
    public void close() {
        use.close();
        crew.close();
        closeMembers();
    }
}
