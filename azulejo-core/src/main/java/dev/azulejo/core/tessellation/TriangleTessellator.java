package dev.azulejo.core.tessellation;

/**
 * Points and triangles of a triangle: rings of smaller triangles inside, each joined with the next.
 *
 * <p>Sides are taken counter-clockwise with u to the right and v upwards: u = 0 from v = 1, v = 0
 * from w = 1, w = 0 from u = 1.
 *
 * <p>A ring is found as by dropping perpendiculars from the points of an equilateral triangle's
 * edges: at distance t from a corner two of them meet where both coordinates that are 0 on the
 * edges have become 2/3 t, and moving a point of an edge inwards takes half of that from either of
 * its coordinates (OpenGL 4.6, 11.2.2.1). Here, in fixed point, with the roundings of the Direct3D
 * reference, found by comparison.
 */
final class TriangleTessellator {
    private static final int ONE = TessellatedPatch.ONE;
    private static final int SIDES = 3;

    private final StripStitcher strip;

    /** [side]: the first of the points between the corners. Corner s is point s. */
    private final int[] between = new int[SIDES];

    /** [ring]: the first point of a ring, from 1. */
    private final int[] rings = new int[33];

    private EdgeDivision[] edges;
    private EdgeDivision inside;
    private TessellatedPatch patch;

    TriangleTessellator(StripStitcher strip) {
        this.strip = strip;
    }

    /** The triangle itself. */
    static void whole(TessellatedPatch out) {
        corners(out);
        out.addTriangle(0, 1, 2);
    }

    /** In the order in which sides begin. */
    private static void corners(TessellatedPatch out) {
        out.addTrianglePoint(0, ONE);
        out.addTrianglePoint(0, 0);
        out.addTrianglePoint(ONE, 0);
    }

    /** Edges as in the domain's factors; inside, at least two segments. */
    void tessellate(EdgeDivision[] newEdges, EdgeDivision newInside, TessellatedPatch out) {
        edges = newEdges;
        inside = newInside;
        patch = out;
        addEdges();
        int segments = inside.segments;
        for (int ring = 1; 2 * ring <= segments; ring++) {
            addRing(ring);
            for (int side = 0; side < SIDES; side++) {
                join(ring - 1, side);
            }
        }
        if (segments % 2 != 0) {
            int first = rings[segments / 2];
            patch.addTriangle(first, first + 1, first + 2);
        }
    }

    private void addEdges() {
        corners(patch);
        for (int side = 0; side < SIDES; side++) {
            between[side] = patch.pointCount;
            int segments = edges[side].segments;
            for (int i = 1; i < segments; i++) {
                int along = edges[side].points[i];
                switch (side) {
                    case 0 -> patch.addTrianglePoint(0, ONE - along);
                    case 1 -> patch.addTrianglePoint(along, 0);
                    default -> patch.addTrianglePoint(ONE - along, along);
                }
            }
        }
    }

    private void addRing(int ring) {
        rings[ring] = patch.pointCount;
        int depth = twoThirds(inside.points[ring]);
        int ends = inside.segments - ring;
        if (ends == ring) {
            patch.addTrianglePoint(depth, depth);
            return;
        }
        int lost = (depth + 1) / 2;
        int count = ends - ring;
        int first = patch.addPoints(SIDES * count);
        for (int i = 0; i < count; i++) {
            int rising = inside.points[ring + i] - lost;
            int falling = ONE - inside.points[ring + i] - lost;
            int rest = ONE - depth - falling;
            put(first + i, depth, falling, rest);
            put(first + count + i, rising, depth, ONE - rising - depth);
            put(first + 2 * count + i, falling, rest, depth);
        }
    }

    private void put(int point, int u, int v, int w) {
        patch.u[point] = TessellatedPatch.coordinate(u);
        patch.v[point] = TessellatedPatch.coordinate(v);
        patch.w[point] = TessellatedPatch.coordinate(w);
    }

    /** With 2/3 as a fixed-point number, rounded downwards, so that a third of 1 stays below it. */
    private static int twoThirds(int t) {
        return t * (2 * ONE / 3) + ONE / 2 >>> 16;
    }

    /** Joins a side of a ring, where 0 are the edges, with the ring within. */
    private void join(int ring, int side) {
        int whole = inside.segments - 2 * ring;
        int outerSegments = ring == 0 ? edges[side].segments : whole;
        if (ring == 0) {
            strip.outerEdge(side, SIDES, between[side], outerSegments);
        } else {
            addSide(strip.outer, ring, side, whole);
        }
        addSide(strip.inner, ring + 1, side, whole - 2);
        strip.stitch(outerSegments, whole, patch);
    }

    /** The numbers of the points of a ring's side; the last side ends where the first begins. */
    private void addSide(int[] out, int ring, int side, int segments) {
        int first = rings[ring] + side * segments;
        for (int i = 0; i < segments; i++) {
            out[i] = first + i;
        }
        out[segments] = side == SIDES - 1 ? rings[ring] : first + segments;
    }
}
