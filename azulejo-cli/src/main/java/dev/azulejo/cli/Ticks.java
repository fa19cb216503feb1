package dev.azulejo.cli;

import java.util.Locale;

/** Numbers along the axes of a plot. */
final class Ticks {
    private Ticks() {}

    /** A round step so that there are about as many. */
    static double step(double range, int count) {
        double rough = range / count;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** Returns a value as short as it can be written. */
    static String label(double value) {
        if (value >= 1e6) {
            return trimmed(value / 1e6) + "M";
        }
        return value >= 1e4 ? trimmed(value / 1e3) + "k" : trimmed(value);
    }

    private static String trimmed(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
