package dev.azulejo.scene.image;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;

/** What a picture is written as. */
public enum PictureFormat {
    /** PNG, 8 bits a channel; without alpha if every pixel is opaque. */
    PNG("png"),
    /** JPEG, as {@link JpegEncoder} says; over black where there is alpha. */
    JPEG("jpg"),
    /** Red, green, blue, alpha, a byte each, row after row from the top; nothing else. */
    RGBA("rgba");

    /** Bytes of pixels that are written at once. */
    private static final int AT_ONCE = 1 << 16;

    private final String extension;

    PictureFormat(String extension) {
        this.extension = extension;
    }

    /** Returns what file names end with, without the dot. */
    public String extension() {
        return extension;
    }

    /** Returns the format that a file name's end stands for, if it stands for one. */
    public static Optional<PictureFormat> ofName(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        for (var format : values()) {
            if (name.endsWith("." + format.extension)) {
                return Optional.of(format);
            }
        }
        return name.endsWith(".jpeg") ? Optional.of(JPEG) : Optional.empty();
    }

    /**
     * Writes a picture; the stream stays open.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top; not multiplied by
     *     alpha, as {@link StraightAlpha#of} makes them of those of a render target
     * @param threads at most so many work on it, the calling one among them
     */
    public void encode(int[] pixels, int width, int height, int threads, OutputStream out)
            throws IOException {
        switch (this) {
            case PNG -> PngEncoder.encode(pixels, width, height, threads, out);
            case JPEG -> JpegEncoder.encode(pixels, width, height, out);
            case RGBA -> writeBytes(pixels, width * height, out);
        }
    }

    private static void writeBytes(int[] pixels, int count, OutputStream out) throws IOException {
        var bytes = new byte[Math.min(AT_ONCE, 4 * count)];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int pixel = pixels[i];
            bytes[at] = (byte) pixel;
            bytes[at + 1] = (byte) (pixel >>> 8);
            bytes[at + 2] = (byte) (pixel >>> 16);
            bytes[at + 3] = (byte) (pixel >>> 24);
            at += 4;
            if (at == bytes.length) {
                out.write(bytes, 0, at);
                at = 0;
            }
        }
        out.write(bytes, 0, at);
    }
}
