package dev.azulejo.scene.render;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The textures that a scene's materials use, each made once. Nobody writes them any more. */
final class SceneTextures {
    /** An image as colour (sRGB) or as data. */
    private record TextureKey(int image, boolean srgb) {}

    private final Map<TextureKey, Texture> textures;

    SceneTextures(Scene scene, StopSign stop) {
        textures = upload(scene, stop);
    }

    /** Returns an image that a material uses, as colour (sRGB) or as data. */
    Texture get(int image, boolean srgb) {
        return textures.get(new TextureKey(image, srgb));
    }

    /** Makes all textures that materials use, mip chains in parallel. */
    private static Map<TextureKey, Texture> upload(Scene scene, StopSign stop) {
        var found = new LinkedHashSet<TextureKey>();
        for (var material : scene.materials()) {
            material.colorTextures().forEach(color -> addKey(found, scene, color, true));
            material.dataTextures().forEach(data -> addKey(found, scene, data, false));
        }
        var keys = List.copyOf(found);
        var made = new HashMap<TextureKey, Texture>();
        var textures =
                keys.parallelStream()
                        .map(
                                key -> {
                                    stop.check();
                                    var image = scene.images().get(key.image());
                                    var format =
                                            key.srgb()
                                                    ? TextureFormat.RGBA8_SRGB
                                                    : TextureFormat.RGBA8_UNORM;
                                    return image.texture(format, stop::check);
                                })
                        .toList();
        for (int i = 0; i < keys.size(); i++) {
            made.put(keys.get(i), textures.get(i));
        }
        return made;
    }

    private static void addKey(
            Set<TextureKey> keys, Scene scene, TextureRef reference, boolean srgb) {
        if (usable(scene, reference)) {
            var key = new TextureKey(scene.textures().get(reference.texture()).image(), srgb);
            keys.add(key);
        }
    }

    /** Whether a reference leads to an image. */
    static boolean usable(Scene scene, TextureRef reference) {
        return reference != null
                && reference.texture() >= 0
                && scene.textures().get(reference.texture()).image() >= 0;
    }
}
