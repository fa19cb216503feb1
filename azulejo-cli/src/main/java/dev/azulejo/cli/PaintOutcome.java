package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a worker of a cluster has painted.
 *
 * @param files what the files of the pictures hold, in their order; fewer if it failed
 * @param warnings of the model
 * @param error what went wrong; null if nothing did
 * @param elapsedNs how long it took, nanoseconds
 */
record PaintOutcome(List<byte[]> files, List<String> warnings, String error, long elapsedNs) {
    /** As bytes. */
    static final int LARGEST = 1 << 30;

    /** All files together, bytes: the rest is for texts. */
    static final int LARGEST_FILES = LARGEST - (16 << 20);

    private static final int MOST_FILES = 5_000;

    private static final int MOST_WARNINGS = 10_000;

    private static final int LONGEST_TEXT = 1 << 16;

    /** All warnings together, bytes. */
    private static final int LONGEST_WARNINGS = 8 << 20;

    private static final String CUT = "…";

    /** Makes one whose texts are short enough to be read; what is left out is counted. */
    static PaintOutcome fitting(
            List<byte[]> files, List<String> warnings, String error, long elapsedNs) {
        var kept = new ArrayList<String>();
        int bytes = 0;
        for (var warning : warnings) {
            var text = shortened(warning);
            bytes += text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LONGEST_WARNINGS || kept.size() == MOST_WARNINGS - 1) {
                kept.add("%,d more warnings".formatted(warnings.size() - kept.size()));
                break;
            }
            kept.add(text);
        }
        return new PaintOutcome(files, kept, error == null ? null : shortened(error), elapsedNs);
    }

    /** Returns a text of so many bytes at most, without half a character. */
    private static String shortened(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST_TEXT) {
            return text;
        }
        int end = LONGEST_TEXT - CUT.getBytes(StandardCharsets.UTF_8).length;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    }

    /** Returns it as bytes. */
    byte[] toBytes() {
        var out = new ByteWriter().list(files, ByteWriter::bytes).list(warnings, ByteWriter::text);
        out.flag(error != null);
        if (error != null) {
            out.text(error);
        }
        return out.int64(elapsedNs).toBytes();
    }

    /**
     * Reads one.
     *
     * @throws CodecException if it is none
     */
    static PaintOutcome of(byte[] bytes) {
        var in = new ByteReader(bytes);
        var outcome =
                new PaintOutcome(
                        in.list(MOST_FILES, file -> file.bytes(Integer.MAX_VALUE)),
                        in.list(MOST_WARNINGS, warning -> warning.text(LONGEST_TEXT)),
                        in.flag() ? in.text(LONGEST_TEXT) : null,
                        in.length(Long.MAX_VALUE));
        in.end();
        return outcome;
    }
}
