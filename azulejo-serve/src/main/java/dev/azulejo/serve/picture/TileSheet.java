package dev.azulejo.serve.picture;

import static dev.azulejo.serve.picture.SentPicture.TILE;

import dev.azulejo.scene.image.PictureFormat;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Many tiles in one encoded picture, row by row: what a file costs beside its pixels is paid once.
 * Tiles at the edge of a picture are filled up with its last pixels.
 *
 * <p>Threads: one at a time.
 */
final class TileSheet {
    /** Most tiles of a row. */
    static final int MOST_COLUMNS = 32;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    private final ImageWriteParam how = writer.getDefaultWriteParam();

    TileSheet() {
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    }

    /** Returns how many tiles a row of a sheet has. */
    static int columns(int tiles) {
        return Math.min(MOST_COLUMNS, tiles);
    }

    /** Encodes tiles of a picture with loss. */
    byte[] jpeg(int[] pixels, SentPicture of, int[] tiles, int from, int count, int quality) {
        int columns = columns(count);
        int width = columns * TILE;
        var image =
                new BufferedImage(
                        width, Math.ceilDiv(count, columns) * TILE, BufferedImage.TYPE_3BYTE_BGR);
        byte[] bytes = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < count; i++) {
            int left = tiles[from + i] % of.columns() * TILE;
            int top = tiles[from + i] / of.columns() * TILE;
            for (int y = 0; y < TILE; y++) {
                int row = Math.min(top + y, of.height() - 1) * of.width();
                int to = 3 * ((i / columns * TILE + y) * width + i % columns * TILE);
                for (int x = 0; x < TILE; x++) {
                    int pixel = pixels[row + Math.min(left + x, of.width() - 1)];
                    bytes[to] = (byte) (pixel >> 16);
                    bytes[to + 1] = (byte) (pixel >> 8);
                    bytes[to + 2] = (byte) pixel;
                    to += 3;
                }
            }
        }
        out.reset();
        // In memory, not in a file among temporary ones, as the platform would by default
        try (var stream = new MemoryCacheImageOutputStream(out)) {
            how.setCompressionQuality(quality / 100f);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), how);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.setOutput(null);
        }
        return out.toByteArray();
    }

    /** Encodes tiles of a picture without loss. */
    byte[] png(int[] pixels, SentPicture of, int[] tiles, int from, int count) {
        int columns = columns(count);
        int width = columns * TILE;
        int height = Math.ceilDiv(count, columns) * TILE;
        var sheet = new int[width * height];
        for (int i = 0; i < count; i++) {
            int left = tiles[from + i] % of.columns() * TILE;
            int top = tiles[from + i] / of.columns() * TILE;
            for (int y = 0; y < TILE; y++) {
                int row = Math.min(top + y, of.height() - 1) * of.width();
                int to = (i / columns * TILE + y) * width + i % columns * TILE;
                for (int x = 0; x < TILE; x++) {
                    sheet[to + x] = pixels[row + Math.min(left + x, of.width() - 1)];
                }
            }
        }
        // Opaque, so that there are three bytes a pixel
        for (int i = 0; i < sheet.length; i++) {
            sheet[i] |= 0xff000000;
        }
        out.reset();
        try {
            PictureFormat.PNG.encode(sheet, width, height, 1, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
