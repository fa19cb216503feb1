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

    /** Where the upright axis of vertices ends, times one GPU. */
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
    private final List<ScalingPlot.Chart> vertices = new ArrayList<>();
    private final List<ScalingPlot.Chart> idle = new ArrayList<>();
    private final List<ScalingPlot.Chart> imbalance = new ArrayList<>();
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
        System.out.println("| scene | | " + String.join(" | ", COLUMNS) + " |");
        System.out.println("| --- | --- |" + " --- |".repeat(COLUMNS.size()));
        for (String scene : scenes) {
            scaling.measure(scene);
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
        write("PLOT", scaling.plotVertices());
        write("IDLE", scaling.plotIdle());
        write("IMBALANCE", scaling.plotImbalance());
    }

    private static void write(String setting, String plot) throws IOException {
        String file = System.getenv(setting);
        if (file != null) {
            Files.writeString(Path.of(file), plot);
        }
    }

    private void measure(String scene) throws IOException, InterruptedException {
        var rows = chart(vertices, scene);
        var idleRows = chart(idle, scene);
        var imbalanceRows = chart(imbalance, scene);
        for (int chiplets : counts) {
            var bins = "bins-" + chiplets + "-auto";
            var looked = "bins-" + chiplets + "-positions";
            var regions = "regions-" + chiplets;
            var command =
                    new ArrayList<>(List.of(azulejo, "compare", scene, "--technique", "bins"));
            command.addAll(List.of("--gpus", "" + chiplets, "--settings"));
            command.add(String.join(",", bins, looked, regions));
            command.addAll(options);
            var table = CompareTable.of(command);
            for (var row : table.rows()) {
                if (row.getFirst().equals("one-early-z")) {
                    continue;
                }
                print(scene, table, row);
                if (row.getFirst().equals(looked)) {
                    double apart = table.number(row, "overlapped");
                    put(idleRows, "by positions", chiplets, apart);
                    continue;
                }
                double positions = table.number(row, "positions x one");
                double ahead = table.number(row, "positions ahead x one");
                boolean chiplet = row.getFirst().equals(bins);
                put(rows, chiplet ? "bins" : "regions", chiplets, positions);
                String all = chiplet ? "bins and visibility" : "regions and pretests";
                put(rows, all, chiplets, positions + ahead);
                if (chiplet) {
                    put(idleRows, "frame by frame", chiplets, table.number(row, "idle %"));
                    put(idleRows, "overlapped", chiplets, table.number(row, "overlapped"));
                    put(imbalanceRows, "dynamic", chiplets, table.number(row, "imbalance"));
                    put(imbalanceRows, "static", chiplets, table.number(row, "static"));
                    double known = table.number(row, "by measured");
                    put(imbalanceRows, "if costs were known", chiplets, known);
                }
            }
        }
    }

    private static Map<String, Map<Integer, Double>> chart(
            List<ScalingPlot.Chart> charts, String scene) {
        var rows = new LinkedHashMap<String, Map<Integer, Double>>();
        charts.add(new ScalingPlot.Chart(scene, rows));
        return rows;
    }

    private static void put(
            Map<String, Map<Integer, Double>> rows, String row, int chiplets, double value) {
        rows.computeIfAbsent(row, name -> new LinkedHashMap<>()).put(chiplets, value);
    }

    private static void print(String scene, CompareTable table, List<String> row) {
        var line =
                new StringBuilder("| " + ScalingPlot.title(scene) + " | " + row.getFirst() + " |");
        for (String column : COLUMNS) {
            line.append(" ").append(table.text(row, column)).append(" |");
        }
        System.out.println(line);
        System.out.flush();
    }

    /**
     * A plain device and packages frame by frame and overlapped, with the same threads, in
     * interleaved rounds; ratios are of one round.
     */
    private void time(String scene) throws IOException, InterruptedException {
        var ones = new ArrayList<Double>();
        var singles = new LinkedHashMap<Integer, Rounds>();
        var overlapped = new LinkedHashMap<Integer, Rounds>();
        int rounds = Integer.parseInt(CompareTable.set("ROUNDS", "3"));
        for (int round = 0; round < rounds; round++) {
            double one = value(bench(scene, List.of()), "mean_ms");
            ones.add(one);
            for (int chiplets : counts) {
                var group = List.of("--gpus", "" + chiplets, "--split", "bins");
                singles.computeIfAbsent(chiplets, c -> new Rounds()).add(bench(scene, group), one);
                var overlap = new ArrayList<>(group);
                overlap.addAll(List.of("--overlap", "on"));
                overlapped
                        .computeIfAbsent(chiplets, c -> new Rounds())
                        .add(bench(scene, overlap), one);
            }
        }
        for (int chiplets : counts) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %s | %s | %.1f |%n",
                    ScalingPlot.title(scene),
                    chiplets,
                    median(ones),
                    singles.get(chiplets).text(),
                    overlapped.get(chiplets).text(),
                    median(overlapped.get(chiplets).latencies));
            System.out.flush();
        }
    }

    /** Times of one setting, and in times of a plain device's. */
    private static final class Rounds {
        private final List<Double> times = new ArrayList<>();
        private final List<Double> ratios = new ArrayList<>();
        private final List<Double> latencies = new ArrayList<>();

        void add(String json, double one) {
            double time = value(json, "mean_ms");
            times.add(time);
            ratios.add(time / one);
            if (json.contains("\"latency_ms\"")) {
                latencies.add(value(json, "latency_ms"));
            }
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "%.1f | %.2f (%.2f – %.2f)",
                    median(times),
                    median(ratios),
                    ratios.stream().min(Double::compare).orElseThrow(),
                    ratios.stream().max(Double::compare).orElseThrow());
        }
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
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

    /** Linear, since counts of bins may be far below one's. */
    private String plotVertices() {
        String what = "vertices of all, times one's with early Z";
        return plot("chiplets or GPUs", what, 0, MOST, 0.5, "%.1f", vertices);
    }

    private String plotIdle() {
        String what = "time in which chiplets idle, percent";
        return plot("chiplets", what, 0, 100, 20, "%.0f", idle);
    }

    private String plotImbalance() {
        String what = "when the last is done, times the bound";
        return plot("chiplets", what, 1, 2, 0.2, "%.1f", imbalance);
    }

    /** Linear from the lowest to the highest value that the axis shows. */
    private String plot(
            String of,
            String what,
            double least,
            double most,
            double step,
            String format,
            List<ScalingPlot.Chart> charts) {
        var ticks = new ArrayList<Double>();
        for (int tick = 0; least + tick * step < most + step / 2; tick++) {
            ticks.add(least + tick * step);
        }
        return new ScalingPlot(
                        counts,
                        of,
                        what,
                        ticks,
                        value -> (Math.clamp(value, least, most) - least) / (most - least),
                        value -> String.format(Locale.ROOT, format, value))
                .draw(charts);
    }
}
