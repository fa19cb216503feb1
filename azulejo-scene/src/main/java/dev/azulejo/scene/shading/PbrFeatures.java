package dev.azulejo.scene.shading;

/**
 * What a material's program must do; what is absent costs nothing.
 *
 * @param baseColorTexture whether there is a base colour texture
 * @param metallicRoughnessTexture whether there is a metallic-roughness texture
 * @param normalTexture whether there is a normal map; needs tangents
 * @param occlusionTexture whether there is an occlusion texture
 * @param emissiveTexture whether there is an emissive texture
 * @param texCoordSets texture coordinate sets in use, 0..2
 * @param vertexColors whether vertices have colours
 * @param openness whether vertices say which part of the ambient light arrives
 * @param mask whether alpha below the cutoff discards
 * @param blend whether alpha is kept for blending; else it becomes 1
 * @param unlit whether the base colour is the result
 * @param lighting ambient light
 * @param shadows whether one of the lights casts shadows, and group 0 has its depths
 * @param finish what most materials do without; nothing of it without light, or outside of {@link
 *     Lighting#isImageBased}
 */
public record PbrFeatures(
        boolean baseColorTexture,
        boolean metallicRoughnessTexture,
        boolean normalTexture,
        boolean occlusionTexture,
        boolean emissiveTexture,
        int texCoordSets,
        boolean vertexColors,
        boolean openness,
        boolean mask,
        boolean blend,
        boolean unlit,
        Lighting lighting,
        boolean shadows,
        FinishFeatures finish) {
    /** Checks the combination. */
    public PbrFeatures {
        boolean textured =
                baseColorTexture
                        || metallicRoughnessTexture
                        || normalTexture
                        || occlusionTexture
                        || emissiveTexture
                        || finish.textured();
        if (texCoordSets < 0 || texCoordSets > 2 || textured && texCoordSets == 0) {
            throw new IllegalArgumentException(
                    "features: texCoordSets=%d is not in 1..2 (0 without textures)"
                            .formatted(texCoordSets));
        }
        boolean plain = unlit || !lighting.isImageBased();
        if (plain && finish.any()) {
            throw new IllegalArgumentException(
                    "features: a finish needs image-based light, and is not for unlit surfaces");
        }
    }

    /** Returns those of a material that has factors alone. */
    public static PbrFeatures plain(Lighting lighting) {
        return new PbrFeatures(
                false,
                false,
                false,
                false,
                false,
                0,
                false,
                false,
                false,
                false,
                false,
                lighting,
                false,
                FinishFeatures.NONE);
    }

    /**
     * Returns the same with another finish, and as many sets of texture coordinates as it needs.
     */
    public PbrFeatures withFinish(FinishFeatures other) {
        return new PbrFeatures(
                baseColorTexture,
                metallicRoughnessTexture,
                normalTexture,
                occlusionTexture,
                emissiveTexture,
                other.textured() ? Math.max(texCoordSets, 1) : texCoordSets,
                vertexColors,
                openness,
                mask,
                blend,
                unlit,
                lighting,
                shadows,
                other);
    }

    /** Returns the first varying of the normal. */
    public int normalVarying() {
        return 2 * texCoordSets;
    }

    /** Returns the first varying of the world position. */
    public int positionVarying() {
        return normalVarying() + 3;
    }

    /** Returns the first varying of the colour. */
    public int colorVarying() {
        return unlit ? 2 * texCoordSets : positionVarying() + 3;
    }

    /** Returns the varying of which part of the ambient light arrives. */
    public int opennessVarying() {
        return colorVarying() + (vertexColors ? 4 : 0);
    }

    /** Returns the first varying of the tangent. */
    public int tangentVarying() {
        return opennessVarying() + (openness ? 1 : 0);
    }

    /** Returns how many varyings there are. */
    public int varyingCount() {
        return tangentVarying() + (tangents() ? 4 : 0);
    }

    /** Returns whether a normal map or a direction of the surface needs tangents. */
    public boolean tangents() {
        boolean needed =
                normalTexture || finish.coatNormalTexture() || finish.anisotropy().present();
        return needed && !unlit;
    }

    /** Returns how many textures there are. */
    public int textureCount() {
        return count(baseColorTexture)
                + count(metallicRoughnessTexture)
                + count(normalTexture)
                + count(occlusionTexture)
                + count(emissiveTexture)
                + count(finish.specularTexture())
                + count(finish.specularColorTexture())
                + count(finish.coatTexture())
                + count(finish.coatRoughnessTexture())
                + count(finish.coatNormalTexture())
                + count(finish.transmission().texture())
                + count(finish.transmission().thicknessTexture())
                + count(finish.sheen().colorTexture())
                + count(finish.sheen().roughnessTexture())
                + count(finish.anisotropy().texture())
                + count(finish.iridescence().texture())
                + count(finish.iridescence().thicknessTexture())
                + count(finish.diffuse().texture())
                + count(finish.diffuse().colorTexture());
    }

    /**
     * A number for each combination. Programs are found and named by it: what a record generates to
     * be compared and printed is put together at the first use, which takes longer than to draw a
     * small scene.
     */
    long code() {
        long code = texCoordSets * Lighting.values().length + lighting.ordinal();
        boolean[] rest = {
            baseColorTexture,
            metallicRoughnessTexture,
            normalTexture,
            occlusionTexture,
            emissiveTexture,
            vertexColors,
            openness,
            mask,
            blend,
            unlit,
            shadows
        };
        code = append(code, rest);
        code = append(code, finish.flags());
        code = append(code, finish.transmission().flags());
        code = append(code, finish.sheen().flags());
        code = append(code, finish.anisotropy().flags());
        code = append(code, finish.iridescence().flags());
        return append(code, finish.diffuse().flags());
    }

    private static long append(long code, boolean[] flags) {
        long all = code;
        for (boolean present : flags) {
            all = 2 * all + count(present);
        }
        return all;
    }

    private static int count(boolean present) {
        return present ? 1 : 0;
    }
}
