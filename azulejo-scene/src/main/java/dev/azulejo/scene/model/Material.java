package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a surface is made of: glTF 2.0's metallic-roughness model (section 3.9) with
 * KHR_materials_emissive_strength, _unlit, _ior and _specular, and a {@link Finish}. Every texture
 * may be null; it then counts as white (a flat normal map). Made by a {@link #builder}.
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
 * @param finish what most materials do without: textures of that reflection, a clear coat, light
 *     that goes through, sheen, anisotropy, iridescence
 * @param groundMirror of a ground, of which nothing is seen but shadows and mirror images: which
 *     part of the light it mirrors, looked at from straight above, 0 (nothing, from nowhere)..1;
 *     {@link #NO_GROUND} of everything else
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
        Vec3 specularColorFactor,
        Finish finish,
        float groundMirror) {
    /** Of {@link #groundMirror}: no ground. */
    public static final float NO_GROUND = -1;

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
        Objects.requireNonNull(finish, "finish");
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
        if (!(groundMirror >= 0 && groundMirror <= 1) && groundMirror != NO_GROUND) {
            throw new IllegalArgumentException(
                    "material %s: groundMirror=%s is not in 0..1".formatted(name, groundMirror));
        }
    }

    /** Returns whether it is a ground's. */
    public boolean isGround() {
        return groundMirror != NO_GROUND;
    }

    /**
     * Begins a material that is white, opaque, single-sided, metallic and rough, and has no
     * textures: the format's defaults.
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Returns an opaque, single-sided material without textures. */
    public static Material metallicRoughness(
            String name, Vec4 baseColor, float metallic, float roughness) {
        return builder(name)
                .baseColorFactor(baseColor)
                .metallicFactor(metallic)
                .roughnessFactor(roughness)
                .build();
    }

    /** Begins a material that has all of this one. */
    public Builder toBuilder() {
        return builder(name)
                .baseColorFactor(baseColorFactor)
                .baseColorTexture(baseColorTexture)
                .metallicFactor(metallicFactor)
                .roughnessFactor(roughnessFactor)
                .metallicRoughnessTexture(metallicRoughnessTexture)
                .normalTexture(normalTexture)
                .occlusionTexture(occlusionTexture)
                .emissiveFactor(emissiveFactor)
                .emissiveStrength(emissiveStrength)
                .emissiveTexture(emissiveTexture)
                .alphaMode(alphaMode)
                .alphaCutoff(alphaCutoff)
                .doubleSided(doubleSided)
                .unlit(unlit)
                .ior(ior)
                .specularFactor(specularFactor)
                .specularColorFactor(specularColorFactor)
                .finish(finish)
                .groundMirror(groundMirror);
    }

    /** Returns the textures that are there. */
    public List<TextureRef> textures() {
        return Stream.concat(colorTextures(), dataTextures()).toList();
    }

    /** Returns textures of colours, those that are there. */
    public Stream<TextureRef> colorTextures() {
        var plain = Stream.of(baseColorTexture, emissiveTexture).filter(Objects::nonNull);
        return Stream.concat(plain, finish.colorTextures());
    }

    /** Returns textures of numbers, those that are there. */
    public Stream<TextureRef> dataTextures() {
        var plain =
                Stream.of(metallicRoughnessTexture, normalTexture, occlusionTexture)
                        .filter(Objects::nonNull);
        return Stream.concat(plain, finish.dataTextures());
    }

    /** Puts a material together, part by part. */
    public static final class Builder {
        private final String name;
        private Vec4 baseColorFactor = Vec4.ONE;
        private TextureRef baseColorTexture;
        private float metallicFactor = 1;
        private float roughnessFactor = 1;
        private TextureRef metallicRoughnessTexture;
        private TextureRef normalTexture;
        private TextureRef occlusionTexture;
        private Vec3 emissiveFactor = Vec3.ZERO;
        private float emissiveStrength = 1;
        private TextureRef emissiveTexture;
        private AlphaMode alphaMode = AlphaMode.OPAQUE;
        private float alphaCutoff = 0.5f;
        private boolean doubleSided;
        private boolean unlit;
        private float ior = 1.5f;
        private float specularFactor = 1;
        private Vec3 specularColorFactor = Vec3.ONE;
        private Finish finish = Finish.NONE;
        private float groundMirror = NO_GROUND;

        private Builder(String name) {
            this.name = name;
        }

        /** Linear RGBA, 0..1. */
        public Builder baseColorFactor(Vec4 value) {
            baseColorFactor = value;
            return this;
        }

        /** RGB in sRGB, alpha linear. */
        public Builder baseColorTexture(TextureRef value) {
            baseColorTexture = value;
            return this;
        }

        /** 0..1. */
        public Builder metallicFactor(float value) {
            metallicFactor = value;
            return this;
        }

        /** 0..1. */
        public Builder roughnessFactor(float value) {
            roughnessFactor = value;
            return this;
        }

        /** Green roughness, blue metallic, linear. */
        public Builder metallicRoughnessTexture(TextureRef value) {
            metallicRoughnessTexture = value;
            return this;
        }

        /** Tangent space, linear; its {@link TextureRef#scale} scales x and y. */
        public Builder normalTexture(TextureRef value) {
            normalTexture = value;
            return this;
        }

        /** Red, linear; its {@link TextureRef#scale} is the strength, 0..1. */
        public Builder occlusionTexture(TextureRef value) {
            occlusionTexture = value;
            return this;
        }

        /** Linear RGB, 0..1. */
        public Builder emissiveFactor(Vec3 value) {
            emissiveFactor = value;
            return this;
        }

        /** Multiplies the emissive colour, 0 and up. */
        public Builder emissiveStrength(float value) {
            emissiveStrength = value;
            return this;
        }

        /** RGB in sRGB. */
        public Builder emissiveTexture(TextureRef value) {
            emissiveTexture = value;
            return this;
        }

        /** What alpha means. */
        public Builder alphaMode(AlphaMode value) {
            alphaMode = value;
            return this;
        }

        /** For {@link AlphaMode#MASK}: what has less alpha is not drawn. */
        public Builder alphaCutoff(float value) {
            alphaCutoff = value;
            return this;
        }

        /** Whether back faces are drawn, with the normal turned round. */
        public Builder doubleSided(boolean value) {
            doubleSided = value;
            return this;
        }

        /** Whether the base colour is shown as it is. */
        public Builder unlit(boolean value) {
            unlit = value;
            return this;
        }

        /** Index of refraction, 1 and up, or 0 for a mirror-like dielectric; 1.5 by default. */
        public Builder ior(float value) {
            ior = value;
            return this;
        }

        /** Strength of the dielectric reflection, 0..1. */
        public Builder specularFactor(float value) {
            specularFactor = value;
            return this;
        }

        /** Textures of the dielectric reflection, a clear coat, light that goes through. */
        public Builder finish(Finish value) {
            finish = value;
            return this;
        }

        /**
         * Makes it a ground's: what it mirrors of the light, looked at from straight above, 0..1.
         */
        public Builder groundMirror(float value) {
            groundMirror = value;
            return this;
        }

        /** Tint of the dielectric reflection at normal incidence, linear RGB. */
        public Builder specularColorFactor(Vec3 value) {
            specularColorFactor = value;
            return this;
        }

        /**
         * Returns the material.
         *
         * @throws IllegalArgumentException when a factor is not finite, or what a ground mirrors is
         *     not in 0..1
         */
        public Material build() {
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
                    doubleSided,
                    unlit,
                    ior,
                    specularFactor,
                    specularColorFactor,
                    finish,
                    groundMirror);
        }
    }
}
