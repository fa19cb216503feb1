package dev.azulejo.scene.math;

/** Three floats: a point, a direction, a scale or a linear RGB colour; the user says which. */
public record Vec3(float x, float y, float z) {
    /** All zero. */
    public static final Vec3 ZERO = new Vec3(0, 0, 0);

    /** All one. */
    public static final Vec3 ONE = new Vec3(1, 1, 1);

    /** Returns the component-wise sum. */
    public Vec3 plus(Vec3 other) {
        return new Vec3(x + other.x, y + other.y, z + other.z);
    }

    /** Returns the component-wise difference. */
    public Vec3 minus(Vec3 other) {
        return new Vec3(x - other.x, y - other.y, z - other.z);
    }

    /** Returns this vector with every component multiplied by {@code factor}. */
    public Vec3 times(float factor) {
        return new Vec3(x * factor, y * factor, z * factor);
    }

    /** Returns the inner product. */
    public float dot(Vec3 other) {
        return x * other.x + y * other.y + z * other.z;
    }

    /** Returns the right-handed cross product {@code this x other}. */
    public Vec3 cross(Vec3 other) {
        return new Vec3(
                y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
    }

    /** Returns the Euclidean length; does not overflow for finite components. */
    public float length() {
        return (float) Math.sqrt((double) x * x + (double) y * y + (double) z * z);
    }

    /** Returns this vector at length 1, or {@code fallback} where the length is 0 or not finite. */
    public Vec3 normalizedOr(Vec3 fallback) {
        double length = Math.sqrt((double) x * x + (double) y * y + (double) z * z);
        if (!(length > 0) || length == Double.POSITIVE_INFINITY) {
            return fallback;
        }
        return new Vec3((float) (x / length), (float) (y / length), (float) (z / length));
    }

    /** Returns whether no component is NaN or infinite. */
    public boolean isFinite() {
        return Float.isFinite(x) && Float.isFinite(y) && Float.isFinite(z);
    }
}
