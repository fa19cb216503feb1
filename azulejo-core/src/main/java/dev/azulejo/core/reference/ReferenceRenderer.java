package dev.azulejo.core.reference;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.AlphaCoverage;
import dev.azulejo.core.kernel.InterpolationTriangle;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarColorKernels;
import dev.azulejo.core.kernel.ScalarInterpolationKernels;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.math.SrgbEncoding;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.FragmentBatch;

import java.util.Arrays;

/** Immediate mode in its simplest form. */
public final class ReferenceRenderer {
    private final ScalarInterpolationKernels interpolation = new ScalarInterpolationKernels();
    private final ScalarColorKernels colorKernels = new ScalarColorKernels();
    private final InterpolationTriangle interpolated = new InterpolationTriangle();
    private final FragmentBatch batch = new FragmentBatch();
    private final float[] sampleZ = new float[SamplePattern.MOST];
    private final int[] onePixel = new int[1];
    private final int[] noScratch = new int[0];
    private final Counts counts;

    /** Makes a renderer that adds to the given counters. */
    public ReferenceRenderer(Counts counts) {
        this.counts = counts;
    }

    /**
     * Renders a phase, or a part of it; the target's sample storage exists.
     *
     * @param pass what is rendered
     * @param chunks its triangles
     * @param from the first to render
     * @param to behind the last
     * @param first whether this is the first part
     * @param last whether it is the last
     */
    public void render(
            PassDescriptor pass,
            ChunkOutput[] chunks,
            int from,
            int to,
            boolean first,
            boolean last) {
        var target = pass.target();
        if (pass.clear() && first) {
            clear(pass);
        }
        var pattern = SamplePattern.of(target.samples());
        for (int c = from; c < to; c++) {
            for (int t = 0; t < chunks[c].triangles(); t++) {
                int at = chunks[c].recordsAt() + t * TrianglePlanes.STRIDE;
                triangle(target, pattern, chunks[c], at);
            }
        }
        if (last) {
            resolve(target);
        }
    }

    private static void clear(PassDescriptor pass) {
        var target = pass.target();
        Arrays.fill(target.sampleDepth(), pass.clearDepth());
        float[] clear = {pass.clearRed(), pass.clearGreen(), pass.clearBlue(), pass.clearAlpha()};
        if (target.format() == TextureFormat.RGBA32_FLOAT) {
            for (int i = 0; i < target.sampleFloatColor().length; i++) {
                target.sampleFloatColor()[i] = clear[i & 3];
            }
        } else {
            Arrays.fill(
                    target.sampleColor(),
                    ScalarColorKernels.pack(
                            target.format() == TextureFormat.RGBA8_SRGB,
                            clear[0],
                            clear[1],
                            clear[2],
                            clear[3]));
        }
    }

    private void triangle(RenderTarget target, SamplePattern pattern, ChunkOutput chunk, int at) {
        int[] r = chunk.records();
        int samples = pattern.count();
        interpolated.set(
                r,
                at,
                chunk.vertexData(),
                chunk.verticesAt(),
                1 + chunk.draw().varyingCount(),
                chunk.instance());
        int column0 = TrianglePlanes.first(r[at + TrianglePlanes.COLUMNS]);
        int column1 = TrianglePlanes.last(r[at + TrianglePlanes.COLUMNS]);
        int row0 = TrianglePlanes.first(r[at + TrianglePlanes.ROWS]);
        int row1 = TrianglePlanes.last(r[at + TrianglePlanes.ROWS]);
        for (int py = row0; py <= row1; py++) {
            for (int px = column0; px <= column1; px++) {
                int pixel = py * target.width() + px;
                int mask = 0;
                for (int s = 0; s < samples; s++) {
                    int x = (px << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
                    int y = (py << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
                    if (inside(r, at, at + 2, x, y)
                            && inside(r, at + 2, at + 4, x, y)
                            && inside(r, at + 4, at, x, y)) {
                        counts.add(Counter.SAMPLES_TESTED, 1);
                        float z = depth(r, at, x, y);
                        if (chunk.draw()
                                .pipeline()
                                .depth()
                                .compare()
                                .test(z, target.sampleDepth()[pixel * samples + s])) {
                            counts.add(Counter.SAMPLES_PASSED, 1);
                            sampleZ[s] = z;
                            mask |= 1 << s;
                        }
                    }
                }
                if (mask != 0) {
                    fragment(target, chunk.draw(), px, py, mask);
                }
            }
        }
    }

    private static boolean inside(int[] r, int from, int to, int x, int y) {
        long a = (long) r[from + TrianglePlanes.Y0] - r[to + TrianglePlanes.Y0];
        long b = (long) r[to + TrianglePlanes.X0] - r[from + TrianglePlanes.X0];
        long e = a * (x - r[from + TrianglePlanes.X0]) + b * (y - r[from + TrianglePlanes.Y0]);
        boolean topLeft = a > 0 || a == 0 && b > 0;
        return e > 0 || e == 0 && topLeft;
    }

    private static float depth(int[] r, int at, int x, int y) {
        float dx = x - r[at + TrianglePlanes.X0];
        float dy = y - r[at + TrianglePlanes.Y0];
        float z =
                (Float.intBitsToFloat(r[at + TrianglePlanes.Z0])
                                + Float.intBitsToFloat(r[at + TrianglePlanes.DZDX]) * dx)
                        + Float.intBitsToFloat(r[at + TrianglePlanes.DZDY]) * dy;
        float low = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MIN]);
        float high = Float.intBitsToFloat(r[at + TrianglePlanes.Z_MAX]);
        return Math.min(Math.max(z, low), high);
    }

    private void fragment(RenderTarget target, DrawState draw, int px, int py, int mask) {
        if (draw.colorless() && !draw.discards()) {
            writeDepth(target, draw, px, py, mask);
            return;
        }
        batch.count = 1;
        batch.pixelX[0] = px;
        batch.pixelY[0] = py;
        batch.bind(draw.groups());
        int covered = draw.discards() ? mask & kept(draw, target.samples()) : mask;
        if (covered == 0) {
            return;
        }
        writeDepth(target, draw, px, py, covered);
        if (draw.colorless()) {
            return;
        }
        int gradients = draw.pipeline().program().gradientCount();
        interpolation.interpolate(interpolated, batch, 0, 1, draw.varyingCount(), gradients);
        draw.fragmentStage().shade(batch);
        counts.add(Counter.FRAGMENTS_SHADED, 1);
        int samples = target.samples();
        for (int s = 0; s < samples; s++) {
            if ((covered >>> s & 1) != 0) {
                int at = (py * target.width() + px) * samples + s;
                if (target.format() == TextureFormat.RGBA32_FLOAT) {
                    mergeFloat(draw.pipeline().blend(), target.sampleFloatColor(), 4 * at);
                } else {
                    merge(
                            draw.pipeline().blend(),
                            target.format() == TextureFormat.RGBA8_SRGB,
                            target.sampleColor(),
                            at);
                }
            }
        }
    }

    /** Asks the program which samples of the fragment stay. */
    private int kept(DrawState draw, int samples) {
        counts.add(Counter.FRAGMENTS_DISCARD_TESTED, 1);
        var program = draw.pipeline().program();
        boolean covers = draw.pipeline().alphaToCoverage();
        int gradients = covers ? program.coverGradientCount() : program.gradientCount();
        interpolation.interpolate(interpolated, batch, 0, 1, draw.varyingCount(), gradients);
        if (covers) {
            draw.fragmentStage().cover(batch);
            return AlphaCoverage.of(samples).mask(batch.alpha[0]);
        }
        draw.fragmentStage().keep(batch);
        return batch.keep[0] == 0 ? 0 : -1;
    }

    private void writeDepth(RenderTarget target, DrawState draw, int px, int py, int mask) {
        if (draw.pipeline().depth().write()) {
            int samples = target.samples();
            int at = (py * target.width() + px) * samples;
            for (int m = mask; m != 0; m &= m - 1) {
                int s = Integer.numberOfTrailingZeros(m);
                target.sampleDepth()[at + s] = sampleZ[s];
            }
        }
    }

    private void merge(BlendState blend, boolean srgb, int[] color, int at) {
        int stored = color[at];
        onePixel[0] = stored;
        if (blend.readsDestination()) {
            colorKernels.blend(
                    blend,
                    srgb,
                    batch.red,
                    batch.green,
                    batch.blue,
                    batch.alpha,
                    onePixel,
                    noScratch,
                    0,
                    1);
        } else {
            colorKernels.encode(
                    srgb,
                    batch.red,
                    batch.green,
                    batch.blue,
                    batch.alpha,
                    onePixel,
                    noScratch,
                    0,
                    1);
        }
        for (int channel = 0; channel < 4; channel++) {
            if ((blend.writeMask() >>> channel & 1) != 0) {
                int bits = 0xff << 8 * channel;
                stored = stored & ~bits | onePixel[0] & bits;
            }
        }
        color[at] = stored;
    }

    private void mergeFloat(BlendState blend, float[] color, int at) {
        float[] source = {batch.red[0], batch.green[0], batch.blue[0], batch.alpha[0]};
        float sa = source[3];
        float da = color[at + 3];
        for (int channel = 0; channel < 4; channel++) {
            if ((blend.writeMask() >>> channel & 1) != 0) {
                var equation = channel == 3 ? blend.alpha() : blend.color();
                color[at + channel] =
                        blend.readsDestination()
                                ? ScalarColorKernels.merge(
                                        equation, source[channel], sa, color[at + channel], da)
                                : source[channel];
            }
        }
    }

    private void resolve(RenderTarget target) {
        int samples = target.samples();
        boolean isFloat = target.format() == TextureFormat.RGBA32_FLOAT;
        counts.add(Counter.PIXELS_RESOLVED, (long) target.width() * target.height());
        if (target.format() == TextureFormat.DEPTH32_FLOAT) {
            return;
        }
        for (int pixel = 0; pixel < target.width() * target.height(); pixel++) {
            if (isFloat) {
                for (int channel = 0; channel < 4; channel++) {
                    target.floatPixels()[4 * pixel + channel] =
                            mean(target.sampleFloatColor(), pixel, channel, samples);
                }
            } else {
                target.pixels()[pixel] =
                        mean(
                                target.sampleColor(),
                                pixel,
                                samples,
                                target.format() == TextureFormat.RGBA8_SRGB);
            }
        }
    }

    private static float mean(float[] color, int pixel, int channel, int samples) {
        float first = color[4 * pixel * samples + channel];
        float sum = 0;
        boolean same = true;
        for (int s = 0; s < samples; s++) {
            float value = color[4 * (pixel * samples + s) + channel];
            sum = s == 0 ? value : sum + value;
            same &= value == first;
        }
        // The mean of equal values is that value, whatever the sum rounds to.
        return same ? first : sum * (1f / samples);
    }

    private static int mean(int[] color, int pixel, int samples, boolean srgb) {
        var sum = new float[4];
        boolean same = true;
        int first = color[pixel * samples];
        for (int s = 0; s < samples; s++) {
            int c = color[pixel * samples + s];
            same &= c == first;
            for (int channel = 0; channel < 4; channel++) {
                int code = c >>> 8 * channel & 0xff;
                sum[channel] +=
                        srgb && channel < 3
                                ? SrgbEncoding.DECODE[code]
                                : code * ScalarColorKernels.UNORM;
            }
        }
        float share = 1f / samples;
        return same
                ? first
                : ScalarColorKernels.pack(
                        srgb, sum[0] * share, sum[1] * share, sum[2] * share, sum[3] * share);
    }
}
