package dev.azulejo.core.frame;

import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;

/** Bounds of the positions that a draw call's indices name. */
public final class DrawBounds {
    private DrawBounds() {}

    /**
     * Returns how many vertices the clusters of a range of primitives name, each cluster by itself.
     *
     * @param draw the draw call, indexed, cut into clusters
     * @param primitive first primitive, of a cluster
     * @param primitives how many
     */
    public static int vertices(DrawState draw, int primitive, int primitives) {
        int sum = 0;
        for (int p = primitive; p < primitive + primitives; p += ChunkWork.CLUSTER) {
            int elements = 3 * Math.min(ChunkWork.CLUSTER, primitive + primitives - p);
            int cluster = (draw.call.first() + 3 * p) / IndexBuffer.CLUSTER;
            sum += DeviceAccess.clusterVertices(draw.indexBuffer, cluster, elements);
        }
        return sum;
    }

    /**
     * Returns the bounds of a range of indices of a draw call whose positions are linear.
     *
     * @param draw the draw call, indexed
     * @param known bounds found earlier, returned if they still hold; or null
     * @param first first index
     * @param elements how many indices
     */
    public static PositionBounds find(
            DrawState draw, PositionBounds known, int first, int elements) {
        if (known != null && fits(draw, known, first, elements)) {
            return known;
        }
        var attribute = draw.linearPosition;
        return new PositionBounds(
                draw.indexBuffer.data(),
                first,
                elements,
                draw.call.baseVertex(),
                draw.vertexBuffers[attribute.buffer()],
                attribute.offset(),
                attribute.stride());
    }

    /**
     * Whether bounds that were found earlier are those of a range of indices of a draw call whose
     * positions are linear.
     *
     * @param draw the draw call, indexed
     * @param known the bounds
     * @param first first index
     * @param elements how many indices
     */
    public static boolean fits(DrawState draw, PositionBounds known, int first, int elements) {
        var attribute = draw.linearPosition;
        return known.fits(
                draw.vertexBuffers[attribute.buffer()],
                attribute.offset(),
                attribute.stride(),
                draw.call.baseVertex(),
                first,
                elements);
    }
}
