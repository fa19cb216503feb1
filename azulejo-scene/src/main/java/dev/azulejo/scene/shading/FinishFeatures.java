package dev.azulejo.scene.shading;

/**
 * What a material's program must do beyond metal, roughness and colour; what is absent costs
 * nothing.
 *
 * @param specular whether dielectrics mirror other than by their index of refraction alone, at
 *     grazing angles too
 * @param specularTexture whether there is a texture of how much they mirror
 * @param specularColorTexture whether there is a texture of the colour that they mirror in
 * @param coat whether there is a clear coat
 * @param coatTexture whether there is a texture of where the coat is
 * @param coatRoughnessTexture whether there is a texture of the coat's roughness
 * @param coatNormalTexture whether the coat has a normal map; needs tangents
 */
public record FinishFeatures(
        boolean specular,
        boolean specularTexture,
        boolean specularColorTexture,
        boolean coat,
        boolean coatTexture,
        boolean coatRoughnessTexture,
        boolean coatNormalTexture) {
    /** Nothing of it. */
    public static final FinishFeatures NONE =
            new FinishFeatures(false, false, false, false, false, false, false);

    /** Checks the combination. */
    public FinishFeatures {
        if (!specular && (specularTexture || specularColorTexture)
                || !coat && (coatTexture || coatRoughnessTexture || coatNormalTexture)) {
            throw new IllegalArgumentException("finish: a texture of what is not there");
        }
    }

    boolean textured() {
        return specularTexture
                || specularColorTexture
                || coatTexture
                || coatRoughnessTexture
                || coatNormalTexture;
    }

    boolean[] flags() {
        return new boolean[] {
            specular,
            specularTexture,
            specularColorTexture,
            coat,
            coatTexture,
            coatRoughnessTexture,
            coatNormalTexture
        };
    }
}
