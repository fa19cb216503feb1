package dev.azulejo.scene.image;

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
        var image = StraightAlpha.solid(pixels, width, height);
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
