package dev.azulejo.core.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.math.vector.VectorMath;
import dev.azulejo.core.math.vector.VectorSrgbEncoding;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twins against definitions, bit for bit, over all kinds of floats. */
@Tag("kernels")
class VectorTwinsTest {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

    /** Bit patterns from all over the range, then both neighbours of every power of two. */
    private static final float[] ALL = floats();

    private static float[] floats() {
        int spread = 1 << 18;
        float[] all = new float[spread + 6 * 256];
        for (int i = 0; i < spread; i++) {
            // An odd multiplier visits patterns in no order, so that lanes differ
            all[i] = Float.intBitsToFloat(i * 0x9e3779b1);
        }
        for (int e = 0; e < 256; e++) {
            for (int k = 0; k < 3; k++) {
                int bits = (e << 23) + k - 1;
                all[spread + 6 * e + k] = Float.intBitsToFloat(bits);
                all[spread + 6 * e + 3 + k] = Float.intBitsToFloat(bits ^ 1 << 31);
            }
        }
        return all;
    }

    /** A function of lanes, from one array into another. */
    private interface Lanes {
        void run(float[] in, int at, float[] out);
    }

    private interface Definition {
        float of(float x);
    }

    private static void same(float[] in, Definition scalar, Lanes vector) {
        float[] out = new float[in.length];
        for (int i = 0; i < in.length; i += F.length()) {
            vector.run(in, i, out);
        }
        for (int i = 0; i < in.length; i++) {
            float expected = scalar.of(in[i]);
            if (Float.floatToIntBits(out[i]) != Float.floatToIntBits(expected)) {
                assertThat(out[i]).as("%s (%a)", in[i], in[i]).isEqualTo(expected);
                assertThat(Float.floatToIntBits(out[i]))
                        .as("%s (%a)", in[i], in[i])
                        .isEqualTo(Float.floatToIntBits(expected));
            }
        }
    }

    /** The same floats, each brought into a range. */
    private static float[] within(float scale) {
        float[] result = new float[ALL.length];
        for (int i = 0; i < result.length; i++) {
            int bits = Float.floatToRawIntBits(ALL[i]);
            result[i] = (bits * 0x1p-31f) * scale;
        }
        return result;
    }

    @Test
    void logarithms() {
        float[] lanes = new float[F.length()];
        Lanes twin =
                (in, at, out) -> {
                    System.arraycopy(in, at, lanes, 0, lanes.length);
                    VectorMath.log2(lanes, lanes.length);
                    System.arraycopy(lanes, 0, out, at, lanes.length);
                };
        same(ALL, Log2::log2, twin);
    }

    @Test
    void powers() {
        Lanes twin =
                (in, at, out) ->
                        VectorMath.exp2(FloatVector.fromArray(F, in, at)).intoArray(out, at);
        same(ALL, Exp2::exp2, twin);
        same(within(128), Exp2::exp2, twin);
    }

    @Test
    void roundingDown() {
        Lanes twin =
                (in, at, out) ->
                        VectorMath.toFloat(VectorMath.floor(FloatVector.fromArray(F, in, at)))
                                .intoArray(out, at);
        same(ALL, Floor::floor, twin);
        same(within(300), Floor::floor, twin);
    }

    @Test
    void decoding() {
        Lanes twin =
                (in, at, out) ->
                        VectorMath.srgbToLinear(FloatVector.fromArray(F, in, at))
                                .intoArray(out, at);
        same(ALL, SrgbDecoding::linear, twin);
        same(within(1), SrgbDecoding::linear, twin);
    }

    @Test
    void encoding() {
        int[] scratch = new int[ALL.length];
        Lanes twin =
                (in, at, out) ->
                        VectorMath.toFloat(
                                        VectorSrgbEncoding.encode(
                                                FloatVector.fromArray(F, in, at), scratch, at))
                                .intoArray(out, at);
        same(ALL, SrgbEncoding::encode, twin);
        same(within(1), SrgbEncoding::encode, twin);
    }
}
