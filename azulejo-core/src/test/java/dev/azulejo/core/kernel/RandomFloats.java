package dev.azulejo.core.kernel;

import java.util.Random;

/** Floats for differential tests: ordinary ones mixed with every odd kind. */
final class RandomFloats {
    private static final float[] ODD = {
        0,
        -0f,
        1,
        -1,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Math.nextDown(1f),
        Math.nextUp(1f),
        0.5f,
        1e-20f,
        1e20f
    };

    private RandomFloats() {}

    static float next(Random random, float scale) {
        return random.nextInt(8) == 0
                ? ODD[random.nextInt(ODD.length)]
                : (random.nextFloat() * 2 - 1) * scale;
    }

    static void fill(Random random, float[] values, float scale) {
        for (int i = 0; i < values.length; i++) {
            values[i] = next(random, scale);
        }
    }
}
