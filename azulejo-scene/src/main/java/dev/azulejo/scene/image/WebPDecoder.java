package dev.azulejo.scene.image;

import dev.azulejo.scene.guard.GuardedLoader;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Decodes WebP: goes through the container, checks sizes, and hands the picture in it, lossy or
 * lossless, to the TwelveMonkeys library behind a guard; alpha that stands beside a lossy picture
 * is put together here. Colour profiles, metadata and previews are left out.
 *
 * <p>Source: RFC 9649 (WebP image format).
 */
final class WebPDecoder {
    /** What a picture of the library's takes for a pixel, beside ours: blocks are objects. */
    private static final long LOSSY_BYTES = 100;

    private static final long LOSSLESS_BYTES = 20;

    /** Tables of codes take so much at most, whatever the size. */
    private static final long TABLE_BYTES = 1 << 24;

    /** What tables take for a pixel at most: a set of codes for each block of 16. */
    private static final long PIXEL_TABLE_BYTES = 640;

    /** Jumps that decoding may take for a pixel or a byte: many times too many. */
    private static final long UNIT_JUMPS = 5000;

    /** Jumps that it may take anyhow: less than a second. */
    private static final long MOST_JUMPS = 200_000_000;

    private static final int LOSSLESS_SIGNATURE = 0x2F;

    /** The library, loaded when first needed. */
    private static final class Library {
        private static final Function<Object[], Object[]> DECODER =
                GuardedLoader.load("com.twelvemonkeys.", WebPAdapter.class);
    }

    private final byte[] data;

    /** Where the picture's chunk begins and ends; its own bytes, without the chunk's head. */
    private int from;

    private int to;
    private boolean lossless;

    /** Likewise of alpha; both 0 without. */
    private int alphaFrom;

    private int alphaTo;
    private int width;
    private int height;

    private WebPDecoder(byte[] data) {
        this.data = data;
    }

    static boolean isWebP(byte[] data) {
        return data.length >= 12 && matches(data, 0, "RIFF") && matches(data, 8, "WEBP");
    }

    static ImageHeader header(byte[] data) throws ImageFormatException {
        var webp = new WebPDecoder(data);
        webp.readChunks();
        boolean alpha = webp.alphaTo > 0;
        return new ImageHeader(
                ImageHeader.Format.WEBP,
                webp.width,
                webp.height,
                alpha ? 2 : 1,
                webp.workBytes() + (alpha ? (long) webp.width * webp.height : 0));
    }

    static int[] decode(byte[] data, int room, Runnable goOn) throws ImageFormatException {
        var webp = new WebPDecoder(data);
        webp.readChunks();
        int[] texels = new int[webp.width * webp.height + room];
        webp.decode(texels, null, goOn);
        return texels;
    }

    static void decode(byte[] data, TexelRows rows, Runnable goOn) throws ImageFormatException {
        var webp = new WebPDecoder(data);
        webp.readChunks();
        webp.decode(new int[webp.width], rows, goOn);
    }

    private void readChunks() throws ImageFormatException {
        long size = 8 + (int32(4) & 0xFFFFFFFFL);
        // What is there gets shown, if the picture is whole
        int end = (int) Math.min(size, data.length);
        int canvasWidth = 0;
        int canvasHeight = 0;
        long at = 12;
        while (to == 0) {
            if (at + 8 > end) {
                throw new ImageFormatException("WebP is cut off or corrupt: no picture in it");
            }
            int chunk = (int) at;
            long length = int32(chunk + 4) & 0xFFFFFFFFL;
            if (length > end - at - 8) {
                throw new ImageFormatException("WebP is cut off or corrupt");
            }
            int body = chunk + 8;
            int behind = (int) (body + length);
            if (matches(data, chunk, "VP8X") && length >= 10) {
                canvasWidth = 1 + int24(body + 4);
                canvasHeight = 1 + int24(body + 7);
            } else if (matches(data, chunk, "ANIM") || matches(data, chunk, "ANMF")) {
                throw new ImageFormatException(
                        "WebP with an animation is not supported, one picture expected");
            } else if (matches(data, chunk, "ALPH") && length > 1) {
                alphaFrom = body;
                alphaTo = behind;
            } else if (matches(data, chunk, "VP8 ") || matches(data, chunk, "VP8L")) {
                lossless = data[chunk + 3] == 'L';
                from = body;
                to = behind;
            }
            at = behind + (length & 1);
        }
        readSize();
        if (canvasWidth > 0 && (canvasWidth != width || canvasHeight != height)) {
            throw new ImageFormatException(
                    "WebP is corrupt: a picture of %dx%d on a canvas of %dx%d"
                            .formatted(width, height, canvasWidth, canvasHeight));
        }
        if (lossless) {
            alphaTo = 0;
        }
    }

    private void readSize() throws ImageFormatException {
        if (lossless) {
            if (to - from < 6 || data[from] != LOSSLESS_SIGNATURE) {
                throw new ImageFormatException("WebP is corrupt: no lossless picture in it");
            }
            int bits = int32(from + 1);
            width = 1 + (bits & 0x3FFF);
            height = 1 + (bits >>> 14 & 0x3FFF);
        } else {
            if (to - from < 11 || int24(from + 3) != 0x2A019D) {
                throw new ImageFormatException("WebP is corrupt: no lossy picture in it");
            }
            if ((data[from] & 1) != 0) {
                throw new ImageFormatException(
                        "WebP is corrupt: its picture needs another before it");
            }
            int sides = int32(from + 6);
            width = sides & 0x3FFF;
            height = sides >>> 16 & 0x3FFF;
        }
        if (width == 0 || height == 0) {
            throw new ImageFormatException(
                    "WebP size is %dx%d, at least 1x1 expected".formatted(width, height));
        }
    }

    private long pixels() {
        // Blocks are whole
        return (width + 15L) * (height + 15L);
    }

    private long tableBytes() {
        return Math.min(TABLE_BYTES, PIXEL_TABLE_BYTES * pixels()) + 65_536;
    }

    private long workBytes() {
        long each = lossless && alphaTo == 0 ? LOSSLESS_BYTES : LOSSY_BYTES;
        return each * pixels() + tableBytes() + 2L * data.length;
    }

    /**
     * Decodes all rows.
     *
     * @param texels receive them, or one after the other if somebody takes them
     * @param taker takes them; null for nobody
     */
    private void decode(int[] texels, TexelRows taker, Runnable goOn) throws ImageFormatException {
        byte[] samples = decode(Arrays.copyOfRange(data, from, to), lossless, goOn);
        byte[] alphas = alphaTo > 0 ? alphas(goOn) : null;
        int bands = lossless ? 4 : 3;
        for (int y = 0; y < height; y++) {
            goOn.run();
            int i = bands * y * width;
            int o = taker != null ? 0 : y * width;
            for (int pixel = y * width; pixel < (y + 1) * width; pixel++, i += bands) {
                int alpha = lossless ? samples[i + 3] : alphas != null ? alphas[pixel] : -1;
                texels[o++] =
                        samples[i] & 255
                                | (samples[i + 1] & 255) << 8
                                | (samples[i + 2] & 255) << 16
                                | alpha << 24;
            }
            if (taker != null) {
                taker.add(texels, 0);
            }
        }
    }

    private byte[] decode(byte[] stream, boolean isLossless, Runnable goOn)
            throws ImageFormatException {
        long mostBytes = 16 * workBytes();
        long mostJumps = MOST_JUMPS + UNIT_JUMPS * (pixels() + stream.length);
        return Ended.decode(
                "WebP",
                goOn,
                look ->
                        (byte[])
                                Library.DECODER
                                        .apply(
                                                new Object[] {
                                                    stream,
                                                    isLossless,
                                                    width,
                                                    height,
                                                    look,
                                                    mostBytes,
                                                    mostJumps
                                                })[0]);
    }

    /** Decodes the alpha of a lossy picture (RFC 9649, section 2.7.1.2). */
    private byte[] alphas(Runnable goOn) throws ImageFormatException {
        int head = data[alphaFrom] & 255;
        int count = width * height;
        byte[] alphas;
        if ((head & 3) == 0) {
            if (alphaTo - alphaFrom - 1 < count) {
                throw new ImageFormatException("WebP is cut off: too little alpha");
            }
            alphas = Arrays.copyOfRange(data, alphaFrom + 1, alphaFrom + 1 + count);
        } else if ((head & 3) == 1) {
            // It lacks the signature and the size of a picture of its own
            byte[] stream = new byte[5 + alphaTo - alphaFrom - 1];
            stream[0] = LOSSLESS_SIGNATURE;
            System.arraycopy(data, alphaFrom + 1, stream, 5, stream.length - 5);
            byte[] samples = decode(stream, true, goOn);
            alphas = new byte[count];
            for (int i = 0; i < count; i++) {
                alphas[i] = samples[4 * i + 1];
            }
        } else {
            throw new ImageFormatException("WebP is corrupt: alpha of an unknown kind");
        }
        unfilter(alphas, head >>> 2 & 3, goOn);
        return alphas;
    }

    /** Adds to each alpha what is expected from those before it. */
    private void unfilter(byte[] alphas, int filter, Runnable goOn) {
        if (filter == 0) {
            return;
        }
        for (int y = 0; y < height; y++) {
            goOn.run();
            for (int x = 0; x < width; x++) {
                int at = y * width + x;
                int left = x > 0 ? alphas[at - 1] & 255 : 0;
                int above = y > 0 ? alphas[at - width] & 255 : 0;
                int expected;
                if (x == 0 || y == 0) {
                    expected = x > 0 ? left : above;
                } else if (filter == 1) {
                    expected = left;
                } else if (filter == 2) {
                    expected = above;
                } else {
                    int corner = alphas[at - width - 1] & 255;
                    expected = Math.clamp(left + above - corner, 0, 255);
                }
                alphas[at] += (byte) expected;
            }
        }
    }

    private static boolean matches(byte[] data, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (data[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int int24(int at) {
        return data[at] & 255 | (data[at + 1] & 255) << 8 | (data[at + 2] & 255) << 16;
    }

    private int int32(int at) {
        return int24(at) | data[at + 3] << 24;
    }
}
