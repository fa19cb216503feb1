package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.render.RenderSettings;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole frame in one sorting window, windows of W triangles, and batches of up to as many;
 * without and with early Z.
 */
final class WindowTechnique implements Technique {
    /** Triangles of a window, ascending; the last is the whole frame. */
    private static final int[] WINDOWS = {
        1000, 4000, 16_000, 64_000, 256_000, DeviceOptions.WHOLE_FRAME
    };

    /** Primitives of a batch, to hold against windows of as many. */
    private static final int[] BATCHES = {1000, 16_000};

    private static final int BATCH_STATES = 16;

    private static final String EARLY_Z = "-early-z";

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions base;
    private SharedTarget scene;

    WindowTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
        var device = command.device;
        if (device.earlyZGiven()) {
            throw new UserException("compare sets --early-z itself; choose with --settings");
        }
        if (device.reuseGiven()) {
            throw new UserException(
                    "compare --technique=windows has no --reuse: tiles are compared in whole"
                            + " frames only");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        if (command.heatmaps != null) {
            throw new UserException("--heatmaps: for --technique=early-z and reuse only");
        }
        base = device.options(Integer.MAX_VALUE).withReuse(Reuse.OFF);
        if (base.window() != DeviceOptions.WHOLE_FRAME) {
            throw new UserException("compare sets --window itself; choose with --settings");
        }
        if (base.fine().batched()) {
            throw new UserException("compare sets --fine itself; choose with --settings");
        }
    }

    @Override
    public String heading() {
        return "window";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
        var map = new LinkedHashMap<String, DeviceOptions>();
        for (boolean culls : new boolean[] {false, true}) {
            var options = base.withEarlyZ(culls ? EarlyZ.ON : EarlyZ.OFF);
            map.put(name(DeviceOptions.WHOLE_FRAME, culls), options);
            for (int window : WINDOWS) {
                map.put(name(window, culls), options.withWindow(window));
            }
            for (int batch : BATCHES) {
                map.put(
                        "batches-" + name(batch, culls),
                        options.withFine(Fine.batches(batch, BATCH_STATES)));
            }
        }
        return map;
    }

    private static String name(int window, boolean culls) {
        return label(window) + (culls ? EARLY_Z : "");
    }

    private static String label(int window) {
        return window == DeviceOptions.WHOLE_FRAME ? "whole" : Integer.toString(window);
    }

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.of("x whole", "%.2f", Measurement::speed),
                Column.GEOMETRY_MS,
                Column.TILES_MS,
                Column.of("peak geometry MB", "%.2f", Measurement::peakMegabytes),
                Column.of("of that parked MB", "%.2f", Measurement::parkedMegabytes),
                Column.count("windows", Counter.WINDOWS),
                Column.count("batches", Counter.FINE_BATCHES),
                Column.count("full", Counter.FINE_BATCHES_FULL),
                Column.count("states", Counter.FINE_BATCHES_STATES),
                Column.count("dependent", Counter.FINE_BATCHES_DEPENDENT),
                Column.count("steps", Counter.FINE_STEPS),
                Column.count("tile visits", Counter.TILES_RENDERED),
                Column.count("tile revisits", Counter.TILES_REVISITED),
                Column.count("triangles set up", Counter.TRIANGLES_SETUP),
                Column.count("set up once more", Counter.TRIANGLES_REPLAYED),
                Column.count("tile entries", Counter.TILE_ENTRIES),
                Column.count("fragments shaded", Counter.FRAGMENTS_SHADED));
    }

    @Override
    public void load() {
        scene = new SharedTarget(command, render);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        return new SharedTarget.Source(scene, options);
    }

    @Override
    public void begin(int frame) {
        scene.look(frame);
    }

    @Override
    public void write(List<List<String>> table, List<Measurement> rows) {
        if (command.page != null) {
            var plain = new WindowPlot.Series("plain", "without early Z", inOrder(rows, false));
            var culled = new WindowPlot.Series("culled", "with early Z", inOrder(rows, true));
            new WindowPage(command).write(table, labels(), plain, culled);
        }
    }

    private static List<String> labels() {
        return Arrays.stream(WINDOWS).mapToObj(WindowTechnique::label).toList();
    }

    /** Returns the rows in the order of {@link #WINDOWS}; null for one that was not asked for. */
    private static Measurement[] inOrder(List<Measurement> rows, boolean culls) {
        var ordered = new Measurement[WINDOWS.length];
        for (int w = 0; w < WINDOWS.length; w++) {
            String name = name(WINDOWS[w], culls);
            ordered[w] =
                    rows.stream().filter(row -> row.name().equals(name)).findFirst().orElse(null);
        }
        return ordered;
    }
}
