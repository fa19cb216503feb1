package dev.azulejo.core.kernel;

/** A viewport resolved to factors. Plain fields, written once a draw call. */
public final class ViewportConstants {
    /** Most absolute window coordinate of a vertex that is not cut, in pixels. */
    public static final float GUARD_BAND = 16000;

    /** Window x = ndc x * scaleX + offsetX. */
    public float scaleX;

    /** See {@link #scaleX}. */
    public float offsetX;

    /** Window y = ndc y * scaleY + offsetY; negative, as window y points down. */
    public float scaleY;

    /** See {@link #scaleY}. */
    public float offsetY;

    /** Window z = ndc z * scaleZ + offsetZ. */
    public float scaleZ;

    /** See {@link #scaleZ}. */
    public float offsetZ;

    /** Smallest window z: 0 or more, not -0. */
    public float zLow;

    /** Largest window z, likewise. */
    public float zHigh;

    /** Most |ndc x| inside the guard band. */
    public float guardX;

    /** Most |ndc y| inside the guard band. */
    public float guardY;

    /** Whether near and far clamp instead of clipping. */
    public boolean depthClamp;

    /** Sets all fields from a viewport's numbers. */
    public void set(
            float x,
            float y,
            float width,
            float height,
            float minDepth,
            float maxDepth,
            boolean clamp) {
        scaleX = width * 0.5f;
        offsetX = x + scaleX;
        scaleY = height * -0.5f;
        offsetY = y - scaleY;
        scaleZ = maxDepth - minDepth;
        offsetZ = minDepth;
        zLow = Math.min(minDepth, maxDepth) + 0f;
        zHigh = Math.max(minDepth, maxDepth) + 0f;
        guardX = (GUARD_BAND - Math.abs(offsetX)) / scaleX;
        guardY = (GUARD_BAND - Math.abs(offsetY)) / -scaleY;
        depthClamp = clamp;
    }
}
