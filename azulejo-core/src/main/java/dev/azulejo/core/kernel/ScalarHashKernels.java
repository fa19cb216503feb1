package dev.azulejo.core.kernel;

/** Definition of {@link HashKernels}. */
public final class ScalarHashKernels implements HashKernels {
    @Override
    public void vertices(HashInputs in, float[] data, int from, int count) {
        vertices(in, data, from, 0, count);
    }

    /** The same of rows {@code first .. end - 1}. */
    public void vertices(HashInputs in, float[] data, int from, int first, int end) {
        int[] k = in.vertexKeys;
        int stride = in.stride;
        for (int v = first; v < end; v++) {
            int row = from + v * stride;
            long sum0 = 0;
            long sum1 = 0;
            for (int i = 0; i < stride; i += 2) {
                int a = Float.floatToRawIntBits(data[row + i]);
                int b = i + 1 < stride ? Float.floatToRawIntBits(data[row + i + 1]) : 0;
                sum0 += product(a + k[i], b + k[i + 1]);
                int second = HashInputs.VERTEX_WORDS + i;
                sum1 += product(a + k[second], b + k[second + 1]);
            }
            in.vertices[2 * v] = sum0;
            in.vertices[2 * v + 1] = sum1;
        }
    }

    @Override
    public void triangles(HashInputs in, int[] records, int from, int count, long[] to, int at) {
        int[] mask = in.recordMask;
        int[] k = in.triangleKeys;
        int[] common = in.common;
        for (int t = 0; t < count; t++) {
            int record = from + t * TrianglePlanes.STRIDE;
            long sum0 = in.fixed[0];
            long sum1 = in.fixed[1];
            for (int i = 0; i < TrianglePlanes.STRIDE; i += 2) {
                int a = (records[record + i] & mask[i]) + common[i];
                int b = (records[record + i + 1] & mask[i + 1]) + common[i + 1];
                sum0 += product(a + k[i], b + k[i + 1]);
                sum1 += product(a + k[i + 2], b + k[i + 3]);
            }
            for (int v = 0; v < 3 && in.stride != 0; v++) {
                int vertex = records[record + TrianglePlanes.V0 + v];
                long first = in.vertices[2 * vertex];
                long second = in.vertices[2 * vertex + 1];
                int i = TrianglePlanes.STRIDE + 4 * v;
                sum0 += product(first, k[i], k[i + 1]) + product(second, k[i + 2], k[i + 3]);
                sum1 += product(first, k[i + 2], k[i + 3]) + product(second, k[i + 4], k[i + 5]);
            }
            to[at + 2 * t] = sum0;
            to[at + 2 * t + 1] = sum1;
        }
    }

    @Override
    public void sequence(int[] keys, int key, long[] data, int from, int count, long[] to, int at) {
        to[at] = product(count, keys[key], keys[key + 1]);
        to[at + 1] = product(count, keys[key + 2], keys[key + 3]);
        addSequence(keys, key + 2, data, from, count, to, at);
    }

    /** Adds longs that are the rest of a sequence; {@code key} is the first one's first key. */
    public void addSequence(
            int[] keys, int key, long[] data, int from, int count, long[] to, int at) {
        long sum0 = 0;
        long sum1 = 0;
        for (int i = 0; i < count; i++) {
            long x = data[from + i];
            int k = key + 2 * i;
            sum0 += product(x, keys[k], keys[k + 1]);
            sum1 += product(x, keys[k + 2], keys[k + 3]);
        }
        to[at] += sum0;
        to[at + 1] += sum1;
    }

    private static long product(int a, int b) {
        return (a & 0xffffffffL) * (b & 0xffffffffL);
    }

    private static long product(long word, int lowKey, int highKey) {
        return product((int) word + lowKey, (int) (word >>> 32) + highKey);
    }
}
