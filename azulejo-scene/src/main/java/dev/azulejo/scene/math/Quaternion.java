package dev.azulejo.scene.math;

/**
 * A rotation as {@code x i + y j + z k + w}; unit length is not enforced, {@link Mat4#trs} accounts
 * for it.
 */
public record Quaternion(float x, float y, float z, float w) {
    /** No rotation. */
    public static final Quaternion IDENTITY = new Quaternion(0, 0, 0, 1);
}
