package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.device.ChipletPackage;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.ReportCopy;

import java.util.List;

/**
 * Renders a sequence on one package of chiplets, with two frames under way. One thread submits; a
 * second one takes pictures and moves the scene, each in a session of its own, which nothing that
 * is under way reads:
 *
 * <pre>
 *  submits          | bins of frame 1, what is visible in 2 | bins of 2, what is visible in 3 |
 *  beside it        | take picture 0, prepare 3             | take picture 1, prepare 4       |
 *  sessions         | 0: frames 0 and 3, 1: frame 1, 2: frame 2
 * </pre>
 */
final class OverlappedFrames {
    /** One that is rendered, one whose bins are filled, and one that is taken or prepared. */
    static final int SESSIONS = 3;

    private final List<Session> sessions;
    private final ChipletPackage chiplets;
    private final FrameProgress progress = new FrameProgress();

    /** Of the frame of each session; a package keeps its own for less long. */
    private final ReportCopy[] reports = new ReportCopy[SESSIONS];

    /** What each session's frame is drawn by. */
    private final CommandBuffer[] commands = new CommandBuffer[SESSIONS];

    private final long[] startNs = new long[SESSIONS];
    private final long[] latencyNs = new long[SESSIONS];

    /**
     * Makes it.
     *
     * @param allSessions {@value #SESSIONS}, on the same package
     */
    OverlappedFrames(List<Session> allSessions, ChipletPackage gpu) {
        sessions = List.copyOf(allSessions);
        chiplets = gpu;
        for (int s = 0; s < SESSIONS; s++) {
            reports[s] = new ReportCopy();
        }
    }

    private static int slot(int frame) {
        return frame % SESSIONS;
    }

    /** Renders frames and delivers them. */
    void run(int frames, FrameSequence.Work work, Cancellation cancellation) {
        progress.begin();
        var beside =
                Thread.ofPlatform()
                        .name("azulejo-frames-beside")
                        .daemon()
                        .start(() -> guard(() -> prepareAndDeliver(frames, work, cancellation)));
        guard(() -> submitAll(frames, work, cancellation));
        // If anything failed: of a sequence that is over nothing stays under way.
        guard(() -> chiplets.finish(cancellation));
        FrameProgress.join(beside);
        progress.rethrow();
    }

    private void guard(Runnable part) {
        try {
            part.run();
        } catch (Throwable e) {
            // Whatever it is: nobody else would ever wake the other.
            progress.fail(e);
        }
    }

    private void submitAll(int frames, FrameSequence.Work work, Cancellation cancellation) {
        for (int frame = 0; frame < frames; frame++) {
            if (!progress.await(FrameProgress.Step.PREPARED, frame + 1)) {
                return;
            }
            var before = chiplets.submitAhead(commands[slot(frame)], cancellation);
            if (before != null) {
                rendered(frame - 1, before, work);
            }
        }
        if (frames > 0) {
            rendered(frames - 1, chiplets.finish(cancellation), work);
        }
    }

    private void rendered(int frame, FrameReport report, FrameSequence.Work work) {
        int slot = slot(frame);
        latencyNs[slot] = System.nanoTime() - startNs[slot];
        reports[slot].set(report);
        work.rendered(sessions.get(slot), frame, report, latencyNs[slot]);
        progress.done(FrameProgress.Step.RENDERED, frame);
    }

    /** Takes pictures as they come; whose session is free then is prepared for its next frame. */
    private void prepareAndDeliver(int frames, FrameSequence.Work work, Cancellation cancellation) {
        for (int frame = 0; frame < Math.min(frames, SESSIONS); frame++) {
            prepare(frame, work, cancellation);
        }
        for (int frame = 0; frame < frames; frame++) {
            if (!progress.await(FrameProgress.Step.RENDERED, frame + 1)) {
                return;
            }
            int slot = slot(frame);
            work.deliver(sessions.get(slot), frame, reports[slot].report(), latencyNs[slot]);
            progress.done(FrameProgress.Step.DELIVERED, frame);
            if (frame + SESSIONS < frames) {
                prepare(frame + SESSIONS, work, cancellation);
            }
        }
    }

    private void prepare(int frame, FrameSequence.Work work, Cancellation cancellation) {
        startNs[slot(frame)] = System.nanoTime();
        var session = sessions.get(slot(frame));
        work.prepare(session, frame);
        commands[slot(frame)] = session.commands(cancellation);
        progress.done(FrameProgress.Step.PREPARED, frame);
    }
}
