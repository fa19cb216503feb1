package dev.azulejo.scene.gltf;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Encodes what {@link MeshoptDecoder} decodes, for tests: every code and mode of the bit streams is
 * used where it fits, and how well it compresses does not matter.
 */
final class MeshoptEncoder {
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private int last;

    static byte[] attributes(byte[] elements, int stride) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xA0);
        int count = elements.length / stride;
        byte[] first = Arrays.copyOf(elements, stride);
        byte[] previous = first.clone();
        int perBlock = Math.min(8192 / stride & ~15, 256);
        for (int start = 0; start < count; start += perBlock) {
            int n = Math.min(perBlock, count - start);
            for (int b = 0; b < stride; b++) {
                int groups = (n + 15) / 16;
                byte[] header = new byte[(groups + 3) / 4];
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                for (int g = 0; g < groups; g++) {
                    int[] deltas = new int[16];
                    for (int i = 0; i < 16 && g * 16 + i < n; i++) {
                        byte value = elements[(start + g * 16 + i) * stride + b];
                        byte delta = (byte) (value - previous[b]);
                        deltas[i] = (delta << 1 ^ delta >> 7) & 255;
                        previous[b] = value;
                    }
                    int mode = bestMode(deltas);
                    header[g / 4] |= (byte) (mode << 2 * (g % 4));
                    writeGroup(body, deltas, mode);
                }
                out.writeBytes(header);
                out.writeBytes(body.toByteArray());
            }
        }
        out.writeBytes(new byte[Math.max(0, 32 - stride)]);
        out.writeBytes(first);
        return out.toByteArray();
    }

    private static int bestMode(int[] deltas) {
        int bestMode = 3;
        int bestSize = 16;
        for (int mode = 2; mode >= 0; mode--) {
            int bits = 2 * mode;
            int sentinel = (1 << bits) - 1;
            long large = Arrays.stream(deltas).filter(d -> d >= sentinel).count();
            if (mode == 0 && Arrays.stream(deltas).anyMatch(d -> d != 0)) {
                continue;
            }
            int size = mode == 0 ? 0 : 2 * bits + (int) large;
            if (size < bestSize) {
                bestSize = size;
                bestMode = mode;
            }
        }
        return bestMode;
    }

    private static void writeGroup(ByteArrayOutputStream body, int[] deltas, int mode) {
        if (mode == 3) {
            for (int d : deltas) {
                body.write(d);
            }
        } else if (mode > 0) {
            int bits = 2 * mode;
            int sentinel = (1 << bits) - 1;
            ByteArrayOutputStream rest = new ByteArrayOutputStream();
            for (int i = 0; i < 16; i += 8 / bits) {
                int packed = 0;
                for (int k = 0; k < 8 / bits; k++) {
                    int d = deltas[i + k];
                    packed = packed << bits | Math.min(d, sentinel);
                    if (d >= sentinel) {
                        rest.write(d);
                    }
                }
                body.write(packed);
            }
            body.writeBytes(rest.toByteArray());
        }
    }

    static byte[] indices(int[] indices) {
        MeshoptEncoder encoder = new MeshoptEncoder();
        int[] baseline = new int[2];
        for (int index : indices) {
            int which = Math.abs(index - baseline[0]) <= Math.abs(index - baseline[1]) ? 0 : 1;
            int delta = index - baseline[which];
            encoder.varint((delta << 1 ^ delta >> 31) << 1 | which);
            baseline[which] = index;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xD1);
        out.writeBytes(encoder.data.toByteArray());
        out.writeBytes(new byte[4]);
        return out.toByteArray();
    }

    /**
     * Encodes a triangle list. Triangles may come out rotated, as the format does not keep which
     * corner is first; the rotated list is written back.
     */
    static byte[] triangles(int[] indices) {
        MeshoptEncoder encoder = new MeshoptEncoder();
        byte[] table = {
            0,
            0x76,
            (byte) 0x87,
            0x56,
            0x67,
            0x78,
            (byte) 0xA9,
            (byte) 0x86,
            0x65,
            0x68,
            0x10,
            0x01,
            0x20,
            0x02,
            0,
            0
        };
        byte[] codes = new byte[indices.length / 3];
        Fifo edges = new Fifo();
        Fifo vertices = new Fifo();
        int next = 0;
        for (int t = 0; t < codes.length; t++) {
            int[] v = Arrays.copyOfRange(indices, 3 * t, 3 * t + 3);
            int edge = -1;
            for (int r = 0; r < 3 && edge < 0; r++) {
                edge = edges.find((long) v[0] << 32 | v[1], 15);
                if (edge < 0 || edge > 14) {
                    edge = -1;
                    v = new int[] {v[1], v[2], v[0]};
                }
            }
            if (edge >= 0) {
                int c = v[2];
                int place = vertices.find(c, 13);
                boolean isNew = true;
                if (c == next) {
                    codes[t] = (byte) (edge << 4);
                    next++;
                } else if (place > 0) {
                    codes[t] = (byte) (edge << 4 | place);
                    isNew = false;
                } else if (c == encoder.last - 1) {
                    codes[t] = (byte) (edge << 4 | 13);
                    encoder.last = c;
                } else if (c == encoder.last + 1) {
                    codes[t] = (byte) (edge << 4 | 14);
                    encoder.last = c;
                } else {
                    codes[t] = (byte) (edge << 4 | 15);
                    encoder.index(c);
                }
                if (isNew) {
                    vertices.push(c);
                }
                edges.push((long) c << 32 | v[1]);
                edges.push((long) v[0] << 32 | c);
            } else {
                boolean reset = v[0] == 0 && v[1] == 1 && v[2] == 2 && next > 0;
                int from = reset ? 0 : next;
                boolean startsNew = v[0] == from;
                int after = startsNew ? from + 1 : from;
                int z = code(v[1], after, vertices);
                after += z == 0 ? 1 : 0;
                int w = code(v[2], after, vertices);
                after += w == 0 ? 1 : 0;
                int aux = z << 4 | w;
                int entry = -1;
                for (int i = 0; i < 14; i++) {
                    entry = table[i] == (byte) aux && entry < 0 ? i : entry;
                }
                // an explicit 0 byte means "start again"
                if (startsNew && !reset && entry >= 0) {
                    codes[t] = (byte) (0xF0 | entry);
                } else {
                    if (aux == 0 && !reset) {
                        z = 15;
                        aux = 0xF0;
                        after = startsNew ? from + 1 : from;
                        w = code(v[2], after, vertices);
                        after += w == 0 ? 1 : 0;
                        aux |= w;
                    }
                    codes[t] = (byte) (startsNew ? 0xFE : 0xFF);
                    encoder.data.write(aux);
                    if (!startsNew) {
                        encoder.index(v[0]);
                    }
                    if (z == 15) {
                        encoder.index(v[1]);
                    }
                    if (w == 15) {
                        encoder.index(v[2]);
                    }
                }
                next = after;
                edges.push((long) v[1] << 32 | v[0]);
                edges.push((long) v[2] << 32 | v[1]);
                edges.push((long) v[0] << 32 | v[2]);
                vertices.push(v[0]);
                if (z == 0 || z == 15) {
                    vertices.push(v[1]);
                }
                if (w == 0 || w == 15) {
                    vertices.push(v[2]);
                }
            }
            System.arraycopy(v, 0, indices, 3 * t, 3);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xE1);
        out.writeBytes(codes);
        out.writeBytes(encoder.data.toByteArray());
        out.writeBytes(table);
        return out.toByteArray();
    }

    private static int code(int vertex, int next, Fifo vertices) {
        if (vertex == next) {
            return 0;
        }
        int place = vertices.find(vertex, 14);
        return place < 0 ? 15 : place + 1;
    }

    private void index(int v) {
        int delta = v - last;
        varint(delta << 1 ^ delta >> 31);
        last = v;
    }

    private void varint(int value) {
        int v = value;
        while ((v & ~127) != 0) {
            data.write(v & 127 | 128);
            v >>>= 7;
        }
        data.write(v);
    }

    /** The last sixteen things. */
    private static final class Fifo {
        private final long[] entries = new long[16];
        private int count;

        void push(long entry) {
            entries[count++ & 15] = entry;
        }

        /**
         * Returns how many were pushed since, or -1 where it is not among the last {@code depth}.
         */
        int find(long entry, int depth) {
            for (int i = 0; i < Math.min(count, depth); i++) {
                if (entries[count - 1 - i & 15] == entry) {
                    return i;
                }
            }
            return -1;
        }
    }
}
