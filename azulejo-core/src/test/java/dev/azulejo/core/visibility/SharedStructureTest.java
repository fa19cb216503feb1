package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several threads that enter triangles in one structure, without locks. */
class SharedStructureTest {
    private static final int THREADS = 4;
    private static final int SIDE = 64;
    private static final int TRIANGLES = 48;
    private static final int ROUNDS = 240;

    private final HierarchicalZ structure = new HierarchicalZ();

    private boolean hidden(int x, int y, int key) {
        return structure.hidden(x, y, x, y, key, new HizCounts());
    }

    /**
     * While they meet, and after it, no pixel hides what is as near as its farthest sample. Who
     * meets another may lose what it learns; when all is entered once more, by one of them, all is
     * known.
     */
    @ParameterizedTest
    @CsvSource({"1, false", "4, false", "4, true", "8, false", "8, true", "16, false"})
    void nobodyClaimsMoreThanIsThere(int samples, boolean reversed) throws Exception {
        var random = new Random(500 + samples);
        var pattern = SamplePattern.of(samples);
        var testers = new OcclusionTester[THREADS];
        Arrays.setAll(testers, thread -> new OcclusionTester(new VectorOccluderKernels()));
        var barrier = new CyclicBarrier(THREADS + 1);
        int whole = 0;
        int known = 0;
        try (var pool = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < ROUNDS; round++) {
                int[][] all = triangles(random, round % 8 != 0);
                float clear = reversed ? 0 : 1;
                structure.reset(SIDE, SIDE, reversed, clear, FinestLevel.of(true, samples));
                int unknown = structure.farKey(clear);
                int[] farthest = farthest(all, pattern, unknown);
                List<Future<?>> running = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    int first = thread;
                    testers[thread].begin(structure, pattern);
                    running.add(
                            pool.submit(
                                    () -> {
                                        barrier.await();
                                        for (int t = first; t < all.length; t += THREADS) {
                                            enter(testers[first], all[t]);
                                        }
                                        return null;
                                    }));
                }
                barrier.await();
                while (!running.stream().allMatch(Future::isDone)) {
                    assertNothingIsClaimed(farthest, "meanwhile");
                }
                for (var each : running) {
                    each.get();
                }
                assertNothingIsClaimed(farthest, "afterwards");
                for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                    whole += farthest[pixel] < unknown ? 1 : 0;
                    known += hidden(pixel % SIDE, pixel / SIDE, unknown - 1) ? 1 : 0;
                }
                for (int[] r : all) {
                    enter(testers[0], r);
                }
                for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
                    int key = farthest[pixel];
                    if (key < unknown && !hidden(pixel % SIDE, pixel / SIDE, key + 1)) {
                        throw new AssertionError("pixel %d, entered once more".formatted(pixel));
                    }
                }
                assertNothingIsClaimed(farthest, "at the end");
            }
        }
        assertThat(whole).isGreaterThan(ROUNDS / 8 * SIDE * SIDE / 4);
        assertThat(known).as("of %d", whole).isBetween(whole * 9 / 10, whole);
    }

    private static void enter(OcclusionTester tester, int[] record) {
        tester.enter(record, 0, OcclusionUse.of(false, true));
        tester.flush();
    }

    private void assertNothingIsClaimed(int[] farthest, String when) {
        for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
            if (hidden(pixel % SIDE, pixel / SIDE, farthest[pixel])) {
                throw new AssertionError("pixel %d, %s".formatted(pixel, when));
            }
        }
    }

    /**
     * Large and small in turn, all over the same pixels, so that threads meet; or many of a few
     * pixels, of which most are covered in part.
     */
    private static int[][] triangles(Random random, boolean small) {
        int[][] all = new int[small ? 8 * TRIANGLES : TRIANGLES][];
        for (int t = 0; t < all.length; t++) {
            float depth = (1 + random.nextInt(200)) / 256f;
            all[t] =
                    small
                            ? corner(random, depth)
                            : PartialPixelsTest.triangle(random, t % 2 == 0 ? 60 : 15, depth);
        }
        return all;
    }

    /** A triangle in the upper left block or beside it. */
    private static int[] corner(Random random, float depth) {
        int[] x = new int[3];
        int[] y = new int[3];
        long area;
        do {
            for (int v = 0; v < 3; v++) {
                x[v] = random.nextInt(5 << TrianglePlanes.SUBPIXEL_BITS);
                y[v] = random.nextInt(5 << TrianglePlanes.SUBPIXEL_BITS);
            }
            area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        } while (area == 0);
        return SmallOccluderTest.record(x, y, depth, 0, 0);
    }

    /** Of each pixel the farthest sample, each at the nearest triangle that covers it. */
    private int[] farthest(int[][] all, SamplePattern pattern, int unknown) {
        int samples = pattern.count();
        int[] nearest = new int[SIDE * SIDE * samples];
        Arrays.fill(nearest, unknown);
        for (int[] r : all) {
            float depth = Float.intBitsToFloat(r[TrianglePlanes.Z0]);
            PartialPixelsTest.cover(r, pattern, structure.farKey(depth), nearest);
        }
        int[] farthest = new int[SIDE * SIDE];
        for (int i = 0; i < nearest.length; i++) {
            farthest[i / samples] = Math.max(farthest[i / samples], nearest[i]);
        }
        return farthest;
    }
}
