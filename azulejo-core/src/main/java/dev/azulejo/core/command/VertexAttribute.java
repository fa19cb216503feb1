package dev.azulejo.core.command;

import dev.azulejo.core.shader.VertexBatch;

/**
 * Where one attribute lies: {@code components} floats at {@code offset + vertex * stride}.
 *
 * @param slot attribute slot in the vertex stage, 0..7
 * @param buffer index of the vertex buffer, 0..7
 * @param offset first float of vertex 0
 * @param stride floats from a vertex to the next
 * @param components floats, 1..4; the others read 0, 0, 0, 1
 * @param perInstance whether the instance index is used in place of the vertex index
 */
public record VertexAttribute(
        int slot, int buffer, int offset, int stride, int components, boolean perInstance) {
    /** Checks the ranges. */
    public VertexAttribute {
        if (slot < 0 || slot >= VertexBatch.MAX_ATTRIBUTES) {
            throw new IllegalArgumentException("attribute.slot=%d is not in 0..7".formatted(slot));
        }
        if (buffer < 0 || buffer >= CommandBuffer.MAX_VERTEX_BUFFERS) {
            throw new IllegalArgumentException(
                    "attribute.buffer=%d is not in 0..7".formatted(buffer));
        }
        if (offset < 0 || stride < 0 || components < 1 || components > 4) {
            throw new IllegalArgumentException(
                    "attribute: offset=%d and stride=%d must not be negative, components=%d in 1..4"
                            .formatted(offset, stride, components));
        }
    }

    /** A per-vertex attribute that fills its own buffer without gaps. */
    public static VertexAttribute packed(int slot, int buffer, int components) {
        return new VertexAttribute(slot, buffer, 0, components, components, false);
    }
}
