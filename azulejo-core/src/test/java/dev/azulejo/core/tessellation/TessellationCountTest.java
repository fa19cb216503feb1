package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.TessellationDomain.QUAD;
import static dev.azulejo.core.tessellation.TessellationDomain.TRIANGLE;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Counting agrees with tessellating. */
class TessellationCountTest {
    private static final float[] ODD_ONES = {
        0, -1, 1, 2, 3, 63, 64, 65, 1000, 1e9f, 0.5f, 1.0001f, Float.NaN, Float.POSITIVE_INFINITY
    };

    @Test
    void countsWhatTheTessellatorMakes() {
        var random = new Random(3);
        var count = new TessellationCount();
        var tessellator = new Tessellator();
        var patch = new TessellatedPatch();
        int kept = 0;
        for (int i = 0; i < 6000; i++) {
            var domain = TessellationDomain.values()[random.nextInt(3)];
            var partitioning = TessellationPartitioning.values()[random.nextInt(4)];
            var mode =
                    random.nextInt(4) == 0
                            ? new TessellationMode(
                                    domain, partitioning, TessellationTopology.POINTS)
                            : Patches.mode(domain, partitioning);
            float[] edge = new float[4];
            float[] inside = new float[2];
            for (int f = 0; f < 6; f++) {
                float factor =
                        random.nextInt(8) == 0
                                ? ODD_ONES[random.nextInt(ODD_ONES.length)]
                                : 1 + random.nextFloat() * (random.nextBoolean() ? 5 : 70);
                if (f < 4) {
                    edge[f] = factor;
                } else {
                    inside[f - 4] = factor;
                }
            }
            boolean made = tessellator.tessellate(mode, edge, inside, patch);
            assertThat(count.count(mode, edge, inside)).isEqualTo(made);
            assertThat(count.points()).as("%s", mode).isEqualTo(patch.pointCount());
            assertThat(count.primitives() * mode.topology().vertices())
                    .as("%s", mode)
                    .isEqualTo(patch.indexCount());
            kept += made ? 1 : 0;
        }
        assertThat(kept).isBetween(2000, 5900);
    }

    /**
     * With all factors at 1 a patch is one triangle, or a quad of two; inside factors count too.
     */
    @Test
    void anInsideFactorAloneDividesAPatch() {
        var count = new TessellationCount();
        float[] ones = {1, 1, 1, 1};
        for (var domain : new TessellationDomain[] {TRIANGLE, QUAD}) {
            int sides = domain.edgeFactors();
            var mode = Patches.mode(domain, TessellationPartitioning.INTEGER);
            assertThat(count.count(mode, ones, new float[] {1, 1})).isTrue();
            assertThat(count.points()).as("%s", domain).isEqualTo(sides);
            assertThat(count.primitives()).as("%s", domain).isEqualTo(sides - 2);
            // One point in the middle, and a triangle for each side.
            assertThat(count.count(mode, ones, new float[] {2, 2})).isTrue();
            assertThat(count.points()).as("%s", domain).isEqualTo(sides + 1);
            assertThat(count.primitives()).as("%s", domain).isEqualTo(sides);
        }
        // Where only one of the two is above 1, the other is taken for two.
        var quad = Patches.mode(QUAD, TessellationPartitioning.INTEGER);
        assertThat(count.count(quad, ones, new float[] {1, 2})).isTrue();
        assertThat(count.points()).isEqualTo(5);
    }
}
