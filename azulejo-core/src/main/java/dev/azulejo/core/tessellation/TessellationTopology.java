package dev.azulejo.core.tessellation;

/**
 * What a patch becomes.
 *
 * <p>Windings are OpenGL's: seen with u to the right and v upwards. Direct3D draws v downwards and
 * so calls the same triangles by the other name.
 */
public enum TessellationTopology {
    /** Each domain point, once. */
    POINTS(1),
    /** The segments of isolines. */
    LINES(2),
    /** Triangles of quads and triangles; Direct3D's {@code triangle_ccw}. */
    TRIANGLES_CLOCKWISE(3),
    /** Triangles of positive area in (u, v); Direct3D's {@code triangle_cw}. */
    TRIANGLES_COUNTER_CLOCKWISE(3);

    private final int vertices;

    TessellationTopology(int vertices) {
        this.vertices = vertices;
    }

    /** Of one primitive: 1 to 3. */
    public int vertices() {
        return vertices;
    }
}
