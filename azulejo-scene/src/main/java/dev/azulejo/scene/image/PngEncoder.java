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

    private final PngRows rows;
    private final int stripRows;

    /** At most so many encode at a time, the caller among them. */
    private final int threadCount;

    /** A strip's bytes, filtered, and deflated. */
    private record Strip(byte[] filtered, byte[] deflated, int deflatedBytes) {}

    /** Where compressed bytes go, in pieces. */
    interface Data {
        /** Takes the first bytes of an array. */
        void put(byte[] bytes, int count) throws IOException;
    }

    /**
     * Prepares to encode a picture.
     *
     * @param rows the picture
     * @param threads at most so many work on it, the calling one among them
     */
    PngEncoder(PngRows rows, int threads) {
        this.rows = rows;
        threadCount = threads;
        stripRows = Math.max(1, STRIP_BYTES / rows.rowBytes());
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
        var rows = new PngPixels(pixels, width, height, !PngPixels.opaque(pixels));
        new PngEncoder(rows, threads).write(out);
    }

    /**
     * Encodes a picture of 16 bits a channel.
     *
     * @param samples unsigned, channel by channel, pixel by pixel, row-major from the top
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha
     * @param threads at most so many work on it, the calling one among them
     */
    public static void encode16(
            short[] samples, int channels, int width, int height, int threads, OutputStream out)
            throws IOException {
        if (channels != 1 && channels != 3 && channels != 4) {
            throw new IllegalArgumentException("channels=%d is not 1, 3 or 4".formatted(channels));
        }
        new PngEncoder(new PngSamples(samples, width, height, channels), threads).write(out);
    }

    private void write(OutputStream out) throws IOException {
        begin(out);
        data((bytes, count) -> chunk(out, "IDAT", bytes, count));
        end(out);
    }

    /** Writes the signature and the header. */
    void begin(OutputStream out) throws IOException {
        out.write(SIGNATURE);
        var header = ByteBuffer.allocate(13).putInt(rows.width).putInt(rows.height);
        // Deflate; adaptive filters; not interlaced
        header.put((byte) rows.bits()).put((byte) rows.colorType()).put(new byte[3]);
        chunk(out, "IHDR", header.array(), 13);
    }

    /** Writes what a file ends with. */
    static void end(OutputStream out) throws IOException {
        chunk(out, "IEND", new byte[0], 0);
    }

    /** Compresses the picture: one zlib stream. */
    void data(Data to) throws IOException {
        // Header of a zlib stream (RFC 1950): 32 KB window, fast
        to.put(new byte[] {0x78, 0x5e}, 2);
        var sum = new Adler32();
        int strips = Math.ceilDiv(rows.height, stripRows);
        for (int first = 0; first < strips; first += WAVE) {
            for (var strip : wave(first, Math.min(WAVE, strips - first))) {
                sum.update(strip.filtered);
                to.put(strip.deflated, strip.deflatedBytes);
            }
        }
        to.put(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array(), 4);
    }

    /** Writes a chunk: its length, its name, what it holds, and a sum to check it by. */
    static void chunk(OutputStream out, String type, byte[] data, int bytes) throws IOException {
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
        int end = Math.min(rows.height, begin + stripRows);
        int rowBytes = rows.rowBytes();
        var filtered = new byte[(end - begin) * rowBytes];
        for (int y = begin; y < end; y++) {
            rows.filter(y, filtered, (y - begin) * rowBytes);
        }
        var deflater = new Deflater(LEVEL, true);
        deflater.setInput(filtered);
        if (end == rows.height) {
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
}
