package dev.azulejo.scene.model;

/**
 * An affine map of texture coordinates: {@code translation x rotation x scale}
 * (KHR_texture_transform).
 *
 * @param offsetU added to u
 * @param offsetV added to v
 * @param rotation radians about the origin, counter-clockwise as seen with v upwards
 * @param scaleU multiplies u
 * @param scaleV multiplies v
 */
public record UvTransform(
        float offsetU, float offsetV, float rotation, float scaleU, float scaleV) {
    /** Leaves coordinates as they are. */
    public static final UvTransform IDENTITY = new UvTransform(0, 0, 0, 1, 1);

    /** Checks that everything is finite. */
    public UvTransform {
        if (!Float.isFinite(offsetU)
                || !Float.isFinite(offsetV)
                || !Float.isFinite(rotation)
                || !Float.isFinite(scaleU)
                || !Float.isFinite(scaleV)) {
            throw new IllegalArgumentException("texture transform is not finite");
        }
    }

    /** Returns whether coordinates stay as they are. */
    public boolean isIdentity() {
        return equals(IDENTITY);
    }

    /**
     * Returns the map as {@code {a, b, c, d, e, f}}: {@code u' = a u + b v + c}, {@code v' = d u +
     * e v + f}.
     */
    public float[] toAffine() {
        // "counter-clockwise" is meant with v upwards, while v points down: hence the signs
        double sin = rotation == 0 ? 0 : StrictMath.sin(rotation);
        double cos = rotation == 0 ? 1 : StrictMath.cos(rotation);
        return new float[] {
            (float) (cos * scaleU),
            (float) (sin * scaleV),
            offsetU,
            (float) (-sin * scaleU),
            (float) (cos * scaleV),
            offsetV
        };
    }
}
