package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.report.Counter;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A comparison as JSON: of each setting what it took, what it saved and what it counted. */
final class ComparisonReport {
    private final ObjectMapper mapper = new ObjectMapper();
    private final CompareCommand command;
    private final int threads;

    ComparisonReport(CompareCommand command, int threads) {
        this.command = command;
        this.threads = threads;
    }

    /** Writes the file, whole or not at all. */
    void write(Path path, Comparison comparison) {
        var root = mapper.createObjectNode();
        root.put("scene", command.name);
        root.put("technique", command.technique.name().toLowerCase(Locale.ROOT));
        root.put("width", command.size.width());
        root.put("height", command.size.height());
        root.put("samples", command.samples);
        root.put("threads", threads);
        root.put("frames", command.frames);
        root.put("warmup", command.warmup);
        var rows = root.putArray("settings");
        for (var row : comparison.rows()) {
            var node = rows.addObject();
            node.put("setting", row.name());
            node.put("same", row.same());
            node.put("ms", row.medianMs());
            node.put("best_ms", row.bestMs());
            node.put("speed", row.speed());
            node.put("geometry_ms", row.medianGeometryMs());
            node.put("geometry_took_ms", row.geometryTookMs());
            node.put("tiles_saved_ms", row.tilesSavedMs());
            node.put("processor_ms", row.processorMs());
            node.put("reuse_ms", row.reuseMs());
            node.put("reuse_saved_ms", row.savedMs());
            node.put("starved_ms", row.starvedMs());
            node.put("peak_geometry_megabytes", row.peakMegabytes());
            node.put("parked_megabytes", row.parkedMegabytes());
            var counters = node.putObject("counters");
            for (var counter : Counter.values()) {
                counters.put(counter.name().toLowerCase(Locale.ROOT), row.mean(counter));
            }
            var table = node.putObject("table");
            var heads = comparison.headings();
            List<String> cells = comparison.cells(row);
            for (int c = 1; c < cells.size(); c++) {
                table.put(heads.get(c), cells.get(c));
            }
        }
        WholeFile.write(
                "--report",
                path,
                out -> mapper.writerWithDefaultPrettyPrinter().writeValue(out, root));
    }
}
