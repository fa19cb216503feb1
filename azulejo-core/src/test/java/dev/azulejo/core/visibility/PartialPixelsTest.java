package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;

/** Many triangles over each other, held against each sample by itself in exact arithmetic. */
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
        "1, 60, false",
        "16, 15, false",
        "16, 60, true"
    })
    void eachSampleIsAsNearAsTheNearestThatCoversIt(int samples, int reach, boolean reversed) {
        var random = new Random(samples + reach);
        var pattern = SamplePattern.of(samples);
        var tester = new OcclusionTester(new VectorOccluderKernels());
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
                    int known = KnownKeys.ofSample(structure, pixel % SIDE, pixel / SIDE, s);
                    // Asked first, here and below: each assertion is an object, of a million
                    if (known != nearest[pixel * samples + s]) {
                        assertThat(known)
                                .as("pixel %d, sample %d", pixel, s)
                                .isEqualTo(nearest[pixel * samples + s]);
                    }
                }
                boolean isKnown = farthest < structure.farKey(clear);
                partial += isKnown && farthest != least ? 1 : 0;
                int x = pixel % SIDE;
                int y = pixel / SIDE;
                if (hidden(x, y, farthest)) {
                    fail("%d, %d: at it", x, y);
                }
                // Behind everything there is nothing
                if (isKnown && !hidden(x, y, farthest + 1)) {
                    fail("%d, %d: behind", x, y);
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

    /**
     * Small flat triangles among others: found hidden if and only if they are at every sample that
     * they cover, and without a sample only if they have none.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 15, false",
        "4, 15, false",
        "8, 15, true",
        "4, 60, true",
        "8, 60, false",
        "16, 15, true",
        "16, 60, false"
    })
    void whatIsHiddenAtEachOfItsSamplesIsFound(int samples, int reach, boolean reversed) {
        var random = new Random(7 * samples + reach);
        var pattern = SamplePattern.of(samples);
        var tester = new OcclusionTester(new VectorOccluderKernels());
        int[] found = new int[Visibility.values().length];
        for (int round = 0; round < 40; round++) {
            float clear = reversed ? 0 : 1;
            structure.reset(SIDE, SIDE, reversed, clear, FinestLevel.of(true, samples));
            tester.begin(structure, pattern);
            int[] nearest = new int[SIDE * SIDE * samples];
            Arrays.fill(nearest, structure.farKey(clear));
            for (int triangle = 0; triangle < 80; triangle++) {
                float depth = (1 + random.nextInt(8)) / 16f;
                int[] r = triangle(random, reach, depth);
                tester.enter(r, 0, OcclusionUse.of(false, true));
                cover(r, pattern, structure.farKey(depth), nearest);
            }
            for (int triangle = 0; triangle < 200; triangle++) {
                float depth = (1 + random.nextInt(16)) / 32f;
                int[] r = triangle(random, 1 + random.nextInt(6), depth);
                var exact = exact(r, pattern, structure.nearKey(depth), nearest);
                var is = tester.find(r, 0);
                found[is.ordinal()]++;
                if (is != exact) {
                    // What covers nothing may lie behind what is known of all around it.
                    assertThat(exact).as("%s, %d", is, triangle).isEqualTo(Visibility.NO_SAMPLE);
                    assertThat(is).isEqualTo(Visibility.HIDDEN);
                }
            }
        }
        assertThat(found[0]).isGreaterThan(500);
        assertThat(found[1]).isGreaterThan(500);
        assertThat(found[2]).isGreaterThan(20);
    }

    private static Visibility exact(int[] r, SamplePattern pattern, int key, int[] nearest) {
        var found = Visibility.NO_SAMPLE;
        for (int i : around(r, pattern.count())) {
            int pixel = i / pattern.count();
            int s = i % pattern.count();
            int x = (pixel % SIDE << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
            int y = (pixel / SIDE << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
            if (SmallOccluderTest.inside(r, x, y)) {
                if (key <= nearest[i]) {
                    return Visibility.POSSIBLE;
                }
                found = Visibility.HIDDEN;
            }
        }
        return found;
    }

    /**
     * Sloping triangles: none is found hidden that is not strictly behind, at each of its samples,
     * what the rasteriser would have stored there. Those are that are behind what is known of each
     * sample, at which level soever; and that is nearly all.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 15, false",
        "1, 60, true",
        "4, 15, true",
        "8, 15, false",
        "4, 60, false",
        "8, 60, true",
        "16, 15, true",
        "16, 60, false"
    })
    void slopesAreHeldAgainstTheRasterisersDepths(int samples, int reach, boolean reversed) {
        var random = new Random(3 * samples + reach);
        var pattern = SamplePattern.of(samples);
        var tester = new OcclusionTester(new VectorOccluderKernels());
        int hidden = 0;
        int found = 0;
        for (int round = 0; round < 40; round++) {
            float clear = reversed ? 0 : 1;
            structure.reset(SIDE, SIDE, reversed, clear, FinestLevel.of(true, samples));
            tester.begin(structure, pattern);
            float[] nearest = new float[SIDE * SIDE * samples];
            Arrays.fill(nearest, clear);
            for (int triangle = 0; triangle < 200; triangle++) {
                int[] r = slope(random, reach);
                tester.enter(r, 0, OcclusionUse.of(false, true));
                for (int i : around(r, samples)) {
                    float z = depth(r, pattern, i);
                    // Not a number where it does not cover the sample
                    if (reversed ? z > nearest[i] : z < nearest[i]) {
                        nearest[i] = z;
                    }
                }
            }
            for (int i = 0; i < nearest.length; i++) {
                if (known(i, samples) < structure.farKey(nearest[i])) {
                    assertThat(known(i, samples))
                            .isGreaterThanOrEqualTo(structure.farKey(nearest[i]));
                }
            }
            for (int triangle = 0; triangle < 200; triangle++) {
                int[] r = slope(random, 1 + random.nextInt(6));
                int covered = 0;
                int behind = 0;
                int behindKnown = 0;
                for (int i : around(r, samples)) {
                    float z = depth(r, pattern, i);
                    if (!Float.isNaN(z)) {
                        covered++;
                        behind += (reversed ? z < nearest[i] : z > nearest[i]) ? 1 : 0;
                        behindKnown += structure.nearKey(z) > known(i, samples) ? 1 : 0;
                    }
                }
                var is = tester.find(r, 0);
                assertThat(is != Visibility.POSSIBLE).isEqualTo(behindKnown == covered);
                if (is != Visibility.POSSIBLE) {
                    assertThat(behind).as("%d: %s", triangle, is).isEqualTo(covered);
                }
                if (is == Visibility.NO_SAMPLE) {
                    assertThat(covered).isZero();
                }
                hidden += covered > 0 && behind == covered ? 1 : 0;
                found += covered > 0 && is == Visibility.HIDDEN ? 1 : 0;
            }
        }
        assertThat(hidden).isGreaterThan(1000);
        assertThat((double) found / hidden).isGreaterThan(0.98);
    }

    /** Samples of the pixels between a triangle's corners; no others can lie in it. */
    private static int[] around(int[] r, int samples) {
        int[] columns = {r[TrianglePlanes.X0], r[TrianglePlanes.X1], r[TrianglePlanes.X2]};
        int[] rows = {r[TrianglePlanes.Y0], r[TrianglePlanes.Y1], r[TrianglePlanes.Y2]};
        int left = pixel(Arrays.stream(columns).min().orElseThrow());
        int top = pixel(Arrays.stream(rows).min().orElseThrow());
        int width = pixel(Arrays.stream(columns).max().orElseThrow()) + 1 - left;
        int height = pixel(Arrays.stream(rows).max().orElseThrow()) + 1 - top;
        int[] all = new int[width * height * samples];
        for (int i = 0; i < all.length; i++) {
            int pixel = i / samples;
            int row = top + pixel / width;
            all[i] = (row * SIDE + left + pixel % width) * samples + i % samples;
        }
        return all;
    }

    private static int pixel(int place) {
        return Math.clamp(place >> TrianglePlanes.SUBPIXEL_BITS, 0, SIDE - 1);
    }

    private int known(int i, int samples) {
        int pixel = i / samples;
        return KnownKeys.ofSample(structure, pixel % SIDE, pixel / SIDE, i % samples);
    }

    /** A triangle whose depth changes by up to a hundredth a pixel. */
    private static int[] slope(Random random, int reach) {
        int[] r = triangle(random, reach, 0);
        int[] x = {r[TrianglePlanes.X0], r[TrianglePlanes.X1], r[TrianglePlanes.X2]};
        int[] y = {r[TrianglePlanes.Y0], r[TrianglePlanes.Y1], r[TrianglePlanes.Y2]};
        double alongX = (random.nextDouble() - 0.5) / 50 / 256;
        double alongY = (random.nextDouble() - 0.5) / 50 / 256;
        double middle = 0.2 + 0.6 * random.nextDouble();
        return SmallOccluderTest.record(
                x, y, middle - alongX * x[0] - alongY * y[0], alongX, alongY);
    }

    /** Depth at a sample, as the rasteriser rounds it; not a number beside the triangle. */
    private static float depth(int[] r, SamplePattern pattern, int sample) {
        int pixel = sample / pattern.count();
        int s = sample % pattern.count();
        int x = (pixel % SIDE << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
        int y = (pixel / SIDE << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
        if (!SmallOccluderTest.inside(r, x, y)) {
            return Float.NaN;
        }
        float fx = x - r[TrianglePlanes.X0];
        float fy = y - r[TrianglePlanes.Y0];
        float z0 = Float.intBitsToFloat(r[TrianglePlanes.Z0]);
        float dzdx = Float.intBitsToFloat(r[TrianglePlanes.DZDX]);
        float dzdy = Float.intBitsToFloat(r[TrianglePlanes.DZDY]);
        float low = Float.intBitsToFloat(r[TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[TrianglePlanes.Z_MAX]);
        return Math.min(Math.max((z0 + dzdx * fx) + dzdy * fy, low), high);
    }
}
