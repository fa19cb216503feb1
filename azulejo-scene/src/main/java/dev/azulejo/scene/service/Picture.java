package dev.azulejo.scene.service;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.image.PictureFormat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A picture that has been rendered. Encoding it takes place on the calling thread.
 *
 * <p>Threads: any; nothing of it changes.
 */
public final class Picture {
    private final int[] pixels;
    private final int width;
    private final int height;
    private final Kernels kernels;
    private final boolean fromCache;
    private final List<String> warnings;

    Picture(
            int[] pixels,
            int width,
            int height,
            Kernels kernels,
            boolean fromCache,
            List<String> warnings) {
        this.pixels = pixels;
        this.width = width;
        this.height = height;
        this.kernels = kernels;
        this.fromCache = fromCache;
        this.warnings = List.copyOf(warnings);
    }

    /** Returns the width in pixels. */
    public int width() {
        return width;
    }

    /** Returns the height in pixels. */
    public int height() {
        return height;
    }

    /** Returns a copy of the pixels: red in bits 0..7, alpha in 24..31, row after row. */
    public int[] pixels() {
        return pixels.clone();
    }

    /** Returns which kernels ran. */
    public Kernels kernels() {
        return kernels;
    }

    /** Returns whether the scene was there already. */
    public boolean isFromCache() {
        return fromCache;
    }

    /** Returns what the model asks for and does not get, a line each. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns the picture as a file of a format holds it. */
    public byte[] encode(PictureFormat format) {
        var out = new ByteArrayOutputStream();
        try {
            write(format, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the picture as a file of a format holds it; the stream stays open. */
    public void write(PictureFormat format, OutputStream out) throws IOException {
        format.encode(pixels, width, height, 1, out);
    }

    /** Returns the picture as one of the platform's, with alpha. */
    public BufferedImage toBufferedImage() {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        var row = new int[width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int p = pixels[y * width + x];
                row[x] = p & 0xff00ff00 | (p & 0xff) << 16 | p >>> 16 & 0xff;
            }
            image.setRGB(0, y, width, 1, row, 0, width);
        }
        return image;
    }
}
