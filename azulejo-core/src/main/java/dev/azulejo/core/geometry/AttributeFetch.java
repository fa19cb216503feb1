package dev.azulejo.core.geometry;

import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.VertexFetch;
import dev.azulejo.core.shader.VertexBatch;

import java.util.Arrays;
import java.util.List;

/** Brings vertex attributes into lanes. Owned by one thread. */
final class AttributeFetch {
    /** Buffer addresses of a batch's vertices. */
    private final int[] address = new int[VertexBatch.CAPACITY];

    /**
     * Gathers attributes into lanes; what lies beyond a buffer's end reads as 0, and a slot that
     * the pipeline has no attribute for as 0, 0, 0, 1.
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
        int missing = slotMask & (1 << VertexBatch.MAX_ATTRIBUTES) - 1;
        for (int a = 0; a < attributes.size(); a++) {
            var attribute = attributes.get(a);
            if ((slotMask >>> attribute.slot() & 1) == 0) {
                continue;
            }
            missing &= ~(1 << attribute.slot());
            float[] data = draw.vertexBuffers()[attribute.buffer()].data();
            int components = attribute.components();
            int offset = attribute.offset();
            int stride = attribute.stride();
            int row = 4 * attribute.slot();
            fillRest(batch, attribute.slot(), components, count);
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
                VertexFetch.gather(data, address, count, components, batch.attribute, row);
            } else {
                for (int c = 0; c < components; c++) {
                    gather(data, offset + c, stride, index, from, count, batch.attribute[row + c]);
                }
            }
        }
        for (; missing != 0; missing &= missing - 1) {
            fillRest(batch, Integer.numberOfTrailingZeros(missing), 0, count);
        }
    }

    /** Components that there are no numbers for: 0, 0, 0, 1. */
    private static void fillRest(VertexBatch batch, int slot, int components, int count) {
        for (int c = components; c < 4; c++) {
            Arrays.fill(batch.attribute[4 * slot + c], 0, count, c == 3 ? 1 : 0);
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
