package dev.azulejo.serve.picture;

import static dev.azulejo.serve.picture.SentPicture.TILE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.IntSupplier;

/**
 * Makes what is sent of a picture: the tiles that are not as the client has them, each as what it
 * holds asks for. A tile counts as changed if a byte of it has, whoever rendered it.
 *
 * <p>A frame, big-endian: version, 1, number of the frame (4 bytes), number of the input that it
 * shows (4), width (2), height (2), side of a tile (1), flags (1), microseconds of the server (4),
 * blocks (2); and for each block its kind (1), runs (2), and for each run its first tile (2) and
 * how many follow each other (2). A run of {@link TileKind#FILL} has its colour then (3); after the
 * runs of {@link TileKind#JPEG} and {@link TileKind#PNG} come the tiles of a row of the sheet (1),
 * its bytes (4), and these.
 *
 * <p>Threads: one at a time.
 */
public final class FrameEncoder {
    /** Flag: nothing of what was shown before stays. */
    public static final int WHOLE = 1;

    /** Flag: the client copies what it shows then, for {@link TileKind#KEPT}. */
    public static final int KEEP = 2;

    /** Flag: the client has the picture exactly. */
    public static final int EXACT = 4;

    /** Bytes of a frame before its blocks. */
    public static final int HEADER_BYTES = 22;

    /** Most pixels of a picture whose tiles have a number of two bytes. */
    public static final int MOST_PIXELS = 65_535 * TILE * TILE;

    /** With so few colours a tile is flat: lines and letters stay sharp, in fewer bytes. */
    private static final int FLAT_COLORS = 6;

    /** Fewer tiles than this are not worth a second thread. */
    private static final int SHARED_TILES = 160;

    private final SentPicture sent = new SentPicture();
    private final ExecutorService helpers;
    private final List<TileSheet> sheets = new ArrayList<>();
    private final int[] colors = new int[FLAT_COLORS];
    private int[] fills = new int[0];
    private int[] kept = new int[0];
    private int[] shaded = new int[0];
    private int[] flat = new int[0];
    private int fillCount;
    private int keptCount;
    private int shadedCount;
    private int flatCount;

    /**
     * What is to be encoded.
     *
     * @param number of the frame
     * @param input number of the input that it shows
     * @param serverMicros from that input to the end of encoding, microseconds: asked then
     * @param quality of what is shaded, percent
     * @param sharpened most tiles that are sent again without loss though they have not changed
     * @param keeps whether the client shall copy the picture if it has it exactly
     */
    public record Request(
            int number,
            int input,
            IntSupplier serverMicros,
            int quality,
            int sharpened,
            boolean keeps) {}

    /**
     * What is sent.
     *
     * @param bytes the message
     * @param tiles how many are in it
     * @param exact whether the client then has the picture exactly
     * @param kept whether it keeps a copy of that
     */
    @SuppressWarnings("ArrayRecordComponent") // sent, never compared
    public record Frame(byte[] bytes, int tiles, boolean exact, boolean kept) {}

    /**
     * Makes an encoder, whose client shows nothing yet.
     *
     * @param helpers do a part of the work where there is much
     */
    public FrameEncoder(ExecutorService helpers) {
        this.helpers = helpers;
        sheets.add(new TileSheet());
        sheets.add(new TileSheet());
    }

    /** The client shows nothing any more. */
    public void forget() {
        sent.forget();
    }

    /** Whether the client keeps a copy of exactly this picture, whatever it shows. */
    public boolean isKept(int[] pixels, int width, int height) {
        return sent.width() == width && sent.height() == height && sent.isBase(pixels);
    }

    /**
     * Encodes what has changed. If it throws, nobody knows what the client has: {@link #forget}.
     *
     * @param pixels red in bits 0..7, row-major from the top; alpha is of no matter
     * @param width of the picture
     * @param height of the picture
     */
    public Frame encode(int[] pixels, int width, int height, Request request) {
        if ((long) Math.ceilDiv(width, TILE) * Math.ceilDiv(height, TILE) > 65_535) {
            throw new IllegalArgumentException(
                    "%dx%d pixels are too many for a stream".formatted(width, height));
        }
        int flags = sent.resize(width, height) ? WHOLE : 0;
        sort(pixels, request.sharpened());
        boolean exact = sent.isExact();
        flags |= exact ? EXACT : 0;
        boolean keeps = exact && request.keeps() && !sent.isBase(pixels);
        flags |= keeps ? KEEP : 0;
        if (keeps) {
            sent.keep();
        }
        var blocks = blocks(pixels, request.quality());
        int length = blocks.stream().mapToInt(block -> block.length).sum();
        var to = ByteBuffer.allocate(HEADER_BYTES + length);
        to.put((byte) 1).put((byte) 1).putInt(request.number()).putInt(request.input());
        to.putShort((short) width).putShort((short) height).put((byte) TILE).put((byte) flags);
        to.putInt(request.serverMicros().getAsInt()).putShort((short) blocks.size());
        blocks.forEach(to::put);
        int tiles = fillCount + keptCount + shadedCount + flatCount;
        return new Frame(to.array(), tiles, exact, keeps);
    }

    /** Finds out which tiles are sent, and how. */
    private void sort(int[] pixels, int sharpened) {
        int count = sent.tiles();
        if (fills.length < count) {
            // All of them or none: there may be no memory for one
            var newKept = new int[count];
            var newShaded = new int[count];
            var newFlat = new int[count];
            fills = new int[count];
            kept = newKept;
            shaded = newShaded;
            flat = newFlat;
        }
        fillCount = 0;
        keptCount = 0;
        shadedCount = 0;
        flatCount = 0;
        int again = sharpened;
        for (int tile = 0; tile < count; tile++) {
            if (sent.differs(tile, pixels)) {
                boolean exactly = true;
                if (sent.isInBase(tile, pixels)) {
                    kept[keptCount++] = tile;
                } else {
                    int different = colors(tile, pixels);
                    if (different == 1) {
                        fills[fillCount++] = tile;
                    } else if (different <= FLAT_COLORS) {
                        flat[flatCount++] = tile;
                    } else if (again > 0) {
                        flat[flatCount++] = tile;
                        again--;
                    } else {
                        shaded[shadedCount++] = tile;
                        exactly = false;
                    }
                }
                sent.sent(tile, pixels, exactly);
            } else if (!sent.isExact(tile) && again > 0) {
                flat[flatCount++] = tile;
                again--;
                sent.sent(tile, pixels, true);
            }
        }
    }

    /** Counts the colours of a tile, as far as it may be flat. */
    private int colors(int tile, int[] pixels) {
        int x0 = tile % sent.columns() * TILE;
        int y0 = tile / sent.columns() * TILE;
        int x1 = Math.min(sent.width(), x0 + TILE);
        int y1 = Math.min(sent.height(), y0 + TILE);
        int different = 0;
        int last = 0;
        for (int y = y0; y < y1; y++) {
            for (int at = y * sent.width() + x0; at < y * sent.width() + x1; at++) {
                int color = pixels[at] & 0xffffff;
                if (different > 0 && color == last) {
                    continue;
                }
                last = color;
                int k = 0;
                while (k < different && colors[k] != color) {
                    k++;
                }
                if (k == different) {
                    if (different == FLAT_COLORS) {
                        return FLAT_COLORS + 1;
                    }
                    colors[different++] = color;
                }
            }
        }
        return different;
    }

    private List<byte[]> blocks(int[] pixels, int quality) {
        var blocks = new ArrayList<byte[]>();
        if (fillCount > 0) {
            blocks.add(fills(pixels));
        }
        if (keptCount > 0) {
            blocks.add(runs(TileKind.KEPT, kept, 0, keptCount, 0).array());
        }
        Future<byte[]> second = null;
        int half = shadedCount;
        if (shadedCount > SHARED_TILES) {
            // Whole rows of a sheet
            half = shadedCount / 2 / TileSheet.MOST_COLUMNS * TileSheet.MOST_COLUMNS;
            int from = half;
            second = helpers.submit(jpeg(1, pixels, from, shadedCount - from, quality));
        }
        byte[] other = null;
        try {
            if (half > 0) {
                byte[] file = sheets.get(0).jpeg(pixels, sent, shaded, 0, half, quality);
                blocks.add(sheet(TileKind.JPEG, shaded, 0, half, file));
            }
            if (flatCount > 0) {
                byte[] file = sheets.get(0).png(pixels, sent, flat, 0, flatCount);
                blocks.add(sheet(TileKind.PNG, flat, 0, flatCount, file));
            }
        } finally {
            // It reads what the next frame overwrites, whatever became of this one
            other = second == null ? null : get(second);
        }
        if (other != null) {
            blocks.add(other);
        }
        return blocks;
    }

    private Callable<byte[]> jpeg(int sheet, int[] pixels, int from, int count, int quality) {
        return () ->
                sheet(
                        TileKind.JPEG,
                        shaded,
                        from,
                        count,
                        sheets.get(sheet).jpeg(pixels, sent, shaded, from, count, quality));
    }

    private static byte[] get(Future<byte[]> block) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return block.get();
                } catch (InterruptedException e) {
                    // It reads what the next frame overwrites: that has to wait
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IllegalStateException("a part of a picture", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs of one colour each. */
    private byte[] fills(int[] pixels) {
        var to = ByteBuffer.allocate(3 + 7 * fillCount);
        to.put((byte) TileKind.FILL.ordinal()).putShort((short) 0);
        int count = 0;
        for (int i = 0; i < fillCount; ) {
            int first = fills[i];
            int color = color(first, pixels);
            int length = 1;
            while (i + length < fillCount
                    && fills[i + length] == first + length
                    && color(first + length, pixels) == color) {
                length++;
            }
            to.putShort((short) first).putShort((short) length);
            to.put((byte) color).put((byte) (color >> 8)).put((byte) (color >> 16));
            count++;
            i += length;
        }
        to.putShort(1, (short) count);
        var bytes = new byte[to.position()];
        to.flip().get(bytes);
        return bytes;
    }

    private int color(int tile, int[] pixels) {
        int at = tile / sent.columns() * TILE * sent.width() + tile % sent.columns() * TILE;
        return pixels[at] & 0xffffff;
    }

    /** The runs of a block, with room for what follows. */
    private static ByteBuffer runs(TileKind kind, int[] tiles, int from, int count, int room) {
        int runs = 0;
        for (int i = 0; i < count; i++) {
            runs += i == 0 || tiles[from + i] != tiles[from + i - 1] + 1 ? 1 : 0;
        }
        var to = ByteBuffer.allocate(3 + 4 * runs + room);
        to.put((byte) kind.ordinal()).putShort((short) runs);
        for (int i = 0; i < count; ) {
            int length = 1;
            while (i + length < count && tiles[from + i + length] == tiles[from + i] + length) {
                length++;
            }
            to.putShort((short) tiles[from + i]).putShort((short) length);
            i += length;
        }
        return to;
    }

    private static byte[] sheet(TileKind kind, int[] tiles, int from, int count, byte[] file) {
        return runs(kind, tiles, from, count, 5 + file.length)
                .put((byte) TileSheet.columns(count))
                .putInt(file.length)
                .put(file)
                .array();
    }
}
