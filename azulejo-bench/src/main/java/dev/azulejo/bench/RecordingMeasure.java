package dev.azulejo.bench;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.sim.record.TraceRecorder;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * What recording the work of a frame costs, in turn: frames of a device without techniques, frames
 * of a recording device of which nobody has himself told anything, and frames of a {@link
 * TraceRecorder}, each first in its share of the rounds; where tiles are compared, also frames of a
 * device that does so and does not record. After each of the recorder's it is waited until its own
 * thread has made a phase, so that it disturbs none of the others. At last frames in a row, of
 * which nobody waits for the recorder's thread but the recorder itself, where that is a phase
 * behind: it takes what it needs of processors then. Arguments: threads, then names of demo scenes;
 * `defaults` after the threads records early Z and reuse as well. Prints medians: of frames, of the
 * ratios of a round, of nanoseconds a primitive; the same for processor time of the submitting
 * thread, which others who use the machine do not lengthen; and how long the phase takes that is
 * made behind the frame.
 */
public final class RecordingMeasure {
    /** Time on a processor, so that others who use the machine do not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private static final int WARM = 40;
    private static final int ROUNDS = 45;

    /** Frames in a row. */
    private static final int ROW = 12;

    private static final int ROWS = 7;

    /** What was measured of one way, round by round: nanoseconds. */
    private record Times(double[] frames, double[] submitting) {
        Times() {
            this(new double[ROUNDS], new double[ROUNDS]);
        }
    }

    private RecordingMeasure() {}

    /** Measures. */
    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length < 2) {
            System.err.println("THREADS [defaults] SCENE...: one scene at least is expected");
            System.exit(2);
        }
        int threads = Integer.parseInt(arguments[0]);
        boolean defaults = arguments[1].equals("defaults");
        var plain =
                DeviceOptions.DEFAULT
                        .withThreads(threads)
                        .withEarlyZ(EarlyZ.OFF)
                        .withReuse(Reuse.OFF);
        var recorded = defaults ? DeviceOptions.DEFAULT.withThreads(threads) : plain;
        // As who records compares them
        var compares =
                plain.withReuse(
                        recorded.reuse()
                                .withMode(defaults ? Reuse.Mode.ON : Reuse.Mode.OFF)
                                .withUnchanged(false)
                                .withPartial(false));

        for (String name : Arrays.copyOfRange(arguments, defaults ? 2 : 1, arguments.length)) {
            measure(name, plain, compares, recorded);
        }
    }

    private static void measure(
            String name, DeviceOptions without, DeviceOptions compares, DeviceOptions recorded)
            throws InterruptedException {
        var settings =
                RenderSettings.defaults()
                        .withSize(1920, 1080)
                        .withSamples(1)
                        .withLighting(Lighting.CONSTANT)
                        .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1));
        var scene = DemoScenes.create(name);
        var made = new Semaphore(0);
        try (var plain = new Session(scene, settings, without);
                var logged = Session.recordingWork(scene, settings, recorded, phase -> {});
                var recorder = new TraceRecorder(phase -> made.release());
                var noted = Session.recordingWork(scene, settings, recorded, recorder);
                var comparing = new Session(scene, settings, compares)) {
            var sessions = List.of(plain, logged, noted, comparing);
            var times = List.of(new Times(), new Times(), new Times(), new Times());
            double[] behind = new double[ROUNDS];
            double aspect = 1920.0 / 1080;
            double reach = 0.8 * View.fit(plain.bounds(), new float[0], 45, 20, aspect);
            long primitives = 0;
            for (int frame = -WARM; frame < ROUNDS; frame++) {
                int round = Math.max(frame, 0);
                var view = View.orbit(plain.bounds(), 100 + (frame + WARM) % 3, 20, reach, aspect);
                for (int turn = 0; turn < sessions.size(); turn++) {
                    int which = (turn + (frame + WARM) / 3) % sessions.size();
                    var session = sessions.get(which);
                    session.look(view);
                    long phases = recorder.phases();
                    long submitting = CLOCK.getCurrentThreadCpuTime();
                    long start = System.nanoTime();
                    var report = session.render();
                    long end = System.nanoTime();
                    times.get(which).frames[round] = end - start;
                    times.get(which).submitting[round] =
                            CLOCK.getCurrentThreadCpuTime() - submitting;
                    primitives = report.get(Counter.PRIMITIVES_IN);
                    if (session == noted) {
                        made.acquire((int) (recorder.phases() - phases));
                        behind[round] = System.nanoTime() - end;
                    }
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d threads, %.1f ms, %d primitives%n",
                    name,
                    without.threads(),
                    median(times.getFirst().frames) / 1e6,
                    primitives);
            print("not received", times.get(1), times.getFirst(), primitives);
            print("recorded", times.get(2), times.getFirst(), primitives);
            if (compares.reuse().mode() != Reuse.Mode.OFF) {
                print("compared tiles alone", times.get(3), times.getFirst(), primitives);
                print("not received, beside that", times.get(1), times.get(3), primitives);
                print("recorded, beside that", times.get(2), times.get(3), primitives);
            }
            System.out.printf(
                    Locale.ROOT, "  made behind the frame in %.1f ms%n", median(behind) / 1e6);
            double[] ratios = new double[ROWS];
            for (int row = 0; row < ROWS; row++) {
                long phases = recorder.phases();
                long start = System.nanoTime();
                inARow(noted, aspect, reach);
                // With the last: it would disturb those that are compared with
                made.acquire((int) (recorder.phases() - phases));
                double noting = System.nanoTime() - start;
                ratios[row] = noting / inARow(plain, aspect, reach);
            }
            System.out.printf(
                    Locale.ROOT,
                    "  %d frames in a row: %.3f times (%.3f to %.3f)%n",
                    ROW,
                    median(ratios),
                    Arrays.stream(ratios).min().orElseThrow(),
                    Arrays.stream(ratios).max().orElseThrow());
        }
    }

    /** Returns what frames in a row take, nanoseconds. */
    private static double inARow(Session session, double aspect, double reach) {
        long start = System.nanoTime();
        for (int frame = 0; frame < ROW; frame++) {
            session.look(View.orbit(session.bounds(), 100 + frame % 3, 20, reach, aspect));
            session.render();
        }
        return System.nanoTime() - start;
    }

    private static void print(String how, Times with, Times without, long primitives) {
        System.out.printf(
                Locale.ROOT,
                "  %s: %s; submitting thread's processor: %s%n",
                how,
                compared(with.frames, without.frames, primitives),
                compared(with.submitting, without.submitting, primitives));
    }

    private static String compared(double[] with, double[] without, long primitives) {
        double[] ratios = new double[ROUNDS];
        double[] more = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            ratios[round] = with[round] / without[round];
            more[round] = (with[round] - without[round]) / primitives;
        }
        return String.format(
                Locale.ROOT,
                "%.1f ms, %.3f times, %.1f ns a primitive",
                median(with) / 1e6,
                median(ratios),
                median(more));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
