package dev.azulejo.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.vector.VectorDepthComparison;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class DepthComparisonTest {
    private static final float[] ODD = {
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        0,
        -0f,
        1,
        -1e-9f,
        1e30f,
        -70000,
        0.5f,
        Float.MIN_VALUE,
        0.99999994f,
        1.0000001f
    };

    private static DepthView view(int width, int height) {
        return new DepthView(new RenderTarget(width, height, TextureFormat.DEPTH32_FLOAT, 1));
    }

    private static float odd(Random random, float value) {
        return random.nextInt(20) == 0 ? ODD[random.nextInt(ODD.length)] : value;
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(29);
        var scalar = new ScalarDepthComparison();
        var vector = new VectorDepthComparison();
        var batch = new FragmentBatch();
        for (int round = 0; round < 2000; round++) {
            var view = view(1 + random.nextInt(40), 1 + random.nextInt(40));
            for (int t = 0; t < view.depths().length; t++) {
                // Few values, so that equal depths meet
                view.depths()[t] = odd(random, random.nextInt(9) / 8f);
            }
            float[][] in = new float[3][FragmentBatch.LENGTH];
            for (int i = 0; i < FragmentBatch.LENGTH; i++) {
                in[0][i] = odd(random, random.nextFloat() * 1.4f - 0.2f);
                in[1][i] = odd(random, random.nextFloat() * 1.4f - 0.2f);
                in[2][i] = odd(random, random.nextInt(9) / 8f);
            }
            int side = 1 + random.nextInt(DepthComparison.MOST_SIDE);
            int count = random.nextInt(70);
            float[] a = new float[FragmentBatch.LENGTH];
            float[] b = new float[FragmentBatch.LENGTH];
            scalar.compare(view, side, count, in[0], in[1], in[2], a, batch);
            vector.compare(view, side, count, in[0], in[1], in[2], b, batch);
            for (int i = 0; i < count; i++) {
                assertThat(Float.floatToIntBits(b[i]))
                        .as(
                                "round %d lane %d of %d, side %d, %dx%d at %s, %s, depth %s: %s,"
                                        + " %s",
                                round,
                                i,
                                count,
                                side,
                                view.width(),
                                view.height(),
                                in[0][i],
                                in[1][i],
                                in[2][i],
                                a[i],
                                b[i])
                        .isEqualTo(Float.floatToIntBits(a[i]));
            }
        }
    }

    private static float at(DepthView view, int side, double u, double v, double depth) {
        float[][] in = new float[3][FragmentBatch.LENGTH];
        in[0][0] = (float) u;
        in[1][0] = (float) v;
        in[2][0] = (float) depth;
        float[] out = new float[FragmentBatch.LENGTH];
        new ScalarDepthComparison()
                .compare(view, side, 1, in[0], in[1], in[2], out, new FragmentBatch());
        return out[0];
    }

    /** One near texel, column 5 and row 2 of 16x8, in front of nothing. */
    private static DepthView oneTexel() {
        var view = view(16, 8);
        view.depths()[2 * 16 + 5] = 0.25f;
        return view;
    }

    @Test
    void equalDepthsPassAndFartherOnesDoNot() {
        var view = oneTexel();
        double u = 5.5 / 16;
        double v = 2.5 / 8;
        assertThat(at(view, 1, u, v, 0.25)).isZero();
        assertThat(at(view, 1, u, v, Math.nextUp(0.25f))).isEqualTo(1);
        assertThat(at(view, 1, u, v, 0)).isZero();
        assertThat(at(view, 1, u, v, Float.NaN)).isEqualTo(1);
        assertThat(at(view, 1, 0, 0, 1.5)).as("beyond the far plane is on it").isZero();
    }

    /** With a side of 1: the bilinear weights of Vulkan, "Texel Filtering". */
    @Test
    void aSideOfOneIsBilinear() {
        var view = oneTexel();
        for (double dx : new double[] {-1, -0.75, -0.25, 0, 0.5, 0.75}) {
            for (double dy : new double[] {-0.5, 0, 0.25, 1}) {
                double expected = (1 - Math.abs(dx)) * (1 - Math.abs(dy));
                assertThat(at(view, 1, (5.5 + dx) / 16, (2.5 + dy) / 8, 0.5))
                        .as("%s, %s", dx, dy)
                        .isCloseTo((float) expected, within(1e-6f));
            }
        }
    }

    /** What a square of three texels a side covers of one texel. */
    @Test
    void aSideOfThreeCoversNineTexels() {
        var view = oneTexel();
        for (double dx = -2.25; dx <= 2.25; dx += 0.25) {
            for (double dy = -2.25; dy <= 2.25; dy += 0.25) {
                double covered =
                        Math.clamp(2 - Math.abs(dx), 0, 1) * Math.clamp(2 - Math.abs(dy), 0, 1);
                assertThat(at(view, 3, (5.5 + dx) / 16, (2.5 + dy) / 8, 0.5))
                        .as("%s, %s", dx, dy)
                        .isCloseTo((float) covered / 9, within(1e-6f));
            }
        }
    }

    @Test
    void nothingInFrontIsExactlyZeroAndEverythingIsNearlyOne() {
        var random = new Random(3);
        var far = view(9, 7);
        var near = view(9, 7);
        Arrays.fill(near.depths(), 0);
        for (int round = 0; round < 2000; round++) {
            int side = 1 + round % DepthComparison.MOST_SIDE;
            double u = random.nextDouble() * 1.2 - 0.1;
            double v = random.nextDouble() * 1.2 - 0.1;
            assertThat(at(far, side, u, v, 1)).isZero();
            assertThat(at(near, side, u, v, 0.5)).isBetween(1 - 1e-6f, 1f);
        }
    }

    @Test
    void texelsAtTheEdgeGoOn() {
        var view = view(4, 4);
        for (int row = 0; row < 4; row++) {
            view.depths()[4 * row + 3] = 0;
        }
        // Half of the filter lies beyond, and half a texel of it on column 2
        assertThat(at(view, 3, 1, 0.5, 0.5)).isCloseTo(5 / 6f, within(1e-6f));
        assertThat(at(view, 3, 7, 0.5, 0.5)).isEqualTo(at(view, 3, 1, 0.5, 0.5));
        assertThat(at(view, 3, -7, -3, 0.5)).isZero();
        assertThat(at(view, 3, 1, Double.POSITIVE_INFINITY, 0.5)).isEqualTo(at(view, 3, 1, 0, 0.5));
    }

    @Test
    void rowsBelowItsOwnStayWithTheStage() {
        var random = new Random(11);
        var view = view(16, 8);
        for (var kernels : Kernels.values()) {
            var batch = new FragmentBatch();
            for (int row = 0; row < FragmentBatch.SAMPLING; row++) {
                for (int i = 0; i < FragmentBatch.LENGTH; i++) {
                    batch.scratch[row][i] = random.nextFloat();
                }
            }
            var before = new float[FragmentBatch.SAMPLING][];
            for (int row = 0; row < before.length; row++) {
                before[row] = batch.scratch[row].clone();
            }
            DepthComparisons.of(kernels)
                    .compare(
                            view,
                            3,
                            37,
                            batch.scratch[0],
                            batch.scratch[1],
                            batch.scratch[2],
                            batch.red,
                            batch);
            for (int row = 0; row < before.length; row++) {
                assertThat(batch.scratch[row]).isEqualTo(before[row]);
            }
        }
    }
}
