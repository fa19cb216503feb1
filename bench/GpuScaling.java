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
 * Geometry work of all GPUs of a group in times of one's, for scenes, numbers of GPUs and pretests:
 * {@code gpus.sh} starts it. Each cell is a run of {@code azulejo compare --technique gpus}.
 */
final class GpuScaling {
    private static final List<String> SCENES =
            List.of("demo:city", "demo:rooms", "demo:terrain", "demo:objects");

    private static final String[] COLORS = {
        "#98a3b3", "#1d4f91", "#e07b1a", "#2e8b57", "#7a4fb5", "#d0342c"
    };
    private static final int WIDTH = 420;
    private static final int HEIGHT = 300;
    private static final int LEFT = 48;
    private static final int TOP = 52;
    private static final int BOTTOM = 34;

    private final String azulejo;
    private final List<Integer> counts;
    private final List<String> options;

    /** What all GPUs did in times of one, by setting and number of GPUs. */
    private record Result(String scene, Map<String, Map<Integer, double[]>> rows) {}

    private GpuScaling(String azulejo) {
        this.azulejo = azulejo;
        counts =
                Arrays.stream(set("GPUS", "2,4,8,16,64").split(",")).map(Integer::valueOf).toList();
        options =
                new ArrayList<>(
                        List.of(
                                "--size",
                                set("SIZE", "1920x1080"),
                                "--frames",
                                set("FRAMES", "1"),
                                "--warmup",
                                set("WARMUP", "3")));
        options.addAll(List.of("--regions", set("REGIONS", "interleaved:256")));
        String pieces = System.getenv("PIECES");
        if (pieces != null) {
            options.addAll(List.of("--pieces", pieces));
        }
        String settings = System.getenv("SETTINGS");
        if (settings != null) {
            options.addAll(List.of("--settings", settings));
        }
    }

    private static String set(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var scaling = new GpuScaling(arguments[0]);
        var scenes =
                arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : SCENES;
        var results = new ArrayList<Result>();
        for (String scene : scenes) {
            results.add(scaling.measure(scene));
            scaling.print(results.getLast(), results.size() == 1);
        }
        String plot = System.getenv("PLOT");
        if (plot != null) {
            Files.writeString(Path.of(plot), scaling.plot(results));
        }
    }

    private Result measure(String scene) throws IOException, InterruptedException {
        var rows = new LinkedHashMap<String, Map<Integer, double[]>>();
        for (int gpus : counts) {
            for (var row : compare(scene, gpus).entrySet()) {
                rows.computeIfAbsent(row.getKey(), name -> new LinkedHashMap<>())
                        .put(gpus, row.getValue());
            }
        }
        return new Result(scene, rows);
    }

    /** Vertices and primitives by setting, in times of one GPU's. */
    private Map<String, double[]> compare(String scene, int gpus)
            throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                azulejo,
                                "compare",
                                scene,
                                "--technique",
                                "gpus",
                                "--gpus",
                                "" + gpus));
        command.addAll(options);
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (process.waitFor() != 0) {
            System.err.println(
                    "gpus: exit code " + process.exitValue() + ": " + String.join(" ", command));
            System.exit(2);
        }
        var rows = new LinkedHashMap<String, double[]>();
        List<String> head = null;
        for (String line : lines) {
            if (!line.startsWith("|") || line.startsWith("| ---")) {
                continue;
            }
            var cells = Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
            if (head == null) {
                head = cells;
            } else if (!cells.getFirst().equals("one")) {
                rows.put(
                        cells.getFirst(),
                        new double[] {
                            number(head, cells, "vertices x one"),
                            number(head, cells, "primitives x one"),
                            number(head, cells, "% needless")
                        });
            }
        }
        return rows;
    }

    private static double number(List<String> head, List<String> cells, String column) {
        return Double.parseDouble(cells.get(head.indexOf(column)));
    }

    private void print(Result result, boolean first) {
        boolean tight = System.getenv("TIGHT") != null;
        if (first) {
            System.out.print("| scene | pretest |");
            String columns = tight ? "% needless |" : "vertices | primitives |";
            counts.forEach(gpus -> System.out.print(" " + gpus + " GPUs: " + columns));
            String lines = tight ? " --- |" : " --- | --- |";
            System.out.println("\n| --- | --- |" + lines.repeat(counts.size()));
        }
        String name = result.scene;
        for (var row : result.rows.entrySet()) {
            System.out.print("| " + name + " | " + row.getKey() + " |");
            name = "";
            for (int gpus : counts) {
                double[] times =
                        row.getValue()
                                .getOrDefault(
                                        gpus, new double[] {Double.NaN, Double.NaN, Double.NaN});
                if (tight) {
                    System.out.printf(Locale.ROOT, " %.1f |", times[2]);
                    continue;
                }
                System.out.printf(Locale.ROOT, " %.2f | %.2f |", times[0], times[1]);
            }
            System.out.println();
        }
        System.out.flush();
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

    private double y(double times) {
        double span = log2(counts.getLast()) + 1;
        return HEIGHT - BOTTOM - (log2(Math.max(times, 0.5)) + 1) / span * (HEIGHT - TOP - BOTTOM);
    }

    private void panel(StringBuilder svg, Result result, List<String> names) {
        String title = result.scene.substring(result.scene.lastIndexOf('/') + 1);
        svg.append(
                format(
                        "<text class=\"title\" x=\"%d\" y=\"16\">%s: vertices of all GPUs, times"
                                + " one's</text>%n",
                        LEFT, title));
        for (double times = 0.5; times <= counts.getLast(); times *= 2) {
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
                            times < 1 ? "½" : "" + (int) times));
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
