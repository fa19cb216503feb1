package dev.azulejo.core.tessellation;

import java.util.Arrays;

/**
 * Points and triangles of a quad: a grid inside, and a frame of four strips that joins it with the
 * edges.
 *
 * <p>Sides are taken counter-clockwise with v upwards: u = 0 downwards, v = 0 to the right, u = 1
 * upwards, v = 1 to the left.
 */
final class QuadTessellator {
    private static final int ONE = TessellatedPatch.ONE;
    private static final int SIDES = 4;

    private final StripStitcher strip;

    /** [side]: the first of the points between the corners. Corner s is point s. */
    private final int[] between = new int[SIDES];

    private EdgeDivision[] edges;
    private EdgeDivision alongU;
    private EdgeDivision alongV;
    private int grid;
    private TessellatedPatch patch;

    QuadTessellator(StripStitcher strip) {
        this.strip = strip;
    }

    /** The square itself, as two triangles. */
    static void whole(TessellatedPatch out) {
        corners(out);
        // The diagonal of a Z whose upper edge is v = 0 and whose left edge is u = 0.
        out.addTriangle(1, 2, 0);
        out.addTriangle(2, 3, 0);
    }

    /** In the order in which sides begin. */
    private static void corners(TessellatedPatch out) {
        out.addPoint(0, ONE);
        out.addPoint(0, 0);
        out.addPoint(ONE, 0);
        out.addPoint(ONE, ONE);
    }

    /** Edges as in the domain's factors; inside, at least two segments along u and v. */
    void tessellate(
            EdgeDivision[] newEdges,
            EdgeDivision insideU,
            EdgeDivision insideV,
            TessellatedPatch out) {
        edges = newEdges;
        alongU = insideU;
        alongV = insideV;
        patch = out;
        addPoints();
        int shorter = Math.min(insideU.segments, insideV.segments);
        for (int ring = 0; 2 * (ring + 1) <= shorter; ring++) {
            for (int side = 0; side < SIDES; side++) {
                join(ring, side);
            }
        }
        if (shorter % 2 != 0) {
            fillMiddle(shorter / 2);
        }
    }

    private void addPoints() {
        corners(patch);
        for (int side = 0; side < SIDES; side++) {
            between[side] = patch.pointCount;
            int segments = edges[side].segments;
            for (int i = 1; i < segments; i++) {
                int along = edges[side].points[i];
                switch (side) {
                    case 0 -> patch.addPoint(0, ONE - along);
                    case 1 -> patch.addPoint(along, 0);
                    case 2 -> patch.addPoint(ONE, along);
                    default -> patch.addPoint(ONE - along, ONE);
                }
            }
        }
        addGrid(alongU.segments - 1, alongV.segments - 1);
    }

    /** The points inside: a row is converted once and copied. */
    private void addGrid(int columns, int rows) {
        grid = patch.addPoints(columns * rows);
        for (int i = 0; i < columns; i++) {
            patch.u[grid + i] = TessellatedPatch.coordinate(alongU.points[i + 1]);
        }
        for (int j = 0; j < rows; j++) {
            int row = grid + j * columns;
            System.arraycopy(patch.u, grid, patch.u, row, columns);
            float v = TessellatedPatch.coordinate(alongV.points[j + 1]);
            Arrays.fill(patch.v, row, row + columns, v);
        }
        Arrays.fill(patch.w, grid, patch.pointCount, 0);
    }

    /** The number of a point of the grid; i along u and j along v, from 1. */
    private int gridPoint(int i, int j) {
        return grid + (j - 1) * (alongU.segments - 1) + i - 1;
    }

    /** The same, counted along the side of a ring of the grid. */
    private int ringPoint(int ring, int side, int i) {
        int n = alongU.segments;
        int m = alongV.segments;
        return switch (side) {
            case 0 -> gridPoint(ring, m - ring - i);
            case 1 -> gridPoint(ring + i, ring);
            case 2 -> gridPoint(n - ring, ring + i);
            default -> gridPoint(n - ring - i, m - ring);
        };
    }

    /** Joins a side of a ring, where 0 are the edges, with the ring within. */
    private void join(int ring, int side) {
        int whole = (side % 2 == 0 ? alongV : alongU).segments - 2 * ring;
        int outerSegments = ring == 0 ? edges[side].segments : whole;
        if (ring == 0) {
            strip.outerEdge(side, SIDES, between[side], outerSegments);
        } else {
            addSide(strip.outer, ring, side, whole);
        }
        addSide(strip.inner, ring + 1, side, whole - 2);
        strip.stitch(outerSegments, whole, patch);
    }

    /** The numbers of the points of a ring's side, which lie evenly. */
    private void addSide(int[] out, int ring, int side, int segments) {
        int first = ringPoint(ring, side, 0);
        int step = ringPoint(ring, side, 1) - first;
        for (int i = 0; i <= segments; i++) {
            out[i] = first + i * step;
        }
    }

    /**
     * The row or column of quads in the middle, if one of the inside factors makes an odd number of
     * segments. Their diagonals run as a spiral from the centre would cross them; that of the quad
     * in the very centre is that of the whole square.
     */
    private void fillMiddle(int ring) {
        int n = alongU.segments;
        int m = alongV.segments;
        for (int j = ring; j < m - ring; j++) {
            for (int i = ring; i < n - ring; i++) {
                int a = gridPoint(i, j);
                int b = gridPoint(i + 1, j);
                int c = gridPoint(i + 1, j + 1);
                int d = gridPoint(i, j + 1);
                boolean centre = 2 * i + 1 == n && 2 * j + 1 == m;
                if (centre || m <= n) {
                    patch.addTriangle(a, b, d);
                    patch.addTriangle(b, c, d);
                } else {
                    patch.addTriangle(a, b, c);
                    patch.addTriangle(a, c, d);
                }
            }
        }
    }
}
