package dev.azulejo.core.kernel;

/** Gathers vertex attributes from interleaved buffers into lanes. */
public interface VertexFetch {
    /**
     * Gathers the components of one attribute. May read addresses and write lanes up to the next
     * multiple of 16, so those addresses must be valid too.
     *
     * @param data the buffer
     * @param addresses first component of each vertex; all components lie inside the buffer
     * @param count how many vertices
     * @param components how many components
     * @param lanes where they go, {@code [slot + component][lane]}
     * @param slot row of the first component
     */
    void gather(
            float[] data, int[] addresses, int count, int components, float[][] lanes, int slot);
}
