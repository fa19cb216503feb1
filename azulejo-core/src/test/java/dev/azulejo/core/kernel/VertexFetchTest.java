package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorVertexFetch;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

@Tag("kernels")
class VertexFetchTest {
    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(11);
        for (int round = 0; round < 2000; round++) {
            int components = 1 + random.nextInt(4);
            float[] data = new float[components + random.nextInt(300)];
            RandomFloats.fill(random, data, 10);
            int[] addresses = new int[64];
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = random.nextInt(data.length - components + 1);
            }
            int count = random.nextInt(49);
            int slot = random.nextInt(4);
            var a = new float[8][64];
            var b = new float[8][64];
            new ScalarVertexFetch().gather(data, addresses, count, components, a, slot);
            new VectorVertexFetch().gather(data, addresses, count, components, b, slot);
            for (int row = 0; row < 8; row++) {
                assertThat(Arrays.copyOf(b[row], count))
                        .as("round %d row %d", round, row)
                        .isEqualTo(Arrays.copyOf(a[row], count));
            }
        }
    }
}
