package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.Patches.mode;
import static dev.azulejo.core.tessellation.Patches.patch;
import static dev.azulejo.core.tessellation.TessellationDomain.ISOLINE;
import static dev.azulejo.core.tessellation.TessellationDomain.QUAD;
import static dev.azulejo.core.tessellation.TessellationDomain.TRIANGLE;
import static dev.azulejo.core.tessellation.TessellationPartitioning.FRACTIONAL_EVEN;
import static dev.azulejo.core.tessellation.TessellationPartitioning.FRACTIONAL_ODD;
import static dev.azulejo.core.tessellation.TessellationPartitioning.INTEGER;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/** Counts known in closed form, cases at which rules change, and what callers may do wrong. */
@Tag("alone")
class TessellatorTest {
    @Test
    void equalFactorsMakeAsManyPointsAndTrianglesAsAGrid() {
        for (var partitioning : TessellationPartitioning.values()) {
            for (int n = 1; n <= 64; n++) {
                if (Patches.edge(partitioning, n).length != n + 1) {
                    continue;
                }
                var quad = patch(mode(QUAD, partitioning), n);
                assertThat(quad.indexCount / 3).isEqualTo(2 * n * n);
                assertThat(quad.pointCount).isEqualTo((n + 1) * (n + 1));
                var triangle = patch(mode(TRIANGLE, partitioning), n);
                assertThat(triangle.indexCount / 3).isEqualTo(n * n * 3 / 2);
                // Rings of 3n, 3(n - 2), ... points.
                int m = (n + 1) / 2;
                assertThat(triangle.pointCount)
                        .isEqualTo(n % 2 == 0 ? 3 * m * (m + 1) + 1 : 3 * m * m);
                var lines = patch(mode(ISOLINE, partitioning), n);
                assertThat(lines.indexCount / 2).isEqualTo(n * n);
                assertThat(lines.pointCount).isEqualTo(n * (n + 1));
            }
        }
    }

    /** A frame has a triangle for each segment of its outer and of its inner border. */
    @ParameterizedTest
    @EnumSource
    void differingFactorsMakeAFrameAndAnInside(TessellationPartitioning partitioning) {
        var random = new Random(1);
        for (int round = 0; round < 2000; round++) {
            float[] edges = Patches.random(random, 4);
            float[] inside = {random.nextFloat(2, 64), random.nextFloat(2, 64)};
            int[] e = new int[4];
            Arrays.setAll(e, i -> Patches.edge(partitioning, edges[i]).length - 1);
            int n = Patches.edge(partitioning, inside[0]).length - 1;
            int m = Patches.edge(partitioning, inside[1]).length - 1;
            assertThat(patch(mode(QUAD, partitioning), edges, inside).indexCount / 3)
                    .isEqualTo(
                            e[0]
                                    + e[1]
                                    + e[2]
                                    + e[3]
                                    + 2 * (n - 2)
                                    + 2 * (m - 2)
                                    + 2 * (n - 2) * (m - 2));
            assertThat(patch(mode(TRIANGLE, partitioning), edges, inside).indexCount / 3)
                    .isEqualTo(e[0] + e[1] + e[2] + 3 * (n - 2) + (n - 2) * (n - 2) * 3 / 2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"INTEGER", "POWER_OF_TWO", "FRACTIONAL_ODD"})
    void factorsOfOneLeaveThePatchWhole(TessellationPartitioning partitioning) {
        for (float inside : new float[] {1, 0, -1, 0.5f, Float.NaN, Float.NEGATIVE_INFINITY}) {
            var quad = patch(mode(QUAD, partitioning), Patches.all(1), inside, inside);
            assertThat(triangles(quad)).isEqualTo("(0,0) (1,0) (0,1) | (1,0) (1,1) (0,1)");
            var triangle = patch(mode(TRIANGLE, partitioning), Patches.all(0.5f), inside);
            assertThat(triangles(triangle)).isEqualTo("(0,1) (0,0) (1,0)");
        }
    }

    /** Whole coordinates, in words. */
    private static String triangles(TessellatedPatch patch) {
        var text = new StringBuilder();
        for (int i = 0; i < patch.indexCount(); i++) {
            int point = patch.indices[i];
            text.append(i == 0 ? "" : i % 3 == 0 ? " | " : " ");
            text.append("(").append((int) patch.u[point]);
            text.append(",").append((int) patch.v[point]).append(")");
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(floats = {1, 0.5f, 0, -1, Float.NaN, Float.NEGATIVE_INFINITY})
    void anInsideFactorOfOneIsALittleMoreIfAnythingElseIs(float inside) {
        float[] edges = {2, 1, 1, 1};
        var quads = mode(QUAD, INTEGER);
        assertThat(sameTriangles(patch(quads, edges, inside, inside), patch(quads, edges, 2, 2)))
                .isTrue();
        assertThat(
                        sameTriangles(
                                patch(quads, Patches.all(1), inside, 5),
                                patch(quads, Patches.all(1), 2, 5)))
                .isTrue();
        var triangles = mode(TRIANGLE, INTEGER);
        assertThat(sameTriangles(patch(triangles, edges, inside), patch(triangles, edges, 2)))
                .isTrue();
        // Three segments, of which the outer ones are not yet wide enough to be seen.
        var odd = patch(mode(QUAD, FRACTIONAL_ODD), edges, inside, inside);
        assertThat(odd.indexCount / 3).isEqualTo(3 + 1 + 1 + 1 + 2 + 2 + 2);
        var even = mode(QUAD, FRACTIONAL_EVEN);
        assertThat(sameTriangles(patch(even, edges, inside, inside), patch(even, edges, 2, 2)))
                .isTrue();
    }

    private static boolean sameTriangles(TessellatedPatch a, TessellatedPatch b) {
        return a.pointCount() == b.pointCount()
                && a.indexCount() == b.indexCount()
                && Arrays.equals(a.u, b.u)
                && Arrays.equals(a.v, b.v)
                && Arrays.equals(a.indices, b.indices);
    }

    @ParameterizedTest
    @EnumSource
    void aPatchIsDroppedIfAnyEdgeFactorIsNotPositive(TessellationDomain domain) {
        var tessellator = new Tessellator();
        var patch = new TessellatedPatch();
        for (var partitioning : TessellationPartitioning.values()) {
            var mode = mode(domain, partitioning);
            for (float bad : new float[] {0, -0f, -1, Float.NaN, Float.NEGATIVE_INFINITY}) {
                for (int i = 0; i < domain.edgeFactors(); i++) {
                    float[] edges = Patches.all(5);
                    assertThat(tessellator.tessellate(mode, edges, edges, patch)).isTrue();
                    assertThat(patch.indexCount()).isPositive();
                    edges[i] = bad;
                    assertThat(tessellator.tessellate(mode, edges, edges, patch)).isFalse();
                    assertThat(patch.pointCount()).isZero();
                    assertThat(patch.indexCount()).isZero();
                }
            }
        }
        float[] edges = Patches.all(Float.MIN_VALUE);
        assertThat(tessellator.tessellate(mode(domain, INTEGER), edges, edges, patch)).isTrue();
    }

    @Test
    void windingsDifferInNothingElse() {
        var random = new Random(2);
        for (int round = 0; round < 200; round++) {
            float[] edges = Patches.random(random, 4);
            var there = patch(mode(QUAD, FRACTIONAL_ODD), edges, 7, 3);
            var clockwise =
                    new TessellationMode(
                            QUAD, FRACTIONAL_ODD, TessellationTopology.TRIANGLES_CLOCKWISE);
            var back = patch(clockwise, edges, 7, 3);
            for (int i = 0; i < there.indexCount; i += 3) {
                assertThat(back.indices[i]).isEqualTo(there.indices[i]);
                assertThat(back.indices[i + 1]).isEqualTo(there.indices[i + 2]);
                assertThat(back.indices[i + 2]).isEqualTo(there.indices[i + 1]);
            }
            assertThat(back.u).isEqualTo(there.u);
        }
    }

    @ParameterizedTest
    @EnumSource
    void pointsAreThoseOfThePrimitivesEachOnce(TessellationDomain domain) {
        float[] edges = {3, 6, 4, 5};
        var points = new TessellationMode(domain, INTEGER, TessellationTopology.POINTS);
        var patch = patch(points, edges, 7, 4);
        var primitives = patch(mode(domain, INTEGER), edges, 7, 4);
        assertThat(patch.pointCount())
                .isEqualTo(primitives.pointCount)
                .isEqualTo(patch.indexCount());
        assertThat(patch.u).isEqualTo(primitives.u);
        assertThat(patch.v).isEqualTo(primitives.v);
        for (int i = 0; i < patch.indexCount(); i++) {
            assertThat(patch.indices[i]).isEqualTo(i);
        }
    }

    /** Equal factors are not divided again: what was divided before must not show. */
    @Test
    void whatWasTessellatedBeforeDoesNotMatter() {
        var used = new Tessellator();
        var again = new TessellatedPatch();
        var fresh = new TessellatedPatch();
        var random = new Random(8);
        for (int round = 0; round < 3000; round++) {
            var domain = TessellationDomain.values()[random.nextInt(3)];
            var mode = mode(domain, TessellationPartitioning.values()[random.nextInt(4)]);
            // Few different ones, so that the same factor often comes with another partitioning.
            float[] factors = new float[4];
            for (int i = 0; i < 4; i++) {
                factors[i] = random.nextInt(1, 6) + random.nextInt(2) * 0.5f;
            }
            used.tessellate(mode, factors, factors, again);
            new Tessellator().tessellate(mode, factors, factors, fresh);
            assertThat(again.pointCount).isEqualTo(fresh.pointCount);
            for (int i = 0; i < fresh.pointCount; i++) {
                assertThat(again.u[i]).isEqualTo(fresh.u[i]);
                assertThat(again.v[i]).isEqualTo(fresh.v[i]);
                assertThat(again.w[i]).isEqualTo(fresh.w[i]);
            }
            assertThat(Arrays.copyOf(again.indices, again.indexCount))
                    .isEqualTo(Arrays.copyOf(fresh.indices, fresh.indexCount));
        }
    }

    @Test
    void isolinesBeginAtZeroAndLeaveOneOut() {
        var patch = patch(mode(ISOLINE, FRACTIONAL_EVEN), new float[] {2.5f, 2});
        assertThat(patch.pointCount()).isEqualTo(9);
        assertThat(Arrays.copyOf(patch.u, 9)).containsExactly(0, 0.5f, 1, 0, 0.5f, 1, 0, 0.5f, 1);
        float third = 21845 / 65536f;
        assertThat(Arrays.copyOf(patch.v, 9))
                .containsExactly(0, 0, 0, third, third, third, 1 - third, 1 - third, 1 - third);
        assertThat(Arrays.copyOf(patch.indices, patch.indexCount()))
                .containsExactly(0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8);
    }

    @Test
    void nothingIsAllocatedForAPatch() {
        var tessellator = new Tessellator();
        var patch = new TessellatedPatch();
        var random = new Random(9);
        float[][] factors = new float[64][];
        Arrays.setAll(factors, i -> Patches.random(random, 4));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] bytes = new long[32];
        for (int round = 0; round < bytes.length; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (float[] each : factors) {
                tessellator.tessellate(QUAD_ODD, each, each, patch);
                tessellator.tessellate(TRIANGLE_EVEN, each, each, patch);
            }
            bytes[round] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        assertThat(bytes[bytes.length / 2]).isZero();
    }

    private static final TessellationMode QUAD_ODD = mode(QUAD, FRACTIONAL_ODD);
    private static final TessellationMode TRIANGLE_EVEN = mode(TRIANGLE, FRACTIONAL_EVEN);

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new TessellationMode(QUAD, INTEGER, TessellationTopology.LINES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LINES of the domain QUAD");
        assertThatThrownBy(
                        () ->
                                new TessellationMode(
                                        ISOLINE, INTEGER, TessellationTopology.TRIANGLES_CLOCKWISE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("isolines become points or lines");
        assertThatThrownBy(() -> patch(mode(QUAD, INTEGER), new float[3], 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 edge factors, but the domain QUAD takes 4");
        assertThatThrownBy(() -> patch(mode(TRIANGLE, INTEGER), new float[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 inside factors, but the domain TRIANGLE takes 1");
    }
}
