package dev.azulejo.scene.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Encodes pictures as PNG (W3C Recommendation, third edition), strips of rows in parallel: each
 * strip is deflated by itself and ends on a byte, so that one after the other they are one stream.
 * What comes out depends on the picture alone, not on how many threads there are.
 */
public final class PngEncoder {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** Filtered bytes of a strip: much more than the 32 KB that deflate looks back. */
    private static final int STRIP_BYTES = 1 << 19;

    /** Strips that are in memory at a time. */
    private static final int WAVE = 32;

    /** Pictures are a little larger than at the usual level 6, and written much sooner. */
    private static final int LEVEL = 2;

    private static final int SUB = 1;
    private static final int UP = 2;

    private final int[] pixels;
    private final int width;
    private final int height;

    /** Bytes of a pixel: 3, or 4 with alpha. */
    private final int depth;

    private final int stripRows;

    /** At most so many encode at a time, the caller among them. */
    private final int threadCount;

    /** A strip's bytes, filtered, and deflated. */
    private record Strip(byte[] filtered, byte[] deflated, int deflatedBytes) {}

    private PngEncoder(int[] pixels, int width, int height, int threads) {
        this.pixels = pixels;
        threadCount = threads;
        this.width = width;
        this.height = height;
        depth = opaque(pixels) ? 3 : 4;
        stripRows = Math.max(1, STRIP_BYTES / (1 + width * depth));
    }

    /**
     * Encodes a picture on all processors; without alpha if every pixel is opaque.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top
     */
    public static void encode(int[] pixels, int width, int height, OutputStream out)
            throws IOException {
        encode(pixels, width, height, Runtime.getRuntime().availableProcessors(), out);
    }

    /**
     * Encodes a picture as {@link #encode(int[], int, int, OutputStream)} does.
     *
     * @param threads at most so many work on it, the calling one among them
     */
    public static void encode(int[] pixels, int width, int height, int threads, OutputStream out)
            throws IOException {
        new PngEncoder(pixels, width, height, threads).write(out);
    }

    private static boolean opaque(int[] pixels) {
        int all = 0xff000000;
        for (int pixel : pixels) {
            all &= pixel;
        }
        return all == 0xff000000;
    }

    private void write(OutputStream out) throws IOException {
        out.write(SIGNATURE);
        var header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        // Bits a channel; colour type RGB or RGBA; deflate; adaptive filters; not interlaced
        header.put((byte) 8).put((byte) (depth == 3 ? 2 : 6)).put(new byte[3]);
        chunk(out, "IHDR", header.array(), 13);
        // Header of a zlib stream (RFC 1950): 32 KB window, fast
        chunk(out, "IDAT", new byte[] {0x78, 0x5e}, 2);
        var sum = new Adler32();
        int strips = Math.ceilDiv(height, stripRows);
        for (int first = 0; first < strips; first += WAVE) {
            for (var strip : wave(first, Math.min(WAVE, strips - first))) {
                sum.update(strip.filtered);
                chunk(out, "IDAT", strip.deflated, strip.deflatedBytes);
            }
        }
        chunk(out, "IDAT", ByteBuffer.allocate(4).putInt((int) sum.getValue()).array(), 4);
        chunk(out, "IEND", new byte[0], 0);
    }

    private static void chunk(OutputStream out, String type, byte[] data, int bytes)
            throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        var sum = new CRC32();
        sum.update(name);
        sum.update(data, 0, bytes);
        out.write(ByteBuffer.allocate(8).putInt(bytes).put(name).array());
        out.write(data, 0, bytes);
        out.write(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    /** Encodes some strips at the same time. */
    private Strip[] wave(int first, int count) {
        var strips = new Strip[count];
        var next = new AtomicInteger();
        Runnable work =
                () -> {
                    for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                        strips[i] = strip(first + i);
                    }
                };
        int helpers = Math.min(threadCount, count) - 1;
        var threads = new Thread[helpers];
        for (int i = 0; i < helpers; i++) {
            threads[i] = new Thread(work, "azulejo-png-" + i);
            threads[i].start();
        }
        work.run();
        boolean interrupted = false;
        for (int i = 0; i < helpers; i++) {
            while (threads[i].isAlive()) {
                try {
                    threads[i].join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < count; i++) {
            if (strips[i] == null) {
                // Its thread failed, for want of memory say: who asked for the picture shall see
                // why
                strips[i] = strip(first + i);
            }
        }
        return strips;
    }

    private Strip strip(int index) {
        int begin = index * stripRows;
        int end = Math.min(height, begin + stripRows);
        int rowBytes = 1 + width * depth;
        var filtered = new byte[(end - begin) * rowBytes];
        for (int y = begin; y < end; y++) {
            filter(y, filtered, (y - begin) * rowBytes);
        }
        var deflater = new Deflater(LEVEL, true);
        deflater.setInput(filtered);
        if (end == height) {
            deflater.finish();
        }
        var deflated = new byte[filtered.length / 4 + 64];
        int bytes = 0;
        while (true) {
            bytes +=
                    deflater.deflate(deflated, bytes, deflated.length - bytes, Deflater.SYNC_FLUSH);
            if (bytes < deflated.length) {
                deflater.end();
                return new Strip(filtered, deflated, bytes);
            }
            deflated = Arrays.copyOf(deflated, 2 * deflated.length);
        }
    }

    /**
     * Filters a row, by its left neighbours or by the row above: by whichever leaves the smaller
     * sum of differences, as the specification advises.
     */
    private void filter(int y, byte[] to, int offset) {
        int row = y * width;
        boolean up = y > 0 && differences(row, width, 0) <= differences(row, 1, 1);
        to[offset] = (byte) (up ? UP : SUB);
        int at = offset + 1;
        int back = up ? width : 1;
        for (int x = 0; x < width; x++) {
            int pixel = pixels[row + x];
            int difference = up || x > 0 ? subtract(pixel, pixels[row + x - back]) : pixel;
            to[at] = (byte) difference;
            to[at + 1] = (byte) (difference >>> 8);
            to[at + 2] = (byte) (difference >>> 16);
            if (depth == 4) {
                to[at + 3] = (byte) (difference >>> 24);
            }
            at += depth;
        }
    }

    /**
     * Adds up how far the bytes of a row, from a pixel on, are from those that stand before them.
     */
    private long differences(int row, int back, int from) {
        long sum = 0;
        for (int i = row + from; i < row + width; i++) {
            int difference = subtract(pixels[i], pixels[i - back]);
            // Four signed bytes at a time: their magnitudes, two and two
            int negative = difference >>> 7 & 0x01010101;
            int magnitude = (difference ^ negative * 0xff) + negative;
            int pairs = (magnitude & 0x00ff00ff) + (magnitude >>> 8 & 0x00ff00ff);
            sum += (pairs & 0xffff) + (pairs >>> 16);
        }
        return sum;
    }

    /** Subtracts four bytes from four, each modulo 256. */
    private static int subtract(int a, int b) {
        return (a | 0x80808080) - (b & 0x7f7f7f7f) ^ (a ^ ~b) & 0x80808080;
    }
}
