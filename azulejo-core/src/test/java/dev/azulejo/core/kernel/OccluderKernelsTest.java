package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorOccluderKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

@Tag("kernels")
class OccluderKernelsTest {
    private static final int[] SAMPLES = {1, 4, 8, 16};

    private final Random random = new Random(5);
    private final OccluderBlocks blocks = new OccluderBlocks();
    private final int[] r = new int[TrianglePlanes.STRIDE];

    /** A slope that is none, small, or as large as a triangle's beyond the screen. */
    private int slope() {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(-3, 4);
            case 2 -> random.nextInt(-5000, 5001);
            default -> random.nextInt(-(1 << 24), 1 << 24);
        };
    }

    /** A value somewhere in a block where an edge of such slopes is near 0. */
    private int value(int a, int b) {
        int reach = 3 * (Math.abs(a) + Math.abs(b)) + 2;
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(1 << 29);
            case 1 -> -random.nextInt(1 << 29);
            default -> random.nextInt(-reach, reach + 1);
        };
    }

    private void depths() {
        float low = random.nextInt(4) == 0 ? 0 : random.nextFloat();
        float high = random.nextInt(4) == 0 ? 1 : low + (1 - low) * random.nextFloat();
        r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(low);
        r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(high);
        r[TrianglePlanes.Z0] = Float.floatToRawIntBits(low + (high - low) * random.nextFloat());
        float[] slopes = {0, -0f, random.nextFloat() * 1e-4f, -random.nextFloat() * 1e-7f, 1e12f};
        r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(slopes[random.nextInt(5)]);
        r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(slopes[random.nextInt(5)]);
    }

    private int add(int number) {
        int a0 = slope();
        int b0 = slope();
        int a1 = slope();
        int b1 = slope();
        int a2 = slope();
        int b2 = slope();
        depths();
        blocks.slopes(a0, b0, a1, b1, a2, b2);
        blocks.depths(r, 0);
        int within = random.nextInt(3) == 0 ? random.nextInt(1 << 16) : BlockMask.ALL;
        int e0 = value(a0, b0);
        int e1 = value(a1, b1);
        int e2 = value(a2, b2);
        int x = random.nextInt(-30000, 30000);
        blocks.add(number, e0, e1, e2, x, random.nextInt(-30000, 30000), within);
        int covered = 0;
        for (int pixel = 0; pixel < 16; pixel++) {
            int i = pixel >> 2;
            int j = pixel & 3;
            boolean inside =
                    e0 + a0 * i + b0 * j >= 0
                            && e1 + a1 * i + b1 * j >= 0
                            && e2 + a2 * i + b2 * j >= 0;
            covered |= inside ? 1 << pixel : 0;
        }
        return covered & within;
    }

    /** Both find what the edges say, and the same keys. */
    @Test
    void vectorTwinEqualsTheDefinition() {
        var scalar = new ScalarOccluderKernels();
        var vector = new VectorOccluderKernels();
        int some = 0;
        int partly = 0;
        for (int round = 0; round < 4000; round++) {
            blocks.begin(SamplePattern.of(SAMPLES[random.nextInt(4)]));
            blocks.reversed = random.nextBoolean();
            int[] covered = new int[1 + random.nextInt(OccluderBlocks.MOST)];
            for (int i = 0; i < covered.length; i++) {
                covered[i] = add(7 * i);
            }
            assertThat(blocks.full()).isEqualTo(covered.length == OccluderBlocks.MOST);
            scalar.cover(blocks);
            int[] keys = new int[covered.length];
            for (int i = 0; i < covered.length; i++) {
                assertThat(blocks.covered(i)).as("scalar, round %d", round).isEqualTo(covered[i]);
                assertThat(blocks.block(i)).isEqualTo(7 * i);
                keys[i] = blocks.farKey(i);
                blocks.lanes[OccluderBlocks.COVERED + i] = -1;
                blocks.lanes[OccluderBlocks.KEY + i] = -1;
            }
            vector.cover(blocks);
            for (int i = 0; i < covered.length; i++) {
                assertThat(blocks.covered(i)).as("vector, round %d", round).isEqualTo(covered[i]);
                if (covered[i] != 0) {
                    assertThat(blocks.farKey(i)).as("round %d, %d", round, i).isEqualTo(keys[i]);
                    some++;
                    partly += covered[i] == BlockMask.ALL ? 0 : 1;
                }
            }
        }
        assertThat(partly).isBetween(10_000, some - 1000);
    }

    /**
     * The key is that of the farthest sample in the rectangle around what is covered, to what
     * rounding in single precision amounts to, or of the bound of the triangle.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keysAreThoseOfTheFarthestSample(boolean reversed) {
        var pattern = SamplePattern.of(4);
        var kernels = new VectorOccluderKernels();
        for (int round = 0; round < 2000; round++) {
            blocks.begin(pattern);
            blocks.reversed = reversed;
            float dzdx = (random.nextFloat() - 0.5f) * 1e-5f;
            float dzdy = (random.nextFloat() - 0.5f) * 1e-5f;
            r[TrianglePlanes.Z0] = Float.floatToRawIntBits(0.5f);
            r[TrianglePlanes.DZDX] = Float.floatToRawIntBits(dzdx);
            r[TrianglePlanes.DZDY] = Float.floatToRawIntBits(dzdy);
            r[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.49f);
            r[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.51f);
            blocks.depths(r, 0);
            blocks.slopes(0, 0, 0, 0, 0, 0);
            int x = random.nextInt(-2000, 2000);
            int y = random.nextInt(-2000, 2000);
            int x0 = random.nextInt(4);
            int y0 = random.nextInt(4);
            int x1 = random.nextInt(x0, 4);
            int y1 = random.nextInt(y0, 4);
            // Only two corners of the rectangle
            int within = 1 << 4 * x0 + y0 | 1 << 4 * x1 + y1;
            blocks.add(0, 0, 0, 0, x, y, within);
            kernels.cover(blocks);
            double farthest = reversed ? 1 : 0;
            for (int column = x0; column <= x1; column += Math.max(1, x1 - x0)) {
                for (int row = y0; row <= y1; row += Math.max(1, y1 - y0)) {
                    for (int s = 0; s < 16; s++) {
                        // Offsets of two samples each, as a bound of the four's columns and rows
                        double z =
                                0.5
                                        + (double) dzdx * (x + 256 * column + pattern.x(s & 3))
                                        + (double) dzdy * (y + 256 * row + pattern.y(s >> 2));
                        z = Math.clamp(z, 0.49f, 0.51f);
                        farthest = reversed ? Math.min(farthest, z) : Math.max(farthest, z);
                    }
                }
            }
            double key = (reversed ? 1 - farthest : farthest) * DepthKeys.SCALE;
            assertThat((double) blocks.farKey(0)).as("round %d", round).isBetween(key - 3, key + 4);
        }
    }
}
