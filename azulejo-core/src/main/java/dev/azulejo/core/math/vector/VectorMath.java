package dev.azulejo.core.math.vector;

import dev.azulejo.core.math.Log2;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Vector twin of {@link Log2}, and a conversion, of the preferred species. */
public final class VectorMath {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;

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

    /** Converts whole numbers to floats, rounding to nearest. */
    public static FloatVector toFloat(IntVector value) {
        return (FloatVector) value.convertShape(VectorOperators.I2F, F, 0);
    }
}
