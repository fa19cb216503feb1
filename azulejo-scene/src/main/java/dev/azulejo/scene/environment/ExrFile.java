package dev.azulejo.scene.environment;

import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;

/** Little-endian numbers, from any place of a file. */
final class ExrFile {
    private final SeekableByteChannel channel;
    private final String name;
    private final byte[] buffer = new byte[1 << 13];

    /** Where in the file the buffer begins, and what it holds. */
    private long bufferAt;

    private int held;
    private long at;

    /**
     * Makes one that stands at the beginning.
     *
     * @param channel the file
     * @param name what messages call it
     */
    ExrFile(SeekableByteChannel channel, String name) {
        this.channel = channel;
        this.name = name;
    }

    /** Returns how many bytes the file has. */
    long size() throws IOException {
        return channel.size();
    }

    /** Returns where the next byte is. */
    long at() {
        return at;
    }

    /** The next byte is there. */
    void seek(long place) {
        at = place;
    }

    /** Returns the next byte, 0..255. */
    int next() throws IOException {
        long in = at - bufferAt;
        if (in < 0 || in >= held) {
            bufferAt = at;
            held = 0;
            held = read(buffer, 0, buffer.length);
            in = 0;
            if (held == 0) {
                throw fail("is cut off after %,d bytes".formatted(at));
            }
        }
        at++;
        return buffer[(int) in] & 0xff;
    }

    /** Reads what there is, from here on. */
    private int read(byte[] to, int from, int count) throws IOException {
        channel.position(at);
        var left = ByteBuffer.wrap(to, from, count);
        while (left.hasRemaining() && channel.read(left) >= 0) {
            // A file may give less than was asked for
        }
        return count - left.remaining();
    }

    /** Reads so many bytes. */
    void bytes(byte[] to, int count) throws IOException {
        int read = read(to, 0, count);
        at += read;
        if (read < count) {
            throw fail("is cut off after %,d bytes".formatted(at));
        }
    }

    int int32() throws IOException {
        int value = next();
        value |= next() << 8;
        value |= next() << 16;
        return value | next() << 24;
    }

    long int64() throws IOException {
        long low = int32() & 0xffff_ffffL;
        return low | (long) int32() << 32;
    }

    /**
     * Reads a text that ends with a 0.
     *
     * @param most so many bytes at most
     */
    String text(int most) throws IOException {
        var text = new byte[most];
        for (int length = 0; ; length++) {
            int next = next();
            if (next == 0) {
                return new String(text, 0, length, StandardCharsets.ISO_8859_1);
            }
            if (length == most) {
                throw fail("its header has a name of more than %d bytes".formatted(most));
            }
            text[length] = (byte) next;
        }
    }

    /** Returns what is thrown. */
    SceneException fail(String why) {
        return new SceneException("%s: %s".formatted(name, why));
    }
}
