package dev.azulejo.cli;

import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.render.RenderSettings;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.IOException;
import java.nio.file.Files;
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
        var plan = new BatchPlan(command.output, sizes(), cameras(), command.format());
        var planned = plan.of(models);
        var part = command.batch.part(planned);
        checkResults(planned);
        makeFolder();
        int pictures = part.size() * plan.sizes().size() * plan.cameras().size();
        EarlyZOption.checkForViews(command.device.early, command.stereo);
        var options = command.device.options(pictures);
        int threads = Math.max(1, Math.min(options.threads(), part.size()));
        var limits = LoadLimits.defaults();
        var painter =
                new BatchPainter(
                        command,
                        command.shadows.apply(
                                RenderSettings.defaults()
                                        .withSamples(command.samples)
                                        .withBackground(command.background())),
                        options.withThreads(1),
                        // All that are loaded at a time have to fit.
                        limits.withMaxDecodedBytes(limits.maxDecodedBytes() / threads),
                        command.format());
        var progress = System.console() == null ? null : progress(part.size());
        try (var results = new BatchResults(command.batch.results)) {
            Runnable step = progress == null ? () -> {} : progress::step;
            var time = command.batch.time();
            boolean resume = command.batch.resume;
            try {
                new BatchRun(part, painter::paint, results, resume, time, step).run(threads);
            } finally {
                if (progress != null) {
                    progress.close();
                }
            }
            return results.summarize(System.err) ? 1 : 0;
        }
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
        refuse(command.overlap.given(), "--overlap");
        refuse(command.device.group.given(), "--gpus");
        refuse(command.study.given(), "--owners, --waste, --timeline and --gpu-fault");
        refuse(PictureFile.isStandard(command.output), "-o -");
        if (command.batch.views != null && command.camera != null) {
            throw new UserException("--views and --camera: one of them expected");
        }
        command.animation.check();
        command.tessellation.check();
        command.batch.time();
        command.background();
        sizes().forEach(command.stereo::views);
        for (var camera : cameras()) {
            if (camera != null && camera.startsWith("orbit:")) {
                CameraOption.parse(camera, null);
            }
        }
    }

    private static void refuse(boolean given, String option) {
        if (given) {
            throw new UserException(option + ": for one scene only, not for several");
        }
    }

    /** Refuses results that would take the place of a model or of a picture. */
    private void checkResults(List<BatchModel> models) {
        var file = command.batch.results;
        if (file == null || PictureFile.isStandard(file)) {
            return;
        }
        WholeFile.check("--results", file);
        for (var model : models) {
            if (SceneFiles.isThere(model.source())) {
                SceneFiles.checkApart("--results", file, model.source());
            }
            for (var picture : model.pictures()) {
                if (picture.file().getFileName().equals(file.getFileName())) {
                    WholeFile.checkApart("--results", file, "-o", picture.file());
                }
            }
        }
    }

    private void makeFolder() {
        try {
            Files.createDirectories(command.output);
        } catch (IOException e) {
            throw new UserException(
                    "-o %s: is no folder, and cannot be made one: %s"
                            .formatted(command.output, WholeFile.reason(e)));
        }
    }

    private static ProgressBar progress(int models) {
        return new ProgressBarBuilder()
                .setTaskName("render")
                .setInitialMax(models)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
    }
}
