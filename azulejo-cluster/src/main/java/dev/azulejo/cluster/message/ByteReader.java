package dev.azulejo.cluster.message;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads what a {@link ByteWriter} wrote, or what somebody else made up: no length is believed
 * before it is compared with a limit and with what there is.
 */
public final class ByteReader {
    private final ByteBuffer bytes;

    /** Reads bytes from the first to the last. */
    public ByteReader(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    private void need(int count) {
        if (bytes.remaining() < count) {
            throw new CodecException(
                    "cut off: %d bytes expected, %d there".formatted(count, bytes.remaining()));
        }
    }

    /** Reads 0..255. */
    public int int8() {
        need(1);
        return bytes.get() & 0xff;
    }

    /** Reads 0..65535. */
    public int int16() {
        need(2);
        return bytes.getShort() & 0xffff;
    }

    /** Reads any int. */
    public int int32() {
        need(4);
        return bytes.getInt();
    }

    /** Reads any long. */
    public long int64() {
        need(8);
        return bytes.getLong();
    }

    /** Reads whether something is so. */
    public boolean flag() {
        int value = int8();
        if (value > 1) {
            throw new CodecException("0 or 1 expected, not " + value);
        }
        return value == 1;
    }

    /**
     * Reads a number of things.
     *
     * @param most more are refused
     */
    public int count(int most) {
        int count = int32();
        if (count < 0 || count > most) {
            throw new CodecException("%d is not in 0..%d".formatted(count, most));
        }
        return count;
    }

    /**
     * Reads a long.
     *
     * @param most more is refused
     */
    public long length(long most) {
        long length = int64();
        if (length < 0 || length > most) {
            throw new CodecException("%d is not in 0..%d".formatted(length, most));
        }
        return length;
    }

    /**
     * Reads bytes.
     *
     * @param most more are refused
     */
    public byte[] bytes(int most) {
        int count = count(most);
        need(count);
        byte[] read = new byte[count];
        bytes.get(read);
        return read;
    }

    /**
     * Reads text in UTF-8.
     *
     * @param most more bytes are refused
     */
    public String text(int most) {
        try {
            var decoder = StandardCharsets.UTF_8.newDecoder();
            return decoder.decode(ByteBuffer.wrap(bytes(most))).toString();
        } catch (CharacterCodingException e) {
            throw new CodecException("text that is not UTF-8");
        }
    }

    /**
     * Reads a list.
     *
     * @param most more are refused
     * @param item reads one of them
     */
    public <T> List<T> list(int most, Function<ByteReader, T> item) {
        int count = count(most);
        // Not as long as it says that it is: each has a byte at least, and may turn out not to be
        var list = new ArrayList<T>(Math.min(count, bytes.remaining()));
        for (int i = 0; i < count; i++) {
            list.add(item.apply(this));
        }
        return list;
    }

    /** Refuses bytes that nobody has read. */
    public void end() {
        if (bytes.hasRemaining()) {
            throw new CodecException("%d bytes too many".formatted(bytes.remaining()));
        }
    }
}
