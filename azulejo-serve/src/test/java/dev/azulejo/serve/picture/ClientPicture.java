package dev.azulejo.serve.picture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

import javax.imageio.ImageIO;

/** What a client shows: does with frames what the page's script does. */
public final class ClientPicture {
    private int width;
    private int height;
    private int[] pixels = new int[0];
    private int[] kept = new int[0];

    /** What a frame held. */
    public record Shown(
            int number, int input, int flags, int serverMicros, Map<TileKind, Integer> tiles) {
        /** Returns how many tiles of a kind there were. */
        public int tiles(TileKind kind) {
            return tiles.getOrDefault(kind, 0);
        }
    }

    /** Shows a frame. */
    public Shown show(byte[] bytes) {
        var from = ByteBuffer.wrap(bytes);
        require(from.get() == 1 && from.get() == 1);
        int number = from.getInt();
        int input = from.getInt();
        int newWidth = from.getShort() & 0xffff;
        int newHeight = from.getShort() & 0xffff;
        int side = from.get();
        int flags = from.get();
        int micros = from.getInt();
        if (newWidth != width || newHeight != height) {
            require((flags & FrameEncoder.WHOLE) != 0);
            width = newWidth;
            height = newHeight;
            pixels = new int[width * height];
        }
        var counts = new EnumMap<TileKind, Integer>(TileKind.class);
        for (int blocks = from.getShort(); blocks > 0; blocks--) {
            var kind = TileKind.values()[from.get()];
            counts.merge(kind, block(kind, side, from), Integer::sum);
        }
        require(!from.hasRemaining());
        if ((flags & FrameEncoder.KEEP) != 0) {
            kept = pixels.clone();
        }
        return new Shown(number, input, flags, micros, counts);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("not a frame");
        }
    }

    private int block(TileKind kind, int side, ByteBuffer from) {
        int runs = from.getShort() & 0xffff;
        int[] first = new int[runs];
        int[] counts = new int[runs];
        int[] colors = new int[runs];
        int all = 0;
        for (int i = 0; i < runs; i++) {
            first[i] = from.getShort() & 0xffff;
            counts[i] = from.getShort() & 0xffff;
            all += counts[i];
            if (kind == TileKind.FILL) {
                colors[i] =
                        from.get() & 0xff | (from.get() & 0xff) << 8 | (from.get() & 0xff) << 16;
            }
        }
        int[] sheet = null;
        int columns = 1;
        if (kind == TileKind.JPEG || kind == TileKind.PNG) {
            columns = from.get();
            var file = new byte[from.getInt()];
            from.get(file);
            sheet = read(file, columns * side);
        }
        int place = 0;
        for (int i = 0; i < runs; i++) {
            for (int tile = first[i]; tile < first[i] + counts[i]; tile++, place++) {
                tile(kind, side, tile, colors[i], sheet, place, columns);
            }
        }
        return all;
    }

    private void tile(
            TileKind kind, int side, int tile, int color, int[] sheet, int place, int columns) {
        int across = Math.ceilDiv(width, side);
        int left = tile % across * side;
        int top = tile / across * side;
        for (int y = top; y < Math.min(height, top + side); y++) {
            for (int x = left; x < Math.min(width, left + side); x++) {
                pixels[y * width + x] =
                        switch (kind) {
                            case FILL -> color;
                            case KEPT -> kept[y * width + x];
                            case JPEG, PNG ->
                                    sheet[
                                            (place / columns * side + y - top) * columns * side
                                                    + place % columns * side
                                                    + x
                                                    - left];
                        };
            }
        }
    }

    private static int[] read(byte[] file, int expectedWidth) {
        try {
            var image = ImageIO.read(new ByteArrayInputStream(file));
            require(image.getWidth() == expectedWidth);
            int[] rgb =
                    image.getRGB(0, 0, expectedWidth, image.getHeight(), null, 0, expectedWidth);
            for (int i = 0; i < rgb.length; i++) {
                // Red first
                rgb[i] = rgb[i] >> 16 & 0xff | rgb[i] & 0xff00 | (rgb[i] & 0xff) << 16;
            }
            return rgb;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the width. */
    public int width() {
        return width;
    }

    /** Returns the height. */
    public int height() {
        return height;
    }

    /** Returns a copy of what is shown, red in bits 0..7, without alpha. */
    public int[] pixels() {
        return pixels.clone();
    }
}
