import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * A chart a scene as SVG: what several GPUs or chiplets did, in times of what one does, over how
 * many they are, in powers of two. For the other programs here.
 */
final class ScalingPlot {
    private static final String[] COLORS = {
        "#7b8694", "#1d4f91", "#c76a10", "#2e8b57", "#7a4fb5", "#d0342c"
    };
    private static final int WIDTH = 420;
    private static final int HEIGHT = 300;
    private static final int LEFT = 48;
    private static final int TOP = 52;
    private static final int BOTTOM = 40;

    /** Lines of a chart: what, by name and number of GPUs. */
    record Chart(String scene, Map<String, Map<Integer, Double>> lines) {}

    private final List<Integer> counts;
    private final String members;
    private final String heading;
    private final List<Double> ticks;
    private final DoubleUnaryOperator height;
    private final DoubleFunction<String> label;

    /**
     * Describes charts.
     *
     * @param numbers how many there are, rising
     * @param of what there are: "GPUs"
     * @param what is drawn, after the name of the scene
     * @param marks values with a line and a label
     * @param scale where a value lies, 0 at the bottom and 1 at the top
     * @param text of a mark
     */
    ScalingPlot(
            List<Integer> numbers,
            String of,
            String what,
            List<Double> marks,
            DoubleUnaryOperator scale,
            DoubleFunction<String> text) {
        counts = numbers;
        members = of;
        heading = what;
        ticks = marks;
        height = scale;
        label = text;
    }

    /** Draws all charts; lines of one name have one colour. */
    String draw(List<Chart> charts) {
        // At most three beside each other, as many in each row.
        int rows = (charts.size() + 2) / 3;
        int columns = (charts.size() + rows - 1) / rows;
        var svg = new StringBuilder();
        svg.append(
                format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                                + " width=\"%d\">%n",
                        columns * WIDTH, rows * HEIGHT, columns * WIDTH));
        svg.append(
                "<style>text{font:11px"
                    + " system-ui,sans-serif;fill:#5c6675}.title{font-weight:600;fill:#1c2430}.grid{stroke:#dde2e9}.line{fill:none;stroke-width:1.6}</style>\n");
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
        var names = new LinkedHashSet<String>();
        charts.forEach(chart -> names.addAll(chart.lines.keySet()));
        for (int r = 0; r < charts.size(); r++) {
            svg.append(
                    format(
                            "<g transform=\"translate(%d %d)\">%n",
                            r % columns * WIDTH, r / columns * HEIGHT));
            panel(svg, charts.get(r), List.copyOf(names));
            svg.append("</g>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    /** A scene's file, or its folder where all files are called alike. */
    static String title(String scene) {
        String place = scene.replaceFirst("/scene\\.gltf$", "");
        return place.substring(place.lastIndexOf('/') + 1);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private double x(int gpus) {
        return LEFT + log2(gpus) / log2(counts.getLast()) * (WIDTH - LEFT - 20);
    }

    private double y(double times) {
        return HEIGHT - BOTTOM - height.applyAsDouble(times) * (HEIGHT - TOP - BOTTOM);
    }

    private void panel(StringBuilder svg, Chart chart, List<String> names) {
        svg.append(
                format(
                        "<text class=\"title\" x=\"%d\" y=\"16\">%s: %s</text>%n",
                        LEFT, title(chart.scene), heading));
        for (double times : ticks) {
            svg.append(
                    format(
                            "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\""
                                    + " y2=\"%.1f\"/><text x=\"%d\" y=\"%.1f\""
                                    + " text-anchor=\"end\">%s</text>%n",
                            LEFT,
                            WIDTH - 20,
                            y(times),
                            y(times),
                            LEFT - 6,
                            y(times) + 4,
                            label.apply(times)));
        }
        for (int gpus : counts) {
            svg.append(
                    format(
                            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
                            x(gpus), HEIGHT - BOTTOM + 16, gpus));
        }
        svg.append(
                format(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                        (x(counts.getFirst()) + x(counts.getLast())) / 2,
                        HEIGHT - BOTTOM + 30,
                        members));
        double legend = 6;
        for (var row : chart.lines.entrySet()) {
            String color = COLORS[names.indexOf(row.getKey()) % COLORS.length];
            var path = new StringBuilder();
            for (var cell : row.getValue().entrySet()) {
                double cx = x(cell.getKey());
                double cy = y(cell.getValue());
                path.append(path.isEmpty() ? "M" : "L").append(format("%.1f %.1f", cx, cy));
                svg.append(
                        format(
                                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s, %d"
                                        + " %s: %.2f</title></circle>%n",
                                cx,
                                cy,
                                color,
                                row.getKey(),
                                cell.getKey(),
                                members,
                                cell.getValue()));
            }
            svg.append(format("<path class=\"line\" stroke=\"%s\" d=\"%s\"/>%n", color, path));
            svg.append(
                    format(
                            "<path class=\"line\" stroke=\"%s\" d=\"M%.1f 30h16\"/><text x=\"%.1f\""
                                    + " y=\"34\">%s</text>%n",
                            color, legend, legend + 20, row.getKey()));
            legend += 30 + 6 * row.getKey().length();
        }
    }
}
