package dev.azulejo.core.sampling.vector;

import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.sampling.TexelDecoding;
import dev.azulejo.core.shader.FragmentBatch;
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

    // Float scratch, counted from the end of the batch's.
    private static final int TAP_U = FragmentBatch.SCRATCH - 1;
    private static final int TAP_V = FragmentBatch.SCRATCH - 2;
    private static final int STEP_U = FragmentBatch.SCRATCH - 3;
    private static final int STEP_V = FragmentBatch.SCRATCH - 4;
    private static final int SHARE = FragmentBatch.SCRATCH - 5;
    private static final int TAPS = FragmentBatch.SCRATCH - 6;
    private static final int LAMBDA = FragmentBatch.SCRATCH - 7;
    private static final int FRACTION = FragmentBatch.SCRATCH - 8;
    private static final int TAP_SHARE = FragmentBatch.SCRATCH - 9;
    private static final int WEIGHT = FragmentBatch.SCRATCH - 13;

    // Integer scratch.
    private static final int LEVEL = 0;
    private static final int SECOND = 1;
    private static final int CORNER = 2;
    private static final int GATHER = 6;

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
        float[] tapU = u;
        float[] tapV = v;
        for (int tap = 0; tap < taps; tap++) {
            if (anisotropic) {
                tapU = batch.scratch[TAP_U];
                tapV = batch.scratch[TAP_V];
                moveTap(tap, count, u, v, batch);
            }
            int levels = two ? 2 : 1;
            for (int level = 0; level < levels; level++) {
                addresses(texture, sampler, level, anisotropic, count, tapU, tapV, batch);
                for (int corner = 0; corner < 4; corner++) {
                    int[] index = batch.intScratch[CORNER + corner];
                    float[] weight = batch.scratch[WEIGHT + corner];
                    if (texture.format() == TextureFormat.RGBA32_FLOAT) {
                        gatherFloat(
                                texture.floats(),
                                index,
                                weight,
                                batch.intScratch[GATHER],
                                count,
                                red,
                                green,
                                blue,
                                alpha);
                    } else if (texture.format() == TextureFormat.RGBA8_SRGB) {
                        gatherSrgb(texture.texels(), index, weight, count, red, green, blue, alpha);
                    } else {
                        gatherUnorm(
                                texture.texels(), index, weight, count, red, green, blue, alpha);
                    }
                }
            }
        }
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
                var taps = whole.add(1, more);
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
            var bits = inRange(longer).reinterpretAsInts();
            var exponent =
                    (FloatVector)
                            bits.lanewise(VectorOperators.ASHR, 23)
                                    .sub(127)
                                    .convertShape(VectorOperators.I2F, F, 0);
            var m = bits.and(0x7fffff).or(0x3f800000).reinterpretAsFloats();
            var fit =
                    m.mul(TexelDecoding.L5)
                            .add(TexelDecoding.L4)
                            .mul(m)
                            .add(TexelDecoding.L3)
                            .mul(m)
                            .add(TexelDecoding.L2)
                            .mul(m)
                            .add(TexelDecoding.L1)
                            .mul(m)
                            .add(TexelDecoding.L0);
            exponent.add(fit).mul(0.5f).intoArray(lambda, i);
        }
        return most;
    }

    private static FloatVector inRange(FloatVector squared) {
        var least = FloatVector.broadcast(F, TexelDecoding.LEAST_FOOTPRINT);
        var low = least.blend(squared, least.lt(squared));
        var most = FloatVector.broadcast(F, TexelDecoding.MOST_FOOTPRINT);
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

    /** Texel indices and weights of the four corners in one level. */
    private static void addresses(
            Texture texture,
            Sampler sampler,
            int which,
            boolean anisotropic,
            int count,
            float[] u,
            float[] v,
            FragmentBatch batch) {
        int[] levels = batch.intScratch[which == 0 ? LEVEL : SECOND];
        boolean mixed = sampler.magFilter() != sampler.minFilter();
        boolean alwaysNearest = !mixed && sampler.magFilter() == Filter.NEAREST;
        boolean magNearest = sampler.magFilter() == Filter.NEAREST;
        for (int i = 0; i < count; i += F.length()) {
            var width = IntVector.fromArray(I, texture.levelWidths(), 0, levels, i);
            var height = IntVector.fromArray(I, texture.levelHeights(), 0, levels, i);
            var base = IntVector.fromArray(I, texture.levelOffsets(), 0, levels, i);
            var one = FloatVector.broadcast(F, 1);
            // 0 where the filter is nearest, else 1
            var smooth = FloatVector.broadcast(F, alwaysNearest ? 0 : 1);
            if (mixed) {
                var minified =
                        FloatVector.zero(F).lt(FloatVector.fromArray(F, batch.scratch[LAMBDA], i));
                smooth =
                        FloatVector.broadcast(F, magNearest ? 0 : 1)
                                .blend(magNearest ? 1 : 0, minified);
            }
            var half = smooth.mul(0.5f);
            var x =
                    fold(FloatVector.fromArray(F, u, i), sampler.addressU())
                            .mul((FloatVector) width.convertShape(VectorOperators.I2F, F, 0))
                            .sub(half);
            var y =
                    fold(FloatVector.fromArray(F, v, i), sampler.addressV())
                            .mul((FloatVector) height.convertShape(VectorOperators.I2F, F, 0))
                            .sub(half);
            var floorX = floor(x);
            var floorY = floor(y);
            var fx = x.sub((FloatVector) floorX.convertShape(VectorOperators.I2F, F, 0));
            var fy = y.sub((FloatVector) floorY.convertShape(VectorOperators.I2F, F, 0));
            fx = fx.mul(smooth);
            fy = fy.mul(smooth);
            var x0 = place(floorX, width, sampler.addressU());
            var x1 = place(floorX.add(1), width, sampler.addressU());
            var row0 = place(floorY, height, sampler.addressV()).mul(width).add(base);
            var row1 = place(floorY.add(1), height, sampler.addressV()).mul(width).add(base);
            row0.add(x0).intoArray(batch.intScratch[CORNER], i);
            row0.add(x1).intoArray(batch.intScratch[CORNER + 1], i);
            row1.add(x0).intoArray(batch.intScratch[CORNER + 2], i);
            row1.add(x1).intoArray(batch.intScratch[CORNER + 3], i);
            var weight = FloatVector.fromArray(F, batch.scratch[FRACTION], i);
            if (which == 0) {
                weight = one.sub(weight);
            }
            if (anisotropic) {
                weight = weight.mul(FloatVector.fromArray(F, batch.scratch[TAP_SHARE], i));
            }
            var top = one.sub(fy).mul(weight);
            var bottom = fy.mul(weight);
            var left = one.sub(fx);
            left.mul(top).intoArray(batch.scratch[WEIGHT], i);
            fx.mul(top).intoArray(batch.scratch[WEIGHT + 1], i);
            left.mul(bottom).intoArray(batch.scratch[WEIGHT + 2], i);
            fx.mul(bottom).intoArray(batch.scratch[WEIGHT + 3], i);
        }
    }

    private static FloatVector fold(FloatVector coordinate, AddressMode mode) {
        var a =
                FloatVector.zero(F)
                        .blend(coordinate, coordinate.abs().lt(TexelDecoding.MOST_COORDINATE));
        if (mode == AddressMode.REPEAT) {
            return a.sub((FloatVector) floor(a).convertShape(VectorOperators.I2F, F, 0))
                    .min(TexelDecoding.BELOW_ONE);
        }
        if (mode == AddressMode.CLAMP_TO_EDGE) {
            return a.max(0).min(1);
        }
        var h = a.mul(0.5f);
        var f = h.sub((FloatVector) floor(h).convertShape(VectorOperators.I2F, F, 0)).mul(2);
        return f.blend(FloatVector.broadcast(F, 2).sub(f), FloatVector.broadcast(F, 1).lt(f));
    }

    private static IntVector floor(FloatVector value) {
        var truncated = (IntVector) value.convertShape(VectorOperators.F2I, I, 0);
        var above = value.lt((FloatVector) truncated.convertShape(VectorOperators.I2F, F, 0));
        return truncated.sub(1, above.cast(I));
    }

    private static IntVector place(IntVector index, IntVector size, AddressMode mode) {
        if (mode == AddressMode.REPEAT) {
            var up = index.add(size, index.lt(0));
            return up.sub(size, size.compare(VectorOperators.LE, up));
        }
        return index.max(0).min(size.sub(1));
    }

    private static void gatherSrgb(
            int[] texels,
            int[] index,
            float[] weight,
            int count,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha) {
        for (int i = 0; i < count; i += F.length()) {
            var texel = IntVector.fromArray(I, texels, 0, index, i);
            var w = FloatVector.fromArray(F, weight, i);
            linear(unorm(texel.and(0xff)))
                    .mul(w)
                    .add(FloatVector.fromArray(F, red, i))
                    .intoArray(red, i);
            linear(unorm(texel.lanewise(VectorOperators.LSHR, 8).and(0xff)))
                    .mul(w)
                    .add(FloatVector.fromArray(F, green, i))
                    .intoArray(green, i);
            linear(unorm(texel.lanewise(VectorOperators.LSHR, 16).and(0xff)))
                    .mul(w)
                    .add(FloatVector.fromArray(F, blue, i))
                    .intoArray(blue, i);
            unorm(texel.lanewise(VectorOperators.LSHR, 24))
                    .mul(w)
                    .add(FloatVector.fromArray(F, alpha, i))
                    .intoArray(alpha, i);
        }
    }

    private static void gatherUnorm(
            int[] texels,
            int[] index,
            float[] weight,
            int count,
            float[] red,
            float[] green,
            float[] blue,
            float[] alpha) {
        for (int i = 0; i < count; i += F.length()) {
            var texel = IntVector.fromArray(I, texels, 0, index, i);
            var w = FloatVector.fromArray(F, weight, i);
            unorm(texel.and(0xff)).mul(w).add(FloatVector.fromArray(F, red, i)).intoArray(red, i);
            unorm(texel.lanewise(VectorOperators.LSHR, 8).and(0xff))
                    .mul(w)
                    .add(FloatVector.fromArray(F, green, i))
                    .intoArray(green, i);
            unorm(texel.lanewise(VectorOperators.LSHR, 16).and(0xff))
                    .mul(w)
                    .add(FloatVector.fromArray(F, blue, i))
                    .intoArray(blue, i);
            unorm(texel.lanewise(VectorOperators.LSHR, 24))
                    .mul(w)
                    .add(FloatVector.fromArray(F, alpha, i))
                    .intoArray(alpha, i);
        }
    }

    private static void gatherFloat(
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

    private static FloatVector unorm(IntVector code) {
        return ((FloatVector) code.convertShape(VectorOperators.I2F, F, 0))
                .mul(TexelDecoding.UNORM);
    }

    private static FloatVector linear(FloatVector c) {
        var high =
                c.mul(TexelDecoding.S5)
                        .add(TexelDecoding.S4)
                        .mul(c)
                        .add(TexelDecoding.S3)
                        .mul(c)
                        .add(TexelDecoding.S2)
                        .mul(c)
                        .add(TexelDecoding.S1)
                        .mul(c)
                        .add(TexelDecoding.S0);
        return c.mul(TexelDecoding.SLOPE)
                .blend(high, FloatVector.broadcast(F, TexelDecoding.STRAIGHT).lt(c));
    }
}
