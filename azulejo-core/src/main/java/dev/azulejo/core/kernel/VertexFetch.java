package dev.azulejo.core.kernel;

/**
 * Takes vertex attributes from interleaved buffers into lanes. It has no vector twin: a vertex's
 * components lie side by side, so that one pass over the vertices reads each line of memory once,
 * where gathers come back for every component. Measured on Zen 4, positions of 48-byte vertices:
 * 3.6 ns a vertex against 9.9 with gathers where they come from memory, 1.5 against 2.9 in cache.
 */
public final class VertexFetch {
    private VertexFetch() {}

    /**
     * Takes the components of one attribute.
     *
     * @param data the buffer
     * @param addresses first component of each vertex; all components lie inside the buffer
     * @param count how many vertices
     * @param components how many components, 1 to 4
     * @param lanes where they go, {@code [row + component][lane]}
     * @param row row of the first component
     */
    public static void gather(
            float[] data, int[] addresses, int count, int components, float[][] lanes, int row) {
        switch (components) {
            case 1 -> one(data, addresses, count, lanes[row]);
            case 2 -> two(data, addresses, count, lanes[row], lanes[row + 1]);
            case 3 -> three(data, addresses, count, lanes, row);
            default -> four(data, addresses, count, lanes, row);
        }
    }

    private static void one(float[] data, int[] addresses, int count, float[] x) {
        for (int i = 0; i < count; i++) {
            x[i] = data[addresses[i]];
        }
    }

    private static void two(float[] data, int[] addresses, int count, float[] x, float[] y) {
        for (int i = 0; i < count; i++) {
            int at = addresses[i];
            x[i] = data[at];
            y[i] = data[at + 1];
        }
    }

    private static void three(float[] data, int[] addresses, int count, float[][] lanes, int row) {
        float[] x = lanes[row];
        float[] y = lanes[row + 1];
        float[] z = lanes[row + 2];
        for (int i = 0; i < count; i++) {
            int at = addresses[i];
            x[i] = data[at];
            y[i] = data[at + 1];
            z[i] = data[at + 2];
        }
    }

    private static void four(float[] data, int[] addresses, int count, float[][] lanes, int row) {
        float[] x = lanes[row];
        float[] y = lanes[row + 1];
        float[] z = lanes[row + 2];
        float[] w = lanes[row + 3];
        for (int i = 0; i < count; i++) {
            int at = addresses[i];
            x[i] = data[at];
            y[i] = data[at + 1];
            z[i] = data[at + 2];
            w[i] = data[at + 3];
        }
    }
}
