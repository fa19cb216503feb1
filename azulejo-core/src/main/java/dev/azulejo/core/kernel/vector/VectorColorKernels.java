package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.kernel.ColorKernels;
import dev.azulejo.core.kernel.ScalarColorKernels;
import dev.azulejo.core.kernel.SrgbEncoding;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector twin of {@link ScalarColorKernels}. Blending is vectorised for the two equations that
 * scenes use (straight and premultiplied "over"); the others run the scalar twin.
 */
public final class VectorColorKernels implements ColorKernels {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    private final ScalarColorKernels scalar = new ScalarColorKernels();

    @Override
    public void encode(
            boolean srgb,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            int[] packed,
            int from,
            int to) {
        for (int i = from; i < to; i += F.length()) {
            var r = FloatVector.fromArray(F, red, i);
            var g = FloatVector.fromArray(F, green, i);
            var b = FloatVector.fromArray(F, blue, i);
            var a = FloatVector.fromArray(F, alpha, i);
            pack(srgb, r, g, b, a, packed, i).intoArray(packed, i);
        }
    }

    /** Clamps and encodes; overwrites {@code scratch[at ...]} with table indices on the way. */
    private static IntVector pack(
            boolean srgb,
            FloatVector r,
            FloatVector g,
            FloatVector b,
            FloatVector a,
            int[] scratch,
            int at) {
        IntVector color;
        if (srgb) {
            color =
                    srgb(r, scratch, at)
                            .or(srgb(g, scratch, at).lanewise(VectorOperators.LSHL, 8))
                            .or(srgb(b, scratch, at).lanewise(VectorOperators.LSHL, 16));
        } else {
            color =
                    unorm(r).or(unorm(g).lanewise(VectorOperators.LSHL, 8))
                            .or(unorm(b).lanewise(VectorOperators.LSHL, 16));
        }
        return color.or(unorm(a).lanewise(VectorOperators.LSHL, 24));
    }

    private static IntVector srgb(FloatVector linear, int[] scratch, int at) {
        var low = FloatVector.broadcast(F, SrgbEncoding.LOW);
        var raised = low.blend(linear, low.lt(linear));
        var high = FloatVector.broadcast(F, SrgbEncoding.HIGH);
        var bits = high.blend(raised, raised.lt(high)).reinterpretAsInts();
        bits.sub(SrgbEncoding.LOW_BITS).lanewise(VectorOperators.ASHR, 20).intoArray(scratch, at);
        var bias = IntVector.fromArray(I, SrgbEncoding.BIAS, 0, scratch, at);
        var scale = IntVector.fromArray(I, SrgbEncoding.SCALE, 0, scratch, at);
        return bits.lanewise(VectorOperators.ASHR, 12)
                .and(0xff)
                .mul(scale)
                .add(bias)
                .lanewise(VectorOperators.ASHR, 16);
    }

    private static IntVector unorm(FloatVector value) {
        return (IntVector) clamp(value).mul(255).add(0.5f).convertShape(VectorOperators.F2I, I, 0);
    }

    private static FloatVector clamp(FloatVector value) {
        var zero = FloatVector.zero(F);
        var low = zero.blend(value, zero.lt(value));
        var one = FloatVector.broadcast(F, 1);
        return one.blend(low, low.lt(one));
    }

    @Override
    public void blend(
            BlendState blend,
            boolean srgb,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            int[] packed,
            int from,
            int to) {
        boolean straight = blend.color().equals(BlendComponent.OVER);
        boolean premultiplied = blend.color().equals(BlendComponent.OVER_PREMULTIPLIED);
        if (!(straight || premultiplied)
                || !blend.alpha().equals(BlendComponent.OVER_PREMULTIPLIED)) {
            scalar.blend(blend, srgb, red, green, blue, alpha, packed, from, to);
            return;
        }
        for (int i = from; i < to; i += F.length()) {
            var stored = IntVector.fromArray(I, packed, i);
            var dr = decode(srgb, stored.and(0xff), packed, i);
            var dg = decode(srgb, stored.lanewise(VectorOperators.LSHR, 8).and(0xff), packed, i);
            var db = decode(srgb, stored.lanewise(VectorOperators.LSHR, 16).and(0xff), packed, i);
            var da =
                    ((FloatVector)
                                    stored.lanewise(VectorOperators.LSHR, 24)
                                            .convertShape(VectorOperators.I2F, F, 0))
                            .mul(ScalarColorKernels.UNORM);
            var sa = clamp(FloatVector.fromArray(F, alpha, i));
            var rest = FloatVector.broadcast(F, 1).sub(sa);
            var weight = straight ? sa : FloatVector.broadcast(F, 1);
            var r = clamp(FloatVector.fromArray(F, red, i)).mul(weight).add(dr.mul(rest));
            var g = clamp(FloatVector.fromArray(F, green, i)).mul(weight).add(dg.mul(rest));
            var b = clamp(FloatVector.fromArray(F, blue, i)).mul(weight).add(db.mul(rest));
            var a = sa.add(da.mul(rest));
            pack(srgb, r, g, b, a, packed, i).intoArray(packed, i);
        }
    }

    /** Decodes 8-bit codes; overwrites {@code scratch[at ...]} with table indices. */
    private static FloatVector decode(boolean srgb, IntVector code, int[] scratch, int at) {
        if (srgb) {
            code.intoArray(scratch, at);
            return FloatVector.fromArray(F, SrgbEncoding.DECODE, 0, scratch, at);
        }
        return ((FloatVector) code.convertShape(VectorOperators.I2F, F, 0))
                .mul(ScalarColorKernels.UNORM);
    }
}
