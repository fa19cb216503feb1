package dev.azulejo.scene.image;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;

/** Progressive JPEGs that are small, and take long: many pixels, gone over again and again. */
public final class ManyScans {
    private ManyScans() {}

    /**
     * Makes one.
     *
     * @param side pixels; those that there is no data for are grey
     * @param scans at least as many as a usual file has
     */
    public static byte[] jpeg(int side, int scans) {
        byte[] usual = usual();
        int last = 0;
        int found = 0;
        for (int i = 0; i < usual.length - 1; i++) {
            if ((usual[i] & 255) == 0xFF && (usual[i + 1] & 255) == 0xC2) {
                usual[i + 5] = (byte) (side >> 8);
                usual[i + 6] = (byte) side;
                usual[i + 7] = (byte) (side >> 8);
                usual[i + 8] = (byte) side;
            } else if ((usual[i] & 255) == 0xFF && (usual[i + 1] & 255) == 0xDA) {
                last = i;
                found++;
            }
        }
        var out = new ByteArrayOutputStream();
        out.write(usual, 0, usual.length - 2);
        for (; found < scans; found++) {
            out.write(usual, last, usual.length - 2 - last);
        }
        out.write(0xFF);
        out.write(0xD9);
        return out.toByteArray();
    }

    private static byte[] usual() {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var bytes = new ByteArrayOutputStream();
        try (var stream = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(stream);
            var settings = writer.getDefaultWriteParam();
            settings.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            var picture = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
            writer.write(null, new IIOImage(picture, null, null), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
