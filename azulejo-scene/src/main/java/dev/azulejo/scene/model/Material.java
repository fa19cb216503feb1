package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a surface is made of: glTF 2.0's metallic-roughness model (section 3.9) with
 * KHR_materials_emissive_strength, _unlit, _ior and the factors of _specular. Every texture may be
 * null; it then counts as white (a flat normal map).
 *
 * @param name may be empty
 * @param baseColorFactor linear RGBA, 0..1
 * @param baseColorTexture RGB in sRGB, alpha linear
 * @param metallicFactor 0..1
 * @param roughnessFactor 0..1
 * @param metallicRoughnessTexture green roughness, blue metallic, linear
 * @param normalTexture tangent space, linear; its {@link TextureRef#scale} scales x and y
 * @param occlusionTexture red, linear; its {@link TextureRef#scale} is the strength, 0..1
 * @param emissiveFactor linear RGB, 0..1
 * @param emissiveStrength multiplies the emissive colour, 0 and up
 * @param emissiveTexture RGB in sRGB
 * @param alphaMode what alpha means
 * @param alphaCutoff for {@link AlphaMode#MASK}: what has less alpha is not drawn
 * @param doubleSided whether back faces are drawn, with the normal turned round
 * @param unlit whether the base colour is shown as it is
 * @param ior index of refraction, 1 and up, or 0 for a mirror-like dielectric; 1.5 by default
 * @param specularFactor strength of the dielectric reflection, 0..1
 * @param specularColorFactor tint of the dielectric reflection at normal incidence, linear RGB
 */
public record Material(
        String name,
        Vec4 baseColorFactor,
        TextureRef baseColorTexture,
        float metallicFactor,
        float roughnessFactor,
        TextureRef metallicRoughnessTexture,
        TextureRef normalTexture,
        TextureRef occlusionTexture,
        Vec3 emissiveFactor,
        float emissiveStrength,
        TextureRef emissiveTexture,
        AlphaMode alphaMode,
        float alphaCutoff,
        boolean doubleSided,
        boolean unlit,
        float ior,
        float specularFactor,
        Vec3 specularColorFactor) {

    /**
     * What a primitive without a material has: white, metallic and rough by the format's default.
     */
    public static final Material DEFAULT = metallicRoughness("default", Vec4.ONE, 1, 1);

    /** What the alpha of the base colour means. */
    public enum AlphaMode {
        /** Nothing: the surface is opaque. */
        OPAQUE,
        /** Drawn fully or not at all, by the cutoff. */
        MASK,
        /** Blended over what is behind. */
        BLEND
    }

    /** Checks that nothing is missing and factors are finite. */
    public Material {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(alphaMode, "alphaMode");
        if (!baseColorFactor.isFinite()
                || !emissiveFactor.isFinite()
                || !specularColorFactor.isFinite()
                || !Float.isFinite(metallicFactor)
                || !Float.isFinite(roughnessFactor)
                || !Float.isFinite(emissiveStrength)
                || !Float.isFinite(alphaCutoff)
                || !Float.isFinite(ior)
                || !Float.isFinite(specularFactor)) {
            throw new IllegalArgumentException(
                    "material %s: a factor is not finite".formatted(name));
        }
    }

    /** Returns an opaque, single-sided material without textures. */
    public static Material metallicRoughness(
            String name, Vec4 baseColor, float metallic, float roughness) {
        return new Material(
                name,
                baseColor,
                null,
                metallic,
                roughness,
                null,
                null,
                null,
                Vec3.ZERO,
                1,
                null,
                AlphaMode.OPAQUE,
                0.5f,
                false,
                false,
                1.5f,
                1,
                Vec3.ONE);
    }

    /** The same, with both sides shown or only the front. */
    public Material withDoubleSided(boolean value) {
        return new Material(
                name,
                baseColorFactor,
                baseColorTexture,
                metallicFactor,
                roughnessFactor,
                metallicRoughnessTexture,
                normalTexture,
                occlusionTexture,
                emissiveFactor,
                emissiveStrength,
                emissiveTexture,
                alphaMode,
                alphaCutoff,
                value,
                unlit,
                ior,
                specularFactor,
                specularColorFactor);
    }

    /** Returns the textures that are there. */
    public List<TextureRef> textures() {
        return Stream.of(
                        baseColorTexture,
                        metallicRoughnessTexture,
                        normalTexture,
                        occlusionTexture,
                        emissiveTexture)
                .filter(Objects::nonNull)
                .toList();
    }
}
