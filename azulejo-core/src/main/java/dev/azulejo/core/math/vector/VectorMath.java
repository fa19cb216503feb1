package dev.azulejo.core.math.vector;

import dev.azulejo.core.math.Exp2;
import dev.azulejo.core.math.Floor;
import dev.azulejo.core.math.Log2;
import dev.azulejo.core.math.SrgbDecoding;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twins of {@link Log2}, {@link Exp2}, {@link Floor} and {@link SrgbDecoding}, of the
 * preferred species.
 */
public final class VectorMath {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    private VectorMath() {}

    /**
     * Twin of {@link Log2#log2}.
     *
     * @param values replaced by their logarithms
     * @param count how many; whole vectors are
     */
    public static void log2(float[] values, int count) {
        for (int i = 0; i < count; i += F.length()) {
            var bits = FloatVector.fromArray(F, values, i).reinterpretAsInts();
            var exponent =
                    (FloatVector)
                            bits.lanewise(VectorOperators.ASHR, 23)
                                    .sub(127)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var m = bits.and(0x7fffff).or(0x3f800000).reinterpretAsFloats();
            var fit = m.mul(Log2.L5).add(Log2.L4).mul(m).add(Log2.L3);
            fit = fit.mul(m).add(Log2.L2).mul(m).add(Log2.L1);
            exponent.add(fit.mul(m).add(Log2.L0)).intoArray(values, i);
        }
    }

    /** Twin of {@link Exp2#exp2}. */
    public static FloatVector exp2(FloatVector x) {
        var least = FloatVector.broadcast(F, Exp2.LEAST);
        var low = least.blend(x, least.lt(x));
        var whole = floor(low);
        var f = low.sub(toFloat(whole));
        var fit =
                f.mul(Exp2.E4)
                        .add(Exp2.E3)
                        .mul(f)
                        .add(Exp2.E2)
                        .mul(f)
                        .add(Exp2.E1)
                        .mul(f)
                        .add(Exp2.E0);
        return fit.mul(whole.add(127).lanewise(VectorOperators.LSHL, 23).reinterpretAsFloats());
    }

    /** Twin of {@link SrgbDecoding#linear}. */
    public static FloatVector srgbToLinear(FloatVector c) {
        var high =
                c.mul(SrgbDecoding.S5)
                        .add(SrgbDecoding.S4)
                        .mul(c)
                        .add(SrgbDecoding.S3)
                        .mul(c)
                        .add(SrgbDecoding.S2)
                        .mul(c)
                        .add(SrgbDecoding.S1)
                        .mul(c)
                        .add(SrgbDecoding.S0);
        var straight = FloatVector.broadcast(F, SrgbDecoding.STRAIGHT);
        return c.mul(SrgbDecoding.SLOPE).blend(high, straight.lt(c));
    }

    /** Twin of {@link Floor#floor}. */
    public static IntVector floor(FloatVector value) {
        var truncated = (IntVector) value.convertShape(VectorOperators.F2I, I, 0);
        var above = value.lt(toFloat(truncated));
        return truncated.blend(truncated.sub(1), above.cast(I));
    }

    /** Converts whole numbers to floats, rounding to nearest. */
    public static FloatVector toFloat(IntVector value) {
        return (FloatVector) value.convertShape(VectorOperators.I2F, F, 0);
    }
}
