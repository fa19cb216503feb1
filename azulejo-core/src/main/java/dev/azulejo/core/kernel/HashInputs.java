package dev.azulejo.core.kernel;

import dev.azulejo.core.shader.ShaderProgram;

import java.util.Arrays;

/**
 * What the triangles of a chunk have in common when they are hashed, and scratch. Owned by a
 * worker.
 *
 * <p>Keys of vertices are laid out for the kernels: those of the first hash, then those of the
 * second, padded to whole vectors.
 */
public final class HashInputs {
    /** Words of a vertex, a multiple of 16. */
    public static final int VERTEX_WORDS = ShaderProgram.MAX_VARYINGS + 1 + 15 & ~15;

    /** Words of a triangle. */
    public static final int TRIANGLE_WORDS = 32;

    /** Keys of a vertex: one pair more than words, for the second hash. */
    public static final int VERTEX_KEYS = VERTEX_WORDS + 2;

    /** Keys of a triangle. */
    public static final int TRIANGLE_KEYS = TRIANGLE_WORDS + 2;

    /** Triangles whose vertices' hashes are brought together at a time. */
    public static final int BATCH = 64;

    private static final int INSTANCE = TrianglePlanes.V0;
    private static final int LINKS = TrianglePlanes.STRIDE;
    private static final int STATE = LINKS + 12;

    /** Bits of a record that count. */
    private static final int[] COUNTING = new int[TrianglePlanes.STRIDE];

    static {
        Arrays.fill(COUNTING, -1);
        Arrays.fill(COUNTING, TrianglePlanes.V0, TrianglePlanes.V0 + 3, 0);
        COUNTING[TrianglePlanes.COLUMNS] = ~TrianglePlanes.VISIBLE;
    }

    /** Bits that count: {@link TrianglePlanes#STRIDE} of a record. */
    public final int[] recordMask = COUNTING.clone();

    /** Likewise of a vertex: all up to its length, then none. */
    public final int[] vertexMask = new int[VERTEX_WORDS];

    /** Keys of vertices: {@link #VERTEX_WORDS} of each hash; 0 past the last pair. */
    public final int[] vertexKeys = new int[2 * VERTEX_WORDS];

    /**
     * Keys of a record, the instance added: {@link TrianglePlanes#STRIDE} of the first hash, then
     * as many of the second.
     */
    public final int[] recordKeys = new int[2 * TrianglePlanes.STRIDE];

    /** Likewise of the hashes of a triangle's vertices; 0 past them, where the state is. */
    public final int[] linkKeys = new int[2 * (TRIANGLE_WORDS - TrianglePlanes.STRIDE)];

    /** Keys of triangles; those of the second hash begin at 2. */
    public final int[] triangleKeys = new int[TRIANGLE_KEYS];

    /** Words that all triangles have in common, instance and state; 0 where they have their own. */
    public final int[] common = new int[TRIANGLE_WORDS];

    /** Floats of a vertex; 0 if there are no vertices. */
    public int stride;

    /**
     * What the state adds to either hash, and what the words of vertices add where there are none.
     */
    public final long[] fixed = new long[2];

    /** Hashes of vertices, two longs each. */
    public long[] vertices = new long[2048];

    /** Of the call under way, for kernels that work in steps: the vertices. */
    public float[] rows;

    /** First float of the first row. */
    public int rowsAt;

    /** Rows. */
    public int rowCount;

    /** Likewise the records. */
    public int[] records;

    /** First int of the first record of a batch. */
    public int recordsAt;

    /** Triangles of a batch. */
    public int batch;

    /** Receives hashes. */
    public long[] results;

    /** Place of the first hash of a batch. */
    public int resultsAt;

    /** Receives what was read only to have it in the cache, so that it is read. */
    public int touched;

    /** Hashes of the vertices of a batch: 16 words a triangle, the last four always 0. */
    public final int[] links = new int[16 * BATCH];

    /**
     * Describes a chunk's vertices; makes room for their hashes.
     *
     * @param keys keys
     * @param key first of the {@link #VERTEX_KEYS} in use
     * @param floats floats of a vertex, 1 .. {@link ShaderProgram#MAX_VARYINGS} + 1
     * @param count vertices
     */
    public void describeVertices(int[] keys, int key, int floats, int count) {
        stride = floats;
        int used = floats + 1 & ~1;
        for (int i = 0; i < VERTEX_WORDS; i++) {
            vertexMask[i] = i < floats ? -1 : 0;
            vertexKeys[i] = i < used ? keys[key + i] : 0;
            vertexKeys[VERTEX_WORDS + i] = i < used ? keys[key + 2 + i] : 0;
        }
        if (vertices.length < 2 * count) {
            vertices = new long[4 * count];
        }
    }

    /** Says that nothing reads vertices. */
    public void noVertices() {
        stride = 0;
    }

    /**
     * Describes a chunk's triangles, after its vertices.
     *
     * @param keys keys
     * @param key first of the {@link #TRIANGLE_KEYS} in use
     * @param instance their instance
     * @param stateLow hash of their draw call's state
     * @param stateHigh likewise
     */
    public void describeTriangles(
            int[] keys, int key, int instance, long stateLow, long stateHigh) {
        System.arraycopy(keys, key, triangleKeys, 0, TRIANGLE_KEYS);
        common[INSTANCE] = instance;
        common[STATE] = (int) stateLow;
        common[STATE + 1] = (int) (stateLow >>> 32);
        common[STATE + 2] = (int) stateHigh;
        common[STATE + 3] = (int) (stateHigh >>> 32);
        for (int hash = 0; hash < 2; hash++) {
            for (int i = 0; i < LINKS; i++) {
                recordKeys[hash * LINKS + i] = triangleKeys[2 * hash + i] + common[i];
                int link = LINKS + i;
                linkKeys[hash * LINKS + i] = link < STATE ? triangleKeys[2 * hash + link] : 0;
            }
        }
        int from = stride == 0 ? LINKS : STATE;
        fixed[0] = sum(from, 0);
        fixed[1] = sum(from, 2);
    }

    /** What common words from one on add to a hash. */
    private long sum(int from, int shift) {
        long sum = 0;
        for (int i = from; i < TRIANGLE_WORDS; i += 2) {
            long low = common[i] + triangleKeys[shift + i] & 0xffffffffL;
            long high = common[i + 1] + triangleKeys[shift + i + 1] & 0xffffffffL;
            sum += low * high;
        }
        return sum;
    }
}
