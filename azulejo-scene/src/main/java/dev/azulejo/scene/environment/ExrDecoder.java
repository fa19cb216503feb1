package dev.azulejo.scene.environment;

import dev.azulejo.scene.gltf.LoadLimits;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.BitSet;
import java.util.List;

/**
 * Decodes the OpenEXR format, .exr: a header of attributes, where each chunk of texels is, and the
 * chunks, in any order. Files of one part are read, of rows or of tiles of one level, packed as
 * NONE, RLE, ZIPS, ZIP or PIZ; red, green and blue, or grey alone, of halves, floats or whole
 * numbers. Other channels are left out.
 *
 * <p>The picture is the display window. What the data window does not have of it is black, and what
 * that has beyond is left out.
 *
 * <p>Light is not negative: what is, as filters leave it beside bright spots, is 0, and so is what
 * is no number. What is infinite, for it was too much for a half, is the largest half.
 *
 * <p>Source: "OpenEXR File Layout" and "Technical Introduction to OpenEXR", openexr.com.
 */
final class ExrDecoder {
    /** The largest half. */
    private static final float INFINITE = 65504;

    /** Texels after which it is asked whether to go on. */
    private static final int PATIENCE = 1 << 18;

    private final ExrFile places;
    private final ExrFile file;
    private ExrHeader header;

    /**
     * Makes one that has read nothing yet.
     *
     * @param channel the file
     * @param name what messages call it
     */
    ExrDecoder(SeekableByteChannel channel, String name) {
        places = new ExrFile(channel, name);
        file = new ExrFile(channel, name);
    }

    /**
     * Returns how much memory chunks take while they are decoded, in bytes; more than there can be
     * if a chunk does not fit into an array.
     */
    static long bytes(ExrHeader header) {
        long chunk = header.chunkBytes();
        return chunk > LoadLimits.LARGEST_FILE
                ? Long.MAX_VALUE / 2
                : chunk + ExrUnpacking.bytes(header) + header.chunks() / Byte.SIZE;
    }

    /** Reads the header; then sizes are known. */
    ExrHeader readHeader() throws IOException {
        header = ExrHeader.read(file);
        return header;
    }

    /** Refuses a file that cannot have its chunks, whose sides must be known to be bounded. */
    void checkLength() throws IOException {
        if (file.size() < header.leastBytes()) {
            throw file.fail(
                    "has %,d bytes and is cut off, at least %,d expected"
                            .formatted(file.size(), header.leastBytes()));
        }
    }

    /**
     * Reads all chunks, of a file whose length has been checked.
     *
     * @param rgb takes three floats for each texel of the display window
     * @param goOn called every now and then; what it throws ends the work
     */
    void readChunks(float[] rgb, Runnable goOn) throws IOException {
        int chunks = (int) header.chunks();
        int most = (int) header.chunkBytes();
        var unpacking = new ExrUnpacking(header, most);
        var read = new BitSet(chunks);
        var packed = new byte[most];
        places.seek(header.end());
        for (int c = 0; c < chunks; c++) {
            goOn.run();
            long place = places.int64();
            if (place < header.end() || place > file.size() - header.chunkHead()) {
                throw file.fail(
                        "chunk %d of %d is at byte %d, where there is none (was the file written to its end?)"
                                .formatted(c, chunks, place));
            }
            file.seek(place);
            int which = header.tiled() ? tile() : rows();
            if (read.get(which)) {
                throw file.fail("chunk %d of %d comes twice".formatted(which, chunks));
            }
            read.set(which);
            chunk(which, packed, unpacking, rgb, goOn);
        }
    }

    /** Returns which chunk begins with a row. */
    private int rows() throws IOException {
        int y = file.int32();
        long row = (long) y - header.data().top();
        if (row < 0 || row >= header.data().height() || row % header.chunkHeight() != 0) {
            throw file.fail("a chunk begins with row %d, where none does".formatted(y));
        }
        return (int) (row / header.chunkHeight());
    }

    private int tile() throws IOException {
        int x = file.int32();
        int y = file.int32();
        int level = file.int32() | file.int32();
        long which = y * header.across() + x;
        boolean inside = x >= 0 && x < header.across() && y >= 0 && which < header.chunks();
        if (!inside || level != 0) {
            throw file.fail("a tile is number %d of row %d, where none is".formatted(x, y));
        }
        return (int) which;
    }

    private void chunk(int which, byte[] packed, ExrUnpacking unpacking, float[] rgb, Runnable goOn)
            throws IOException {
        var data = header.data();
        int left = (int) (which % header.across() * header.chunkWidth());
        int top = (int) (which / header.across() * header.chunkHeight());
        int width = (int) Math.min(header.chunkWidth(), data.width() - left);
        int height = (int) Math.min(header.chunkHeight(), data.height() - top);
        int whole = width * height * header.texelBytes();
        int size = file.int32();
        boolean fits = size >= 0 && size <= whole && size <= file.size() - file.at();
        if (!fits || header.packing() == ExrHeader.Packing.NONE && size != whole) {
            throw file.fail(
                    "chunk %d has %d bytes, where %d are left and %d are its texels"
                            .formatted(which, size, file.size() - file.at(), whole));
        }
        file.bytes(packed, size);
        byte[] raw = packed;
        if (size < whole) {
            if (!unpacking.unpack(packed, size, width, height, goOn)) {
                throw file.fail("chunk %d is corrupt".formatted(which));
            }
            raw = unpacking.raw();
        }
        take(raw, left, top, width, height, rgb, goOn);
    }

    /** Takes the texels of a chunk that lie in the display window. */
    private void take(
            byte[] raw, int left, int top, int width, int height, float[] rgb, Runnable goOn) {
        var display = header.display();
        int[] colors = header.colors();
        List<ExrHeader.Channel> channels = header.channels();
        // Columns from the display window's left, rows from its top
        long column = (long) header.data().left() + left - display.left();
        int from = Math.clamp(-column, 0, width);
        int to = Math.clamp(display.width() - column, 0, width);
        int at = 0;
        int work = 0;
        for (int y = 0; y < height; y++) {
            long row = (long) header.data().top() + top + y - display.top();
            boolean seen = row >= 0 && row < display.height();
            for (int c = 0; c < channels.size(); c++) {
                var type = channels.get(c).type();
                for (int color = 0; color < 3 && seen; color++) {
                    if (colors[color] == c) {
                        int texel = (int) (row * display.width() + column + from);
                        values(
                                raw,
                                at + from * type.bytes,
                                type,
                                rgb,
                                3 * texel + color,
                                to - from);
                    }
                }
                at += width * type.bytes;
            }
            work += width;
            if (work >= PATIENCE) {
                work = 0;
                goOn.run();
            }
        }
    }

    /** Converts values into every third float. */
    private static void values(
            byte[] raw, int first, ExrHeader.Type type, float[] rgb, int to, int count) {
        int at = first;
        for (int i = 0; i < count; i++, at += type.bytes) {
            int low = raw[at] & 0xff | (raw[at + 1] & 0xff) << 8;
            float value;
            if (type == ExrHeader.Type.HALF) {
                value = Float.float16ToFloat((short) low);
            } else {
                int bits = low | (raw[at + 2] & 0xff) << 16 | (raw[at + 3] & 0xff) << 24;
                value =
                        type == ExrHeader.Type.FLOAT
                                ? Float.intBitsToFloat(bits)
                                : bits & 0xffff_ffffL;
            }
            rgb[to + 3 * i] = light(value);
        }
    }

    /** Returns a value as light, which is not negative; nor is it more than all. */
    private static float light(float value) {
        if (!(value > 0)) {
            return 0;
        }
        return value == Float.POSITIVE_INFINITY ? INFINITE : value;
    }
}
