package dev.azulejo.scene.image;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes PNG, JPEG, WebP and KTX2. Safe for use by several threads at a time. */
public final class ImageDecoder {
    /** Longest side of an image, in pixels; what JPEG can say. */
    public static final int MAX_SIDE = 65535;

    /** Most pixels of an image. */
    public static final int MAX_PIXELS = 1 << 29;

    private ImageDecoder() {}

    /**
     * Reads the size of an image.
     *
     * @param data the whole file
     * @throws ImageTooLargeException when it has more pixels than are decoded
     * @throws ImageFormatException when it is none of these, or its header is broken
     */
    public static ImageHeader header(byte[] data) throws ImageFormatException {
        ImageHeader header;
        if (PngDecoder.isPng(data)) {
            header = PngDecoder.header(data);
        } else if (JpegDecoder.isJpeg(data)) {
            header = JpegDecoder.header(data);
        } else if (WebPDecoder.isWebP(data)) {
            header = WebPDecoder.header(data);
        } else if (Ktx2Decoder.isKtx2(data)) {
            header = Ktx2Decoder.header(data);
        } else {
            throw new ImageFormatException(
                    "%s is not supported, PNG, JPEG, WebP or KTX2 expected"
                            .formatted(describe(data)));
        }
        if (Math.max(header.width(), header.height()) > MAX_SIDE || header.pixels() > MAX_PIXELS) {
            throw new ImageTooLargeException(
                    "%dx%d pixels are too many, sides of at most %d and %d pixels expected"
                            .formatted(header.width(), header.height(), MAX_SIDE, MAX_PIXELS));
        }
        return header;
    }

    /**
     * Decodes an image, whatever happens meanwhile.
     *
     * @param data the whole file
     * @return as {@link #decode(byte[], int, Runnable)} does, without room
     * @throws ImageFormatException when it cannot be decoded
     */
    public static int[] decode(byte[] data) throws ImageFormatException {
        return decode(data, () -> {});
    }

    /**
     * Decodes an image.
     *
     * @param data the whole file
     * @param goOn called again and again: what it throws ends decoding, and is thrown here
     * @return as {@link #decode(byte[], int, Runnable)} does, without room
     * @throws ImageFormatException when it cannot be decoded
     */
    public static int[] decode(byte[] data, Runnable goOn) throws ImageFormatException {
        return decode(data, 0, goOn);
    }

    /**
     * Decodes an image into an array that has room for more.
     *
     * @param data the whole file
     * @param room ints to be left free behind the pixels, at least 0
     * @param goOn called again and again: what it throws ends decoding, and is thrown here
     * @return one int a pixel, red in bits 0..7, green 8..15, blue 16..23, alpha 24..31; row-major,
     *     top row first; {@link ImageHeader#pixels()} of them, and the room
     * @throws ImageFormatException when it cannot be decoded
     */
    public static int[] decode(byte[] data, int room, Runnable goOn) throws ImageFormatException {
        return switch (header(data).format()) {
            case PNG -> PngDecoder.decode(data, room, goOn);
            case JPEG -> JpegDecoder.decode(data, room, goOn);
            case WEBP -> WebPDecoder.decode(data, room, goOn);
            case KTX2 -> Ktx2Decoder.decode(data, room, goOn);
        };
    }

    /**
     * Decodes an image row by row, for what does not need all of it at a time. (Some files cannot
     * be decoded so: their rows come when all are there.)
     *
     * @param data the whole file
     * @param rows take the rows, {@link ImageHeader#height()} of them, or fewer if it fails
     * @param goOn called again and again: what it throws ends decoding, and is thrown here
     * @throws ImageFormatException when it cannot be decoded
     */
    public static void decode(byte[] data, TexelRows rows, Runnable goOn)
            throws ImageFormatException {
        var header = header(data);
        switch (header.format()) {
            case PNG -> PngDecoder.decode(data, rows, goOn);
            case JPEG -> JpegDecoder.decode(data, rows, goOn);
            case WEBP -> WebPDecoder.decode(data, rows, goOn);
            case KTX2 -> rows.addAll(Ktx2Decoder.decode(data, 0, goOn), header.width());
        }
    }

    /**
     * Returns what a file is that is an image, but none that is read here; nothing if it is one
     * that is read, or nothing known.
     */
    public static Optional<String> otherFormat(byte[] data) {
        return Optional.ofNullable(known(data));
    }

    private static String describe(byte[] data) {
        String format = known(data);
        if (format != null) {
            return format;
        }
        return data.length == 0 ? "an empty file" : "this image format";
    }

    /** Returns the name of a format that is not read; null for others. */
    private static String known(byte[] data) {
        if (Ktx2Decoder.isKtx2(data)) {
            return Ktx2Decoder.otherKind(data);
        }
        if (startsWith(data, 1, "KTX ")) {
            return "KTX";
        }
        if (startsWith(data, 0, "GIF8")) {
            return "GIF";
        }
        if (startsWith(data, 0, "BM")) {
            return "BMP";
        }
        if (startsWith(data, 4, "ftypavif")) {
            return "AVIF";
        }
        if (startsWith(data, 0, "DDS ")) {
            return "DDS";
        }
        return null;
    }

    private static boolean startsWith(byte[] data, int offset, String text) {
        byte[] expected = text.getBytes(StandardCharsets.ISO_8859_1);
        if (data.length < offset + expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if (data[offset + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
