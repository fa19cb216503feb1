package dev.azulejo.scene.gltf;

import java.nio.file.Path;
import java.util.Map;

/**
 * The files of a model, wherever they lie.
 *
 * @param name what messages call the model
 * @param main where its .gltf or .glb file lies
 * @param others where those lie that it names, by their paths from its folder: decoded, without
 *     {@code .} and {@code ..}, with slashes on every system
 */
public record ModelFiles(String name, Path main, Map<String, Path> others) {
    /** Makes one. */
    public ModelFiles {
        others = Map.copyOf(others);
    }
}
