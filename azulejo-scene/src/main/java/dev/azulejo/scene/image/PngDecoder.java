package dev.azulejo.scene.image;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes PNG: all colour types, bit depths and interlacing. Sixteen bits are rounded to eight;
 * gamma, chromaticities and profiles are not looked at.
 *
 * <p>Source: W3C, Portable Network Graphics Specification (Third Edition).
 */
final class PngDecoder {
    private static final long SIGNATURE = 0x89504E470D0A1A0AL;
    private static final int IHDR = 0x49484452;
    private static final int PLTE = 0x504C5445;
    private static final int TRNS = 0x74524E53;
    private static final int IDAT = 0x49444154;
    private static final int IEND = 0x49454E44;

    private static final int GREY = 0;
    private static final int RGB = 2;
    private static final int PALETTE = 3;
    private static final int GREY_ALPHA = 4;
    private static final int RGB_ALPHA = 6;

    /** First pixel and step of the Adam7 passes: x0, y0, dx, dy. */
    private static final int[][] ADAM7 = {
        {0, 0, 8, 8},
        {4, 0, 8, 8},
        {0, 4, 4, 8},
        {2, 0, 4, 4},
        {0, 2, 2, 4},
        {1, 0, 2, 2},
        {0, 1, 1, 2}
    };

    private final byte[] data;
    private final int width;
    private final int height;
    private final int bitDepth;
    private final int colorType;
    private final boolean interlaced;
    private final int[] palette = new int[256];

    /** Grey or red, green, blue of the one colour that is transparent, as stored; -1 for none. */
    private final int[] transparent = {-1, -1, -1};

    private int paletteSize;

    // where compressed data continues
    private final Inflater inflater = new Inflater();
    private int nextChunk;

    /** Of all rows, or of one if somebody takes them. */
    private int[] texels;

    /** Take rows where these come in order; null for nobody. */
    private TexelRows taker;

    /** Called before each row. */
    private Runnable goOn = () -> {};

    private PngDecoder(byte[] data) throws ImageFormatException {
        this.data = data;
        if (data.length < 33 || int32(8) != 13 || int32(12) != IHDR) {
            throw new ImageFormatException("PNG header is missing or cut off");
        }
        width = int32(16);
        height = int32(20);
        bitDepth = data[24];
        colorType = data[25];
        interlaced = data[28] == 1;
        boolean depthFits =
                switch (colorType) {
                    case GREY ->
                            bitDepth == 1
                                    || bitDepth == 2
                                    || bitDepth == 4
                                    || bitDepth == 8
                                    || bitDepth == 16;
                    case PALETTE ->
                            bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || bitDepth == 8;
                    case RGB, GREY_ALPHA, RGB_ALPHA -> bitDepth == 8 || bitDepth == 16;
                    default -> false;
                };
        if (width < 1
                || height < 1
                || !depthFits
                || data[26] != 0
                || data[27] != 0
                || (data[28] & ~1) != 0) {
            throw new ImageFormatException(
                    "PNG header is invalid: %dx%d, colour type %d, bit depth %d, interlace method %d"
                            .formatted(width, height, colorType, bitDepth, data[28]));
        }
    }

    static boolean isPng(byte[] data) {
        return data.length >= 8
                && ((long) int32(data, 0) << 32 | int32(data, 4) & 0xFFFFFFFFL) == SIGNATURE;
    }

    static ImageHeader header(byte[] data) throws ImageFormatException {
        PngDecoder png = new PngDecoder(data);
        png.inflater.end();
        return new ImageHeader(
                ImageHeader.Format.PNG,
                png.width,
                png.height,
                1,
                2 * (png.rowBytes(png.width) + 64));
    }

    static int[] decode(byte[] data, int room, Runnable goOn) throws ImageFormatException {
        return new PngDecoder(data).decode(room, goOn);
    }

    static void decode(byte[] data, TexelRows rows, Runnable goOn) throws ImageFormatException {
        PngDecoder png = new PngDecoder(data);
        if (png.interlaced) {
            rows.addAll(png.decode(0, goOn), png.width);
        } else {
            png.taker = rows;
            png.decode(0, goOn);
        }
    }

    private int[] decode(int room, Runnable each) throws ImageFormatException {
        goOn = each;
        try {
            return decode(room);
        } catch (DataFormatException e) {
            throw new ImageFormatException("PNG data is corrupt: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private int[] decode(int room) throws ImageFormatException, DataFormatException {
        readAncillary();
        texels = new int[taker != null ? width : Math.multiplyExact(width, height) + room];
        if (interlaced) {
            for (int[] pass : ADAM7) {
                int columns = (width - pass[0] + pass[2] - 1) / pass[2];
                int rows = (height - pass[1] + pass[3] - 1) / pass[3];
                if (columns > 0 && rows > 0) {
                    decodePass(pass[0], pass[1], pass[2], pass[3], columns, rows);
                }
            }
        } else {
            decodePass(0, 0, 1, 1, width, height);
        }
        return texels;
    }

    /** Reads the chunks before the pixels and checks that there could be enough of them. */
    private void readAncillary() throws ImageFormatException {
        int at = 8;
        long compressed = 0;
        nextChunk = -1;
        while (at <= data.length - 12) {
            int length = int32(at);
            int type = int32(at + 4);
            int body = at + 8;
            if (length < 0 || length > data.length - body - 4) {
                if (type == IDAT) {
                    throw new ImageFormatException("PNG is cut off");
                }
                break;
            }
            if (type == IDAT || type == PLTE || type == TRNS) {
                checkCrc(at, length);
            }
            if (type == IDAT) {
                nextChunk = nextChunk < 0 ? at : nextChunk;
                compressed += length;
            } else if (type == PLTE) {
                if (length == 0 || length % 3 != 0 || length > 3 * 256) {
                    throw new ImageFormatException(
                            "PNG palette has %d bytes, 3 to 768 in threes expected"
                                    .formatted(length));
                }
                paletteSize = length / 3;
                for (int i = 0; i < paletteSize; i++) {
                    int entry = body + 3 * i;
                    palette[i] =
                            rgba(
                                    data[entry] & 255,
                                    data[entry + 1] & 255,
                                    data[entry + 2] & 255,
                                    255);
                }
            } else if (type == TRNS) {
                readTransparency(body, length);
            } else if (type == IEND) {
                break;
            }
            at = body + length + 4;
        }
        if (nextChunk < 0) {
            throw new ImageFormatException("PNG has no image data");
        }
        if (colorType == PALETTE && paletteSize == 0) {
            throw new ImageFormatException("PNG has no palette");
        }
        // deflate cannot make more than 1032 bytes of one
        if (rowBytes(width) * height / 1032 > compressed) {
            throw new ImageFormatException(
                    "PNG is cut off: %d compressed bytes cannot hold %dx%d pixels"
                            .formatted(compressed, width, height));
        }
    }

    private void readTransparency(int body, int length) throws ImageFormatException {
        int expected = colorType == GREY ? 2 : colorType == RGB ? 6 : Math.min(length, paletteSize);
        if (length < expected || colorType == PALETTE && length > 256) {
            throw new ImageFormatException("PNG transparency is too short");
        }
        if (colorType == PALETTE) {
            for (int i = 0; i < expected; i++) {
                palette[i] = palette[i] & 0xFFFFFF | data[body + i] << 24;
            }
        } else if (colorType == GREY || colorType == RGB) {
            for (int i = 0; i < expected / 2; i++) {
                transparent[i] = int16(body + 2 * i);
            }
        }
    }

    private void checkCrc(int chunk, int length) throws ImageFormatException {
        CRC32 crc = new CRC32();
        crc.update(data, chunk + 4, length + 4);
        if ((int) crc.getValue() != int32(chunk + 8 + length)) {
            throw new ImageFormatException("PNG is corrupt: a checksum does not match");
        }
    }

    private int bitsPerPixel() {
        int channels =
                switch (colorType) {
                    case GREY, PALETTE -> 1;
                    case GREY_ALPHA -> 2;
                    case RGB -> 3;
                    default -> 4;
                };
        return channels * bitDepth;
    }

    private long rowBytes(int columns) {
        return ((long) columns * bitsPerPixel() + 7) / 8;
    }

    private void decodePass(int x0, int y0, int dx, int dy, int columns, int rows)
            throws ImageFormatException, DataFormatException {
        int step = Math.max(1, bitsPerPixel() / 8);
        int length = Math.toIntExact(rowBytes(columns));
        // a pixel of zeros in front spares the filters their special case at the left edge
        byte[] row = new byte[step + length];
        byte[] above = new byte[step + length];
        byte[] filter = new byte[1];
        for (int r = 0; r < rows; r++) {
            goOn.run();
            inflate(filter, 0, 1);
            inflate(row, step, length);
            unfilter(filter[0], row, above, step);
            int out = (taker != null ? 0 : (y0 + r * dy) * width) + x0;
            if (bitDepth == 8) {
                convert8(row, step, columns, out, dx);
            } else {
                convertOther(row, step, columns, out, dx);
            }
            if (taker != null) {
                taker.add(texels, 0);
            }
            byte[] swap = above;
            above = row;
            row = swap;
        }
    }

    private void inflate(byte[] target, int offset, int count)
            throws ImageFormatException, DataFormatException {
        int done = 0;
        while (done < count) {
            int n = inflater.inflate(target, offset + done, count - done);
            done += n;
            if (n == 0) {
                if (!inflater.needsInput() || inflater.finished() || !feed()) {
                    throw new ImageFormatException("PNG has too few pixels");
                }
            }
        }
    }

    /** Hands the next IDAT chunk to the inflater; chunk bounds were checked before. */
    private boolean feed() {
        if (nextChunk > data.length - 12 || int32(nextChunk + 4) != IDAT) {
            return false;
        }
        int length = int32(nextChunk);
        if (length < 0 || length > data.length - nextChunk - 12) {
            return false;
        }
        inflater.setInput(data, nextChunk + 8, length);
        nextChunk += length + 12;
        return true;
    }

    private static void unfilter(int filter, byte[] row, byte[] above, int step)
            throws ImageFormatException {
        switch (filter) {
            case 0 -> {}
            case 1 -> {
                for (int i = step; i < row.length; i++) {
                    row[i] += row[i - step];
                }
            }
            case 2 -> {
                for (int i = step; i < row.length; i++) {
                    row[i] += above[i];
                }
            }
            case 3 -> {
                for (int i = step; i < row.length; i++) {
                    row[i] += (byte) ((row[i - step] & 255) + (above[i] & 255) >> 1);
                }
            }
            case 4 -> {
                switch (step) {
                    case 3 -> unfilterPaeth3(row, above);
                    case 4 -> unfilterPaeth4(row, above);
                    default -> unfilterPaeth(row, above, step);
                }
            }
            default ->
                    throw new ImageFormatException(
                            "PNG is corrupt: filter type %d, 0 to 4 expected".formatted(filter));
        }
    }

    private static void unfilterPaeth(byte[] row, byte[] above, int step) {
        for (int i = step; i < row.length; i++) {
            row[i] += (byte) paeth(row[i - step] & 255, above[i] & 255, above[i - step] & 255);
        }
    }

    // What is to the left stays in registers: read from the row just written, it would be waited
    // for

    private static void unfilterPaeth3(byte[] row, byte[] above) {
        int left0 = 0;
        int left1 = 0;
        int left2 = 0;
        int corner0 = 0;
        int corner1 = 0;
        int corner2 = 0;
        for (int i = 3; i < row.length - 2; i += 3) {
            int above0 = above[i] & 255;
            int above1 = above[i + 1] & 255;
            int above2 = above[i + 2] & 255;
            left0 = row[i] + paeth(left0, above0, corner0) & 255;
            left1 = row[i + 1] + paeth(left1, above1, corner1) & 255;
            left2 = row[i + 2] + paeth(left2, above2, corner2) & 255;
            row[i] = (byte) left0;
            row[i + 1] = (byte) left1;
            row[i + 2] = (byte) left2;
            corner0 = above0;
            corner1 = above1;
            corner2 = above2;
        }
    }

    private static void unfilterPaeth4(byte[] row, byte[] above) {
        int left0 = 0;
        int left1 = 0;
        int left2 = 0;
        int left3 = 0;
        int corner0 = 0;
        int corner1 = 0;
        int corner2 = 0;
        int corner3 = 0;
        for (int i = 4; i < row.length - 3; i += 4) {
            int above0 = above[i] & 255;
            int above1 = above[i + 1] & 255;
            int above2 = above[i + 2] & 255;
            int above3 = above[i + 3] & 255;
            left0 = row[i] + paeth(left0, above0, corner0) & 255;
            left1 = row[i + 1] + paeth(left1, above1, corner1) & 255;
            left2 = row[i + 2] + paeth(left2, above2, corner2) & 255;
            left3 = row[i + 3] + paeth(left3, above3, corner3) & 255;
            row[i] = (byte) left0;
            row[i + 1] = (byte) left1;
            row[i + 2] = (byte) left2;
            row[i + 3] = (byte) left3;
            corner0 = above0;
            corner1 = above1;
            corner2 = above2;
            corner3 = above3;
        }
    }

    /**
     * Predicts a byte by the neighbour that is nearest to left + above - corner, the first of them
     * if several are. In the form that stb_image 2.29 has, which needs no jump, as which one it is
     * cannot be foreseen.
     */
    static int paeth(int left, int above, int corner) {
        int threshold = 3 * corner - (left + above);
        int low = Math.min(left, above);
        int high = Math.max(left, above);
        // All ones where the larger one is above the threshold, and where the smaller one is below
        int highAbove = threshold - high >> 31;
        int lowBelow = low - threshold >> 31;
        return high & ~lowBelow | (low & ~highAbove | corner & highAbove) & lowBelow;
    }

    private void convert8(byte[] row, int at, int columns, int out, int dx)
            throws ImageFormatException {
        int i = at;
        int o = out;
        switch (colorType) {
            case RGB_ALPHA -> {
                for (int x = 0; x < columns; x++, i += 4, o += dx) {
                    texels[o] =
                            rgba(
                                    row[i] & 255,
                                    row[i + 1] & 255,
                                    row[i + 2] & 255,
                                    row[i + 3] & 255);
                }
            }
            case RGB -> {
                int key =
                        transparent[0] < 0
                                ? -1
                                : rgba(
                                        transparent[0] & 255,
                                        transparent[1] & 255,
                                        transparent[2] & 255,
                                        0);
                for (int x = 0; x < columns; x++, i += 3, o += dx) {
                    int rgb = rgba(row[i] & 255, row[i + 1] & 255, row[i + 2] & 255, 0);
                    texels[o] = rgb == key ? rgb : rgb | 0xFF000000;
                }
            }
            case GREY -> {
                for (int x = 0; x < columns; x++, i++, o += dx) {
                    int v = row[i] & 255;
                    texels[o] = rgba(v, v, v, v == transparent[0] ? 0 : 255);
                }
            }
            case GREY_ALPHA -> {
                for (int x = 0; x < columns; x++, i += 2, o += dx) {
                    int v = row[i] & 255;
                    texels[o] = rgba(v, v, v, row[i + 1] & 255);
                }
            }
            default -> {
                for (int x = 0; x < columns; x++, i++, o += dx) {
                    texels[o] = paletteEntry(row[i] & 255);
                }
            }
        }
    }

    /** Sixteen bits, or several pixels a byte. */
    private void convertOther(byte[] row, int at, int columns, int out, int dx)
            throws ImageFormatException {
        int channels = bitsPerPixel() / bitDepth;
        boolean hasAlpha = colorType == GREY_ALPHA || colorType == RGB_ALPHA;
        boolean isRgb = colorType == RGB || colorType == RGB_ALPHA;
        int[] sample = new int[4];
        int o = out;
        for (int x = 0; x < columns; x++, o += dx) {
            if (bitDepth < 8) {
                int bit = x * bitDepth;
                int shift = 8 - bitDepth - (bit & 7);
                sample[0] = (row[at + (bit >> 3)] & 255) >> shift & (1 << bitDepth) - 1;
                if (colorType == PALETTE) {
                    texels[o] = paletteEntry(sample[0]);
                    continue;
                }
            } else {
                for (int c = 0; c < channels; c++) {
                    int i = at + 2 * (x * channels + c);
                    sample[c] = (row[i] & 255) << 8 | row[i + 1] & 255;
                }
            }
            int red = to8(sample[0]);
            int green = isRgb ? to8(sample[1]) : red;
            int blue = isRgb ? to8(sample[2]) : red;
            boolean isKey =
                    sample[0] == transparent[0]
                            && (!isRgb
                                    || sample[1] == transparent[1] && sample[2] == transparent[2]);
            int alpha = hasAlpha ? to8(sample[channels - 1]) : isKey ? 0 : 255;
            texels[o] = rgba(red, green, blue, alpha);
        }
    }

    /** Scales a sample of any depth to 0..255, to nearest. */
    private int to8(int value) {
        int max = (1 << bitDepth) - 1;
        return (value * 255 + (max >> 1)) / max;
    }

    private int paletteEntry(int index) throws ImageFormatException {
        if (index >= paletteSize) {
            throw new ImageFormatException(
                    "PNG is corrupt: palette index %d of %d".formatted(index, paletteSize));
        }
        return palette[index];
    }

    private static int rgba(int red, int green, int blue, int alpha) {
        return red | green << 8 | blue << 16 | alpha << 24;
    }

    private int int16(int at) {
        return (data[at] & 255) << 8 | data[at + 1] & 255;
    }

    private int int32(int at) {
        return int32(data, at);
    }

    private static int int32(byte[] data, int at) {
        return data[at] << 24
                | (data[at + 1] & 255) << 16
                | (data[at + 2] & 255) << 8
                | data[at + 3] & 255;
    }
}
