package dev.azulejo.core.command;

/** How vertices form primitives. */
public enum Topology {
    /** One primitive a vertex: a square of {@link PipelineState#pointSize()} pixels. */
    POINT_LIST,
    /** Vertices 0-1, 2-3 ... */
    LINE_LIST,
    /** Vertices 0-1, 1-2 ... */
    LINE_STRIP,
    /** Vertices 0-1-2, 3-4-5 ... */
    TRIANGLE_LIST,
    /** Vertices 0-1-2, 2-1-3, 2-3-4 ...: every triangle winds like the first. */
    TRIANGLE_STRIP;

    /** Returns how many primitives a number of vertices makes; incomplete ones are dropped. */
    public int primitiveCount(int vertices) {
        return switch (this) {
            case POINT_LIST -> vertices;
            case LINE_LIST -> vertices / 2;
            case LINE_STRIP -> Math.max(0, vertices - 1);
            case TRIANGLE_LIST -> vertices / 3;
            case TRIANGLE_STRIP -> Math.max(0, vertices - 2);
        };
    }
}
