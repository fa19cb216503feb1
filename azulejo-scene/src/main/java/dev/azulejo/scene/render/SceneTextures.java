package dev.azulejo.scene.render;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The textures that a scene's materials use, each made once. Nobody writes them any more. */
final class SceneTextures {
    /** An image as colour (sRGB) or as data. */
    private record TextureKey(int image, boolean srgb) {}

    private final Map<TextureKey, Texture> textures;

    SceneTextures(Scene scene) {
        textures = upload(scene);
    }

    /** Returns an image that a material uses, as colour (sRGB) or as data. */
    Texture get(int image, boolean srgb) {
        return textures.get(new TextureKey(image, srgb));
    }

    /** Makes all textures that materials use, mip chains in parallel. */
    private static Map<TextureKey, Texture> upload(Scene scene) {
        var keys = new ArrayList<TextureKey>();
        for (var material : scene.materials()) {
            addKey(keys, scene, material.baseColorTexture(), true);
            addKey(keys, scene, material.emissiveTexture(), true);
            addKey(keys, scene, material.metallicRoughnessTexture(), false);
            addKey(keys, scene, material.normalTexture(), false);
            addKey(keys, scene, material.occlusionTexture(), false);
        }
        var made = new HashMap<TextureKey, Texture>();
        var textures =
                keys.parallelStream()
                        .map(
                                key -> {
                                    var image = scene.images().get(key.image());
                                    var texture =
                                            new Texture(
                                                    key.srgb()
                                                            ? TextureFormat.RGBA8_SRGB
                                                            : TextureFormat.RGBA8_UNORM,
                                                    image.width(),
                                                    image.height(),
                                                    true);
                                    texture.write(0, image.texels());
                                    texture.generateMipmaps();
                                    return texture;
                                })
                        .toList();
        for (int i = 0; i < keys.size(); i++) {
            made.put(keys.get(i), textures.get(i));
        }
        return made;
    }

    private static void addKey(
            List<TextureKey> keys, Scene scene, TextureRef reference, boolean srgb) {
        if (usable(scene, reference)) {
            var key = new TextureKey(scene.textures().get(reference.texture()).image(), srgb);
            if (!keys.contains(key)) {
                keys.add(key);
            }
        }
    }

    /** Whether a reference leads to an image. */
    static boolean usable(Scene scene, TextureRef reference) {
        return reference != null
                && reference.texture() >= 0
                && scene.textures().get(reference.texture()).image() >= 0;
    }
}
