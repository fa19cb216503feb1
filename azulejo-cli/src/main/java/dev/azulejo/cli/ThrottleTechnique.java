package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.render.RenderSettings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Patches without a throttle, with a fixed number of groups in flight, and throttled. */
final class ThrottleTechnique implements Technique {
    /** Groups an engine of the fixed number. */
    static final int CAP = 2;

    /** Frames of which the fastest is plotted, so that no other program's work is in it. */
    private static final int PLOTTED = 7;

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions base;
    private final Map<String, Throttled> sources = new LinkedHashMap<>();
    private SharedTarget scene;

    ThrottleTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
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
        var options = device.options(Integer.MAX_VALUE).withReuse(Reuse.OFF);
        // Its trials would make one setting's frames slower than another's
        base = device.earlyZGiven() ? options : options.withEarlyZ(EarlyZ.OFF);
        if (base.throttle().mode() != Throttle.Mode.ON) {
            throw new UserException(
                    "compare sets --throttle's mode itself: 'on' and what follows it is taken for"
                            + " all; choose with --settings");
        }
    }

    /** A setting's device, and what its throttle saw. */
    static final class Throttled extends SharedTarget.Source {
        private final String name;
        private final DeviceOptions options;
        private int mostInFlight;
        private ThrottleRun plotted;

        Throttled(SharedTarget scene, String name, DeviceOptions options) {
            super(scene, options);
            this.name = name;
            this.options = options;
        }

        @Override
        public void measured(int frame) {
            mostInFlight = Math.max(mostInFlight, ThrottleRun.mostInFlight(inspect().throttle()));
        }

        /** Most groups in flight at a time, in any frame. */
        int mostInFlight() {
            return mostInFlight;
        }

        /** Returns the fastest frame that was rendered to be plotted. */
        ThrottleRun plotted() {
            return plotted;
        }

        /** Renders a frame to be plotted; false if it has no patches. */
        private boolean plot(int frame) {
            long start = System.nanoTime();
            render(frame);
            double ms = (System.nanoTime() - start) / 1e6;
            var samples = inspect().throttle();
            if (samples.isEmpty()) {
                return false;
            }
            if (plotted == null || ms < plotted.frameMs) {
                var throttle = options.throttle();
                int engines = throttle.enginesFor(options.threads());
                plotted = new ThrottleRun(name, ms, samples, throttle, engines);
            }
            return true;
        }
    }

    @Override
    public String heading() {
        return "throttle";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
        var throttle = base.throttle();
        var cap = Throttle.cap(CAP).withEngines(throttle.engines()).withPatches(throttle.patches());
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("off", base.withThrottle(throttle.withMode(Throttle.Mode.OFF)));
        map.put("cap", base.withThrottle(cap));
        map.put("throttle", base);
        return map;
    }

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.of("best ms", "%.2f", Measurement::bestMs),
                Column.speed("%.3f"),
                Column.of("processor ms", "%.1f", Measurement::processorMs),
                Column.of("peak geometry MB", "%.2f", Measurement::peakMegabytes),
                Column.of("% of off", "%.1f", ThrottleTechnique::percentOfMemory),
                Column.of("largest MB", "%.2f", Measurement::largestMegabytes),
                Column.of("drains", "%.1f", row -> row.mean(Counter.DRAINS)),
                Column.count("launches", Counter.HULL_LAUNCHES),
                Column.of("most in flight", "%.0f", row -> sources.get(row.name()).mostInFlight()),
                Column.of("below floor", "%.1f", row -> row.mean(Counter.LAUNCHES_BELOW_FLOOR)),
                Column.of("passed over", "%.1f", row -> row.mean(Counter.LAUNCHES_PASSED_OVER)),
                Column.of("over limit", "%.1f", row -> row.mean(Counter.LAUNCHES_OVER_LIMIT)),
                Column.of("over ceiling", "%.1f", row -> row.mean(Counter.LAUNCHES_OVER_CEILING)),
                Column.of("starved ms", "%.2f", Measurement::starvedMs),
                Column.count("patches", Counter.PATCHES),
                Column.count("dropped", Counter.PATCHES_DROPPED),
                Column.count("primitives made", Counter.TESSELLATED_PRIMITIVES),
                Column.of(
                        "M domain points/s",
                        "%.2f",
                        row -> row.mean(Counter.DOMAIN_POINTS) / row.medianMs() / 1e3));
    }

    /** Memory of geometry in hundredths of what it is where nothing is throttled. */
    static double percentOfMemory(Measurement row) {
        return 100 * row.peakMegabytes() / row.first().peakMegabytes();
    }

    @Override
    public void load() {
        scene = new SharedTarget(command, render);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        var source = new Throttled(scene, setting, options);
        sources.put(setting, source);
        return source;
    }

    @Override
    public void begin(int frame) {
        scene.look(frame);
    }

    /** All settings render the last view again, some times; the fastest is plotted. */
    @Override
    public void finish() {
        if (command.page == null && command.plot == null) {
            return;
        }
        for (int f = 0; f < PLOTTED; f++) {
            for (var source : sources.values()) {
                if (!source.plot(command.frames - 1)) {
                    throw new UserException(
                            "--page and --plot: %s has no patches; add --tessellate pn, or take a"
                                            .formatted(command.name)
                                    + " scene with patches such as demo:terrain");
                }
            }
        }
    }

    @Override
    public void write(List<List<String>> table, List<Measurement> rows) {
        var throttled = List.copyOf(sources.values());
        if (command.page != null) {
            new ThrottlePage(command).write(table, rows, throttled);
        }
        if (command.plot != null) {
            ThrottlePage.writePlot(command.plot, throttled.getLast().plotted());
        }
    }
}
