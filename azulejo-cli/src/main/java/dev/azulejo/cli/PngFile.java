package dev.azulejo.cli;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes PNG files, whole or not at all. */
final class PngFile {
    /**
     * Deflate at its fastest useful level: pictures are a little larger, and written much sooner.
     */
    private static final float QUALITY = 0.8f;

    private PngFile() {}

    /**
     * Writes a picture; the file appears only when it is complete.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top
     */
    static void write(Path path, int[] pixels, int width, int height) {
        boolean opaque = true;
        for (int pixel : pixels) {
            opaque &= pixel >>> 24 == 0xff;
        }
        var image =
                new BufferedImage(
                        width,
                        height,
                        opaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB);
        int[] argb = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            int p = pixels[i];
            argb[i] = p & 0xff00ff00 | (p & 0xff) << 16 | p >>> 16 & 0xff;
        }
        WholeFile.write("-o", path, out -> encode(image, out));
    }

    private static void encode(BufferedImage image, OutputStream to) throws IOException {
        ImageIO.setUseCache(false);
        var writer = ImageIO.getImageWritersByFormatName("png").next();
        try (var out = new MemoryCacheImageOutputStream(to)) {
            var parameters = writer.getDefaultWriteParam();
            if (parameters.canWriteCompressed()) {
                parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                parameters.setCompressionQuality(QUALITY);
            }
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), parameters);
        } finally {
            writer.dispose();
        }
    }
}
