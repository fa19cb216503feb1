package dev.azulejo.cluster.message;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes numbers, most significant byte first, text in UTF-8, and lists, their length first. */
public final class ByteWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Writes 0..255. */
    public ByteWriter int8(int value) {
        out.write(value);
        return this;
    }

    /** Writes 0..65535. */
    public ByteWriter int16(int value) {
        out.write(value >> 8);
        out.write(value);
        return this;
    }

    /** Writes any int. */
    public ByteWriter int32(int value) {
        out.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
        return this;
    }

    /** Writes any long. */
    public ByteWriter int64(long value) {
        out.writeBytes(ByteBuffer.allocate(8).putLong(value).array());
        return this;
    }

    /** Writes whether something is so. */
    public ByteWriter flag(boolean value) {
        return int8(value ? 1 : 0);
    }

    /** Writes bytes. */
    public ByteWriter bytes(byte[] value) {
        int32(value.length);
        out.writeBytes(value);
        return this;
    }

    /** Writes text. */
    public ByteWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a list.
     *
     * @param item writes one of them
     */
    public <T> ByteWriter list(List<T> list, BiConsumer<ByteWriter, T> item) {
        int32(list.size());
        list.forEach(each -> item.accept(this, each));
        return this;
    }

    /** Returns what was written. */
    public byte[] toBytes() {
        return out.toByteArray();
    }
}
