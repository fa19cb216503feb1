package dev.azulejo.scene.model;

/** How vertices make points, lines or triangles (glTF 2.0, section 3.7.2.1). */
public enum Topology {
    /** Each vertex is a point. */
    POINTS,
    /** Each two vertices are a line. */
    LINES,
    /** A line from each vertex to the next, and from the last to the first. */
    LINE_LOOP,
    /** A line from each vertex to the next. */
    LINE_STRIP,
    /** Each three vertices are a triangle. */
    TRIANGLES,
    /** Each vertex makes a triangle with the two before it. */
    TRIANGLE_STRIP,
    /** Each vertex makes a triangle with the one before it and the first. */
    TRIANGLE_FAN;

    /** Returns whether the topology makes triangles. */
    public boolean isTriangles() {
        return compareTo(TRIANGLES) >= 0;
    }

    /** Returns the topology that lists the same primitives one by one. */
    public Topology listForm() {
        return switch (this) {
            case POINTS -> POINTS;
            case LINES, LINE_LOOP, LINE_STRIP -> LINES;
            case TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN -> TRIANGLES;
        };
    }

    /** Returns how many points, lines or triangles a number of vertices or indices makes. */
    public int primitiveCount(int vertexCount) {
        return switch (this) {
            case POINTS -> vertexCount;
            case LINES -> vertexCount / 2;
            case LINE_LOOP -> vertexCount < 2 ? 0 : vertexCount;
            case LINE_STRIP -> Math.max(0, vertexCount - 1);
            case TRIANGLES -> vertexCount / 3;
            case TRIANGLE_STRIP, TRIANGLE_FAN -> Math.max(0, vertexCount - 2);
        };
    }
}
