package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reuse of unchanged tiles: off, each way, and what is done by default, in turn, frame after frame
 * of one sequence, each in a target of its own; next to what truly stays the same, which is found
 * by comparing pictures.
 */
final class ReuseComparison {
    private static final int PARTS = 8;

    /** Tiles and nothing else are compared, after geometry. */
    private static final Reuse TILES = Reuse.TILES.withUnchanged(false).withPartial(false);

    /** One setting. */
    static final class Row {
        final String name;
        final Session session;
        final double[] ms;
        final double[] geometryMs;

        /** Of each frame for the page, or of the last one, each tile's decision. */
        final List<TileDecision[]> decisions = new ArrayList<>();

        /** Of each frame, the share of tiles kept, 0..1. */
        final double[] kept;

        private long reuseNs;
        private long savedNs;
        private final Map<Counter, Long> sums = new LinkedHashMap<>();
        private boolean same = true;

        Row(String name, Session session, int frames) {
            this.name = name;
            this.session = session;
            this.ms = new double[frames];
            this.geometryMs = new double[frames];
            this.kept = new double[frames];
        }

        double mean(Counter... counters) {
            long sum = 0;
            for (var counter : counters) {
                sum += sums.getOrDefault(counter, 0L);
            }
            return (double) sum / ms.length;
        }

        double kept() {
            return Arrays.stream(kept).average().orElse(0);
        }
    }

    private final CompareCommand command;
    private final int frames;

    /** Share of tiles whose pixels are those of the frame before, by frame. */
    private final double[] unchanged;

    ReuseComparison(CompareCommand command) {
        this.command = command;
        this.frames = command.frames;
        this.unchanged = new double[frames];
    }

    void run(RenderSettings settings) {
        if (command.device.reuseGiven()) {
            throw new UserException("compare sets --reuse itself; choose with --settings");
        }
        var base = command.device.options(Integer.MAX_VALUE);
        if (base.window() != DeviceOptions.WHOLE_FRAME) {
            throw new UserException("--window: tiles are compared in whole frames only");
        }
        var choices = settings(base);
        command.checkSettings(choices.keySet());
        var scene = SceneFiles.load(command.name);
        var tessellated = command.tessellation.apply(settings, scene);
        command.animation.choose(scene);
        var path = CameraPath.parse(command.camera, command.size);
        var page = command.page == null ? null : new ReusePage(command, settings);
        var rows = new ArrayList<Row>();
        try {
            choices.forEach(
                    (name, options) -> {
                        if (name.equals("off")
                                || command.only == null
                                || Arrays.asList(command.only).contains(name)) {
                            rows.add(
                                    new Row(
                                            name,
                                            new Session(scene, tessellated, options),
                                            frames));
                        }
                    });
            path.frame(command.animation.framing(rows.getFirst().session, frames));
            measure(rows, path, page);
            if (command.heatmaps != null) {
                for (var row : rows) {
                    TilePicture.write(
                            command.heatmaps.resolve("decided-" + row.name + ".png"),
                            row.session.target(),
                            row.decisions.getLast(),
                            row.session.inspect().tileSize());
                }
            }
        } finally {
            rows.forEach(row -> row.session.close());
        }
        var table = table(rows);
        command.printHead();
        table.forEach(cells -> System.out.println("| " + String.join(" | ", cells) + " |"));
        if (page != null) {
            page.write(table, rows, unchanged);
        }
    }

    private static Map<String, DeviceOptions> settings(DeviceOptions base) {
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("off", base.withReuse(Reuse.OFF));
        map.put("tiles", base.withReuse(TILES));
        map.put("blocks", base.withReuse(TILES.withWay(Reuse.Blocks.DEFAULT)));
        map.put("parts", base.withReuse(TILES.withWay(Reuse.Blocks.DEFAULT.withParts(PARTS))));
        map.put("exact", base.withReuse(TILES.withHash(Reuse.Hash.EXACT)));
        map.put("partial", base.withReuse(Reuse.TILES));
        map.put("auto", base.withReuse(Reuse.AUTO));
        return map;
    }

    /** The settings take turns within every frame, so that what slows the machine slows all. */
    private void measure(List<Row> rows, CameraPath path, ReusePage page) {
        int[] pixels = null;
        int[] before = null;
        for (int f = -command.warmup; f < frames; f++) {
            for (int r = 0; r < rows.size(); r++) {
                // Each frame begins with another setting
                var row = r == 0 ? rows.getFirst() : rows.get(1 + other(r - 1 + f, rows.size()));
                var session = row.session;
                long start = System.nanoTime();
                command.animation.play(session, f + command.warmup);
                session.update();
                var view = path.view(session.renderer(), f + command.warmup);
                session.look(command.stereo.of(view, session.renderer()));
                var report = session.render();
                long elapsed = System.nanoTime() - start;
                if (r == 0) {
                    before = pixels;
                    pixels = session.target().pixels().clone();
                }
                row.same &= Arrays.equals(pixels, session.target().pixels());
                if (f >= 0) {
                    row.ms[f] = elapsed / 1e6;
                    row.geometryMs[f] = report.geometryNs() / 1e6;
                    row.reuseNs += report.reuseNs();
                    row.savedNs += report.reuseSavedNs();
                    report.counters()
                            .forEach((key, value) -> row.sums.merge(key, value, Long::sum));
                    var tiles = session.inspect().tiles();
                    row.kept[f] =
                            Arrays.stream(tiles).filter(TileDecision::kept).count()
                                    / (double) tiles.length;
                    if (page != null || f == frames - 1) {
                        row.decisions.add(tiles);
                    }
                }
            }
            if (f >= 0) {
                var first = rows.getFirst().session;
                int side = first.inspect().tileSize();
                unchanged[f] = before == null ? 0 : sameTiles(before, pixels, first, side);
                if (page != null) {
                    page.frame(f, first.target(), side);
                }
            }
        }
    }

    private static int other(int turn, int rows) {
        return Math.floorMod(turn, rows - 1);
    }

    /** Share of tiles whose pixels are the same in two pictures. */
    private static double sameTiles(int[] a, int[] b, Session session, int side) {
        int width = session.target().width();
        int height = session.target().height();
        int tiles = 0;
        int same = 0;
        for (int top = 0; top < height; top += side) {
            for (int left = 0; left < width; left += side) {
                int right = Math.min(left + side, width);
                boolean equal = true;
                for (int y = top; equal && y < Math.min(top + side, height); y++) {
                    int from = y * width + left;
                    int to = y * width + right;
                    equal = Arrays.equals(a, from, to, b, from, to);
                }
                tiles++;
                same += equal ? 1 : 0;
            }
        }
        return (double) same / tiles;
    }

    private List<List<String>> table(List<Row> rows) {
        var table = new ArrayList<List<String>>();
        table.add(
                List.of(
                        "reuse",
                        "ms",
                        "x off",
                        "geometry ms",
                        "kept %",
                        "truly unchanged %",
                        "still empty",
                        "untouched",
                        "compared",
                        "ended: header",
                        "programs",
                        "masks",
                        "data",
                        "over limit",
                        "draws left out",
                        "testing ms",
                        "saved ms",
                        "KB written",
                        "KB read",
                        "KB held",
                        "stood aside %",
                        "same"));
        table.add(table.getFirst().stream().map(cell -> "---").toList());
        double truly = 100 * Arrays.stream(unchanged).average().orElse(0);
        var off = rows.getFirst();
        for (var row : rows) {
            double[] ratios = new double[frames];
            for (int f = 0; f < frames; f++) {
                ratios[f] = off.ms[f] / row.ms[f];
            }
            table.add(
                    List.of(
                            row.name,
                            number(CompareCommand.median(row.ms)),
                            number(CompareCommand.median(ratios)),
                            number(CompareCommand.median(row.geometryMs)),
                            tenth(100 * row.kept()),
                            tenth(truly),
                            whole(row.mean(Counter.TILES_STILL_EMPTY)),
                            whole(row.mean(Counter.TILES_UNTOUCHED)),
                            whole(row.mean(Counter.TILES_TESTED)),
                            whole(row.mean(Counter.TILES_ENDED_HEADER)),
                            whole(row.mean(Counter.TILES_ENDED_PROGRAMS)),
                            whole(row.mean(Counter.TILES_ENDED_MASKS)),
                            whole(row.mean(Counter.TILES_ENDED_DATA)),
                            whole(row.mean(Counter.TILES_OVER_LIMIT)),
                            whole(row.mean(Counter.DRAWS_KEPT)),
                            number(row.reuseNs / 1e6 / frames),
                            number(row.savedNs / 1e6 / frames),
                            whole(
                                    row.mean(
                                                    Counter.REUSE_BYTES_WRITTEN,
                                                    Counter.REUSE_BYTES_COPIED)
                                            / 1024),
                            whole(row.mean(Counter.REUSE_BYTES_READ) / 1024),
                            whole(row.mean(Counter.REUSE_MEMORY) / 1024),
                            whole(100 * row.mean(Counter.REUSE_ASIDE)),
                            row.same ? "yes" : "NO"));
        }
        return table;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String tenth(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }
}
