package dev.azulejo.core.resource;

/**
 * The box around the positions that a cluster of an {@link IndexBuffer} names, in the space of the
 * buffer they come from. Bounds that are not finite say that there is no box.
 */
public final class PositionBounds {
    private final VertexBuffer buffer;
    private final long version;
    private final int offset;
    private final int stride;
    private final int baseVertex;
    private final int first;
    private final int count;

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
        float[] data = buffer.data();
        float x0 = Float.POSITIVE_INFINITY;
        float y0 = Float.POSITIVE_INFINITY;
        float z0 = Float.POSITIVE_INFINITY;
        float x1 = Float.NEGATIVE_INFINITY;
        float y1 = Float.NEGATIVE_INFINITY;
        float z1 = Float.NEGATIVE_INFINITY;
        for (int i = first; i < first + count; i++) {
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
        minX = x0;
        minY = y0;
        minZ = z0;
        maxX = x1;
        maxY = y1;
        maxZ = z1;
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
