package dev.azulejo.cli;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Early hierarchical Z: off, each part alone, and all together, in turn in one target. */
final class EarlyZComparison {
    private final CompareCommand command;
    private final int frames;

    EarlyZComparison(CompareCommand command) {
        this.command = command;
        this.frames = command.frames;
    }

    /** One row of the table. */
    private static final class Row {
        final String name;
        final Device gpu;
        final double[] ms;
        final double[] geometryMs;
        final Map<Counter, Long> sums = new LinkedHashMap<>();
        boolean same = true;

        Row(String name, Device gpu, int frames) {
            this.name = name;
            this.gpu = gpu;
            this.ms = new double[frames];
            this.geometryMs = new double[frames];
        }

        double median() {
            return CompareCommand.median(ms);
        }

        long mean(Counter... counters) {
            long sum = 0;
            for (var counter : counters) {
                sum += sums.getOrDefault(counter, 0L);
            }
            return sum / ms.length;
        }
    }

    void run(RenderSettings settings) {
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
            throw new UserException("--page: there is one for --technique=reuse and throttle only");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        var base = device.options(Integer.MAX_VALUE).withReuse(Reuse.OFF);
        var choices = settings(base);
        command.checkSettings(choices.keySet());
        var path = CameraPath.parse(command.camera, command.size);
        var scene = SceneFiles.load(command.name);
        var renderer = new SceneRenderer(scene, command.tessellation.apply(settings, scene));
        path.frame(new Framing(renderer.bounds(), new float[0]));
        var rows =
                choices.entrySet().stream()
                        .filter(e -> wanted(e.getKey()))
                        .map(e -> new Row(e.getKey(), new Device(e.getValue()), frames))
                        .toList();
        try {
            measure(renderer, path, rows.toArray(Row[]::new));
            if (command.heatmaps != null) {
                var view = path.view(renderer, Math.floorMod((frames - 1) * 7, CameraPath.LENGTH));
                var pictures =
                        new HeatMaps(
                                command.heatmaps,
                                settings.views() * settings.width(),
                                settings.height());
                for (var row : rows) {
                    renderer.render(row.gpu, command.stereo.of(view, renderer));
                    pictures.add(row.name, row.gpu.inspect());
                }
                pictures.write();
            }
        } finally {
            rows.forEach(row -> row.gpu.close());
        }
        print(rows.toArray(Row[]::new));
    }

    private boolean wanted(String setting) {
        return setting.equals("off")
                || (command.only == null
                        ? !setting.startsWith("window")
                        : Arrays.asList(command.only).contains(setting));
    }

    private Map<String, DeviceOptions> settings(DeviceOptions base) {
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("off", base.withEarlyZ(EarlyZ.OFF));
        map.put("clusters", alone(base, EarlyZ.Part.CLUSTERS));
        map.put("before", alone(base, EarlyZ.Part.BEFORE));
        map.put("after", alone(base, EarlyZ.Part.AFTER));
        map.put("tiles", alone(base, EarlyZ.Part.TILES));
        map.put("raster", alone(base, EarlyZ.Part.RASTER));
        map.put("backward", base.withEarlyZ(EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD)));
        map.put("window", base.withWindow(WINDOW).withEarlyZ(EarlyZ.ON));
        map.put(
                "window-backward",
                base.withWindow(WINDOW).withEarlyZ(EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD)));
        map.put("full", alone(base, EarlyZ.Part.FULL_DEPTH));
        if (command.stereo.given()) {
            map.put("apart", base.withEarlyZ(EarlyZ.ON.without(EarlyZ.Part.VIEWS)));
        }
        map.put("again", base.withEarlyZ(EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS)));
        map.put("all", base.withEarlyZ(EarlyZ.ON));
        map.put("auto", base.withEarlyZ(EarlyZ.AUTO));
        return map;
    }

    /** The published size of a sorting window. */
    private static final int WINDOW = 1000;

    private static DeviceOptions alone(DeviceOptions base, EarlyZ.Part part) {
        return base.withEarlyZ(EarlyZ.ON.only(part, EarlyZ.Part.VIEWS));
    }

    /** The settings take turns within every frame, so that what slows the machine slows all. */
    private void measure(SceneRenderer renderer, CameraPath path, Row[] rows) {
        int[][] reference = new int[1][];
        for (int f = -command.warmup; f < frames; f++) {
            var view = path.view(renderer, Math.floorMod(f * 7, CameraPath.LENGTH));
            var views = command.stereo.of(view, renderer);
            for (int r = 0; r < rows.length; r++) {
                // Each frame begins with another setting
                var row = r == 0 ? rows[0] : rows[1 + Math.floorMod(r - 1 + f, rows.length - 1)];
                long start = System.nanoTime();
                var report = renderer.render(row.gpu, views);
                long elapsed = System.nanoTime() - start;
                int[] pixels = renderer.target().pixels();
                if (r == 0) {
                    reference[0] = pixels.clone();
                } else {
                    row.same &= Arrays.equals(reference[0], pixels);
                }
                if (f >= 0) {
                    row.ms[f] = elapsed / 1e6;
                    row.geometryMs[f] = report.geometryNs() / 1e6;
                    report.counters()
                            .forEach((key, value) -> row.sums.merge(key, value, Long::sum));
                }
            }
        }
    }

    private void print(Row[] rows) {
        command.printHead();
        System.out.println(
                "| early Z | ms | x off | geometry ms | tiles ms | triangles in | outside |"
                        + " hidden: clusters | before | after | full | in tiles | raster |"
                        + " vertices shaded | fragments shaded | queries | writes | same |");
        System.out.println("|---".repeat(18) + "|");
        var off = rows[0];
        for (var row : rows) {
            double[] ratios = new double[frames];
            for (int f = 0; f < frames; f++) {
                ratios[f] = off.ms[f] / row.ms[f];
            }
            long clusters = row.mean(Counter.CLUSTER_PRIMITIVES_HIDDEN);
            long outside = row.mean(Counter.CLUSTER_PRIMITIVES_OUTSIDE);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.2f | %.2f | %d | %d | %d | %d | %d | %d | %d | %d | %d"
                            + " | %d | %d | %d | %s |%n",
                    row.name,
                    row.median(),
                    CompareCommand.median(ratios),
                    CompareCommand.median(row.geometryMs),
                    row.median() - CompareCommand.median(row.geometryMs),
                    row.mean(Counter.PRIMITIVES_IN) + clusters + outside,
                    outside + row.mean(Counter.PRIMITIVES_OUTSIDE),
                    clusters,
                    row.mean(Counter.TRIANGLES_HIDDEN_BEFORE),
                    row.mean(Counter.TRIANGLES_HIDDEN_AFTER),
                    row.mean(Counter.TRIANGLES_HIDDEN_FULL),
                    row.mean(Counter.TILE_ENTRIES_HIDDEN),
                    row.mean(Counter.RASTER_HIDDEN),
                    row.mean(Counter.VERTEX_POSITIONS, Counter.VERTEX_VARYINGS),
                    row.mean(Counter.FRAGMENTS_SHADED),
                    row.mean(Counter.HIZ_READS),
                    row.mean(Counter.HIZ_WRITES),
                    row.same ? "yes" : "NO");
        }
        printPower(rows);
    }

    /** Triangles that reach the window. */
    private static long left(Row row) {
        return row.mean(Counter.TRIANGLES_SETUP)
                - row.mean(
                        Counter.TRIANGLES_HIDDEN_BEFORE,
                        Counter.TRIANGLES_HIDDEN_AFTER,
                        Counter.TRIANGLES_HIDDEN_FULL);
    }

    /** The share of what full-resolution depth shows to be hidden that each setting drops. */
    private static void printPower(Row[] rows) {
        var off = rows[0];
        Row full = null;
        for (var row : rows) {
            full = row.name.equals("full") ? row : full;
        }
        if (full == null) {
            return;
        }
        long hidden = left(off) - left(full);
        System.out.printf(
                "%nOf %d triangles set up, full-resolution depth shows %d to be hidden; dropped"
                        + " before they are tiled:%n",
                left(off), hidden);
        for (var row : rows) {
            if (row != off && row != full && hidden > 0) {
                System.out.printf(
                        Locale.ROOT,
                        "  %-9s %5.1f %%%n",
                        row.name,
                        100.0 * (left(off) - left(row)) / hidden);
            }
        }
    }
}
