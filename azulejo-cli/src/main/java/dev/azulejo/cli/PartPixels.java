package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A part of a picture as bytes: which of its tiles are what they were in the picture before, and
 * the pixels of the others, row by row of each tile, filtered as in PNG and compressed (RFC 1950,
 * whose check sum tells if they are damaged).
 */
final class PartPixels {
    /** Pixels of a part, before they are compressed: no more is packed at once. */
    static final long LARGEST = 1L << 29;

    /** A tile: its place in the picture and its size, as far as it lies on the picture. */
    private record Tile(int x, int y, int width, int height) {}

    private final RegionMap map;
    private final int owner;
    private final int side;
    private final List<Tile> tiles = new ArrayList<>();
    private final int columns;

    /**
     * Looks at a part.
     *
     * @param map who owns what of the picture
     * @param owner whose part it is
     * @param side of a tile, pixels
     */
    PartPixels(RegionMap map, int owner, int side) {
        this.map = map;
        this.owner = owner;
        this.side = side;
        int width = map.widthInPixels();
        int height = map.heightInPixels();
        columns = (width + side - 1) / side;
        for (int y = 0; y < height; y += side) {
            for (int x = 0; x < width; x += side) {
                if (map.owner(x, y) == owner) {
                    tiles.add(
                            new Tile(x, y, Math.min(side, width - x), Math.min(side, height - y)));
                }
            }
        }
    }

    /** Says of a tile of the picture, row by row from the top, whether it is what it was. */
    interface Kept {
        boolean test(int tile);
    }

    /**
     * What was packed, or unpacked.
     *
     * @param tiles of the part
     * @param kept those of them that are what they were
     */
    record Tally(int tiles, int kept) {}

    /** Returns the bytes of all of its pixels. */
    long bytes(Pixels picture) {
        return map.pixels(owner) * picture.bytes();
    }

    /** The part as it was in a picture that may have changed since then. */
    final class Copy {
        private final BitSet same;

        /** Those of the tiles that are to be packed, row by row of each. */
        private final byte[] pixels;

        private final int pixel;

        private Copy(BitSet same, byte[] pixels, int pixel) {
            this.same = same;
            this.pixels = pixels;
            this.pixel = pixel;
        }

        /** Returns how many tiles there are, and how many are what they were. */
        Tally tally() {
            return new Tally(tiles.size(), same.cardinality());
        }

        /** Shows it: in a picture that holds the one before. */
        void show(Pixels picture) {
            int at = 0;
            for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
                var tile = tiles.get(t);
                for (int y = 0; y < tile.height; y++) {
                    picture.setRow(tile.x, tile.y + y, tile.width, pixels, at);
                    at += tile.width * pixel;
                }
            }
        }

        /** Returns the pixels of those tiles that are not what they were, as {@link Pixels#get}. */
        byte[] changed() {
            return pixels;
        }

        /**
         * Packs it.
         *
         * @param out receives it
         * @return how many tiles there are, and how many were not packed
         */
        Tally pack(ByteWriter out) {
            out.int8(side).int32(tiles.size());
            for (int t = 0; t < tiles.size(); t += 8) {
                byte[] eight = same.get(t, t + 8).toByteArray();
                out.int8(eight.length == 0 ? 0 : eight[0] & 0xff);
            }
            out.bytes(compressed(pixels, pixel, same));
            return tally();
        }
    }

    /**
     * Copies what is to be packed.
     *
     * @param picture of which it is a part
     * @param kept which tiles are not packed
     */
    Copy copy(Pixels picture, Kept kept) {
        var same = new BitSet(tiles.size());
        long count = 0;
        for (int t = 0; t < tiles.size(); t++) {
            var tile = tiles.get(t);
            same.set(t, kept.test(tile.y / side * columns + tile.x / side));
            count += same.get(t) ? 0 : tile.width * (long) tile.height;
        }
        int pixel = picture.bytes();
        byte[] pixels = new byte[Math.toIntExact(count * pixel)];
        int at = 0;
        for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
            var tile = tiles.get(t);
            for (int y = 0; y < tile.height; y++) {
                picture.getRow(tile.x, tile.y + y, tile.width, pixels, at);
                at += tile.width * pixel;
            }
        }
        return new Copy(same, pixels, pixel);
    }

    /**
     * Packs the part.
     *
     * @param picture of which it is a part
     * @param kept which tiles are not packed
     * @param out receives it
     * @return how many tiles there are, and how many were not packed
     */
    Tally pack(Pixels picture, Kept kept, ByteWriter out) {
        return copy(picture, kept).pack(out);
    }

    private byte[] compressed(byte[] pixels, int pixel, BitSet same) {
        var packed = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            int at = 0;
            int rowBytes = side * pixel;
            byte[] filtered = new byte[side * (1 + rowBytes)];
            byte[] room = new byte[1 << 14];
            for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
                var tile = tiles.get(t);
                int length = filter(pixels, at, pixel, tile, filtered);
                at += tile.width * tile.height * pixel;
                deflater.setInput(filtered, 0, length);
                while (!deflater.needsInput()) {
                    packed.write(room, 0, deflater.deflate(room));
                }
            }
            deflater.finish();
            while (!deflater.finished()) {
                packed.write(room, 0, deflater.deflate(room));
            }
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }

    /** Filters the rows of a tile; returns how many bytes that is. */
    private static int filter(byte[] pixels, int from, int pixel, Tile tile, byte[] to) {
        int length = tile.width * pixel;
        byte[] above = new byte[length];
        byte[] row = new byte[length];
        int at = 0;
        for (int y = 0; y < tile.height; y++) {
            System.arraycopy(pixels, from + y * length, row, 0, length);
            to[at] = (byte) RowFilter.best(row, above, length, pixel, to, at + 1);
            at += 1 + length;
            var last = above;
            above = row;
            row = last;
        }
        return at;
    }

    /**
     * Unpacks a part, if it is one: into a picture that holds the one before.
     *
     * @param in as of {@link #read}
     * @param map likewise
     * @param owner likewise
     * @param isFirst likewise
     * @param picture receives the pixels, all or none
     * @return how many tiles there are, and how many are what they were
     * @throws CodecException if it is none
     */
    static Tally unpack(ByteReader in, RegionMap map, int owner, boolean isFirst, Pixels picture) {
        var copy = read(in, map, owner, isFirst, picture.bytes());
        copy.show(picture);
        return copy.tally();
    }

    /**
     * Unpacks a part, if it is one, and shows nothing of it yet.
     *
     * @param in what {@link #pack} wrote, or anything
     * @param map who owns what of the picture
     * @param owner whose part it is
     * @param isFirst whether there is no picture before, so that no tile can be what it was
     * @param pixel bytes of a pixel
     * @throws CodecException if it is none
     */
    static Copy read(ByteReader in, RegionMap map, int owner, boolean isFirst, int pixel) {
        int side = in.int8();
        if (side < TileSet.SMALLEST_SIDE
                || side > map.tiles(owner).side()
                || Integer.bitCount(side) != 1) {
            throw new CodecException("tiles of %d pixels".formatted(side));
        }
        var part = new PartPixels(map, owner, side);
        int count = in.int32();
        if (count != part.tiles.size()) {
            throw new CodecException("%d tiles, %d expected".formatted(count, part.tiles.size()));
        }
        var same = new BitSet(count);
        for (int t = 0; t < count; t += 8) {
            int eight = in.int8();
            for (int bit = 0; bit < 8; bit++) {
                if ((eight >> bit & 1) != 0) {
                    same.set(t + bit);
                }
            }
        }
        if (same.length() > (isFirst ? 0 : count)) {
            throw new CodecException("a tile that cannot be what it was");
        }
        byte[] packed = in.bytes(Integer.MAX_VALUE);
        in.end();
        byte[] rows = part.inflated(packed, same, pixel);
        return part.new Copy(same, part.unfiltered(rows, same, pixel), pixel);
    }

    private byte[] inflated(byte[] packed, BitSet same, int pixel) {
        long length = 0;
        for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
            var tile = tiles.get(t);
            length += tile.height * (1L + tile.width * (long) pixel);
        }
        if (length > 2 * LARGEST) {
            throw new CodecException("%,d bytes of pixels are too many".formatted(length));
        }
        byte[] rows = new byte[(int) length];
        var inflater = new Inflater();
        try {
            inflater.setInput(packed);
            int there = 0;
            int more = 1;
            while (there < rows.length && more > 0) {
                more = inflater.inflate(rows, there, rows.length - there);
                there += more;
            }
            // The check sum comes behind the last byte
            int beyond = inflater.inflate(new byte[1]);
            if (there != rows.length
                    || beyond != 0
                    || !inflater.finished()
                    || inflater.getRemaining() != 0) {
                throw new CodecException("%d bytes of pixels expected".formatted(rows.length));
            }
            return rows;
        } catch (DataFormatException e) {
            throw new CodecException("pixels that are damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Undoes the filters of all rows, and leaves out what says which they are. */
    private byte[] unfiltered(byte[] rows, BitSet same, int pixel) {
        int count = 0;
        for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
            count += tiles.get(t).height;
        }
        byte[] pixels = new byte[rows.length - count];
        int from = 0;
        int to = 0;
        for (int t = same.nextClearBit(0); t < tiles.size(); t = same.nextClearBit(t + 1)) {
            var tile = tiles.get(t);
            int length = tile.width * pixel;
            byte[] above = new byte[length];
            byte[] row = new byte[length];
            for (int y = 0; y < tile.height; y++) {
                System.arraycopy(rows, from + 1, row, 0, length);
                RowFilter.undo(rows[from] & 0xff, row, above, length, pixel);
                System.arraycopy(row, 0, pixels, to, length);
                from += 1 + length;
                to += length;
                var last = above;
                above = row;
                row = last;
            }
        }
        return pixels;
    }
}
