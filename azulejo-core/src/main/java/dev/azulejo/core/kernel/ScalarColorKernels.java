package dev.azulejo.core.kernel;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.math.SrgbEncoding;

/** Definition of {@link ColorKernels}. */
public final class ScalarColorKernels implements ColorKernels {
    /** 1/255 as a float: stored 8-bit values become linear by one multiplication. */
    public static final float UNORM = 1 / 255f;

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
        for (int i = from; i < to; i++) {
            packed[i] = pack(srgb, red[i], green[i], blue[i], alpha[i]);
        }
    }

    /** Clamps and encodes one pixel. */
    public static int pack(boolean srgb, float red, float green, float blue, float alpha) {
        return srgb
                ? SrgbEncoding.encode(red)
                        | SrgbEncoding.encode(green) << 8
                        | SrgbEncoding.encode(blue) << 16
                        | unorm(alpha) << 24
                : unorm(red) | unorm(green) << 8 | unorm(blue) << 16 | unorm(alpha) << 24;
    }

    /** Clamps to 0..1 (NaN to 0) and rounds to 0..255. */
    public static int unorm(float value) {
        float low = value > 0 ? value : 0;
        float clamped = low < 1 ? low : 1;
        return (int) (clamped * 255 + 0.5f);
    }

    /** Clamps to 0..1, NaN to 0. */
    public static float clamp(float value) {
        float low = value > 0 ? value : 0;
        return low < 1 ? low : 1;
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
        for (int i = from; i < to; i++) {
            int stored = packed[i];
            float dr = decode(srgb, stored & 0xff);
            float dg = decode(srgb, stored >>> 8 & 0xff);
            float db = decode(srgb, stored >>> 16 & 0xff);
            float da = (stored >>> 24) * UNORM;
            float sr = clamp(red[i]);
            float sg = clamp(green[i]);
            float sb = clamp(blue[i]);
            float sa = clamp(alpha[i]);
            packed[i] =
                    pack(
                            srgb,
                            merge(blend.color(), sr, sa, dr, da),
                            merge(blend.color(), sg, sa, dg, da),
                            merge(blend.color(), sb, sa, db, da),
                            merge(blend.alpha(), sa, sa, da, da));
        }
    }

    private static float decode(boolean srgb, int code) {
        return srgb ? SrgbEncoding.DECODE[code] : code * UNORM;
    }

    /** Evaluates a blend equation for one channel. */
    public static float merge(BlendComponent component, float s, float sa, float d, float da) {
        float source = s * factor(component.sourceFactor(), s, sa, d, da);
        float destination = d * factor(component.destinationFactor(), s, sa, d, da);
        return switch (component.operation()) {
            case ADD -> source + destination;
            case SUBTRACT -> source - destination;
            case REVERSE_SUBTRACT -> destination - source;
            case MIN -> Math.min(s, d);
            case MAX -> Math.max(s, d);
        };
    }

    private static float factor(BlendFactor factor, float s, float sa, float d, float da) {
        return switch (factor) {
            case ZERO -> 0;
            case ONE -> 1;
            case SRC -> s;
            case ONE_MINUS_SRC -> 1 - s;
            case SRC_ALPHA -> sa;
            case ONE_MINUS_SRC_ALPHA -> 1 - sa;
            case DST -> d;
            case ONE_MINUS_DST -> 1 - d;
            case DST_ALPHA -> da;
            case ONE_MINUS_DST_ALPHA -> 1 - da;
        };
    }
}
