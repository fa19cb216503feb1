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
    final int[] outer = new int[65];

    /** [innerSegments - 1]: points of the inner side, the same way round. */
    final int[] inner = new int[63];

    private TessellatedPatch patch;
    private int atOuter;
    private int atInner;

    /**
     * Fills the strip between the sides with triangles.
     *
     * @param outerSegments of the outer side, at least 1
     * @param innerSegments of the inner side, with the two that it lacks; at least 2
     * @param out gets the triangles
     */
    void stitch(int outerSegments, int innerSegments, TessellatedPatch out) {
        patch = out;
        atOuter = 0;
        atInner = 0;
        int outerPoints = outerSegments / 2;
        int innerPoints = innerSegments / 2;
        // The inner side begins at the point of place 0: it lacks the segment before it.
        for (int place = 0; place < RulerFunction.PLACES; place++) {
            if (place != 0 && RulerFunction.standsAt(place, innerPoints)) {
                advanceInner();
            }
            if (RulerFunction.standsAt(place, outerPoints)) {
                advanceOuter();
            }
        }
        if (innerSegments % 2 != 0) {
            advanceInner();
        }
        if (outerSegments % 2 != 0) {
            advanceOuter();
        }
        for (int place = RulerFunction.PLACES - 1; place >= 0; place--) {
            if (RulerFunction.standsAt(place, outerPoints)) {
                advanceOuter();
            }
            if (place != 0 && RulerFunction.standsAt(place, innerPoints)) {
                advanceInner();
            }
        }
    }

    private void advanceOuter() {
        patch.addTriangle(outer[atOuter], outer[atOuter + 1], inner[atInner]);
        atOuter++;
    }

    private void advanceInner() {
        patch.addTriangle(inner[atInner], outer[atOuter], inner[atInner + 1]);
        atInner++;
    }
}
