package dev.azulejo.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** One simulation as JSON. */
public final class SimulationJson {
    private final JsonGenerator json;

    private SimulationJson(JsonGenerator json) {
        this.json = json;
    }

    /** Writes a report. The stream is the caller's. */
    public static void write(OutputStream out, SimulationReport report) throws IOException {
        try (var generator = new JsonFactory().createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.useDefaultPrettyPrinter();
            new SimulationJson(generator).write(report);
        }
    }

    private void write(SimulationReport report) throws IOException {
        json.writeStartObject();
        origin(report.origin());
        json.writeArrayFieldStart("limits_in_words");
        for (var sentence : report.limits().sentences()) {
            json.writeString(sentence);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("limits");
        for (var entry : report.limits().shares().entrySet()) {
            json.writeNumberField(snake(entry.getKey()), entry.getValue());
        }
        json.writeEndObject();
        result(report.result());
        json.writeArrayFieldStart("without");
        for (var saving : report.savings()) {
            json.writeStartObject();
            json.writeStringField("technique", saving.technique());
            json.writeStringField("setting", saving.without().toString());
            json.writeNumberField("speed_up", saving.speedUp(report.result()));
            totals(saving.result());
            json.writeEndObject();
        }
        json.writeEndArray();
        machine(report.result().machine());
        json.writeEndObject();
    }

    private void origin(SimulationReport.Origin origin) throws IOException {
        json.writeStringField("trace", origin.trace());
        json.writeStringField("trace_sha256", origin.sha256());
        json.writeStringField("scene", origin.scene());
        json.writeStringField("recorder", origin.recorder());
        json.writeStringField("command", origin.command());
    }

    private void totals(SimulationResult result) throws IOException {
        json.writeNumberField("cycles", result.cycles());
        json.writeNumberField("ms", result.milliseconds());
        var energy = Energy.of(result);
        json.writeObjectFieldStart("microjoules");
        json.writeNumberField("all", result.microjoules());
        json.writeNumberField("memory", energy.memoryMicrojoules());
        json.writeNumberField("links", energy.linkMicrojoules());
        json.writeNumberField("caches", energy.cacheMicrojoules());
        json.writeNumberField("host", energy.hostMicrojoules());
        json.writeNumberField("operations", energy.operationMicrojoules());
        json.writeEndObject();
        json.writeObjectFieldStart("counters");
        for (var counter : ModelCounter.values()) {
            json.writeNumberField(lower(counter), result.count(counter));
        }
        json.writeEndObject();
    }

    private void result(SimulationResult result) throws IOException {
        totals(result);
        json.writeNumberField("items", result.items());
        json.writeNumberField("events", result.events());
        json.writeArrayFieldStart("frame_ends");
        for (long end : result.frames()) {
            json.writeNumber(end);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("gpus");
        for (var gpu : result.gpus()) {
            json.writeStartObject();
            for (var counter : ModelCounter.values()) {
                json.writeNumberField(lower(counter), gpu.count(counter));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("units");
        for (var unit : result.units()) {
            json.writeStartObject();
            json.writeStringField("name", unit.name());
            json.writeNumberField("items", unit.items());
            for (var state : UnitState.values()) {
                json.writeNumberField(lower(state), unit.cycles(state));
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void machine(Machine machine) throws IOException {
        json.writeObjectFieldStart("machine");
        json.writeStringField("name", machine.name());
        json.writeStringField("about", machine.about());
        for (var key : MachineKey.values()) {
            json.writeObjectFieldStart(key.path());
            json.writeStringField("is", machine.text(key));
            json.writeStringField("source", machine.source(key));
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String snake(String kind) {
        return kind.toLowerCase(Locale.ROOT);
    }
}
