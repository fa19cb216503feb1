package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;

/** Many flat triangles over each other, held against each sample by itself in exact arithmetic. */
class PartialPixelsTest {
    private static final int SIDE = 64;

    private final HierarchicalZ structure = new HierarchicalZ();

    private boolean hidden(int x, int y, int key) {
        return structure.hidden(x, y, x, y, key, new HizCounts());
    }

    /**
     * A pixel hides what lies behind the farthest of its samples, each at the nearest of the
     * triangles that cover it: those, and no nearer ones.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 15, false",
        "4, 15, false",
        "8, 15, true",
        "4, 60, true",
        "8, 60, false",
        "1, 60, false"
    })
    void eachSampleIsAsNearAsTheNearestThatCoversIt(int samples, int reach, boolean reversed) {
        var random = new Random(samples + reach);
        var pattern = SamplePattern.of(samples);
        var tester = new OcclusionTester();
        int partial = 0;
        for (int round = 0; round < 60; round++) {
            float clear = reversed ? 0 : 1;
            structure.reset(SIDE, SIDE, reversed, clear, FinestLevel.of(true, samples));
            tester.begin(structure, pattern);
            // Keys grow with distance, whichever depths are nearer.
            int[] nearest = new int[SIDE * SIDE * samples];
            Arrays.fill(nearest, structure.farKey(clear));
            for (int triangle = 0; triangle < 40; triangle++) {
                float depth = (1 + random.nextInt(8)) / 16f;
                int[] r = triangle(random, reach, depth);
                tester.enter(r, 0, OcclusionUse.of(false, true));
                cover(r, pattern, structure.farKey(depth), nearest);
            }
            for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                int farthest = 0;
                int least = Integer.MAX_VALUE;
                for (int s = 0; s < samples; s++) {
                    farthest = Math.max(farthest, nearest[pixel * samples + s]);
                    least = Math.min(least, nearest[pixel * samples + s]);
                }
                boolean known = farthest < structure.farKey(clear);
                partial += known && farthest != least ? 1 : 0;
                int x = pixel % SIDE;
                int y = pixel / SIDE;
                assertThat(hidden(x, y, farthest)).as("%d, %d: at it", x, y).isFalse();
                // Behind everything there is nothing
                if (known) {
                    assertThat(hidden(x, y, farthest + 1)).as("%d, %d: behind", x, y).isTrue();
                }
            }
        }
        assertThat(partial).isGreaterThanOrEqualTo(samples == 1 ? 0 : 1000);
    }

    static int[] triangle(Random random, int reach, float depth) {
        int left = random.nextInt(SIDE - reach);
        int top = random.nextInt(SIDE - reach);
        int[] x = new int[3];
        int[] y = new int[3];
        long area;
        do {
            for (int v = 0; v < 3; v++) {
                x[v] = (left << 8) + random.nextInt(reach << 8);
                y[v] = (top << 8) + random.nextInt(reach << 8);
            }
            area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        } while (area == 0);
        return SmallOccluderTest.record(x, y, depth, 0, 0);
    }

    static void cover(int[] r, SamplePattern pattern, int key, int[] nearest) {
        int columns = r[TrianglePlanes.COLUMNS];
        int rows = r[TrianglePlanes.ROWS];
        for (int py = TrianglePlanes.first(rows); py <= TrianglePlanes.last(rows); py++) {
            for (int px = TrianglePlanes.first(columns); px <= TrianglePlanes.last(columns); px++) {
                for (int s = 0; s < pattern.count(); s++) {
                    int x = (px << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
                    int y = (py << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
                    if (SmallOccluderTest.inside(r, x, y)) {
                        int at = (py * SIDE + px) * pattern.count() + s;
                        nearest[at] = Math.min(nearest[at], key);
                    }
                }
            }
        }
    }
}
