package dev.azulejo.cli;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A plot over the size of sorting windows, as SVG: each is four times the one before, the whole
 * frame comes last. Colours are classes, which the page sets.
 */
final class WindowPlot {
    private final LinePlot plot;

    /**
     * A line.
     *
     * @param style its class
     * @param text what it shows
     * @param rows of each window; null where nothing was measured
     */
    record Series(String style, String text, Measurement[] rows) {
        /** The same rows as another line. */
        Series as(String otherStyle, String otherText) {
            return new Series(otherStyle, otherText, rows);
        }

        /** The largest value. */
        double most(ToDoubleFunction<Measurement> value) {
            return Arrays.stream(values(value)).filter(v -> !Double.isNaN(v)).max().orElse(0);
        }

        private double[] values(ToDoubleFunction<Measurement> value) {
            return Arrays.stream(rows)
                    .mapToDouble(row -> row == null ? Double.NaN : value.applyAsDouble(row))
                    .toArray();
        }

        private List<String> names() {
            return Arrays.stream(rows).map(row -> row == null ? "" : row.name()).toList();
        }
    }

    /**
     * Makes axes.
     *
     * @param title with the unit
     * @param labels of windows, ascending
     * @param most where the upright axis ends, or a little above
     */
    WindowPlot(int width, int height, String title, List<String> labels, double most) {
        plot = new LinePlot(width, height, title, labels, most);
    }

    /** Adds a line, with a point for each row; it has no points where nothing was measured. */
    WindowPlot line(Series series, ToDoubleFunction<Measurement> value) {
        plot.line(series.style(), series.text(), series.values(value), series.names());
        return this;
    }

    /** Returns the picture. */
    String picture() {
        return plot.picture();
    }
}
