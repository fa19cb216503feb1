package dev.azulejo.cli;

import dev.azulejo.core.report.Counter;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A column of a comparison's table.
 *
 * @param heading what stands above
 * @param cell what stands in a setting's row
 */
record Column(String heading, Function<Measurement, String> cell) {
    /** Median time of a frame, milliseconds. */
    static final Column MS = of("ms", "%.2f", Measurement::medianMs);

    /** Median time of the geometry stages, milliseconds. */
    static final Column GEOMETRY_MS = of("geometry ms", "%.2f", Measurement::medianGeometryMs);

    /** What remains of that: the tile stages, milliseconds. */
    static final Column TILES_MS =
            of("tiles ms", "%.2f", row -> row.medianMs() - row.medianGeometryMs());

    /** A number. */
    static Column of(String heading, String format, ToDoubleFunction<Measurement> value) {
        return new Column(
                heading, row -> String.format(Locale.ROOT, format, value.applyAsDouble(row)));
    }

    /** Mean of a frame's counters, added up. */
    static Column count(String heading, Counter... counters) {
        return of(heading, "%.0f", row -> row.mean(counters));
    }

    /** How many times faster than the first setting, off: median of the frames' ratios. */
    static Column speed(String format) {
        return of("x off", format, Measurement::speed);
    }
}
