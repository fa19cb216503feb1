package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.scene.render.RenderSettings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One GPU, and several that share each frame: without pretest, with each test, and with sequential
 * exchange. A group may be of one alone, to see what hints make of its own work.
 */
final class GpuTechnique implements Technique {
    /** GPUs, if the command line does not say. */
    private static final int GPUS = 4;

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions one;
    private final Group group;
    private final Map<String, HintQuality> hints = new HashMap<>();
    private final Map<String, Times> times = new HashMap<>();
    private SharedTarget scene;

    /** How long all GPUs did what in all frames of a setting, nanoseconds. */
    private static final class Times {
        private long pretest;
        private long render;
        private long idle;

        void add(List<GpuReport> gpus) {
            for (var gpu : gpus) {
                pretest += gpu.pretestNs();
                render += gpu.renderNs();
                idle += gpu.idleNs();
            }
        }

        /** Pretests among all time, percent. */
        double percent() {
            return 100.0 * pretest / Math.max(1, pretest + render + idle);
        }

        /** Pretests among the time in which GPUs were at work, percent. */
        double percentOfWork() {
            return 100.0 * pretest / Math.max(1, pretest + render);
        }
    }

    GpuTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
        var device = command.device;
        if (device.group.pretest != null || device.group.split != null) {
            throw new UserException(
                    "compare sets --split and --pretest itself; choose with --settings");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        if (command.heatmaps != null) {
            throw new UserException("--heatmaps: for --technique=early-z and reuse only");
        }
        if (command.page != null) {
            throw new UserException("--page: not for --technique=gpus");
        }
        if (device.group.gpus == null && device.group.weights == null) {
            device.group.gpus = GPUS;
        }
        // Where nothing is said, one GPU is no group.
        device.group.split = "regions";
        var options = device.options(Integer.MAX_VALUE);
        group = options.group();
        one = options.withGroup(Group.ONE);
    }

    @Override
    public String heading() {
        return "GPUs";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("one", one);
        for (var test : Group.Pretest.values()) {
            String name =
                    test == Group.Pretest.OFF ? "duplicate" : test.name().toLowerCase(Locale.ROOT);
            boolean bounds = test == Group.Pretest.BOUNDS;
            var tested =
                    bounds && group.pieces() == Group.Pieces.PRIMITIVES
                            ? group.withPieces(Group.Pieces.CHUNKS)
                            : group;
            map.put(name, one.withGroup(tested.withPretest(test)));
        }
        map.put("sequential", one.withGroup(group.withSplit(Group.Split.SEQUENTIAL)));
        return map;
    }

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.of("x one", "%.2f", Measurement::speed),
                Column.GEOMETRY_MS,
                against("vertices x one", Counter.VERTEX_POSITIONS, Counter.DOMAIN_POINTS),
                against("primitives x one", Counter.PRIMITIVES_IN),
                Column.of("% pretests", "%.2f", row -> times(row).percent()),
                Column.of("% of work", "%.2f", row -> times(row).percentOfWork()),
                Column.count("pretested", Counter.PIECES_PRETESTED),
                Column.count("vertices in pretests", Counter.PRETEST_POSITIONS),
                Column.count("pieces rendered", Counter.PIECES_RENDERED),
                Column.count("skipped by a hint", Counter.PIECES_SKIPPED),
                Column.count("without a hint", Counter.PIECES_UNKNOWN),
                Column.count("for nothing", Counter.PIECES_FOR_NOTHING),
                Column.count("clusters elsewhere", Counter.CLUSTERS_ELSEWHERE),
                Column.count("patches elsewhere", Counter.PATCHES_ELSEWHERE),
                new Column("touches", row -> "" + hints(row).touches()),
                Column.of("% needless", "%.2f", row -> hints(row).needlessPercent()),
                Column.count("messages", Counter.MESSAGES),
                Column.count("bytes", Counter.MESSAGE_BYTES),
                Column.count("primitives sent", Counter.PRIMITIVES_SENT),
                Column.count("turns waited", Counter.EXCHANGE_STEPS));
    }

    /** Work of all GPUs in rendering, in times of that of one. */
    private static Column against(String heading, Counter... counters) {
        return Column.of(
                heading,
                "%.3f",
                row -> row.mean(counters) / Math.max(1, row.first().mean(counters)));
    }

    @Override
    public void load() {
        scene = new SharedTarget(command, render);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        return new SharedTarget.Source(scene, options) {
            @Override
            public void measured(int frame) {
                hints.merge(setting, hints(), HintQuality::plus);
                times.computeIfAbsent(setting, name -> new Times()).add(gpu().gpus());
            }
        };
    }

    /** How long GPUs did what in all frames of a setting. */
    private Times times(Measurement row) {
        return times.getOrDefault(row.name(), new Times());
    }

    /** What hints said in all frames of a setting. */
    private HintQuality hints(Measurement row) {
        return hints.getOrDefault(row.name(), HintQuality.NOTHING);
    }

    @Override
    public void begin(int frame) {
        scene.look(frame);
    }

    @Override
    public List<String> notes(List<Measurement> rows) {
        var notes = new ArrayList<String>();
        notes.add(
                "%d GPUs, regions %s; touches are of all frames; vertices and primitives are those processed in rendering; pretests in percent of all GPUs' time, and of that in which they were at work"
                        .formatted(group.gpus(), group.layout().text()));
        var names = rows.stream().map(Measurement::name).toList();
        String said = command.device.group.saidOfPieces();
        for (String name : List.of("duplicate", "sequential")) {
            if (names.contains(name) && !said.isEmpty()) {
                notes.add("%s: without effect: %s".formatted(name, said));
            }
        }
        if (names.contains("bounds") && group.pieces() == Group.Pieces.PRIMITIVES) {
            notes.add("bounds: says nothing of primitives: --pieces chunks instead");
        }
        return notes;
    }
}
