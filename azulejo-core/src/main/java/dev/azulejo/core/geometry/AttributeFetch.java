package dev.azulejo.core.geometry;

import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.VertexFetch;
import dev.azulejo.core.shader.VertexBatch;

import java.util.Arrays;
import java.util.List;

/** Brings vertex attributes into lanes. Owned by one thread. */
final class AttributeFetch {
    private final VertexFetch vertexFetch;

    /** Buffer addresses of a batch's vertices. */
    private final int[] address = new int[VertexBatch.CAPACITY];

    AttributeFetch(VertexFetch kernel) {
        vertexFetch = kernel;
    }

    /**
     * Gathers attributes into lanes; what lies beyond a buffer's end reads as 0.
     *
     * @param batch whose lanes are filled, for its instance
     * @param draw the draw call
     * @param slotMask attributes that are wanted, bit i for slot i
     * @param vertices what was assembled: bounds of the vertex indices
     * @param index vertex indices
     * @param from the first to take
     * @param count how many
     */
    void fetch(
            VertexBatch batch,
            DrawState draw,
            int slotMask,
            InputAssembler vertices,
            int[] index,
            int from,
            int count) {
        int instance = batch.instance;
        List<VertexAttribute> attributes = draw.pipeline().attributes();
        for (int a = 0; a < attributes.size(); a++) {
            var attribute = attributes.get(a);
            if ((slotMask >>> attribute.slot() & 1) == 0) {
                continue;
            }
            float[] data = draw.vertexBuffers()[attribute.buffer()].data();
            int components = attribute.components();
            int offset = attribute.offset();
            int stride = attribute.stride();
            int row = 4 * attribute.slot();
            for (int c = components; c < 4; c++) {
                Arrays.fill(batch.attribute[row + c], 0, count, c == 3 ? 1 : 0);
            }
            if (attribute.perInstance()) {
                for (int c = 0; c < components; c++) {
                    float value = read(data, offset + c, stride, instance);
                    Arrays.fill(batch.attribute[row + c], 0, count, value);
                }
            } else if (vertices.minVertex >= 0
                    && offset + (long) vertices.maxVertex * stride + components <= data.length) {
                for (int i = 0; i < count; i++) {
                    address[i] = index[from + i] * stride + offset;
                }
                // What a kernel takes too much must be an address as well.
                int padded = Math.min(count + 15 & ~15, VertexBatch.CAPACITY);
                Arrays.fill(address, count, padded, address[0]);
                vertexFetch.gather(data, address, count, components, batch.attribute, row);
            } else {
                for (int c = 0; c < components; c++) {
                    gather(data, offset + c, stride, index, from, count, batch.attribute[row + c]);
                }
            }
        }
    }

    /** The slow way, for draws that reach beyond a buffer's end. */
    private static void gather(
            float[] data, int offset, int stride, int[] index, int from, int count, float[] lanes) {
        for (int i = 0; i < count; i++) {
            lanes[i] = read(data, offset, stride, index[from + i]);
        }
    }

    private static float read(float[] data, int offset, int stride, int index) {
        long at = offset + (long) index * stride;
        return at >= 0 && at < data.length ? data[(int) at] : 0;
    }
}
