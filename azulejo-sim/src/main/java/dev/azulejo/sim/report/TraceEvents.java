package dev.azulejo.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.unit.Account;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Writes the spans of a simulation in the trace-event format, which Perfetto and chrome://tracing
 * open, while it is simulated: a process for each GPU, a thread for each unit. What has nothing to
 * do is left out: gaps say that. Times are microseconds of the machine's clock; cycles stand beside
 * them.
 *
 * <p>Their number is bounded, and with it the file. What ends after so many is left out, and the
 * last event says so.
 */
public final class TraceEvents implements UnitWatch, AutoCloseable {
    /** Viewers take 0 for the kernel's. */
    private static final int FIRST_PROCESS = 1;

    /** What a viewer opens without trouble: about 150 MB. */
    public static final int MOST = 1_000_000;

    private final JsonGenerator json;
    private final long most;
    private final double cyclesPerMicrosecond;
    private final Map<Account, Integer> threads = new IdentityHashMap<>();
    private final Map<Integer, Integer> threadsOfProcess = new HashMap<>();
    private long written;
    private long leftOut;
    private long completeTo;

    /**
     * Begins.
     *
     * @param out buffered; the caller's
     * @param machine whose clock it is
     * @param most spans, 1 and up
     */
    public TraceEvents(OutputStream out, Machine machine, long most) throws IOException {
        this.most = most;
        cyclesPerMicrosecond = machine.number(MachineKey.CLOCK) / 1e6;
        json = new JsonFactory().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
    }

    @Override
    public void span(Account unit, UnitState state, long from, long to) {
        if (state == UnitState.NOTHING || state == UnitState.INPUT) {
            return;
        }
        if (written == most) {
            completeTo = leftOut == 0 ? from : Math.min(completeTo, from);
            leftOut++;
            return;
        }
        written++;
        try {
            int process = UnitName.of(unit.name()).gpu() + FIRST_PROCESS + 1;
            Integer thread = threads.get(unit);
            if (thread == null) {
                thread = begin(unit, process);
            }
            json.writeStartObject();
            json.writeStringField("ph", "X");
            json.writeStringField("name", state.words());
            json.writeStringField("cat", state == UnitState.BUSY ? "busy" : "wait");
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", thread);
            json.writeNumberField("ts", from / cyclesPerMicrosecond);
            json.writeNumberField("dur", (to - from) / cyclesPerMicrosecond);
            json.writeObjectFieldStart("args");
            json.writeNumberField("cycle", from);
            json.writeNumberField("cycles", to - from);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int begin(Account unit, int process) throws IOException {
        int thread = threadsOfProcess.merge(process, 1, Integer::sum);
        threads.put(unit, thread);
        var name = UnitName.of(unit.name());
        if (thread == 1) {
            name("process_name", process, thread, name.owner());
        }
        int dot = unit.name().indexOf('.');
        name("thread_name", process, thread, unit.name().substring(dot + 1));
        return thread;
    }

    private void name(String what, int process, int thread, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", "M");
        json.writeStringField("name", what);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Returns how many spans were left out because there were too many. */
    public long leftOut() {
        return leftOut;
    }

    /** Returns the first cycle of which something was left out; of no matter if nothing was. */
    public long completeTo() {
        return completeTo;
    }

    /** An instant that viewers draw over all rows. */
    private void sayWhatIsLeftOut() throws IOException {
        json.writeStartObject();
        json.writeStringField("ph", "i");
        json.writeStringField("name", "%d more spans were left out".formatted(leftOut));
        json.writeStringField("s", "g");
        json.writeNumberField("pid", FIRST_PROCESS);
        json.writeNumberField("tid", 1);
        json.writeNumberField("ts", completeTo / cyclesPerMicrosecond);
        json.writeEndObject();
    }

    /** Ends the events. */
    @Override
    public void close() throws IOException {
        if (leftOut > 0) {
            sayWhatIsLeftOut();
        }
        json.close();
    }
}
