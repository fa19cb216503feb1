package dev.azulejo.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Whether a file that this program wrote has the bytes that it wrote. A file gets its name when it
 * is whole; but where the machine itself goes down, the name may be on the disk and the bytes not.
 */
final class WrittenFile {
    /** The eight bytes that a PNG begins with. */
    private static final long PNG = 0x89504E470D0A1A0AL;

    private static final int END = 0x49454E44; // IEND

    private WrittenFile() {}

    /**
     * Returns whether a PNG has all its chunks with their sums, or a JSON file one value.
     *
     * @throws IOException if it cannot be read
     */
    static boolean isWhole(Path file) throws IOException {
        String name = file.getFileName().toString();
        return name.endsWith(".json") ? isJson(file) : isPng(file);
    }

    private static boolean isJson(Path file) throws IOException {
        var mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        try {
            return mapper.readTree(Files.readAllBytes(file)).isObject();
        } catch (JacksonException e) {
            return false;
        }
    }

    /** PNG, third edition, section 5.3: length, type, data, and a sum of type and data. */
    private static boolean isPng(Path file) throws IOException {
        long left = Files.size(file) - 8;
        var sum = new CRC32();
        try (var in =
                new DataInputStream(
                        new CheckedInputStream(
                                new BufferedInputStream(Files.newInputStream(file), 1 << 16),
                                sum))) {
            if (left < 0 || in.readLong() != PNG) {
                return false;
            }
            byte[] part = new byte[1 << 13];
            int type = 0;
            while (left >= 12 && type != END) {
                long length = in.readInt();
                left -= 12 + length;
                if (length < 0 || left < 0) {
                    return false;
                }
                sum.reset();
                type = in.readInt();
                while (length > 0) {
                    int some = (int) Math.min(part.length, length);
                    in.readFully(part, 0, some);
                    length -= some;
                }
                int is = (int) sum.getValue();
                if (in.readInt() != is) {
                    return false;
                }
            }
            return type == END && left == 0;
        }
    }
}
