package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("kernels")
class DepthRangeTest {
    private final Random random = new Random(11);

    /** Against the platform's smaller and larger of two floats. */
    @Test
    void holdsAsFloatsAreCompared() {
        for (int i = 0; i < 100_000; i++) {
            float z = plane();
            float low = random.nextInt(4) == 0 ? 0 : random.nextFloat();
            float high = low + (random.nextInt(4) == 0 ? 0 : random.nextFloat());
            float held = DepthRange.holdBetween(z, low, high);
            int expected = Float.floatToRawIntBits(Math.min(Math.max(z, low), high));
            assertThat(Float.floatToRawIntBits(held))
                    .as("%s in %s..%s", z, low, high)
                    .isEqualTo(expected);
        }
    }

    private float plane() {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> -0f;
            case 2 -> -Float.MIN_VALUE;
            case 3 -> (random.nextFloat() - 0.5f) * 0x1p120f;
            default -> 3 * random.nextFloat() - 1;
        };
    }

    /** A viewport may begin at -0, whose bits are below those of all numbers. */
    @Test
    void viewportsBeginAtZeroOrBeyond() {
        var viewport = new ViewportConstants();
        for (boolean reversed : new boolean[] {false, true}) {
            viewport.set(0, 0, 8, 8, reversed ? 0.5f : -0f, reversed ? -0f : 0.5f, true);
            assertThat(Float.floatToRawIntBits(viewport.zLow)).isZero();
            assertThat(viewport.zHigh).isEqualTo(0.5f);
        }
        viewport.set(0, 0, 8, 8, -0f, -0f, true);
        assertThat(Float.floatToRawIntBits(viewport.zHigh)).isZero();
    }
}
