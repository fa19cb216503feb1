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

    @Test
    void everyCodeDecodesAndEncodesToItself() {
        for (int code = 0; code < 256; code++) {
            assertThat(SrgbEncoding.encode(SrgbEncoding.DECODE[code])).isEqualTo(code);
        }
    }

    @Test
    void encodingErrsByLittleMoreThanHalfACode() {
        double worst = 0;
        for (int i = 0; i <= 200_000; i++) {
            float x = i / 200_000f;
            double exact =
                    255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * Math.pow(x, 1 / 2.4) - 0.055);
            worst = Math.max(worst, Math.abs(SrgbEncoding.encode(x) - exact));
        }
        assertThat(worst).isLessThan(0.58);
        assertThat(SrgbEncoding.encode(Float.NaN)).isZero();
        assertThat(SrgbEncoding.encode(-1)).isZero();
        assertThat(SrgbEncoding.encode(9)).isEqualTo(255);
    }
}
