package dev.azulejo.scene.model;

import java.util.List;
import java.util.Objects;

/**
 * Where a scene came from and what its source held that the scene does not.
 *
 * @param source file name or name of the generator; may be empty
 * @param version format version, such as "2.0"
 * @param generator what wrote the file; may be empty
 * @param copyright as the file says; may be empty
 * @param sizeBytes bytes read, all files together
 * @param extensionsUsed names in the order of the file
 * @param extensionsRequired names in the order of the file
 * @param extensionsIgnored those used that have no effect here
 * @param animationCount animations in the file
 * @param skinCount skins in the file
 * @param morphTargetCount morph targets in the file, over all primitives
 * @param namesFiles whether other files belong to it, there or not: then its own bytes alone do not
 *     say what it is
 */
public record AssetInfo(
        String source,
        String version,
        String generator,
        String copyright,
        long sizeBytes,
        List<String> extensionsUsed,
        List<String> extensionsRequired,
        List<String> extensionsIgnored,
        int animationCount,
        int skinCount,
        int morphTargetCount,
        boolean namesFiles) {

    /** Copies the lists. */
    public AssetInfo {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(generator, "generator");
        Objects.requireNonNull(copyright, "copyright");
        extensionsUsed = List.copyOf(extensionsUsed);
        extensionsRequired = List.copyOf(extensionsRequired);
        extensionsIgnored = List.copyOf(extensionsIgnored);
    }

    /** Returns the description of a scene that was made by a program, not read from a file. */
    public static AssetInfo generated(String source) {
        return new AssetInfo(
                source, "2.0", "", "", 0, List.of(), List.of(), List.of(), 0, 0, 0, false);
    }
}
