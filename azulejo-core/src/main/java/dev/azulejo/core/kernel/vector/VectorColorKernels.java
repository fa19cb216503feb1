package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.kernel.ColorKernels;
import dev.azulejo.core.kernel.ScalarColorKernels;
import dev.azulejo.core.math.SrgbEncoding;
import dev.azulejo.core.math.vector.VectorMath;
import dev.azulejo.core.math.vector.VectorSrgbEncoding;

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

    // One channel a turn of a loop, so that the kernel's code appears once in the compiled method:
    // four times would be more than the optimising compiler takes.

    @Override
    public void encode(
            boolean srgb,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            int[] packed,
            int[] scratch,
            int from,
            int to) {
        encodeAlpha(alpha, packed, from, to);
        for (int channel = 0; channel < 3; channel++) {
            float[] lanes = channel == 0 ? red : channel == 1 ? green : blue;
            if (srgb) {
                encodeSrgb(lanes, 8 * channel, packed, scratch, from, to);
            } else {
                encodeUnorm(lanes, 8 * channel, packed, from, to);
            }
        }
    }

    private static void encodeAlpha(float[] alpha, int[] packed, int from, int to) {
        for (int i = from; i < to; i += F.length()) {
            unorm(FloatVector.fromArray(F, alpha, i))
                    .lanewise(VectorOperators.LSHL, 24)
                    .intoArray(packed, i);
        }
    }

    private static void encodeSrgb(
            float[] lanes, int shift, int[] packed, int[] scratch, int from, int to) {
        // Three loops, the table read one lane at a time: with a gather in the midst of it, the
        // optimising compiler boxes this kernel's vectors in most runs, and frames take a fourth
        // longer for good.
        int end = from;
        for (; end < to; end += F.length()) {
            var bits = VectorSrgbEncoding.bits(FloatVector.fromArray(F, lanes, end));
            VectorSrgbEncoding.pieces(bits).intoArray(scratch, end);
            // Kept where the code will be
            VectorSrgbEncoding.fractions(bits)
                    .lanewise(VectorOperators.LSHL, shift)
                    .or(IntVector.fromArray(I, packed, end))
                    .intoArray(packed, end);
        }
        for (int i = from; i < end; i++) {
            scratch[i] = SrgbEncoding.PIECE[scratch[i]];
        }
        for (int i = from; i < to; i += F.length()) {
            var stored = IntVector.fromArray(I, packed, i);
            var fraction = stored.lanewise(VectorOperators.LSHR, shift).and(0xff);
            VectorSrgbEncoding.codes(fraction, IntVector.fromArray(I, scratch, i))
                    .lanewise(VectorOperators.LSHL, shift)
                    .or(stored.and(~(0xff << shift)))
                    .intoArray(packed, i);
        }
    }

    private static void encodeUnorm(float[] lanes, int shift, int[] packed, int from, int to) {
        for (int i = from; i < to; i += F.length()) {
            unorm(FloatVector.fromArray(F, lanes, i))
                    .lanewise(VectorOperators.LSHL, shift)
                    .or(IntVector.fromArray(I, packed, i))
                    .intoArray(packed, i);
        }
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
            int[] scratch,
            int from,
            int to) {
        boolean straight = blend.color().equals(BlendComponent.OVER);
        boolean premultiplied = blend.color().equals(BlendComponent.OVER_PREMULTIPLIED);
        if (!(straight || premultiplied)
                || !blend.alpha().equals(BlendComponent.OVER_PREMULTIPLIED)) {
            scalar.blend(blend, srgb, red, green, blue, alpha, packed, scratch, from, to);
            return;
        }
        for (int channel = 0; channel < 3; channel++) {
            float[] lanes = channel == 0 ? red : channel == 1 ? green : blue;
            if (srgb) {
                blendSrgb(straight, lanes, alpha, 8 * channel, packed, scratch, from, to);
            } else {
                blendUnorm(straight, lanes, alpha, 8 * channel, packed, from, to);
            }
        }
        blendAlpha(alpha, packed, from, to);
    }

    private static void blendSrgb(
            boolean straight,
            float[] lanes,
            float[] alpha,
            int shift,
            int[] packed,
            int[] scratch,
            int from,
            int to) {
        for (int i = from; i < to; i += F.length()) {
            var stored = IntVector.fromArray(I, packed, i);
            stored.lanewise(VectorOperators.LSHR, shift).and(0xff).intoArray(scratch, i);
            var d = FloatVector.fromArray(F, SrgbEncoding.DECODE, 0, scratch, i);
            var mixed = over(straight, lanes, alpha, d, i);
            stored.and(~(0xff << shift))
                    .or(
                            VectorSrgbEncoding.encode(mixed, scratch, i)
                                    .lanewise(VectorOperators.LSHL, shift))
                    .intoArray(packed, i);
        }
    }

    private static void blendUnorm(
            boolean straight,
            float[] lanes,
            float[] alpha,
            int shift,
            int[] packed,
            int from,
            int to) {
        for (int i = from; i < to; i += F.length()) {
            var stored = IntVector.fromArray(I, packed, i);
            var code = stored.lanewise(VectorOperators.LSHR, shift).and(0xff);
            var d = VectorMath.toFloat(code).mul(ScalarColorKernels.UNORM);
            var mixed = over(straight, lanes, alpha, d, i);
            stored.and(~(0xff << shift))
                    .or(unorm(mixed).lanewise(VectorOperators.LSHL, shift))
                    .intoArray(packed, i);
        }
    }

    private static FloatVector over(
            boolean straight, float[] lanes, float[] alpha, FloatVector d, int i) {
        var sa = clamp(FloatVector.fromArray(F, alpha, i));
        var one = FloatVector.broadcast(F, 1);
        var weight = straight ? sa : one;
        return clamp(FloatVector.fromArray(F, lanes, i)).mul(weight).add(d.mul(one.sub(sa)));
    }

    private static void blendAlpha(float[] alpha, int[] packed, int from, int to) {
        for (int i = from; i < to; i += F.length()) {
            var stored = IntVector.fromArray(I, packed, i);
            var code = stored.lanewise(VectorOperators.LSHR, 24);
            var da = VectorMath.toFloat(code).mul(ScalarColorKernels.UNORM);
            var sa = clamp(FloatVector.fromArray(F, alpha, i));
            var mixed = sa.add(da.mul(FloatVector.broadcast(F, 1).sub(sa)));
            stored.and(0xffffff)
                    .or(unorm(mixed).lanewise(VectorOperators.LSHL, 24))
                    .intoArray(packed, i);
        }
    }
}
