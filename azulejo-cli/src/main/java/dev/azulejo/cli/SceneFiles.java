package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.ReducedImages;
import dev.azulejo.scene.model.Scene;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Consumer;

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
                        readInput(limits, cancellation),
                        "standard input",
                        limits,
                        threads,
                        cancellation)
                : GltfLoader.load(path(name), limits, threads, cancellation);
    }

    /** Reads standard input: as much as a file may have, and as is held twice meanwhile. */
    private static byte[] readInput(LoadLimits limits, Cancellation wish) {
        long file = Math.min(limits.maxFileBytes(), LoadLimits.LARGEST_FILE);
        int most = (int) Math.min(file, limits.maxDecodedBytes() / 2);
        var in = System.in;
        try {
            byte[] content =
                    Patience.await("reading standard input", wish, () -> readAll(in, most));
            if (content == null) {
                throw new UserException(
                        "standard input: at most %,d bytes expected%s"
                                .formatted(
                                        most,
                                        most < file
                                                ? " (a larger Java heap, -Xmx, raises that)"
                                                : ""));
            }
            return content;
        } catch (IOException e) {
            throw new UserException("standard input: cannot be read: " + WholeFile.reason(e));
        }
    }

    /** Returns what is in a stream; null if that is too much. */
    private static byte[] readAll(InputStream in, int most) throws IOException {
        byte[] content = in.readNBytes(most);
        return content.length == most && in.read() >= 0 ? null : content;
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

    /** Whether a name is that of what can be read once: standard input, or a pipe. */
    static boolean isStream(String name) {
        try {
            return name.equals(STANDARD)
                    || isFile(name)
                            && Files.exists(Path.of(name))
                            && !Files.isDirectory(Path.of(name))
                            && !Files.isRegularFile(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Says the real places of what a scene's file names, there or not; of others nothing. */
    static void eachFile(String name, Cancellation wish, Consumer<Path> named) {
        if (isThere(name)) {
            GltfLoader.eachFile(Path.of(name), LoadLimits.defaults(), wish, named);
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
