package dev.azulejo.core.sampling;

import dev.azulejo.core.math.Floor;
import dev.azulejo.core.math.Log2;
import dev.azulejo.core.math.SrgbDecoding;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.TextureSampling;

/** Definition of {@link TextureSampling}, one lane at a time. */
public final class ScalarTextureSampling implements TextureSampling {
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
        batch.sampling.count = count;
        batch.sampling.given(u, v, dudx, dvdx, dudy, dvdy);
        again(texture, sampler, red, green, blue, alpha, batch);
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
        var at = batch.sampling;
        float[] sum = batch.scratch[FragmentBatch.SAMPLING];
        for (int i = 0; i < at.count; i++) {
            sum[0] = 0;
            sum[1] = 0;
            sum[2] = 0;
            sum[3] = 0;
            lane(
                    texture,
                    sampler,
                    at.givenU[i],
                    at.givenV[i],
                    at.dudx[i],
                    at.dvdx[i],
                    at.dudy[i],
                    at.dvdy[i],
                    sum);
            write(sum[0], red, i);
            write(sum[1], green, i);
            write(sum[2], blue, i);
            write(sum[3], alpha, i);
        }
    }

    private static void write(float value, float[] lanes, int lane) {
        if (lanes != null) {
            lanes[lane] = value;
        }
    }

    private static void lane(
            Texture texture,
            Sampler sampler,
            float u,
            float v,
            float dudx,
            float dvdx,
            float dudy,
            float dvdy,
            float[] sum) {
        float ux = dudx * texture.width();
        float vx = dvdx * texture.height();
        float uy = dudy * texture.width();
        float vy = dvdy * texture.height();
        float alongX = footprint(ux * ux + vx * vx);
        float alongY = footprint(uy * uy + vy * vy);
        float longer = Math.max(alongX, alongY);
        int taps = 1;
        float share = 1;
        float stepU = 0;
        float stepV = 0;
        if (sampler.maxAnisotropy() > 1) {
            float ratio = (float) Math.sqrt(longer / Math.min(alongX, alongY));
            float limit = sampler.maxAnisotropy();
            int whole = (int) (ratio < limit ? ratio : limit);
            // Rounded up, except just above a whole number
            taps = whole < limit && ratio - whole > 0.01f ? whole + 1 : whole;
            share = 1f / taps;
            longer = longer * share * share;
            stepU = alongX >= alongY ? dudx : dudy;
            stepV = alongX >= alongY ? dvdx : dvdy;
        }
        float lambda = 0.5f * Log2.log2(footprint(longer));
        boolean magnified = !(lambda > 0);
        var filter = magnified ? sampler.magFilter() : sampler.minFilter();
        float last = texture.levels() - 1;
        float positive = magnified ? 0 : lambda;
        float level = positive < last ? positive : last;
        int first = 0;
        float fraction = 0;
        if (sampler.mipFilter() == MipFilter.LINEAR) {
            first = (int) level;
            fraction = level - first;
        } else if (sampler.mipFilter() == MipFilter.NEAREST) {
            first = (int) (level + 0.5f);
        }
        int second = Math.min(first + 1, texture.levels() - 1);
        for (int tap = 0; tap < taps; tap++) {
            float offset = (tap + 0.5f) * share - 0.5f;
            float tapU = u + stepU * offset;
            float tapV = v + stepV * offset;
            bilinear(texture, sampler, filter, first, tapU, tapV, (1 - fraction) * share, sum);
            bilinear(texture, sampler, filter, second, tapU, tapV, fraction * share, sum);
        }
    }

    /** Keeps a squared footprint in range; NaN becomes the least. */
    private static float footprint(float squared) {
        float low =
                squared > SamplingConstants.LEAST_FOOTPRINT
                        ? squared
                        : SamplingConstants.LEAST_FOOTPRINT;
        return low < SamplingConstants.MOST_FOOTPRINT ? low : SamplingConstants.MOST_FOOTPRINT;
    }

    private static void bilinear(
            Texture texture,
            Sampler sampler,
            Filter filter,
            int level,
            float u,
            float v,
            float weight,
            float[] sum) {
        int width = texture.levelWidth(level);
        int height = texture.levelHeight(level);
        float half = filter == Filter.NEAREST ? 0 : 0.5f;
        float x = fold(u, sampler.addressU()) * width - half;
        float y = fold(v, sampler.addressV()) * height - half;
        int floorX = Floor.floor(x);
        int floorY = Floor.floor(y);
        float fx = filter == Filter.NEAREST ? 0 : x - floorX;
        float fy = filter == Filter.NEAREST ? 0 : y - floorY;
        int x0 = texel(floorX, width, sampler.addressU());
        int x1 = texel(floorX + 1, width, sampler.addressU());
        int y0 = texel(floorY, height, sampler.addressV());
        int y1 = texel(floorY + 1, height, sampler.addressV());
        int base = texture.levelOffset(level);
        float top = (1 - fy) * weight;
        float bottom = fy * weight;
        accumulate(texture, base + y0 * width + x0, (1 - fx) * top, sum);
        accumulate(texture, base + y0 * width + x1, fx * top, sum);
        accumulate(texture, base + y1 * width + x0, (1 - fx) * bottom, sum);
        accumulate(texture, base + y1 * width + x1, fx * bottom, sum);
    }

    /** Maps a coordinate to 0..1 by its address mode. */
    private static float fold(float coordinate, AddressMode mode) {
        float a = Math.abs(coordinate) < SamplingConstants.MOST_COORDINATE ? coordinate : 0;
        return switch (mode) {
            // Just below 0 the difference rounds to 1, which is the texel before 1 again
            case REPEAT -> Math.min(a - Floor.floor(a), SamplingConstants.BELOW_ONE);
            case CLAMP_TO_EDGE -> Math.min(Math.max(a, 0), 1);
            case MIRROR_REPEAT -> {
                float h = a * 0.5f;
                float f = (h - Floor.floor(h)) * 2;
                yield f > 1 ? 2 - f : f;
            }
        };
    }

    /** Brings a texel index from -1..size into 0..size-1. */
    private static int texel(int index, int size, AddressMode mode) {
        if (mode == AddressMode.REPEAT) {
            int up = index < 0 ? index + size : index;
            return up >= size ? up - size : up;
        }
        return Math.min(Math.max(index, 0), size - 1);
    }

    private static void accumulate(Texture texture, int texel, float weight, float[] sum) {
        if (texture.format() == TextureFormat.RGBA32_FLOAT) {
            for (int c = 0; c < 4; c++) {
                sum[c] += texture.floats()[4 * texel + c] * weight;
            }
            return;
        }
        int packed = texture.texels()[texel];
        boolean srgb = texture.format() == TextureFormat.RGBA8_SRGB;
        for (int c = 0; c < 3; c++) {
            float value = (packed >>> 8 * c & 0xff) * SamplingConstants.UNORM;
            sum[c] += (srgb ? SrgbDecoding.linear(value) : value) * weight;
        }
        sum[3] += (packed >>> 24) * SamplingConstants.UNORM * weight;
    }
}
