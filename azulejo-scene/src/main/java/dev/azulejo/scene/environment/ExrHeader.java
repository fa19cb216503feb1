package dev.azulejo.scene.environment;

import dev.azulejo.scene.model.PlainText;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What an OpenEXR file says of itself: one part, of rows or of tiles of one level. What else there
 * may be in such files is refused by name.
 *
 * <p>Attributes that say how a picture came about, or what it is for, change no texel. So it is
 * with {@code chromaticities}: whatever primaries and white it names, red, green and blue are taken
 * as those that everything else here has, Rec. 709's with D65.
 */
final class ExrHeader {
    static final int MAGIC = 20000630;

    /** What is said of a file that begins with something else. */
    static final String NOT_ONE = "is no OpenEXR picture (.exr), which begins with 76 2f 31 01";

    private static final int TILED = 1 << 9;
    private static final int LONG_NAMES = 1 << 10;
    private static final int DEEP = 1 << 11;
    private static final int MANY_PARTS = 1 << 12;

    private static final int LONGEST_NAME = 255;
    private static final int MOST_ATTRIBUTES = 4096;
    private static final int MOST_CHANNELS = 256;

    /** How chunks are packed, in the order of their numbers in a file. */
    enum Packing {
        NONE(1),
        RLE(1),
        ZIPS(1),
        ZIP(16),
        PIZ(32),
        PXR24(0),
        B44(0),
        B44A(0),
        DWAA(0),
        DWAB(0);

        /** Rows of a chunk, if it is not a tile; 0 of what is not read. */
        final int rows;

        Packing(int rows) {
            this.rows = rows;
        }
    }

    /** How a value is written, in the order of the numbers in a file. */
    enum Type {
        UINT(4),
        HALF(2),
        FLOAT(4);

        final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }
    }

    /** Values of one name, one a texel. */
    record Channel(String name, Type type) {}

    /** Texels from and to, both of them in it; y goes down. */
    record Window(int left, int top, int right, int bottom) {
        long width() {
            return (long) right - left + 1;
        }

        long height() {
            return (long) bottom - top + 1;
        }
    }

    private final ExrFile file;
    private List<Channel> channels;
    private Packing packing;
    private Window data;
    private Window display;
    private boolean tiled;
    private boolean ordered;
    private long tileWidth;
    private long tileHeight;
    private long end;

    private ExrHeader(ExrFile file) {
        this.file = file;
    }

    /** Reads one from where the file stands, which is its beginning. */
    static ExrHeader read(ExrFile file) throws IOException {
        var header = new ExrHeader(file);
        header.version();
        header.attributes();
        header.check();
        header.end = file.at();
        return header;
    }

    private void version() throws IOException {
        if (file.int32() != MAGIC) {
            throw file.fail(NOT_ONE);
        }
        int version = file.int32();
        if ((version & 0xff) > 2) {
            throw file.fail("version %d of OpenEXR, 2 expected".formatted(version & 0xff));
        }
        if ((version & DEEP) != 0) {
            throw file.fail("deep data is not read; a flat picture expected");
        }
        if ((version & MANY_PARTS) != 0) {
            throw file.fail("a file of several parts is not read; one part expected");
        }
        if ((version & ~(0xff | TILED | LONG_NAMES)) != 0) {
            throw file.fail("flags %x are not known".formatted(version >>> 8));
        }
        tiled = (version & TILED) != 0;
    }

    private void attributes() throws IOException {
        for (int count = 0; ; count++) {
            String name = file.text(LONGEST_NAME);
            if (name.isEmpty()) {
                return;
            }
            if (count == MOST_ATTRIBUTES) {
                throw file.fail(
                        "its header has more than %d attributes".formatted(MOST_ATTRIBUTES));
            }
            String type = file.text(LONGEST_NAME);
            int size = file.int32();
            long next = file.at() + size;
            if (size < 0 || next > file.size()) {
                throw file.fail(
                        "'%s' has %d bytes, more than the file".formatted(plain(name), size));
            }
            attribute(name, type, size);
            file.seek(next);
        }
    }

    private static String plain(String name) {
        return PlainText.of(name);
    }

    private void attribute(String name, String type, int size) throws IOException {
        switch (name) {
            case "channels" -> {
                expect(name, type, "chlist", size, size);
                channels(file.at() + size);
            }
            case "compression" -> {
                expect(name, type, "compression", size, 1);
                packing(file.next());
            }
            case "dataWindow" -> {
                expect(name, type, "box2i", size, 16);
                data = window(name);
            }
            case "displayWindow" -> {
                expect(name, type, "box2i", size, 16);
                display = window(name);
            }
            case "lineOrder" -> {
                expect(name, type, "lineOrder", size, 1);
                int order = file.next();
                if (order > 2) {
                    throw file.fail("lineOrder %d found, 0 to 2 expected".formatted(order));
                }
                ordered = true;
            }
            case "tiles" -> {
                expect(name, type, "tiledesc", size, 9);
                tiles();
            }
            default -> {
                // What else is said makes no difference to texels
            }
        }
    }

    private void expect(String name, String found, String type, int size, int bytes) {
        if (!found.equals(type) || size != bytes) {
            throw file.fail(
                    "'%s' is %d bytes of %s, %d of %s expected"
                            .formatted(name, size, plain(found), bytes, type));
        }
    }

    private void packing(int number) {
        if (number >= Packing.values().length) {
            throw file.fail("compression %d is not known".formatted(number));
        }
        packing = Packing.values()[number];
        if (packing.rows == 0) {
            throw file.fail(
                    "compression %s is not read; NONE, RLE, ZIPS, ZIP or PIZ expected"
                            .formatted(packing));
        }
    }

    private Window window(String name) throws IOException {
        var window = new Window(file.int32(), file.int32(), file.int32(), file.int32());
        if (window.width() < 1 || window.height() < 1) {
            throw file.fail(
                    "%s has %dx%d texels, at least 1x1 expected"
                            .formatted(name, window.width(), window.height()));
        }
        return window;
    }

    private void tiles() throws IOException {
        tileWidth = file.int32() & 0xffff_ffffL;
        tileHeight = file.int32() & 0xffff_ffffL;
        int mode = file.next();
        if (tileWidth == 0 || tileHeight == 0) {
            throw file.fail("tiles of %dx%d texels are none".formatted(tileWidth, tileHeight));
        }
        if ((mode & 15) != 0) {
            throw file.fail("tiles of several levels are not read; one level expected");
        }
    }

    private void channels(long stop) throws IOException {
        channels = new ArrayList<>();
        while (true) {
            String name = file.text(LONGEST_NAME);
            if (name.isEmpty()) {
                break;
            }
            if (channels.size() == MOST_CHANNELS) {
                throw file.fail("more than %d channels".formatted(MOST_CHANNELS));
            }
            int type = file.int32();
            if (type < 0 || type > 2) {
                throw file.fail(
                        "channel '%s' is of type %d, 0 to 2 expected".formatted(plain(name), type));
            }
            file.int32();
            int across = file.int32();
            int down = file.int32();
            if (across != 1 || down != 1) {
                throw file.fail(
                        "channel '%s' has a value for %dx%d texels, for each one expected"
                                .formatted(plain(name), across, down));
            }
            channels.add(new Channel(name, Type.values()[type]));
        }
        if (file.at() != stop) {
            throw file.fail("its list of channels is corrupt");
        }
    }

    private void check() {
        boolean complete = channels != null && packing != null && data != null && display != null;
        if (!complete || !ordered || tiled && tileWidth == 0) {
            throw file.fail(
                    "its header is not complete: channels, compression, dataWindow, displayWindow,"
                            + " lineOrder expected, and tiles if it has any");
        }
        if (first("Y") < 0 && (first("R") < 0 || first("G") < 0 || first("B") < 0)) {
            throw file.fail(
                    "has the channels %s; R, G and B expected, or Y"
                            .formatted(
                                    channels.stream()
                                            .map(channel -> plain(channel.name()))
                                            .limit(10)
                                            .collect(Collectors.joining(", "))));
        }
    }

    /** Returns the place of a channel, or -1. */
    private int first(String name) {
        for (int c = 0; c < channels.size(); c++) {
            if (channels.get(c).name().equals(name)) {
                return c;
            }
        }
        return -1;
    }

    /** Returns which channel is red, which green and which blue; all the same if it is grey. */
    int[] colors() {
        int red = first("R");
        int green = first("G");
        int blue = first("B");
        int grey = first("Y");
        boolean colored = red >= 0 && green >= 0 && blue >= 0;
        return colored ? new int[] {red, green, blue} : new int[] {grey, grey, grey};
    }

    List<Channel> channels() {
        return channels;
    }

    Packing packing() {
        return packing;
    }

    /** Returns which texels the file has. */
    Window data() {
        return data;
    }

    /** Returns which texels the picture has; what the file has not is black. */
    Window display() {
        return display;
    }

    boolean tiled() {
        return tiled;
    }

    /** Returns texels of a chunk, from the left to the right; the last of a row may have less. */
    long chunkWidth() {
        return tiled ? Math.min(tileWidth, data.width()) : data.width();
    }

    /** Returns rows of a chunk; the last one may have less. */
    long chunkHeight() {
        return Math.min(tiled ? tileHeight : packing.rows, data.height());
    }

    /** Returns how many chunks lie beside each other. */
    long across() {
        return Math.ceilDiv(data.width(), chunkWidth());
    }

    /** Returns how many chunks the file has. */
    long chunks() {
        return across() * Math.ceilDiv(data.height(), chunkHeight());
    }

    /** Returns bytes of a texel, of all channels. */
    int texelBytes() {
        return channels.stream().mapToInt(channel -> channel.type().bytes).sum();
    }

    /** Returns bytes of a whole chunk that is not packed. */
    long chunkBytes() {
        return chunkWidth() * chunkHeight() * texelBytes();
    }

    /** Returns bytes before a chunk's texels: where it lies, and how many bytes follow. */
    int chunkHead() {
        return tiled ? 20 : 8;
    }

    /** Returns how many bytes a file with such a header has at least. */
    long leastBytes() {
        return end + chunks() * (Long.BYTES + chunkHead() + 1);
    }

    /** Returns where the header ends, and the places of chunks begin. */
    long end() {
        return end;
    }
}
