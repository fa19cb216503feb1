package dev.azulejo.scene.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes the plainest WebP there is, for tests. */
public final class WebPWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int pending;
    private int bits;

    private WebPWriter() {}

    /** Returns a file of these chunks, each made by {@link #chunk}. */
    public static byte[] file(byte[]... chunks) {
        var body = new ByteArrayOutputStream();
        body.writeBytes("WEBP".getBytes(StandardCharsets.US_ASCII));
        for (byte[] chunk : chunks) {
            body.writeBytes(chunk);
        }
        return chunk("RIFF", body.toByteArray());
    }

    /** Returns a chunk, padded to whole words of two bytes. */
    public static byte[] chunk(String name, byte[] body) {
        var out = ByteBuffer.allocate(8 + (body.length + 1) / 2 * 2).order(ByteOrder.LITTLE_ENDIAN);
        return out.put(name.getBytes(StandardCharsets.US_ASCII))
                .putInt(body.length)
                .put(body)
                .array();
    }

    /** Returns the head of a file with alpha, an animation and so on. */
    public static byte[] extended(int flags, int width, int height) {
        var out = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(flags).putInt(width - 1);
        out.position(7);
        out.put((byte) (height - 1)).put((byte) (height - 1 >> 8)).put((byte) 0);
        return chunk("VP8X", out.array());
    }

    /** Returns a lossless file. */
    public static byte[] lossless(int width, int height, int... texels) {
        return file(chunk("VP8L", losslessStream(width, height, texels)));
    }

    /** Returns a lossless picture: every channel has 256 codes of 8 bits. */
    public static byte[] losslessStream(int width, int height, int... texels) {
        var writer = new WebPWriter();
        writer.put(0x2F, 8);
        writer.put(width - 1, 14);
        writer.put(height - 1, 14);
        writer.put(1, 4);
        writer.put(0, 3); // no transforms, no cache, one group of codes
        for (int symbols : new int[] {280, 256, 256, 256}) {
            // Not simple; 12 lengths of lengths, of which those of 0 and 8 are 1; all symbols
            writer.put(0, 1);
            writer.put(8, 4);
            for (int symbol : new int[] {17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8}) {
                writer.put(symbol == 0 || symbol == 8 ? 1 : 0, 3);
            }
            writer.put(0, 1);
            for (int s = 0; s < symbols; s++) {
                writer.put(s < 256 ? 1 : 0, 1);
            }
        }
        writer.put(1, 4); // distances: one code, which is 0
        for (int texel : texels) {
            for (int shift : new int[] {8, 0, 16, 24}) {
                writer.put(Integer.reverse(texel >>> shift & 255) >>> 24, 8);
            }
        }
        writer.put(0, 64 - 8);
        return writer.bytes.toByteArray();
    }

    /** Returns a lossy picture that is grey: where all is zero, nothing differs from a guess. */
    public static byte[] greyStream(int width, int height) {
        int blocks = (width + 15) / 16 * ((height + 15) / 16);
        int first = 400 + 20 * blocks;
        var out = ByteBuffer.allocate(10 + first + 100 * blocks).order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) (0x10 | (first & 7) << 5))
                .put((byte) (first >> 3))
                .put((byte) (first >> 11));
        out.put((byte) 0x9D).put((byte) 1).put((byte) 0x2A);
        return out.putShort((short) width).putShort((short) height).array();
    }

    private void put(int value, int count) {
        for (int i = 0; i < count; i++) {
            pending |= (i < 32 ? value >>> i & 1 : 0) << bits;
            if (++bits == 8) {
                bytes.write(pending);
                pending = 0;
                bits = 0;
            }
        }
    }
}
