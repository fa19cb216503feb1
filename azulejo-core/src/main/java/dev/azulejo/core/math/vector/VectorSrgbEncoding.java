package dev.azulejo.core.math.vector;

import dev.azulejo.core.math.SrgbEncoding;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link SrgbEncoding}: {@link #encode}, and its steps for kernels that read the
 * table otherwise than by a gather.
 */
public final class VectorSrgbEncoding {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    private VectorSrgbEncoding() {}

    /** Bits of linear light, clamped to what is encoded. */
    public static IntVector bits(FloatVector linear) {
        var low = FloatVector.broadcast(F, SrgbEncoding.LOW);
        var raised = low.blend(linear, low.lt(linear));
        var high = FloatVector.broadcast(F, SrgbEncoding.HIGH);
        return high.blend(raised, raised.lt(high)).reinterpretAsInts();
    }

    /** Places in {@link SrgbEncoding#PIECE} of what {@link #bits} returned. */
    public static IntVector pieces(IntVector bits) {
        return bits.sub(SrgbEncoding.LOW_BITS).lanewise(VectorOperators.ASHR, 20);
    }

    /** Where in their pieces what {@link #bits} returned lies: 0..255. */
    public static IntVector fractions(IntVector bits) {
        return bits.lanewise(VectorOperators.ASHR, 12).and(0xff);
    }

    /** Codes 0..255 of what {@link #fractions} returned and the table's entries for it. */
    public static IntVector codes(IntVector fraction, IntVector piece) {
        return fraction.mul(piece.and(0xffff))
                .add(piece.lanewise(VectorOperators.LSHR, 16).lanewise(VectorOperators.LSHL, 8))
                .lanewise(VectorOperators.ASHR, 16);
    }

    /** Encodes; overwrites {@code scratch[at ...]} with table indices on the way. */
    public static IntVector encode(FloatVector linear, int[] scratch, int at) {
        var bits = bits(linear);
        pieces(bits).intoArray(scratch, at);
        return codes(fractions(bits), IntVector.fromArray(I, SrgbEncoding.PIECE, 0, scratch, at));
    }
}
