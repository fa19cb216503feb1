package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.device.ChipletPackage;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.FrameTurns;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.model.Scene;

import java.util.ArrayList;
import java.util.List;

/**
 * Renders a sequence of pictures of a scene. With {@link Group.Split#FRAMES} several GPUs take the
 * frames in turn, overlapping in time: each has a session of its own with its part of the threads,
 * and remembers its own last frame, from which tiles may be reused. With {@link Group.Split#BINS}
 * frames may overlap on one package of chiplets: while bins of one are rendered, the first chiplet
 * finds out what is visible in the next, and another thread takes the last picture and prepares the
 * one after. Else one session renders all. The pictures are the same.
 *
 * <p>Frames are delivered in order. With GPUs that take turns each is delivered by the thread of
 * its GPU, which does not begin another one before: so there are as many pictures, and as many
 * copies of what the scene moves, as there are GPUs, however long a frame takes. Where frames
 * overlap on one package there are three. Textures and what does not deform are there once.
 *
 * <p>Threads: {@link #run} is called by one at a time.
 */
public final class FrameSequence implements AutoCloseable {
    /** What makes the frames of a sequence, and takes them. */
    public interface Work {
        /**
         * Moves a scene to where it is in a frame, and looks at it. Called by several threads at
         * once, each for a session of its own, which has seen only some of the frames before.
         *
         * @param session to be told
         * @param frame number of the frame
         */
        void prepare(Session session, int frame);

        /**
         * A frame has been rendered. Called for one frame after the other, in order, by the thread
         * that submits, before it goes on: what the session's GPU says of its last frame is said of
         * this one. Nothing slow should happen here.
         *
         * @param session has rendered it
         * @param frame number of the frame
         * @param report what the frame did
         * @param latencyNs from its beginning, with what {@link #prepare} did, to its last pixel
         */
        default void rendered(Session session, int frame, FrameReport report, long latencyNs) {}

        /**
         * Takes a picture. Called for one frame after the other, in order, while others may be
         * under way on the same GPU: only what the session itself holds may be looked at.
         *
         * @param session has rendered it, and holds it until this returns
         * @param frame number of the frame
         * @param report what the frame did
         * @param latencyNs from its beginning, with what {@link #prepare} did, to its last pixel
         */
        void deliver(Session session, int frame, FrameReport report, long latencyNs);
    }

    private final List<Session> sessions = new ArrayList<>();
    private final FrameTurns turns;
    private final FrameProgress progress = new FrameProgress();

    /** Null if frames do not overlap on one package. */
    private final OverlappedFrames overlapped;

    /** What sessions share; null if each has its own. */
    private final ChipletPackage chiplets;

    /** Opens the sessions; the frames of a package of chiplets overlap. */
    public FrameSequence(Scene scene, RenderSettings settings, DeviceOptions options) {
        this(
                scene,
                settings,
                options,
                options.group().split() == Group.Split.BINS
                        ? FrameOrder.OVERLAPPED
                        : FrameOrder.APART);
    }

    /**
     * Opens the sessions.
     *
     * @param order whether frames overlap on one package of chiplets
     * @throws IllegalArgumentException if they shall, and the options are of something else
     */
    public FrameSequence(
            Scene scene, RenderSettings settings, DeviceOptions options, FrameOrder order) {
        this(scene, settings, options, order, Cancellation.NEVER);
    }

    /**
     * Opens the sessions, unless somebody wishes that this ends early.
     *
     * @param order whether frames overlap on one package of chiplets
     * @param cancellation ends it, from any thread
     * @throws IllegalArgumentException if they shall, and the options are of something else
     * @throws CancelledException if it was ended early; nothing is left of it
     */
    public FrameSequence(
            Scene scene,
            RenderSettings settings,
            DeviceOptions options,
            FrameOrder order,
            Cancellation cancellation) {
        boolean overlaps = order == FrameOrder.OVERLAPPED;
        var group = options.group();
        if (overlaps && group.split() != Group.Split.BINS) {
            throw new IllegalArgumentException(
                    "overlap: frames overlap on a package of chiplets alone: split=bins expected");
        }
        boolean alternate = group.split() == Group.Split.FRAMES;
        int[] weights =
                alternate
                        ? group.weights().stream().mapToInt(Integer::intValue).toArray()
                        : new int[] {1};
        turns = new FrameTurns(weights.length, weights);
        chiplets = overlaps ? new ChipletPackage(options) : null;
        boolean made = false;
        try {
            var uploads = new Uploads(scene, settings, cancellation);
            int count = overlaps ? OverlappedFrames.SESSIONS : weights.length;
            for (int s = 0; s < count; s++) {
                sessions.add(
                        overlaps
                                ? Session.on(chiplets, scene, settings, uploads)
                                : new Session(
                                        scene,
                                        settings,
                                        alternate ? own(options, s) : options,
                                        uploads));
            }
            overlapped = overlaps ? new OverlappedFrames(sessions, chiplets) : null;
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    /** Options of one of several GPUs: it has its part of the threads, one at least. */
    private static DeviceOptions own(DeviceOptions options, int gpu) {
        int gpus = options.group().gpus();
        int threads = options.threads() * (gpu + 1) / gpus - options.threads() * gpu / gpus;
        return options.withThreads(Math.max(1, threads)).withGroup(Group.ONE);
    }

    /** Returns the sessions, one for each picture that there may be at a time. */
    public List<Session> sessions() {
        return List.copyOf(sessions);
    }

    /** Returns how many GPUs take frames in turn; 1 where one renders all. */
    public int gpus() {
        return overlapped == null ? sessions.size() : 1;
    }

    /** Returns which of the GPUs renders a frame. */
    public int gpu(int frame) {
        return turns.gpu(frame);
    }

    /** Returns which of the sessions renders a frame. */
    public Session session(int frame) {
        return sessions.get(overlapped == null ? gpu(frame) : frame % sessions.size());
    }

    /**
     * Renders frames and delivers them.
     *
     * @param frames how many, from frame 0 on
     * @param work makes and takes them
     */
    public void run(int frames, Work work) {
        run(frames, work, Cancellation.NEVER);
    }

    /**
     * Renders frames and delivers them, unless somebody wishes that this ends early. Frames that
     * were delivered by then stay; of the others nothing goes on.
     *
     * @param frames how many, from frame 0 on
     * @param work makes and takes them
     * @param cancellation ends it, from any thread
     * @throws CancelledException if it was ended early
     */
    public void run(int frames, Work work, Cancellation cancellation) {
        if (overlapped != null) {
            overlapped.run(frames, work, cancellation);
            return;
        }
        progress.begin();
        var threads = new ArrayList<Thread>();
        for (int gpu = 1; gpu < sessions.size(); gpu++) {
            int number = gpu;
            threads.add(
                    Thread.ofPlatform()
                            .name("azulejo-frames-" + gpu)
                            .daemon()
                            .start(() -> take(number, frames, work, cancellation)));
        }
        take(0, frames, work, cancellation);
        threads.forEach(FrameProgress::join);
        progress.rethrow();
    }

    /** Takes a GPU's turns. */
    private void take(int gpu, int frames, Work work, Cancellation cancellation) {
        try {
            for (int frame = 0; frame < frames; frame++) {
                if (turns.gpu(frame) == gpu
                        && !take(sessions.get(gpu), frame, work, cancellation)) {
                    return;
                }
            }
        } catch (Throwable e) {
            // Whatever it is: nobody else would ever wake the others.
            progress.fail(e);
        }
    }

    /** Renders a frame and delivers it; returns whether to go on. */
    private boolean take(Session session, int frame, Work work, Cancellation cancellation) {
        if (!progress.await(FrameProgress.Step.DELIVERED, frame - turns.underWay() + 1)) {
            return false;
        }
        long start = System.nanoTime();
        cancellation.check("rendering");
        work.prepare(session, frame);
        var report = session.render(cancellation);
        long latency = System.nanoTime() - start;
        if (!progress.await(FrameProgress.Step.DELIVERED, frame)) {
            return false;
        }
        work.rendered(session, frame, report, latency);
        work.deliver(session, frame, report, latency);
        progress.done(FrameProgress.Step.DELIVERED, frame);
        return true;
    }

    /** Stops all workers. */
    @Override
    public void close() {
        sessions.forEach(Session::close);
        if (chiplets != null) {
            chiplets.close();
        }
    }
}
