package dev.azulejo.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.report.RecordingRow;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A recording in the trace-event format, which trace viewers open: a process for frames and phases
 * and one for each GPU, or for each team of threads that renders bins, a thread for each of its
 * workers. What has a duration is a B event and an E event, nested; what has none is an i event.
 */
final class TraceFile {
    private final JsonGenerator json;
    private final long originNs;
    private final String who;

    private TraceFile(JsonGenerator generator, long origin, String rows) {
        json = generator;
        originNs = origin;
        who = rows;
    }

    /**
     * Writes a recording.
     *
     * @param who what stands before the numbers of rows: a GPU, or a team of threads
     * @param wish is heard while nobody takes it
     */
    static void write(Path path, Recording recording, String who, Cancellation wish) {
        WholeFile.write("--timeline", path, out -> write(out, recording, who), wish);
    }

    static void write(OutputStream out, Recording recording, String who) throws IOException {
        long origin =
                recording.rows().stream()
                        .flatMapToLong(
                                row -> IntStream.range(0, row.size()).mapToLong(row::startNs))
                        .min()
                        .orElse(0);
        try (var generator = new JsonFactory().createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            var file = new TraceFile(generator, origin, who);
            generator.writeStartObject();
            generator.writeStringField("displayTimeUnit", "ms");
            generator.writeArrayFieldStart("traceEvents");
            for (var row : recording.rows()) {
                file.names(row);
            }
            for (var row : recording.rows()) {
                file.row(row);
            }
            generator.writeEndArray();
            generator.writeEndObject();
        }
    }

    private static int process(RecordingRow row) {
        // Viewers take 0 for the kernel's
        return row.gpu() + 2;
    }

    private void names(RecordingRow row) throws IOException {
        boolean whole = row.gpu() == Recording.WHOLE;
        if (row.worker() == 0) {
            name(row, "process_name", whole ? "frames" : who + " " + row.gpu());
        }
        name(row, "thread_name", whole ? "phases" : "worker " + row.worker());
    }

    private void name(RecordingRow row, String what, String name) throws IOException {
        begin("M", what, row);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void row(RecordingRow row) throws IOException {
        Deque<Integer> open = new ArrayDeque<>();
        for (int next : inOrder(row)) {
            while (!open.isEmpty() && row.endNs(open.peek()) <= row.startNs(next)) {
                end(row, open.pop());
            }
            if (instant(row.activity(next))) {
                at("i", row, next, row.startNs(next));
                json.writeStringField("s", "t");
                if (row.activity(next) != Activity.LOST) {
                    argument("messages", row.value(next));
                }
            } else {
                at("B", row, next, row.startNs(next));
                if (row.gpu() == Recording.WHOLE || numbered(row.activity(next))) {
                    argument("number", row.value(next));
                } else if (row.activity(next) == Activity.HELPING) {
                    argument("gpu", row.value(next));
                }
                open.push(next);
            }
            json.writeEndObject();
        }
        while (!open.isEmpty()) {
            end(row, open.pop());
        }
    }

    /** From the first that began on; of those that began together the longest comes first. */
    private static List<Integer> inOrder(RecordingRow row) {
        return IntStream.range(0, row.size())
                .boxed()
                .sorted(
                        Comparator.<Integer>comparingLong(row::startNs)
                                .thenComparing(
                                        Comparator.<Integer>comparingLong(row::endNs).reversed())
                                .thenComparing(Comparator.reverseOrder()))
                .toList();
    }

    private static boolean instant(Activity activity) {
        return switch (activity) {
            case HINTS_SENT, HINTS_RECEIVED, LOST -> true;
            default -> false;
        };
    }

    /** Whether it says of which bin, or of which phase, it is. */
    private static boolean numbered(Activity activity) {
        return activity == Activity.BIN || activity == Activity.VISIBILITY;
    }

    private void end(RecordingRow row, int index) throws IOException {
        at("E", row, index, row.endNs(index));
        json.writeEndObject();
    }

    private void at(String kind, RecordingRow row, int index, long ns) throws IOException {
        begin(kind, row.name(index), row);
        json.writeNumberField("ts", (ns - originNs) / 1000.0);
    }

    private void begin(String kind, String name, RecordingRow row) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", kind);
        json.writeStringField("name", name);
        json.writeNumberField("pid", process(row));
        json.writeNumberField("tid", row.worker() + 1);
    }

    private void argument(String name, long value) throws IOException {
        json.writeObjectFieldStart("args");
        json.writeNumberField(name, value);
        json.writeEndObject();
    }
}
