package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.FrameSequence;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures frames of a package of chiplets that overlap: how many come in a time, and how long each
 * takes from its beginning to its last pixel. A frame is not done when it is submitted, so that
 * only sequences have a time.
 */
final class OverlapBench implements FrameSequence.Work {
    /** Frames of a sequence while warming up. */
    private static final int WARM = 12;

    private final BenchCommand command;
    private final CameraPath path;
    private final int frames;
    private final double warmup;
    private final double[] latencyMs;
    private int first;
    private double sequenceMs;
    private ChipletStudy study;

    /** Of each measured frame, what became of its bins: studied when no time is measured. */
    private final List<List<BinPhaseReport>> bins = new ArrayList<>();

    private IdleSettings idle;

    OverlapBench(BenchCommand bench, CameraPath camera, int measured, double warmupSeconds) {
        command = bench;
        path = camera;
        frames = measured;
        warmup = warmupSeconds;
        latencyMs = new double[frames];
    }

    /** Renders all. */
    void run(Scene scene, RenderSettings settings, DeviceOptions options) {
        try (var sequence = new FrameSequence(scene, settings, options, FrameOrder.OVERLAPPED)) {
            var session = sequence.sessions().getFirst();
            command.shadows.note(session.renderer());
            path.frame(command.animation.bounds(session, command.animation.frames()));
            long end = System.nanoTime() + (long) (warmup * 1e9);
            while (System.nanoTime() < end) {
                sequence.run(WARM, this);
                first += WARM;
            }
            first = 0;
            study = new ChipletStudy(options.group());
            idle = new IdleSettings(options);
            long start = System.nanoTime();
            sequence.run(frames, this);
            sequenceMs = (System.nanoTime() - start) / 1e6;
            bins.forEach(study::add);
            idle.note();
        }
    }

    @Override
    public void prepare(Session session, int frame) {
        command.look(session, path, first + frame);
    }

    @Override
    public void rendered(Session session, int frame, FrameReport report, long latencyNs) {
        if (study != null) {
            latencyMs[frame] = latencyNs / 1e6;
            bins.add(session.gpu().bins());
            idle.frame(report);
        }
    }

    @Override
    public void deliver(Session session, int frame, FrameReport report, long latencyNs) {
        // Nobody takes the picture.
    }

    /** Prints what was measured. */
    void print(String scene, int threads) {
        double latency = Measurement.median(latencyMs);
        if (command.json) {
            System.out.printf(
                    Locale.ROOT,
                    "{\"scene\": \"%s\", \"overlap\": true, \"mean_ms\": %.3f, \"latency_ms\":"
                            + " %.3f, \"idle_share\": %.4f, \"idle_share_apart\": %.4f,"
                            + " \"threads\": %d, \"frames\": %d}%n",
                    scene.replace("\\", "\\\\").replace("\"", "\\\""),
                    sequenceMs / frames,
                    latency,
                    study.schedule(FrameOrder.OVERLAPPED).idleShare(),
                    study.schedule(FrameOrder.APART).idleShare(),
                    threads,
                    frames);
        } else {
            System.out.printf(
                    Locale.ROOT,
                    "%s: overlapped, mean %.2f ms a frame, latency median %.2f ms; %d thread(s), %d"
                            + " frames%n%s%n",
                    scene,
                    sequenceMs / frames,
                    latency,
                    threads,
                    frames,
                    study.note());
        }
    }
}
