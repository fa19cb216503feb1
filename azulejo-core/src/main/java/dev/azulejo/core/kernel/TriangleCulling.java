package dev.azulejo.core.kernel;

/**
 * A first look at triangles whose vertices are in the window: most of a fine mesh ends here, before
 * anything of it is written. Dropped is what faces the culled way, what has no area, what has
 * bounds that hold no sample, and what has bounds of next to no pixels and covers none of their
 * samples, by the edge functions of {@link TileTriangle}: exactly, so that no picture changes.
 */
public interface TriangleCulling {
    /**
     * Finds the triangles that are not dropped, in their order. One with an outcode set at a corner
     * needs a closer look and is never dropped.
     *
     * @param vertices window positions and outcodes, by slot
     * @param corner slots of the corners, three a triangle
     * @param from the first triangle
     * @param to behind the last
     * @param rules by what; its counts are replaced
     * @param remaining gets their numbers; one more int than there are triangles may be written
     * @return how many there are
     */
    int remaining(
            TransformedVertices vertices,
            int[] corner,
            int from,
            int to,
            CullRules rules,
            int[] remaining);
}
