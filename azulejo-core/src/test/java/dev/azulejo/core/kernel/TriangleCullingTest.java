package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorTriangleCulling;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class TriangleCullingTest {
    private static final int SLOTS = 64;
    private static final int MOST = 300;
    private static final int[] SAMPLES = {1, 4, 8, 16};

    private final Random random = new Random(7);
    private final TransformedVertices vertices = new TransformedVertices(SLOTS);
    private final int[] corner = new int[3 * MOST];
    private final CullRules rules = new CullRules();

    /** Corners of triangles in a square of a side, anywhere in the guard band. */
    private void vertices(int side) {
        int reach = (1 << 23) - side;
        int left = random.nextBoolean() ? random.nextInt(40000) : random.nextInt(reach);
        int top = random.nextBoolean() ? random.nextInt(40000) : -random.nextInt(reach);
        // Coordinates that repeat make triangles without area and samples on edges.
        int step = random.nextBoolean() ? 1 : 64;
        for (int i = 0; i < SLOTS; i++) {
            vertices.x[i] = left + random.nextInt(side) / step * step;
            vertices.y[i] = top + random.nextInt(side) / step * step;
            vertices.code[i] = 0;
        }
    }

    private void corners() {
        for (int i = 0; i < corner.length; i++) {
            corner[i] = random.nextInt(SLOTS);
        }
    }

    private void rules(int side) {
        rules.samples(SamplePattern.of(SAMPLES[random.nextInt(4)]));
        rules.culledSign = random.nextInt(3) - 1;
        rules.x0 = 0;
        rules.y0 = 0;
        rules.x1 = 16383;
        rules.y1 = 16383;
        if (random.nextBoolean()) {
            int x = vertices.x[0] >> TrianglePlanes.SUBPIXEL_BITS;
            int y = vertices.y[0] >> TrianglePlanes.SUBPIXEL_BITS;
            int pixels = (side >> TrianglePlanes.SUBPIXEL_BITS) + 1;
            rules.x0 = x - random.nextInt(pixels);
            rules.y0 = y - random.nextInt(pixels);
            rules.x1 = x + random.nextInt(pixels);
            rules.y1 = y + random.nextInt(pixels);
        }
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var scalar = new ScalarTriangleCulling();
        var vector = new VectorTriangleCulling();
        int[] kept = new int[MOST + 1];
        int[] keptInLanes = new int[MOST + 1];
        var totals = new long[4];
        for (int round = 0; round < 6000; round++) {
            int side = 1 << 6 + random.nextInt(17);
            vertices(side);
            corners();
            rules(side);
            if (random.nextInt(3) == 0) {
                // What is not in front of the eye, or not a number, may be anywhere.
                int[] anywhere = {Integer.MIN_VALUE, Integer.MAX_VALUE, 0, random.nextInt()};
                for (int i = 0; i < random.nextInt(SLOTS); i++) {
                    int slot = random.nextInt(SLOTS);
                    vertices.code[slot] = 1 << random.nextInt(8);
                    vertices.x[slot] = anywhere[random.nextInt(4)];
                    vertices.y[slot] = anywhere[random.nextInt(4)];
                }
            }
            int from = random.nextInt(30);
            int to = from + random.nextInt(MOST - from + 1);
            int count = scalar.remaining(vertices, corner, from, to, rules, kept);
            int[] dropped = {rules.face, rules.area, rules.sample};
            int special = special(kept, count);
            assertThat(rules.special).as("round %d: special", round).isEqualTo(special);
            int inLanes = vector.remaining(vertices, corner, from, to, rules, keptInLanes);
            assertThat(Arrays.copyOf(keptInLanes, inLanes))
                    .as("round %d", round)
                    .isEqualTo(Arrays.copyOf(kept, count));
            assertThat(new int[] {rules.face, rules.area, rules.sample})
                    .as("round %d: face, area, sample", round)
                    .isEqualTo(dropped);
            assertThat(rules.special).as("round %d: special in lanes", round).isEqualTo(special);
            assertThat(count + dropped[0] + dropped[1] + dropped[2]).isEqualTo(to - from);
            totals[0] += count;
            for (int i = 0; i < 3; i++) {
                totals[1 + i] += dropped[i];
            }
        }
        // All of them happen, and often.
        assertThat(Arrays.stream(totals).min().orElseThrow()).isGreaterThan(10_000);
    }

    /** Triangles among those kept with an outcode at a corner: none of these is ever dropped. */
    private int special(int[] kept, int count) {
        int special = 0;
        for (int i = 0; i < count; i++) {
            int[] code = place(vertices.code, kept[i]);
            special += (code[0] | code[1] | code[2]) != 0 ? 1 : 0;
        }
        return special;
    }

    /**
     * What is small and dropped covers no sample anywhere, and what is small and stays covers one,
     * by edge functions in longs and the top-left rule as it is written: on a left edge or a top
     * one is inside.
     */
    @Test
    void smallTrianglesStayThatCoverASample() {
        int[] kept = new int[MOST + 1];
        int stayed = 0;
        int none = 0;
        for (int round = 0; round < 2000; round++) {
            vertices(1 << 6 + random.nextInt(4));
            corners();
            int samples = SAMPLES[random.nextInt(4)];
            var pattern = SamplePattern.of(samples);
            rules.samples(pattern);
            rules.culledSign = 0;
            rules.x0 = Integer.MIN_VALUE;
            rules.y0 = Integer.MIN_VALUE;
            rules.x1 = Integer.MAX_VALUE;
            rules.y1 = Integer.MAX_VALUE;
            var culling =
                    round % 2 == 0 ? new ScalarTriangleCulling() : new VectorTriangleCulling();
            int count = culling.remaining(vertices, corner, 0, MOST, rules, kept);
            int next = 0;
            for (int p = 0; p < MOST; p++) {
                boolean stays = next < count && kept[next] == p;
                next += stays ? 1 : 0;
                int covered = covered(p, pattern);
                if (covered > 0) {
                    assertThat(stays).as("round %d, triangle %d", round, p).isTrue();
                } else if (stays) {
                    assertThat(pixels(p, pattern)).isGreaterThan(samples == 1 ? 2 : 1);
                }
                stayed += stays ? 1 : 0;
                none += stays ? 0 : 1;
            }
            assertThat(next).isEqualTo(count);
        }
        assertThat(stayed).isGreaterThan(100_000);
        assertThat(none).isGreaterThan(100_000);
    }

    /** Two triangles that share the diagonal of a pixel: its one sample lies in one of them. */
    @Test
    void ofTwoHalvesOfAPixelOneStays() {
        int[] x = {256, 512, 512, 256};
        int[] y = {256, 256, 512, 512};
        for (int i = 0; i < 4; i++) {
            vertices.x[i] = x[i];
            vertices.y[i] = y[i];
        }
        System.arraycopy(new int[] {0, 2, 1, 0, 2, 3}, 0, corner, 0, 6);
        rules.x1 = 16;
        rules.y1 = 16;
        int[] kept = new int[3];
        for (var culling :
                new TriangleCulling[] {new ScalarTriangleCulling(), new VectorTriangleCulling()}) {
            // The diagonal is a left edge of the upper one.
            assertThat(culling.remaining(vertices, corner, 0, 2, rules, kept)).isOne();
            assertThat(kept[0]).isZero();
            assertThat(rules.sample).isOne();
            assertThat(rules.face + rules.area).isZero();
        }
    }

    /** Columns or rows of the bounds, whichever are more. */
    private int pixels(int p, SamplePattern pattern) {
        int[] x = place(vertices.x, p);
        int[] y = place(vertices.y, p);
        return Math.max(range(x, pattern), range(y, pattern));
    }

    private static int range(int[] v, SamplePattern pattern) {
        int first = Math.floorDiv(Arrays.stream(v).min().orElseThrow() + 255 - pattern.last(), 256);
        int last = Math.floorDiv(Arrays.stream(v).max().orElseThrow() - pattern.first(), 256);
        return last - first + 1;
    }

    private int[] place(int[] all, int p) {
        return new int[] {all[corner[3 * p]], all[corner[3 * p + 1]], all[corner[3 * p + 2]]};
    }

    /** Samples in a triangle. */
    private int covered(int p, SamplePattern pattern) {
        int[] x = place(vertices.x, p);
        int[] y = place(vertices.y, p);
        long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
        int covered = 0;
        int left = Arrays.stream(x).min().orElseThrow() >> 8;
        int right = Arrays.stream(x).max().orElseThrow() >> 8;
        int top = Arrays.stream(y).min().orElseThrow() >> 8;
        int bottom = Arrays.stream(y).max().orElseThrow() >> 8;
        for (int row = top; row <= bottom; row++) {
            for (int column = left; column <= right; column++) {
                for (int s = 0; s < pattern.count(); s++) {
                    boolean inside = area != 0;
                    for (int e = 0; e < 3; e++) {
                        int next = (e + 1) % 3;
                        long side = Long.signum(area);
                        long a = side * (y[e] - y[next]);
                        long b = side * (x[next] - x[e]);
                        long value =
                                a * (256 * column + pattern.x(s) - x[e])
                                        + b * (256 * row + pattern.y(s) - y[e]);
                        inside &= value > 0 || value == 0 && (a > 0 || a == 0 && b > 0);
                    }
                    covered += inside ? 1 : 0;
                }
            }
        }
        return covered;
    }
}
