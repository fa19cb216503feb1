package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.FrameSequence;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code azulejo render}. */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Renders a scene, or many, to PNG or JPEG.")
final class RenderCommand implements Callable<Integer> {
    /** Frames of a turntable if nobody says how many. */
    private static final int TURNTABLE = 36;

    @Parameters(
            paramLabel = "SCENE",
            arity = "0..*",
            description =
                    "A .gltf or .glb file, - for standard input, or demo:teapot, demo:city,"
                            + " demo:objects, demo:sphere, demo:rooms, demo:dashboard, demo:viewer,"
                            + " demo:terrain, demo:temple, demo:shop, demo:suite. Of several,"
                            + " pictures go into the folder that -o names.")
    List<String> scenes = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description =
                    "Picture to write, - for standard output, or a folder; with --frames, a number"
                            + " is put before the extension.")
    Path output;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "png, jpeg, or rgba: a byte each, row after row; default: by the extension,"
                            + " else png.")
    PictureFormat format;

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
            description =
                    "Frames of a turntable, or with --animate of the animation, 1..100000; default:"
                            + " one, or the animation once.")
    Integer frames;

    @Option(
            names = "--turntable",
            description = "Turns the camera once around, also while the animation plays.")
    boolean turntable;

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

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description =
                    "Gives up after so long, loading included, 0 and up; default: never. Of several"
                            + " models each has --timeout.")
    Double deadline;

    @Mixin AnimationMixin animation;
    @Mixin TessellationMixin tessellation;
    @Mixin ShadowMixin shadows;
    @Mixin StereoMixin stereo;
    @Mixin DeviceMixin device;
    @Mixin OverlapMixin overlap;
    @Mixin GpuStudyMixin study;
    @Mixin BatchMixin batch;

    /** What there is one of, if this is no batch. */
    private String scene;

    @Override
    public Integer call() {
        checkNumbers();
        if (isBatch()) {
            return new BatchCommand(this).run();
        }
        if (scenes.isEmpty()) {
            throw new UserException("Missing required parameter: 'SCENE'");
        }
        if (batch.given()) {
            throw new UserException(
                    "--sizes, --views, --results, --resume, --shard and --timeout are for several"
                            + " models: name them, add --list, or let -o be a folder");
        }
        scene = scenes.getFirst();
        renderOne();
        return 0;
    }

    /** Whether pictures go into a folder. */
    private boolean isBatch() {
        return scenes.size() > 1 || batch.list != null || Files.isDirectory(output);
    }

    private void checkNumbers() {
        if (samples != 1 && samples != 4 && samples != 8) {
            throw new UserException("--samples=%d is not 1, 4 or 8".formatted(samples));
        }
        if (frames != null && (frames < 1 || frames > 100_000)) {
            throw new UserException("--frames=%d is not in 1..100000".formatted(frames));
        }
        if (format() == PictureFormat.JPEG && "transparent".equals(background)) {
            throw new UserException("--background=transparent: JPEG has no transparency");
        }
    }

    /** What pictures are written as. */
    PictureFormat format() {
        return format != null
                ? format
                : PictureFormat.ofName(isBatch() ? "" : output.toString())
                        .orElse(PictureFormat.PNG);
    }

    private void renderOne() {
        checkFiles();
        var time = BatchMixin.time("--deadline", deadline);
        var wish = time == null ? Cancellation.NEVER : Cancellation.after(time);
        var loaded = SceneFiles.load(scene, wish);
        for (var warning : loaded.warnings()) {
            System.err.println("azulejo: warning: " + warning);
        }
        animation.choose(loaded);
        int count = frames != null ? frames : turntable ? TURNTABLE : animation.frames();
        boolean turns = turntable || count > 1 && !animation.animate;
        var view = CameraOption.parse(camera, loaded);
        checkPictures(count);
        EarlyZOption.checkForViews(device.early, stereo);
        var options = device.sequenceOptions(count);
        var settings =
                shadows.apply(
                        RenderSettings.defaults()
                                .withSize(size.width(), size.height())
                                .withSamples(samples)
                                .withBackground(background())
                                .withViews(stereo.views(size)));
        settings = tessellation.apply(settings, loaded);
        study.check(options.group());
        boolean overlaps = overlap.wanted(options.group(), true) && count > 1;
        var json = report == null ? null : new ReportFile(scene, settings, options);
        double aspect = (double) size.width() / size.height();
        var firstFrame = SlowStep.begin("rendering " + scene);
        try (var sequence = new FrameSequence(loaded, settings, options, overlaps, wish);
                var progress = count > 1 && System.console() != null ? progress(count) : null) {
            var first = sequence.sessions().getFirst();
            study.begin(first.gpu());
            shadows.note(first.renderer());
            view.frame(animation.framing(first, count), turns ? count : 1, aspect);
            var pictures = new Pictures(sequence, view, turns, aspect, count, json);
            pictures.done =
                    () -> {
                        firstFrame.done();
                        if (progress != null) {
                            progress.step();
                        }
                    };
            long start = System.nanoTime();
            sequence.run(count, pictures, wish);
            study.write(sequence.session(count - 1));
            if (json != null) {
                json.sequence(System.nanoTime() - start, sequence.gpus(), overlaps);
                json.write(report);
            }
            EarlyZOption.note(options.earlyZ(), pictures.tooLate).ifPresent(System.err::println);
        }
    }

    /** The frames: where the scene is in each, and where the picture goes. */
    private final class Pictures implements FrameSequence.Work {
        private final FrameSequence sequence;
        private final CameraOption view;
        private final boolean turns;
        private final double aspect;
        private final int count;
        private final ReportFile json;
        private Runnable done;
        private long tooLate;

        Pictures(
                FrameSequence frames,
                CameraOption camera,
                boolean turntable,
                double widthOverHeight,
                int frameCount,
                ReportFile reportFile) {
            sequence = frames;
            view = camera;
            turns = turntable;
            aspect = widthOverHeight;
            count = frameCount;
            json = reportFile;
        }

        @Override
        public void prepare(Session session, int frame) {
            double turn = turns ? 360.0 * frame / count : 0;
            animation.play(session, frame);
            session.update();
            var seen = view.view(session.renderer(), turns, turn, aspect);
            session.look(stereo.of(seen, session.renderer()));
        }

        @Override
        public void rendered(Session session, int frame, FrameReport result, long latencyNs) {
            tooLate += result.get(Counter.RASTER_TOO_LATE);
            if (json != null) {
                json.frame(latencyNs, result, session.inspect().throttle());
                json.group(session.gpu(), sequence.gpu(frame));
            }
        }

        @Override
        public void deliver(Session session, int frame, FrameReport result, long latencyNs) {
            var target = session.target();
            if (json != null) {
                json.pixels(frame, target.pixels());
            }
            var file = count == 1 ? output : numbered(frame, count);
            int threads = Runtime.getRuntime().availableProcessors();
            new PictureFile(file, format(), threads).write(target);
            done.run();
        }
    }

    private static ProgressBar progress(int frames) {
        return new ProgressBarBuilder()
                .setTaskName("render")
                .setInitialMax(frames)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }

    /** Refuses what cannot be written before anything takes time. */
    private void checkFiles() {
        if (!PictureFile.isStandard(output)) {
            WholeFile.check("-o", output);
        }
        if (report != null) {
            WholeFile.check("--report", report);
            WholeFile.checkApart("--report", report, "-o", output);
            SceneFiles.checkApart("--report", report, scene);
            SceneFiles.checkBeside("--report", report, scene, SceneFiles.filesOf(scene));
        }
    }

    /** Refuses pictures that take the place of the scene, of what it names, or of the report. */
    private void checkPictures(int count) {
        if (PictureFile.isStandard(output)) {
            if (count > 1) {
                throw new UserException("-o -: one picture expected, not %d".formatted(count));
            }
            return;
        }
        var beside = SceneFiles.filesOf(scene);
        for (int frame = 0; frame < count; frame++) {
            var file = count == 1 ? output : numbered(frame, count);
            SceneFiles.checkApart("-o", file, scene);
            SceneFiles.checkBeside("-o", file, scene, beside);
            if (report != null) {
                WholeFile.checkApart("--report", report, "-o", file);
            }
        }
    }

    private Path numbered(int frame, int frames) {
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String base = dot < 0 ? name : name.substring(0, dot);
        String extension = dot < 0 ? "." + format().extension() : name.substring(dot);
        int digits = Math.max(4, Integer.toString(frames - 1).length());
        return output.resolveSibling(base + String.format("%0" + digits + "d", frame) + extension);
    }

    /** The colour behind the scene, linear. */
    Vec4 background() {
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
        return (float) SrgbCurve.decode((code & 0xff) / 255.0);
    }
}
