package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.ScalarWindowTransform;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.resource.FacingCones;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.resource.VertexRun;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** What is left out as facing away is culled triangle by triangle, as the pipeline rounds. */
class FacingPartsTest {
    private static final int TRIANGLES = 64;
    private static final int SIDE = 9;

    private final ScalarWindowTransform transform = new ScalarWindowTransform();
    private final TransformedVertices out = new TransformedVertices(96);
    private final ViewportConstants view = new ViewportConstants();
    private final FacingParts parts = new FacingParts();

    /** Of a grid of 8x8 squares: 8x4 of them, two triangles each. */
    private static final int[] INDICES = new int[3 * TRIANGLES];

    static {
        int at = 0;
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 8; x++) {
                int a = y * SIDE + x;
                for (int i : new int[] {a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE}) {
                    INDICES[at++] = i;
                }
            }
        }
    }

    @Test
    void whatIsLeftOutIsCulledTriangleByTriangle() {
        var random = new Random(7);
        int left = 0;
        int all = 0;
        int grazing = 0;
        for (int round = 0; round < 60_000; round++) {
            float[] positions = surface(random);
            float[] matrix = matrix(random);
            view.set(0, 0, 640, 480, 0, 1, random.nextInt(4) == 0);
            int sign = random.nextBoolean() ? 1 : -1;
            long[] areas = areas(positions, matrix);
            boolean culled = Arrays.stream(areas).allMatch(area -> area * sign > 0);
            all += culled ? 1 : 0;
            if (culled(positions, matrix, sign)) {
                left++;
                assertThat(culled).as("round %d", round).isTrue();
                long least = Arrays.stream(areas).map(Math::abs).min().orElseThrow();
                grazing += least < 4000 ? 1 : 0;
            }
        }
        // Sharp enough to be worth it, and tried where it is close
        assertThat(left).isGreaterThan(all * 6 / 10);
        assertThat(grazing).isGreaterThan(300);
    }

    /** A plane seen from a way off: from how far below its edge on it is left out, by hand. */
    @Test
    void aPlaneIsLeftOutFromWhereRoundingCannotTurnIt() {
        // 8x4 squares of one pixel, orthographic, turned about x: twice a triangle's area is the
        // cosine; errors are 4 sqrt(2) e L with e a little above 1/512 and L sqrt(2), so 0.0157
        view.set(0, 0, 640, 480, 0, 1, false);
        float[] positions = new float[3 * SIDE * 5];
        for (int i = 0; i < SIDE * 5; i++) {
            positions[3 * i] = i % SIDE - 4;
            positions[3 * i + 1] = i / SIDE - 2;
        }
        for (double degrees : new double[] {60, 85, 88, 88.8, 89.4, 89.9, 90.5, 100, 179}) {
            double c = Math.cos(Math.toRadians(degrees));
            double s = Math.sin(Math.toRadians(degrees));
            float[] matrix = {
                1 / 320f,
                0,
                0,
                0,
                0,
                (float) (c / 240),
                (float) (s / 240),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0.5f,
                1
            };
            // Upward in clip space is downward in the window: seen from the front it is negative
            assertThat(culled(positions, matrix, -1)).as("%s", degrees).isEqualTo(degrees < 89);
            assertThat(culled(positions, matrix, 1)).as("%s back", degrees).isEqualTo(degrees > 91);
        }
    }

    /**
     * Seen straight on, squares of p pixels in a window so small that nothing but fixed point
     * rounds. How long edges are in the window is bounded by both axes together, sqrt(2) times
     * their length: p p > 8 sqrt(2) e p + 8 e e with e = 1/512, so from p = 0.0234 on.
     */
    @Test
    void tinyTrianglesAreLeftOutFromWhereRoundingCannotTurnThem() {
        view.set(0, 0, 4, 4, 0, 1, false);
        for (double p : new double[] {0.01, 0.0218, 0.023, 0.0238, 0.03}) {
            float[] positions = new float[3 * SIDE * 5];
            for (int i = 0; i < SIDE * 5; i++) {
                positions[3 * i] = (float) (p / 2 * (i % SIDE));
                positions[3 * i + 1] = (float) (p / 2 * (i / SIDE));
            }
            float[] matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5f, 1};
            assertThat(culled(positions, matrix, -1)).as("%s", p).isEqualTo(p > 0.0234);
        }
    }

    @Test
    void whatIsCutStays() {
        view.set(0, 0, 640, 480, 0, 1, false);
        float[] positions = new float[3 * SIDE * 5];
        for (int i = 0; i < SIDE * 5; i++) {
            positions[3 * i] = i % SIDE - 4;
            positions[3 * i + 1] = i / SIDE - 2;
        }
        for (float depth : new float[] {-0.001f, 0.5f, 1.001f}) {
            float[] m = {0.1f, 0, 0, 0, 0, 0.1f, 0.0002f, 0, 0, 0, 0, 0, 0, 0, depth, 1};
            assertThat(culled(positions, m, -1)).as("depth %s", depth).isEqualTo(depth == 0.5f);
        }
        float[] wide = {20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0.5f, 1};
        assertThat(culled(positions, wide, -1)).as("beyond the guard band").isFalse();
        // With the eye between its ends
        float[] through = {1, 0, 0, 0.5f, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5f, 1};
        assertThat(culled(positions, through, -1)).as("around the eye").isFalse();
    }

    /** Only what is drawn again and again with the same positions is looked at. */
    @Test
    void conesAreFoundWhenAskedOften() {
        float[] positions = surface(new Random(1));
        var buffer = new VertexBuffer(positions);
        var indices = new IndexBuffer(INDICES);
        var run = new VertexRun(new int[SIDE * 5], new short[3 * TRIANGLES], 0, SIDE * 5 - 1);
        assertThat(run.cones(indices, 0, buffer, 0, 3, 0)).isNull();
        assertThat(run.cones(indices, 0, buffer, 0, 3, 0)).isNull();
        var known = run.cones(indices, 0, buffer, 0, 3, 0);
        assertThat(known).isNotNull();
        assertThat(run.cones(indices, 0, buffer, 0, 3, 0)).isSameAs(known);
        // Twice as often the next time
        buffer.write(0, new float[] {positions[0] + 1});
        for (int asked = 1; asked < 6; asked++) {
            assertThat(run.cones(indices, 0, buffer, 0, 3, 0)).as("asked %d times", asked).isNull();
        }
        assertThat(run.cones(indices, 0, buffer, 0, 3, 0)).isNotNull().isNotSameAs(known);
        assertThat(run.cones(indices, 0, new VertexBuffer(positions), 0, 3, 0)).isNull();
    }

    /** Asked four times a frame, as with a shadow map and several GPUs. */
    @Test
    void conesOfWhatMovesAreSoonNotFoundAnyMore() {
        float[] positions = surface(new Random(1));
        var buffer = new VertexBuffer(positions);
        var indices = new IndexBuffer(INDICES);
        var run = new VertexRun(new int[SIDE * 5], new short[3 * TRIANGLES], 0, SIDE * 5 - 1);
        int found = 0;
        for (int frame = 0; frame < 100; frame++) {
            buffer.write(0, new float[] {positions[0] + frame});
            FacingCones cones = null;
            for (int i = 0; i < 4; i++) {
                cones = run.cones(indices, 0, buffer, 0, 3, 0);
            }
            found += cones == null ? 0 : 1;
        }
        assertThat(found).isOne();
        // Two bases take turns: of neither
        for (int frame = 0; frame < 100; frame++) {
            assertThat(run.cones(indices, 0, buffer, 0, 3, frame % 2)).isNull();
        }
    }

    @Test
    void partsWithoutAConeStay() {
        float[] positions = surface(new Random(1));
        float[][] broken = {positions.clone(), positions.clone(), positions.clone()};
        broken[0][30] = Float.NaN;
        broken[1][30] = Float.POSITIVE_INFINITY;
        // A triangle without area
        System.arraycopy(positions, 0, broken[2], 3, 3);
        for (float[] some : broken) {
            double[] values = cones(some, INDICES).values();
            assertThat(values[FacingCones.COSINE]).isNegative();
        }
        int[] beyond = INDICES.clone();
        beyond[7] = SIDE * 5;
        assertThat(cones(positions, beyond).values()[FacingCones.COSINE]).isNegative();
        beyond[7] = -1;
        assertThat(cones(positions, beyond).values()[FacingCones.COSINE]).isNegative();
    }

    /** Of a quarter of a cylinder: a cone of 45 degrees about the middle, by hand. */
    @Test
    void aCylindersConeIsTheOneByHand() {
        float[] positions = new float[3 * SIDE * 5];
        for (int i = 0; i < SIDE * 5; i++) {
            double angle = Math.PI / 2 * (i % SIDE) / 8;
            positions[3 * i] = (float) Math.sin(angle);
            positions[3 * i + 1] = i / SIDE;
            positions[3 * i + 2] = (float) Math.cos(angle);
        }
        double[] values = cones(positions, INDICES).values();
        double half = Math.sqrt(0.5);
        assertThat(values[FacingCones.AXIS]).isCloseTo(half, within(1e-6));
        assertThat(values[FacingCones.AXIS + 1]).isCloseTo(0, within(1e-6));
        assertThat(values[FacingCones.AXIS + 2]).isCloseTo(half, within(1e-6));
        // Faces are flat: the outermost is half a step from the edge
        double angle = Math.PI / 4 * 7 / 8;
        assertThat(values[FacingCones.COSINE]).isCloseTo(Math.cos(angle), within(1e-6));
        assertThat(values[FacingCones.SINE]).isCloseTo(Math.sin(angle), within(1e-6));
        double step = 2 * Math.sin(Math.PI / 32);
        double longest = Math.sqrt(1 + step * step);
        assertThat(values[FacingCones.EDGE]).isCloseTo(longest, within(1e-6));
        assertThat(values[FacingCones.HEIGHT]).isCloseTo(step / longest, within(1e-6));
        assertThat(values[FacingCones.CENTER + 1]).isEqualTo(2);
    }

    /** Of a plane with one flat row of squares, and one of triangles twice as long: the least. */
    @Test
    void theSmallestHeightAndTheShortestOfTheLongestEdgesCount() {
        double[] rows = {0, 2, 4, 4.25, 6};
        float[] positions = new float[3 * SIDE * 5];
        for (int i = 0; i < SIDE * 5; i++) {
            positions[3 * i] = i % SIDE;
            positions[3 * i + 1] = (float) rows[i / SIDE];
        }
        double[] values = cones(positions, INDICES).values();
        double longest = Math.sqrt(1 + 0.25 * 0.25);
        assertThat(values[FacingCones.EDGE]).isCloseTo(longest, within(1e-6));
        assertThat(values[FacingCones.HEIGHT]).isCloseTo(0.25 / longest, within(1e-6));
    }

    private static org.assertj.core.data.Offset<Double> within(double value) {
        return org.assertj.core.data.Offset.offset(value);
    }

    private static FacingCones cones(float[] positions, int[] indices) {
        return new FacingCones(indices, 0, indices.length, 0, new VertexBuffer(positions), 0, 3);
    }

    private boolean culled(float[] positions, float[] matrix, int sign) {
        parts.begin(matrix, view, sign);
        return parts.culled(cones(positions, INDICES).values(), 0);
    }

    /** A piece of a ball or of a plane, rough or smooth, large or tiny, anywhere. */
    private static float[] surface(Random random) {
        double scale = Math.scalb(1.0, random.nextInt(-6, 3));
        double bend = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        double rough = random.nextInt(3) == 0 ? 0.2 * random.nextDouble() : 0;
        double thin = random.nextInt(4) == 0 ? 0.01 + 0.2 * random.nextDouble() : 1;
        double[] turn = turn(random);
        double[] move = {
            2 * random.nextDouble() - 1, 2 * random.nextDouble() - 1, -2 - 2 * random.nextDouble()
        };
        float[] positions = new float[3 * SIDE * 5];
        for (int i = 0; i < SIDE * 5; i++) {
            double u = (i % SIDE - 4) / 4.0;
            double v = (i / SIDE - 2) / 4.0 * thin;
            double[] p = {
                u + rough * (random.nextDouble() - 0.5) / 4,
                v + rough * thin * (random.nextDouble() - 0.5) / 4,
                -bend * (u * u + v * v) + rough * thin * (random.nextDouble() - 0.5) / 4
            };
            for (int k = 0; k < 3; k++) {
                double sum = move[k];
                for (int j = 0; j < 3; j++) {
                    sum += scale * 0.3 * turn[3 * k + j] * p[j];
                }
                positions[3 * i + k] = (float) sum;
            }
        }
        return positions;
    }

    private static double[] turn(Random random) {
        double a = 2 * Math.PI * random.nextDouble();
        // Mostly about the edge, where it is decided
        double b =
                random.nextBoolean()
                        ? Math.PI * random.nextDouble()
                        : Math.PI / 2 + 0.2 * (random.nextDouble() - 0.5);
        double[] x = {Math.cos(a), Math.sin(a), 0};
        double[] y = {-Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b), Math.sin(b)};
        double[] z = {Math.sin(a) * Math.sin(b), -Math.cos(a) * Math.sin(b), Math.cos(b)};
        return new double[] {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
    }

    private static float[] matrix(Random random) {
        float near = random.nextInt(4) == 0 ? 2.5f : 0.1f;
        float far = random.nextInt(4) == 0 ? 3 : 20;
        boolean mirrored = random.nextInt(4) == 0;
        float x = mirrored ? -1.2f : 1.2f;
        float p = far / (near - far);
        if (random.nextInt(3) == 0) {
            return new float[] {x / 2, 0, 0, 0, 0, 0.7f, 0, 0, 0, 0, -0.05f, 0, 0.1f, 0, 0.1f, 1};
        }
        return new float[] {x, 0, 0, 0, 0, 1.5f, 0, 0, 0.1f, 0, p, -1, 0, 0.05f, near * p, 0};
    }

    /** Twice the area of each triangle, as set-up computes it; 0 where it is cut. */
    private long[] areas(float[] positions, float[] m) {
        int count = positions.length / 3;
        for (int i = 0; i < count; i++) {
            float x = positions[3 * i];
            float y = positions[3 * i + 1];
            float z = positions[3 * i + 2];
            out.clipX[i] = m[0] * x + m[4] * y + m[8] * z + m[12];
            out.clipY[i] = m[1] * x + m[5] * y + m[9] * z + m[13];
            out.clipZ[i] = m[2] * x + m[6] * y + m[10] * z + m[14];
            out.clipW[i] = m[3] * x + m[7] * y + m[11] * z + m[15];
        }
        transform.transform(view, out, 0, count);
        long[] areas = new long[TRIANGLES];
        for (int t = 0; t < TRIANGLES; t++) {
            int a = INDICES[3 * t];
            int b = INDICES[3 * t + 1];
            int c = INDICES[3 * t + 2];
            boolean cut = ((out.code[a] | out.code[b] | out.code[c]) & WindowTransform.CLIP) != 0;
            long area =
                    (long) (out.x[b] - out.x[a]) * (out.y[c] - out.y[a])
                            - (long) (out.x[c] - out.x[a]) * (out.y[b] - out.y[a]);
            areas[t] = cut ? 0 : area;
        }
        return areas;
    }
}
