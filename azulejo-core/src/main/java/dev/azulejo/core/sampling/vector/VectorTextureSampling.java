package dev.azulejo.core.sampling.vector;

import dev.azulejo.core.math.SrgbDecoding;
import dev.azulejo.core.math.vector.VectorMath;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.SamplingConstants;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.SamplingCall;
import dev.azulejo.core.shader.TextureSampling;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

import java.util.Arrays;

/**
 * Vector twin of {@link dev.azulejo.core.sampling.ScalarTextureSampling}, in small steps that hand
 * over through scratch arrays: one step a method, so that each compiles.
 */
public final class VectorTextureSampling implements TextureSampling {
    private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Integer> I = IntVector.SPECIES_PREFERRED;

    // Float scratch, one row after the other.
    private static final int TAP_U = FragmentBatch.SAMPLING;
    private static final int TAP_V = TAP_U + 1;
    private static final int STEP_U = TAP_V + 1;
    private static final int STEP_V = STEP_U + 1;
    private static final int SHARE = STEP_V + 1;
    private static final int TAPS = SHARE + 1;
    private static final int LAMBDA = TAPS + 1;
    private static final int FRACTION = LAMBDA + 1;
    private static final int TAP_SHARE = FRACTION + 1;
    private static final int FOLDED_U = TAP_SHARE + 1;
    private static final int FOLDED_V = FOLDED_U + 1;

    /** Of the four corners. */
    private static final int WEIGHT = FOLDED_V + 1;

    // Integer scratch.
    private static final int LEVEL = 0;
    private static final int SECOND = LEVEL + 1;

    /** Of the four corners. */
    private static final int CORNER = SECOND + 1;

    private static final int TEXEL = CORNER + 4;

    /**
     * Added to what is less than 2<sup>22</sup> either way, it leaves a whole number: the least
     * step of floats there is 1.
     */
    private static final float WHOLE = 0x1.8p23f;

    private static final int WHOLE_BITS = Float.floatToRawIntBits(WHOLE);

    @Override
    public void sample(
            Texture texture,
            Sampler sampler,
            int count,
            float[] u,
            float[] v,
            float[] dudx,
            float[] dvdx,
            float[] dudy,
            float[] dvdy,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            FragmentBatch batch) {
        boolean anisotropic = sampler.maxAnisotropy() > 1;
        int taps =
                footprint(texture, sampler.maxAnisotropy(), count, dudx, dvdx, dudy, dvdy, batch);
        boolean two = levels(texture, sampler, count, batch);
        int padded = count + 15 & ~15;
        Arrays.fill(red, 0, padded, 0);
        Arrays.fill(green, 0, padded, 0);
        Arrays.fill(blue, 0, padded, 0);
        Arrays.fill(alpha, 0, padded, 0);
        var call = batch.sampling;
        call.count = count;
        call.set(batch, texture, sampler);
        call.output(red, green, blue, alpha);
        var fetch = texture.format() == TextureFormat.RGBA32_FLOAT ? NOTHING : FETCH;
        var add =
                switch (texture.format()) {
                    case RGBA32_FLOAT -> ADD_FLOAT;
                    case RGBA8_SRGB -> ADD_SRGB;
                    case RGBA8_UNORM -> ADD_UNORM;
                    case DEPTH32_FLOAT -> throw new IllegalArgumentException("not of textures");
                };
        for (int tap = 0; tap < taps; tap++) {
            if (anisotropic) {
                moveTap(tap, count, u, v, batch);
                call.at(batch.scratch[TAP_U], batch.scratch[TAP_V]);
            } else {
                call.at(u, v);
            }
            apart(FOLD_U, call);
            apart(FOLD_V, call);
            for (call.which = 0; call.which < (two ? 2 : 1); call.which++) {
                apart(AXIS_U, call);
                apart(AXIS_V, call);
                apart(CORNERS, call);
                apart(WEIGHTS, call);
                for (call.corner = 0; call.corner < 4; call.corner++) {
                    apart(fetch, call);
                    apart(add, call);
                }
            }
        }
    }

    /** A step that must be compiled on its own. */
    private interface Step {
        void run(SamplingCall call);
    }

    private static final Step FOLD_U =
            c -> fold(c.sampler.addressU(), c.count, c.u, c.batch.scratch[FOLDED_U]);

    private static final Step FOLD_V =
            c -> fold(c.sampler.addressV(), c.count, c.v, c.batch.scratch[FOLDED_V]);

    private static final Step AXIS_U =
            c ->
                    axis(
                            c,
                            c.sampler.addressU(),
                            c.texture.width(),
                            c.batch.scratch[FOLDED_U],
                            c.batch.intScratch[CORNER],
                            c.batch.intScratch[CORNER + 1],
                            c.batch.scratch[WEIGHT]);

    private static final Step AXIS_V =
            c ->
                    axis(
                            c,
                            c.sampler.addressV(),
                            c.texture.height(),
                            c.batch.scratch[FOLDED_V],
                            c.batch.intScratch[CORNER + 2],
                            c.batch.intScratch[CORNER + 3],
                            c.batch.scratch[WEIGHT + 1]);

    private static final Step CORNERS =
            c ->
                    corners(
                            c.texture,
                            c.batch.intScratch[c.which == 0 ? LEVEL : SECOND],
                            c.count,
                            c.batch);

    private static final Step WEIGHTS =
            c ->
                    weights(
                            c.which,
                            c.count,
                            c.sampler.maxAnisotropy() > 1 ? c.batch.scratch[TAP_SHARE] : null,
                            c.batch);

    private static final Step NOTHING = c -> {};

    private static final Step FETCH =
            c ->
                    fetch(
                            c.texture.texels(),
                            c.batch.intScratch[CORNER + c.corner],
                            c.count,
                            c.batch.intScratch[TEXEL]);

    private static final Step ADD_SRGB =
            c ->
                    addSrgb(
                            c.batch.intScratch[TEXEL],
                            c.batch.scratch[WEIGHT + c.corner],
                            c.count,
                            c.red,
                            c.green,
                            c.blue,
                            c.alpha);

    private static final Step ADD_UNORM =
            c ->
                    addUnorm(
                            c.batch.intScratch[TEXEL],
                            c.batch.scratch[WEIGHT + c.corner],
                            c.count,
                            c.red,
                            c.green,
                            c.blue,
                            c.alpha);

    private static final Step ADD_FLOAT =
            c ->
                    addFloat(
                            c.texture.floats(),
                            c.batch.intScratch[CORNER + c.corner],
                            c.batch.scratch[WEIGHT + c.corner],
                            c.batch.intScratch[TEXEL],
                            c.count,
                            c.red,
                            c.green,
                            c.blue,
                            c.alpha);

    /**
     * Runs a step. All steps come through this one call site, which therefore sees too many types
     * to inline any: if they were inlined into one method together, the optimising compiler would
     * give up on it half-way and box vectors for good.
     */
    private static void apart(Step step, SamplingCall call) {
        step.run(call);
    }

    /**
     * Footprint to lambda, and for anisotropy number, share and step of the taps; returns the most
     * taps.
     */
    private static int footprint(
            Texture texture,
            int maxAnisotropy,
            int count,
            float[] dudx,
            float[] dvdx,
            float[] dudy,
            float[] dvdy,
            FragmentBatch batch) {
        float width = texture.width();
        float height = texture.height();
        float[] lambda = batch.scratch[LAMBDA];
        int most = 1;
        for (int i = 0; i < count; i += F.length()) {
            var ux = FloatVector.fromArray(F, dudx, i).mul(width);
            var vx = FloatVector.fromArray(F, dvdx, i).mul(height);
            var uy = FloatVector.fromArray(F, dudy, i).mul(width);
            var vy = FloatVector.fromArray(F, dvdy, i).mul(height);
            var alongX = inRange(ux.mul(ux).add(vx.mul(vx)));
            var alongY = inRange(uy.mul(uy).add(vy.mul(vy)));
            var longer = alongX.max(alongY);
            if (maxAnisotropy > 1) {
                var ratio = longer.div(alongX.min(alongY)).sqrt();
                var limit = FloatVector.broadcast(F, maxAnisotropy);
                var whole =
                        (FloatVector)
                                limit.blend(ratio, ratio.lt(limit))
                                        .convertShape(VectorOperators.F2I, I, 0)
                                        .convertShape(VectorOperators.I2F, F, 0);
                var more =
                        FloatVector.broadcast(F, 0.01f).lt(ratio.sub(whole)).and(whole.lt(limit));
                var taps = whole.blend(whole.add(1), more);
                var share = FloatVector.broadcast(F, 1).div(taps);
                longer = longer.mul(share).mul(share);
                taps.intoArray(batch.scratch[TAPS], i);
                share.intoArray(batch.scratch[SHARE], i);
                var byX = alongX.lt(alongY).not();
                FloatVector.fromArray(F, dudy, i)
                        .blend(FloatVector.fromArray(F, dudx, i), byX)
                        .intoArray(batch.scratch[STEP_U], i);
                FloatVector.fromArray(F, dvdy, i)
                        .blend(FloatVector.fromArray(F, dvdx, i), byX)
                        .intoArray(batch.scratch[STEP_V], i);
                most = Math.max(most, (int) taps.reduceLanes(VectorOperators.MAX));
            }
            VectorMath.log2(inRange(longer)).mul(0.5f).intoArray(lambda, i);
        }
        return most;
    }

    private static FloatVector inRange(FloatVector squared) {
        var least = FloatVector.broadcast(F, SamplingConstants.LEAST_FOOTPRINT);
        var low = least.blend(squared, least.lt(squared));
        var most = FloatVector.broadcast(F, SamplingConstants.MOST_FOOTPRINT);
        return most.blend(low, low.lt(most));
    }

    /** Lambda to levels and their blend; returns whether any lane needs a second level. */
    private static boolean levels(
            Texture texture, Sampler sampler, int count, FragmentBatch batch) {
        float[] lambda = batch.scratch[LAMBDA];
        float[] fraction = batch.scratch[FRACTION];
        int last = texture.levels() - 1;
        boolean linear = sampler.mipFilter() == MipFilter.LINEAR;
        boolean nearest = sampler.mipFilter() == MipFilter.NEAREST;
        boolean any = false;
        for (int i = 0; i < count; i += F.length()) {
            var zero = FloatVector.zero(F);
            var raw = FloatVector.fromArray(F, lambda, i);
            var positive = zero.blend(raw, zero.lt(raw));
            var limit = FloatVector.broadcast(F, last);
            var level = limit.blend(positive, positive.lt(limit));
            var first = IntVector.zero(I);
            var rest = zero;
            if (linear) {
                first = (IntVector) level.convertShape(VectorOperators.F2I, I, 0);
                rest = level.sub((FloatVector) first.convertShape(VectorOperators.I2F, F, 0));
            } else if (nearest) {
                first = (IntVector) level.add(0.5f).convertShape(VectorOperators.F2I, I, 0);
            }
            any |= rest.compare(VectorOperators.NE, 0).anyTrue();
            first.intoArray(batch.intScratch[LEVEL], i);
            first.add(1).min(last).intoArray(batch.intScratch[SECOND], i);
            rest.intoArray(fraction, i);
        }
        return any;
    }

    private static void moveTap(int tap, int count, float[] u, float[] v, FragmentBatch batch) {
        for (int i = 0; i < count; i += F.length()) {
            var share = FloatVector.fromArray(F, batch.scratch[SHARE], i);
            var offset = share.mul(tap + 0.5f).sub(0.5f);
            var stepU = FloatVector.fromArray(F, batch.scratch[STEP_U], i);
            var stepV = FloatVector.fromArray(F, batch.scratch[STEP_V], i);
            FloatVector.fromArray(F, u, i)
                    .add(stepU.mul(offset))
                    .intoArray(batch.scratch[TAP_U], i);
            FloatVector.fromArray(F, v, i)
                    .add(stepV.mul(offset))
                    .intoArray(batch.scratch[TAP_V], i);
            var live =
                    FloatVector.broadcast(F, tap)
                            .lt(FloatVector.fromArray(F, batch.scratch[TAPS], i));
            FloatVector.zero(F).blend(share, live).intoArray(batch.scratch[TAP_SHARE], i);
        }
    }

    /** Brings a coordinate into 0..1 by its address mode. */
    private static void fold(AddressMode mode, int count, float[] coordinate, float[] folded) {
        var zero = FloatVector.zero(F);
        var most = FloatVector.broadcast(F, SamplingConstants.MOST_COORDINATE);
        for (int i = 0; i < count; i += F.length()) {
            var raw = FloatVector.fromArray(F, coordinate, i);
            zero.blend(raw, raw.abs().lt(most)).intoArray(folded, i);
        }
        switch (mode) {
            case REPEAT -> repeat(count, folded);
            case CLAMP_TO_EDGE -> clamp(count, folded);
            case MIRROR_REPEAT -> mirror(count, folded);
        }
    }

    private static void repeat(int count, float[] folded) {
        var belowOne = FloatVector.broadcast(F, SamplingConstants.BELOW_ONE);
        for (int i = 0; i < count; i += F.length()) {
            var a = FloatVector.fromArray(F, folded, i);
            a.sub(floor(a)).min(belowOne).intoArray(folded, i);
        }
    }

    /** Of what is less than 2<sup>22</sup> either way; conversions to integers take longer. */
    private static FloatVector floor(FloatVector value) {
        var near = value.add(WHOLE).sub(WHOLE);
        return near.blend(near.sub(1), value.lt(near));
    }

    private static void clamp(int count, float[] folded) {
        for (int i = 0; i < count; i += F.length()) {
            FloatVector.fromArray(F, folded, i).max(0).min(1).intoArray(folded, i);
        }
    }

    private static void mirror(int count, float[] folded) {
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < count; i += F.length()) {
            var h = FloatVector.fromArray(F, folded, i).mul(0.5f);
            var f = h.sub(floor(h)).mul(2);
            f.blend(one.add(one).sub(f), one.lt(f)).intoArray(folded, i);
        }
    }

    /** Along one axis: the two texels, and the weight of the second. */
    private static void axis(
            SamplingCall call,
            AddressMode mode,
            int wholeSize,
            float[] folded,
            int[] low,
            int[] high,
            float[] fraction) {
        int[] levels = call.batch.intScratch[call.which == 0 ? LEVEL : SECOND];
        var magnified = call.sampler.magFilter();
        var minified = call.sampler.minFilter();
        if (magnified != minified) {
            neighbours(
                    magnified == Filter.LINEAR ? 1 : 0,
                    minified == Filter.LINEAR ? 1 : 0,
                    call.batch.scratch[LAMBDA],
                    wholeSize,
                    levels,
                    call.count,
                    folded,
                    low,
                    fraction);
        } else if (magnified == Filter.LINEAR) {
            smooth(wholeSize, levels, call.count, folded, low, fraction);
        } else {
            nearest(wholeSize, levels, call.count, folded, low, fraction);
        }
        if (mode == AddressMode.REPEAT) {
            wrap(wholeSize, levels, call.count, low, high);
        } else {
            limit(wholeSize, levels, call.count, low, high);
        }
    }

    /** A side of a lane's level, in texels. */
    private static IntVector size(int wholeSize, int[] levels, int lane) {
        return IntVector.broadcast(I, wholeSize)
                .lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, lane))
                .max(1);
    }

    /** Whole numbers as integers. */
    private static IntVector toInt(FloatVector whole) {
        return whole.add(WHOLE).reinterpretAsInts().sub(WHOLE_BITS);
    }

    private static void smooth(
            int wholeSize, int[] levels, int count, float[] folded, int[] low, float[] fraction) {
        for (int i = 0; i < count; i += F.length()) {
            var size = VectorMath.toFloat(size(wholeSize, levels, i));
            var x = FloatVector.fromArray(F, folded, i).mul(size).sub(0.5f);
            var first = floor(x);
            x.sub(first).intoArray(fraction, i);
            toInt(first).intoArray(low, i);
        }
    }

    private static void nearest(
            int wholeSize, int[] levels, int count, float[] folded, int[] low, float[] fraction) {
        for (int i = 0; i < count; i += F.length()) {
            var size = VectorMath.toFloat(size(wholeSize, levels, i));
            toInt(floor(FloatVector.fromArray(F, folded, i).mul(size))).intoArray(low, i);
            FloatVector.zero(F).intoArray(fraction, i);
        }
    }

    /** Where one of the filters is linear and the other is not: 1 for the one that is, else 0. */
    private static void neighbours(
            float magnified,
            float minified,
            float[] lambda,
            int wholeSize,
            int[] levels,
            int count,
            float[] folded,
            int[] low,
            float[] fraction) {
        var ofMagnified = FloatVector.broadcast(F, magnified);
        var ofMinified = FloatVector.broadcast(F, minified);
        for (int i = 0; i < count; i += F.length()) {
            var size = VectorMath.toFloat(size(wholeSize, levels, i));
            var isMinified = FloatVector.zero(F).lt(FloatVector.fromArray(F, lambda, i));
            var s = ofMagnified.blend(ofMinified, isMinified);
            var x = FloatVector.fromArray(F, folded, i).mul(size).sub(s.mul(0.5f));
            var first = floor(x);
            x.sub(first).mul(s).intoArray(fraction, i);
            toInt(first).intoArray(low, i);
        }
    }

    /** From -1..size to texels that are there, and the ones after them. */
    private static void wrap(int wholeSize, int[] levels, int count, int[] low, int[] high) {
        for (int i = 0; i < count; i += F.length()) {
            var size = size(wholeSize, levels, i);
            var first = IntVector.fromArray(I, low, i);
            var next = first.add(1);
            var up = first.blend(first.add(size), first.lt(0));
            up.blend(up.sub(size), size.compare(VectorOperators.LE, up)).intoArray(low, i);
            next.blend(next.sub(size), size.compare(VectorOperators.LE, next)).intoArray(high, i);
        }
    }

    private static void limit(int wholeSize, int[] levels, int count, int[] low, int[] high) {
        for (int i = 0; i < count; i += F.length()) {
            var last = size(wholeSize, levels, i).sub(1);
            var first = IntVector.fromArray(I, low, i);
            first.max(0).min(last).intoArray(low, i);
            first.add(1).min(last).intoArray(high, i);
        }
    }

    /** Columns and rows to texel indices, in place. */
    private static void corners(Texture texture, int[] levels, int count, FragmentBatch batch) {
        int[] x0 = batch.intScratch[CORNER];
        int[] x1 = batch.intScratch[CORNER + 1];
        int[] y0 = batch.intScratch[CORNER + 2];
        int[] y1 = batch.intScratch[CORNER + 3];
        int wholeWidth = texture.width();
        for (int i = 0; i < count; i += F.length()) {
            var width = size(wholeWidth, levels, i);
            var base = IntVector.fromArray(I, texture.levelOffsets(), 0, levels, i);
            var left = IntVector.fromArray(I, x0, i);
            var right = IntVector.fromArray(I, x1, i);
            var top = IntVector.fromArray(I, y0, i).mul(width).add(base);
            var bottom = IntVector.fromArray(I, y1, i).mul(width).add(base);
            top.add(left).intoArray(x0, i);
            top.add(right).intoArray(x1, i);
            bottom.add(left).intoArray(y0, i);
            bottom.add(right).intoArray(y1, i);
        }
    }

    /** Fractions to the weights of the corners, in place. */
    private static void weights(int which, int count, float[] share, FragmentBatch batch) {
        float[] w0 = batch.scratch[WEIGHT];
        float[] w1 = batch.scratch[WEIGHT + 1];
        float[] w2 = batch.scratch[WEIGHT + 2];
        float[] w3 = batch.scratch[WEIGHT + 3];
        // The first level weighs 1 - fraction, the second fraction
        float constant = which == 0 ? 1 : 0;
        float factor = which == 0 ? -1 : 1;
        for (int i = 0; i < count; i += F.length()) {
            var one = FloatVector.broadcast(F, 1);
            var weight =
                    FloatVector.fromArray(F, batch.scratch[FRACTION], i).mul(factor).add(constant);
            if (share != null) {
                weight = weight.mul(FloatVector.fromArray(F, share, i));
            }
            var fx = FloatVector.fromArray(F, w0, i);
            var fy = FloatVector.fromArray(F, w1, i);
            var top = one.sub(fy).mul(weight);
            var bottom = fy.mul(weight);
            var left = one.sub(fx);
            left.mul(top).intoArray(w0, i);
            fx.mul(top).intoArray(w1, i);
            left.mul(bottom).intoArray(w2, i);
            fx.mul(bottom).intoArray(w3, i);
        }
    }

    /** A texel a lane, one by one: where the processor gathers by itself, it takes longer. */
    private static void fetch(int[] texels, int[] index, int count, int[] texel) {
        for (int i = 0; i < count; i++) {
            texel[i] = texels[index[i]];
        }
    }

    /**
     * One channel a turn of the inner loop: written out, the method would be too large to compile.
     */
    private static void addSrgb(
            int[] texels,
            float[] weight,
            int count,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha) {
        var unorm = FloatVector.broadcast(F, SamplingConstants.UNORM);
        // By hand and not through VectorMath: with the call inside this loop the compiler now and
        // then
        // settled on code that was slower for good.
        var slope = FloatVector.broadcast(F, SrgbDecoding.SLOPE);
        var straight = FloatVector.broadcast(F, SrgbDecoding.STRAIGHT);
        var s0 = FloatVector.broadcast(F, SrgbDecoding.S0);
        var s1 = FloatVector.broadcast(F, SrgbDecoding.S1);
        var s2 = FloatVector.broadcast(F, SrgbDecoding.S2);
        var s3 = FloatVector.broadcast(F, SrgbDecoding.S3);
        var s4 = FloatVector.broadcast(F, SrgbDecoding.S4);
        var s5 = FloatVector.broadcast(F, SrgbDecoding.S5);
        for (int i = 0; i < count; i += F.length()) {
            var texel = IntVector.fromArray(I, texels, i);
            var w = FloatVector.fromArray(F, weight, i);
            for (int channel = 0; channel < 3; channel++) {
                float[] sum = channel == 0 ? red : channel == 1 ? green : blue;
                var c =
                        VectorMath.toFloat(
                                texel.lanewise(VectorOperators.LSHR, 8 * channel).and(0xff));
                c = c.mul(unorm);
                var high = c.mul(s5).add(s4).mul(c).add(s3).mul(c).add(s2).mul(c).add(s1);
                high = high.mul(c).add(s0);
                c.mul(slope)
                        .blend(high, straight.lt(c))
                        .mul(w)
                        .add(FloatVector.fromArray(F, sum, i))
                        .intoArray(sum, i);
            }
            VectorMath.toFloat(texel.lanewise(VectorOperators.LSHR, 24))
                    .mul(unorm)
                    .mul(w)
                    .add(FloatVector.fromArray(F, alpha, i))
                    .intoArray(alpha, i);
        }
    }

    private static void addUnorm(
            int[] texels,
            float[] weight,
            int count,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha) {
        var unorm = FloatVector.broadcast(F, SamplingConstants.UNORM);
        for (int i = 0; i < count; i += F.length()) {
            var texel = IntVector.fromArray(I, texels, i);
            var w = FloatVector.fromArray(F, weight, i);
            for (int channel = 0; channel < 3; channel++) {
                float[] sum = channel == 0 ? red : channel == 1 ? green : blue;
                VectorMath.toFloat(texel.lanewise(VectorOperators.LSHR, 8 * channel).and(0xff))
                        .mul(unorm)
                        .mul(w)
                        .add(FloatVector.fromArray(F, sum, i))
                        .intoArray(sum, i);
            }
            VectorMath.toFloat(texel.lanewise(VectorOperators.LSHR, 24))
                    .mul(unorm)
                    .mul(w)
                    .add(FloatVector.fromArray(F, alpha, i))
                    .intoArray(alpha, i);
        }
    }

    private static void addFloat(
            float[] texels,
            int[] index,
            float[] weight,
            int[] scratch,
            int count,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha) {
        for (int i = 0; i < count; i += F.length()) {
            var w = FloatVector.fromArray(F, weight, i);
            IntVector.fromArray(I, index, i)
                    .lanewise(VectorOperators.LSHL, 2)
                    .intoArray(scratch, i);
            FloatVector.fromArray(F, texels, 0, scratch, i)
                    .mul(w)
                    .add(FloatVector.fromArray(F, red, i))
                    .intoArray(red, i);
            FloatVector.fromArray(F, texels, 1, scratch, i)
                    .mul(w)
                    .add(FloatVector.fromArray(F, green, i))
                    .intoArray(green, i);
            FloatVector.fromArray(F, texels, 2, scratch, i)
                    .mul(w)
                    .add(FloatVector.fromArray(F, blue, i))
                    .intoArray(blue, i);
            FloatVector.fromArray(F, texels, 3, scratch, i)
                    .mul(w)
                    .add(FloatVector.fromArray(F, alpha, i))
                    .intoArray(alpha, i);
        }
    }
}
