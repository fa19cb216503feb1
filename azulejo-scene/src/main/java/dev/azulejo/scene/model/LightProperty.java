package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;

import java.util.Map;

/**
 * What of a light an animation changes (KHR_lights_punctual). Values beyond a property's range are
 * held to it.
 */
public enum LightProperty implements ObjectProperty {
    /** Linear RGB. */
    COLOR("color", 3),
    /** Candela or lux. */
    INTENSITY("intensity", 1),
    /** Metres; not above 0 for a light that reaches everything. */
    RANGE("range", 1),
    /** Radians, of a spot alone. */
    INNER_CONE_ANGLE("spot/innerConeAngle", 1),
    /** Radians, of a spot alone. */
    OUTER_CONE_ANGLE("spot/outerConeAngle", 1);

    private static final float WIDEST = (float) (Math.PI / 2);

    private final String path;
    private final int components;

    LightProperty(String path, int components) {
        this.path = path;
        this.components = components;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public int components() {
        return components;
    }

    /** Returns whether a light has it. */
    public boolean isOf(Light light) {
        boolean ofSpots = this == INNER_CONE_ANGLE || this == OUTER_CONE_ANGLE;
        return !ofSpots || light.kind() == Light.Kind.SPOT;
    }

    /**
     * Returns a light that has other values. They are put together: a cone that narrows does not
     * stop at the inner one that it had, if that narrows too; if it does not, it stops there.
     *
     * @param light is not changed
     * @param values of some properties that the light {@link #isOf has}, each as long as it has
     *     components; what is no number counts as 0
     */
    public static Light change(Light light, Map<LightProperty, float[]> values) {
        Vec3 color = light.color();
        float[] rgb = values.get(COLOR);
        if (rgb != null) {
            color = new Vec3(Held.finite(rgb[0]), Held.finite(rgb[1]), Held.finite(rgb[2]));
        }
        float range = Held.value(values, RANGE, light.range());
        boolean innerMoves = values.containsKey(INNER_CONE_ANGLE);
        float inner = Held.value(values, INNER_CONE_ANGLE, light.innerConeAngle());
        float outer = Held.value(values, OUTER_CONE_ANGLE, light.outerConeAngle());
        if (light.kind() == Light.Kind.SPOT) {
            float least = innerMoves ? Float.MIN_NORMAL : Math.nextUp(inner);
            outer = Math.clamp(outer, Math.min(least, WIDEST), WIDEST);
            inner = Math.clamp(inner, 0, Math.nextDown(outer));
        }
        float intensity = Held.value(values, INTENSITY, light.intensity());
        return new Light(
                light.name(),
                light.kind(),
                color,
                Math.max(0, intensity),
                range > 0 ? range : Float.POSITIVE_INFINITY,
                inner,
                outer);
    }
}
