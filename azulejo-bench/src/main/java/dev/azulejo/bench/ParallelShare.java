package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.shader.Kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What more processors than there are could give: of warm frames of an orbit, how long nobody
 * worked beside the thread that submits, and how long workers waited for each other at the ends of
 * what they do together. Arguments: threads, frames, scenes. Prints a Markdown table of medians,
 * and what follows from them for 4, 16 and 64 workers.
 */
public final class ParallelShare {
    private static final double WARM_UP_SECONDS = 8;

    /** Activities of a frame on one row: more than any has. */
    private static final int ROOM = 1 << 16;

    private static final int[] MORE = {4, 16, 64};

    private ParallelShare() {}

    /** Measures. */
    public static void main(String[] arguments) {
        if (arguments.length < 3) {
            System.err.println("THREADS FRAMES SCENE...: one scene at least is expected");
            System.exit(2);
        }
        int threads = Integer.parseInt(arguments[0]);
        int frames = Integer.parseInt(arguments[1]);
        System.out.println(
                "| scene | frame, ms | alone, ms | of the frame | waiting, ms | of the frame"
                        + " | with 4: times as fast as one | 16 | 64 |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        var options = DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR).withThreads(threads);
        for (int s = 2; s < arguments.length; s++) {
            try (var device = new Device(options)) {
                measure(StudyScene.of(arguments[s]), frames, device, threads);
            }
        }
    }

    private static void measure(StudyScene study, int frames, Device device, int threads) {
        var orbit = new WarmOrbit(study.scene());
        var recording = device.record(ROOM);
        long end = System.nanoTime() + (long) (WARM_UP_SECONDS * 1e9);
        var shares = new ArrayList<BusySpans.Shares>();
        for (int f = 0; shares.size() < frames; f++) {
            long start = System.nanoTime();
            orbit.render(device, f);
            long done = System.nanoTime();
            if (start > end) {
                shares.add(shares(recording, threads, start, done));
            }
        }
        print(study.name(), shares);
    }

    private static BusySpans.Shares shares(Recording recording, int workers, long from, long to) {
        var spans = new BusySpans(workers, from, to);
        for (var row : recording.rows()) {
            for (int i = row.size() - 1; i >= 0 && row.endNs(i) >= from; i--) {
                if (row.gpu() != Recording.WHOLE && isTask(row.activity(i))) {
                    spans.add(row.startNs(i), row.endNs(i));
                }
            }
        }
        return spans.shares();
    }

    /** Whether a worker is at work: other activities are made of these, or are none. */
    private static boolean isTask(Activity activity) {
        return switch (activity) {
            case PRETEST, CULLING, MARKING, GEOMETRY, HASHING, BINNING, TILES, HELPING -> true;
            default -> false;
        };
    }

    private static void print(String name, List<BusySpans.Shares> shares) {
        double frame = median(shares, s -> s.frame() / 1e6);
        var line =
                new StringBuilder(
                        "| %s | %.2f | %.3f | %.1f %% | %.3f | %.1f %% |"
                                .formatted(
                                        name,
                                        frame,
                                        median(shares, s -> s.alone() / 1e6),
                                        median(shares, s -> 100.0 * s.alone() / s.frame()),
                                        median(shares, s -> s.waiting() / 1e6),
                                        median(shares, s -> 100 * s.waiting() / s.frame())));
        for (int more : MORE) {
            double times = median(shares, s -> (s.alone() + s.work()) / s.predicted(more));
            line.append(String.format(Locale.ROOT, " %.1f |", times));
        }
        System.out.println(line);
    }

    private static double median(
            List<BusySpans.Shares> shares, ToDoubleFunction<BusySpans.Shares> of) {
        return WarmOrbit.median(shares.stream().mapToDouble(of).toArray());
    }
}
