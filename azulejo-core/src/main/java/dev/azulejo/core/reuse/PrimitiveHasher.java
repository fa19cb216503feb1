package dev.azulejo.core.reuse;

import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.shader.ShaderProgram;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * Condenses processed primitives, and sequences of what came out of that, to 128 bits.
 *
 * <p>The default is the universal hash NH of Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC:
 * fast and secure message authentication", CRYPTO 1999, in words of 64 bits: {@code sum of (a[i] +
 * k[2i]) (b[i] + k[2i+1])}, sums in brackets modulo 2<sup>64</sup>, the whole modulo
 * 2<sup>128</sup>. For keys drawn at random, any two different inputs of one length collide with a
 * probability of at most 2<sup>-64</sup>. Vertices and the states of draw calls are hashed, then
 * each primitive with the hashes of its vertices and its state, then a tile with those of its
 * primitives: a changed tile goes unnoticed only if one of the four levels collides where it
 * changed, 4 x 2<sup>-64</sup> at most, about 2.2e-19, or 1e-16 for the 510 tiles of a frame. At
 * 25,000 errors a megabit in a thousand million hours (Schroeder, Pinheiro and Weber, "DRAM errors
 * in the wild", 2009), a gigabyte of memory meets an error in a sixtieth of a second with a
 * probability of 1e-6.
 *
 * <p>Owned by one thread; the keys are shared.
 */
final class PrimitiveHasher {
    /** Words of a primitive: 13 ints of its record, its instance, state, three vertices. */
    static final int PRIMITIVE_WORDS = 16;

    /** Words of a vertex: 1/w and varyings, two a word. */
    private static final int VERTEX_WORDS = ShaderProgram.MAX_VARYINGS / 2 + 1;

    /** Most words of a draw call's state. */
    static final int MOST_STATE_WORDS = 512;

    // Each level has keys of its own: a level's input depends on the keys of those below.
    private static final int VERTEX_KEYS = 0;
    private static final int STATE_KEYS = VERTEX_KEYS + VERTEX_WORDS + 1;
    private static final int PRIMITIVE_KEYS = STATE_KEYS + MOST_STATE_WORDS + 1;
    private static final int SEQUENCE_KEYS = PRIMITIVE_KEYS + PRIMITIVE_WORDS;
    private static final int KEYS = SEQUENCE_KEYS + 2 * Reuse.MOST_PRIMITIVES;

    private final Reuse.Hash kind;
    private final long[] keys;
    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[1024];

    /** Hashes of a chunk's vertices. */
    private long[] vertices = new long[1024];

    private final long[] words = new long[VERTEX_WORDS];

    /** Result of the last call. */
    long low;

    /** Likewise. */
    long high;

    /** Makes a hasher with keys from {@link #keys}. */
    PrimitiveHasher(Reuse.Hash hash, long[] sharedKeys) {
        kind = hash == Reuse.Hash.EXACT ? Reuse.Hash.UNIVERSAL : hash;
        keys = sharedKeys;
    }

    /** Draws keys. */
    static long[] keys(long seed) {
        var random = new SplittableRandom(seed);
        long[] drawn = new long[KEYS];
        Arrays.setAll(drawn, i -> random.nextLong());
        return drawn;
    }

    /** Hashes a draw call's state, up to {@link #MOST_STATE_WORDS} words. */
    void hashState(long[] data, int from, int count) {
        hash(data, from, count, STATE_KEYS);
    }

    /** Hashes a sequence of primitives' hashes, {@link Reuse#MOST_PRIMITIVES} at most. */
    void hashSequence(long[] data, int from, int primitives) {
        hash(data, from, 2 * primitives, SEQUENCE_KEYS);
    }

    private void hash(long[] data, int from, int count, int key) {
        switch (kind) {
            case EXACT, UNIVERSAL -> universal(data, from, count, key);
            case CRC32C -> crc(data, from, count);
            case XOR -> xor(data, from, count);
        }
    }

    private void universal(long[] data, int from, int count, int key) {
        long[] k = keys;
        long sumLow = 0;
        long sumHigh = 0;
        int even = count & ~1;
        for (int i = 0; i < even; i += 2) {
            long a = data[from + i] + k[key + i];
            long b = data[from + i + 1] + k[key + i + 1];
            long product = a * b;
            sumLow += product;
            sumHigh += Math.unsignedMultiplyHigh(a, b);
            sumHigh += Long.compareUnsigned(sumLow, product) < 0 ? 1 : 0;
        }
        if (even != count) {
            long a = data[from + even] + k[key + even];
            long b = k[key + even + 1];
            long product = a * b;
            sumLow += product;
            sumHigh += Math.unsignedMultiplyHigh(a, b);
            sumHigh += Long.compareUnsigned(sumLow, product) < 0 ? 1 : 0;
        }
        low = sumLow;
        high = sumHigh;
    }

    private void crc(long[] data, int from, int count) {
        if (bytes.length < 8 * count) {
            bytes = new byte[16 * count];
        }
        int at = 0;
        for (int i = 0; i < count; i++) {
            long word = data[from + i];
            for (int b = 0; b < 8; b++) {
                bytes[at++] = (byte) (word >>> 8 * b);
            }
        }
        crc.reset();
        crc.update(bytes, 0, at);
        // A CRC of CRCs is linear: without the multiplication, a change of a vertex that two
        // triangles share can cancel out.
        low = crc.getValue() * 0x9e3779b97f4a7c15L;
        high = 0;
    }

    private void xor(long[] data, int from, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum ^= data[from + i];
        }
        low = sum;
        high = 0;
    }

    /**
     * Hashes every triangle of a chunk.
     *
     * @param chunk the chunk
     * @param stateLow hash of the draw call's state
     * @param stateHigh likewise
     * @param to receives two words a triangle
     * @param at first of them
     */
    void hash(GeometryChunk chunk, long stateLow, long stateHigh, long[] to, int at) {
        int stride = 1 + chunk.draw.varyingCount;
        boolean shaded = chunk.vertexCount != 0;
        int first = chunk.verticesAt;
        if (shaded) {
            hashVertices(chunk, first, stride);
        }
        int[] r = chunk.records;
        long[] w = words;
        for (int t = 0; t < chunk.triangles; t++) {
            int record = chunk.recordsAt + t * TrianglePlanes.STRIDE;
            planes(r, record, chunk.instance, w, 0);
            w[7] = stateLow;
            w[8] = stateHigh;
            w[15] = 0;
            for (int v = 0; v < 3; v++) {
                int vertex = shaded ? (r[record + TrianglePlanes.V0 + v] - first) / stride : 0;
                w[9 + 2 * v] = shaded ? vertices[2 * vertex] : 0;
                w[10 + 2 * v] = shaded ? vertices[2 * vertex + 1] : 0;
            }
            hash(w, 0, PRIMITIVE_WORDS, PRIMITIVE_KEYS);
            to[at + 2 * t] = low;
            to[at + 2 * t + 1] = high;
        }
    }

    /** Everything of a record but where its vertices lie, and the instance: seven words. */
    static void planes(int[] r, int record, int instance, long[] w, int at) {
        for (int i = 0; i < 4; i++) {
            w[at + i] = pair(r[record + 2 * i], r[record + 2 * i + 1]);
        }
        int columns = r[record + TrianglePlanes.COLUMNS] & ~TrianglePlanes.VISIBLE;
        w[at + 4] = pair(r[record + TrianglePlanes.DZDY], instance);
        w[at + 5] = pair(r[record + TrianglePlanes.Z_MIN], r[record + TrianglePlanes.Z_MAX]);
        w[at + 6] = pair(columns, r[record + TrianglePlanes.ROWS]);
    }

    private static long pair(int a, int b) {
        return (long) a << 32 | b & 0xffffffffL;
    }

    private void hashVertices(GeometryChunk chunk, int first, int stride) {
        int count = chunk.vertexCount;
        if (vertices.length < 2 * count) {
            vertices = new long[4 * count];
        }
        float[] data = chunk.vertexData;
        int pairs = stride + 1 >> 1;
        for (int v = 0; v < count; v++) {
            vertexWords(data, first + v * stride, stride, words, 0);
            hash(words, 0, pairs, VERTEX_KEYS);
            vertices[2 * v] = low;
            vertices[2 * v + 1] = high;
        }
    }

    /** A vertex as words: 1/w and varyings. */
    static void vertexWords(float[] data, int from, int stride, long[] w, int at) {
        int whole = stride >> 1;
        for (int i = 0; i < whole; i++) {
            w[at + i] =
                    pair(
                            Float.floatToRawIntBits(data[from + 2 * i]),
                            Float.floatToRawIntBits(data[from + 2 * i + 1]));
        }
        if ((stride & 1) != 0) {
            w[at + whole] = pair(Float.floatToRawIntBits(data[from + stride - 1]), 0);
        }
    }
}
