package dev.azulejo.core.oracle;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.resource.TextureFormat;

/**
 * How colours merge and are stored: the tables "Blend Factors" and "Blend Operations" of Vulkan
 * 1.3. Fixed-point targets clamp what comes in, and merge in linear light.
 */
final class Equation {
    private static final Interval ONE = Interval.of(1);

    private Equation() {}

    /**
     * What is stored, as linear light.
     *
     * @param source the fragment's red, green, blue, alpha
     * @param stored what was there
     */
    static Interval[] merge(
            BlendState blend, TextureFormat format, Interval[] source, Interval[] stored) {
        var s = source.clone();
        if (format != TextureFormat.RGBA32_FLOAT) {
            for (int c = 0; c < 4; c++) {
                s[c] = s[c].clamp(0, 1);
            }
        }
        var merged = stored.clone();
        for (int c = 0; c < 4; c++) {
            if ((blend.writeMask() >>> c & 1) != 0) {
                var component = c == 3 ? blend.alpha() : blend.color();
                var value = merge(component, s[c], s[3], stored[c], stored[3]);
                merged[c] = store(format, c, value);
            }
        }
        return merged;
    }

    /** One channel, before it is stored. */
    static Interval merge(BlendComponent by, Interval s, Interval sa, Interval d, Interval da) {
        var source = s.times(factor(by.sourceFactor(), s, sa, d, da));
        var destination = d.times(factor(by.destinationFactor(), s, sa, d, da));
        return switch (by.operation()) {
            case ADD -> source.plus(destination);
            case SUBTRACT -> source.minus(destination);
            case REVERSE_SUBTRACT -> destination.minus(source);
            // Factors do not count.
            case MIN -> s.min(d);
            case MAX -> s.max(d);
        };
    }

    private static Interval factor(
            BlendFactor factor, Interval s, Interval sa, Interval d, Interval da) {
        return switch (factor) {
            case ZERO -> Interval.of(0);
            case ONE -> ONE;
            case SRC -> s;
            case ONE_MINUS_SRC -> ONE.minus(s);
            case SRC_ALPHA -> sa;
            case ONE_MINUS_SRC_ALPHA -> ONE.minus(sa);
            case DST -> d;
            case ONE_MINUS_DST -> ONE.minus(d);
            case DST_ALPHA -> da;
            case ONE_MINUS_DST_ALPHA -> ONE.minus(da);
        };
    }

    /** What a format makes of a value, as linear light again. */
    static Interval store(TextureFormat format, int channel, Interval value) {
        if (format == TextureFormat.RGBA32_FLOAT) {
            return value.widen(4 * Shape.ULP);
        }
        // Encoding may be off by a small part of a code.
        double off = curved(format, channel) ? 0.08 : 0.001;
        double low = encode(format, channel, value.low());
        double high = encode(format, channel, value.high());
        return new Interval(
                decode(format, channel, Math.floor(Math.max(0, low - off) + 0.5)),
                decode(format, channel, Math.floor(Math.min(255, high + off) + 0.5)));
    }

    private static boolean curved(TextureFormat format, int channel) {
        return format == TextureFormat.RGBA8_SRGB && channel != 3;
    }

    /** 0..255, not rounded; the curve is that of IEC 61966-2-1. */
    static double encode(TextureFormat format, int channel, double linear) {
        double l = Math.clamp(linear, 0.0, 1.0);
        if (!curved(format, channel)) {
            return 255 * l;
        }
        return 255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * Math.pow(l, 1 / 2.4) - 0.055);
    }

    static double decode(TextureFormat format, int channel, double code) {
        double c = code / 255;
        if (!curved(format, channel)) {
            return c;
        }
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }
}
