package dev.azulejo.scene.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes PNG of every kind, for tests; the filter types take turns. */
public final class PngWriter {
    private static final int[][] ADAM7 = {
        {0, 0, 8, 8},
        {4, 0, 8, 8},
        {0, 4, 4, 8},
        {2, 0, 4, 4},
        {0, 2, 2, 4},
        {1, 0, 2, 2},
        {0, 1, 1, 2}
    };

    private PngWriter() {}

    /**
     * Writes an image.
     *
     * @param samples as stored, channels of a pixel together, row-major
     * @param palette entries of PLTE, or null
     * @param transparency contents of tRNS, or null
     */
    public static byte[] write(
            int width,
            int height,
            int bitDepth,
            int colorType,
            boolean interlaced,
            int[] samples,
            byte[] palette,
            byte[] transparency) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
        chunk(
                out,
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(width)
                        .putInt(height)
                        .put((byte) bitDepth)
                        .put((byte) colorType)
                        .put((byte) 0)
                        .put((byte) 0)
                        .put((byte) (interlaced ? 1 : 0))
                        .array());
        // a reader that applied this would change every colour
        chunk(out, "gAMA", ByteBuffer.allocate(4).putInt(100_000).array());
        if (palette != null) {
            chunk(out, "PLTE", palette);
        }
        if (transparency != null) {
            chunk(out, "tRNS", transparency);
        }
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        int channels = channels(colorType);
        int[][] passes = interlaced ? ADAM7 : new int[][] {{0, 0, 1, 1}};
        int filter = 0;
        for (int[] pass : passes) {
            byte[] above = null;
            for (int y = pass[1]; y < height && pass[0] < width; y += pass[3]) {
                byte[] row = row(samples, width, y, pass[0], pass[2], bitDepth, channels);
                filter(raw, row, above, Math.max(1, bitDepth * channels / 8), filter++ % 5);
                above = row;
            }
        }
        byte[] packed = deflate(raw.toByteArray());
        int half = packed.length / 2;
        chunk(out, "IDAT", Arrays.copyOf(packed, half));
        chunk(out, "IDAT", new byte[0]);
        chunk(out, "IDAT", Arrays.copyOfRange(packed, half, packed.length));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    /** Returns how many samples a pixel of a colour type has. */
    public static int channels(int colorType) {
        return switch (colorType) {
            case 2 -> 3;
            case 4 -> 2;
            case 6 -> 4;
            default -> 1;
        };
    }

    /** Writes opaque or transparent pixels, red lowest, with 8 bits. */
    public static byte[] rgba(int width, int height, int[] texels) {
        int[] samples = new int[4 * texels.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = texels[i / 4] >> 8 * (i % 4) & 255;
        }
        return write(width, height, 8, 6, false, samples, null, null);
    }

    private static byte[] row(
            int[] samples, int width, int y, int x0, int dx, int bitDepth, int channels) {
        int columns = (width - x0 + dx - 1) / dx;
        byte[] row = new byte[(columns * channels * bitDepth + 7) / 8];
        int bit = 0;
        for (int x = x0; x < width; x += dx) {
            for (int c = 0; c < channels; c++) {
                int sample = samples[(y * width + x) * channels + c];
                if (bitDepth == 16) {
                    row[bit / 8] = (byte) (sample >> 8);
                    row[bit / 8 + 1] = (byte) sample;
                } else {
                    row[bit / 8] |= (byte) (sample << 8 - bitDepth - bit % 8);
                }
                bit += bitDepth;
            }
        }
        return row;
    }

    private static void filter(
            ByteArrayOutputStream out, byte[] row, byte[] above, int step, int type) {
        out.write(type);
        for (int i = 0; i < row.length; i++) {
            int a = i < step ? 0 : row[i - step] & 255;
            int b = above == null ? 0 : above[i] & 255;
            int c = i < step || above == null ? 0 : above[i - step] & 255;
            int p = a + b - c;
            int paeth =
                    Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c)
                            ? a
                            : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
            int guess =
                    switch (type) {
                        case 0 -> 0;
                        case 1 -> a;
                        case 2 -> b;
                        case 3 -> (a + b) / 2;
                        default -> paeth;
                    };
            out.write(row[i] - guess);
        }
    }

    private static byte[] deflate(byte[] raw) {
        Deflater deflater = new Deflater();
        deflater.setInput(raw);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[1024];
        while (!deflater.finished()) {
            out.write(part, 0, deflater.deflate(part));
        }
        deflater.end();
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] body) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(name);
        crc.update(body);
        out.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
        out.writeBytes(name);
        out.writeBytes(body);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    }
}
