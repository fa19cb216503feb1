package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.ReducedImages;
import dev.azulejo.scene.model.Scene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/** Finds the scene that an argument names. */
final class SceneFiles {
    /** What stands for standard input, and for standard output. */
    static final String STANDARD = "-";

    private SceneFiles() {}

    static Scene load(String name) {
        return load(name, Cancellation.NEVER);
    }

    /** Loads a scene, unless somebody wishes that it end early. */
    static Scene load(String name, Cancellation cancellation) {
        return load(name, LoadLimits.defaults(), cancellation);
    }

    /** Loads a scene within limits, unless somebody wishes that it end early. */
    static Scene load(String name, LoadLimits limits, Cancellation cancellation) {
        var step = SlowStep.begin("loading " + name);
        try {
            int threads = Runtime.getRuntime().availableProcessors();
            return load(name, limits, threads, cancellation);
        } finally {
            step.done();
        }
    }

    /** Loads a scene within limits with some threads, unless somebody wishes that it end early. */
    static Scene load(String name, LoadLimits limits, int threads, Cancellation cancellation) {
        if (isBuiltIn(name)) {
            var stop = new StopSign("making " + name);
            stop.begin(cancellation);
            var made = DemoScenes.create(name, stop::check);
            return ReducedImages.of(made, limits.maxTextureSide(), stop::check);
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
            long most = Math.min(limits.maxFileBytes(), LoadLimits.LARGEST_FILE - 1) + 1;
            byte[] content = System.in.readNBytes((int) most);
            if (content.length == LoadLimits.LARGEST_FILE && System.in.read() >= 0) {
                throw new UserException(
                        "standard input: at most %,d bytes expected"
                                .formatted(LoadLimits.LARGEST_FILE));
            }
            return content;
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
        // If it is not there, whoever loads it will say so.
        if (isThere(name)) {
            WholeFile.checkApart(option, path, "the scene", Path.of(name));
        }
    }

    /** Returns the real places of what a scene's file names, there or not; none of others. */
    static Set<Path> filesOf(String name) {
        return isThere(name) ? GltfLoader.filesOf(Path.of(name), LoadLimits.defaults()) : Set.of();
    }

    /** Refuses a path that is a file that a scene names, such as a texture. */
    static void checkBeside(String option, Path path, String name, Set<Path> files) {
        try {
            if (!files.isEmpty() && files.contains(WholeFile.place(path))) {
                throw new UserException(
                        "%s %s: is a file that %s names; another one expected"
                                .formatted(option, path, name));
            }
        } catch (IOException e) {
            // There is no such folder: nothing is written there.
            return;
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
