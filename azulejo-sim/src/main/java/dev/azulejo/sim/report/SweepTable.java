package dev.azulejo.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.azulejo.sim.model.ModelCounter;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A sweep as CSV and JSON, a row for each machine. */
public final class SweepTable {
    private SweepTable() {}

    /** Returns comma-separated values, with units in the names of columns. */
    public static String csv(Sweep sweep, List<SweepRow> rows) {
        var text = new StringBuilder();
        var head = new ArrayList<String>();
        sweep.variations().forEach(variation -> head.add(variation.name()));
        head.addAll(
                List.of(
                        "frames",
                        "cycles",
                        "ms",
                        "speed_up_over_first",
                        "energy_uJ",
                        "busiest_unit",
                        "busiest_percent"));
        for (var counter : ModelCounter.values()) {
            head.add(lower(counter));
        }
        var kinds =
                rows.isEmpty()
                        ? List.<String>of()
                        : List.copyOf(rows.getFirst().utilisation().keySet());
        kinds.forEach(kind -> head.add("busy_percent_" + kind.toLowerCase(Locale.ROOT)));
        line(text, head);
        for (var row : rows) {
            var cells = new ArrayList<String>();
            row.settings().forEach(setting -> cells.add(setting.value()));
            cells.add(Integer.toString(row.frames()));
            cells.add(Long.toString(row.cycles()));
            cells.add(Double.toString(row.milliseconds()));
            cells.add(Double.toString(row.speedUp(rows.getFirst())));
            cells.add(Double.toString(row.microjoules()));
            cells.add(row.busiest());
            cells.add(Double.toString(100 * row.busy()));
            for (var counter : ModelCounter.values()) {
                cells.add(Long.toString(row.counts().get(counter)));
            }
            kinds.forEach(
                    kind ->
                            cells.add(
                                    Double.toString(
                                            100 * row.utilisation().getOrDefault(kind, 0.0))));
            line(text, cells);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(String.join(",", cells.stream().map(Csv::cell).toList())).append('\n');
    }

    /** Writes JSON. The stream is the caller's. */
    public static void json(OutputStream out, SimulationReport.Origin origin, List<SweepRow> rows)
            throws IOException {
        try (var json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("trace", origin.trace());
            json.writeStringField("trace_sha256", origin.sha256());
            json.writeStringField("scene", origin.scene());
            json.writeStringField("command", origin.command());
            json.writeArrayFieldStart("machines");
            for (var row : rows) {
                row(json, row, rows.getFirst());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void row(JsonGenerator json, SweepRow row, SweepRow first) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("settings");
        for (var setting : row.settings()) {
            json.writeStringField(setting.name(), setting.value());
        }
        json.writeEndObject();
        json.writeNumberField("frames", row.frames());
        json.writeNumberField("cycles", row.cycles());
        json.writeNumberField("ms", row.milliseconds());
        json.writeNumberField("speed_up_over_first", row.speedUp(first));
        json.writeNumberField("microjoules", row.microjoules());
        json.writeStringField("busiest_unit", row.busiest());
        json.writeNumberField("busiest", row.busy());
        json.writeObjectFieldStart("counters");
        for (var counter : ModelCounter.values()) {
            json.writeNumberField(lower(counter), row.counts().get(counter));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("busy");
        for (var entry : row.utilisation().entrySet()) {
            json.writeNumberField(entry.getKey().toLowerCase(Locale.ROOT), entry.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
