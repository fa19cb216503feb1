package dev.azulejo.core.command;

/** How vertices form primitives. */
public enum Topology {
    /** One primitive a vertex: a {@link PointShape} of {@link PipelineState#pointSize()} pixels. */
    POINT_LIST,
    /** Vertices 0-1, 2-3 ... */
    LINE_LIST,
    /** Vertices 0-1, 1-2 ... */
    LINE_STRIP,
    /**
     * Vertices 0-1-2, 3-4-5 ...: what the lines 0-1 and 1-2 leave out of the disc around vertex 1,
     * which is {@link PipelineState#lineWidth()} pixels across: the outer side of their corner. It
     * has the attributes of vertex 1. The lines themselves are drawn as such.
     */
    LINE_JOIN_LIST,
    /** Vertices 0-1-2, 3-4-5 ... */
    TRIANGLE_LIST,
    /** Vertices 0-1-2, 2-1-3, 2-3-4 ...: every triangle winds like the first. */
    TRIANGLE_STRIP,
    /** Patches of {@link PipelineState#patchControlPoints()} vertices, one after the other. */
    PATCH_LIST;

    /**
     * Returns how many primitives a number of vertices makes; incomplete ones are dropped.
     *
     * @param vertices how many vertices, or indices
     * @param patchControlPoints vertices of a patch; only patches ask for it
     */
    public int primitiveCount(int vertices, int patchControlPoints) {
        return switch (this) {
            case POINT_LIST -> vertices;
            case LINE_LIST -> vertices / 2;
            case LINE_STRIP -> Math.max(0, vertices - 1);
            case LINE_JOIN_LIST, TRIANGLE_LIST -> vertices / 3;
            case TRIANGLE_STRIP -> Math.max(0, vertices - 2);
            case PATCH_LIST -> vertices / patchControlPoints;
        };
    }
}
