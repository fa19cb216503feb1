package dev.azulejo.scene.model;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a surface has beyond metal, roughness and colour: the textures of KHR_materials_specular,
 * and KHR_materials_clearcoat. Every texture may be null; it then counts as white (a flat normal
 * map).
 *
 * @param specularTexture alpha multiplies the specular factor, linear
 * @param specularColorTexture RGB multiplies the specular colour factor, sRGB
 * @param coatFactor how much of the surface is under a clear coat, 0..1
 * @param coatTexture red multiplies the coat's factor, linear
 * @param coatRoughness perceptual, 0..1
 * @param coatRoughnessTexture green multiplies the coat's roughness, linear
 * @param coatNormalTexture tangent space, linear; without it the coat is as smooth as the mesh is
 */
public record Finish(
        TextureRef specularTexture,
        TextureRef specularColorTexture,
        float coatFactor,
        TextureRef coatTexture,
        float coatRoughness,
        TextureRef coatRoughnessTexture,
        TextureRef coatNormalTexture) {
    /** No coat, no textures. */
    public static final Finish NONE = new Finish(null, null, 0, null, 0, null, null);

    /** Checks that factors are finite. */
    public Finish {
        if (!Float.isFinite(coatFactor) || !Float.isFinite(coatRoughness)) {
            throw new IllegalArgumentException(
                    "finish: factor %s, roughness %s: not finite"
                            .formatted(coatFactor, coatRoughness));
        }
    }

    /** Returns whether there is a clear coat. */
    public boolean coated() {
        return coatFactor > 0;
    }

    /** Returns textures of numbers, those that are there. */
    public Stream<TextureRef> dataTextures() {
        return Stream.of(specularTexture, coatTexture, coatRoughnessTexture, coatNormalTexture)
                .filter(Objects::nonNull);
    }
}
