package dev.azulejo.scene.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Encodes pictures as baseline JPEG with the platform's writer, at a quality of 0.9. JPEG has no
 * transparency: what lets light through is laid over black.
 */
public final class JpegEncoder {
    private static final float QUALITY = 0.9f;

    private JpegEncoder() {}

    /**
     * Encodes a picture; the stream stays open.
     *
     * @param pixels red in bits 0..7, alpha in 24..31, row-major from the top
     */
    public static void encode(int[] pixels, int width, int height, OutputStream out)
            throws IOException {
        int[] solid = StraightAlpha.overBlack(pixels);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var row = new int[width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int pixel = solid[y * width + x];
                row[x] = (pixel & 0xff) << 16 | pixel & 0xff00 | pixel >>> 16 & 0xff;
            }
            image.setRGB(0, y, width, 1, row, 0, width);
        }
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        // In memory, not in a file among temporary ones, as the platform would by default
        try (var stream = new MemoryCacheImageOutputStream(out)) {
            var how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(QUALITY);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
    }
}
