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
 * @param transmission light that goes through
 * @param sheen fibres
 * @param anisotropy whether highlights are longer in one direction; needs tangents
 * @param iridescence a thin film; needs {@code specular}
 * @param diffuse light that is scattered to the other side
 */
public record FinishFeatures(
        boolean specular,
        boolean specularTexture,
        boolean specularColorTexture,
        boolean coat,
        boolean coatTexture,
        boolean coatRoughnessTexture,
        boolean coatNormalTexture,
        TransmissionFeatures transmission,
        Sheen sheen,
        Anisotropy anisotropy,
        Iridescence iridescence,
        Diffuse diffuse) {
    /**
     * Light that is scattered to the other side.
     *
     * @param present whether any is
     * @param texture whether there is a texture of how much
     * @param colorTexture whether there is a texture of its colour
     */
    public record Diffuse(boolean present, boolean texture, boolean colorTexture) {
        /** None. */
        public static final Diffuse NONE = new Diffuse(false, false, false);

        boolean textured() {
            return texture || colorTexture;
        }

        boolean[] flags() {
            return new boolean[] {present, texture, colorTexture};
        }
    }

    /**
     * Light that fibres scatter.
     *
     * @param present whether there are any
     * @param colorTexture whether there is a texture of its colour
     * @param roughnessTexture whether there is a texture of its roughness
     */
    public record Sheen(boolean present, boolean colorTexture, boolean roughnessTexture) {
        /** None. */
        public static final Sheen NONE = new Sheen(false, false, false);

        boolean textured() {
            return colorTexture || roughnessTexture;
        }

        boolean[] flags() {
            return new boolean[] {present, colorTexture, roughnessTexture};
        }
    }

    /**
     * Surfaces that are brushed in one direction.
     *
     * @param present whether they are
     * @param texture whether there is a texture of direction and strength
     */
    public record Anisotropy(boolean present, boolean texture) {
        /** None. */
        public static final Anisotropy NONE = new Anisotropy(false, false);

        boolean[] flags() {
            return new boolean[] {present, texture};
        }
    }

    /**
     * A thin film on a surface.
     *
     * @param present whether there is one
     * @param texture whether there is a texture of where it is
     * @param thicknessTexture whether there is a texture of how thick it is
     */
    public record Iridescence(boolean present, boolean texture, boolean thicknessTexture) {
        /** None. */
        public static final Iridescence NONE = new Iridescence(false, false, false);

        boolean textured() {
            return texture || thicknessTexture;
        }

        boolean[] flags() {
            return new boolean[] {present, texture, thicknessTexture};
        }
    }

    /** Nothing of it. */
    public static final FinishFeatures NONE =
            new FinishFeatures(false, false, false, false, false, false, false);

    /** Specular reflection and a coat alone. */
    public FinishFeatures(
            boolean specular,
            boolean specularTexture,
            boolean specularColorTexture,
            boolean coat,
            boolean coatTexture,
            boolean coatRoughnessTexture,
            boolean coatNormalTexture) {
        this(
                specular,
                specularTexture,
                specularColorTexture,
                coat,
                coatTexture,
                coatRoughnessTexture,
                coatNormalTexture,
                TransmissionFeatures.NONE,
                Sheen.NONE,
                Anisotropy.NONE,
                Iridescence.NONE,
                Diffuse.NONE);
    }

    /** Checks the combination. */
    public FinishFeatures {
        if (!specular && (specularTexture || specularColorTexture)
                || !coat && (coatTexture || coatRoughnessTexture || coatNormalTexture)
                || !sheen.present() && sheen.textured()
                || !anisotropy.present() && anisotropy.texture()
                || !iridescence.present() && iridescence.textured()
                || !diffuse.present() && diffuse.textured()) {
            throw new IllegalArgumentException("finish: a texture of what is not there");
        }
        if (iridescence.present() && !specular) {
            throw new IllegalArgumentException(
                    "finish: a film changes what dielectrics mirror: specular expected");
        }
    }

    boolean textured() {
        return specularTexture
                || specularColorTexture
                || coatTexture
                || coatRoughnessTexture
                || coatNormalTexture
                || transmission.textured()
                || sheen.textured()
                || anisotropy.texture()
                || iridescence.textured()
                || diffuse.textured();
    }

    /** Whether there is anything of it. */
    boolean any() {
        return specular
                || coat
                || transmission.present()
                || sheen.present()
                || anisotropy.present()
                || diffuse.present();
    }

    /** Whether there is something above the surface that takes a share of its light. */
    public boolean covered() {
        return coat || sheen.present();
    }

    /** Whether somebody adds to each light after the surface itself. */
    public boolean followed() {
        return covered() || diffuse.present();
    }

    /** The same with other light that goes through. */
    public FinishFeatures withTransmission(TransmissionFeatures value) {
        return with(specular, value, sheen, anisotropy, iridescence, diffuse);
    }

    /** The same with other light that is scattered to the other side. */
    public FinishFeatures withDiffuse(Diffuse value) {
        return with(specular, transmission, sheen, anisotropy, iridescence, value);
    }

    /** The same with another sheen. */
    public FinishFeatures withSheen(Sheen value) {
        return with(specular, transmission, value, anisotropy, iridescence, diffuse);
    }

    /** The same with another anisotropy. */
    public FinishFeatures withAnisotropy(Anisotropy value) {
        return with(specular, transmission, sheen, value, iridescence, diffuse);
    }

    /** The same under another film, and with what that needs. */
    public FinishFeatures withIridescence(Iridescence value) {
        boolean mirrors = specular || value.present();
        return with(mirrors, transmission, sheen, anisotropy, value, diffuse);
    }

    private FinishFeatures with(
            boolean mirrors,
            TransmissionFeatures through,
            Sheen fibres,
            Anisotropy brushed,
            Iridescence film,
            Diffuse scattered) {
        return new FinishFeatures(
                mirrors,
                specularTexture,
                specularColorTexture,
                coat,
                coatTexture,
                coatRoughnessTexture,
                coatNormalTexture,
                through,
                fibres,
                brushed,
                film,
                scattered);
    }

    /** Those that a record of its own does not hold. */
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
