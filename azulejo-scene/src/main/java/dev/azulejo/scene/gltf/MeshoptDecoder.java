package dev.azulejo.scene.gltf;

import java.util.Arrays;

/**
 * Decodes the bit streams of EXT_meshopt_compression: attributes (version 0), triangles and
 * indices, and the three filters. Written from the extension's text, appendices A and B. What
 * KHR_meshopt_compression has beside them is in {@link MeshoptAttributes}.
 *
 * <p>Input may be anything: it is read within its bounds, and what is no valid stream ends in an
 * {@link InvalidStream}. Output is little-endian, as in an uncompressed buffer view. What may take
 * long is told whom to ask whether to go on: who is asked ends the work by an exception.
 */
final class MeshoptDecoder {
    /** The stream breaks off or says what it must not say. */
    static final class InvalidStream extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidStream(String message) {
            super(message);
        }
    }

    private static final int ATTRIBUTE_HEADER = 0xA0;
    private static final int TRIANGLE_HEADER = 0xE1;
    private static final int INDEX_HEADER = 0xD1;
    private static final int GROUP = 16;
    private static final int MIN_ATTRIBUTE_TAIL = 32;

    /** Triangles, indices or bytes from one look at whether to go on to the next, minus one. */
    static final int STEPS = (1 << 16) - 1;

    private final byte[] data;
    private final int end;
    private int at;

    // state of the two index codecs
    private int last;

    private MeshoptDecoder(Bytes stream, int header, int tail) throws InvalidStream {
        data = stream.array();
        at = stream.offset();
        if (stream.length() < 1 + tail) {
            throw new InvalidStream(
                    "%d bytes are too few, at least %d expected"
                            .formatted(stream.length(), 1 + tail));
        }
        if ((data[at] & 255) != header) {
            throw new InvalidStream(
                    "header 0x%02x, 0x%02x expected".formatted(data[at] & 255, header));
        }
        at++;
        end = stream.offset() + stream.length() - tail;
    }

    /** Returns the fewest bytes that {@code count} elements can be compressed to. */
    static long minAttributeBytes(int count, int stride) {
        int blockElements = blockElements(stride);
        long blocks = ((long) count + blockElements - 1) / blockElements;
        // two header bits a group of 16, at least one byte a block and byte position
        return 1 + blocks * stride + Math.max(MIN_ATTRIBUTE_TAIL, stride);
    }

    /** Returns how many elements a block has at most. */
    static int blockElements(int stride) {
        return Math.min(8192 / stride & -GROUP, 256);
    }

    /**
     * Decodes mode ATTRIBUTES.
     *
     * @param count elements
     * @param stride bytes an element, a multiple of 4 up to 256
     * @param goOn called every now and then
     * @return {@code count * stride} bytes
     */
    static byte[] attributes(Bytes stream, int count, int stride, Runnable goOn)
            throws InvalidStream {
        int tail = Math.max(MIN_ATTRIBUTE_TAIL, stride);
        MeshoptDecoder decoder = new MeshoptDecoder(stream, ATTRIBUTE_HEADER, tail);
        byte[] out = new byte[Math.multiplyExact(count, stride)];
        int streamEnd = stream.offset() + stream.length();
        byte[] previous = Arrays.copyOfRange(stream.array(), streamEnd - stride, streamEnd);
        byte[] deltas = new byte[256];
        int blockElements = blockElements(stride);
        for (int first = 0; first < count; first += blockElements) {
            goOn.run();
            int elements = Math.min(blockElements, count - first);
            for (int b = 0; b < stride; b++) {
                decoder.dataBlock(deltas, elements);
                int value = previous[b];
                int o = first * stride + b;
                for (int e = 0; e < elements; e++, o += stride) {
                    int delta = deltas[e] & 255;
                    value += delta >>> 1 ^ -(delta & 1);
                    out[o] = (byte) value;
                }
                previous[b] = (byte) value;
            }
        }
        decoder.expectEnd();
        return out;
    }

    /** Reads one byte position of up to 256 elements. */
    private void dataBlock(byte[] deltas, int elements) throws InvalidStream {
        int groups = (elements + GROUP - 1) / GROUP;
        int header = at;
        at += (groups + 3) / 4;
        if (at > end) {
            throw cutOff();
        }
        for (int g = 0; g < groups; g++) {
            int mode = data[header + (g >> 2)] >> 2 * (g & 3) & 3;
            int o = g * GROUP;
            switch (mode) {
                case 0 -> Arrays.fill(deltas, o, o + GROUP, (byte) 0);
                case 1 -> sentinelGroup(deltas, o, 2);
                case 2 -> sentinelGroup(deltas, o, 4);
                default -> {
                    if (at + GROUP > end) {
                        throw cutOff();
                    }
                    System.arraycopy(data, at, deltas, o, GROUP);
                    at += GROUP;
                }
            }
        }
    }

    /** Reads 16 values of 2 or 4 bits; all ones stand for a byte that follows the group. */
    private void sentinelGroup(byte[] deltas, int offset, int bits) throws InvalidStream {
        int packed = at;
        int explicit = packed + 2 * bits;
        if (explicit > end) {
            throw cutOff();
        }
        int sentinel = (1 << bits) - 1;
        int perByte = 8 / bits;
        for (int i = 0; i < GROUP; i += perByte) {
            int byteValue = data[packed++] & 255;
            for (int k = 0; k < perByte; k++) {
                int value = byteValue >> 8 - bits * (k + 1) & sentinel;
                if (value == sentinel) {
                    if (explicit >= end) {
                        throw cutOff();
                    }
                    value = data[explicit++];
                }
                deltas[offset + i + k] = (byte) value;
            }
        }
        at = explicit;
    }

    /**
     * Decodes mode TRIANGLES.
     *
     * @param count indices, a multiple of 3
     * @param goOn called every now and then
     * @return the indices
     */
    static int[] triangles(Bytes stream, int count, Runnable goOn) throws InvalidStream {
        MeshoptDecoder decoder = new MeshoptDecoder(stream, TRIANGLE_HEADER, 16);
        int triangles = count / 3;
        if (decoder.end - decoder.at < triangles) {
            throw cutOff();
        }
        int[] out = new int[count];
        decoder.triangles(out, triangles, goOn);
        decoder.expectEnd();
        return out;
    }

    private void triangles(int[] out, int triangles, Runnable goOn) throws InvalidStream {
        int codes = at;
        int codeTable = end;
        at += triangles;
        int[] edgeA = new int[16];
        int[] edgeB = new int[16];
        int[] vertices = new int[16];
        // where the next entry goes; entry x from the newest is at (head - 1 - x) & 15
        int edgeHead = 0;
        int vertexHead = 0;
        int next = 0;
        for (int t = 0, o = 0; t < triangles; t++, o += 3) {
            look(t, goOn);
            int code = data[codes + t] & 255;
            int high = code >> 4;
            int low = code & 15;
            int a;
            int b;
            int c;
            if (high < 15) {
                int edge = edgeHead - 1 - high & 15;
                a = edgeA[edge];
                b = edgeB[edge];
                boolean isNew = true;
                if (low == 0) {
                    c = next++;
                } else if (low < 13) {
                    c = vertices[vertexHead - 1 - low & 15];
                    isNew = false;
                } else if (low == 13) {
                    c = --last;
                } else if (low == 14) {
                    c = ++last;
                } else {
                    c = readIndex();
                }
                if (isNew) {
                    vertices[vertexHead++ & 15] = c;
                }
                edgeA[edgeHead & 15] = c;
                edgeB[edgeHead++ & 15] = b;
                edgeA[edgeHead & 15] = a;
                edgeB[edgeHead++ & 15] = c;
            } else {
                int aux;
                if (low < 14) {
                    aux = data[codeTable + low] & 255;
                    a = next++;
                } else {
                    if (at >= end) {
                        throw cutOff();
                    }
                    aux = data[at++] & 255;
                    if (aux == 0) {
                        next = 0;
                    }
                    a = low == 14 ? next++ : readIndex();
                }
                int z = aux >> 4;
                int w = aux & 15;
                if (low < 14 && (z == 15 || w == 15)) {
                    throw new InvalidStream("code table holds 0x%02x".formatted(aux));
                }
                b = z == 0 ? next++ : z < 15 ? vertices[vertexHead - z & 15] : readIndex();
                c = w == 0 ? next++ : w < 15 ? vertices[vertexHead - w & 15] : readIndex();
                vertices[vertexHead++ & 15] = a;
                if (z == 0 || z == 15) {
                    vertices[vertexHead++ & 15] = b;
                }
                if (w == 0 || w == 15) {
                    vertices[vertexHead++ & 15] = c;
                }
                edgeA[edgeHead & 15] = b;
                edgeB[edgeHead++ & 15] = a;
                edgeA[edgeHead & 15] = c;
                edgeB[edgeHead++ & 15] = b;
                edgeA[edgeHead & 15] = a;
                edgeB[edgeHead++ & 15] = c;
            }
            out[o] = a;
            out[o + 1] = b;
            out[o + 2] = c;
        }
    }

    private static void look(int step, Runnable goOn) {
        if ((step & STEPS) == 0) {
            goOn.run();
        }
    }

    private int readIndex() throws InvalidStream {
        int v = readVarint();
        last += v >>> 1 ^ -(v & 1);
        return last;
    }

    private int readVarint() throws InvalidStream {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (at >= end) {
                throw cutOff();
            }
            int b = data[at++];
            value |= (b & 127) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new InvalidStream("a number is longer than 32 bits");
    }

    /**
     * Decodes mode INDICES.
     *
     * @param count indices
     * @param goOn called every now and then
     * @return the indices
     */
    static int[] indices(Bytes stream, int count, Runnable goOn) throws InvalidStream {
        MeshoptDecoder decoder = new MeshoptDecoder(stream, INDEX_HEADER, 4);
        if (decoder.end - decoder.at < count) {
            throw cutOff();
        }
        int[] out = new int[count];
        int[] baseline = new int[2];
        for (int i = 0; i < count; i++) {
            look(i, goOn);
            int v = decoder.readVarint();
            int which = v & 1;
            baseline[which] += v >>> 2 ^ -(v >> 1 & 1);
            out[i] = baseline[which];
        }
        decoder.expectEnd();
        return out;
    }

    /** Returns indices as little-endian integers of 2 or 4 bytes. */
    static byte[] toBytes(int[] indices, int stride, Runnable goOn) {
        byte[] out = new byte[Math.multiplyExact(indices.length, stride)];
        for (int i = 0, o = 0; i < indices.length; i++, o += stride) {
            look(i, goOn);
            int v = indices[i];
            out[o] = (byte) v;
            out[o + 1] = (byte) (v >> 8);
            if (stride == 4) {
                out[o + 2] = (byte) (v >> 16);
                out[o + 3] = (byte) (v >> 24);
            }
        }
        return out;
    }

    /** Applies filter OCTAHEDRAL in place; {@code stride} is 4 or 8. */
    static void octahedral(byte[] elements, int stride, Runnable goOn) {
        boolean wide = stride == 8;
        float max = wide ? 32767 : 127;
        for (int o = 0; o < elements.length; o += stride) {
            look(o, goOn);
            float one = wide ? int16(elements, o + 4) : elements[o + 2];
            float x = (wide ? int16(elements, o) : elements[o]) / one;
            float y = (wide ? int16(elements, o + 2) : elements[o + 1]) / one;
            float z = 1 - Math.abs(x) - Math.abs(y);
            float fold = Math.min(z, 0);
            x -= Math.copySign(fold, x);
            y -= Math.copySign(fold, y);
            float length = (float) Math.sqrt(x * x + y * y + z * z);
            int rx = round(x / length * max);
            int ry = round(y / length * max);
            int rz = round(z / length * max);
            if (wide) {
                putInt16(elements, o, rx);
                putInt16(elements, o + 2, ry);
                putInt16(elements, o + 4, rz);
            } else {
                elements[o] = (byte) rx;
                elements[o + 1] = (byte) ry;
                elements[o + 2] = (byte) rz;
            }
        }
    }

    /** Applies filter QUATERNION in place to elements of 8 bytes. */
    static void quaternion(byte[] elements, Runnable goOn) {
        float range = (float) (1 / Math.sqrt(2));
        for (int o = 0; o < elements.length; o += 8) {
            look(o, goOn);
            int code = int16(elements, o + 6);
            float scale = range / (code | 3);
            float x = int16(elements, o) * scale;
            float y = int16(elements, o + 2) * scale;
            float z = int16(elements, o + 4) * scale;
            float w = (float) Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
            int largest = code & 3;
            putInt16(elements, o + 2 * (largest + 1 & 3), round(x * 32767));
            putInt16(elements, o + 2 * (largest + 2 & 3), round(y * 32767));
            putInt16(elements, o + 2 * (largest + 3 & 3), round(z * 32767));
            putInt16(elements, o + 2 * largest, round(w * 32767));
        }
    }

    /** Applies filter EXPONENTIAL in place to every four bytes. */
    static void exponential(byte[] elements, Runnable goOn) {
        for (int o = 0; o < elements.length; o += 4) {
            look(o, goOn);
            int v = int16(elements, o) & 0xFFFF | int16(elements, o + 2) << 16;
            int mantissa = v << 8 >> 8;
            int bits = Float.floatToRawIntBits(Math.scalb((float) mantissa, v >> 24));
            putInt16(elements, o, bits);
            putInt16(elements, o + 2, bits >> 16);
        }
    }

    /** Rounds to nearest, halves away from zero; NaN, from an invalid element, becomes 0. */
    private static int round(float v) {
        return (int) (v + (v < 0 ? -0.5f : 0.5f));
    }

    private static int int16(byte[] data, int at) {
        return data[at] & 255 | data[at + 1] << 8;
    }

    private static void putInt16(byte[] data, int at, int value) {
        data[at] = (byte) value;
        data[at + 1] = (byte) (value >> 8);
    }

    private void expectEnd() throws InvalidStream {
        if (at != end) {
            throw new InvalidStream("%d bytes are left over".formatted(end - at));
        }
    }

    static InvalidStream cutOff() {
        return new InvalidStream("it breaks off");
    }
}
