package dev.azulejo.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.UnitState;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;

/**
 * A timeline as the page's script reads it. Each slice of a row is two characters: how busy, in
 * parts of 63, and the number of the state that was waited in most. So a page is bounded, whatever
 * the simulation took.
 */
final class TimelineData {
    private static final String CODE =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private TimelineData() {}

    static String json(Timeline timeline, Machine machine) {
        var text = new StringWriter();
        try (var json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("width", timeline.width());
            json.writeNumberField("slices", timeline.slices());
            json.writeNumberField("end", timeline.end());
            json.writeNumberField("clock", machine.number(MachineKey.CLOCK));
            json.writeArrayFieldStart("states");
            for (var state : UnitState.values()) {
                json.writeStartObject();
                json.writeStringField("words", state.words());
                json.writeStringField("colour", StackedBars.variable(state));
                json.writeEndObject();
            }
            json.writeEndArray();
            var rows = sorted(timeline);
            kinds(json, rows);
            json.writeArrayFieldStart("rows");
            for (var row : rows) {
                row(json, row, timeline);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static List<Timeline.Row> sorted(Timeline timeline) {
        return timeline.rows().stream()
                .sorted(
                        Comparator.comparingInt((Timeline.Row row) -> row.name().gpu())
                                .thenComparing(
                                        row -> row.name().kind(), Utilisation.ALONG_PIPELINE))
                .toList();
    }

    private static void kinds(JsonGenerator json, List<Timeline.Row> rows) throws IOException {
        json.writeObjectFieldStart("kinds");
        for (var kind : rows.stream().map(row -> row.name().kind()).distinct().toList()) {
            json.writeObjectFieldStart(kind);
            json.writeStringField("words", UnitName.words(kind));
            json.writeStringField("colour", StackedBars.variable(kind));
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void row(JsonGenerator json, Timeline.Row row, Timeline timeline)
            throws IOException {
        json.writeStartObject();
        json.writeNumberField("gpu", row.name().gpu());
        json.writeStringField("kind", row.name().kind());
        json.writeNumberField("units", row.units());
        // Of rows that are equally busy the first of these limits, as in Limits
        json.writeNumberField("order", timeline.rows().indexOf(row));
        json.writeStringField("spans", spans(row, timeline.slices()));
        json.writeEndObject();
    }

    static String spans(Timeline.Row row, int slices) {
        var text = new StringBuilder(2 * slices);
        for (int slice = 0; slice < slices; slice++) {
            text.append(CODE.charAt(row.busy(slice)));
            text.append(CODE.charAt(row.mostWaited(slice).ordinal()));
        }
        return text.toString();
    }
}
