package dev.azulejo.core.resource;

/**
 * The box around the positions that a cluster of an {@link IndexBuffer} names, in the space of the
 * buffer they come from. Bounds that are not finite say that there is no box.
 */
public final class PositionBounds {
    /** Elements of a part of a cluster: 64 triangles. */
    public static final int PART = 3 * Long.SIZE;

    /** Floats of a box: smallest x, y and z, largest x, y and z. */
    public static final int BOX = 6;

    private final VertexBuffer buffer;
    private final long version;
    private final int offset;
    private final int stride;
    private final int baseVertex;
    private final int first;
    private final int count;

    /** Boxes around parts. Threads that find them at once find the same. */
    private volatile float[] parts;

    /** Smallest coordinates. */
    public final float minX;

    /** See {@link #minX}. */
    public final float minY;

    /** See {@link #minX}. */
    public final float minZ;

    /** Largest coordinates. */
    public final float maxX;

    /** See {@link #maxX}. */
    public final float maxY;

    /** See {@link #maxX}. */
    public final float maxZ;

    /**
     * Finds the bounds.
     *
     * @param indices indices of vertices
     * @param first first element of the cluster
     * @param count elements
     * @param baseVertex added to every index
     * @param buffer where positions lie
     * @param offset float of vertex 0's x; y and z follow
     * @param stride floats from one vertex to the next
     */
    public PositionBounds(
            int[] indices,
            int first,
            int count,
            int baseVertex,
            VertexBuffer buffer,
            int offset,
            int stride) {
        this.buffer = buffer;
        this.version = buffer.version();
        this.offset = offset;
        this.stride = stride;
        this.baseVertex = baseVertex;
        this.count = count;
        this.first = first;
        var box = new float[BOX];
        find(indices, first, count, box, 0);
        minX = box[0];
        minY = box[1];
        minZ = box[2];
        maxX = box[3];
        maxY = box[4];
        maxZ = box[5];
    }

    private void find(int[] indices, int from, int elements, float[] box, int to) {
        float[] data = buffer.data();
        float x0 = Float.POSITIVE_INFINITY;
        float y0 = Float.POSITIVE_INFINITY;
        float z0 = Float.POSITIVE_INFINITY;
        float x1 = Float.NEGATIVE_INFINITY;
        float y1 = Float.NEGATIVE_INFINITY;
        float z1 = Float.NEGATIVE_INFINITY;
        for (int i = from; i < from + elements; i++) {
            long at = offset + ((long) indices[i] + baseVertex) * stride;
            boolean inside = at >= 0 && at + 3 <= data.length;
            // Math.min and max keep NaN.
            float x = inside ? data[(int) at] : Float.NaN;
            float y = inside ? data[(int) at + 1] : Float.NaN;
            float z = inside ? data[(int) at + 2] : Float.NaN;
            x0 = Math.min(x0, x);
            y0 = Math.min(y0, y);
            z0 = Math.min(z0, z);
            x1 = Math.max(x1, x);
            y1 = Math.max(y1, y);
            z1 = Math.max(z1, z);
        }
        box[to] = x0;
        box[to + 1] = y0;
        box[to + 2] = z0;
        box[to + 3] = x1;
        box[to + 4] = y1;
        box[to + 5] = z1;
    }

    /**
     * Returns the boxes around parts of the cluster, {@value #BOX} floats for each {@value #PART}
     * elements: found when first asked for, and only as long as {@link #fits} says so.
     *
     * @param indices those that these bounds are of
     */
    public float[] parts(int[] indices) {
        float[] known = parts;
        if (known == null) {
            known = new float[BOX * ((count + PART - 1) / PART)];
            for (int at = 0; at < count; at += PART) {
                int elements = Math.min(PART, count - at);
                find(indices, first + at, elements, known, BOX * (at / PART));
            }
            parts = known;
        }
        return known;
    }

    /** Returns whether these are the bounds of such a cluster, as its buffer is now. */
    public boolean fits(VertexBuffer ofBuffer, int at, int step, int base, int from, int elements) {
        return buffer == ofBuffer
                && version == ofBuffer.version()
                && offset == at
                && stride == step
                && baseVertex == base
                && first == from
                && count == elements;
    }
}
