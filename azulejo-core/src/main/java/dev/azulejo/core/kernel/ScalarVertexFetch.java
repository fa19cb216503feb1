package dev.azulejo.core.kernel;

/** Definition of {@link VertexFetch}. */
public final class ScalarVertexFetch implements VertexFetch {
    @Override
    public void gather(
            float[] data, int[] addresses, int count, int components, float[][] lanes, int slot) {
        for (int c = 0; c < components; c++) {
            float[] to = lanes[slot + c];
            for (int i = 0; i < count; i++) {
                to[i] = data[addresses[i] + c];
            }
        }
    }
}
