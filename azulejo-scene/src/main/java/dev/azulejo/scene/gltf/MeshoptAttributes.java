package dev.azulejo.scene.gltf;

import dev.azulejo.scene.gltf.MeshoptDecoder.InvalidStream;

import java.util.Arrays;

/**
 * Decodes attributes of KHR_meshopt_compression, version 1: each byte position of a block says how
 * its differences are stored, and each four bytes of an element what they are differences of.
 * Written from the extension's text; version 0 is {@link MeshoptDecoder}'s.
 */
final class MeshoptAttributes {
    private static final int HEADER = 0xA1;
    private static final int GROUP = 16;
    private static final int MIN_TAIL = 24;

    /** Bits of a value, by the mode of a group and what its byte position says. */
    private static final int[][] BITS = {{0, 1, 2, 4}, {1, 2, 4, 8}};

    private final byte[] data;
    private final int end;
    private final int stride;
    private int at;

    private MeshoptAttributes(Bytes stream, int stride) throws InvalidStream {
        this.data = stream.array();
        this.at = stream.offset() + 1;
        this.stride = stride;
        int tail = tailBytes(stride);
        this.end = stream.offset() + stream.length() - tail;
        if (stream.length() < 1 + tail) {
            throw new InvalidStream(
                    "%d bytes are too few, at least %d expected"
                            .formatted(stream.length(), 1 + tail));
        }
    }

    /** Returns whether a stream is of this version. */
    static boolean isVersion1(Bytes stream) {
        return stream.length() > 0 && (stream.array()[stream.offset()] & 255) == HEADER;
    }

    private static int tailBytes(int stride) {
        return Math.max(MIN_TAIL, stride + stride / 4);
    }

    /** Returns the fewest bytes that {@code count} elements can be compressed to. */
    static long minBytes(int count, int stride) {
        int blockElements = MeshoptDecoder.blockElements(stride);
        long blocks = ((long) count + blockElements - 1) / blockElements;
        return 1 + blocks * (stride / 4) + tailBytes(stride);
    }

    /**
     * Decodes them.
     *
     * @param count elements
     * @param stride bytes an element, a multiple of 4 up to 256
     * @param goOn called every now and then
     * @return {@code count * stride} bytes
     */
    static byte[] decode(Bytes stream, int count, int stride, Runnable goOn) throws InvalidStream {
        var decoder = new MeshoptAttributes(stream, stride);
        int streamEnd = stream.offset() + stream.length();
        int channelsAt = streamEnd - stride / 4;
        byte[] out = new byte[Math.multiplyExact(count, stride)];
        byte[] previous = Arrays.copyOfRange(stream.array(), channelsAt - stride, channelsAt);
        byte[][] deltas = new byte[4][256];
        int blockElements = MeshoptDecoder.blockElements(stride);
        for (int first = 0; first < count; first += blockElements) {
            goOn.run();
            int elements = Math.min(blockElements, count - first);
            int control = decoder.at;
            decoder.skip(stride / 4);
            for (int b = 0; b < stride; b += 4) {
                int modes = decoder.data[control + b / 4];
                for (int k = 0; k < 4; k++) {
                    decoder.bytes(deltas[k], elements, modes >> 2 * k & 3);
                }
                int channel = decoder.data[channelsAt + b / 4] & 255;
                decoder.add(deltas, elements, channel, previous, b, out, first * stride + b);
            }
        }
        if (decoder.at != decoder.end) {
            throw new InvalidStream("%d bytes are left over".formatted(decoder.end - decoder.at));
        }
        return out;
    }

    /** Goes on by some bytes, which are there, and returns where they begin. */
    private int skip(int bytes) throws InvalidStream {
        if (bytes > end - at) {
            throw MeshoptDecoder.cutOff();
        }
        at += bytes;
        return at - bytes;
    }

    /** Reads one byte position of up to 256 elements. */
    private void bytes(byte[] deltas, int elements, int mode) throws InvalidStream {
        if (mode == 2) {
            Arrays.fill(deltas, 0, elements, (byte) 0);
            return;
        }
        if (mode == 3) {
            System.arraycopy(data, skip(elements), deltas, 0, elements);
            return;
        }
        int groups = (elements + GROUP - 1) / GROUP;
        int header = skip((groups + 3) / 4);
        for (int g = 0; g < groups; g++) {
            int bits = BITS[mode][data[header + (g >> 2)] >> 2 * (g & 3) & 3];
            group(deltas, g * GROUP, bits);
        }
    }

    /** Reads 16 values; with 1, 2 or 4 bits all ones stand for a byte that follows them. */
    private void group(byte[] deltas, int offset, int bits) throws InvalidStream {
        if (bits == 0) {
            Arrays.fill(deltas, offset, offset + GROUP, (byte) 0);
            return;
        }
        int packed = skip(2 * bits);
        if (bits == 8) {
            System.arraycopy(data, packed, deltas, offset, GROUP);
            return;
        }
        int sentinel = (1 << bits) - 1;
        int perByte = 8 / bits;
        for (int i = 0; i < GROUP; i++) {
            int k = i % perByte;
            // Single bits begin with the lowest, wider ones with the highest
            int shift = bits == 1 ? k : 8 - bits * (k + 1);
            int value = data[packed + i / perByte] >> shift & sentinel;
            deltas[offset + i] = value == sentinel ? data[skip(1)] : (byte) value;
        }
    }

    /** Makes four bytes of each element of a block. */
    private void add(
            byte[][] deltas,
            int elements,
            int channel,
            byte[] previous,
            int b,
            byte[] out,
            int outOffset)
            throws InvalidStream {
        int value = int32(previous[b], previous[b + 1], previous[b + 2], previous[b + 3]);
        int o = outOffset;
        for (int e = 0; e < elements; e++, o += stride) {
            int delta = int32(deltas[0][e], deltas[1][e], deltas[2][e], deltas[3][e]);
            value =
                    switch (channel & 3) {
                        case 0 -> sum(value, delta, 8);
                        case 1 -> sum(value, delta, 16);
                        case 2 -> value ^ Integer.rotateRight(delta, channel >> 4);
                        default ->
                                throw new InvalidStream(
                                        "differences of kind %d, 0 to 2 expected"
                                                .formatted(channel & 3));
                    };
            for (int k = 0; k < 4; k++) {
                out[o + k] = (byte) (value >> 8 * k);
            }
        }
        for (int k = 0; k < 4; k++) {
            previous[b + k] = (byte) (value >> 8 * k);
        }
    }

    /** Adds what is of so many bits each, where differences have their sign in the lowest bit. */
    private static int sum(int value, int delta, int bits) {
        int mask = (1 << bits) - 1;
        int result = 0;
        for (int shift = 0; shift < 32; shift += bits) {
            int difference = delta >>> shift & mask;
            int signed = difference >>> 1 ^ -(difference & 1);
            result |= ((value >>> shift) + signed & mask) << shift;
        }
        return result;
    }

    private static int int32(byte a, byte b, byte c, byte d) {
        return a & 255 | (b & 255) << 8 | (c & 255) << 16 | d << 24;
    }

    /**
     * Applies filter COLOR in place: luma and two chroma values become red, green and blue, and
     * alpha is as wide as they were.
     *
     * @param stride 4 or 8: components of 8 or 16 bits
     */
    static void color(byte[] elements, int stride, Runnable goOn) {
        int width = stride / 4;
        float max = (1 << 8 * width) - 1;
        for (int o = 0; o < elements.length; o += stride) {
            if ((o & MeshoptDecoder.STEPS) == 0) {
                goOn.run();
            }
            int y = component(elements, o, width);
            int orange = signed(component(elements, o + width, width), width);
            int green = signed(component(elements, o + 2 * width, width), width);
            int coded = component(elements, o + 3 * width, width);
            // The highest bit of alpha says how many bits all of them have
            int one = (Integer.highestOneBit(coded) << 1) - 1;
            int alpha = coded & one >> 1;
            float scale = one > 0 ? max / one : 0;
            put(elements, o, width, (y + orange - green) * scale);
            put(elements, o + width, width, (y + green) * scale);
            put(elements, o + 2 * width, width, (y - orange - green) * scale);
            put(elements, o + 3 * width, width, (alpha << 1 | coded & 1) * scale);
        }
    }

    private static int component(byte[] data, int at, int width) {
        return width == 1 ? data[at] & 255 : data[at] & 255 | (data[at + 1] & 255) << 8;
    }

    private static int signed(int value, int width) {
        return width == 1 ? (byte) value : (short) value;
    }

    private static void put(byte[] data, int at, int width, float value) {
        int rounded = (int) (value + 0.5f);
        data[at] = (byte) rounded;
        if (width == 2) {
            data[at + 1] = (byte) (rounded >> 8);
        }
    }
}
