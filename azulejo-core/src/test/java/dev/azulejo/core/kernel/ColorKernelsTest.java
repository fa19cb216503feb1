package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.kernel.vector.VectorColorKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("kernels")
class ColorKernelsTest {
    private final ColorKernels scalar = new ScalarColorKernels();
    private final ColorKernels vector = new VectorColorKernels();

    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(3);
        BlendState[] states = {BlendState.ALPHA, BlendState.PREMULTIPLIED, BlendState.OPAQUE};
        for (int round = 0; round < 5000; round++) {
            float[][] c = new float[4][96];
            for (var channel : c) {
                RandomFloats.fill(random, channel, 1.2f);
            }
            int from = random.nextInt(6);
            int to = from + random.nextInt(60);
            boolean srgb = random.nextBoolean();
            int[] a = new int[96];
            for (int i = 0; i < a.length; i++) {
                a[i] = random.nextInt();
            }
            int[] b = a.clone();
            if (random.nextBoolean()) {
                scalar.encode(srgb, c[0], c[1], c[2], c[3], a, new int[96], from, to);
                vector.encode(srgb, c[0], c[1], c[2], c[3], b, new int[96], from, to);
            } else {
                var state = states[random.nextInt(3)];
                scalar.blend(state, srgb, c[0], c[1], c[2], c[3], a, new int[96], from, to);
                vector.blend(state, srgb, c[0], c[1], c[2], c[3], b, new int[96], from, to);
            }
            for (int i = 0; i < to; i++) {
                assertThat(b[i]).as("round %d lane %d", round, i).isEqualTo(a[i]);
            }
        }
    }
}
