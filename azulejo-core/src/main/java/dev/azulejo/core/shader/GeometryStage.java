package dev.azulejo.core.shader;

/**
 * The geometry stage (geometry shader): from each primitive none, one or several new ones. It
 * stands after the domain stage where there is one, else after the vertex stage.
 */
public interface GeometryStage {
    /** Most primitives that may be made of one. */
    int MAX_PRIMITIVES = 32;

    /** Returns how many varyings the stage before writes, 0..{@link ShaderProgram#MAX_VARYINGS}. */
    int inputVaryingCount();

    /** Returns how many primitives are made of one at most, 1..{@value #MAX_PRIMITIVES}. */
    int maxPrimitives();

    /** Returns the corners of a primitive that is made: 1 for points, 2 lines, 3 triangles. */
    int outputCorners();

    /**
     * Writes for each lane how many primitives are made of it, and their vertices: all of them, for
     * what is there already is of other primitives. Lanes 0..count-1 count; a stage may compute all
     * lanes, where inputs hold leftovers (any float).
     */
    void geometry(GeometryBatch batch);
}
