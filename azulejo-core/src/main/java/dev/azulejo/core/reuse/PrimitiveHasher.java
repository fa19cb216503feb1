package dev.azulejo.core.reuse;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.kernel.HashInputs;
import dev.azulejo.core.kernel.HashKernels;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.ShaderProgram;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Condenses processed primitives, and sequences of what came out of that, to 128 bits.
 *
 * <p>The default is universal hashing with {@link HashKernels}, on four levels, each with keys of
 * its own: vertices and the states of draw calls are hashed, then each primitive with the hashes of
 * its vertices and its state, then a tile, or a part of a block, with those of its primitives. For
 * keys drawn at random, two inputs of one level that differ in their common length collide with a
 * probability of at most 2<sup>-64</sup>. That any two different inputs do differ there is seen
 * thus: primitives have one length, sequences and states begin with theirs, and vertices of
 * different lengths belong to different programs, so that the states differ. A changed tile goes
 * unnoticed only if one of the four levels collides at the first place where it changed: 4 x
 * 2<sup>-64</sup> at most, about 2.2e-19, or 1.1e-16 for the 510 tiles of a frame. At 25,000 errors
 * a megabit in a thousand million hours (Schroeder, Pinheiro and Weber, "DRAM errors in the wild",
 * 2009), a gigabyte of memory meets an error in a sixtieth of a second with a probability of 1e-6.
 *
 * <p>Owned by one thread; the keys are shared.
 */
final class PrimitiveHasher {
    /** Words of what {@link #planes} writes: 13 ints of a record, and the instance. */
    static final int PLANE_WORDS = 7;

    /** Words of a hash. */
    private static final int HASH_WORDS = 2;

    /** Where a primitive's words have its state's hash, and behind it those of its vertices. */
    private static final int STATE_AT = PLANE_WORDS;

    private static final int VERTICES_AT = STATE_AT + HASH_WORDS;
    private static final int VERTICES_END = VERTICES_AT + 3 * HASH_WORDS;

    /** Words of a primitive, a whole number of pairs: the last one is 0. */
    private static final int PRIMITIVE_WORDS = VERTICES_END + 1;

    /** Words of a vertex: 1/w and varyings, two a word. */
    private static final int VERTEX_WORDS = ShaderProgram.MAX_VARYINGS / 2 + 1;

    /** Most words of a draw call's state. */
    static final int MOST_STATE_WORDS = 512;

    // Each level has keys of its own: a level's input depends on the keys of those below. A
    // sequence has four more than its words' two each.
    private static final int VERTEX_KEYS = 0;
    private static final int STATE_KEYS = VERTEX_KEYS + HashInputs.VERTEX_KEYS;
    private static final int PRIMITIVE_KEYS = STATE_KEYS + 2 * MOST_STATE_WORDS + 4;
    private static final int SEQUENCE_KEYS = PRIMITIVE_KEYS + HashInputs.TRIANGLE_KEYS;
    private static final int KEYS = SEQUENCE_KEYS + 4 * Reuse.MOST_PRIMITIVES + 4;

    private final Reuse.Hash kind;
    private final HashKernels kernels;
    private final int[] keys;
    private final HashInputs inputs = new HashInputs();
    private final long[] result = new long[2];
    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[1024];

    /** Hashes of a chunk's vertices, of the kinds for study. */
    private long[] vertices = new long[1024];

    private final long[] words = new long[VERTEX_WORDS];

    /** Result of the last call. */
    long low;

    /** Likewise. */
    long high;

    /** Makes a hasher with keys from {@link #keys}. */
    PrimitiveHasher(Reuse.Hash hash, HashKernels hashKernels, int[] sharedKeys) {
        kernels = hashKernels;
        kind = hash == Reuse.Hash.EXACT ? Reuse.Hash.UNIVERSAL : hash;
        keys = sharedKeys;
    }

    /** Draws keys. */
    static int[] keys(Random random) {
        byte[] drawn = new byte[4 * KEYS];
        random.nextBytes(drawn);
        int[] words = new int[KEYS];
        ByteBuffer.wrap(drawn).asIntBuffer().get(words);
        return words;
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
            case UNIVERSAL, EXACT -> {
                kernels.sequence(keys, key, data, from, count, result, 0);
                low = result[0];
                high = result[1];
            }
            case CRC32C -> crc(data, from, count);
            case XOR -> xor(data, from, count);
        }
    }

    /** The hashes for study. */
    private void plain(long[] data, int count) {
        if (kind == Reuse.Hash.CRC32C) {
            crc(data, 0, count);
        } else {
            xor(data, 0, count);
        }
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
    void hash(ChunkOutput chunk, long stateLow, long stateHigh, long[] to, int at) {
        int stride = 1 + chunk.draw().varyingCount();
        boolean shaded = chunk.vertexCount() != 0;
        if (kind != Reuse.Hash.UNIVERSAL) {
            hashPlain(chunk, stride, shaded, stateLow, stateHigh, to, at);
            return;
        }
        if (shaded) {
            inputs.describeVertices(keys, VERTEX_KEYS, stride, chunk.vertexCount());
            kernels.vertices(inputs, chunk.vertexData(), chunk.verticesAt(), chunk.vertexCount());
        } else {
            inputs.noVertices();
        }
        inputs.describeTriangles(keys, PRIMITIVE_KEYS, chunk.instance(), stateLow, stateHigh);
        kernels.triangles(inputs, chunk.records(), chunk.recordsAt(), chunk.triangles(), to, at);
    }

    private void hashPlain(
            ChunkOutput chunk,
            int stride,
            boolean shaded,
            long stateLow,
            long stateHigh,
            long[] to,
            int at) {
        if (shaded) {
            hashVertices(chunk, stride);
        }
        int[] r = chunk.records();
        long[] w = words;
        for (int t = 0; t < chunk.triangles(); t++) {
            int record = chunk.recordsAt() + t * TrianglePlanes.STRIDE;
            planes(r, record, chunk.instance(), w, 0);
            w[STATE_AT] = stateLow;
            w[STATE_AT + 1] = stateHigh;
            for (int v = 0; v < 3; v++) {
                int vertex = shaded ? HASH_WORDS * r[record + TrianglePlanes.V0 + v] : 0;
                int place = VERTICES_AT + HASH_WORDS * v;
                w[place] = shaded ? vertices[vertex] : 0;
                w[place + 1] = shaded ? vertices[vertex + 1] : 0;
            }
            w[VERTICES_END] = 0;
            plain(w, PRIMITIVE_WORDS);
            to[at + HASH_WORDS * t] = low;
            to[at + HASH_WORDS * t + 1] = high;
        }
    }

    /**
     * Everything of a record but where its vertices lie, and the instance: {@value #PLANE_WORDS}
     * words.
     */
    static void planes(int[] r, int record, int instance, long[] w, int at) {
        int to = at;
        w[to++] = pair(r[record + TrianglePlanes.X0], r[record + TrianglePlanes.Y0]);
        w[to++] = pair(r[record + TrianglePlanes.X1], r[record + TrianglePlanes.Y1]);
        w[to++] = pair(r[record + TrianglePlanes.X2], r[record + TrianglePlanes.Y2]);
        w[to++] = pair(r[record + TrianglePlanes.Z0], r[record + TrianglePlanes.DZDX]);
        w[to++] = pair(r[record + TrianglePlanes.DZDY], instance);
        w[to++] = pair(r[record + TrianglePlanes.Z_MIN], r[record + TrianglePlanes.Z_MAX]);
        int columns = r[record + TrianglePlanes.COLUMNS] & ~TrianglePlanes.VISIBLE;
        w[to] = pair(columns, r[record + TrianglePlanes.ROWS]);
    }

    private static long pair(int a, int b) {
        return (long) a << 32 | b & 0xffffffffL;
    }

    private void hashVertices(ChunkOutput chunk, int stride) {
        int first = chunk.verticesAt();
        int count = chunk.vertexCount();
        if (vertices.length < HASH_WORDS * count) {
            vertices = new long[2 * HASH_WORDS * count];
        }
        float[] data = chunk.vertexData();
        int pairs = stride + 1 >> 1;
        for (int v = 0; v < count; v++) {
            vertexWords(data, first + v * stride, stride, words, 0);
            plain(words, pairs);
            vertices[HASH_WORDS * v] = low;
            vertices[HASH_WORDS * v + 1] = high;
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
