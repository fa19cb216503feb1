package dev.azulejo.core.tessellation;

/**
 * Joins one side of a ring of points with the same side of the ring within.
 *
 * <p>Both sides are thought of as divided edges of equal length, of which the inner lacks its first
 * and last segment: the sides next to it have their strips there. Walking along both from the
 * corner to the middle, each point is met at its place ({@link RulerFunction}) and makes a
 * triangle; where both have one, the inner goes first, which turns the diagonal towards the corner.
 * The second half mirrors the first. If the middle is a segment rather than a point, in one side or
 * in both, a triangle or two stand there.
 *
 * <p>Source: Direct3D 11.3 functional specification, 11.7.6 ("Triangulation"). The diagonal of a
 * middle quad turns as the specification's spiral does.
 */
final class StripStitcher {
    /** [outerSegments + 1]: points of the outer side, counter-clockwise round the patch. */
    final int[] outer = new int[TessellatedPatch.MOST_EDGE_POINTS];

    /** [innerSegments - 1]: points of the inner side, the same way round. */
    final int[] inner = new int[63];

    /** Sets the outer side to one of the patch's edges, whose corners are the first points. */
    void outerEdge(int side, int sides, int between, int segments) {
        outer[0] = side;
        for (int i = 1; i < segments; i++) {
            outer[i] = between + i - 1;
        }
        outer[segments] = (side + 1) % sides;
    }

    /**
     * Fills the strip between the sides with triangles.
     *
     * @param outerSegments of the outer side, at least 1
     * @param innerSegments of the inner side, with the two that it lacks; at least 2
     * @param out gets the triangles
     */
    void stitch(int outerSegments, int innerSegments, TessellatedPatch out) {
        if (!out.wantsTriangles()) {
            return;
        }
        // Bits rather than a look at each place: most strips have far fewer points than places.
        int outerPlaces = RulerFunction.standing(outerSegments / 2);
        // The inner side begins at the point of place 0: it lacks the segment before it.
        int innerPlaces = RulerFunction.standing(innerSegments / 2) & ~1;
        int second = out.second();
        int o = 0;
        int i = 0;
        int at = out.indexCount;
        for (int left = outerPlaces | innerPlaces; left != 0; left &= left - 1) {
            int place = left & -left;
            if ((innerPlaces & place) != 0) {
                put(out.indices, at, second, inner[i], outer[o], inner[++i]);
                at += 3;
            }
            if ((outerPlaces & place) != 0) {
                put(out.indices, at, second, outer[o], outer[o + 1], inner[i]);
                o++;
                at += 3;
            }
        }
        if (innerSegments % 2 != 0) {
            put(out.indices, at, second, inner[i], outer[o], inner[++i]);
            at += 3;
        }
        if (outerSegments % 2 != 0) {
            put(out.indices, at, second, outer[o], outer[o + 1], inner[i]);
            o++;
            at += 3;
        }
        outerPlaces = Integer.reverse(outerPlaces);
        innerPlaces = Integer.reverse(innerPlaces);
        for (int left = outerPlaces | innerPlaces; left != 0; left &= left - 1) {
            int place = left & -left;
            if ((outerPlaces & place) != 0) {
                put(out.indices, at, second, outer[o], outer[o + 1], inner[i]);
                o++;
                at += 3;
            }
            if ((innerPlaces & place) != 0) {
                put(out.indices, at, second, inner[i], outer[o], inner[++i]);
                at += 3;
            }
        }
        out.indexCount = at;
    }

    private static void put(int[] indices, int at, int second, int a, int b, int c) {
        indices[at] = a;
        indices[at + second] = b;
        indices[at + 3 - second] = c;
    }
}
