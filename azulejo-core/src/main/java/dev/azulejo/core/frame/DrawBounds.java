package dev.azulejo.core.frame;

import dev.azulejo.core.resource.PositionBounds;

/** Bounds of the positions that a draw call's indices name. */
public final class DrawBounds {
    private DrawBounds() {}

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
        var attribute = draw.linearPosition;
        var buffer = draw.vertexBuffers[attribute.buffer()];
        int base = draw.call.baseVertex();
        int offset = attribute.offset();
        int stride = attribute.stride();
        if (known != null && known.fits(buffer, offset, stride, base, first, elements)) {
            return known;
        }
        return new PositionBounds(
                draw.indexBuffer.data(), first, elements, base, buffer, offset, stride);
    }
}
