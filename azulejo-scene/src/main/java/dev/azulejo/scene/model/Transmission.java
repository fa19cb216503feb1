package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;

/**
 * How much light a surface lets through, and what becomes of it on its way:
 * KHR_materials_transmission, _volume and _dispersion. Textures may be null; they then count as
 * white.
 *
 * @param factor how much of the light that a dielectric does not mirror goes through it, 0..1; the
 *     rest is scattered
 * @param texture red multiplies the factor, linear
 * @param thickness of what is below the surface, in the mesh's space, 0 and up; 0 is a thin wall,
 *     which refracts nothing
 * @param thicknessTexture green multiplies the thickness, linear
 * @param attenuationDistance after which white light has the attenuation colour, in world space;
 *     infinite for no attenuation
 * @param attenuationColor linear RGB, 0..1
 * @param dispersion 20 over Abbe's number, 0 and up
 */
public record Transmission(
        float factor,
        TextureRef texture,
        float thickness,
        TextureRef thicknessTexture,
        float attenuationDistance,
        Vec3 attenuationColor,
        float dispersion) {
    /** Nothing goes through. */
    public static final Transmission NONE =
            new Transmission(0, null, 0, null, Float.POSITIVE_INFINITY, Vec3.ONE, 0);

    /** Checks that factors are finite, and the distance is one. */
    public Transmission {
        if (!Float.isFinite(factor)
                || !Float.isFinite(thickness)
                || !Float.isFinite(dispersion)
                || !attenuationColor.isFinite()) {
            throw new IllegalArgumentException(
                    "transmission: factor %s, thickness %s, dispersion %s, attenuation %s: not finite"
                            .formatted(factor, thickness, dispersion, attenuationColor));
        }
        if (!(attenuationDistance > 0)) {
            throw new IllegalArgumentException(
                    "transmission: attenuationDistance=%s is not above 0"
                            .formatted(attenuationDistance));
        }
    }

    /** Light goes through a thin wall. */
    public static Transmission thin(float factor) {
        return new Transmission(factor, null, 0, null, Float.POSITIVE_INFINITY, Vec3.ONE, 0);
    }

    /** The same with another factor. */
    public Transmission withFactor(float value) {
        return new Transmission(
                value,
                texture,
                thickness,
                thicknessTexture,
                attenuationDistance,
                attenuationColor,
                dispersion);
    }

    /** The same with another thickness, and what is lost on the way through it. */
    public Transmission withVolume(float ofThickness, float distance, Vec3 color) {
        return new Transmission(
                factor, texture, ofThickness, thicknessTexture, distance, color, dispersion);
    }

    /** The same with another dispersion. */
    public Transmission withDispersion(float value) {
        return new Transmission(
                factor,
                texture,
                thickness,
                thicknessTexture,
                attenuationDistance,
                attenuationColor,
                value);
    }

    /** Returns whether any light goes through. */
    public boolean transmits() {
        return factor > 0;
    }
}
