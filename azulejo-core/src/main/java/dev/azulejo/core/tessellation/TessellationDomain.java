package dev.azulejo.core.tessellation;

/**
 * The shape over which a patch is evaluated, and which tessellation factors it takes.
 *
 * <p>Edges and coordinates are named alike in Direct3D 11 and OpenGL 4; only the picture differs: v
 * points downwards in the former and upwards in the latter.
 */
public enum TessellationDomain {
    /**
     * The unit square (u, v). Edge factors: the edges u = 0, v = 0, u = 1, v = 1. Inside factors:
     * along u, along v.
     */
    QUAD(4, 2),

    /**
     * The triangle (u, v, w) with u + v + w = 1. Edge factors: the edges u = 0, v = 0, w = 0. One
     * inside factor.
     */
    TRIANGLE(3, 1),

    /**
     * Lines of constant v over the unit square. Edge factors: how many lines (the density, always
     * rounded up to an integer), into how many segments each is divided (the detail). No line lies
     * at v = 1.
     */
    ISOLINE(2, 0);

    private final int edgeFactors;
    private final int insideFactors;

    TessellationDomain(int edgeFactors, int insideFactors) {
        this.edgeFactors = edgeFactors;
        this.insideFactors = insideFactors;
    }

    /** How many edge factors a patch has: 2 to 4. */
    public int edgeFactors() {
        return edgeFactors;
    }

    /** How many inside factors a patch has: 0 to 2. */
    public int insideFactors() {
        return insideFactors;
    }
}
