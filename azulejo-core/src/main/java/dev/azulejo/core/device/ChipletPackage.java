package dev.azulejo.core.device;

import dev.azulejo.core.cancel.Cancellation;
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
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ChipletSpeeds;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import java.util.List;
import java.util.Optional;

/**
 * A GPU made of chiplets, that looks like one GPU. A phase is rendered in two steps: in the
 * <em>visibility phase</em> the first chiplet runs the geometry of all draw calls, without
 * varyings, drops what cannot be seen, and writes for each coarse bin of the screen which
 * primitives matter there; then all chiplets render bins, each from its own <em>visibility
 * stream</em> alone. Little more than these streams is exchanged.
 *
 * <p>Frames may overlap ({@link #submitAhead}): while bins of one frame are rendered, the first
 * chiplet finds out what is visible in the next.
 *
 * <p>Chiplets are virtual and share the threads of the options: a thread renders whichever bin is
 * next, and what it takes counts for the bin's chiplet.
 *
 * <p>Threads: one submit at a time, from any thread.
 */
public final class ChipletPackage implements Gpu {
    private static final int MAILBOX_BYTES = 1 << 20;

    private final DeviceOptions options;
    private final int mostStreamChunks;
    private final SoleUse use =
            new SoleUse("a package renders one submit at a time", this::abandon);
    private final KernelSet kernels;
    private final CommandReader reader;
    private final Chunker chunker = new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE, use.stop());
    private final PhasePool phases = new PhasePool();
    private final CommandReader.PhaseWork phaseWork = this::execute;
    private final EarlyZDecider earlyZ;

    /** All threads, for a visibility phase that nothing can be rendered beside. */
    private final WorkerPool front;

    /** A thread of each team. */
    private final WorkerPool crew;

    private final BinTeam[] teams;
    private final PackageLosses losses;
    private final PackageBins bins;
    private final VisibilityStage alone;

    /** Beside rendering, helped by who finds no bin any more; made when frames first overlap. */
    private VisibilityStage beside;

    private VisibilityHelp help;

    private final PackageFrame[] frames;
    private int frame;

    /** What is ready to be rendered, and what the first team looks at beside that; or null. */
    private BinPhase pending, ahead;

    private FramePace pace = FramePace.ALONE;

    /** A frame that was submitted ahead and not returned yet, or null; the one that ended last. */
    private PackageFrame open, ended;

    private BinPhase last;
    private Recorder recorder;
    private final WorkerPool.Task renderTask = this::render;

    /**
     * Makes a package and starts its threads.
     *
     * @param options how it works; {@link Group.Split#BINS}
     */
    public ChipletPackage(DeviceOptions options) {
        this(options, new MailboxTransport(options.group().gpus(), MAILBOX_BYTES), ChunkWork.LIMIT);
    }

    /**
     * Makes a package whose chiplets talk over a transport.
     *
     * @param options how it works
     * @param transport carries visibility streams, as well as it can
     */
    public ChipletPackage(DeviceOptions options, Transport transport) {
        this(options, transport, ChunkWork.LIMIT);
    }

    ChipletPackage(DeviceOptions packageOptions, Transport transport, int streamChunks) {
        options = packageOptions;
        mostStreamChunks = streamChunks;
        var group = options.group();
        if (group.split() != Group.Split.BINS) {
            throw new IllegalArgumentException("a package of chiplets splits frames into bins");
        }
        kernels = KernelSet.of(options.kernels());
        reader = CommandReader.ofGroup(kernels.kind(), 1, use.stop());
        earlyZ = new EarlyZDecider(options.earlyZ());
        int threads = options.threads();
        int count = Math.min(group.gpus(), threads);
        teams = new BinTeam[count];
        WorkerPool all = null, some = null;
        boolean made = false;
        try {
            int most = 1;
            for (int t = 0; t < count; t++) {
                int mine = threads * (t + 1) / count - threads * t / count;
                teams[t] = new BinTeam(options, mine, kernels, streamChunks, threads * t / count);
                teams[t].pool().obey(use.stop());
                most = Math.max(most, mine);
            }
            losses = new PackageLosses(group, most * count + threads);
            bins = new PackageBins(options, kernels, transport, losses, most);
            all = new WorkerPool(threads);
            some = new WorkerPool(count);
            all.obey(use.stop());
            some.obey(use.stop());
            alone = new VisibilityStage(options, all, kernels, streamChunks);
            made = true;
        } finally {
            if (!made) {
                close(all, some);
            }
        }
        front = all;
        crew = some;
        int[] weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        var speeds = new ChipletSpeeds(weights);
        frames = new PackageFrame[] {new PackageFrame(speeds), new PackageFrame(speeds)};
    }

    @Override
    public DeviceOptions options() {
        return options;
    }

    @Override
    public Kernels kernels() {
        return kernels.kind();
    }

    @Override
    public FrameReport submit(CommandBuffer commands, Cancellation cancellation) {
        use.enter(cancellation);
        try {
            finishOpen();
            execute(commands, FramePace.ALONE);
            return current().report();
        } finally {
            use.leave();
        }
    }

    /** Submits ahead as below; nobody ends it early. */
    public FrameReport submitAhead(CommandBuffer commands) {
        return submitAhead(commands, Cancellation.NEVER);
    }

    /**
     * Executes all commands but for the pixels of their last phase, and finishes the frame before:
     * what is visible in this one is found out while bins of that one are rendered.
     *
     * <p>Until the next call, or {@link #finish}, nothing may be written that the commands read or
     * draw into; and what their geometry reads may not be what the frame before draws into. If this
     * throws, neither frame is under way any more.
     *
     * @param commands what to draw
     * @param cancellation ends both frames, from any thread, until this returns
     * @return what the frame before did, or null if none was under way; overwritten by the submit
     *     after the next
     */
    public FrameReport submitAhead(CommandBuffer commands, Cancellation cancellation) {
        use.enter(cancellation);
        try {
            var before = open;
            open = null;
            execute(commands, FramePace.AHEAD);
            open = current();
            return before == null ? null : before.report();
        } finally {
            use.leave();
        }
    }

    /** Finishes the frame that is under way; returns what it did, or null if none was. */
    public FrameReport finish() {
        return finish(Cancellation.NEVER);
    }

    /**
     * Finishes the frame that is under way, or ends it.
     *
     * @param cancellation ends it, from any thread
     * @return what it did, or null if none was under way
     */
    public FrameReport finish(Cancellation cancellation) {
        use.enter(cancellation);
        try {
            return finishOpen();
        } finally {
            use.leave();
        }
    }

    private FrameReport finishOpen() {
        var frameOpen = open;
        open = null;
        try {
            if (pending != null) {
                renderPending();
                end(frameOpen);
            }
        } catch (Throwable e) {
            abandon();
            throw e;
        }
        return frameOpen == null ? null : frameOpen.report();
    }

    private PackageFrame current() {
        return frames[frame & 1];
    }

    private void execute(CommandBuffer commands, FramePace framePace) {
        frame++;
        pace = framePace;
        losses.beginLook(frame);
        var now = current();
        now.begin(frame);
        try {
            reader.readAll(commands, phases, now.counts(), phaseWork);
            if (pending != null && (pace == FramePace.ALONE || pending.frame != frame)) {
                renderPending();
            }
        } catch (Throwable e) {
            abandon();
            throw e;
        }
        if (pending == null) {
            end(now);
        }
    }

    private void end(PackageFrame done) {
        done.end(teams, bins);
        ended = done;
        if (recorder != null) {
            int number = done == current() ? frame : frame - 1;
            recorder.whole(Activity.FRAME, done.startNs(), System.nanoTime(), "frame", number);
        }
    }

    /** Whatever was under way is not finished; what its targets hold is undefined. */
    private void abandon() {
        for (var phase : new BinPhase[] {pending, ahead}) {
            if (phase != null) {
                phase.phase.release();
            }
        }
        pending = ahead = null;
        open = null;
    }

    private void execute(Phase sealed, int number) {
        var decided = earlyZ.decide(number, sealed.primitives());
        var counts = current().counts();
        counts.add(Counter.EARLY_Z_ASIDE, earlyZ.standsAside(decided) ? 1 : 0);
        chunker.cut(sealed, decided, counts);
        boolean overlaps =
                pending != null
                        && pending.frame != frame
                        && sealed.runCount() == 0
                        && pending.phase.pass().target() != sealed.pass().target();
        if (!overlaps) {
            renderPending();
            TargetUse.check(sealed.pass());
        }
        var next = bins.begin(sealed, frame, number, decided);
        sealed.hold();
        if (!overlaps && bins.unchanged(next, counts)) {
            last = next;
            sealed.release();
            return;
        }
        ahead = next;
        var stage = overlaps ? beside() : alone;
        if (overlaps) {
            renderPending();
            TargetUse.check(sealed.pass());
            if (bins.unchanged(next, counts)) {
                // Its history was busy until now.
                last = next;
                ahead = null;
                sealed.release();
                return;
            }
        } else {
            look(stage);
        }
        bins.handOver(next, pace);
        pending = next;
        ahead = null;
    }

    private VisibilityStage beside() {
        if (beside == null) {
            help = new VisibilityHelp(teams[0].pool().workers(), options.threads());
            help.pool().obey(use.stop());
            beside = new VisibilityStage(options, help.pool(), kernels, mostStreamChunks);
        }
        return beside;
    }

    /**
     * Runs the visibility phase of what is ahead; if who looks is lost, another one begins anew.
     */
    private void look(VisibilityStage stage) {
        // Beside rendering nothing is painted: what is pending may read that target.
        boolean paints = pending == null && stage.paints(ahead.phase) && bins.renders(ahead.looker);
        if (paints) {
            bins.beginGates(ahead);
            ahead.painted = 0;
            ahead.taken[0] = true;
            bins.backUp(ahead);
            TargetUse.begin(ahead.phase.pass(), false);
        }
        long start = System.nanoTime();
        while (true) {
            ahead.renderedBy[0] = ahead.looker;
            try {
                stage.run(ahead, current().recorder(), losses.hazard(ahead.looker));
                break;
            } catch (GpuLost e) {
                bins.loseLooker(ahead);
            }
        }
        long end = System.nanoTime();
        teams[0].note(Activity.VISIBILITY, start, end, ahead.number);
        long took = end - start;
        long painting = ahead.painted < 0 ? 0 : ahead.costNs[ahead.painted];
        long helped = 0;
        if (stage == beside) {
            help.done();
            helped = help.helpedNs();
        }
        ahead.visibilityNs = took * stage.workers() + helped - painting;
        current().looked(stage, ahead, took);
    }

    /** Renders what is pending, and looks at what is ahead beside it. */
    private void renderPending() {
        if (pending == null) {
            return;
        }
        var phase = pending;
        var of = frames[phase.frame & 1];
        of.beginRender(teams, losses);
        bins.beginRender(phase);
        var pass = phase.phase.pass();
        if (phase.painted < 0) {
            TargetUse.begin(pass, false);
        }
        if (ahead != null) {
            help.begin();
        }
        long start = System.nanoTime();
        for (var team : teams) {
            team.beginPhase();
        }
        crew.run(renderTask);
        long end = System.nanoTime();
        for (var team : teams) {
            team.endPhase(end);
        }
        TargetUse.end(pass, true);
        bins.endRender(phase);
        last = phase;
        pending = null;
        of.endRender(phase);
        long took = phase.visibilityNs + PackageBins.renderNs(phase);
        earlyZ.observe(phase.number, phase.earlyZ, took);
        if (phase.frame != frame) {
            end(of);
        }
        phase.phase.release();
        if (recorder != null) {
            recorder.whole(Activity.PHASE, start, end, pass.name(), phase.number);
        }
    }

    private void render(int worker) {
        if (worker == 0 && ahead != null) {
            try {
                look(beside);
            } finally {
                help.done();
            }
        }
        var team = teams[worker];
        for (int bin = bins.take(pending); bin >= 0; bin = bins.take(pending)) {
            bins.render(pending, bin, team);
        }
        if (ahead != null) {
            help.help(team, ahead.looker);
        }
    }

    /**
     * Lets something befall the chiplets, from the next frame on: for tests and demonstrations.
     *
     * @param faults what, in place of what was said before; who is lost stays lost
     * @throws IllegalArgumentException if there is no such chiplet
     */
    public void suffer(GroupFaults faults) {
        faults.check(options.group().gpus());
        use.enter();
        try {
            losses.suffer(faults);
        } finally {
            use.leave();
        }
    }

    @Override
    public FrameInspection inspect() {
        if (last == null) {
            throw new IllegalStateException("nothing has been submitted");
        }
        return bins.inspect(last, teams);
    }

    @Override
    public List<ChipletReport> chiplets() {
        return ended == null ? List.of() : ended.chiplets(losses.lostInFrame());
    }

    @Override
    public List<BinPhaseReport> bins() {
        return ended == null ? List.of() : ended.log().reports();
    }

    @Override
    public Optional<RegionMap> map() {
        return ended == null ? Optional.empty() : ended.log().map();
    }

    @Override
    public Recording record(int room) {
        use.enter();
        try {
            recorder = new Recorder(room);
            for (int team = 0; team < teams.length; team++) {
                teams[team].record(recorder, team);
            }
            return recorder.recording();
        } finally {
            use.leave();
        }
    }

    private void close(WorkerPool... pools) {
        for (var team : teams) {
            if (team != null) {
                team.close();
            }
        }
        for (var pool : pools) {
            if (pool != null) {
                pool.close();
            }
        }
    }

    @Override
    public void close() {
        use.close();
        close(front, crew, help == null ? null : help.pool());
    }
}
