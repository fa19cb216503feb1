package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.shading.Lighting;

import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code azulejo compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says what techniques save and cost.",
            "It renders the same frames with all of them off, each alone and all together, in"
                    + " turn, and prints what each saved and cost, and whether the bytes are the"
                    + " same."
        })
final class CompareCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SCENE", description = "A .gltf or .glb file, or a demo: scene.")
    String name;

    /** What can be compared. */
    enum Technique {
        /** Early hierarchical Z. */
        EARLY_Z,
        /** Reuse of unchanged tiles. */
        REUSE,
        /** What bounds the patches in flight. */
        THROTTLE,
        /** Sorting windows. */
        WINDOWS,
        /** GPUs that share each frame. */
        GPUS,
        /** Chiplets that render coarse bins. */
        BINS
    }

    /** As it is written on the command line. */
    static final class TechniqueNames implements ITypeConverter<Technique> {
        @Override
        public Technique convert(String text) {
            return switch (text) {
                case "early-z" -> Technique.EARLY_Z;
                case "reuse" -> Technique.REUSE;
                case "throttle" -> Technique.THROTTLE;
                case "windows" -> Technique.WINDOWS;
                case "gpus" -> Technique.GPUS;
                case "bins" -> Technique.BINS;
                default ->
                        throw new TypeConversionException(
                                "'%s' is not early-z, reuse, throttle, windows, gpus or bins"
                                        .formatted(text));
            };
        }
    }

    @Option(
            names = "--technique",
            paramLabel = "NAME",
            defaultValue = "early-z",
            converter = TechniqueNames.class,
            description =
                    "What is compared: early-z, reuse, throttle, windows, gpus or bins (default:"
                            + " ${DEFAULT-VALUE}).")
    Technique technique;

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

    @Option(names = "--camera", paramLabel = "PATH", description = CameraPath.DESCRIPTION)
    String camera;

    @Option(
            names = "--frames",
            paramLabel = "N",
            defaultValue = "30",
            description = "Frames measured with each setting (default: ${DEFAULT-VALUE}).")
    int frames;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "60",
            description = "Frames before that, for the compiler (default: ${DEFAULT-VALUE}).")
    int warmup;

    @Option(
            names = "--settings",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only the first and these. Early Z: clusters, before, after, tiles, raster,"
                        + " backward, full, again (all, and all triangles are tested again), pixels"
                        + " (again, with a depth for each pixel), all, auto; or window and"
                        + " window-backward, which are left out otherwise: all in windows of 1000"
                        + " triangles, forward and backward; raster-8, -4 and -2: all, and the"
                        + " rasteriser asks about smaller groups; with --stereo also apart: all,"
                        + " but each view culled for itself. Reuse: tiles, blocks, parts, exact"
                        + " (compared after geometry), partial (only what changed draw calls"
                        + " touch), auto. Throttle: cap (two groups an engine), throttle. Windows:"
                        + " 1000, 4000, 16000, 64000, 256000 (triangles a window), and with"
                        + " -early-z behind it each of them and whole. Bins: one, and for each"
                        + " number of chiplets bins-4-positions, -full, -auto, -static,"
                        + " -no-early-z, and regions-4: GPUs that share the screen instead.")
    String[] only;

    @Option(
            names = "--heatmaps",
            paramLabel = "FOLDER",
            description =
                    "Writes pictures of the last frame: overdraw-SETTING.png (triangles a pixel"
                            + " that reach the window), dropped.png (red: hidden clusters, green:"
                            + " before, blue: after, each alone), hiz-64, -16 and -4.png (the"
                            + " structure, white: unknown). Reuse: decided-SETTING.png, tiles"
                            + " coloured by what decided them.")
    Path heatmaps;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description =
                    "Writes an HTML page with the table. Reuse: and a timeline, and every frame's"
                            + " tiles coloured by what decided them. Throttle: and groups in"
                            + " flight, limits and counters over the time of a frame. Windows: and"
                            + " memory and time over the size of windows.")
    Path page;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Writes the table as JSON, and of each setting what geometry took, what tiles"
                            + " saved, memory, and the mean of every counter.")
    Path report;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Throttle: writes the throttled frame's plots alone, as SVG.")
    Path plot;

    @Mixin AnimationMixin animation;
    @Mixin TessellationMixin tessellation;
    @Mixin StereoMixin stereo;
    @Mixin ShadowMixin shadows;
    @Mixin DeviceMixin device;

    @Override
    public Integer call() {
        SampleCount.check(samples);
        if (frames < 1 || frames > 100_000 || warmup < 0 || warmup > 100_000) {
            throw new UserException(
                    "--frames=%d must be in 1..100000, --warmup=%d in 0..100000"
                            .formatted(frames, warmup));
        }
        if (heatmaps != null && !Files.isDirectory(heatmaps)) {
            throw new UserException("--heatmaps=%s: no such folder".formatted(heatmaps));
        }
        if (device.reference) {
            throw new UserException("compare needs the pipeline: leave --reference out");
        }
        if (technique == Technique.EARLY_Z && device.group.splitsIntoBins()) {
            throw new UserException(
                    "--technique=early-z looks at what one GPU hides, full depth too: leave"
                            + " --split=bins out");
        }
        var settings =
                shadows.apply(
                        RenderSettings.defaults()
                                .withSize(size.width(), size.height())
                                .withSamples(samples)
                                .withLighting(lighting())
                                .withAnisotropy(1)
                                .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1))
                                .withViews(stereo.views(size)));
        if (plot != null && technique != Technique.THROTTLE) {
            throw new UserException("--plot: for --technique=throttle only");
        }
        var compared =
                switch (technique) {
                    case EARLY_Z -> new EarlyZTechnique(this, settings);
                    case REUSE -> new ReuseTechnique(this, settings);
                    case THROTTLE -> new ThrottleTechnique(this, settings);
                    case WINDOWS -> new WindowTechnique(this, settings);
                    case GPUS -> new GpuTechnique(this, settings);
                    case BINS -> new ChipletTechnique(this, settings);
                };
        checkFiles(compared);
        var comparison = new Comparison(compared, frames, warmup, only, System::nanoTime);
        comparison.measure();
        printHead();
        comparison.publish(System.out);
        device.group.idleHelp(device.options(Integer.MAX_VALUE)).ifPresent(System.out::println);
        if (report != null) {
            new ComparisonReport(this, threads()).write(report, comparison);
        }
        return exitCode(comparison, System.err);
    }

    private void checkFiles(dev.azulejo.cli.Technique compared) {
        var files = new CommandFiles().readsScene(name);
        if (heatmaps != null) {
            compared.heatMaps()
                    .forEach(each -> files.writes("--heatmaps", heatmaps.resolve(each + ".png")));
        }
        files.writes("--page", page).writes("--report", report).writes("--plot", plot);
        files.check(Cancellation.NEVER);
    }

    /** Refuses what would have no effect on a scene. */
    void checkFor(Scene scene) {
        tessellation.refuseIdle(scene);
        device.checkForScene(device.options(Integer.MAX_VALUE), tessellation.tessellates(scene));
    }

    /** Shadows take a light. */
    private Lighting lighting() {
        return shadows.wanted() ? Lighting.STUDIO : Lighting.CONSTANT;
    }

    /** Says which settings' bytes differ, and returns 1 if any do, else 0. */
    static int exitCode(Comparison comparison, PrintStream err) {
        var different = comparison.different();
        if (different.isEmpty()) {
            return 0;
        }
        err.println(
                "azulejo: not the same bytes as %s: %s"
                        .formatted(comparison.first(), String.join(", ", different)));
        return 1;
    }

    private void printHead() {
        System.out.printf(
                Locale.ROOT,
                "%s, %dx%d, %d sample(s), %d thread(s), %d frames; counts are means a frame%n%n",
                name,
                size.width(),
                size.height(),
                samples,
                threads(),
                frames);
    }

    private int threads() {
        return device.options(Integer.MAX_VALUE).threads();
    }
}
