package dev.azulejo.cli;

import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.SceneInfo;
import dev.azulejo.scene.model.PlainText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.Locale;

/** {@code azulejo info}. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        description = "Tells what is in a scene, what is supported and what is not.")
final class InfoCommand implements Runnable {
    private static final int MOST_ANIMATIONS = 20;
    private static final int MOST_VARIANTS = 20;

    @Parameters(paramLabel = "SCENE", description = "A .gltf or .glb file, or a demo: scene.")
    String name;

    @Override
    public void run() {
        var scene = SceneFiles.load(name);
        var info = SceneInfo.of(scene);
        var animations = scene.animations();
        System.out.println(name);
        line("generator", info.asset().generator().isEmpty() ? "-" : info.asset().generator());
        line(
                "geometry",
                "%,d draw calls, %,d triangles, %,d lines, %,d points, %,d vertices, %.1f MB"
                        .formatted(
                                info.drawCount(),
                                info.triangleCount(),
                                info.lineCount(),
                                info.pointCount(),
                                info.vertexCount(),
                                info.geometryBytes() / 1e6));
        if (info.patchCount() > 0) {
            line("patches", "%,d, tessellated when drawn".formatted(info.patchCount()));
        }
        line(
                "structure",
                "%,d nodes, %,d meshes, %,d primitives, %,d materials"
                        .formatted(
                                info.nodeCount(),
                                info.meshCount(),
                                info.primitiveCount(),
                                info.materialCount()));
        line(
                "images",
                "%,d (%,d textures), %,.1f megapixels, %.1f MB decoded"
                        .formatted(
                                info.imageCount(),
                                info.textureCount(),
                                info.pixelCount() / 1e6,
                                info.imageBytes() / 1e6));
        line("cameras", Integer.toString(info.cameraCount()));
        line("lights", Integer.toString(info.lightCount()));
        line("bounds", info.bounds().isEmpty() ? "empty" : bounds(info));
        for (var extension : info.asset().extensionsUsed()) {
            boolean supported = GltfLoader.supportedExtensions().contains(extension);
            line("extension", extension + (supported ? ": supported" : ": ignored"));
        }
        for (int a = 0; a < Math.min(animations.size(), MOST_ANIMATIONS); a++) {
            var animation = animations.get(a);
            line(
                    "animation",
                    String.format(
                            Locale.ROOT,
                            "%d \"%s\": %.2f s, %d channels",
                            a,
                            animation.name(),
                            animation.duration(),
                            animation.channels().size() + animation.objectChannels().size()));
        }
        if (animations.size() > MOST_ANIMATIONS) {
            line("animation", "… and %d more".formatted(animations.size() - MOST_ANIMATIONS));
        }
        for (var variant : info.variants().stream().limit(MOST_VARIANTS).toList()) {
            line("variant", "\"%s\"".formatted(variant));
        }
        if (info.variants().size() > MOST_VARIANTS) {
            line("variant", "… and %d more".formatted(info.variants().size() - MOST_VARIANTS));
        }
        if (info.asset().skinCount() > 0) {
            line("skins", Integer.toString(info.asset().skinCount()));
        }
        if (info.asset().morphTargetCount() > 0) {
            line("morphs", info.asset().morphTargetCount() + " morph targets");
        }
        for (var warning : info.warnings()) {
            line("warning", warning);
        }
    }

    private static String bounds(SceneInfo info) {
        var min = info.bounds().min();
        var max = info.bounds().max();
        return String.format(
                Locale.ROOT,
                "(%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g)",
                min.x(),
                min.y(),
                min.z(),
                max.x(),
                max.y(),
                max.z());
    }

    private static void line(String label, String text) {
        System.out.printf("  %-10s %s%n", label, PlainText.of(text));
    }
}
