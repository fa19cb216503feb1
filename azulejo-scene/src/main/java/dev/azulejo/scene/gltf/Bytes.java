package dev.azulejo.scene.gltf;

import java.util.Arrays;

/** Part of an array: what a buffer or a buffer view holds. Not written to. */
@SuppressWarnings("ArrayRecordComponent") // a window, never compared
record Bytes(byte[] array, int offset, int length) {
    static Bytes of(byte[] array) {
        return new Bytes(array, 0, array.length);
    }

    byte[] toArray() {
        return offset == 0 && length == array.length
                ? array
                : Arrays.copyOfRange(array, offset, offset + length);
    }
}
