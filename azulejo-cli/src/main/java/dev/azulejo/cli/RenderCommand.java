package dev.azulejo.cli;

import dev.azulejo.core.device.Device;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.shading.Lighting;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;

/** {@code azulejo render}. */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Renders a scene to PNG.")
final class RenderCommand implements Runnable {
    @Parameters(
            paramLabel = "SCENE",
            description =
                    "A .gltf or .glb file, or demo:teapot, demo:city, demo:objects, demo:sphere,"
                            + " demo:rooms.")
    String scene;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "PNG to write; with --frames, a number is put before the extension.")
    Path output;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1280x720",
            converter = Size.Converter.class,
            description = "Picture size in pixels (default: ${DEFAULT-VALUE}).")
    Size size;

    @Option(
            names = "--camera",
            paramLabel = "CAMERA",
            description =
                    "Name or index of a camera in the file, or orbit:AZ,EL[,DIST]: degrees around"
                            + " and above the model, and distance relative to what frames it."
                            + " Default: the file's first camera, else orbit:35,18.")
    String camera;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "4",
            description = "Samples a pixel: 1, 4 or 8 (default: ${DEFAULT-VALUE}).")
    int samples;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "1",
            description = "Frames of a turntable, 1..100000 (default: ${DEFAULT-VALUE}).")
    int frames;

    @Option(
            names = "--background",
            paramLabel = "COLOR",
            description = "RRGGBB, or 'transparent'; default: a light grey.")
    String background;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes settings, times, SHA-256 of the pixels and counters as JSON.")
    Path report;

    @Mixin StereoMixin stereo;
    @Mixin DeviceMixin device;

    @Override
    public void run() {
        if (samples != 1 && samples != 4 && samples != 8) {
            throw new UserException("--samples=%d is not 1, 4 or 8".formatted(samples));
        }
        if (frames < 1 || frames > 100_000) {
            throw new UserException("--frames=%d is not in 1..100000".formatted(frames));
        }
        var options = device.options(frames);
        var settings =
                new RenderSettings(
                        size.width(),
                        size.height(),
                        samples,
                        Lighting.STUDIO,
                        4,
                        background(),
                        false,
                        stereo.views(size));
        var loaded = SceneFiles.load(scene);
        for (var warning : loaded.warnings()) {
            System.err.println("azulejo: warning: " + warning);
        }
        var view = CameraOption.parse(camera, loaded);
        var renderer = new SceneRenderer(loaded, settings);
        var json = report == null ? null : new ReportFile(scene, settings, options);
        double aspect = (double) size.width() / size.height();
        view.frame(renderer, frames, aspect);
        var firstFrame = SlowStep.begin("rendering " + scene);
        try (var gpu = new Device(options);
                var progress = frames > 1 && System.console() != null ? progress() : null) {
            for (int frame = 0; frame < frames; frame++) {
                double turn = 360.0 * frame / frames;
                long start = System.nanoTime();
                var seen = view.view(loaded, renderer, turn, aspect);
                var result = renderer.render(gpu, stereo.of(seen, renderer));
                long elapsed = System.nanoTime() - start;
                var target = renderer.target();
                if (json != null) {
                    json.frame(elapsed, target.pixels(), result);
                }
                PngFile.write(
                        frames == 1 ? output : numbered(frame),
                        target.pixels(),
                        target.width(),
                        target.height());
                firstFrame.done();
                if (progress != null) {
                    progress.step();
                }
            }
        }
        if (json != null) {
            json.write(report);
        }
    }

    private ProgressBar progress() {
        return new ProgressBarBuilder()
                .setTaskName("render")
                .setInitialMax(frames)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }

    private Path numbered(int frame) {
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String base = dot < 0 ? name : name.substring(0, dot);
        String extension = dot < 0 ? ".png" : name.substring(dot);
        int digits = Math.max(4, Integer.toString(frames - 1).length());
        return output.resolveSibling(base + String.format("%0" + digits + "d", frame) + extension);
    }

    private Vec4 background() {
        if (background == null) {
            return RenderSettings.LIGHT_GREY;
        }
        if (background.equals("transparent")) {
            return new Vec4(0, 0, 0, 0);
        }
        if (!background.matches("#?[0-9a-fA-F]{6}")) {
            throw new UserException(
                    "--background=%s: expected RRGGBB or 'transparent'".formatted(background));
        }
        int rgb = Integer.parseInt(background.replace("#", ""), 16);
        return new Vec4(linear(rgb >> 16), linear(rgb >> 8), linear(rgb), 1);
    }

    private static float linear(int code) {
        double c = (code & 0xff) / 255.0;
        return (float) (c <= 0.04045 ? c / 12.92 : StrictMath.pow((c + 0.055) / 1.055, 2.4));
    }
}
