package dev.azulejo.cli;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What a picture shows, as it is painted: colours multiplied by alpha, row by row from the top.
 *
 * @param width pixels
 * @param height pixels
 * @param codes a pixel each, red in bits 0..7, alpha in 24..31; empty if there are floats
 * @param floats four a pixel, linear; empty if there are codes
 */
@SuppressWarnings("ArrayRecordComponent") // a view, never compared
record Pixels(int width, int height, int[] codes, float[] floats) {
    /** Bytes of a pixel of codes, and of floats. */
    private static final int CODES = 4;

    private static final int FLOATS = 16;

    /** Four bytes as what they are together: a code at a time, instead of each byte. */
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Returns what a target shows: its own arrays. */
    static Pixels of(RenderTarget target) {
        return new Pixels(target.width(), target.height(), target.pixels(), target.floatPixels());
    }

    /** Returns a picture with nothing on it. */
    static Pixels blank(int width, int height, TextureFormat format) {
        boolean deep = format == TextureFormat.RGBA32_FLOAT;
        int count = width * height;
        return new Pixels(
                width, height, new int[deep ? 0 : count], new float[deep ? 4 * count : 0]);
    }

    /** Whether there are floats. */
    boolean isDeep() {
        return floats.length > 0;
    }

    /** Returns the bytes of a pixel. */
    int bytes() {
        return isDeep() ? FLOATS : CODES;
    }

    /** Writes the bytes of a pixel; of floats the most significant ones of all four come first. */
    void get(int x, int y, byte[] to, int at) {
        int pixel = y * width + x;
        if (!isDeep()) {
            put(codes[pixel], to, at, 1);
            return;
        }
        for (int c = 0; c < 4; c++) {
            int bits = Integer.reverseBytes(Float.floatToRawIntBits(floats[4 * pixel + c]));
            put(bits, to, at + c, 4);
        }
    }

    /** Writes the bytes of some pixels of a row, those of each as {@link #get}. */
    void getRow(int x, int y, int count, byte[] to, int at) {
        if (isDeep()) {
            for (int i = 0; i < count; i++) {
                get(x + i, y, to, at + i * FLOATS);
            }
            return;
        }
        int from = y * width + x;
        for (int i = 0; i < count; i++) {
            INTS.set(to, at + i * CODES, codes[from + i]);
        }
    }

    private static void put(int bits, byte[] to, int at, int step) {
        for (int i = 0; i < 4; i++) {
            to[at + i * step] = (byte) (bits >>> 8 * i);
        }
    }

    /** Reads the bytes of a pixel, as {@link #get} writes them. */
    void set(int x, int y, byte[] from, int at) {
        int pixel = y * width + x;
        if (!isDeep()) {
            codes[pixel] = bits(from, at, 1);
            return;
        }
        for (int c = 0; c < 4; c++) {
            int bits = Integer.reverseBytes(bits(from, at + c, 4));
            floats[4 * pixel + c] = Float.intBitsToFloat(bits);
        }
    }

    /** Reads the bytes of some pixels of a row, as {@link #getRow} writes them. */
    void setRow(int x, int y, int count, byte[] from, int at) {
        if (isDeep()) {
            for (int i = 0; i < count; i++) {
                set(x + i, y, from, at + i * FLOATS);
            }
            return;
        }
        int to = y * width + x;
        for (int i = 0; i < count; i++) {
            codes[to + i] = (int) INTS.get(from, at + i * CODES);
        }
    }

    /** Returns a float of a pixel, 0..3, whose bytes {@link #get} wrote. */
    static float value(byte[] from, int at, int channel) {
        return Float.intBitsToFloat(Integer.reverseBytes(bits(from, at + channel, 4)));
    }

    private static int bits(byte[] from, int at, int step) {
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            bits |= (from[at + i * step] & 0xff) << 8 * i;
        }
        return bits;
    }
}
