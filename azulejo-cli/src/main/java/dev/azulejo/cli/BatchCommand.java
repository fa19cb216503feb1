package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.render.RenderSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** {@code azulejo render} of several models into a folder. */
final class BatchCommand {
    private final RenderCommand command;

    /** Makes one; the options are only read. */
    BatchCommand(RenderCommand command) {
        this.command = command;
    }

    /** Renders all models; returns 0, or 1 if some failed. */
    int run() {
        checkOptions();
        var models = command.batch.models(command.scenes);
        var plan =
                new BatchPlan(command.output, sizes(), cameras(), command.format(), command.aovs());
        var planned = plan.of(models);
        var part = command.batch.part(planned);
        checkFiles(part, models);
        var time = command.batch.time();
        var wish = time == null ? Cancellation.NEVER : Cancellation.after(time);
        var settings = settings(wish);
        EarlyZOption.checkForViews(command.device.early, command.stereo);
        long pictures = (long) part.size() * plan.sizes().size() * plan.cameras().size();
        var options = command.device.options((int) Math.min(pictures, Integer.MAX_VALUE));
        if (plan.cameras().size() == 1) {
            command.device.checkForOnce(
                    options, "each model has one picture of a size; add --views");
        }
        if (command.cluster.given()) {
            return new ClusterBatch(command).run(part) ? 1 : 0;
        }
        int threads = Math.max(1, Math.min(options.threads(), part.size()));
        var limits = command.limits(wish);
        var painter =
                new BatchPainter(
                        command,
                        settings,
                        options.withThreads(1),
                        // All that are loaded at a time have to fit, beside their environment.
                        limits.withMaxDecodedBytes(limits.maxDecodedBytes() / threads),
                        command.format());
        makeFolder(command);
        return run(command, part, painter::paint, time, threads) ? 1 : 0;
    }

    /**
     * Has models worked on, and says what became of each.
     *
     * @param command says where results go, and whether it goes on
     * @param part the models
     * @param work makes their pictures
     * @param time how long each may take; null for as long as it likes
     * @param threads how many at a time
     * @return whether some failed
     */
    static boolean run(
            RenderCommand command,
            List<BatchModel> part,
            BatchRun.Work work,
            Duration time,
            int threads) {
        var progress = TerminalBar.begin("render", part.size());
        try (var results = new BatchResults(command.batch.results)) {
            Runnable step = progress == null ? () -> {} : progress::step;
            boolean resume = command.batch.resume;
            try {
                new BatchRun(part, work, results, resume, time, step).run(threads);
            } finally {
                if (progress != null) {
                    progress.close();
                }
            }
            return results.summarize(System.err);
        }
    }

    /**
     * What all pictures are like, but for their size; all models have one environment.
     *
     * @param wish ends reading it
     */
    RenderSettings settings(Cancellation wish) {
        var settings =
                command.shadows.applyToPictures(
                        RenderSettings.defaults()
                                .withSamples(command.samples)
                                .withBackground(command.background())
                                .withSky(command.showsSky())
                                .withOutput(command.colors()));
        return command.environment.apply(settings, command.background, wish);
    }

    private List<Size> sizes() {
        var sizes = command.batch.sizes;
        return sizes == null ? List.of(command.size) : sizes.stream().distinct().toList();
    }

    private List<String> cameras() {
        var views = command.batch.views;
        return views == null ? Arrays.asList(command.camera) : views;
    }

    /** Refuses what is wrong whatever the models hold, and what there is for one scene alone. */
    private void checkOptions() {
        refuse(command.frames != null, "--frames");
        refuse(command.turntable, "--turntable");
        refuse(command.animation.animate, "--animate");
        refuse(command.report != null, "--report");
        refuse(command.deadline != null, "--deadline");
        refuse(command.overlap.given(), "--overlap");
        var ofGpus = command.device.group.named();
        refuse(!ofGpus.isEmpty(), String.join(", ", ofGpus));
        refuse(command.study.given(), "--owners, --waste, --timeline and --gpu-fault");
        refuse(StandardOutput.isNamed(command.output), "-o -");
        if (command.cluster.given() && command.device.threads != null) {
            throw new UserException("--threads: each worker of a cluster says how many it has");
        }
        command.cluster.check();
        String name = command.output.toString();
        if ((PictureFormat.ofName(name).isPresent() || MovieFormat.ofName(name).isPresent())
                && !Files.isDirectory(command.output)) {
            throw new UserException(
                    "-o %s: a folder expected for several models".formatted(command.output));
        }
        if (command.batch.views != null && command.camera != null) {
            throw new UserException("--views and --camera: one of them expected");
        }
        if (command.batch.sizes != null && command.sizeGiven()) {
            throw new UserException("--sizes and --size: one of them expected");
        }
        command.animation.check();
        command.ground.check(command.animation);
        command.tessellation.check();
        command.batch.time();
        command.background();
        sizes().forEach(command.stereo::views);
        for (var camera : cameras()) {
            if (camera != null && CameraOption.isPlace(camera)) {
                CameraOption.parse(camera, null);
            }
        }
    }

    private static void refuse(boolean given, String option) {
        if (given) {
            throw new UserException(option + ": for one scene only, not for several");
        }
    }

    /**
     * Refuses files that would take the place of a model, whether this shard renders it or not, of
     * a file that a model names, of whatever else is read, or of each other.
     */
    private void checkFiles(List<BatchModel> part, List<String> models) {
        var files = new CommandFiles().reads("--environment", command.environment.file);
        command.cluster.addTo(files);
        var list = command.batch.list;
        files.reads("--list", list == null || StandardOutput.isNamed(list) ? null : list);
        models.forEach(files::readsScene);
        for (var model : part) {
            for (var picture : model.pictures()) {
                picture.files().forEach(file -> files.writesOneOf("-o", file));
            }
        }
        files.writesOrPrints("--results", command.batch.results);
        files.check(Cancellation.NEVER, command.batch.time());
    }

    /** Makes the folder for pictures, once nothing is known to stand in their way. */
    static void makeFolder(RenderCommand command) {
        try {
            Files.createDirectories(command.output);
        } catch (IOException e) {
            throw new UserException(
                    "-o %s: is no folder, and cannot be made one: %s"
                            .formatted(command.output, WholeFile.reason(e)));
        }
    }
}
