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

    /** Of the four corners of the first level, then of the second. */
    private static final int WEIGHT = FOLDED_V + 1;

    // Integer scratch.
    private static final int LEVEL = 0;
    private static final int SECOND = LEVEL + 1;

    /** Of the four corners of the first level, then of the second. */
    private static final int CORNER = SECOND + 1;

    /** At the four corners. */
    private static final int TEXEL = CORNER + 8;

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
        var call = batch.sampling;
        call.count = count;
        call.given(u, v, dudx, dvdx, dudy, dvdy);
        call.set(batch, texture, sampler);
        call.output(red, green, blue, alpha);
        place(call);
    }

    @Override
    public void again(
            Texture texture,
            Sampler sampler,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha,
            FragmentBatch batch) {
        var call = batch.sampling;
        var last = call.texture;
        boolean sameTexels =
                last.width() == texture.width()
                        && last.height() == texture.height()
                        && last.levels() == texture.levels()
                        && sampler.maxAnisotropy() <= 1
                        && sampler.equals(call.sampler);
        call.set(batch, texture, sampler);
        call.output(red, green, blue, alpha);
        if (sameTexels) {
            clear(call);
            read(call);
        } else {
            place(call);
        }
    }

    /** Finds texels and their weights, and adds them up. */
    private static void place(SamplingCall call) {
        boolean anisotropic = call.sampler.maxAnisotropy() > 1;
        int taps = footprint(call);
        call.two = levels(call.texture, call.sampler, call.count, call.batch);
        clear(call);
        float[][] s = call.batch.scratch;
        for (int tap = 0; tap < taps; tap++) {
            if (anisotropic) {
                moveTap(tap, call.count, call.givenU, call.givenV, call.batch);
                call.at(s[TAP_U], s[TAP_V]);
            } else {
                call.at(call.givenU, call.givenV);
            }
            apart(FOLD_U, call);
            apart(FOLD_V, call);
            for (call.which = 0; call.which < (call.two ? 2 : 1); call.which++) {
                apart(AXIS_U, call);
                apart(AXIS_V, call);
                apart(CORNERS, call);
                apart(WEIGHTS, call);
            }
            read(call);
        }
    }

    private static void clear(SamplingCall call) {
        int padded = call.count + 15 & ~15;
        for (int channel = 0; channel < 4; channel++) {
            float[] lanes = call.lanes(channel);
            if (lanes != null) {
                Arrays.fill(lanes, 0, padded, 0);
            }
        }
    }

    /** Adds the texels up that were found. */
    private static void read(SamplingCall call) {
        var format = call.texture.format();
        var fetch = format == TextureFormat.RGBA32_FLOAT ? NOTHING : FETCH;
        var add =
                switch (format) {
                    case RGBA32_FLOAT -> ADD_FLOAT;
                    case RGBA8_SRGB -> ADD_SRGB;
                    case RGBA8_UNORM -> ADD_UNORM;
                    case DEPTH32_FLOAT -> throw new IllegalArgumentException("not of textures");
                };
        for (call.which = 0; call.which < (call.two ? 2 : 1); call.which++) {
            apart(fetch, call);
            for (call.channel = 0; call.channel < 4; call.channel++) {
                if (call.lanes(call.channel) != null) {
                    // Alpha is no colour
                    apart(call.channel == 3 && add == ADD_SRGB ? ADD_UNORM : add, call);
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
                            c.batch.intScratch[CORNER + 4 * c.which],
                            c.batch.intScratch[CORNER + 4 * c.which + 1],
                            c.batch.scratch[WEIGHT + 4 * c.which]);

    private static final Step AXIS_V =
            c ->
                    axis(
                            c,
                            c.sampler.addressV(),
                            c.texture.height(),
                            c.batch.scratch[FOLDED_V],
                            c.batch.intScratch[CORNER + 4 * c.which + 2],
                            c.batch.intScratch[CORNER + 4 * c.which + 3],
                            c.batch.scratch[WEIGHT + 4 * c.which + 1]);

    private static final Step CORNERS = c -> corners(c.texture, c.which, c.count, c.batch);

    private static final Step WEIGHTS =
            c ->
                    weights(
                            c.which,
                            c.count,
                            c.sampler.maxAnisotropy() > 1 ? c.batch.scratch[TAP_SHARE] : null,
                            c.batch);

    private static final Step NOTHING = c -> {};

    private static final Step FETCH = c -> fetch(c.texture.texels(), c.which, c.count, c.batch);

    private static final Step ADD_SRGB =
            c -> addSrgb(8 * c.channel, c.which, c.count, c.lanes(c.channel), c.batch);

    private static final Step ADD_UNORM =
            c -> addUnorm(8 * c.channel, c.which, c.count, c.lanes(c.channel), c.batch);

    private static final Step ADD_FLOAT =
            c -> addFloat(c.texture.floats(), c.channel, c.which, c.count, c.batch);

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
    private static int footprint(SamplingCall call) {
        int count = call.count;
        float[] alongX = call.batch.scratch[LAMBDA];
        float[] alongY = call.batch.scratch[SHARE];
        length(call, call.dudx, call.dvdx, alongX);
        length(call, call.dudy, call.dvdy, alongY);
        int most = 1;
        if (call.sampler.maxAnisotropy() > 1) {
            most = taps(call, alongX, alongY);
        } else {
            for (int i = 0; i < count; i += F.length()) {
                var x = FloatVector.fromArray(F, alongX, i);
                var y = FloatVector.fromArray(F, alongY, i);
                x.blend(y, x.lt(y)).intoArray(alongX, i);
            }
        }
        // Half of the logarithm of a square
        VectorMath.log2(alongX, count);
        for (int i = 0; i < count; i += F.length()) {
            FloatVector.fromArray(F, alongX, i).mul(0.5f).intoArray(alongX, i);
        }
        return most;
    }

    /** Squared length of the footprint along one axis of the window, in texels, held to a range. */
    private static void length(SamplingCall call, float[] du, float[] dv, float[] along) {
        float width = call.texture.width();
        float height = call.texture.height();
        var least = FloatVector.broadcast(F, SamplingConstants.LEAST_FOOTPRINT);
        var most = FloatVector.broadcast(F, SamplingConstants.MOST_FOOTPRINT);
        for (int i = 0; i < call.count; i += F.length()) {
            var u = FloatVector.fromArray(F, du, i).mul(width);
            var v = FloatVector.fromArray(F, dv, i).mul(height);
            var squared = u.mul(u).add(v.mul(v));
            squared = least.blend(squared, least.lt(squared));
            most.blend(squared, squared.lt(most)).intoArray(along, i);
        }
    }

    /**
     * Number, share and step of the taps; returns the most taps.
     *
     * @param alongX squared length along x; out: of a tap along the longer axis
     * @param alongY squared length along y, where their shares will be
     */
    private static int taps(SamplingCall call, float[] alongX, float[] alongY) {
        float[][] s = call.batch.scratch;
        var least = FloatVector.broadcast(F, SamplingConstants.LEAST_FOOTPRINT);
        var most = FloatVector.broadcast(F, SamplingConstants.MOST_FOOTPRINT);
        var limit = FloatVector.broadcast(F, call.sampler.maxAnisotropy());
        int many = 1;
        for (int i = 0; i < call.count; i += F.length()) {
            var x = FloatVector.fromArray(F, alongX, i);
            var y = FloatVector.fromArray(F, alongY, i);
            var byY = x.lt(y);
            var longer = x.blend(y, byY);
            var ratio = longer.div(y.blend(x, byY)).sqrt();
            var whole =
                    (FloatVector)
                            limit.blend(ratio, ratio.lt(limit))
                                    .convertShape(VectorOperators.F2I, I, 0)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var more = FloatVector.broadcast(F, 0.01f).lt(ratio.sub(whole)).and(whole.lt(limit));
            var taps = whole.blend(whole.add(1), more);
            var share = FloatVector.broadcast(F, 1).div(taps);
            var squared = longer.mul(share).mul(share);
            squared = least.blend(squared, least.lt(squared));
            most.blend(squared, squared.lt(most)).intoArray(alongX, i);
            taps.intoArray(s[TAPS], i);
            share.intoArray(s[SHARE], i);
            FloatVector.fromArray(F, call.dudx, i)
                    .blend(FloatVector.fromArray(F, call.dudy, i), byY)
                    .intoArray(s[STEP_U], i);
            FloatVector.fromArray(F, call.dvdx, i)
                    .blend(FloatVector.fromArray(F, call.dvdy, i), byY)
                    .intoArray(s[STEP_V], i);
            many = Math.max(many, (int) taps.reduceLanes(VectorOperators.MAX));
        }
        return many;
    }

    /** Lambda to levels and their blend; returns whether any lane needs a second level. */
    private static boolean levels(
            Texture texture, Sampler sampler, int count, FragmentBatch batch) {
        float[] lambda = batch.scratch[LAMBDA];
        float[] fraction = batch.scratch[FRACTION];
        int last = texture.levels() - 1;
        boolean linear = sampler.mipFilter() == MipFilter.LINEAR;
        boolean nearest = sampler.mipFilter() == MipFilter.NEAREST;
        int[] first = batch.intScratch[LEVEL];
        int[] second = batch.intScratch[SECOND];
        if (linear) {
            return twoLevels(last, count, lambda, first, second, fraction);
        }
        // Lanes behind the last one are looked up as well
        int whole = F.loopBound(count + F.length() - 1);
        if (nearest) {
            nearestLevel(last, count, lambda, first);
        } else {
            Arrays.fill(first, 0, whole, 0);
        }
        Arrays.fill(fraction, 0, whole, 0);
        return false;
    }

    /** Levels around lambda and how far it is from the first one. */
    private static boolean twoLevels(
            int last, int count, float[] lambda, int[] first, int[] second, float[] fraction) {
        var zero = FloatVector.zero(F);
        var limit = FloatVector.broadcast(F, last);
        boolean any = false;
        for (int i = 0; i < count; i += F.length()) {
            var raw = FloatVector.fromArray(F, lambda, i);
            var positive = zero.blend(raw, zero.lt(raw));
            var level = limit.blend(positive, positive.lt(limit));
            var whole = (IntVector) level.convertShape(VectorOperators.F2I, I, 0);
            var rest = level.sub((FloatVector) whole.convertShape(VectorOperators.I2F, F, 0));
            any |= rest.compare(VectorOperators.NE, zero).anyTrue();
            whole.intoArray(first, i);
            whole.add(1).min(last).intoArray(second, i);
            rest.intoArray(fraction, i);
        }
        return any;
    }

    /** The level next to lambda. */
    private static void nearestLevel(int last, int count, float[] lambda, int[] first) {
        var zero = FloatVector.zero(F);
        var limit = FloatVector.broadcast(F, last);
        for (int i = 0; i < count; i += F.length()) {
            var raw = FloatVector.fromArray(F, lambda, i);
            var positive = zero.blend(raw, zero.lt(raw));
            var level = limit.blend(positive, positive.lt(limit)).add(0.5f);
            ((IntVector) level.convertShape(VectorOperators.F2I, I, 0)).intoArray(first, i);
        }
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
            var floor = a.add(WHOLE).sub(WHOLE);
            floor = floor.blend(floor.sub(1), a.lt(floor));
            var rest = a.sub(floor);
            rest.blend(belowOne, rest.compare(VectorOperators.GE, belowOne)).intoArray(folded, i);
        }
    }

    private static void clamp(int count, float[] folded) {
        var zero = FloatVector.zero(F);
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < count; i += F.length()) {
            var a = FloatVector.fromArray(F, folded, i);
            a = a.blend(zero, a.compare(VectorOperators.LE, zero));
            a.blend(one, a.compare(VectorOperators.GE, one)).intoArray(folded, i);
        }
    }

    private static void mirror(int count, float[] folded) {
        var one = FloatVector.broadcast(F, 1);
        for (int i = 0; i < count; i += F.length()) {
            var h = FloatVector.fromArray(F, folded, i).mul(0.5f);
            var floor = h.add(WHOLE).sub(WHOLE);
            floor = floor.blend(floor.sub(1), h.lt(floor));
            var f = h.sub(floor).mul(2);
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

    private static void smooth(
            int wholeSize, int[] levels, int count, float[] folded, int[] low, float[] fraction) {
        var whole = IntVector.broadcast(I, wholeSize);
        for (int i = 0; i < count; i += F.length()) {
            var size =
                    (FloatVector)
                            whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i))
                                    .max(1)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var x = FloatVector.fromArray(F, folded, i).mul(size).sub(0.5f);
            var first = x.add(WHOLE).sub(WHOLE);
            first = first.blend(first.sub(1), x.lt(first));
            x.sub(first).intoArray(fraction, i);
            first.add(WHOLE).reinterpretAsInts().sub(WHOLE_BITS).intoArray(low, i);
        }
    }

    private static void nearest(
            int wholeSize, int[] levels, int count, float[] folded, int[] low, float[] fraction) {
        var whole = IntVector.broadcast(I, wholeSize);
        for (int i = 0; i < count; i += F.length()) {
            var size =
                    (FloatVector)
                            whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i))
                                    .max(1)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var x = FloatVector.fromArray(F, folded, i).mul(size);
            var first = x.add(WHOLE).sub(WHOLE);
            first = first.blend(first.sub(1), x.lt(first));
            first.add(WHOLE).reinterpretAsInts().sub(WHOLE_BITS).intoArray(low, i);
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
        var whole = IntVector.broadcast(I, wholeSize);
        var ofMagnified = FloatVector.broadcast(F, magnified);
        var ofMinified = FloatVector.broadcast(F, minified);
        for (int i = 0; i < count; i += F.length()) {
            var size =
                    (FloatVector)
                            whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i))
                                    .max(1)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var isMinified = FloatVector.zero(F).lt(FloatVector.fromArray(F, lambda, i));
            var s = ofMagnified.blend(ofMinified, isMinified);
            var x = FloatVector.fromArray(F, folded, i).mul(size).sub(s.mul(0.5f));
            var first = x.add(WHOLE).sub(WHOLE);
            first = first.blend(first.sub(1), x.lt(first));
            x.sub(first).mul(s).intoArray(fraction, i);
            first.add(WHOLE).reinterpretAsInts().sub(WHOLE_BITS).intoArray(low, i);
        }
    }

    /** From -1..size to texels that are there, and the ones after them. */
    private static void wrap(int wholeSize, int[] levels, int count, int[] low, int[] high) {
        var whole = IntVector.broadcast(I, wholeSize);
        for (int i = 0; i < count; i += F.length()) {
            var size =
                    whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i)).max(1);
            var first = IntVector.fromArray(I, low, i);
            var next = first.add(1);
            var up = first.blend(first.add(size), first.lt(0));
            up.blend(up.sub(size), size.compare(VectorOperators.LE, up)).intoArray(low, i);
            next.blend(next.sub(size), size.compare(VectorOperators.LE, next)).intoArray(high, i);
        }
    }

    private static void limit(int wholeSize, int[] levels, int count, int[] low, int[] high) {
        var whole = IntVector.broadcast(I, wholeSize);
        for (int i = 0; i < count; i += F.length()) {
            var size =
                    whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i)).max(1);
            var last = size.sub(1);
            var first = IntVector.fromArray(I, low, i);
            first.max(0).min(last).intoArray(low, i);
            first.add(1).min(last).intoArray(high, i);
        }
    }

    /** Columns and rows to texel indices, in place. */
    private static void corners(Texture texture, int which, int count, FragmentBatch batch) {
        int[] levels = batch.intScratch[which == 0 ? LEVEL : SECOND];
        int[] x0 = batch.intScratch[CORNER + 4 * which];
        int[] x1 = batch.intScratch[CORNER + 4 * which + 1];
        int[] y0 = batch.intScratch[CORNER + 4 * which + 2];
        int[] y1 = batch.intScratch[CORNER + 4 * which + 3];
        var whole = IntVector.broadcast(I, texture.width());
        for (int i = 0; i < count; i += F.length()) {
            var width =
                    whole.lanewise(VectorOperators.LSHR, IntVector.fromArray(I, levels, i)).max(1);
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
        float[] w0 = batch.scratch[WEIGHT + 4 * which];
        float[] w1 = batch.scratch[WEIGHT + 4 * which + 1];
        float[] w2 = batch.scratch[WEIGHT + 4 * which + 2];
        float[] w3 = batch.scratch[WEIGHT + 4 * which + 3];
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

    /**
     * Texels of the corners, one by one: where the processor gathers by itself, it takes longer.
     */
    private static void fetch(int[] texels, int which, int count, FragmentBatch batch) {
        for (int corner = 0; corner < 4; corner++) {
            int[] index = batch.intScratch[CORNER + 4 * which + corner];
            int[] texel = batch.intScratch[TEXEL + corner];
            for (int i = 0; i < count; i++) {
                texel[i] = texels[index[i]];
            }
        }
    }

    /**
     * Adds a channel's corners up, that begins at a bit. Decoded by hand and not by a method: once
     * that is compiled by itself it may be too large to be inlined, and its result is boxed.
     */
    private static void addSrgb(int bit, int which, int count, float[] sum, FragmentBatch batch) {
        var straight = FloatVector.broadcast(F, SrgbDecoding.STRAIGHT);
        for (int i = 0; i < count; i += F.length()) {
            var added = FloatVector.fromArray(F, sum, i);
            for (int corner = 0; corner < 4; corner++) {
                var texel = IntVector.fromArray(I, batch.intScratch[TEXEL + corner], i);
                var code = texel.lanewise(VectorOperators.LSHR, bit).and(0xff);
                var c =
                        ((FloatVector) code.convertShape(VectorOperators.I2F, F, 0))
                                .mul(SamplingConstants.UNORM);
                var high = c.mul(SrgbDecoding.S5).add(SrgbDecoding.S4).mul(c).add(SrgbDecoding.S3);
                high = high.mul(c).add(SrgbDecoding.S2).mul(c).add(SrgbDecoding.S1);
                high = high.mul(c).add(SrgbDecoding.S0);
                c = c.mul(SrgbDecoding.SLOPE).blend(high, straight.lt(c));
                var weight =
                        FloatVector.fromArray(F, batch.scratch[WEIGHT + 4 * which + corner], i);
                added = added.add(c.mul(weight));
            }
            added.intoArray(sum, i);
        }
    }

    private static void addUnorm(int bit, int which, int count, float[] sum, FragmentBatch batch) {
        for (int i = 0; i < count; i += F.length()) {
            var added = FloatVector.fromArray(F, sum, i);
            for (int corner = 0; corner < 4; corner++) {
                var texel = IntVector.fromArray(I, batch.intScratch[TEXEL + corner], i);
                var code = texel.lanewise(VectorOperators.LSHR, bit).and(0xff);
                var c = (FloatVector) code.convertShape(VectorOperators.I2F, F, 0);
                var weight =
                        FloatVector.fromArray(F, batch.scratch[WEIGHT + 4 * which + corner], i);
                added = added.add(c.mul(SamplingConstants.UNORM).mul(weight));
            }
            added.intoArray(sum, i);
        }
    }

    private static void addFloat(
            float[] texels, int channel, int which, int count, FragmentBatch batch) {
        float[] sum = batch.sampling.lanes(channel);
        int[] place = batch.intScratch[TEXEL];
        for (int corner = 0; corner < 4; corner++) {
            int[] index = batch.intScratch[CORNER + 4 * which + corner];
            float[] weight = batch.scratch[WEIGHT + 4 * which + corner];
            for (int i = 0; i < count; i += F.length()) {
                IntVector.fromArray(I, index, i)
                        .lanewise(VectorOperators.LSHL, 2)
                        .intoArray(place, i);
                FloatVector.fromArray(F, texels, channel, place, i)
                        .mul(FloatVector.fromArray(F, weight, i))
                        .add(FloatVector.fromArray(F, sum, i))
                        .intoArray(sum, i);
            }
        }
    }
}
