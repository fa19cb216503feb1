package dev.azulejo.sim.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a work trace, phase by phase, so that no more than one phase need be held. Not closed, it
 * leaves a truncated trace, which nobody will read as a whole one. The stream is the caller's.
 */
public final class TraceWriter implements AutoCloseable {
    private final OutputStream out;
    private final ByteWriter section = new ByteWriter();
    private final ByteWriter frame = new ByteWriter();
    private final Deflater deflater = new Deflater();
    private final byte[] buffer = new byte[1 << 16];
    private int phases;

    /** What it may be when it is unpacked, bytes, and what is left of that. */
    private final long most;

    private long left;

    /**
     * Begins a trace.
     *
     * @param out buffered, if it is a file
     * @param scene what is drawn
     * @param recorder who records, and how
     */
    public TraceWriter(OutputStream out, String scene, String recorder) throws IOException {
        this(out, scene, recorder, TraceReader.MOST_BYTES);
    }

    TraceWriter(OutputStream out, String scene, String recorder, long mostBytes)
            throws IOException {
        this.out = out;
        most = mostBytes;
        left = mostBytes;
        out.write(TraceFormat.MAGIC);
        out.write(TraceFormat.VERSION);
        section.text(scene);
        section.text(recorder);
        end(TraceFormat.HEADER);
    }

    /**
     * Writes the next phase.
     *
     * @throws TraceException if the trace becomes larger than a {@link TraceReader} takes
     */
    public void write(TracePhase phase) throws IOException {
        phase.write(section);
        end(TraceFormat.PHASE);
        phases++;
    }

    /** Writes a trace as a whole. */
    public static void write(OutputStream out, WorkTrace trace) throws IOException {
        try (var writer = new TraceWriter(out, trace.scene(), trace.recorder())) {
            for (var phase : trace.phases()) {
                writer.write(phase);
            }
        }
    }

    private void end(int kind) throws IOException {
        left -= section.size();
        if (left < 0) {
            throw new TraceException(
                    "more than %d bytes unpacked, which nobody would read: fewer frames expected"
                            .formatted(most));
        }
        deflater.reset();
        deflater.setInput(section.bytes(), 0, section.size());
        deflater.finish();
        var packed = new ByteArrayOutputStream();
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        var check = new CRC32();
        check.update(section.bytes(), 0, section.size());
        frame.clear();
        frame.number(kind);
        frame.number(section.size());
        frame.number(packed.size());
        out.write(frame.bytes(), 0, frame.size());
        for (int shift = 0; shift < 32; shift += 8) {
            out.write((int) (check.getValue() >>> shift));
        }
        packed.writeTo(out);
        section.clear();
    }

    /** Ends the trace. */
    @Override
    public void close() throws IOException {
        section.number(phases);
        end(TraceFormat.END);
        deflater.end();
        out.flush();
    }
}
