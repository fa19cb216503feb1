package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.Scene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Finds the scene that an argument names. */
final class SceneFiles {
    /** What stands for standard input, and for standard output. */
    static final String STANDARD = "-";

    private SceneFiles() {}

    static Scene load(String name) {
        var step = SlowStep.begin("loading " + name);
        try {
            int threads = Runtime.getRuntime().availableProcessors();
            return load(name, LoadLimits.defaults(), threads, Cancellation.NEVER);
        } finally {
            step.done();
        }
    }

    /** Loads a scene, unless somebody wishes that it end early. */
    static Scene load(String name, LoadLimits limits, int threads, Cancellation cancellation) {
        if (isBuiltIn(name)) {
            return DemoScenes.create(name);
        }
        return name.equals(STANDARD)
                ? GltfLoader.load(
                        readInput(limits), "standard input", limits, threads, cancellation)
                : GltfLoader.load(path(name), limits, threads, cancellation);
    }

    /** Reads standard input, but for one byte no more than a file may have. */
    private static byte[] readInput(LoadLimits limits) {
        try {
            // Whoever loads it says that it is too long.
            long most = Math.min(limits.maxFileBytes() + 1, Integer.MAX_VALUE - 64);
            return System.in.readNBytes((int) most);
        } catch (IOException e) {
            throw new UserException("standard input: cannot be read: " + e.getMessage());
        }
    }

    /** Whether a name is that of a built-in scene. */
    static boolean isBuiltIn(String name) {
        return name.startsWith(DemoScenes.PREFIX);
    }

    /** Whether a name is that of a file. */
    private static boolean isFile(String name) {
        return !isBuiltIn(name) && !name.equals(STANDARD);
    }

    /** Whether a name is that of a file that is there. */
    static boolean isThere(String name) {
        try {
            return isFile(name) && Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Refuses a path that is the scene's own file. */
    static void checkApart(String option, Path path, String name) {
        if (isFile(name)) {
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
