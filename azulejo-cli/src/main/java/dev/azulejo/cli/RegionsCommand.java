package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionQuality;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code azulejo regions}: how well maps share out the work of a scene. */
@Command(
        name = "regions",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says how evenly several ways to cut the screen share out a frame.",
            "It renders the frame, and counts pixels and pixel work (most of a GPU over the mean)"
                    + " and how many times geometry is processed by all GPUs together."
        })
final class RegionsCommand implements Runnable {
    /** From coarse to fine, what is compared if nothing is said. */
    private static final List<String> LAYOUTS =
            List.of(
                    "strips",
                    "quadrants",
                    "uneven",
                    "interleaved:512",
                    "interleaved:256",
                    "balanced:256",
                    "interleaved:128",
                    "balanced:128",
                    "interleaved:64",
                    "modulo:64",
                    "random:64:seed=1",
                    "interleaved:32",
                    "interleaved:16");

    private static final int MOST_GPUS = 64;

    /** Room for a label below the axis. */
    private static final int LABEL_WIDTH = 104;

    private static final int MARGINS = 86;
    private static final int HEIGHT = 300;

    /** Colours of the plots. */
    static final String STYLE =
            """
            <style>
              text { font: 11px system-ui, sans-serif; fill: #5c6675; }
              .title { font-weight: 600; fill: #1c2430; }
              .grid { stroke: #dde2e9; } .axis { stroke: #7b8694; }
              .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; }
              .line.pixels { stroke: #7b8694; } .line.work { stroke: #1d4f91; } .line.geometry { stroke: #d0342c; }
              .point.pixels { fill: #7b8694; } .point.work { fill: #1d4f91; } .point.geometry { fill: #d0342c; }
            </style>
            """;

    @Spec CommandSpec spec;

    @Parameters(paramLabel = "SCENE", description = "A .gltf or .glb file, or a demo: scene.")
    String name;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            defaultValue = "4",
            description = "GPUs that share the screen, 2..64 (default: ${DEFAULT-VALUE}).")
    int gpus;

    @Option(
            names = "--regions",
            paramLabel = "LAYOUT",
            split = ",",
            description =
                    "Which ways to cut the screen, as for render (default: all, from strips to"
                            + " squares of 16 pixels). With one alone: what each GPU has.")
    List<String> regions = LAYOUTS;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1920x1080",
            converter = Size.Converter.class,
            description = "Picture size in pixels (default: ${DEFAULT-VALUE}).")
    Size size;

    @Option(names = "--camera", paramLabel = "PATH", description = CameraPath.DESCRIPTION)
    String camera;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Writes a plot over the ways to cut the screen, as SVG.")
    Path plot;

    @Override
    public void run() {
        if (gpus < 2 || gpus > MOST_GPUS) {
            throw new UserException("--gpus=%d is not in 2..%d".formatted(gpus, MOST_GPUS));
        }
        new CommandFiles().readsScene(name).writes("--plot", plot).check(Cancellation.NEVER);
        var layouts = regions.stream().map(RegionsCommand::layout).toList();
        var refused = new ArrayList<String>();
        var qualities = measure(layouts, refused);
        var out = spec.commandLine().getOut();
        out.printf("%s, %dx%d, %d GPUs%n", name, size.width(), size.height(), gpus);
        out.print(
                qualities.size() == 1
                        ? qualities.values().iterator().next().table()
                        : RegionQuality.comparison(qualities));
        refused.forEach(out::println);
        out.flush();
        if (plot != null) {
            byte[] picture = picture(qualities).getBytes(StandardCharsets.UTF_8);
            WholeFile.write("--plot", plot, file -> file.write(picture));
        }
    }

    private static RegionLayout layout(String text) {
        try {
            var layout = RegionLayout.parse(text);
            if (layout instanceof RegionLayout.Dynamic) {
                throw new UserException(
                        "--regions=%s: it follows what tiles took in frames before, and there are none:"
                                        .formatted(text)
                                + " name the layout that it begins with");
            }
            return layout;
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
    }

    /** Qualities by layout; adds a line for each that cannot serve so many GPUs. */
    private Map<String, RegionQuality> measure(List<RegionLayout> layouts, List<String> refused) {
        var path = CameraPath.parse(camera, size);
        var settings = RenderSettings.defaults().withSize(size.width(), size.height());
        var renderer = new SceneRenderer(SceneFiles.load(name), settings.withSamples(1));
        path.frame(renderer.bounds());
        // All geometry counts, whatever one GPU would find hidden, and in one window
        var plain =
                DeviceOptions.DEFAULT
                        .withEarlyZ(EarlyZ.OFF)
                        .withReuse(Reuse.OFF)
                        .withThrottle(Throttle.OFF);
        var qualities = new LinkedHashMap<String, RegionQuality>();
        try (var gpu = Gpu.open(plain)) {
            renderer.render(gpu, List.of(path.view(renderer, 0)));
            var inspection = gpu.inspect();
            var work = inspection.pixelWork();
            var pieces = inspection.pieces();
            for (var layout : layouts) {
                try {
                    var map = layout.map(size.width(), size.height(), gpus);
                    qualities.put(layout.text(), RegionQuality.of(map, work, pieces));
                } catch (IllegalArgumentException e) {
                    refused.add(e.getMessage());
                }
            }
        }
        if (qualities.isEmpty()) {
            throw new UserException(
                    refused.stream().map(CoreOptions::text).collect(Collectors.joining("; ")));
        }
        return qualities;
    }

    private String picture(Map<String, RegionQuality> qualities) {
        var labels = List.copyOf(qualities.keySet());
        var all = qualities.values();
        double[] pixels = all.stream().mapToDouble(RegionQuality::areaImbalance).toArray();
        double[] work = all.stream().mapToDouble(RegionQuality::pixelImbalance).toArray();
        double[] geometry = all.stream().mapToDouble(RegionQuality::geometryFactor).toArray();
        int width = MARGINS + LABEL_WIDTH * Math.max(5, labels.size());
        String title = "%s, %d GPUs: most of a GPU over the mean".formatted(name, gpus);
        var above =
                new LinePlot(width, HEIGHT, Html.escaped(title), labels, most(pixels, work))
                        .line("pixels", "pixels", pixels, labels)
                        .line("work", "pixel work", work, labels);
        var below =
                new LinePlot(
                                width,
                                HEIGHT,
                                "Geometry of all GPUs together, times one's",
                                labels,
                                most(geometry))
                        .line("geometry", "geometry", geometry, labels);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\">\n"
                        .formatted(width, 2 * HEIGHT, width)
                + STYLE
                + "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                + above.content()
                + "<g transform=\"translate(0 %d)\">\n".formatted(HEIGHT)
                + below.content()
                + "</g>\n</svg>\n";
    }

    private static double most(double[]... values) {
        double most = 1;
        for (double[] row : values) {
            for (double value : row) {
                most = Math.max(most, value);
            }
        }
        return most;
    }
}
