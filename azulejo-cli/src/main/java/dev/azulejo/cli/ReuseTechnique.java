package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reuse of unchanged tiles: off, each way, and what is done by default, frame after frame of one
 * sequence, each in a target of its own; next to what truly stays the same, which is found by
 * comparing pictures.
 */
final class ReuseTechnique implements Technique {
    private static final int PARTS = 8;

    /** Tiles and nothing else are compared, after geometry. */
    private static final Reuse TILES = Reuse.TILES.withUnchanged(false).withPartial(false);

    /** Why a render's tiles were not compared. */
    private static final List<Counter> REASONS =
            List.of(
                    Counter.RENDERS_NOT_CLEARED,
                    Counter.RENDERS_WINDOWED,
                    Counter.RENDERS_OVER_DRAWS,
                    Counter.RENDERS_OVER_STATE,
                    Counter.RENDERS_OVER_BLOCKS,
                    Counter.RENDERS_OVER_MEMORY,
                    Counter.RENDERS_OVER_TARGETS,
                    Counter.RENDERS_REBLOCKED);

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions base;
    private final ReusePage page;
    private final Map<String, Player> players = new LinkedHashMap<>();

    /** Share of tiles whose pixels are those of the frame before, by frame. */
    private final double[] unchanged;

    private Scene scene;
    private RenderSettings tessellated;
    private CameraPath path;

    /** What the first setting painted the frame before. */
    private int[] before;

    ReuseTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
        if (command.device.reuseGiven()) {
            throw new UserException("compare sets --reuse itself; choose with --settings");
        }
        base = command.device.options(Integer.MAX_VALUE);
        if (base.window() != DeviceOptions.WHOLE_FRAME) {
            throw new UserException("--window: tiles are compared in whole frames only");
        }
        if (base.fine().batched()) {
            throw new UserException("--fine=batches: tiles are compared in whole frames only");
        }
        page = command.page == null ? null : new ReusePage(command, render);
        unchanged = new double[command.frames];
    }

    /** Plays the sequence in a target of a setting's own. */
    final class Player implements FrameSource {
        private final Session session;

        /** Of each frame for the page, or of the last one, each tile's decision. */
        private final List<TileDecision[]> decisions = new ArrayList<>();

        /** Of each frame, the share of tiles kept, 0..1. */
        private final double[] kept = new double[command.frames];

        Player(DeviceOptions options) {
            session = new Session(scene, tessellated, options);
        }

        @Override
        public FrameReport render(int frame) {
            int shown = frame + command.warmup;
            command.animation.play(session, shown);
            session.update();
            var view = path.view(session.renderer(), shown);
            session.look(command.stereo.of(view, session.renderer()));
            return session.render();
        }

        @Override
        public int[] pixels() {
            return session.target().pixels();
        }

        @Override
        public void measured(int frame) {
            var tiles = session.inspect().tiles();
            kept[frame] =
                    Arrays.stream(tiles).filter(TileDecision::kept).count() / (double) tiles.length;
            if (page != null || frame == command.frames - 1) {
                decisions.add(tiles);
            }
        }

        List<TileDecision[]> decisions() {
            return decisions;
        }

        private int tileSize() {
            return session.inspect().tileSize();
        }

        @Override
        public void close() {
            session.close();
        }
    }

    @Override
    public String heading() {
        return "reuse";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
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

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.speed("%.2f"),
                Column.GEOMETRY_MS,
                Column.of("kept %", "%.1f", row -> percent(players.get(row.name()).kept)),
                Column.of("truly unchanged %", "%.1f", row -> percent(unchanged)),
                Column.count("still empty", Counter.TILES_STILL_EMPTY),
                Column.count("untouched", Counter.TILES_UNTOUCHED),
                Column.count("compared", Counter.TILES_TESTED),
                Column.count("ended: header", Counter.TILES_ENDED_HEADER),
                Column.count("programs", Counter.TILES_ENDED_PROGRAMS),
                Column.count("masks", Counter.TILES_ENDED_MASKS),
                Column.count("data", Counter.TILES_ENDED_DATA),
                Column.count("over limit: primitives", Counter.TILES_OVER_PRIMITIVES),
                Column.count("memory", Counter.TILES_OVER_MEMORY),
                Column.count("draws left out", Counter.DRAWS_KEPT),
                Column.of("testing ms", "%.2f", Measurement::reuseMs),
                Column.of("saved ms", "%.2f", Measurement::savedMs),
                kilobytes("KB written", Counter.REUSE_BYTES_WRITTEN, Counter.REUSE_BYTES_COPIED),
                kilobytes("KB read: draws", Counter.REUSE_BYTES_READ_DRAWS),
                kilobytes("header", Counter.REUSE_BYTES_READ_HEADER),
                kilobytes("programs", Counter.REUSE_BYTES_READ_PROGRAMS),
                kilobytes("masks", Counter.REUSE_BYTES_READ_MASKS),
                kilobytes("data", Counter.REUSE_BYTES_READ_DATA),
                kilobytes("KB held", Counter.REUSE_MEMORY),
                Column.of("stood aside %", "%.0f", row -> 100 * row.mean(Counter.REUSE_ASIDE)));
    }

    private static double percent(double[] shares) {
        return 100 * Arrays.stream(shares).average().orElse(0);
    }

    private static Column kilobytes(String heading, Counter... counters) {
        return Column.of(heading, "%.0f", row -> row.mean(counters) / 1024);
    }

    @Override
    public List<String> heatMaps() {
        return settings().keySet().stream().map(ReuseTechnique::heatMap).toList();
    }

    private static String heatMap(String setting) {
        return "decided-" + setting;
    }

    @Override
    public void load() {
        scene =
                command.tessellation.apart(
                        SceneFiles.load(command.name), Cancellation.NEVER, RenderCommand::note);
        command.checkFor(scene);
        tessellated = command.tessellation.apply(render, scene);
        command.animation.choose(scene);
        path = CameraPath.parse(command.camera, command.size);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        var player = new Player(options);
        if (players.isEmpty()) {
            path.frame(command.animation.bounds(player.session, command.frames));
            command.shadows.note(player.session.renderer());
        }
        players.put(setting, player);
        return player;
    }

    @Override
    public void end(int frame) {
        var first = players.values().iterator().next();
        var target = first.session.target();
        int side = first.tileSize();
        if (frame >= 0) {
            unchanged[frame] = before == null ? 0 : sameTiles(before, target, side);
            if (page != null) {
                page.frame(frame, target, side);
            }
        }
        before = target.pixels().clone();
    }

    /** Share of tiles whose pixels are the same in a picture and a target. */
    private static double sameTiles(int[] a, RenderTarget target, int side) {
        int[] b = target.pixels();
        int width = target.width();
        int height = target.height();
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

    @Override
    public void finish() {
        if (command.heatmaps == null) {
            return;
        }
        players.forEach(
                (setting, player) ->
                        TilePicture.write(
                                command.heatmaps.resolve(heatMap(setting) + ".png"),
                                player.session.target(),
                                player.decisions.getLast(),
                                player.tileSize()));
    }

    /** Renders whose tiles were not compared, by reason: there are none in most comparisons. */
    @Override
    public List<String> notes(List<Measurement> rows) {
        var lines = new ArrayList<String>();
        for (var row : rows) {
            for (var reason : REASONS) {
                double mean = row.mean(reason);
                if (mean > 0) {
                    lines.add(
                            String.format(
                                    Locale.ROOT,
                                    "%s: %.2f a frame of %s",
                                    row.name(),
                                    mean,
                                    reason.text()));
                }
            }
        }
        return lines;
    }

    @Override
    public void write(List<List<String>> table, List<Measurement> rows) {
        if (page != null) {
            page.write(table, rows, players, unchanged);
        }
    }
}
