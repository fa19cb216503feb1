import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What packages of chiplets process twice and tell each other, beside as many GPUs that share the
 * screen by regions, and what frames take: {@code chiplets.sh} starts it. Counts are runs of {@code
 * azulejo compare --technique bins}, times of {@code azulejo bench}.
 */
final class ChipletScaling {
    private static final List<String> SCENES = List.of("demo:city", "demo:rooms");

    private static final String[] COLORS = {"#1d4f91", "#7fa8dd", "#e07b1a", "#f2bd85"};
    private static final int WIDTH = 420;
    private static final int HEIGHT = 300;

    /** Where the upright axis ends, times one GPU. */
    private static final double MOST = 2.5;

    private static final int LEFT = 48;
    private static final int TOP = 52;
    private static final int BOTTOM = 34;

    private static final List<String> COLUMNS =
            List.of(
                    "positions x one",
                    "varyings x one",
                    "positions ahead x one",
                    "bytes told",
                    "% of geometry",
                    "visibility %",
                    "imbalance",
                    "static",
                    "by measured",
                    "idle %",
                    "overlapped");

    private final String azulejo;
    private final List<Integer> counts;
    private final List<String> size = List.of("--size", set("SIZE", "1920x1080"));
    private final List<String> options;

    /** What all chiplets did in times of one GPU, by what is counted and number of chiplets. */
    private record Result(String scene, Map<String, Map<Integer, double[]>> rows) {}

    private ChipletScaling(String azulejo) {
        this.azulejo = azulejo;
        counts = Arrays.stream(set("CHIPLETS", "4,16").split(",")).map(Integer::valueOf).toList();
        options = new ArrayList<>(size);
        options.addAll(List.of("--frames", set("FRAMES", "3"), "--warmup", set("WARMUP", "3")));
        options.addAll(List.of("--bins", set("BINS", "32")));
    }

    private static String set(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var scaling = new ChipletScaling(arguments[0]);
        var scenes =
                arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : SCENES;
        var results = new ArrayList<Result>();
        System.out.println("| scene | | " + String.join(" | ", COLUMNS) + " |");
        System.out.println("| --- | --- |" + " --- |".repeat(COLUMNS.size()));
        for (String scene : scenes) {
            results.add(scaling.measure(scene));
        }
        if (!set("TIMES", "on").equals("off")) {
            System.out.println();
            System.out.println(
                    "| scene | chiplets | one GPU ms | single frames ms | x one | overlapped ms |"
                            + " x one | latency ms |");
            System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
            for (String scene : scenes) {
                scaling.time(scene);
            }
        }
        String plot = System.getenv("PLOT");
        if (plot != null) {
            Files.writeString(Path.of(plot), scaling.plot(results));
        }
    }

    private Result measure(String scene) throws IOException, InterruptedException {
        var rows = new LinkedHashMap<String, Map<Integer, double[]>>();
        for (int chiplets : counts) {
            var bins = "bins-" + chiplets + "-auto";
            var regions = "regions-" + chiplets;
            var command = new ArrayList<>(List.of("compare", scene, "--technique", "bins"));
            command.addAll(List.of("--gpus", "" + chiplets, "--settings", bins + "," + regions));
            command.addAll(options);
            List<String> head = null;
            for (String line : run(command)) {
                if (!line.startsWith("|") || line.startsWith("| ---")) {
                    continue;
                }
                var cells =
                        Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
                if (head == null) {
                    head = cells;
                } else if (!cells.getFirst().equals("one-early-z")) {
                    print(scene, head, cells);
                    double positions = number(head, cells, "positions x one");
                    double ahead = number(head, cells, "positions ahead x one");
                    boolean chiplet = cells.getFirst().equals(bins);
                    put(rows, chiplet ? "bins" : "regions", chiplets, positions);
                    String all = chiplet ? "bins and visibility" : "regions and pretests";
                    put(rows, all, chiplets, positions + ahead);
                }
            }
        }
        return new Result(scene, rows);
    }

    private static void put(
            Map<String, Map<Integer, double[]>> rows, String row, int chiplets, double value) {
        rows.computeIfAbsent(row, name -> new LinkedHashMap<>())
                .put(chiplets, new double[] {value});
    }

    private static void print(String scene, List<String> head, List<String> cells) {
        var line = new StringBuilder("| " + name(scene) + " | " + cells.getFirst() + " |");
        for (String column : COLUMNS) {
            line.append(" ").append(cells.get(head.indexOf(column))).append(" |");
        }
        System.out.println(line);
        System.out.flush();
    }

    /** A plain device, a package frame by frame, and overlapped, with the same threads. */
    private void time(String scene) throws IOException, InterruptedException {
        double one = value(bench(scene, List.of()), "median_ms");
        for (int chiplets : counts) {
            var group = List.of("--gpus", "" + chiplets, "--split", "bins");
            double single = value(bench(scene, group), "median_ms");
            var overlap = new ArrayList<>(group);
            overlap.addAll(List.of("--overlap", "on"));
            var line = bench(scene, overlap);
            double overlapped = value(line, "mean_ms");
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %.1f | %.2f | %.1f | %.2f | %.1f |%n",
                    name(scene),
                    chiplets,
                    one,
                    single,
                    single / one,
                    overlapped,
                    overlapped / one,
                    value(line, "latency_ms"));
            System.out.flush();
        }
    }

    private String bench(String scene, List<String> group)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bench", scene, "--json"));
        command.addAll(size);
        command.addAll(List.of("--frames", set("TIMED", "40"), "--reuse", "off"));
        command.addAll(List.of("--warmup", set("SECONDS_WARM", "6")));
        command.addAll(group);
        return String.join("", run(command));
    }

    private static double value(String json, String name) {
        int at = json.indexOf("\"" + name + "\": ");
        if (at < 0) {
            throw new IllegalStateException("bench says nothing of " + name + ": " + json);
        }
        int from = at + name.length() + 4;
        int to = from;
        while ("0123456789.-".indexOf(json.charAt(to)) >= 0) {
            to++;
        }
        return Double.parseDouble(json.substring(from, to));
    }

    private List<String> run(List<String> words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(azulejo));
        command.addAll(words);
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (process.waitFor() != 0) {
            System.err.println(
                    "chiplets: exit code "
                            + process.exitValue()
                            + ": "
                            + String.join(" ", command));
            System.exit(2);
        }
        return lines;
    }

    private static String name(String scene) {
        return scene.substring(scene.lastIndexOf('/') + 1);
    }

    private static double number(List<String> head, List<String> cells, String column) {
        return Double.parseDouble(cells.get(head.indexOf(column)));
    }

    /** A plot a scene: vertices over GPUs, both axes in powers of two. */
    private String plot(List<Result> results) {
        int columns = Math.min(3, results.size());
        int rows = (results.size() + columns - 1) / columns;
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
        results.forEach(result -> names.addAll(result.rows.keySet()));
        for (int r = 0; r < results.size(); r++) {
            svg.append(
                    format(
                            "<g transform=\"translate(%d %d)\">%n",
                            r % columns * WIDTH, r / columns * HEIGHT));
            panel(svg, results.get(r), List.copyOf(names));
            svg.append("</g>\n");
        }
        return svg.append("</svg>\n").toString();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    private double x(int gpus) {
        return LEFT + log2(gpus) / log2(counts.getLast()) * (WIDTH - LEFT - 20);
    }

    /** Linear, since counts of bins may be far below one's. */
    private static double y(double times) {
        return HEIGHT - BOTTOM - Math.min(times, MOST) / MOST * (HEIGHT - TOP - BOTTOM);
    }

    private void panel(StringBuilder svg, Result result, List<String> names) {
        String title = result.scene.substring(result.scene.lastIndexOf('/') + 1);
        svg.append(
                format(
                        "<text class=\"title\" x=\"%d\" y=\"16\">%s: vertices of all, times one's"
                                + " with early Z</text>%n",
                        LEFT, title));
        for (double times = 0; times <= MOST; times += 0.5) {
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
                            format("%.1f", times)));
        }
        for (int gpus : counts) {
            svg.append(
                    format(
                            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>%n",
                            x(gpus), HEIGHT - BOTTOM + 16, gpus));
        }
        double legend = 6;
        for (var row : result.rows.entrySet()) {
            String color = COLORS[names.indexOf(row.getKey()) % COLORS.length];
            var path = new StringBuilder();
            for (var cell : row.getValue().entrySet()) {
                double cx = x(cell.getKey());
                double cy = y(cell.getValue()[0]);
                path.append(path.isEmpty() ? "M" : "L").append(format("%.1f %.1f", cx, cy));
                svg.append(
                        format(
                                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%s, %d"
                                        + " GPUs: %.2f</title></circle>%n",
                                cx, cy, color, row.getKey(), cell.getKey(), cell.getValue()[0]));
            }
            svg.append(format("<path class=\"line\" stroke=\"%s\" d=\"%s\"/>%n", color, path));
            svg.append(
                    format(
                            "<path class=\"line\" stroke=\"%s\" d=\"M%.1f 30h16\"/><text x=\"%.1f\""
                                    + " y=\"34\">%s</text>%n",
                            color, legend, legend + 20, row.getKey()));
            legend += 26 + 5.6 * row.getKey().length();
        }
    }
}
