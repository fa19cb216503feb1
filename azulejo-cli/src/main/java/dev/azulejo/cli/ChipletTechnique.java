package dev.azulejo.cli;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.render.RenderSettings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One GPU, packages of chiplets that render coarse bins, and as many GPUs that share each frame by
 * regions: what each way processes twice, and what its parts tell each other.
 */
final class ChipletTechnique implements Technique {
    /** Chiplets, if the command line does not say. */
    private static final int[] CHIPLETS = {4, 16};

    private final CompareCommand command;
    private final RenderSettings render;
    private final DeviceOptions one;
    private final List<Group> packages;
    private final Map<String, ChipletStudy> studies = new HashMap<>();
    private SharedTarget scene;

    ChipletTechnique(CompareCommand command, RenderSettings render) {
        this.command = command;
        this.render = render;
        var device = command.device;
        if (device.group.split != null
                || device.group.pretest != null
                || device.group.bins.visibility != null
                || device.group.bins.assign != null) {
            throw new UserException(
                    "compare sets --split, --visibility, --assign and --pretest itself; choose with"
                            + " --settings");
        }
        if (device.earlyZGiven()) {
            throw new UserException("compare sets --early-z itself; choose with --settings");
        }
        if (command.animation.given()) {
            throw new UserException(
                    "--animate, --animation, --time and --fps: for --technique=reuse only");
        }
        if (command.heatmaps != null || command.page != null) {
            throw new UserException("--heatmaps and --page: not for --technique=bins");
        }
        packages = packages(device);
        // Bins are for packages alone; the one GPU of the first row has none.
        one = options(device).withGroup(Group.ONE).withEarlyZ(EarlyZ.ON);
    }

    private static List<Group> packages(DeviceMixin device) {
        device.group.split = "bins";
        if (device.group.gpus != null || device.group.weights != null) {
            var group = options(device).group();
            if (group.gpus() < 2) {
                throw new UserException("--technique=bins: --gpus=2 or more expected");
            }
            return List.of(group);
        }
        var bins = device.group.options().bins();
        return Arrays.stream(CHIPLETS)
                .mapToObj(n -> Group.of(n).withSplit(Group.Split.BINS).withBins(bins))
                .toList();
    }

    private static DeviceOptions options(DeviceMixin device) {
        return device.options(Integer.MAX_VALUE);
    }

    @Override
    public String heading() {
        return "chiplets";
    }

    @Override
    public Map<String, DeviceOptions> settings() {
        var map = new LinkedHashMap<String, DeviceOptions>();
        map.put("one-early-z", one);
        map.put("one", one.withEarlyZ(EarlyZ.OFF));
        for (var group : packages) {
            int gpus = group.gpus();
            for (var vertices : Bins.Vertices.values()) {
                String name = vertices.name().toLowerCase(Locale.ROOT);
                map.put("bins-%d-%s".formatted(gpus, name), chiplets(group, vertices));
            }
            var fixed = group.bins().withAssignment(Bins.Assignment.STATIC);
            map.put("bins-%d-static".formatted(gpus), one.withGroup(group.withBins(fixed)));
            map.put(
                    "bins-%d-no-early-z".formatted(gpus),
                    one.withGroup(group).withEarlyZ(EarlyZ.OFF));
            map.put(
                    "regions-%d".formatted(gpus),
                    one.withGroup(Group.of(gpus).withWeights(group.weights())));
        }
        return map;
    }

    private DeviceOptions chiplets(Group group, Bins.Vertices vertices) {
        return one.withGroup(group.withBins(group.bins().withVertices(vertices)));
    }

    @Override
    public List<Column> columns() {
        return List.of(
                Column.MS,
                Column.of("x one", "%.2f", Measurement::speed),
                Column.of("positions x one", "%.3f", ChipletTechnique::positions),
                Column.of("varyings x one", "%.3f", ChipletTechnique::varyings),
                Column.of("positions ahead x one", "%.3f", ChipletTechnique::ahead),
                Column.of("varyings ahead x one", "%.3f", ChipletTechnique::varyingsAhead),
                Column.count("bytes told", Counter.VISIBILITY_BYTES, Counter.MESSAGE_BYTES),
                Column.of("% of geometry", "%.2f", this::percentOfGeometry),
                study("visibility %", "%.1f", study -> 100 * study.visibilityShare()),
                study("imbalance", "%.3f", study -> study.imbalance().assigned()),
                study("static", "%.3f", study -> study.imbalance().fixed()),
                study("by measured", "%.3f", study -> study.imbalance().dynamic()),
                study(
                        "idle %",
                        "%.1f", study -> 100 * study.schedule(FrameOrder.APART).idleShare()),
                study(
                        "overlapped",
                        "%.1f",
                        study -> 100 * study.schedule(FrameOrder.OVERLAPPED).idleShare()));
    }

    /** A column that rows of packages have. */
    private Column study(String heading, String format, ToDoubleFunction<ChipletStudy> value) {
        return new Column(
                heading,
                row -> {
                    var study = studies.get(row.name());
                    return study == null
                            ? "-"
                            : String.format(Locale.ROOT, format, value.applyAsDouble(study));
                });
    }

    /** Vertices whose positions are shaded to render, in times of one GPU with early Z. */
    private static double positions(Measurement row) {
        return rendered(row) / Math.max(1, rendered(row.first()));
    }

    private static double rendered(Measurement row) {
        return row.mean(Counter.VERTEX_POSITIONS) - row.mean(Counter.VISIBILITY_POSITIONS);
    }

    private static double varyings(Measurement row) {
        double shaded = row.mean(Counter.VERTEX_VARYINGS) - row.mean(Counter.VISIBILITY_VARYINGS);
        return shaded / Math.max(1, row.first().mean(Counter.VERTEX_VARYINGS));
    }

    /** Those shaded before that, to find out what is visible or whose it is. */
    private static double ahead(Measurement row) {
        return row.mean(Counter.VISIBILITY_POSITIONS, Counter.PRETEST_POSITIONS)
                / Math.max(1, rendered(row.first()));
    }

    private static double varyingsAhead(Measurement row) {
        return row.mean(Counter.VISIBILITY_VARYINGS)
                / Math.max(1, row.first().mean(Counter.VERTEX_VARYINGS));
    }

    private double percentOfGeometry(Measurement row) {
        double told = row.mean(Counter.VISIBILITY_BYTES, Counter.MESSAGE_BYTES);
        return 100 * told / Math.max(1, scene.geometryBytes());
    }

    @Override
    public void load() {
        scene = new SharedTarget(command, render);
    }

    @Override
    public FrameSource open(String setting, DeviceOptions options) {
        if (options.group().split() != Group.Split.BINS) {
            return new SharedTarget.Source(scene, options);
        }
        var study = new ChipletStudy(options.group());
        studies.put(setting, study);
        return new Source(scene, options, study);
    }

    /** A package, of whose measured frames somebody keeps account. */
    private static final class Source extends SharedTarget.Source {
        private final ChipletStudy study;

        Source(SharedTarget target, DeviceOptions options, ChipletStudy frames) {
            super(target, options);
            study = frames;
        }

        @Override
        public void measured(int frame) {
            study.add(gpu());
        }
    }

    @Override
    public void begin(int frame) {
        scene.look(frame);
    }

    @Override
    public List<String> notes(List<Measurement> rows) {
        return List.of(
                "%d coarse bins; indices and vertices of all draw calls are %d bytes"
                        .formatted(packages.getFirst().bins().count(), scene.geometryBytes()),
                "positions and varyings are those shaded in rendering, in times of one GPU with"
                        + " early Z; those ahead come before, to find out what is visible or"
                        + " whose it is",
                "imbalance: when the last chiplet is done, in times of the mean or the largest"
                        + " bin, by measured costs: as dealt, by a fixed rule, and if costs had"
                        + " been known",
                "idle: of chiplets with threads of their own, frames one after the other and"
                        + " overlapped");
    }
}
