package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.render.RenderSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        var settings = settings();
        makeFolder();
        EarlyZOption.checkForViews(command.device.early, command.stereo);
        long pictures = (long) part.size() * plan.sizes().size() * plan.cameras().size();
        var options = command.device.options((int) Math.min(pictures, Integer.MAX_VALUE));
        if (plan.cameras().size() == 1) {
            command.device.checkForOnce(
                    options, "each model has one picture of a size; add --views");
        }
        int threads = Math.max(1, Math.min(options.threads(), part.size()));
        var limits = command.textures.apply(LoadLimits.defaults());
        var painter =
                new BatchPainter(
                        command,
                        settings,
                        options.withThreads(1),
                        // All that are loaded at a time have to fit.
                        limits.withMaxDecodedBytes(limits.maxDecodedBytes() / threads),
                        command.format());
        var progress = TerminalBar.begin("render", part.size());
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

    /** What all pictures are like, but for their size; all models have one environment. */
    private RenderSettings settings() {
        var settings =
                command.shadows.apply(
                        RenderSettings.defaults()
                                .withSamples(command.samples)
                                .withBackground(command.background())
                                .withSky(command.showsSky())
                                .withOutput(command.colors()));
        return command.environment.apply(settings, command.background, Cancellation.NEVER);
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
        refuse(command.device.group.given(), "--gpus");
        refuse(command.study.given(), "--owners, --waste, --timeline and --gpu-fault");
        refuse(StandardOutput.isNamed(command.output), "-o -");
        String name = command.output.toString();
        if ((PictureFormat.ofName(name).isPresent() || MovieFormat.ofName(name).isPresent())
                && !Files.isDirectory(command.output)) {
            throw new UserException(
                    "-o %s: a folder expected for several models".formatted(command.output));
        }
        if (command.batch.views != null && command.camera != null) {
            throw new UserException("--views and --camera: one of them expected");
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
     * a file that a model names, of the list, or of each other.
     */
    private void checkFiles(List<BatchModel> part, List<String> models) {
        var outputs = new HashMap<Path, Output>();
        var results = command.batch.results;
        if (results != null && !StandardOutput.isNamed(results)) {
            WholeFile.check("--results", results);
            add(new Output("--results", results), outputs);
        }
        for (var model : part) {
            for (var picture : model.pictures()) {
                for (var file : picture.files()) {
                    command.environment.checkApart("-o", file);
                    var clash = add(new Output("-o", file), outputs);
                    if (clash != null) {
                        WholeFile.checkApart(clash.option, clash.path, "-o", file);
                    }
                }
            }
        }
        var list = command.batch.list;
        if (list != null && !StandardOutput.isNamed(list)) {
            refuse(outputs.get(place(list)), "is the same file as --list " + list);
        }
        for (var model : models) {
            if (SceneFiles.isThere(model)) {
                check(model, place(Path.of(model)), outputs);
            }
        }
    }

    /** A file to be written. */
    private record Output(String option, Path path) {}

    /** Returns the one that has its place already, or null. */
    private static Output add(Output output, Map<Path, Output> outputs) {
        var place = place(output.path);
        return place == null ? null : outputs.putIfAbsent(place, output);
    }

    /** Returns where a file lies, or null where there is no such folder, so that nothing is. */
    private static Path place(Path path) {
        try {
            return WholeFile.place(path);
        } catch (IOException e) {
            return null;
        }
    }

    private static void check(String model, Path place, Map<Path, Output> outputs) {
        if (place == null) {
            return;
        }
        refuse(outputs.get(place), "is the same file as the scene " + model);
        // A model names files beside it and below, and no others: most need not be read for that.
        if (outputs.keySet().stream().anyMatch(at -> at.startsWith(place.getParent()))) {
            for (var file : SceneFiles.filesOf(model)) {
                refuse(outputs.get(file), "is a file that %s names".formatted(model));
            }
        }
    }

    private static void refuse(Output output, String why) {
        if (output != null) {
            throw new UserException(
                    "%s %s: %s; another one expected".formatted(output.option, output.path, why));
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
}
