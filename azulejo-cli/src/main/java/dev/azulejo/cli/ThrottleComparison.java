package dev.azulejo.cli;

import com.sun.management.OperatingSystemMXBean;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Patches without a throttle, with a fixed number of groups in flight, and throttled, in turn. */
final class ThrottleComparison {
    /** Groups an engine of the fixed number. */
    static final int CAP = 2;

    /** Frames of which the fastest is plotted, so that no other program's work is in it. */
    private static final int PLOTTED = 7;

    /** One setting. */
    static final class Row {
        final String name;
        final Throttle throttle;
        final int engines;
        final double[] ms;
        final double[] megabytes;
        int mostInFlight;
        ThrottleRun plotted;
        private final Device gpu;
        private final Map<Counter, Long> sums = new LinkedHashMap<>();
        private long starvedNs;
        private long processorNs;
        private boolean same = true;
        private int[] pixels = new int[0];

        Row(String name, DeviceOptions options, int frames) {
            this.name = name;
            this.throttle = options.throttle();
            this.engines = throttle.enginesFor(options.threads());
            this.gpu = new Device(options);
            this.ms = new double[frames];
            this.megabytes = new double[frames];
        }

        double mean(Counter counter) {
            return (double) sums.getOrDefault(counter, 0L) / ms.length;
        }

        /** Median of the frames' peaks. */
        double peakMegabytes() {
            return CompareCommand.median(megabytes);
        }

        /** The largest of all frames. */
        double largestMegabytes() {
            return Arrays.stream(megabytes).max().orElse(0);
        }

        double bestMs() {
            return Arrays.stream(ms).min().orElse(0);
        }

        /** Median of the frames' ratios of another setting's time to this one's. */
        double ratio(Row other) {
            double[] ratios = new double[ms.length];
            for (int f = 0; f < ratios.length; f++) {
                ratios[f] = other.ms[f] / ms[f];
            }
            return CompareCommand.median(ratios);
        }
    }

    private final CompareCommand command;
    private final int frames;

    ThrottleComparison(CompareCommand command) {
        this.command = command;
        this.frames = command.frames;
    }

    void run(RenderSettings settings) {
        var device = command.device;
        if (device.reuseGiven()) {
            throw new UserException(
                    "compare --technique=throttle has no --reuse: its settings take turns in one"
                            + " target, so that no tile ever holds its own last pixels");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        if (command.heatmaps != null) {
            throw new UserException("--heatmaps: for --technique=early-z and reuse only");
        }
        var base = device.options(Integer.MAX_VALUE).withReuse(Reuse.OFF);
        if (!device.earlyZGiven()) {
            // Its trials would make one setting's frames slower than another's
            base = base.withEarlyZ(EarlyZ.OFF);
        }
        if (base.throttle().mode() != Throttle.Mode.ON) {
            throw new UserException(
                    "compare sets --throttle's mode itself: 'on' and what follows it is taken for"
                            + " all; choose with --settings");
        }
        var choices = settings(base);
        command.checkSettings(choices.keySet());
        if (command.page != null) {
            WholeFile.check("--page", command.page);
        }
        if (command.plot != null) {
            WholeFile.check("--plot", command.plot);
        }
        var scene = SceneFiles.load(command.name);
        var path = CameraPath.parse(command.camera, command.size);
        var renderer = new SceneRenderer(scene, command.tessellation.apply(settings, scene));
        path.frame(new Framing(renderer.bounds(), new float[0]));
        var rows = new ArrayList<Row>();
        try {
            choices.forEach(
                    (name, options) -> {
                        if (name.equals("off")
                                || command.only == null
                                || Arrays.asList(command.only).contains(name)) {
                            rows.add(new Row(name, options, frames));
                        }
                    });
            measure(renderer, path, rows);
            if (command.page != null || command.plot != null) {
                plot(renderer, path, rows);
            }
        } finally {
            rows.forEach(row -> row.gpu.close());
        }
        var table = table(rows);
        command.printHead();
        table.forEach(cells -> System.out.println("| " + String.join(" | ", cells) + " |"));
        if (command.page != null) {
            new ThrottlePage(command).write(table, rows);
        }
        if (command.plot != null) {
            ThrottlePage.writePlot(command.plot, rows.getLast());
        }
    }

    private static Map<String, DeviceOptions> settings(DeviceOptions base) {
        var throttle = base.throttle();
        var cap = Throttle.cap(CAP).withEngines(throttle.engines()).withPatches(throttle.patches());
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("off", base.withThrottle(throttle.withMode(Throttle.Mode.OFF)));
        map.put("cap", base.withThrottle(cap));
        map.put("throttle", base);
        return map;
    }

    /** The settings take turns within every frame, so that what slows the machine slows all. */
    private void measure(SceneRenderer renderer, CameraPath path, List<Row> rows) {
        for (int f = -command.warmup; f < frames; f++) {
            var views = views(renderer, path, f);
            for (int r = 0; r < rows.size(); r++) {
                // Each frame begins with another setting
                var row = rows.get(Math.floorMod(r + f, rows.size()));
                long processor = processorNs();
                long start = System.nanoTime();
                var report = renderer.render(row.gpu, views);
                long elapsed = System.nanoTime() - start;
                processor = processorNs() - processor;
                keep(row, renderer.target().pixels());
                if (f >= 0) {
                    add(row, f, elapsed, report);
                    row.processorNs += processor;
                }
            }
            for (var row : rows) {
                row.same &= Arrays.equals(rows.getFirst().pixels, row.pixels);
            }
        }
    }

    /** Time that all threads ran: what others do on the machine is not in it. */
    private static long processorNs() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private List<View> views(SceneRenderer renderer, CameraPath path, int frame) {
        var view = path.view(renderer, Math.floorMod(frame * 7, CameraPath.LENGTH));
        return command.stereo.of(view, renderer);
    }

    private static void keep(Row row, int[] pixels) {
        if (row.pixels.length != pixels.length) {
            row.pixels = new int[pixels.length];
        }
        System.arraycopy(pixels, 0, row.pixels, 0, pixels.length);
    }

    private static void add(Row row, int frame, long elapsedNs, FrameReport report) {
        row.ms[frame] = elapsedNs / 1e6;
        row.megabytes[frame] = report.peakGeometryBytes() / 1e6;
        row.starvedNs += report.starvedNs();
        report.counters().forEach((key, value) -> row.sums.merge(key, value, Long::sum));
        var trace = row.gpu.inspect().throttle();
        if (trace != null) {
            row.mostInFlight = Math.max(row.mostInFlight, ThrottleRun.mostInFlight(trace));
        }
    }

    /** All settings render the last view again, some times; the fastest is kept. */
    private void plot(SceneRenderer renderer, CameraPath path, List<Row> rows) {
        var views = views(renderer, path, frames - 1);
        for (int f = 0; f < PLOTTED; f++) {
            for (var row : rows) {
                long start = System.nanoTime();
                renderer.render(row.gpu, views);
                double ms = (System.nanoTime() - start) / 1e6;
                var trace = row.gpu.inspect().throttle();
                if (trace == null) {
                    throw new UserException(
                            "--page and --plot: %s has no patches; add --tessellate pn, or take a"
                                            .formatted(command.name)
                                    + " scene with patches such as demo:terrain");
                }
                if (row.plotted == null || ms < row.plotted.frameMs) {
                    row.plotted = new ThrottleRun(row.name, ms, trace, row.throttle, row.engines);
                }
            }
        }
    }

    private static List<List<String>> table(List<Row> rows) {
        var table = new ArrayList<List<String>>();
        table.add(
                List.of(
                        "throttle",
                        "ms",
                        "best ms",
                        "x off",
                        "processor ms",
                        "peak geometry MB",
                        "% of off",
                        "largest MB",
                        "drains",
                        "launches",
                        "most in flight",
                        "starved ms",
                        "patches",
                        "dropped",
                        "primitives made",
                        "M domain points/s",
                        "same"));
        table.add(table.getFirst().stream().map(cell -> "---").toList());
        var off = rows.getFirst();
        for (var row : rows) {
            double ms = CompareCommand.median(row.ms);
            table.add(
                    List.of(
                            row.name,
                            number("%.2f", ms),
                            number("%.2f", row.bestMs()),
                            number("%.3f", row.ratio(off)),
                            number("%.1f", row.processorNs / 1e6 / row.ms.length),
                            number("%.2f", row.peakMegabytes()),
                            number("%.1f", 100 * row.peakMegabytes() / off.peakMegabytes()),
                            number("%.2f", row.largestMegabytes()),
                            number("%.1f", row.mean(Counter.DRAINS)),
                            number("%.0f", row.mean(Counter.HULL_LAUNCHES)),
                            Integer.toString(row.mostInFlight),
                            number("%.2f", row.starvedNs / 1e6 / row.ms.length),
                            number("%.0f", row.mean(Counter.PATCHES)),
                            number("%.0f", row.mean(Counter.PATCHES_DROPPED)),
                            number("%.0f", row.mean(Counter.TESSELLATED_PRIMITIVES)),
                            number("%.2f", row.mean(Counter.DOMAIN_POINTS) / ms / 1e3),
                            row.same ? "yes" : "NO"));
        }
        return table;
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
