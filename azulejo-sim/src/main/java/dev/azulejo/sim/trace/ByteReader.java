package dev.azulejo.sim.trace;

import java.nio.charset.StandardCharsets;

/** Reads what {@link ByteWriter} wrote, and trusts none of it. */
final class ByteReader {
    /** Longest text, bytes. */
    private static final int MOST_TEXT = 4096;

    private final String section;
    private final byte[] bytes;
    private final int end;
    private int at;

    ByteReader(String section, byte[] bytes, int size) {
        this.section = section;
        this.bytes = bytes;
        end = size;
    }

    int left() {
        return end - at;
    }

    TraceException wrong(String message) {
        return new TraceException("%s, byte %d: %s".formatted(section, at, message));
    }

    /** A number from 0 up to 2^31 - 1. */
    int number(String what) throws TraceException {
        int value = raw(what);
        if (value < 0) {
            throw wrong(
                    "%s: %d is above %d".formatted(what, value & 0xffffffffL, Integer.MAX_VALUE));
        }
        return value;
    }

    int number(String what, int most) throws TraceException {
        int value = number(what);
        if (value > most) {
            throw wrong("%s: %d is above %d".formatted(what, value, most));
        }
        return value;
    }

    int signed(String what) throws TraceException {
        int value = raw(what);
        return value >>> 1 ^ -(value & 1);
    }

    private int raw(String what) throws TraceException {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (at == end) {
                throw wrong("%s is missing".formatted(what));
            }
            int next = bytes[at++];
            if (shift == 28 && (next & 0xf0) != 0) {
                break;
            }
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw wrong("%s is no number of 32 bits".formatted(what));
    }

    String text(String what) throws TraceException {
        int length = number(what, MOST_TEXT);
        if (length > left()) {
            throw wrong("%s: %d bytes are more than there are".formatted(what, length));
        }
        var text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw wrong("%s has control characters".formatted(what));
        }
        return text;
    }

    void end() throws TraceException {
        if (at != end) {
            throw wrong("%d bytes too many".formatted(end - at));
        }
    }
}
