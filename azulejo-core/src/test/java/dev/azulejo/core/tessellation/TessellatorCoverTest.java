package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.Patches.ONE;
import static dev.azulejo.core.tessellation.Patches.fixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Triangles cover their domain once, whatever the factors. */
class TessellatorCoverTest {
    /** Patches of each domain and partitioning. */
    private static final int ROUNDS = Integer.getInteger("azulejo.patches", 500);

    @ParameterizedTest
    @EnumSource
    void trianglesCoverQuadsOnce(TessellationPartitioning partitioning) {
        cover(TessellationDomain.QUAD, partitioning);
    }

    @ParameterizedTest
    @EnumSource
    void trianglesCoverTrianglesOnce(TessellationPartitioning partitioning) {
        cover(TessellationDomain.TRIANGLE, partitioning);
    }

    private static void cover(TessellationDomain domain, TessellationPartitioning partitioning) {
        var random = new Random(3);
        var mode = Patches.mode(domain, partitioning);
        for (int round = 0; round < ROUNDS; round++) {
            float[] factors = Patches.random(random, 6);
            float[] edges = Arrays.copyOf(factors, 4);
            float[] inside = Arrays.copyOfRange(factors, 4, 6);
            var patch = Patches.patch(mode, edges, inside);
            try {
                checkArea(patch, domain, Patches.parted(partitioning, factors));
                checkSides(patch, mode, edges);
                checkPoints(patch, mode, factors);
            } catch (AssertionError e) {
                throw new AssertionError(mode + ", " + Arrays.toString(factors), e);
            }
        }
    }

    /**
     * All of one sign, and in sum the domain's. Where points are about to be parted, triangles as
     * thin as {@link Patches#MOST_BACKWARDS} may be turned round.
     */
    private static void checkArea(
            TessellatedPatch patch, TessellationDomain domain, boolean parted) {
        long least = parted ? 0 : -(long) Patches.MOST_BACKWARDS * ONE;
        long sum = 0;
        for (int i = 0; i < patch.indexCount(); i += 3) {
            long area = twiceArea(patch, i);
            // Asked first, here and below: each assertion is an object, of millions
            if (area < least) {
                assertThat(area).as("triangle %d", i / 3).isGreaterThanOrEqualTo(least);
            }
            sum += area;
        }
        long square = (long) ONE * ONE;
        assertThat(sum).isEqualTo(domain == TessellationDomain.QUAD ? 2 * square : square);
    }

    private static long twiceArea(TessellatedPatch patch, int first) {
        int a = patch.indices[first];
        int b = patch.indices[first + 1];
        int c = patch.indices[first + 2];
        long abu = fixed(patch.u[b]) - fixed(patch.u[a]);
        long abv = fixed(patch.v[b]) - fixed(patch.v[a]);
        long acu = fixed(patch.u[c]) - fixed(patch.u[a]);
        long acv = fixed(patch.v[c]) - fixed(patch.v[a]);
        return abu * acv - abv * acu;
    }

    /**
     * Each side of a triangle is another's too, the other way round, or lies on the border, where
     * there are as many as edges have segments.
     */
    private static void checkSides(TessellatedPatch patch, TessellationMode mode, float[] edges) {
        Set<Long> sides = new HashSet<>();
        for (int i = 0; i < patch.indexCount(); i++) {
            int next = i % 3 == 2 ? i - 2 : i + 1;
            if (!sides.add(side(patch.indices[i], patch.indices[next]))) {
                fail("corner %d: its side is there already", i);
            }
        }
        int alone = 0;
        for (long side : sides) {
            int a = (int) (side >> 32);
            int b = (int) side;
            if (!sides.contains(side(b, a))) {
                if (!onBorder(patch, mode.domain(), a, b)) {
                    fail("side %d, %d has one triangle, inside", a, b);
                }
                alone++;
            }
        }
        int segments = 0;
        for (int i = 0; i < mode.domain().edgeFactors(); i++) {
            segments += Patches.edge(mode.partitioning(), edges[i]).length - 1;
        }
        assertThat(alone).isEqualTo(segments);
    }

    private static long side(int a, int b) {
        return (long) a << 32 | b;
    }

    private static boolean onBorder(
            TessellatedPatch patch, TessellationDomain domain, int a, int b) {
        boolean quad = domain == TessellationDomain.QUAD;
        return (patch.u[a] == 0 && patch.u[b] == 0)
                || (patch.v[a] == 0 && patch.v[b] == 0)
                || (quad && patch.u[a] == 1 && patch.u[b] == 1)
                || (quad && patch.v[a] == 1 && patch.v[b] == 1)
                || (!quad && patch.w[a] == 0 && patch.w[b] == 0);
    }

    /** In the domain, each used, and no two at the same place unless about to be parted. */
    private static void checkPoints(TessellatedPatch patch, TessellationMode mode, float[] all) {
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < patch.indexCount(); i++) {
            used.add(patch.indices[i]);
        }
        assertThat(used).hasSize(patch.pointCount());
        Set<Long> places = new HashSet<>();
        for (int i = 0; i < patch.pointCount(); i++) {
            float u = patch.u[i];
            float v = patch.v[i];
            float w = patch.w[i];
            boolean inside = isPart(u) && isPart(v) && isPart(w);
            boolean triangle = mode.domain() == TessellationDomain.TRIANGLE;
            boolean sums = Float.compare(w, triangle ? 1 - u - v : 0) == 0;
            boolean whole = sums && u * ONE == fixed(u);
            if (!inside || !whole) {
                fail("point %d: %s, %s, %s", i, u, v, w);
            }
            places.add(side(fixed(patch.u[i]), fixed(patch.v[i])));
        }
        if (Patches.parted(mode.partitioning(), all)) {
            assertThat(places).hasSize(patch.pointCount());
        }
    }

    /** Whether it is 0 to 1, and no negative zero. */
    private static boolean isPart(float value) {
        return Float.compare(value, 0) >= 0 && value <= 1;
    }
}
