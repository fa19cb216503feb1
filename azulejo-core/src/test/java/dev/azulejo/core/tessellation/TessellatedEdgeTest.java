package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.Patches.ONE;
import static dev.azulejo.core.tessellation.Patches.edge;
import static dev.azulejo.core.tessellation.Patches.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/** Where the points of edges lie: what neighbouring patches must agree on. */
class TessellatedEdgeTest {
    @ParameterizedTest
    @CsvSource({
        "INTEGER, 0.3, 1",
        "INTEGER, 1, 1",
        "INTEGER, 1.0000001, 2",
        "INTEGER, 2, 2",
        "INTEGER, 63, 63",
        "INTEGER, 63.5, 64",
        "INTEGER, 64, 64",
        "INTEGER, 64.5, 64",
        "INTEGER, 1e30, 64",
        "INTEGER, Infinity, 64",
        "POWER_OF_TWO, 0.3, 1",
        "POWER_OF_TWO, 1, 1",
        "POWER_OF_TWO, 1.0000001, 2",
        "POWER_OF_TWO, 3, 4",
        "POWER_OF_TWO, 32, 32",
        "POWER_OF_TWO, 32.1, 64",
        "POWER_OF_TWO, Infinity, 64",
        "FRACTIONAL_EVEN, 0.3, 2",
        "FRACTIONAL_EVEN, 1, 2",
        "FRACTIONAL_EVEN, 2, 2",
        "FRACTIONAL_EVEN, 2.0000002, 2",
        "FRACTIONAL_EVEN, 2.0001, 4",
        "FRACTIONAL_EVEN, 63, 64",
        "FRACTIONAL_EVEN, 64.5, 64",
        "FRACTIONAL_EVEN, 1e30, 64",
        "FRACTIONAL_EVEN, Infinity, 64",
        "FRACTIONAL_ODD, 0.3, 1",
        "FRACTIONAL_ODD, 1, 1",
        "FRACTIONAL_ODD, 1.0000001, 1",
        "FRACTIONAL_ODD, 1.0001, 3",
        "FRACTIONAL_ODD, 2, 3",
        "FRACTIONAL_ODD, 3, 3",
        "FRACTIONAL_ODD, 3.1, 5",
        "FRACTIONAL_ODD, 63, 63",
        "FRACTIONAL_ODD, 63.5, 63",
        "FRACTIONAL_ODD, 1e30, 63",
        "FRACTIONAL_ODD, Infinity, 63"
    })
    void factorsAreClampedAndRounded(
            TessellationPartitioning partitioning, float factor, int segments) {
        assertThat(edge(partitioning, factor)).hasSize(segments + 1);
    }

    /** Each from the corner inwards in turn; that of place 0 first. */
    @Test
    void oneOfThePointsOfHalfAnEdgeIsPartedAtATime() {
        int[] splits = new int[9];
        for (int points = 0; points < splits.length; points++) {
            splits[points] = RulerFunction.nextToSplit(points);
        }
        assertThat(splits).containsExactly(0, 1, 1, 3, 1, 3, 5, 7, 1);
    }

    @ParameterizedTest
    @EnumSource
    void pointsRiseAndAreSymmetric(TessellationPartitioning partitioning) {
        var random = new Random(5);
        for (int round = 0; round < 5000; round++) {
            float[] factor = Patches.random(random, 1);
            int[] points = edge(partitioning, factor[0]);
            int last = points.length - 1;
            int back = Patches.parted(partitioning, factor) ? 0 : Patches.MOST_BACKWARDS;
            assertThat(points[0]).isZero();
            for (int i = 0; i <= last; i++) {
                assertThat(points[i] + points[last - i]).isEqualTo(ONE);
                assertThat(i == 0 || points[i] >= points[i - 1] - back).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void wholeFactorsMakeEqualSegments(TessellationPartitioning partitioning) {
        for (int factor = 1; factor <= 64; factor++) {
            int[] points = edge(partitioning, factor);
            int segments = points.length - 1;
            for (int i = 0; segments == factor && i <= segments; i++) {
                int nearer = Math.min(i, segments - i);
                assertThat((double) points[i])
                        .isCloseTo((double) ONE * i / segments, within(0.5 * nearer + 1e-9));
            }
        }
    }

    /**
     * A pair of points comes from one, so no point appears or vanishes away from another: half the
     * change in the factor times a segment, which is at most half the edge, and roundings.
     */
    @ParameterizedTest
    @EnumSource(names = {"FRACTIONAL_EVEN", "FRACTIONAL_ODD"})
    void aLittleMoreMovesPointsALittle(TessellationPartitioning partitioning) {
        var random = new Random(6);
        float more = 1f / 512;
        int most = (int) (more / 2 * ONE / 2) + 2;
        for (int round = 0; round < 5000; round++) {
            float factor = Patches.random(random, 1)[0];
            int[] before = edge(partitioning, factor);
            int[] after = edge(partitioning, factor + more);
            assertThat(farthest(before, after)).as("%s", factor).isLessThanOrEqualTo(most);
            assertThat(farthest(after, before)).as("%s", factor).isLessThanOrEqualTo(most);
        }
    }

    /** The greatest distance of a point of one to the nearest of the other. */
    private static int farthest(int[] points, int[] others) {
        var sorted = new TreeSet<Integer>();
        Arrays.stream(others).forEach(sorted::add);
        return Arrays.stream(points)
                .map(p -> Math.min(p - sorted.floor(p), sorted.ceiling(p) - p))
                .max()
                .orElseThrow();
    }

    /** So two patches have the same points on a shared edge, whichever edge it is of either. */
    @ParameterizedTest
    @EnumSource
    void anEdgeDependsOnItsFactorAlone(TessellationPartitioning partitioning) {
        var random = new Random(7);
        var quad = Patches.mode(TessellationDomain.QUAD, partitioning);
        var triangle = Patches.mode(TessellationDomain.TRIANGLE, partitioning);
        for (int round = 0; round < 1000; round++) {
            float[] edges = Patches.random(random, 4);
            // At least 1.5, so that no point of the inside lies on the border.
            float inside = random.nextFloat(1.5f, 64);
            var square = Patches.patch(quad, edges, inside, random.nextFloat(1.5f, 64));
            var corner = Patches.patch(triangle, edges, inside);
            assertThat(border(square, square.u, 0, square.v))
                    .isEqualTo(points(partitioning, edges[0]));
            assertThat(border(square, square.v, 0, square.u))
                    .isEqualTo(points(partitioning, edges[1]));
            assertThat(border(square, square.u, 1, square.v))
                    .isEqualTo(points(partitioning, edges[2]));
            assertThat(border(square, square.v, 1, square.u))
                    .isEqualTo(points(partitioning, edges[3]));
            assertThat(border(corner, corner.u, 0, corner.w))
                    .isEqualTo(points(partitioning, edges[0]));
            assertThat(border(corner, corner.v, 0, corner.w))
                    .isEqualTo(points(partitioning, edges[1]));
            assertThat(border(corner, corner.w, 0, corner.v))
                    .isEqualTo(points(partitioning, edges[2]));
        }
    }

    private static TreeSet<Integer> points(TessellationPartitioning partitioning, float factor) {
        var points = new TreeSet<Integer>();
        Arrays.stream(edge(partitioning, factor)).forEach(points::add);
        return points;
    }

    /** One coordinate of the points at which another has a value. */
    private static TreeSet<Integer> border(
            TessellatedPatch patch, float[] fixedCoordinate, float value, float[] along) {
        var points = new TreeSet<Integer>();
        for (int i = 0; i < patch.pointCount(); i++) {
            if (fixedCoordinate[i] == value) {
                points.add(fixed(along[i]));
            }
        }
        return points;
    }
}
