package dev.azulejo.scene.model;

/**
 * How vertices make points, lines or triangles (glTF 2.0, section 3.7.2.1), or patches, which
 * become triangles when they are drawn.
 */
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
    TRIANGLE_FAN,
    /**
     * Each sixteen vertices are the control points of a bicubic Bezier patch, row by row: v runs
     * along a row, u from row to row. The front is where d/du x d/dv points. Texture coordinates,
     * colours and tangents are those of the four corners, and bilinear between them; normals come
     * from the surface.
     */
    BICUBIC_PATCHES,
    /**
     * Each four vertices are the corners of a patch of a {@link HeightField}: (u, v) = (0, 0), (1,
     * 0), (1, 1) and (0, 1), counter-clockwise as seen from above. What is between them is
     * bilinear. The first texture coordinates tell the place on the field.
     */
    HEIGHT_FIELD_PATCHES;

    /** Returns whether the topology makes triangles. */
    public boolean isTriangles() {
        return this == TRIANGLES || this == TRIANGLE_STRIP || this == TRIANGLE_FAN;
    }

    /** Returns whether the topology makes patches. */
    public boolean isPatches() {
        return this == BICUBIC_PATCHES || this == HEIGHT_FIELD_PATCHES;
    }

    /** Returns the topology that lists the same primitives one by one. */
    public Topology listForm() {
        return switch (this) {
            case POINTS -> POINTS;
            case LINES, LINE_LOOP, LINE_STRIP -> LINES;
            case TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN -> TRIANGLES;
            case BICUBIC_PATCHES, HEIGHT_FIELD_PATCHES -> this;
        };
    }

    /**
     * Returns how many points, lines, triangles or patches a number of vertices or indices makes.
     */
    public int primitiveCount(int vertexCount) {
        return switch (this) {
            case POINTS -> vertexCount;
            case LINES -> vertexCount / 2;
            case LINE_LOOP -> vertexCount < 2 ? 0 : vertexCount;
            case LINE_STRIP -> Math.max(0, vertexCount - 1);
            case TRIANGLES -> vertexCount / 3;
            case TRIANGLE_STRIP, TRIANGLE_FAN -> Math.max(0, vertexCount - 2);
            case BICUBIC_PATCHES -> vertexCount / 16;
            case HEIGHT_FIELD_PATCHES -> vertexCount / 4;
        };
    }
}
