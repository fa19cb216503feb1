package dev.azulejo.core.throttle;

/**
 * How many primitives a patch will make, from its inside factors alone: known as soon as the hull
 * stage has run, and near enough to tell much from little. NaN and factors below 0 make nothing.
 */
public final class PrimitiveEstimate {
    private PrimitiveEstimate() {}

    /** Triangles of a quad patch: 2 f1 f2, rounded down. */
    public static long quad(float inside1, float inside2) {
        return (long) (2.0 * positive(inside1) * positive(inside2));
    }

    /** Triangles of a triangle patch: 1.5 f f, rounded down. */
    public static long triangle(float inside) {
        return (long) (1.5 * positive(inside) * positive(inside));
    }

    /** Lines of an isoline patch: f1 f2, rounded down. */
    public static long isoline(float density, float detail) {
        return (long) ((double) positive(density) * positive(detail));
    }

    private static float positive(float factor) {
        return factor > 0 ? factor : 0;
    }
}
