package dev.azulejo.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The definitions against the standard library, over all that they are defined for. */
class DefinitionsTest {
    @Test
    void logarithmsOfAllNormalNumbers() {
        double worst = 0;
        for (int exponent = -126; exponent <= 127; exponent++) {
            for (int mantissa = 0; mantissa < 1 << 23; mantissa += 4099) {
                float x = Float.intBitsToFloat(exponent + 127 << 23 | mantissa);
                worst = Math.max(worst, logarithmError(x));
            }
        }
        float[] edges = {
            Float.MIN_NORMAL,
            Math.nextDown(1f),
            1,
            Math.nextUp(1f),
            Math.nextDown(2f),
            2,
            3,
            Float.MAX_VALUE
        };
        for (float x : edges) {
            worst = Math.max(worst, logarithmError(x));
        }
        assertThat(worst).isBetween(1e-5, 2e-5);
    }

    private static double logarithmError(float x) {
        return Math.abs(Log2.log2(x) - StrictMath.log(x) / StrictMath.log(2));
    }

    @Test
    void powersFromTheLeastNormalToTheLargest() {
        double worst = 0;
        for (float x = -126; x < 128; x += 0x1p-9f) {
            worst = Math.max(worst, powerError(x));
            worst = Math.max(worst, powerError(Math.nextDown(x)));
        }
        float[] edges = {-126, -1e-30f, -0f, 0, Float.MIN_VALUE, Math.nextDown(128f)};
        for (float x : edges) {
            worst = Math.max(worst, powerError(x));
        }
        assertThat(worst).isBetween(2e-6, 3e-6);
    }

    private static double powerError(float x) {
        return Math.abs(Exp2.exp2(x) / StrictMath.pow(2, Math.max(x, -126)) - 1);
    }

    @Test
    void powersBelowTheLeastStayThere() {
        float least = Exp2.exp2(Exp2.LEAST);
        assertThat(least).isBetween(Float.MIN_NORMAL, Float.MIN_NORMAL * 1.00001f);
        float[] below = {Math.nextDown(-126f), -127, -1e30f, Float.NEGATIVE_INFINITY, Float.NaN};
        for (float x : below) {
            assertThat(Exp2.exp2(x)).as("%s", x).isEqualTo(least);
        }
    }

    @Test
    void baseOfNaturalPowers() {
        assertThat((double) Exp2.LOG2_E).isCloseTo(1 / StrictMath.log(2), within(1e-6));
    }

    @Test
    void roundsDown() {
        for (int bits = 0; bits < 0x4f000000; bits += 4099) {
            float x = Float.intBitsToFloat(bits);
            assertThat((double) Floor.floor(x)).as("%s", x).isEqualTo(StrictMath.floor(x));
            assertThat((double) Floor.floor(-x)).as("-%s", x).isEqualTo(StrictMath.floor(-x));
        }
        float[] edges = {-0f, -1, Math.nextDown(1f), Math.nextUp(-1f), Float.MIN_VALUE, -0x1p31f};
        for (float x : edges) {
            assertThat((double) Floor.floor(x)).as("%s", x).isEqualTo(StrictMath.floor(x));
        }
        assertThat(Floor.floor(-Float.MIN_VALUE)).isEqualTo(-1);
    }

    @Test
    void theCurveIsTheStandards() {
        assertThat(SrgbCurve.decode(0)).isZero();
        assertThat(SrgbCurve.decode(1)).isEqualTo(1);
        assertThat(SrgbCurve.encode(0)).isZero();
        assertThat(SrgbCurve.encode(1)).isCloseTo(1, within(1e-15));
        assertThat(SrgbCurve.decode(0.5)).isCloseTo(0.214041140482, within(1e-12));
        assertThat(SrgbCurve.encode(0.18)).isCloseTo(0.461356129500, within(1e-12));
        // Both parts of the curve, and where they meet: the standard's limits are rounded
        for (int i = 0; i <= 100_000; i++) {
            double x = i / 100_000.0;
            assertThat(SrgbCurve.encode(SrgbCurve.decode(x))).isCloseTo(x, within(1e-6));
        }
    }

    @Test
    void decodingFollowsTheCurve() {
        double worst = 0;
        for (int i = 0; i <= 1 << 20; i++) {
            float c = i * 0x1p-20f;
            worst = Math.max(worst, Math.abs(SrgbDecoding.linear(c) - SrgbCurve.decode(c)));
        }
        assertThat(worst).isBetween(2e-5, 2.2e-5);
        assertThat(SrgbDecoding.linear(0)).isZero();
        assertThat(SrgbDecoding.linear(SrgbDecoding.STRAIGHT))
                .isEqualTo(SrgbDecoding.STRAIGHT * SrgbDecoding.SLOPE);
    }

    @Test
    void everyCodeDecodesAndEncodesToItself() {
        for (int code = 0; code < 256; code++) {
            assertThat((double) SrgbEncoding.DECODE[code])
                    .isCloseTo(SrgbCurve.decode(code / 255.0), within(3e-8));
            assertThat(SrgbEncoding.encode(SrgbEncoding.DECODE[code])).isEqualTo(code);
        }
    }

    @Test
    void encodingErrsByLittleMoreThanHalfACode() {
        double worst = 0;
        for (int i = 0; i <= 1 << 20; i++) {
            float x = i * 0x1p-20f;
            double exact = 255 * SrgbCurve.encode(x);
            worst = Math.max(worst, Math.abs(SrgbEncoding.encode(x) - exact));
        }
        assertThat(worst).isBetween(0.5, 0.58);
        assertThat(SrgbEncoding.encode(Float.NaN)).isZero();
        assertThat(SrgbEncoding.encode(-1)).isZero();
        assertThat(SrgbEncoding.encode(9)).isEqualTo(255);
    }
}
