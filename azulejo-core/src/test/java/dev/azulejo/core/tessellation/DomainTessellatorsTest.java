package dev.azulejo.core.tessellation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The inside of each domain by itself, from divided edges on: how many points and triangles, where
 * they lie, and that they cover the domain once, in exact arithmetic.
 */
class DomainTessellatorsTest {
    private static final int ONE = TessellatedPatch.ONE;

    private final StripStitcher strip = new StripStitcher();
    private final QuadTessellator quads = new QuadTessellator(strip);
    private final TriangleTessellator triangles = new TriangleTessellator(strip);
    private final TessellatedPatch patch = new TessellatedPatch();

    private static EdgeDivision parts(int segments) {
        var division = new EdgeDivision();
        division.divide(segments * ONE, segments % 2 != 0);
        assertThat(division.segments).isEqualTo(segments);
        return division;
    }

    private static EdgeDivision[] edges(int... segments) {
        var all = new EdgeDivision[segments.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = parts(segments[i]);
        }
        return all;
    }

    private List<List<Integer>> points() {
        var points = new ArrayList<List<Integer>>();
        for (int p = 0; p < patch.pointCount(); p++) {
            points.add(List.of((int) (patch.u[p] * ONE), (int) (patch.v[p] * ONE)));
        }
        return points;
    }

    /** Twice the areas of triangles, all turning the same way, add up to twice the domain's. */
    private void assertCovers(int count, long twiceArea) {
        assertThat(patch.indexCount()).isEqualTo(3 * count);
        long sum = 0;
        Set<Set<Integer>> seen = new HashSet<>();
        for (int i = 0; i < patch.indexCount(); i += 3) {
            int a = patch.indices[i];
            int b = patch.indices[i + 1];
            int c = patch.indices[i + 2];
            long ux = (long) ((patch.u[b] - patch.u[a]) * ONE);
            long uy = (long) ((patch.v[b] - patch.v[a]) * ONE);
            long vx = (long) ((patch.u[c] - patch.u[a]) * ONE);
            long vy = (long) ((patch.v[c] - patch.v[a]) * ONE);
            long area = ux * vy - uy * vx;
            assertThat(area).as("triangle %d", i / 3).isPositive();
            sum += area;
            assertThat(seen.add(Set.of(a, b, c))).isTrue();
        }
        assertThat(sum).isEqualTo(twiceArea);
    }

    private void begin() {
        patch.clear(TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
    }

    @Test
    void wholeDomains() {
        begin();
        QuadTessellator.whole(patch);
        assertThat(points())
                .containsExactly(
                        List.of(0, ONE), List.of(0, 0), List.of(ONE, 0), List.of(ONE, ONE));
        assertCovers(2, 2L * ONE * ONE);
        begin();
        TriangleTessellator.whole(patch);
        assertThat(points()).containsExactly(List.of(0, ONE), List.of(0, 0), List.of(ONE, 0));
        assertThat(patch.w[1]).isOne();
        assertCovers(1, (long) ONE * ONE);
    }

    /** Two by two, with powers of two so that fixed point is exact: corners, edges, then inside. */
    @Test
    void aQuadOfTwoByTwo() {
        begin();
        quads.tessellate(edges(1, 2, 1, 2), parts(2), parts(2), patch);
        int half = ONE / 2;
        assertThat(points())
                .containsExactly(
                        List.of(0, ONE),
                        List.of(0, 0),
                        List.of(ONE, 0),
                        List.of(ONE, ONE),
                        List.of(half, 0),
                        List.of(half, ONE),
                        List.of(half, half));
        // A fan around the middle: an edge a triangle
        assertCovers(6, 2L * ONE * ONE);
    }

    /** Edges of one, two, four and eight parts: they are side 0 to 3, each where it belongs. */
    @Test
    void edgesLieOnTheirSides() {
        begin();
        quads.tessellate(edges(2, 4, 8, 16), parts(2), parts(2), patch);
        var all = points();
        assertThat(all).hasSize(4 + 1 + 3 + 7 + 15 + 1);
        assertThat(all.get(4)).isEqualTo(List.of(0, ONE / 2));
        assertThat(all.subList(5, 8))
                .allMatch(p -> p.get(1) == 0)
                .isSortedAccordingTo((p, q) -> Integer.compare(p.get(0), q.get(0)));
        assertThat(all.subList(8, 15))
                .allMatch(p -> p.get(0) == ONE)
                .isSortedAccordingTo((p, q) -> Integer.compare(p.get(1), q.get(1)));
        assertThat(all.subList(15, 30))
                .allMatch(p -> p.get(1) == ONE)
                .isSortedAccordingTo((p, q) -> Integer.compare(q.get(0), p.get(0)));
        assertCovers(2 + 4 + 8 + 16, 2L * ONE * ONE);
    }

    /**
     * Inside n by m and edges alike make (n + 1)(m + 1) points, of a grid, and 2 n m triangles.
     * Points of a grid that is not of powers of two are rounded, but in rows and columns.
     */
    @Test
    void quadsAreGrids() {
        for (int n = 2; n <= 9; n++) {
            for (int m = 2; m <= 9; m++) {
                begin();
                quads.tessellate(edges(m, n, m, n), parts(n), parts(m), patch);
                assertThat(points()).hasSize((n + 1) * (m + 1)).doesNotHaveDuplicates();
                assertThat(points().stream().map(p -> p.get(0)).distinct()).hasSize(n + 1);
                assertThat(points().stream().map(p -> p.get(1)).distinct()).hasSize(m + 1);
                assertCovers(2 * n * m, 2L * ONE * ONE);
            }
        }
    }

    /** In the middle of an odd number of parts diagonals turn; the one in the centre is b to d. */
    @Test
    void theCentreIsSplitAsTheSquareIs() {
        begin();
        quads.tessellate(edges(3, 3, 3, 3), parts(3), parts(3), patch);
        int last = patch.indexCount();
        // Corners of the square in the middle: its points are 12 to 15, row by row.
        assertThat(
                        List.of(
                                patch.indices[last - 6],
                                patch.indices[last - 5],
                                patch.indices[last - 4]))
                .containsExactly(12, 13, 14);
        assertThat(
                        List.of(
                                patch.indices[last - 3],
                                patch.indices[last - 2],
                                patch.indices[last - 1]))
                .containsExactly(13, 15, 14);
    }

    /** A middle row runs one way, a middle column the other. */
    @Test
    void theMiddleRowAndColumnTurnDifferently() {
        begin();
        quads.tessellate(edges(3, 4, 3, 4), parts(4), parts(3), patch);
        int row = patch.indexCount() - 12;
        int first = patch.pointCount() - 6;
        assertThat(List.of(patch.indices[row], patch.indices[row + 1], patch.indices[row + 2]))
                .containsExactly(first, first + 1, first + 3);
        begin();
        quads.tessellate(edges(4, 3, 4, 3), parts(3), parts(4), patch);
        int column = patch.indexCount() - 12;
        assertThat(
                        List.of(
                                patch.indices[column],
                                patch.indices[column + 1],
                                patch.indices[column + 2]))
                .containsExactly(first, first + 1, first + 3);
    }

    /**
     * A middle column of three: the one in the centre is split as the square is, others are not.
     */
    @Test
    void theCentreOfAColumnTurnsBack() {
        begin();
        quads.tessellate(edges(5, 3, 5, 3), parts(3), parts(5), patch);
        int grid = patch.pointCount() - 8;
        int at = patch.indexCount() - 18;
        for (int j = 0; j < 3; j++) {
            int a = grid + 2 * j;
            int third = j == 1 ? a + 2 : a + 3;
            var first = List.of(patch.indices[at], patch.indices[at + 1], patch.indices[at + 2]);
            assertThat(first).as("quad %d", j).containsExactly(a, a + 1, third);
            at += 6;
        }
    }

    /** The same with a ring around the column, which then is the third of five. */
    @Test
    void theCentreOfAColumnInARingTurnsBack() {
        begin();
        quads.tessellate(edges(7, 5, 7, 5), parts(5), parts(7), patch);
        int grid = patch.pointCount() - 4 * 6;
        int at = patch.indexCount() - 18;
        for (int j = 2; j < 5; j++) {
            int a = grid + 4 * (j - 1) + 1;
            int third = j == 3 ? a + 4 : a + 5;
            var first = List.of(patch.indices[at], patch.indices[at + 1], patch.indices[at + 2]);
            assertThat(first).as("quad %d", j).containsExactly(a, a + 1, third);
            at += 6;
        }
    }

    /** What a triangle left behind is not seen: quads have no third coordinate. */
    @Test
    void quadsAfterTrianglesHaveNoThirdCoordinate() {
        begin();
        triangles.tessellate(edges(8, 8, 8), parts(8), patch);
        int before = patch.pointCount();
        begin();
        quads.tessellate(edges(4, 4, 4, 4), parts(4), parts(4), patch);
        assertThat(patch.pointCount()).isLessThan(before);
        for (int p = 0; p < patch.pointCount(); p++) {
            assertThat(patch.w[p]).as("%d", p).isZero();
        }
    }

    /**
     * Rings of a triangle have three times as many points as parts, two parts fewer each; an even
     * number of parts ends in a point, an odd one in a triangle.
     */
    @Test
    void trianglesAreRings() {
        for (int n = 2; n <= 16; n++) {
            begin();
            triangles.tessellate(edges(n, n, n), parts(n), patch);
            int points = 0;
            int primitives = 0;
            for (int side = n; side >= 0; side -= 2) {
                points += Math.max(1, 3 * side);
                primitives += side >= 2 ? 3 * (2 * side - 2) : side == 1 ? 1 : 0;
            }
            assertThat(points()).as("%d", n).hasSize(points).doesNotHaveDuplicates();
            assertCovers(primitives, (long) ONE * ONE);
            for (int p = 0; p < points; p++) {
                assertThat(patch.u[p] + patch.v[p] + patch.w[p]).isOne();
            }
            // Turning the domain by a third turns the points, but for how they are rounded.
            for (int p = 0; p < points; p++) {
                int u = (int) (patch.v[p] * ONE);
                int v = (int) (patch.w[p] * ONE);
                assertThat(points())
                        .anyMatch(q -> Math.abs(q.get(0) - u) <= 2 && Math.abs(q.get(1) - v) <= 2);
            }
        }
    }

    /** With two parts inside there is one point inside, two thirds of a half from each side. */
    @Test
    void aTriangleOfTwo() {
        begin();
        triangles.tessellate(edges(1, 2, 4), parts(2), patch);
        var all = points();
        assertThat(all.subList(3, 7))
                .containsExactly(
                        List.of(ONE / 2, 0),
                        List.of(3 * ONE / 4, ONE / 4),
                        List.of(ONE / 2, ONE / 2),
                        List.of(ONE / 4, 3 * ONE / 4));
        assertThat(all.get(7)).isEqualTo(List.of(ONE / 3, ONE / 3));
        assertCovers(1 + 2 + 4, (long) ONE * ONE);
    }
}
