package dev.azulejo.scene.math;

/** Four floats: a homogeneous point or a linear RGBA colour; the user says which. */
public record Vec4(float x, float y, float z, float w) {
    /** All one: opaque white where this is a colour. */
    public static final Vec4 ONE = new Vec4(1, 1, 1, 1);

    /** Returns whether no component is NaN or infinite. */
    public boolean isFinite() {
        return Float.isFinite(x) && Float.isFinite(y) && Float.isFinite(z) && Float.isFinite(w);
    }
}
