package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.render.RenderSettings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Early hierarchical Z: off, each part alone, and all together. */
final class EarlyZTechnique implements Technique {
    /** The published size of a sorting window. */
    private static final int WINDOW = 1000;

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions base;
    private final Map<String, SharedTarget.Source> sources = new LinkedHashMap<>();
    private SharedTarget scene;

    EarlyZTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
        var device = command.device;
        if (device.earlyZGiven()) {
            throw new UserException("compare sets --early-z itself; choose with --settings");
        }
        if (device.reuseGiven()) {
            throw new UserException(
                    "compare --technique=early-z has no --reuse: its settings take turns in one"
                            + " target, so that no tile ever holds its own last pixels");
        }
        if (command.page != null) {
            throw new UserException(
                    "--page: there is one for --technique=reuse, throttle and windows only");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        base = device.options(Integer.MAX_VALUE).withReuse(Reuse.OFF);
    }

    @Override
    public String heading() {
        return "early Z";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("off", base.withEarlyZ(EarlyZ.OFF));
        map.put("clusters", alone(EarlyZ.Part.CLUSTERS));
        map.put("before", alone(EarlyZ.Part.BEFORE));
        map.put("after", alone(EarlyZ.Part.AFTER));
        map.put("tiles", alone(EarlyZ.Part.TILES));
        map.put("raster", alone(EarlyZ.Part.RASTER));
        map.put("backward", base.withEarlyZ(EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD)));
        map.put("window", base.withWindow(WINDOW).withEarlyZ(EarlyZ.ON));
        map.put(
                "window-backward",
                base.withWindow(WINDOW).withEarlyZ(EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD)));
        // It keeps all triangles of an epoch, whatever the window
        map.put("full", alone(EarlyZ.Part.FULL_DEPTH).withWindow(DeviceOptions.WHOLE_FRAME));
        if (command.stereo.given()) {
            map.put("apart", base.withEarlyZ(EarlyZ.ON.without(EarlyZ.Part.VIEWS)));
        }
        map.put("again", base.withEarlyZ(EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS)));
        map.put(
                "pixels",
                base.withEarlyZ(EarlyZ.ON.with(EarlyZ.Part.PIXELS).withAgain(EarlyZ.Again.ALWAYS)));
        map.put("all", base.withEarlyZ(EarlyZ.ON));
        for (int side : new int[] {8, 4, 2}) {
            map.put("raster-" + side, base.withEarlyZ(EarlyZ.ON.withFinest(side)));
        }
        map.put("auto", base.withEarlyZ(EarlyZ.AUTO));
        return map;
    }

    private DeviceOptions alone(EarlyZ.Part part) {
        return base.withEarlyZ(EarlyZ.ON.only(part, EarlyZ.Part.VIEWS));
    }

    @Override
    public Set<String> onRequest() {
        return Set.of("window", "window-backward", "raster-8", "raster-4", "raster-2");
    }

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.speed("%.2f"),
                Column.GEOMETRY_MS,
                Column.TILES_MS,
                Column.of("took ms", "%.2f", Measurement::geometryTookMs),
                Column.of("saved ms", "%.2f", Measurement::tilesSavedMs),
                Column.count(
                        "triangles in",
                        Counter.PRIMITIVES_IN,
                        Counter.CLUSTER_PRIMITIVES_HIDDEN,
                        Counter.CLUSTER_PRIMITIVES_OUTSIDE),
                Column.count(
                        "outside", Counter.CLUSTER_PRIMITIVES_OUTSIDE, Counter.PRIMITIVES_OUTSIDE),
                Column.count("hidden: clusters", Counter.CLUSTER_PRIMITIVES_HIDDEN),
                Column.count("before", Counter.TRIANGLES_HIDDEN_BEFORE),
                Column.count("after", Counter.TRIANGLES_HIDDEN_AFTER),
                Column.count("full", Counter.TRIANGLES_HIDDEN_FULL),
                Column.count("no sample", Counter.TRIANGLES_NO_SAMPLE),
                Column.count("in tiles", Counter.TILE_ENTRIES_HIDDEN),
                Column.count("raster", Counter.RASTER_HIDDEN),
                Column.count("16x16", Counter.RASTER_GROUPS_HIDDEN),
                Column.count("8x8", Counter.RASTER_EIGHTS_HIDDEN),
                Column.count("4x4", Counter.RASTER_BLOCKS_HIDDEN),
                Column.count("2x2", Counter.RASTER_QUADS_HIDDEN),
                Column.count("vertices shaded", Counter.VERTEX_POSITIONS, Counter.VERTEX_VARYINGS),
                Column.count("positions not", Counter.POSITIONS_NOT_SHADED),
                Column.count("varyings not", Counter.VARYINGS_NOT_SHADED),
                Column.count("blocks", Counter.BLOCKS_RASTERIZED),
                Column.count("samples tested", Counter.SAMPLES_TESTED),
                Column.count("not shaded", Counter.SAMPLES_NOT_SHADED),
                Column.count("fragments shaded", Counter.FRAGMENTS_SHADED),
                Column.count("revisits", Counter.TILES_REVISITED),
                Column.count("queries", Counter.HIZ_READS),
                Column.count("nodes", Counter.HIZ_NODES),
                Column.count("bytes read", Counter.HIZ_BYTES_READ),
                Column.count("writes", Counter.HIZ_WRITES),
                Column.count("bytes written", Counter.HIZ_BYTES_WRITTEN));
    }

    @Override
    public void load() {
        scene = new SharedTarget(command, render);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        var source = new SharedTarget.Source(scene, options);
        sources.put(setting, source);
        return source;
    }

    @Override
    public void begin(int frame) {
        scene.look(frame);
    }

    @Override
    public List<String> heatMaps() {
        return HeatMaps.names(settings().keySet());
    }

    /** Heat maps of the last frame, rendered once more. */
    @Override
    public void finish() {
        if (command.heatmaps == null) {
            return;
        }
        var pictures =
                new HeatMaps(command.heatmaps, render.views() * render.width(), render.height());
        sources.forEach(
                (setting, source) -> {
                    source.render(command.frames - 1);
                    pictures.add(setting, source.inspect());
                });
        pictures.write();
    }

    /**
     * The share of what full-resolution depth shows to be hidden, or to cover no sample, that each
     * setting drops.
     */
    @Override
    public List<String> notes(List<Measurement> rows) {
        var full = rows.stream().filter(row -> row.name().equals("full")).findFirst();
        if (full.isEmpty()) {
            return List.of();
        }
        double all = left(rows.getFirst());
        double needless = all - left(full.get());
        var lines = new ArrayList<String>();
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "Of %.0f triangles set up, full-resolution depth shows %.0f to be hidden,"
                                + " and %.0f to cover no sample; of both are dropped before they"
                                + " are tiled:",
                        all,
                        full.get().mean(Counter.TRIANGLES_HIDDEN_FULL),
                        full.get().mean(Counter.TRIANGLES_NO_SAMPLE)));
        for (var row : rows) {
            if (row != row.first() && row != full.get() && needless > 0) {
                lines.add(
                        String.format(
                                Locale.ROOT,
                                "  %-9s %5.1f %%",
                                row.name(),
                                100 * (all - left(row)) / needless));
            }
        }
        return lines;
    }

    /** Triangles that reach the window. */
    private static double left(Measurement row) {
        return row.mean(Counter.TRIANGLES_SETUP)
                - row.mean(
                        Counter.TRIANGLES_HIDDEN_BEFORE,
                        Counter.TRIANGLES_HIDDEN_AFTER,
                        Counter.TRIANGLES_HIDDEN_FULL,
                        Counter.TRIANGLES_NO_SAMPLE);
    }
}
