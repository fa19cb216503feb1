package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TrianglePlanes;

import java.util.Arrays;

/**
 * A run of primitives of one instance, and what became of them. Reused from frame to frame: the
 * arrays only grow.
 */
public final class GeometryChunk {
    /** Most primitives that go into a chunk. */
    public static final int PRIMITIVES = 512;

    /** Bits of a triangle's index in its chunk: clipping makes at most 8 triangles of one. */
    public static final int LOCAL_BITS = 13;

    /** Most chunks of a phase. */
    public static final int LIMIT = 1 << 31 - LOCAL_BITS;

    /** Draw call the chunk belongs to. */
    public DrawState draw;

    /** Instance index. */
    public int instance;

    /** First primitive in the draw call. */
    public int firstPrimitive;

    /** Primitives that go in. */
    public int primitives;

    /** Triangles that came out. */
    public int triangles;

    /** Records of the triangles. */
    public int[] records = new int[0];

    /** Vertices: 1/w and the varyings, {@code 1 + varyingCount} floats each. */
    public float[] vertexData = new float[0];

    int vertexFloats;

    /** Describes the work. */
    public void begin(DrawState state, int drawInstance, int first, int count) {
        draw = state;
        instance = drawInstance;
        firstPrimitive = first;
        primitives = count;
        triangles = 0;
        vertexFloats = 0;
    }

    /** Makes room for one more record and returns its first int. */
    int addRecord() {
        int at = triangles * TrianglePlanes.STRIDE;
        if (at == records.length) {
            records = Arrays.copyOf(records, Math.max(64 * TrianglePlanes.STRIDE, 2 * at));
        }
        triangles++;
        return at;
    }

    /** Makes room for vertices and returns the first float of the first one. */
    int addVertices(int count, int stride) {
        int at = vertexFloats;
        vertexFloats += count * stride;
        if (vertexFloats > vertexData.length) {
            vertexData = Arrays.copyOf(vertexData, Math.max(vertexFloats, vertexData.length * 2));
        }
        return at;
    }
}
