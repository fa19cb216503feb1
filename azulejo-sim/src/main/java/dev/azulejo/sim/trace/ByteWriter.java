package dev.azulejo.sim.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers of 7 bits a byte, small ones short. */
final class ByteWriter {
    private byte[] bytes = new byte[1024];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    /** A number from 0 up. */
    void number(int value) {
        room(5);
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** A number of either sign. */
    void signed(int value) {
        number(value << 1 ^ value >> 31);
    }

    void text(String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        room(encoded.length);
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
    }
}
