package dev.azulejo.cli;

import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.Scene;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Finds the scene that an argument names. */
final class SceneFiles {
    private SceneFiles() {}

    static Scene load(String name) {
        var step = SlowStep.begin("loading " + name);
        try {
            return name.startsWith(DemoScenes.PREFIX)
                    ? DemoScenes.create(name)
                    : GltfLoader.load(path(name), LoadLimits.defaults());
        } finally {
            step.done();
        }
    }

    /** Refuses a path that is the scene's own file. */
    static void checkApart(String option, Path path, String name) {
        if (!name.startsWith(DemoScenes.PREFIX)) {
            WholeFile.checkApart(option, path, "the scene", path(name));
        }
    }

    static Path path(String name) {
        try {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                throw new UserException(name + ": is a folder; a .gltf or .glb file was expected");
            }
            if (!Files.exists(path)) {
                throw new UserException(
                        name + ": no such file; a .gltf or .glb file, or demo:… was expected");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new UserException("'%s' is not a file name: %s".formatted(name, e.getReason()));
        }
    }
}
