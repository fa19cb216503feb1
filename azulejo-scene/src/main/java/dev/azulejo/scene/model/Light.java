package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;

import java.util.Objects;

/**
 * A light without extent (KHR_lights_punctual) at the origin of its node, shining along -Z.
 *
 * @param name may be empty
 * @param kind which
 * @param color linear RGB
 * @param intensity candela for point and spot, lux for directional
 * @param range metres beyond which nothing is lit; +infinity for none
 * @param innerConeAngle of a spot, radians from the axis: full intensity within
 * @param outerConeAngle of a spot, radians from the axis: nothing beyond; greater than the inner
 */
public record Light(
        String name,
        Kind kind,
        Vec3 color,
        float intensity,
        float range,
        float innerConeAngle,
        float outerConeAngle) {
    /**
     * How many lights shine in a scene: the first ones, in the order in which nodes are visited.
     */
    public static final int MOST = 4096;

    /** What kind of light. */
    public enum Kind {
        /** From infinitely far. */
        DIRECTIONAL,
        /** In all directions from a point. */
        POINT,
        /** From a point within a cone. */
        SPOT
    }

    /** Checks the ranges. */
    public Light {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        if (!color.isFinite() || !(intensity >= 0 && Float.isFinite(intensity)) || !(range > 0)) {
            throw new IllegalArgumentException(
                    "light: color=%s, intensity=%s must be 0 or more, range=%s more than 0"
                            .formatted(color, intensity, range));
        }
        if (kind == Kind.SPOT
                && !(innerConeAngle >= 0
                        && innerConeAngle < outerConeAngle
                        && outerConeAngle <= (float) (Math.PI / 2))) {
            throw new IllegalArgumentException(
                    "spot light: 0 <= innerConeAngle=%s < outerConeAngle=%s <= pi/2 expected"
                            .formatted(innerConeAngle, outerConeAngle));
        }
    }
}
