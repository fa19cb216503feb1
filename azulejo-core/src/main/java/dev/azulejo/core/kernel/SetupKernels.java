package dev.azulejo.core.kernel;

/**
 * Triangles that a {@link TriangleCulling} has left to records of {@link TrianglePlanes}: integers
 * are exact, slopes of depth doubles that are rounded once.
 */
public interface SetupKernels {
    /**
     * Sets triangles up, whose corners have no outcode.
     *
     * @param vertices window positions and depths, by slot
     * @param corner slots of the corners, three a primitive
     * @param primitive numbers of the triangles, in the order in which records are written; all
     *     have an area and a sample in their bounds, and none faces the culled way
     * @param from the first
     * @param to behind the last
     * @param rules of the draw call
     * @param records gets them, with slots in place of vertices' numbers
     * @param at first int of the first record
     */
    void setUp(
            TransformedVertices vertices,
            int[] corner,
            int[] primitive,
            int from,
            int to,
            SetupRules rules,
            int[] records,
            int at);
}
