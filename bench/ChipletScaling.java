import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
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

    /** Where the upright axis ends, times one GPU. */
    private static final double MOST = 2.5;

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
    private final List<String> size = List.of("--size", CompareTable.set("SIZE", "1920x1080"));
    private final List<String> options;

    private ChipletScaling(String azulejo) {
        this.azulejo = azulejo;
        counts =
                Arrays.stream(CompareTable.set("CHIPLETS", "4,16").split(","))
                        .map(Integer::valueOf)
                        .toList();
        options = new ArrayList<>(size);
        options.addAll(
                List.of(
                        "--frames",
                        CompareTable.set("FRAMES", "3"),
                        "--warmup",
                        CompareTable.set("WARMUP", "3")));
        options.addAll(List.of("--bins", CompareTable.set("BINS", "32")));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var scaling = new ChipletScaling(arguments[0]);
        var scenes =
                arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : SCENES;
        var results = new ArrayList<ScalingPlot.Chart>();
        System.out.println("| scene | | " + String.join(" | ", COLUMNS) + " |");
        System.out.println("| --- | --- |" + " --- |".repeat(COLUMNS.size()));
        for (String scene : scenes) {
            results.add(scaling.measure(scene));
        }
        if (!CompareTable.set("TIMES", "on").equals("off")) {
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

    private ScalingPlot.Chart measure(String scene) throws IOException, InterruptedException {
        var rows = new LinkedHashMap<String, Map<Integer, Double>>();
        for (int chiplets : counts) {
            var bins = "bins-" + chiplets + "-auto";
            var regions = "regions-" + chiplets;
            var command =
                    new ArrayList<>(List.of(azulejo, "compare", scene, "--technique", "bins"));
            command.addAll(List.of("--gpus", "" + chiplets, "--settings", bins + "," + regions));
            command.addAll(options);
            var table = CompareTable.of(command);
            for (var row : table.rows()) {
                if (row.getFirst().equals("one-early-z")) {
                    continue;
                }
                print(scene, table, row);
                double positions = table.number(row, "positions x one");
                double ahead = table.number(row, "positions ahead x one");
                boolean chiplet = row.getFirst().equals(bins);
                put(rows, chiplet ? "bins" : "regions", chiplets, positions);
                String all = chiplet ? "bins and visibility" : "regions and pretests";
                put(rows, all, chiplets, positions + ahead);
            }
        }
        return new ScalingPlot.Chart(scene, rows);
    }

    private static void put(
            Map<String, Map<Integer, Double>> rows, String row, int chiplets, double value) {
        rows.computeIfAbsent(row, name -> new LinkedHashMap<>()).put(chiplets, value);
    }

    private static void print(String scene, CompareTable table, List<String> row) {
        var line = new StringBuilder("| " + name(scene) + " | " + row.getFirst() + " |");
        for (String column : COLUMNS) {
            line.append(" ").append(table.text(row, column)).append(" |");
        }
        System.out.println(line);
        System.out.flush();
    }

    /** A plain device, a package frame by frame, and overlapped, with the same threads. */
    private void time(String scene) throws IOException, InterruptedException {
        double one = value(bench(scene, List.of()), "mean_ms");
        for (int chiplets : counts) {
            var group = List.of("--gpus", "" + chiplets, "--split", "bins");
            double single = value(bench(scene, group), "mean_ms");
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
        var command = new ArrayList<>(List.of(azulejo, "bench", scene, "--json"));
        command.addAll(size);
        command.addAll(List.of("--frames", CompareTable.set("TIMED", "40"), "--reuse", "off"));
        command.addAll(List.of("--warmup", CompareTable.set("SECONDS_WARM", "12")));
        command.addAll(group);
        return String.join("", CompareTable.run(command));
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

    private static String name(String scene) {
        return scene.substring(scene.lastIndexOf('/') + 1);
    }

    /** Linear, since counts of bins may be far below one's. */
    private String plot(List<ScalingPlot.Chart> charts) {
        var ticks = new ArrayList<Double>();
        for (double times = 0; times <= MOST; times += 0.5) {
            ticks.add(times);
        }
        return new ScalingPlot(
                        counts,
                        "vertices of all, times one's with early Z",
                        ticks,
                        times -> Math.min(times, MOST) / MOST,
                        times -> String.format(Locale.ROOT, "%.1f", times))
                .draw(charts);
    }
}
