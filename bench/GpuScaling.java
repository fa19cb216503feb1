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
 * Geometry work of all GPUs of a group in times of one's, for scenes, numbers of GPUs and pretests:
 * {@code gpus.sh} starts it. Each cell is a run of {@code azulejo compare --technique gpus}.
 */
final class GpuScaling {
    private static final List<String> SCENES =
            List.of("demo:city", "demo:rooms", "demo:terrain", "demo:objects");

    /** What a table may be of, by what {@code TABLE} says: columns of the command's own. */
    private static final Map<String, List<String>> TABLES =
            Map.of(
                    "savings", List.of("vertices x one", "primitives x one"),
                    "tight", List.of("% needless"),
                    "pieces", List.of("pretested", "pieces rendered"),
                    "time", List.of("% pretests", "% of work"));

    /** Where a setting was not asked for with so many GPUs. */
    private static final double[] NO_CELLS = {Double.NaN};

    private final String azulejo;
    private final List<String> columns;
    private final int repeats;
    private final List<Integer> counts;
    private final List<String> options;

    /** What all GPUs did in times of one, by setting and number of GPUs. */
    private record Result(String scene, Map<String, Map<Integer, double[]>> rows) {}

    private GpuScaling(String azulejo) {
        this.azulejo = azulejo;
        String table = CompareTable.set("TABLE", "savings");
        if (!TABLES.containsKey(table)) {
            System.err.println(
                    "bench: TABLE=" + table + ": savings, tight, pieces or time expected");
            System.exit(2);
        }
        columns = TABLES.get(table);
        repeats = Integer.parseInt(CompareTable.set("REPEAT", "1"));
        counts =
                Arrays.stream(CompareTable.set("GPUS", "1,2,4,8,16,64").split(","))
                        .map(Integer::valueOf)
                        .toList();
        options =
                new ArrayList<>(
                        List.of(
                                "--size",
                                CompareTable.set("SIZE", "1920x1080"),
                                "--frames",
                                CompareTable.set("FRAMES", "1"),
                                "--warmup",
                                CompareTable.set("WARMUP", "3")));
        String regions = CompareTable.set("REGIONS", "interleaved:256");
        if (!regions.equals("default")) {
            options.addAll(List.of("--regions", regions));
        }
        String settings = System.getenv("SETTINGS");
        if (settings != null) {
            options.addAll(List.of("--settings", settings));
        }
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
            var runs = new ArrayList<Map<String, double[]>>();
            for (int run = 0; run < repeats; run++) {
                runs.add(compare(scene, gpus));
            }
            for (String setting : runs.getFirst().keySet()) {
                var cells = runs.stream().map(run -> run.get(setting)).toList();
                rows.computeIfAbsent(setting, name -> new LinkedHashMap<>())
                        .put(gpus, medians(cells));
            }
        }
        return new Result(scene, rows);
    }

    /** Of several runs, column by column. */
    private static double[] medians(List<double[]> runs) {
        var medians = new double[runs.getFirst().length];
        for (int column = 0; column < medians.length; column++) {
            int c = column;
            medians[c] =
                    runs.stream().mapToDouble(run -> run[c]).sorted().toArray()[runs.size() / 2];
        }
        return medians;
    }

    /** The columns that are wanted, by setting. */
    private Map<String, double[]> compare(String scene, int gpus)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(azulejo, "compare", scene, "--technique", "gpus"));
        command.addAll(List.of("--gpus", "" + gpus));
        command.addAll(options);
        String pieces = System.getenv("PIECES");
        // One GPU has nobody to tell of any.
        if (pieces != null && gpus > 1) {
            command.addAll(List.of("--pieces", pieces));
        }
        var table = CompareTable.of(command);
        var rows = new LinkedHashMap<String, double[]>();
        for (var row : table.rows()) {
            if (!row.getFirst().equals("one")) {
                rows.put(
                        row.getFirst(),
                        columns.stream().mapToDouble(name -> table.number(row, name)).toArray());
            }
        }
        return rows;
    }

    private void print(Result result, boolean first) {
        if (first) {
            System.out.print("| scene | pretest |");
            for (int gpus : counts) {
                columns.forEach(name -> System.out.print(" " + gpus + " GPUs: " + name + " |"));
            }
            System.out.println("\n| --- | --- |" + " --- |".repeat(counts.size() * columns.size()));
        }
        String name = result.scene;
        for (var row : result.rows.entrySet()) {
            System.out.print("| " + name + " | " + row.getKey() + " |");
            name = "";
            for (int gpus : counts) {
                for (double cell : row.getValue().getOrDefault(gpus, NO_CELLS)) {
                    System.out.printf(Locale.ROOT, " %.2f |", cell);
                }
            }
            System.out.println();
        }
        System.out.flush();
    }

    /** Both axes in powers of two. */
    private String plot(List<Result> results) {
        int most = counts.getLast();
        var ticks = new ArrayList<Double>();
        for (double times = 0.5; times <= most; times *= 2) {
            ticks.add(times);
        }
        double span = ScalingPlot.log2(most) + 1;
        var plot =
                new ScalingPlot(
                        counts,
                        "GPUs",
                        "vertices of all GPUs, times one's",
                        ticks,
                        times -> (ScalingPlot.log2(Math.max(times, 0.5)) + 1) / span,
                        times -> times < 1 ? "½" : "" + (int) times);
        return plot.draw(results.stream().map(GpuScaling::chart).toList());
    }

    private static ScalingPlot.Chart chart(Result result) {
        var lines = new LinkedHashMap<String, Map<Integer, Double>>();
        result.rows.forEach(
                (name, cells) -> {
                    var line = new LinkedHashMap<Integer, Double>();
                    cells.forEach((gpus, values) -> line.put(gpus, values[0]));
                    lines.put(name, line);
                });
        return new ScalingPlot.Chart(result.scene, lines);
    }
}
