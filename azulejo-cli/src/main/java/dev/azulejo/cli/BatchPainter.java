package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes the pictures of one model of a batch: loads it, renders each size and view, and lets it go.
 *
 * <p>Threads: any; each renders on its own.
 *
 * @param command the options of the command, which are only read
 * @param settings of all pictures but for their size
 * @param options of the device of each model
 * @param limits what each model may ask for
 * @param format of the files
 */
record BatchPainter(
        RenderCommand command,
        RenderSettings settings,
        DeviceOptions options,
        LoadLimits limits,
        PictureFormat format) {

    /**
     * Makes pictures, one file after the other.
     *
     * @param model names the model
     * @param pictures those that are wanted
     * @param cancellation ends it
     * @return what there is to warn of
     */
    BatchRun.Painted paint(
            String model, List<BatchModel.Picture> pictures, Cancellation cancellation) {
        var source = new Source(model, limits, options.threads());
        return BatchRun.Painted.now(
                paint(source, pictures, Outputs.files(cancellation), cancellation));
    }

    /** Loads a scene. */
    interface Loader {
        Scene load(Cancellation cancellation);
    }

    /** Loads the scene that a name stands for. */
    private record Source(String model, LoadLimits limits, int threads) implements Loader {
        @Override
        public Scene load(Cancellation cancellation) {
            return SceneFiles.load(model, limits, threads, cancellation);
        }
    }

    /**
     * Makes pictures, one after the other.
     *
     * @param model loads the model
     * @param pictures those that are wanted
     * @param outputs where they go
     * @param cancellation ends it
     * @return what there is to warn of
     */
    List<String> paint(
            Loader model,
            List<BatchModel.Picture> pictures,
            Outputs outputs,
            Cancellation cancellation) {
        for (var picture : pictures) {
            picture.files().forEach(outputs::check);
        }
        var loaded = model.load(cancellation);
        // Once, whatever sizes and views there are
        var told = new LinkedHashSet<>(loaded.warnings());
        var scene = command.prepare(loaded, cancellation, told::add);
        var left = new ArrayList<>(pictures);
        told.addAll(command.device.idle(options, command.tessellation.tessellates(scene)));
        command.tessellation.idle(scene, cancellation).ifPresent(told::add);
        command.thin.idle(scene, told::add);
        command.device.group.idleHelp(options).ifPresent(told::add);
        while (!left.isEmpty()) {
            var size = left.getFirst().size();
            told.addAll(
                    paint(
                            loaded,
                            scene,
                            left.stream().filter(p -> p.size().equals(size)).toList(),
                            outputs,
                            cancellation));
            left.removeIf(picture -> picture.size().equals(size));
        }
        return List.copyOf(told);
    }

    /** Makes pictures of one size; returns what there is to warn of. */
    private Set<String> paint(
            Scene loaded,
            Scene scene,
            List<BatchModel.Picture> pictures,
            Outputs outputs,
            Cancellation cancellation) {
        var told = new LinkedHashSet<String>();
        var size = pictures.getFirst().size();
        double aspect = (double) size.width() / size.height();
        var moves = command.animation.copy();
        moves.choose(scene);
        var sized =
                command.tessellation.apply(
                        command.thin
                                .apply(settings)
                                .withSize(size.width(), size.height())
                                .withViews(command.stereo.views(size)),
                        scene);
        var idle = new IdleSettings(options);
        Session.checkMemory(scene, sized, limits.maxDecodedBytes());
        try (var session = new Session(scene, sized, options, cancellation);
                var aovs =
                        AovPictures.open(
                                command.aovs(), loaded, scene, sized, options, cancellation)) {
            session.within(cancellation);
            for (var picture : pictures) {
                var camera = CameraOption.parse(picture.camera(), scene);
                camera.frame(session, moves, 1, false, aspect).ifPresent(told::add);
                CameraOption.nothing(session, moves, 1).ifPresent(told::add);
                Consumer<Session> look =
                        seer -> {
                            moves.play(seer, 0);
                            seer.update();
                            var seen = camera.view(seer.renderer(), false, 0, aspect);
                            seer.look(command.stereo.of(seen, seer.renderer()));
                        };
                look.accept(session);
                idle.frame(session.render(cancellation));
                cancellation.check("rendering");
                new PictureFile(picture.file(), format, 1).write(session.target(), outputs);
                aovs.write(picture.file(), look, 1, outputs, cancellation);
            }
        }
        told.addAll(idle.notes());
        return told;
    }
}
