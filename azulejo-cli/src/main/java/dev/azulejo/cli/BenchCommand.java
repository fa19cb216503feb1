package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code azulejo bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the time of a frame, warm.",
            "It has an orbit camera, one directional light and constant ambient light, so that"
                    + " other renderers can be compared."
        })
final class BenchCommand implements Runnable {
    @Parameters(paramLabel = "SCENE", description = "A .gltf or .glb file, or a demo: scene.")
    String name;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1920x1080",
            converter = Size.Converter.class,
            description = "Picture size in pixels (default: ${DEFAULT-VALUE}).")
    Size size;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "1",
            description = "Samples a pixel: 1, 4, 8 or 16 (default: ${DEFAULT-VALUE}).")
    int samples;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "60",
            description = "Frames measured (default: ${DEFAULT-VALUE}).")
    int frames;

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            defaultValue = "6",
            description = "Time before that, for the compiler (default: ${DEFAULT-VALUE}).")
    double warmup;

    @Option(names = "--camera", paramLabel = "PATH", description = CameraPath.DESCRIPTION)
    String camera;

    @Option(names = "--depth-only", description = "Draws depth and no colour.")
    boolean depthOnly;

    @Option(names = "--json", description = "Prints one JSON line.")
    boolean json;

    @Option(
            names = "--counters",
            description =
                    "Also prints the counters of the last frame; with --json in its line, as"
                            + " \"counters\".")
    boolean counters;

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description = "Writes the scene and the camera path for bench/peers, and stops.")
    Path export;

    @Mixin VariantMixin variant;
    @Mixin AnimationMixin animation;
    @Mixin TessellationMixin tessellation;
    @Mixin ShadowMixin shadows;
    @Mixin StereoMixin stereo;
    @Mixin OverlapMixin overlap;
    @Mixin DeviceMixin device;

    @Override
    public void run() {
        SampleCount.check(samples);
        if (frames < 1 || frames > 100_000 || !(warmup >= 0 && warmup <= 3600)) {
            throw new UserException(
                    "--frames=%d must be in 1..100000, --warmup=%s in 0..3600"
                            .formatted(frames, warmup));
        }
        if (export != null && stereo.given()) {
            throw new UserException("--export: bench/peers knows no stereo pairs");
        }
        if (export != null && tessellation.given()) {
            throw new UserException(
                    "--export: bench/peers gets plain triangles: leave --tessellate, --edge-pixels,"
                            + " --explode and --shatter out");
        }
        if (overlap.given() && (export != null || counters)) {
            throw new UserException(
                    "--overlap measures sequences: leave --export and --counters out");
        }
        if (shadows.wanted() && (export != null || depthOnly)) {
            throw new UserException(
                    "--shadows: with --depth-only nothing is lit, and bench/peers knows no shadows:"
                            + " leave --export and --depth-only out");
        }
        EarlyZOption.checkForViews(device.early, stereo);
        new CommandFiles().readsScene(name).writes("--export", export).check(Cancellation.NEVER);
        var scene =
                variant.apply(
                        SceneFiles.load(
                                name, variant.wanted(LoadLimits.defaults()), Cancellation.NEVER));
        scene = tessellation.apart(scene, Cancellation.NEVER, RenderCommand::note);
        var lit =
                shadows.apply(
                        RenderSettings.defaults()
                                .withSize(size.width(), size.height())
                                .withSamples(samples)
                                .withLighting(Lighting.CONSTANT)
                                .withAnisotropy(1)
                                .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1))
                                .withOutput(
                                        depthOnly
                                                ? RenderSettings.Output.DEPTH_ONLY
                                                : RenderSettings.Output.COLOR)
                                .withViews(stereo.views(size)));
        var settings = tessellation.apply(lit, scene);
        tessellation.refuseIdle(scene);
        animation.choose(scene);
        var path = CameraPath.parse(camera, size);
        double[] ms = new double[frames];
        var options = device.options(Integer.MAX_VALUE);
        device.checkForScene(options, tessellation.tessellates(scene));
        if (overlap.wanted(options.group(), false)) {
            var bench = new OverlapBench(this, path, frames, warmup);
            bench.run(scene, settings, options);
            bench.print(name, options.threads());
            return;
        }
        try (var session = new Session(scene, settings, options)) {
            shadows.note(session.renderer());
            path.frame(animation.bounds(session, animation.frames()));
            if (export != null) {
                PeerFile.write(export, session, CameraPath.LENGTH, f -> play(session, path, f));
                return;
            }
            long end = System.nanoTime() + (long) (warmup * 1e9);
            // Of frames before those that are measured as well: the first may be the only whole one
            var idle = new IdleSettings(options);
            for (int f = 0; System.nanoTime() < end; f++) {
                idle.frame(render(session, path, f));
            }
            double geometry = 0;
            FrameReport last = null;
            for (int f = 0; f < frames; f++) {
                long start = System.nanoTime();
                var report = render(session, path, f);
                ms[f] = (System.nanoTime() - start) / 1e6;
                geometry += report.geometryNs() / 1e6 / frames;
                idle.frame(report);
                last = report;
            }
            if (counters && !json) {
                last.counters()
                        .forEach((key, value) -> System.out.println(key.text() + ": " + value));
            }
            idle.note();
            device.group.idleHelp(options).ifPresent(RenderCommand::note);
            double mean = Arrays.stream(ms).average().orElse(0);
            Arrays.sort(ms);
            double median = Measurement.median(ms);
            if (json) {
                System.out.printf(
                        Locale.ROOT,
                        "{\"scene\": \"%s\", \"median_ms\": %.3f, \"mean_ms\": %.3f,"
                                + " \"min_ms\": %.3f, \"geometry_ms\": %.3f, \"threads\": %d,"
                                + " \"frames\": %d%s}%n",
                        name.replace("\\", "\\\\").replace("\"", "\\\""),
                        median,
                        mean,
                        ms[0],
                        geometry,
                        options.threads(),
                        frames,
                        counters ? ", \"counters\": " + inJson(last) : "");
            } else {
                System.out.printf(
                        Locale.ROOT,
                        "%s: median %.2f ms, mean %.2f ms, best %.2f ms a frame, of which geometry"
                                + " %.2f ms; %dx%d, %d sample(s), %d thread(s), %d frames%n",
                        name,
                        median,
                        mean,
                        ms[0],
                        geometry,
                        size.width(),
                        size.height(),
                        samples,
                        options.threads(),
                        frames);
            }
        }
    }

    /** Counters as an object, by the names that they have in reports of pictures. */
    private static String inJson(FrameReport report) {
        return report.counters().entrySet().stream()
                .map(
                        each ->
                                "\"%s\": %d"
                                        .formatted(
                                                each.getKey().name().toLowerCase(Locale.ROOT),
                                                each.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** Moves the scene to where it is in a frame, and returns from where it is seen. */
    private View play(Session session, CameraPath path, int frame) {
        animation.play(session, frame);
        session.update();
        return path.view(session.renderer(), frame);
    }

    private FrameReport render(Session session, CameraPath path, int frame) {
        look(session, path, frame);
        return session.render();
    }

    /** Moves the scene to where it is in a frame, and looks at it. */
    void look(Session session, CameraPath path, int frame) {
        session.look(stereo.of(play(session, path, frame), session.renderer()));
    }
}
