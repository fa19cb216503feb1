package dev.azulejo.scene.model;

import java.util.Objects;

/**
 * A material's use of a texture.
 *
 * @param texture index of the texture
 * @param texCoord which set of texture coordinates, 0 or 1
 * @param scale of a normal map, or strength of an occlusion map; else 1
 * @param transform of the coordinates, before the sampler wraps them
 */
public record TextureRef(int texture, int texCoord, float scale, UvTransform transform) {
    /** Checks the ranges. */
    public TextureRef {
        Objects.requireNonNull(transform, "transform");
        if (texture < 0 || texCoord < 0 || texCoord > 1 || !Float.isFinite(scale)) {
            throw new IllegalArgumentException(
                    "texture reference: texture=%d, texCoord=%d (0 or 1), scale=%s"
                            .formatted(texture, texCoord, scale));
        }
    }

    /** Returns the same with another scale, or strength. */
    public TextureRef withScale(float value) {
        return new TextureRef(texture, texCoord, value, transform);
    }

    /** Returns the same with other coordinates. */
    public TextureRef withTransform(UvTransform value) {
        return new TextureRef(texture, texCoord, scale, value);
    }

    /** Returns the plain use of a texture with the first set of coordinates. */
    public static TextureRef of(int texture) {
        return new TextureRef(texture, 0, 1, UvTransform.IDENTITY);
    }
}
