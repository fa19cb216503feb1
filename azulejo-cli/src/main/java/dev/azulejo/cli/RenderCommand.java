package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.image.AnimationEncoder;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.image.StraightAlpha;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.FrameSequence;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** {@code azulejo render}. */
@Command(
        name = "render",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Renders a scene, or many, to pictures, or a sequence to a movie.")
final class RenderCommand implements Callable<Integer> {
    /** Frames of a turntable if nobody says how many. */
    private static final int TURNTABLE = 36;

    @Parameters(
            paramLabel = "SCENE",
            arity = "0..*",
            description =
                    "A .gltf or .glb file, - for standard input, or demo:teapot, demo:city,"
                            + " demo:objects, demo:sphere, demo:rooms, demo:dashboard, demo:viewer,"
                            + " demo:terrain, demo:temple, demo:shop, demo:suite, demo:lamps. Of"
                            + " several, pictures go into the folder that -o names.")
    List<String> scenes = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description =
                    "Picture to write, - for standard output, or a folder; with --frames, a number"
                            + " is put before the extension, or all go into one .gif, .apng or"
                            + " .mp4 (which needs ffmpeg).")
    Path output;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "png, jpeg, or rgba: a byte each, row after row; default: by the extension,"
                            + " else png.")
    PictureFormat format;

    @Option(
            names = "--bits",
            paramLabel = "N",
            defaultValue = "8",
            description = "Bits a channel, 8 or 16; 16 in PNG alone (default: ${DEFAULT-VALUE}).")
    int bits;

    @Option(
            names = "--aov",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Also writes depth, normal or id, or several of them after commas: what is"
                            + " seen in each pixel, as name.depth.png and so on beside name.png,"
                            + " with numbers in name.aov.json.")
    List<Aov> aov;

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
                        + " and above the model, and distance relative to what frames it; or"
                        + " stand:X,Y,Z,AZ[,EL]: standing at a place, looking along -z at 0 and"
                        + " along -x at 90 degrees, and up by EL. Default: the file's first camera"
                        + " if there is one that shows enough of the model, else orbit:35,18; 0 or"
                        + " file insists on it.")
    String camera;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "4",
            description = "Samples a pixel: 1, 4, 8 or 16 (default: ${DEFAULT-VALUE}).")
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
            description =
                    "RRGGBB, 'transparent', or 'environment': the picture of --environment;"
                            + " environment:BLUR, 0..1, is blurred as a mirror so rough would;"
                            + " default: a light grey, or the sky of demo:terrain.")
    String background;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description =
                    "Writes settings, times, SHA-256 of the pixels and counters as JSON; - for"
                            + " standard output.")
    Path report;

    @Option(
            names = "--deadline",
            paramLabel = "SECONDS",
            description =
                    "Gives up after so long, loading included, 0 and up; default: never. Of several"
                            + " models each has --timeout.")
    Double deadline;

    @Mixin VariantMixin variant;
    @Mixin TextureMixin textures;
    @Mixin AnimationMixin animation;
    @Mixin TessellationMixin tessellation;
    @Mixin ThinMixin thin;
    @Mixin ShadowMixin shadows;
    @Mixin GroundMixin ground;

    @Mixin OcclusionMixin occlusion;
    @Mixin EnvironmentMixin environment;
    @Mixin StereoMixin stereo;
    @Mixin DeviceMixin device;
    @Mixin OverlapMixin overlap;
    @Mixin GpuStudyMixin study;
    @Mixin BatchMixin batch;
    @Mixin ClusterMixin cluster;

    @Spec CommandSpec spec;

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
                    "--sizes, --views, --results, --shard and --timeout are for several models:"
                            + " name them, add --list, or let -o be a folder");
        }
        cluster.check();
        scene = scenes.getFirst();
        renderOne();
        return 0;
    }

    /** Whether pictures go where there is no room for others beside them. */
    private boolean isDevice() {
        return WholeFile.writesThrough(output) && !Files.isDirectory(output);
    }

    /** Whether pictures go into a folder. */
    private boolean isBatch() {
        return scenes.size() > 1 || batch.list != null || Files.isDirectory(output);
    }

    /** Refuses what is wrong whatever the scene holds. */
    void checkNumbers() {
        environment.check(background, cluster.given());
        textures.check();
        SampleCount.check(samples);
        thin.check();
        ground.check();
        if (frames != null && (frames < 1 || frames > 100_000)) {
            throw new UserException("--frames=%d is not in 1..100000".formatted(frames));
        }
        if (format() == PictureFormat.JPEG && "transparent".equals(background)) {
            throw new UserException("--background=transparent: JPEG has no transparency");
        }
        if (output.toString().toLowerCase(Locale.ROOT).endsWith(".webp")
                && !Files.isDirectory(output)) {
            throw new UserException(
                    "-o %s: WebP is not written, for want of a library in Java that does; .png or .jpg expected"
                            .formatted(output));
        }
        if (format != null && !isBatch() && MovieFormat.ofName(output.toString()).isPresent()) {
            throw new UserException(
                    "--format=%s: -o %s is a movie: leave --format out, or name pictures with .%s at the end"
                            .formatted(
                                    format.name().toLowerCase(Locale.ROOT),
                                    output,
                                    format.extension()));
        }
        if (bits != 8 && bits != 16) {
            throw new UserException("--bits=%d is not 8 or 16".formatted(bits));
        }
        boolean movie = movie().isPresent();
        if (bits == 16 && (movie || format() != PictureFormat.PNG)) {
            throw new UserException("--bits=16: PNG alone has so many");
        }
        if (bits == 16 && study.given()) {
            throw new UserException("--bits=16: not with --owners, --waste or --timeline");
        }
        if (aov != null && (movie || StandardOutput.isNamed(output) || isDevice())) {
            throw new UserException(
                    "--aov: pictures beside a picture, so that -o must be one, or a folder");
        }
        animation.paced = movie;
    }

    /** Whether --size is said, and not what it is if nobody says it. */
    boolean sizeGiven() {
        return spec.commandLine().getParseResult().hasMatchedOption("--size");
    }

    /** Returns what the whole sequence is written as, if that is one file. */
    Optional<MovieFormat> movie() {
        return isBatch() ? Optional.empty() : MovieFormat.ofName(output.toString());
    }

    /** Returns what colours are drawn as. */
    RenderSettings.Output colors() {
        return bits == 16 ? RenderSettings.Output.LINEAR_COLOR : RenderSettings.Output.COLOR;
    }

    /** Returns what is wanted beside each picture, each once. */
    Set<Aov> aovs() {
        return aov == null ? Set.of() : EnumSet.copyOf(aov);
    }

    /** What pictures are written as. */
    PictureFormat format() {
        return format != null
                ? format
                : PictureFormat.ofName(isBatch() ? "" : output.toString())
                        .orElse(PictureFormat.PNG);
    }

    private void renderOne() {
        var time = BatchMixin.time("--deadline", deadline);
        var wish = time == null ? Cancellation.NEVER : Cancellation.after(time);
        checkResume();
        checkFiles(wish);
        ground.check(animation);
        if (cluster.given()) {
            new ClusterFrames(this, scene).run(wish);
            return;
        }
        try (var journal = FrameJournal.open(this, scene, wish)) {
            int[] left = isCounted() ? journal.left(count(), wish) : null;
            if (left == null || left.length > 0 || report != null) {
                render(journal, left, wish);
            }
            journal.complete();
        }
    }

    /**
     * Renders in this process.
     *
     * @param journal of what has been made
     * @param known which pictures are to be made; null if only the scene can tell
     * @param wish ends it early
     */
    private void render(FrameJournal journal, int[] known, Cancellation wish) {
        var named = SceneFiles.load(scene, limits(wish), wish);
        var loaded = prepare(named, wish, RenderCommand::note);
        for (var warning : loaded.warnings()) {
            System.err.println("azulejo: warning: " + warning);
        }
        animation.choose(loaded);
        int count = count();
        boolean turns = turns(count);
        var view = CameraOption.parse(camera, loaded);
        checkPictures(count, wish);
        int[] left = known != null ? known : journal.left(count, wish);
        var movie = movie().map(format -> movieFile(format, count)).orElse(null);
        if (movie != null) {
            movie.check();
        }
        EarlyZOption.checkForViews(device.early, stereo);
        var options = device.sequenceOptions(left.length);
        if (count == 1) {
            device.checkForOnce(options, "there is one frame, and none before it");
        }
        if (tessellation.tessellates(loaded)) {
            // Of a throttle that has nothing to do the report tells, as of other idle ones
            device.checkForScene(options, true);
        }
        var settings = settings(loaded, wish);
        study.check(options.group(), device.group);
        notes(loaded, wish, RenderCommand::note);
        device.group.idleHelp(options).ifPresent(RenderCommand::note);
        var order =
                overlap.wanted(options.group(), true) && count > 1
                        ? FrameOrder.OVERLAPPED
                        : FrameOrder.APART;
        var json = report == null ? null : new ReportFile(scene, settings, options);
        if (json != null) {
            json.scene(
                    variant.variant,
                    tessellation.explode == null ? 0 : tessellation.explode,
                    textures.side,
                    ground.mirrors(),
                    occlusion.occlusion);
        }
        double aspect = aspect();
        var firstFrame = SlowStep.begin("rendering " + scene);
        try (var sequence = new FrameSequence(loaded, settings, options, order, wish);
                var aovs = AovPictures.open(aovs(), named, loaded, settings, options, wish);
                var progress = left.length > 1 ? TerminalBar.begin("render", left.length) : null) {
            sequence.sessions().forEach(session -> session.within(wish));
            var first = sequence.sessions().getFirst();
            study.begin(first.gpu());
            shadows.note(first.renderer());
            view.frame(first, animation, count, turns, aspect).ifPresent(CameraOption::note);
            CameraOption.nothing(first, animation, count).ifPresent(RenderCommand::note);
            var pictures = new Pictures(sequence, view, count, json, options);
            pictures.frames = left;
            pictures.journal = journal;
            pictures.aovs = aovs;
            pictures.wish = wish;
            pictures.done =
                    () -> {
                        firstFrame.done();
                        if (progress != null) {
                            progress.step();
                        }
                    };
            long start = System.nanoTime();
            if (left.length == 0) {
                firstFrame.done();
            } else if (movie == null) {
                sequence.run(left.length, pictures, wish);
            } else {
                movie.write(
                        encoder -> {
                            pictures.movie = encoder;
                            sequence.run(count, pictures, wish);
                        },
                        wish);
            }
            study.write(sequence.session(count - 1), wish);
            if (json != null) {
                json.sequence(System.nanoTime() - start, sequence.gpus(), order);
                json.write(report, wish);
            }
            if (json == null && left.length > 0) {
                // Otherwise the report says so
                pictures.idle.note();
            }
        }
    }

    /** Tells a note on standard error. */
    static void note(String text) {
        System.err.println("azulejo: note: " + text);
    }

    /** Returns what loading the scene may take; reads the surroundings, which take their part. */
    LoadLimits limits(Cancellation wish) {
        return variant.wanted(textures.apply(environment.left(LoadLimits.defaults(), wish)));
    }

    /** Returns a scene that was loaded as it is drawn. */
    Scene prepare(Scene loaded, Cancellation wish, Consumer<String> note) {
        var apart = tessellation.apart(variant.apply(loaded), wish, note);
        var dimmed = occlusion.apply(apart, tessellation.mode, wish, note);
        return ground.apply(dimmed, wish, note);
    }

    /** Returns what pictures of a scene are like; reads the surroundings. */
    RenderSettings settings(Scene drawn, Cancellation wish) {
        var settings =
                shadows.applyToPictures(
                        RenderSettings.defaults()
                                .withSize(size.width(), size.height())
                                .withSamples(samples)
                                .withBackground(background())
                                .withSky(showsSky())
                                .withOutput(colors())
                                .withViews(stereo.views(size)));
        settings = environment.apply(settings, background, wish);
        return thin.apply(tessellation.apply(settings, drawn));
    }

    /** Says what has no effect on a scene. */
    void notes(Scene drawn, Cancellation wish, Consumer<String> note) {
        tessellation.idle(drawn, wish).ifPresent(note);
        thin.idle(drawn, note);
    }

    /** Whether the camera goes around, in a sequence of so many pictures. */
    boolean turns(int count) {
        return turntable || count > 1 && !animation.animate;
    }

    /** Returns width over height of a view. */
    double aspect() {
        return (double) size.width() / size.height();
    }

    /** Returns the size of a picture, all of its views side by side. */
    Size wholeSize() {
        return new Size(stereo.views(size) * size.width(), size.height());
    }

    /**
     * Moves a scene, and the views of it, to where a frame has them.
     *
     * @param session shows the scene
     * @param view from where it is seen
     * @param frame number of the picture
     * @param count how many there are
     */
    void look(Session session, CameraOption view, int frame, int count) {
        boolean turns = turns(count);
        double turn = turns ? 360.0 * frame / count : 0;
        animation.play(session, frame);
        session.update();
        var seen = view.view(session.renderer(), turns, turn, aspect());
        session.look(stereo.of(seen, session.renderer()));
    }

    /** The frames: where the scene is in each, and where the picture goes. */
    private final class Pictures implements FrameSequence.Work {
        private final FrameSequence sequence;
        private final CameraOption view;
        private final int count;
        private final ReportFile json;
        private AovPictures aovs;
        private Cancellation wish;
        private Runnable done;

        /** Those that are rendered, one after the other. */
        private int[] frames;

        private FrameJournal journal;

        /** Takes all pictures; null if each has a file. */
        private AnimationEncoder movie;

        private final IdleSettings idle;

        Pictures(
                FrameSequence frameSequence,
                CameraOption camera,
                int frameCount,
                ReportFile reportFile,
                DeviceOptions options) {
            sequence = frameSequence;
            view = camera;
            count = frameCount;
            json = reportFile;
            idle = new IdleSettings(options);
        }

        @Override
        public void prepare(Session session, int turn) {
            look(session, view, frames[turn], count);
        }

        @Override
        public void rendered(Session session, int turn, FrameReport result, long latencyNs) {
            idle.frame(result);
            if (json != null) {
                json.frame(frames[turn], latencyNs, result, session.inspect().throttle());
                json.group(session.gpu(), sequence.gpu(turn));
            }
        }

        @Override
        public void deliver(Session session, int turn, FrameReport result, long latencyNs) {
            var target = session.target();
            if (json != null) {
                json.pixels(turn, target);
            }
            if (movie != null) {
                add(StraightAlpha.of(target.pixels()));
            } else {
                int frame = frames[turn];
                var file = pictureFile(frame, count);
                int threads = Runtime.getRuntime().availableProcessors();
                var outputs = journal.outputs(wish);
                new PictureFile(file, format(), threads).write(Pixels.of(target), outputs, wish);
                aovs.write(file, seer -> look(seer, view, frame, count), threads, outputs, wish);
                journal.done(frame);
            }
            done.run();
        }

        private void add(int[] pixels) {
            try {
                movie.add(pixels);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Refuses to go on with what is there all at once, or cannot be told from something else. */
    private void checkResume() {
        if (!batch.resume) {
            return;
        }
        if (movie().isPresent()) {
            throw new UserException(
                    "--resume: -o %s is there when all of it is, so that there is nothing to go on"
                                    .formatted(output)
                            + " with; pictures of their own expected, as -o name.png");
        }
        if (StandardOutput.isNamed(output) || isDevice()) {
            throw new UserException(
                    "--resume: nothing of -o %s stays; a file expected".formatted(output));
        }
        if (study.given()) {
            throw new UserException(
                    "--resume: not with --owners, --waste, --timeline and --gpu-fault, which are of"
                            + " all pictures");
        }
        if (SceneFiles.isStream(scene)
                || environment.file != null && SceneFiles.isStream(environment.file.toString())) {
            throw new UserException(
                    "--resume: scene and environment must be in files, to tell whether they are"
                            + " the same");
        }
    }

    /**
     * Whether it is written down which pictures are there: of several in files of their own, and
     * where somebody asks.
     */
    boolean keepsJournal() {
        boolean areFiles = movie().isEmpty() && !StandardOutput.isNamed(output) && !isDevice();
        boolean isOne = isCounted() && count() == 1;
        return batch.resume || areFiles && !isOne && PictureKey.isPossible(this, scene);
    }

    /** Refuses what cannot be written, or would be written over, before anything takes time. */
    private void checkFiles(Cancellation wish) {
        if (!StandardOutput.isNamed(output)) {
            WholeFile.check("-o", output);
        }
        checkFiles(isCounted() ? count() : 0, wish);
    }

    /** Does so of pictures of whose number the scene decides, once it has. */
    void checkPictures(int count, Cancellation wish) {
        if (!isCounted()) {
            checkFiles(count, wish);
        }
    }

    /** Checks all files against each other, with the pictures of so many frames. */
    private void checkFiles(int count, Cancellation wish) {
        var files = new CommandFiles().readsScene(scene).reads("--environment", environment.file);
        cluster.addTo(files);
        if (StandardOutput.isNamed(output)) {
            if (count > 1) {
                throw new UserException("-o -: one picture expected, not %d".formatted(count));
            }
            files.writesOrPrints("-o", output);
        } else {
            int pictures = movie().isPresent() ? 1 : count;
            if (pictures > 1 && isDevice()) {
                throw new UserException(
                        "-o %s: is a device or a pipe; one picture expected, not %d"
                                .formatted(output, pictures));
            }
            if (keepsJournal()) {
                FrameJournal.addTo(files, output);
            }
            for (int frame = 0; frame < pictures; frame++) {
                var picture = pictureFile(frame, pictures);
                files.writesOneOf("-o", picture);
                Aov.files(aovs(), picture).forEach(file -> files.writesOneOf("-o", file));
            }
        }
        files.writesOrPrints("--report", report);
        study.addTo(files);
        files.check(wish);
    }

    /** Whether it is known how many pictures there are before the scene is. */
    boolean isCounted() {
        return frames != null || turntable || !animation.animate;
    }

    MovieFile movieFile(MovieFormat kind, int count) {
        boolean transparent = "transparent".equals(background);
        double fps = animation.framesPerSecond();
        return new MovieFile(output, kind, wholeSize(), count, fps, transparent);
    }

    /** Returns how many frames there are, once the scene is known. */
    int count() {
        return frames != null ? frames : turntable ? TURNTABLE : animation.frames();
    }

    /** Returns where a picture goes, of so many. */
    Path pictureFile(int frame, int frames) {
        return frames == 1 ? output : numbered(frame, frames);
    }

    private Path numbered(int frame, int frames) {
        String name = output.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String base = dot < 0 ? name : name.substring(0, dot);
        String extension = dot < 0 ? "." + format().extension() : name.substring(dot);
        int digits = Math.max(4, Integer.toString(frames - 1).length());
        return output.resolveSibling(base + String.format("%0" + digits + "d", frame) + extension);
    }

    /** Whether a scene's own sky is seen, if it has one. */
    boolean showsSky() {
        return background == null && environment.file == null;
    }

    /** The colour behind the scene, linear. */
    Vec4 background() {
        if (background == null || EnvironmentMixin.isSeen(background)) {
            return RenderSettings.LIGHT_GREY;
        }
        if (background.equals("transparent")) {
            return new Vec4(0, 0, 0, 0);
        }
        if (!background.matches("#?[0-9a-fA-F]{6}")) {
            throw new UserException(
                    "--background=%s: expected RRGGBB, 'transparent' or 'environment'"
                            .formatted(background));
        }
        int rgb = Integer.parseInt(background.replace("#", ""), 16);
        return new Vec4(linear(rgb >> 16), linear(rgb >> 8), linear(rgb), 1);
    }

    private static float linear(int code) {
        return (float) SrgbCurve.decode((code & 0xff) / 255.0);
    }
}
