package dev.azulejo.core.device;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.DeviceOptions.Path;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.EarlyZDecider;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.Recorder;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.report.WorkReceiver;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import java.util.List;

/**
 * A software GPU: executes command buffers on the cores of this machine.
 *
 * <p>Threads: one submit at a time, from any thread; {@link #submit} returns when all pixels are
 * written. Memory that a frame needs is kept for the next one; a frame like the one before
 * allocates nothing.
 */
public final class Device implements Gpu {
    private final DeviceOptions options;
    private final SoleUse use = new SoleUse("a device renders one submit at a time");
    private final Kernels kind;
    private final WorkerPool pool;
    private final CommandReader reader;
    private final Chunker chunker;
    private final PhasePool phases = new PhasePool();
    private final CommandReader.PhaseWork phaseWork = this::execute;
    private final EarlyZDecider earlyZ;
    private final PhasePlan.Planner planner = new PhasePlan.Planner();
    private final PhaseRun run;
    private final PoolWatch watch;

    /** What it paints of a target; of others it paints everything. */
    private final OwnPart part = new OwnPart();

    private final Chunker partChunker;

    private final FrameRecorder report = new FrameRecorder();

    /** Whether anything has been rendered. */
    private boolean rendered;

    private int frame;

    /** When everybody did what; null if nobody wants to know. */
    private Recorder recorder;

    /** What there was to do; null if nobody wants to know. */
    private final WorkLog work;

    /**
     * Makes a device and starts its workers.
     *
     * @throws IllegalArgumentException if the options are those of a group; {@link Gpu#open} takes
     *     both
     */
    public Device(DeviceOptions options) {
        this(options, ChunkWork.LIMIT);
    }

    /**
     * Makes a device that hands on what work there is in its frames, for machines that do not
     * exist. It renders everything, a whole frame at a time: what early Z finds hidden and tiles
     * that could have kept their pixels are told, and rendered all the same. So it is slower than
     * another device, and its counters are those of a frame without techniques. Patches come
     * without a throttle. Records of two phases are kept, so that one can be told while the next is
     * rendered; what its receiver takes is part of a frame's time.
     *
     * @param options which twin of the kernels, how many threads, tile size; whether early Z is
     *     asked what is hidden, and tiles are compared: everywhere, unless they are off
     * @param receiver gets each phase when it has ended
     * @throws IllegalArgumentException if the options are those of a group, or of the reference
     */
    public static Device recordingWork(DeviceOptions options, WorkReceiver receiver) {
        return new Device(WorkLog.options(options), ChunkWork.LIMIT, new WorkLog(receiver));
    }

    /** For tests: with fewer chunks in a window of a phase with patches. */
    Device(DeviceOptions options, int streamChunks) {
        this(options, streamChunks, null);
    }

    private Device(DeviceOptions options, int streamChunks, WorkLog log) {
        if (options.group().split() != Group.Split.OFF) {
            throw new IllegalArgumentException(
                    "a device is one GPU: split=off expected, not gpus=%d"
                            .formatted(options.group().gpus()));
        }
        this.options = options;
        work = log;
        chunker =
                new Chunker(
                        log == null ? Chunker.Clusters.FOR_EARLY_Z : Chunker.Clusters.ALSO_OUTSIDE,
                        use.stop());
        partChunker = new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE, use.stop());
        var kernels = KernelSet.of(options.kernels());
        kind = kernels.kind();
        boolean plain = options.path() == Path.REFERENCE;
        pool = new WorkerPool(plain ? 1 : options.threads());
        pool.obey(use.stop());
        reader = new CommandReader(kind, 0, use.stop());
        earlyZ = new EarlyZDecider(plain ? EarlyZ.OFF : options.earlyZ());
        run = start(options, pool, kernels, streamChunks, log == null ? part : log);
        part.count(run.counts());
        if (log != null) {
            log.use(run.counts(), kernels);
        }
        watch = new PoolWatch(0, pool);
    }

    /** Makes a run; a device that cannot be made leaves no threads behind. */
    private static PhaseRun start(
            DeviceOptions options,
            WorkerPool pool,
            KernelSet kernels,
            int streamChunks,
            RunGuide guide) {
        try {
            return new PhaseRun(options, pool, kernels, streamChunks, guide);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public DeviceOptions options() {
        return options;
    }

    @Override
    public Kernels kernels() {
        return kind;
    }

    /**
     * Paints from the next submit on only what somebody owns of a target: the rest keeps what it
     * has, for whoever puts parts of a picture together. The part has the bytes that it has in the
     * whole picture. Other targets are painted as a whole. Tiles of the part are reused as ever,
     * also if other parts of the target, of the same map, are painted meanwhile.
     *
     * @param target of which it paints a part
     * @param map who owns what of it; the same object for each part, else nothing is reused
     * @param owner whose pixels it paints
     * @throws IllegalArgumentException if the map is of a target of another size, or has no such
     *     owner
     * @throws IllegalStateException on the reference path, which paints whole targets, if it
     *     records work, or if a submit is under way
     */
    public void paintOnly(RenderTarget target, RegionMap map, int owner) {
        if (map.widthInPixels() != target.width() || map.heightInPixels() != target.height()) {
            throw new IllegalArgumentException(
                    "paintOnly: a map of %dx%d pixels for a target of %dx%d"
                            .formatted(
                                    map.widthInPixels(),
                                    map.heightInPixels(),
                                    target.width(),
                                    target.height()));
        }
        if (owner < 0 || owner >= map.gpus()) {
            throw new IllegalArgumentException(
                    "paintOnly: owner %d is not in 0..%d".formatted(owner, map.gpus() - 1));
        }
        if (options.path() == Path.REFERENCE || work != null) {
            throw new IllegalStateException(
                    "paintOnly: the reference path, and who records work, paint whole targets");
        }
        use.enter();
        try {
            part.set(target, map, owner);
        } finally {
            use.leave();
        }
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
        run.clearCounts();
        reader.readAll(commands, phases, run.counts()[0], phaseWork);
        for (var worker : run.counts()) {
            report.add(worker);
        }
        long end = System.nanoTime();
        report.end(end - start);
        frame++;
        if (recorder != null) {
            recorder.whole(Activity.FRAME, start, end, "frame", frame);
        }
        return report.report();
    }

    /** Decides how a phase is done, and does it. */
    private void execute(Phase phase, int number) {
        use.stop().check();
        var decided = earlyZ.decide(number, phase.primitives());
        if (earlyZ.standsAside(decided)) {
            run.counts()[0].add(Counter.EARLY_Z_ASIDE, 1);
        }
        var tiles = part.begin(phase.pass().target());
        // What lies elsewhere is told by boxes of clusters, whether early Z works or not
        (part.isPart() ? partChunker : chunker).cut(phase, decided, run.counts()[0]);
        // Who records renders what early Z would leave out.
        var works = work == null ? decided : EarlyZ.OFF;
        var plan = planner.plan(phase, tiles, options.sortedTriangles(), works);
        render(phase, plan, decided, number);
    }

    private void render(Phase phase, PhasePlan plan, EarlyZ decided, int number) {
        var pass = phase.pass();
        TargetUse.check(pass);
        long start = System.nanoTime();
        watch.beginPhase();
        var outcome =
                part.isPart() ? run.beginAlone(phase, plan, part.around()) : run.begin(phase, plan);
        rendered = true;
        if (outcome != RenderGate.Outcome.UNCHANGED) {
            TargetUse.begin(pass, options.path() == Path.REFERENCE);
            if (work != null) {
                work.beginPhase(frame, phase, decided, run.tiles().grid());
            }
            execute(pass);
            if (work != null) {
                work.endPhase();
                run.keepRecords();
            }
            // How long a part takes says nothing about early Z.
            if (run.observable()) {
                earlyZ.observe(number, System.nanoTime() - start);
            }
            earlyZ.observeReuse(number, run.reusePays());
        }
        run.report(report);
        if (recorder != null) {
            long now = System.nanoTime();
            watch.section(Activity.RENDER, start, now);
            watch.endPhase(now);
            recorder.whole(Activity.PHASE, start, now, pass.name(), number);
        }
    }

    /** Carries out the phase that has begun, or throws, and says which of both. */
    private void execute(PassDescriptor pass) {
        boolean complete = false;
        try {
            run.execute();
            TargetUse.end(pass, true);
            run.end();
            complete = true;
        } finally {
            if (!complete) {
                run.abandon();
            }
        }
    }

    @Override
    public Recording record(int room) {
        use.enter();
        try {
            recorder = new Recorder(room);
            watch.record(recorder);
            return recorder.recording();
        } finally {
            use.leave();
        }
    }

    @Override
    public FrameInspection inspect() {
        if (!rendered) {
            throw new IllegalStateException("nothing has been submitted");
        }
        return new FrameInspection(run.target(), List.of(run.inspect()));
    }

    /** Stops the workers. */
    @Override
    public void close() {
        use.close();
        pool.close();
    }
}
