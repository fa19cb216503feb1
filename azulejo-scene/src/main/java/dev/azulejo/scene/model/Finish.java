package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a surface has beyond metal, roughness and colour: the textures of KHR_materials_specular,
 * KHR_materials_clearcoat, _sheen, _anisotropy and _iridescence, and light that goes through it.
 * Every texture may be null; it then counts as white (a flat normal map).
 *
 * @param specularTexture alpha multiplies the specular factor, linear
 * @param specularColorTexture RGB multiplies the specular colour factor, sRGB
 * @param coatFactor how much of the surface is under a clear coat, 0..1
 * @param coatTexture red multiplies the coat's factor, linear
 * @param coatRoughness perceptual, 0..1
 * @param coatRoughnessTexture green multiplies the coat's roughness, linear
 * @param coatNormalTexture tangent space, linear; without it the coat is as smooth as the mesh is
 * @param transmission light that goes through the surface
 * @param sheen of fibres that stand up from the surface
 * @param anisotropy of surfaces that are brushed in one direction
 * @param iridescence of a thin film on the surface
 * @param diffuse light that is scattered to the other side
 */
public record Finish(
        TextureRef specularTexture,
        TextureRef specularColorTexture,
        float coatFactor,
        TextureRef coatTexture,
        float coatRoughness,
        TextureRef coatRoughnessTexture,
        TextureRef coatNormalTexture,
        Transmission transmission,
        Sheen sheen,
        Anisotropy anisotropy,
        Iridescence iridescence,
        Diffuse diffuse) {
    /**
     * Light that thin things scatter to the other side: KHR_materials_diffuse_transmission.
     *
     * @param factor how much of what is scattered goes to the other side, 0..1
     * @param texture alpha multiplies the factor, linear
     * @param color linear RGB, 0..1
     * @param colorTexture RGB multiplies the colour, sRGB
     */
    public record Diffuse(float factor, TextureRef texture, Vec3 color, TextureRef colorTexture) {
        /** None. */
        public static final Diffuse NONE = new Diffuse(0, null, Vec3.ONE, null);

        /** Checks that factors are finite. */
        public Diffuse {
            if (!Float.isFinite(factor) || !color.isFinite()) {
                throw new IllegalArgumentException(
                        "diffuse transmission: factor %s, colour %s: not finite"
                                .formatted(factor, color));
            }
        }
    }

    /**
     * Light that fibres scatter.
     *
     * @param color linear RGB, 0..1; black for none
     * @param colorTexture RGB multiplies the colour, sRGB
     * @param roughness perceptual, 0..1: how far fibres lean
     * @param roughnessTexture alpha multiplies the roughness, linear
     */
    public record Sheen(
            Vec3 color, TextureRef colorTexture, float roughness, TextureRef roughnessTexture) {
        /** None. */
        public static final Sheen NONE = new Sheen(Vec3.ZERO, null, 0, null);

        /** Checks that factors are finite. */
        public Sheen {
            if (!color.isFinite() || !Float.isFinite(roughness)) {
                throw new IllegalArgumentException(
                        "sheen: colour %s, roughness %s: not finite".formatted(color, roughness));
            }
        }

        /** Returns whether there is any. */
        public boolean shines() {
            return color.x() > 0 || color.y() > 0 || color.z() > 0;
        }
    }

    /**
     * Reflections that are longer in one direction of the surface.
     *
     * @param strength 0..1
     * @param rotation from the tangent, counter-clockwise, radians
     * @param texture red and green turn the direction, -1..1 as 0..1; blue multiplies the strength,
     *     linear
     */
    public record Anisotropy(float strength, float rotation, TextureRef texture) {
        /** None. */
        public static final Anisotropy NONE = new Anisotropy(0, 0, null);

        /** Checks that factors are finite. */
        public Anisotropy {
            if (!Float.isFinite(strength) || !Float.isFinite(rotation)) {
                throw new IllegalArgumentException(
                        "anisotropy: strength %s, rotation %s: not finite"
                                .formatted(strength, rotation));
            }
        }
    }

    /**
     * A thin film, whose two sides mirror colours that depend on the angle.
     *
     * @param factor how much of the surface is under the film, 0..1
     * @param texture red multiplies the factor, linear
     * @param ior index of refraction of the film, 1 and up
     * @param least thickness where the texture is 0, nanometres
     * @param most thickness where it is 1, or there is none
     * @param thicknessTexture green is between the two, linear
     */
    public record Iridescence(
            float factor,
            TextureRef texture,
            float ior,
            float least,
            float most,
            TextureRef thicknessTexture) {
        /** None. */
        public static final Iridescence NONE = new Iridescence(0, null, 1.3f, 100, 400, null);

        /** Checks that factors are finite. */
        public Iridescence {
            if (!Float.isFinite(factor)
                    || !Float.isFinite(ior)
                    || !Float.isFinite(least)
                    || !Float.isFinite(most)) {
                throw new IllegalArgumentException(
                        "iridescence: factor %s, index %s, thickness %s to %s: not finite"
                                .formatted(factor, ior, least, most));
            }
        }
    }

    /** No coat, no textures, nothing that goes through. */
    public static final Finish NONE = new Finish(null, null, 0, null, 0, null, null);

    /** A coat, and textures of the dielectric reflection, alone. */
    public Finish(
            TextureRef specularTexture,
            TextureRef specularColorTexture,
            float coatFactor,
            TextureRef coatTexture,
            float coatRoughness,
            TextureRef coatRoughnessTexture,
            TextureRef coatNormalTexture) {
        this(
                specularTexture,
                specularColorTexture,
                coatFactor,
                coatTexture,
                coatRoughness,
                coatRoughnessTexture,
                coatNormalTexture,
                Transmission.NONE,
                Sheen.NONE,
                Anisotropy.NONE,
                Iridescence.NONE,
                Diffuse.NONE);
    }

    /** Checks that factors are finite. */
    public Finish {
        Objects.requireNonNull(transmission, "transmission");
        Objects.requireNonNull(sheen, "sheen");
        Objects.requireNonNull(anisotropy, "anisotropy");
        Objects.requireNonNull(iridescence, "iridescence");
        Objects.requireNonNull(diffuse, "diffuse");
        if (!Float.isFinite(coatFactor) || !Float.isFinite(coatRoughness)) {
            throw new IllegalArgumentException(
                    "finish: factor %s, roughness %s: not finite"
                            .formatted(coatFactor, coatRoughness));
        }
    }

    /** The same with another factor and roughness of the clear coat. */
    public Finish withCoat(float factor, float roughness) {
        return new Finish(
                specularTexture,
                specularColorTexture,
                factor,
                coatTexture,
                roughness,
                coatRoughnessTexture,
                coatNormalTexture,
                transmission,
                sheen,
                anisotropy,
                iridescence,
                diffuse);
    }

    /** The same with other light that goes through. */
    public Finish withTransmission(Transmission value) {
        return with(value, sheen, anisotropy, iridescence, diffuse);
    }

    /** The same with another sheen. */
    public Finish withSheen(Sheen value) {
        return with(transmission, value, anisotropy, iridescence, diffuse);
    }

    /** The same with another anisotropy. */
    public Finish withAnisotropy(Anisotropy value) {
        return with(transmission, sheen, value, iridescence, diffuse);
    }

    /** The same under another film. */
    public Finish withIridescence(Iridescence value) {
        return with(transmission, sheen, anisotropy, value, diffuse);
    }

    /** The same with other light that is scattered to the other side. */
    public Finish withDiffuse(Diffuse value) {
        return with(transmission, sheen, anisotropy, iridescence, value);
    }

    private Finish with(
            Transmission through,
            Sheen fibres,
            Anisotropy brushed,
            Iridescence film,
            Diffuse scattered) {
        return new Finish(
                specularTexture,
                specularColorTexture,
                coatFactor,
                coatTexture,
                coatRoughness,
                coatRoughnessTexture,
                coatNormalTexture,
                through,
                fibres,
                brushed,
                film,
                scattered);
    }

    /** Returns whether there is a clear coat. */
    public boolean coated() {
        return coatFactor > 0;
    }

    /** Returns textures of numbers, those that are there. */
    public Stream<TextureRef> dataTextures() {
        return Stream.of(
                        specularTexture,
                        coatTexture,
                        coatRoughnessTexture,
                        coatNormalTexture,
                        transmission.texture(),
                        transmission.thicknessTexture(),
                        sheen.roughnessTexture(),
                        anisotropy.texture(),
                        iridescence.texture(),
                        iridescence.thicknessTexture(),
                        diffuse.texture())
                .filter(Objects::nonNull);
    }

    /** Returns textures of colours, those that are there. */
    public Stream<TextureRef> colorTextures() {
        return Stream.of(specularColorTexture, sheen.colorTexture(), diffuse.colorTexture())
                .filter(Objects::nonNull);
    }
}
