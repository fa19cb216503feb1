package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.shader.GeometryStage;

/**
 * A run of primitives of one instance, and what became of them. Reused from frame to frame; the
 * arrays belong to workers.
 */
public final class GeometryChunk {
    /** Most primitives that go into a chunk. */
    public static final int PRIMITIVES = 512;

    /** Primitives of a chunk that is a cluster: small enough to be hidden as a whole. */
    public static final int CLUSTER = IndexBuffer.CLUSTER_TRIANGLES;

    /** Bits of a triangle's index in its chunk: clipping makes at most 8 triangles of one. */
    public static final int LOCAL_BITS = 13;

    /** Most chunks of a phase. */
    public static final int LIMIT = 1 << 31 - LOCAL_BITS;

    private static final int[] NO_INTS = {};
    private static final float[] NO_FLOATS = {};
    private static final long[] NO_LONGS = {};

    /** Draw call the chunk belongs to. */
    public DrawState draw;

    /** Instance index. */
    public int instance;

    /** Whether the chunk is a cluster of an index buffer that has bounds. */
    public boolean cluster;

    /** Pixel columns where it can appear, as {@code TrianglePlanes.range}; if {@link #placed}. */
    public int boxColumns;

    /** Pixel rows, likewise. */
    public int boxRows;

    /** Key of the nearest depth it can have; 0 if unknown. */
    public int boxKey;

    /** Whether the box is known. */
    public boolean placed;

    /** Chunks to place at once: this one and its like in further views; 0 if another places it. */
    public int views;

    /** How many chunks further on the same primitives come in the next view. */
    public int viewStep;

    /** First primitive in the draw call. */
    public int firstPrimitive;

    /** Primitives that go in. */
    public int primitives;

    /** Triangles that came out. */
    public int triangles;

    /** Pixel columns around triangles that were dropped because they are hidden. */
    public int hiddenColumns;

    /** Pixel rows around them, likewise. */
    public int hiddenRows;

    /** Whether any were. */
    public boolean hides;

    /** Array with the records of the triangles. */
    public int[] records = NO_INTS;

    /** First int of the first record. */
    public int recordsAt;

    /** End of the room for records. */
    int recordsEnd;

    /** Array with vertices: 1/w and the varyings, {@code 1 + varyingCount} floats each. */
    public float[] vertexData = NO_FLOATS;

    /** First float of the chunk's vertices. */
    public int verticesAt;

    /** Vertices in {@link #vertexData}; 0 if nothing reads any. */
    public int vertexCount;

    /** Array with hashes of the triangles, two longs each, if tiles are compared. */
    public long[] hashes = NO_LONGS;

    /** First long of the first triangle's hash. */
    public int hashesAt;

    /**
     * Between culling and replay, from {@link #slotsAt} on: vertex index and 1/w of each vertex in
     * use, then for each vertex that clipping made three places of vertices in use, their weights,
     * and 1/w; floats as their bits.
     */
    int[] slots = NO_INTS;

    int slotsAt;
    int usedSlots;
    int clippedSlots;
    int minVertex;
    int maxVertex;

    /** Describes the work. */
    public void begin(DrawState state, int drawInstance, int first, int count) {
        if (draw != state) {
            draw = state;
        }
        cluster = false;
        placed = false;
        views = 1;
        instance = drawInstance;
        firstPrimitive = first;
        primitives = count;
        restart();
    }

    /** Forgets what came out. */
    public void restart() {
        triangles = 0;
        vertexCount = 0;
        hides = false;
    }

    /** Notes where something was dropped that is hidden now: it may show another time. */
    void hide(int columns, int rows) {
        if (!hides) {
            hides = true;
            hiddenColumns = TrianglePlanes.around(columns, columns);
            hiddenRows = TrianglePlanes.around(rows, rows);
            return;
        }
        hiddenColumns = TrianglePlanes.around(hiddenColumns, columns);
        hiddenRows = TrianglePlanes.around(hiddenRows, rows);
    }

    /** Returns the primitives that go into a chunk at most, with a geometry stage or null. */
    public static int mostPrimitives(GeometryStage stage) {
        return PrimitiveShading.chunkPrimitives(stage);
    }

    /** First int of a triangle's record. */
    public int recordAt(int triangle) {
        return recordsAt + triangle * TrianglePlanes.STRIDE;
    }

    /** First float of a vertex, 0..2, of a record. */
    public int vertexAt(int record, int vertex) {
        return records[record + TrianglePlanes.V0 + vertex];
    }

    /** Makes room for one more record and returns its first int. */
    int addRecord(GeometryArena arena) {
        int at = recordsAt + triangles * TrianglePlanes.STRIDE;
        if (at + TrianglePlanes.STRIDE > recordsEnd) {
            arena.growRecords(this);
            at = recordsAt + triangles * TrianglePlanes.STRIDE;
        }
        triangles++;
        return at;
    }
}
