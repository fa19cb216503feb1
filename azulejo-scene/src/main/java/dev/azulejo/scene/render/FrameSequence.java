package dev.azulejo.scene.render;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.FrameTurns;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.scene.model.Scene;

import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a sequence of pictures of a scene. With {@link Group.Split#FRAMES} several GPUs take the
 * frames in turn, overlapping in time: each has a session of its own with its part of the threads,
 * and remembers its own last frame, from which tiles may be reused. Else one session renders all.
 * The pictures are the same.
 *
 * <p>Frames are delivered in order, each by the thread of its GPU, which does not begin another one
 * before: so there are as many pictures, and as many copies of the scene's buffers, as there are
 * GPUs, however long a frame takes.
 *
 * <p>Threads: {@link #run} is called by one at a time.
 */
public final class FrameSequence implements AutoCloseable {
    /** What makes the frames of a sequence, and takes them. */
    public interface Work {
        /**
         * Moves a scene to where it is in a frame, and looks at it. Called by several threads at
         * once, each for a session of its own, which has seen only the frames before that were its
         * GPU's.
         *
         * @param session to be told
         * @param frame number of the frame
         */
        void prepare(Session session, int frame);

        /**
         * Takes a picture. Called for one frame after the other, in order.
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

    // Guarded by this.
    private int delivered;
    private Throwable failure;

    /** Opens the sessions. */
    public FrameSequence(Scene scene, RenderSettings settings, DeviceOptions options) {
        var group = options.group();
        boolean alternate = group.split() == Group.Split.FRAMES;
        int[] weights =
                alternate
                        ? group.weights().stream().mapToInt(Integer::intValue).toArray()
                        : new int[] {1};
        turns = new FrameTurns(weights.length, weights);
        boolean made = false;
        try {
            for (int gpu = 0; gpu < weights.length; gpu++) {
                sessions.add(new Session(scene, settings, alternate ? own(options, gpu) : options));
            }
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

    /** Returns the sessions, one a GPU that takes frames of its own. */
    public List<Session> sessions() {
        return List.copyOf(sessions);
    }

    /** Returns which of the sessions renders a frame. */
    public int gpu(int frame) {
        return turns.gpu(frame);
    }

    /**
     * Renders frames and delivers them.
     *
     * @param frames how many, from frame 0 on
     * @param work makes and takes them
     */
    public void run(int frames, Work work) {
        synchronized (this) {
            delivered = 0;
            failure = null;
        }
        var threads = new ArrayList<Thread>();
        for (int gpu = 1; gpu < sessions.size(); gpu++) {
            int number = gpu;
            threads.add(
                    Thread.ofPlatform()
                            .name("azulejo-frames-" + gpu)
                            .daemon()
                            .start(() -> take(number, frames, work)));
        }
        take(0, frames, work);
        threads.forEach(FrameSequence::join);
        rethrow();
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void rethrow() {
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure != null) {
            // Java's compiler does not let work throw it; other languages do.
            throw new UndeclaredThrowableException(failure, "thrown by a frame: " + failure);
        }
    }

    /** Takes a GPU's turns. */
    private void take(int gpu, int frames, Work work) {
        try {
            for (int frame = 0; frame < frames; frame++) {
                if (turns.gpu(frame) == gpu && !take(sessions.get(gpu), frame, work)) {
                    return;
                }
            }
        } catch (Throwable e) {
            // Whatever it is: nobody else would ever wake the others.
            fail(e);
        }
    }

    /** Renders a frame and delivers it; returns whether to go on. */
    private boolean take(Session session, int frame, Work work) {
        if (!awaitDelivered(frame - turns.underWay() + 1)) {
            return false;
        }
        long start = System.nanoTime();
        work.prepare(session, frame);
        var report = session.render();
        long latency = System.nanoTime() - start;
        if (!awaitDelivered(frame)) {
            return false;
        }
        work.deliver(session, frame, report, latency);
        delivered(frame);
        return true;
    }

    /** Waits until so many frames have been delivered; returns whether nobody has failed. */
    private synchronized boolean awaitDelivered(int count) {
        boolean interrupted = false;
        while (failure == null && delivered < count) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure == null;
    }

    private synchronized void delivered(int frame) {
        delivered = frame + 1;
        notifyAll();
    }

    private synchronized void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        notifyAll();
    }

    /** Stops all workers. */
    @Override
    public void close() {
        sessions.forEach(Session::close);
    }
}
