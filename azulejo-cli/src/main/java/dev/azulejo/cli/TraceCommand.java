package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.sim.record.TraceRecorder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.TraceWriter;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * {@code azulejo trace}: what work there is in a scene's frames, for machines that do not exist.
 */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Renders frames and writes down what work there was, for the timing model.",
            "That is geometry with its places on the screen, pixels and what they cost, what early"
                    + " Z and reuse would have left out. No pictures, no times: docs/traces.md."
        })
final class TraceCommand implements Runnable {
    private static final int MOST_FRAMES = 100_000;

    /** Options that are told whether given or not, and those that decide nothing. */
    private static final Set<String> TOLD =
            Set.of("--size", "--samples", "--early-z", "--reuse", "--output", "--threads");

    /** Whether a technique is asked. */
    enum Answer {
        OFF,
        ON
    }

    @Spec CommandSpec spec;

    @Parameters(paramLabel = "SCENE", description = "A .gltf or .glb file, or a demo: scene.")
    String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "Work trace to write, such as work.trace.")
    Path output;

    @Option(
            names = "--frames",
            paramLabel = "N",
            description =
                    "Frames, 1..100000; default: one, or the animation once. Without --turntable"
                            + " and --animate they are all alike.")
    Integer frames;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1920x1080",
            converter = Size.Converter.class,
            description = "Picture size in pixels (default: ${DEFAULT-VALUE}).")
    Size size;

    @Option(
            names = "--camera",
            paramLabel = "CAMERA",
            description =
                    "Name or index of a camera in the file, orbit:AZ,EL[,DIST], or"
                            + " stand:X,Y,Z,AZ[,EL], as for render.")
    String camera;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "1",
            description = "Samples a pixel: 1, 4, 8 or 16 (default: ${DEFAULT-VALUE}).")
    int samples;

    @Option(
            names = "--turntable",
            description = "Turns the camera once around, with stand: on the spot.")
    boolean turntable;

    @Option(
            names = "--early-z",
            paramLabel = "MODE",
            defaultValue = "on",
            description =
                    "on (default): notes which chunks and triangles early Z finds hidden, which"
                            + " takes about a frame's time behind each; off: chunks of 512"
                            + " primitives instead of 256, and no notes.")
    Answer early;

    @Option(
            names = "--reuse",
            paramLabel = "MODE",
            defaultValue = "on",
            description =
                    "on (default): notes which tiles come out as in the frame before; off: no"
                            + " notes.")
    Answer reuse;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description =
                    "Worker threads, 1..256; default: one a processor. Any number, same trace.")
    Integer threads;

    @Mixin VariantMixin variant;
    @Mixin AnimationMixin animation;
    @Mixin TessellationMixin tessellation;
    @Mixin ShadowMixin shadows;

    // Of the trace that has been written.
    private TraceRecorder recorder;
    private CountedStream counted;

    @Override
    public void run() {
        SampleCount.check(samples);
        if (frames != null && (frames < 1 || frames > MOST_FRAMES)) {
            throw new UserException("--frames=%d is not in 1..%d".formatted(frames, MOST_FRAMES));
        }
        var options = options();
        new CommandFiles().readsScene(name).writes("--output", output).check(Cancellation.NEVER);
        var loaded =
                variant.apply(
                        SceneFiles.load(
                                name, variant.wanted(LoadLimits.defaults()), Cancellation.NEVER));
        var scene = tessellation.apart(loaded, Cancellation.NEVER, RenderCommand::note);
        for (var warning : scene.warnings()) {
            System.err.println("azulejo: warning: " + warning);
        }
        animation.choose(scene);
        int count = frames != null ? frames : animation.frames();
        var view = CameraOption.parse(camera, scene);
        var settings =
                RenderSettings.defaults()
                        .withSize(size.width(), size.height())
                        .withSamples(samples);
        settings = tessellation.apply(shadows.apply(settings), scene);
        tessellation.refuseIdle(scene);
        write(scene, settings, options, view, count);
    }

    private DeviceOptions options() {
        try {
            var options = DeviceOptions.DEFAULT;
            return options.withThreads(threads == null ? options.threads() : threads)
                    .withKernels(Kernels.VECTOR)
                    .withEarlyZ(early == Answer.ON ? EarlyZ.ON : EarlyZ.OFF)
                    .withReuse(reuse == Answer.ON ? Reuse.TILES : Reuse.OFF);
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
    }

    private void write(
            Scene scene,
            RenderSettings settings,
            DeviceOptions options,
            CameraOption view,
            int count) {
        var step = SlowStep.begin("recording " + name);
        WholeFile.write(
                "--output",
                output,
                file -> {
                    counted = new CountedStream(file);
                    try (var writer = new TraceWriter(counted, name, recorderText());
                            var recording = new TraceRecorder(phase -> write(writer, phase));
                            var session =
                                    Session.recordingWork(scene, settings, options, recording)) {
                        recorder = recording;
                        shadows.note(session.renderer());
                        render(session, view, count);
                    }
                });
        step.done();
        tell();
    }

    /** The command that makes the same trace: what decides about it, given or not. */
    private String recorderText() {
        var text = new StringBuilder("azulejo trace");
        text.append(" --size=").append(size.width()).append('x').append(size.height());
        text.append(" --samples=").append(samples);
        text.append(" --early-z=").append(early.name().toLowerCase(Locale.ROOT));
        text.append(" --reuse=").append(reuse.name().toLowerCase(Locale.ROOT));
        for (var option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!TOLD.contains(option.longestName())) {
                text.append(' ').append(option.longestName());
                boolean valued = option.arity().max() > 0;
                text.append(valued ? "=" + option.originalStringValues().getLast() : "");
            }
        }
        return text.toString();
    }

    private void render(Session session, CameraOption view, int count) {
        double aspect = (double) size.width() / size.height();
        view.frame(session, animation, count, turntable, aspect).ifPresent(CameraOption::note);
        for (int frame = 0; frame < count; frame++) {
            animation.play(session, frame);
            session.update();
            double turn = turntable ? 360.0 * frame / count : 0;
            session.look(view.view(session.renderer(), turntable, turn, aspect));
            session.render();
        }
    }

    private static void write(TraceWriter writer, TracePhase phase) {
        try {
            writer.write(phase);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tell() {
        var out = spec.commandLine().getOut();
        out.printf(
                "%s: %s, %s, %d primitives, %d bytes%n",
                output,
                number(recorder.frames(), "frame"),
                number(recorder.phases(), "phase"),
                recorder.primitives(),
                counted.bytes);
        out.flush();
    }

    private static String number(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Counts what goes through. */
    private static final class CountedStream extends FilterOutputStream {
        private long bytes;

        CountedStream(OutputStream to) {
            super(to);
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            bytes++;
        }

        @Override
        public void write(byte[] from, int at, int count) throws IOException {
            out.write(from, at, count);
            bytes += count;
        }
    }
}
