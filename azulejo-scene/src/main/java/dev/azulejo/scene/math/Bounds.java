package dev.azulejo.scene.math;

/**
 * An axis-aligned box, or nothing.
 *
 * @param min smallest coordinates
 * @param max largest coordinates, none smaller than in {@code min}; for {@link #EMPTY} all of
 *     {@code min} is +infinity and all of {@code max} -infinity
 */
public record Bounds(Vec3 min, Vec3 max) {
    /** Holds no point. */
    public static final Bounds EMPTY =
            new Bounds(
                    new Vec3(
                            Float.POSITIVE_INFINITY,
                            Float.POSITIVE_INFINITY,
                            Float.POSITIVE_INFINITY),
                    new Vec3(
                            Float.NEGATIVE_INFINITY,
                            Float.NEGATIVE_INFINITY,
                            Float.NEGATIVE_INFINITY));

    /**
     * Returns the box around transformed points; points that are not finite before or after the
     * transform do not count. A coordinate of -0 is 0.
     *
     * @param xyz tight positions, three floats a point
     * @param transform applied to each point
     */
    public static Bounds ofPoints(float[] xyz, Mat4 transform) {
        float[] m = transform.toArray();
        float minX = Float.POSITIVE_INFINITY;
        float minY = Float.POSITIVE_INFINITY;
        float minZ = Float.POSITIVE_INFINITY;
        float maxX = Float.NEGATIVE_INFINITY;
        float maxY = Float.NEGATIVE_INFINITY;
        float maxZ = Float.NEGATIVE_INFINITY;
        for (int i = 0; i + 2 < xyz.length; i += 3) {
            float px = xyz[i];
            float py = xyz[i + 1];
            float pz = xyz[i + 2];
            float x = m[0] * px + m[4] * py + m[8] * pz + m[12];
            float y = m[1] * px + m[5] * py + m[9] * pz + m[13];
            float z = m[2] * px + m[6] * py + m[10] * pz + m[14];
            // x - x is 0 for finite x and NaN otherwise
            if ((x - x) + (y - y) + (z - z) == 0) {
                minX = Math.min(minX, x + 0f);
                minY = Math.min(minY, y + 0f);
                minZ = Math.min(minZ, z + 0f);
                maxX = Math.max(maxX, x + 0f);
                maxY = Math.max(maxY, y + 0f);
                maxZ = Math.max(maxZ, z + 0f);
            }
        }
        return minX > maxX
                ? EMPTY
                : new Bounds(new Vec3(minX, minY, minZ), new Vec3(maxX, maxY, maxZ));
    }

    /** Returns whether the box holds no point. */
    public boolean isEmpty() {
        return !(min.x() <= max.x());
    }

    /** Returns the smallest box around both. */
    public Bounds union(Bounds other) {
        return new Bounds(
                new Vec3(
                        Math.min(min.x(), other.min.x()),
                        Math.min(min.y(), other.min.y()),
                        Math.min(min.z(), other.min.z())),
                new Vec3(
                        Math.max(max.x(), other.max.x()),
                        Math.max(max.y(), other.max.y()),
                        Math.max(max.z(), other.max.z())));
    }

    /** Returns the middle; the origin where the box is empty. */
    public Vec3 center() {
        return isEmpty()
                ? Vec3.ZERO
                : new Vec3(
                        0.5f * min.x() + 0.5f * max.x(),
                        0.5f * min.y() + 0.5f * max.y(),
                        0.5f * min.z() + 0.5f * max.z());
    }

    /**
     * Returns the radius of the sphere around the box, about its {@link #center}; 0 where empty.
     */
    public float radius() {
        return isEmpty() ? 0 : max.times(0.5f).minus(min.times(0.5f)).length();
    }
}
