package dev.azulejo.cli;

import dev.azulejo.cluster.work.WorkFile;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.ModelFiles;
import dev.azulejo.scene.model.Scene;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What came to a worker of a cluster with a task: the model's files, and the picture of
 * surroundings.
 *
 * @param main the model's own file; null of a built-in scene
 * @param others files that it names, by these names
 * @param environmentFile picture of surroundings; null if there is none
 * @param hashes what all of them are, in the order in which they came
 */
record ClusterContent(
        Path main, Map<String, Path> others, WorkFile environmentFile, List<String> hashes) {
    /** Sorts files by what a task calls them. */
    static ClusterContent of(List<WorkFile> files) {
        Path main = null;
        WorkFile environment = null;
        var others = new HashMap<String, Path>();
        for (var file : files) {
            if (file.name().equals(PaintTask.MAIN)) {
                main = file.place();
            } else if (file.name().equals(PaintTask.ENVIRONMENT)) {
                environment = file;
            } else if (file.name().startsWith(PaintTask.BESIDE)) {
                others.put(file.name().substring(PaintTask.BESIDE.length()), file.place());
            }
        }
        var hashes = files.stream().map(file -> file.name() + "=" + file.hash().hex()).toList();
        return new ClusterContent(main, others, environment, hashes);
    }

    /**
     * Whether something would be the same anywhere: else it may be for want of a file here, or of
     * one that somebody has changed.
     */
    static boolean isOfScene(Throwable e, List<WorkFile> files) {
        return !(e.getCause() instanceof FileSystemException)
                && files.stream().allMatch(WorkFile::isAsItWas);
    }

    /** Returns where the picture of surroundings lies; null if there is none. */
    Path environment() {
        return environmentFile == null ? null : environmentFile.place();
    }

    /**
     * Loads the model.
     *
     * @param name what messages call it, or that of a built-in scene
     * @param limits what it may ask for
     * @param threads that load it
     * @param wish ends it early
     */
    Scene load(String name, LoadLimits limits, int threads, Cancellation wish) {
        if (main != null) {
            return GltfLoader.load(new ModelFiles(name, main, others), limits, threads, wish);
        }
        if (!name.startsWith(DemoScenes.PREFIX)) {
            throw new UserException(name + ": came without its file");
        }
        return SceneFiles.load(name, limits, threads, wish);
    }
}
