package dev.azulejo.scene.model;

import java.util.Map;

/** Values of animations, which may be what no float of a model is. */
final class Held {
    private Held() {}

    /**
     * Returns a finite number: splines through the largest floats lead beyond them, and to what is
     * no number, which counts as 0.
     */
    static float finite(float value) {
        return Float.isNaN(value) ? 0 : Math.clamp(value, -Float.MAX_VALUE, Float.MAX_VALUE);
    }

    /** Returns a property's number, or another one where it has none, which may be infinite. */
    static <P> float value(Map<P, float[]> values, P property, float otherwise) {
        float[] value = values.get(property);
        return value == null ? otherwise : finite(value[0]);
    }
}
