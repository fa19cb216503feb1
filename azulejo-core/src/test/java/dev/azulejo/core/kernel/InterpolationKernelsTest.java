package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorInterpolationKernels;
import dev.azulejo.core.shader.FragmentBatch;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("kernels")
class InterpolationKernelsTest {
    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(17);
        var a = new FragmentBatch();
        var b = new FragmentBatch();
        for (int round = 0; round < 3000; round++) {
            int[] record = new int[TrianglePlanes.STRIDE];
            for (int i = 0; i < 6; i++) {
                record[i] = random.nextInt(200 * 256);
            }
            int varyings = random.nextInt(9);
            int gradients = varyings == 0 ? 0 : random.nextInt(Math.min(varyings, 4) + 1);
            float[] data = new float[3 * (varyings + 1)];
            RandomFloats.fill(random, data, 3);
            for (int v = 0; v < 3; v++) {
                data[v * (varyings + 1)] = 0.05f + random.nextFloat() * 3;
                record[TrianglePlanes.V0 + v] = v;
            }
            record[TrianglePlanes.COLUMNS] = random.nextBoolean() ? TrianglePlanes.BACK : 0;
            var t = new InterpolationTriangle();
            t.set(record, 0, data, 0, varyings + 1, random.nextInt(4));
            for (int i = 0; i < FragmentBatch.LENGTH; i++) {
                a.pixelX[i] = b.pixelX[i] = random.nextInt(200);
                a.pixelY[i] = b.pixelY[i] = random.nextInt(200);
            }
            int from = random.nextInt(20);
            int to = from + random.nextInt(50);
            new ScalarInterpolationKernels().interpolate(t, a, from, to, varyings, gradients);
            new VectorInterpolationKernels().interpolate(t, b, from, to, varyings, gradients);
            for (int i = from; i < to; i++) {
                for (int k = 0; k < varyings; k++) {
                    String where = "round %d lane %d varying %d".formatted(round, i, k);
                    same(where, a.varying[k][i], b.varying[k][i]);
                    if (k < gradients) {
                        same(where, a.ddx[k][i], b.ddx[k][i]);
                        same(where, a.ddy[k][i], b.ddy[k][i]);
                    }
                }
                assertThat(b.facing[i]).isEqualTo(a.facing[i]);
                assertThat(b.instance[i]).isEqualTo(a.instance[i]);
            }
        }
    }

    @Test
    void locatesLikeTheDefinition() {
        var random = new Random(5);
        var a = new FragmentBatch();
        var b = new FragmentBatch();
        int[] pixel = new int[4096 + 16];
        for (int round = 0; round < 500; round++) {
            int blockShift = 2 + random.nextInt(3);
            int pixels = 16 << 2 * blockShift;
            for (int i = 0; i < pixel.length; i++) {
                pixel[i] = random.nextInt(pixels);
            }
            int first = random.nextInt(4096 - FragmentBatch.CAPACITY);
            int count = 1 + random.nextInt(FragmentBatch.CAPACITY);
            int x = 64 * random.nextInt(100);
            int y = 64 * random.nextInt(100);
            new ScalarInterpolationKernels().locate(pixel, first, count, x, y, blockShift, a);
            new VectorInterpolationKernels().locate(pixel, first, count, x, y, blockShift, b);
            for (int i = 0; i < count; i++) {
                assertThat(b.pixelX[i]).as("round %d lane %d", round, i).isEqualTo(a.pixelX[i]);
                assertThat(b.pixelY[i]).as("round %d lane %d", round, i).isEqualTo(a.pixelY[i]);
            }
        }
    }

    private static void same(String where, float expected, float actual) {
        assertThat(Float.floatToIntBits(actual))
                .as(where)
                .isEqualTo(Float.floatToIntBits(expected));
    }
}
