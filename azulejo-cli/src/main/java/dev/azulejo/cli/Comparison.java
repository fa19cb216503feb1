package dev.azulejo.cli;

import com.sun.management.OperatingSystemMXBean;

import dev.azulejo.core.options.DeviceOptions;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Renders the same frames with each setting of a technique, in turn, and makes a table of what they
 * took and counted, and of whether their bytes are the same. A new technique is a {@link Technique}
 * with its rows and columns; nothing changes here.
 */
final class Comparison {
    private final Technique technique;
    private final int frames;
    private final int warmup;
    private final LongSupplier clock;
    private final Map<String, DeviceOptions> settings = new LinkedHashMap<>();
    private final List<Measurement> rows = new ArrayList<>();
    private final List<IdleSettings> idle = new ArrayList<>();
    private final List<FrameSource> sources = new ArrayList<>();

    /** Of the first setting in this round. */
    private int[] reference = new int[0];

    /**
     * Chooses the settings.
     *
     * @param frames frames measured, 1 and up
     * @param warmup frames before that
     * @param only settings wanted beside the first; null for those that need not be asked for
     * @param clock nanoseconds
     */
    Comparison(Technique technique, int frames, int warmup, String[] only, LongSupplier clock) {
        this.technique = technique;
        this.frames = frames;
        this.warmup = warmup;
        this.clock = clock;
        var known = technique.settings();
        var wanted = only == null ? List.<String>of() : Arrays.asList(only);
        for (String setting : wanted) {
            if (!known.containsKey(setting)) {
                throw new UserException(
                        "--settings: '%s' is not one of %s"
                                .formatted(setting, String.join(", ", known.keySet())));
            }
        }
        known.forEach(
                (name, options) -> {
                    boolean chosen =
                            only == null
                                    ? !technique.onRequest().contains(name)
                                    : wanted.contains(name);
                    if (settings.isEmpty() || chosen) {
                        settings.put(name, options);
                    }
                });
    }

    /** Renders all frames. */
    void measure() {
        technique.load();
        try {
            settings.forEach(
                    (name, options) -> {
                        sources.add(technique.open(name, options));
                        var first = rows.isEmpty() ? null : rows.getFirst();
                        rows.add(new Measurement(name, frames, first));
                        idle.add(new IdleSettings(options));
                    });
            for (int f = -warmup; f < frames; f++) {
                round(f);
            }
            technique.finish();
        } finally {
            sources.forEach(FrameSource::close);
        }
    }

    /** The settings take turns within every frame, so that what slows the machine slows all. */
    private void round(int frame) {
        technique.begin(frame);
        for (int r = 0; r < rows.size(); r++) {
            // The first paints what the others must; they begin with another one each frame
            int turn = r == 0 ? 0 : 1 + Math.floorMod(r - 1 + frame, rows.size() - 1);
            var row = rows.get(turn);
            var source = sources.get(turn);
            long processor = processorNs();
            long start = clock.getAsLong();
            var report = source.render(frame);
            long elapsed = clock.getAsLong() - start;
            processor = processorNs() - processor;
            int[] pixels = source.pixels();
            if (r == 0) {
                keep(pixels);
            } else if (!Arrays.equals(reference, pixels)) {
                row.differs();
            }
            idle.get(turn).frame(report);
            if (frame >= 0) {
                row.add(frame, elapsed, processor, report);
                source.measured(frame);
            }
        }
        technique.end(frame);
    }

    private void keep(int[] pixels) {
        if (reference.length != pixels.length) {
            reference = new int[pixels.length];
        }
        System.arraycopy(pixels, 0, reference, 0, pixels.length);
    }

    /** Time that all threads ran: what others do on the machine is not in it. */
    private static long processorNs() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** Prints the table and what stands below it, and writes the technique's files. */
    void publish(PrintStream out) {
        var table = table();
        table.forEach(cells -> out.println("| " + String.join(" | ", cells) + " |"));
        technique.notes(rows).forEach(out::println);
        for (int r = 0; r < rows.size(); r++) {
            for (var text : idle.get(r).notes()) {
                out.println("%s: without effect: %s".formatted(rows.get(r).name(), text));
            }
        }
        technique.write(table, rows);
    }

    private List<Column> columns() {
        var columns = new ArrayList<Column>();
        columns.add(new Column(technique.heading(), Measurement::name));
        columns.addAll(technique.columns());
        columns.add(new Column("same", row -> row.same() ? "yes" : "NO"));
        return columns;
    }

    /** Returns what stands above the cells of each row. */
    List<String> headings() {
        return columns().stream().map(Column::heading).toList();
    }

    /** Returns the cells of a row. */
    List<String> cells(Measurement row) {
        return columns().stream().map(column -> column.cell().apply(row)).toList();
    }

    /** Returns what each setting took and counted. */
    List<Measurement> rows() {
        return List.copyOf(rows);
    }

    /** Returns the cells: headings, rule, and a row a setting. */
    private List<List<String>> table() {
        var headings = headings();
        var rule = headings.stream().map(heading -> "---").toList();
        return Stream.concat(Stream.of(headings, rule), rows.stream().map(this::cells)).toList();
    }

    /** Returns the setting that the others are held against. */
    String first() {
        return rows.getFirst().name();
    }

    /** Returns the settings whose bytes are not those of the first. */
    List<String> different() {
        return rows.stream().filter(row -> !row.same()).map(Measurement::name).toList();
    }
}
