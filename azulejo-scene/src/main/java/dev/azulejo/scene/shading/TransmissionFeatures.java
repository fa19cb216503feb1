package dev.azulejo.scene.shading;

/**
 * What a material's program must do for light that goes through a surface.
 *
 * @param present whether any does
 * @param texture whether there is a texture of how much does
 * @param volume whether what is below the surface has a thickness: light is refracted, and some of
 *     it lost on its way
 * @param thicknessTexture whether there is a texture of the thickness
 * @param dispersion whether colours are refracted apart
 */
public record TransmissionFeatures(
        boolean present,
        boolean texture,
        boolean volume,
        boolean thicknessTexture,
        boolean dispersion) {
    /** Nothing goes through. */
    public static final TransmissionFeatures NONE =
            new TransmissionFeatures(false, false, false, false, false);

    /** Checks the combination. */
    public TransmissionFeatures {
        if (!present && (texture || volume) || !volume && (thicknessTexture || dispersion)) {
            throw new IllegalArgumentException("transmission: a part of what is not there");
        }
    }

    boolean textured() {
        return texture || thicknessTexture;
    }

    boolean[] flags() {
        return new boolean[] {present, texture, volume, thicknessTexture, dispersion};
    }
}
