package dev.azulejo.sim.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads work traces, from anybody: nothing is allocated because a file says so, only for bytes that
 * are there, and no more than a bound in all.
 */
public final class TraceReader {
    /** What a trace may be when it is unpacked, bytes, unless a caller says otherwise. */
    public static final long MOST_BYTES = 1L << 28;

    private static final String[] KINDS = {"end", "header", "phase"};
    private static final int STEP = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[STEP];

    /** Bytes that further sections may have, unpacked. */
    private long left;

    /** Bytes read. */
    private long at;

    private int sections;
    private int version;

    private TraceReader(InputStream in, long mostBytes) {
        this.in = in;
        left = mostBytes;
    }

    /**
     * Reads a trace.
     *
     * @param in buffered, if it is a file; read to its end
     * @throws TraceException what is wrong with it, in one line
     */
    public static WorkTrace read(InputStream in) throws IOException {
        return read(in, MOST_BYTES);
    }

    /** Reads a trace of a bounded size: so many bytes at most, unpacked. */
    public static WorkTrace read(InputStream in, long mostBytes) throws IOException {
        return new TraceReader(in, mostBytes).read();
    }

    private WorkTrace read() throws IOException {
        readVersion();
        var header = section(TraceFormat.HEADER);
        var scene = header.text("scene");
        var recorder = header.text("recorder");
        header.end();
        var phases = new ArrayList<TracePhase>();
        int kind = kind();
        while (kind == TraceFormat.PHASE) {
            phases.add(TracePhase.read(body(kind), version));
            kind = kind();
        }
        readEnd(kind, phases.size());
        return trace(scene, recorder, phases);
    }

    private static WorkTrace trace(String scene, String recorder, List<TracePhase> phases)
            throws TraceException {
        try {
            return new WorkTrace(scene, recorder, phases);
        } catch (IllegalArgumentException e) {
            throw new TraceException(e.getMessage());
        }
    }

    private void readVersion() throws IOException {
        byte[] magic = in.readNBytes(TraceFormat.MAGIC.length);
        at += magic.length;
        if (!Arrays.equals(magic, TraceFormat.MAGIC)) {
            throw new TraceException("this is no work trace: it does not begin with AZWT");
        }
        version = next();
        if (version > TraceFormat.VERSION) {
            throw new TraceException(
                    "version %d is newer than %d, the newest that can be read: record it again, or use a newer azulejo"
                            .formatted(version, TraceFormat.VERSION));
        }
        if (version < 1) {
            throw new TraceException("version %d has never been written".formatted(version));
        }
    }

    private void readEnd(int kind, int phases) throws IOException {
        if (kind != TraceFormat.END) {
            throw new TraceException(
                    "section %d, byte %d: unexpected %s".formatted(sections, at, KINDS[kind]));
        }
        var end = body(kind);
        int expected = end.number("number of phases");
        end.end();
        if (expected != phases) {
            throw new TraceException("%d phases are there of %d".formatted(phases, expected));
        }
        if (in.read() >= 0) {
            throw new TraceException("byte %d: something follows the end".formatted(at));
        }
    }

    private int next() throws IOException {
        int value = in.read();
        if (value < 0) {
            throw new TraceException(
                    "ends after %d bytes, in the middle: it was cut off".formatted(at));
        }
        at++;
        return value;
    }

    private int kind() throws IOException {
        int kind = next();
        if (kind >= KINDS.length) {
            throw new TraceException(
                    "section %d, byte %d: unknown kind %d".formatted(sections, at, kind));
        }
        return kind;
    }

    private ByteReader section(int expected) throws IOException {
        int kind = kind();
        if (kind != expected) {
            throw new TraceException(
                    "section %d: a %s expected".formatted(sections, KINDS[expected]));
        }
        return body(kind);
    }

    private int number(String what) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int part = next();
            value |= (long) (part & 0x7f) << shift;
            if (part < 0x80 && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        }
        throw new TraceException(
                "section %d, byte %d: %s is no number of 31 bits".formatted(sections, at, what));
    }

    private ByteReader body(int kind) throws IOException {
        var name = "section %d (%s)".formatted(sections++, KINDS[kind]);
        int size = number("size");
        int packedSize = number("packed size");
        if (size > left) {
            throw new TraceException(
                    "%s: %d bytes are more than the %d that are allowed"
                            .formatted(name, size, left));
        }
        left -= size;
        long check = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            check |= (long) next() << shift;
        }
        byte[] bytes = inflate(name, size, packedSize);
        var crc = new CRC32();
        crc.update(bytes);
        if (crc.getValue() != check) {
            throw new TraceException("%s: its check does not fit: it was damaged".formatted(name));
        }
        return new ByteReader(name, bytes, bytes.length);
    }

    private byte[] inflate(String name, int size, int packedSize) throws IOException {
        var inflater = new Inflater();
        try {
            var unpacked = new ByteArrayOutputStream(Math.min(size, STEP));
            var part = new byte[STEP];
            int rest = packedSize;
            while (!inflater.finished() && unpacked.size() <= size) {
                if (inflater.needsInput()) {
                    int count = Math.min(rest, STEP);
                    if (count == 0 || inflater.needsDictionary()) {
                        break;
                    }
                    readFully(count);
                    rest -= count;
                    inflater.setInput(buffer, 0, count);
                }
                int made = inflater.inflate(part, 0, Math.min(STEP, size - unpacked.size() + 1));
                unpacked.write(part, 0, made);
                if (made == 0 && inflater.needsDictionary()) {
                    break;
                }
            }
            if (!inflater.finished() || unpacked.size() != size) {
                throw new TraceException(
                        "%s: it unpacks to something else than %d bytes".formatted(name, size));
            }
            if (rest != 0 || inflater.getRemaining() != 0) {
                throw new TraceException("%s: more is packed than it has".formatted(name));
            }
            return unpacked.toByteArray();
        } catch (DataFormatException e) {
            throw new TraceException("%s: cannot be unpacked: it was damaged".formatted(name));
        } finally {
            inflater.end();
        }
    }

    private void readFully(int count) throws IOException {
        int read = in.readNBytes(buffer, 0, count);
        at += read;
        if (read < count) {
            throw new TraceException(
                    "ends after %d bytes, in the middle: it was cut off".formatted(at));
        }
    }
}
