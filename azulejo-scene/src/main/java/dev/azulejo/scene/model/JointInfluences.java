package dev.azulejo.scene.model;

/**
 * Which joints move each vertex, and how much (glTF 2.0, section 3.7.3.3).
 *
 * @param perVertex influences a vertex, at least 1; 4 or 8 in glTF
 * @param joints places in {@link Skin#joints()}, {@code perVertex} a vertex
 * @param weights share of each joint, as many; not negative, and 1 together at each vertex
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record JointInfluences(int perVertex, int[] joints, float[] weights) {
    /** Floats of a joint's matrix in the arrays that {@link #blend} reads. */
    public static final int MATRIX_SIZE = 12;

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException when they do not fit or a joint is negative
     */
    public JointInfluences {
        if (perVertex < 1 || joints.length != weights.length || joints.length % perVertex != 0) {
            throw new IllegalArgumentException(
                    "influences: %d joints and %d weights, %d a vertex expected"
                            .formatted(joints.length, weights.length, perVertex));
        }
        int all = 0;
        for (int joint : joints) {
            all |= joint;
        }
        if (all < 0) {
            throw new IllegalArgumentException("influences: a joint is negative");
        }
    }

    /** Returns how many vertices there are. */
    public int vertexCount() {
        return joints.length / perVertex;
    }

    /** Returns the largest joint that a vertex names, or -1 without vertices. Looks at all. */
    public int maxJoint() {
        int largest = -1;
        for (int joint : joints) {
            largest = Math.max(largest, joint);
        }
        return largest;
    }

    /** Returns the memory the arrays take, in bytes. */
    public long sizeBytes() {
        return 4L * joints.length + 4L * weights.length;
    }

    /**
     * Adds up the matrices that move a vertex, each times its weight, in the order of the
     * influences. Joints of weight 0 are not read.
     *
     * @param vertex which
     * @param matrices {@link #MATRIX_SIZE} floats a joint: three rows of four, the last row being 0
     *     0 0 1
     * @param blended receives the sum in that form
     */
    public void blend(int vertex, float[] matrices, float[] blended) {
        float xx = 0;
        float xy = 0;
        float xz = 0;
        float xt = 0;
        float yx = 0;
        float yy = 0;
        float yz = 0;
        float yt = 0;
        float zx = 0;
        float zy = 0;
        float zz = 0;
        float zt = 0;
        int end = (vertex + 1) * perVertex;
        for (int i = end - perVertex; i < end; i++) {
            float w = weights[i];
            if (w == 0) {
                continue;
            }
            int m = MATRIX_SIZE * joints[i];
            xx += w * matrices[m];
            xy += w * matrices[m + 1];
            xz += w * matrices[m + 2];
            xt += w * matrices[m + 3];
            yx += w * matrices[m + 4];
            yy += w * matrices[m + 5];
            yz += w * matrices[m + 6];
            yt += w * matrices[m + 7];
            zx += w * matrices[m + 8];
            zy += w * matrices[m + 9];
            zz += w * matrices[m + 10];
            zt += w * matrices[m + 11];
        }
        blended[0] = xx;
        blended[1] = xy;
        blended[2] = xz;
        blended[3] = xt;
        blended[4] = yx;
        blended[5] = yy;
        blended[6] = yz;
        blended[7] = yt;
        blended[8] = zx;
        blended[9] = zy;
        blended[10] = zz;
        blended[11] = zt;
    }

    /**
     * Moves positions with their joints.
     *
     * @param positions x y z a vertex; may be {@code moved} itself
     * @param matrices as {@link #blend} takes them
     * @param moved receives x y z a vertex
     */
    public void movePositions(float[] positions, float[] matrices, float[] moved) {
        float[] m = new float[MATRIX_SIZE];
        int count = vertexCount();
        for (int v = 0, o = 0; v < count; v++, o += 3) {
            blend(v, matrices, m);
            float x = positions[o];
            float y = positions[o + 1];
            float z = positions[o + 2];
            moved[o] = m[0] * x + m[1] * y + m[2] * z + m[3];
            moved[o + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
            moved[o + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
        }
    }
}
