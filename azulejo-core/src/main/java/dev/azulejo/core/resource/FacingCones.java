package dev.azulejo.core.resource;

/**
 * Which way the triangles of a run of an {@link IndexBuffer} face, {@link PositionBounds#PART}
 * elements at a time: of each part a ball around its positions, a cone around the normals of its
 * triangles, and how small its triangles are. All in the space of the buffer that positions come
 * from; the normal of corners a, b, c points along (b - a) x (c - a).
 *
 * <p>Source: Shirmun and Abi-Ezzi, "The Cone of Normals Technique for Fast Processing of Curved
 * Patches", Computer Graphics Forum 12(3), 1993.
 *
 * <p>Threads: any; nothing changes.
 */
public final class FacingCones {
    /** Numbers of a part. */
    public static final int STRIDE = 11;

    /** Middle of the ball, x, y, z. */
    public static final int CENTER = 0;

    /** Radius of the ball. */
    public static final int RADIUS = 3;

    /** Axis of the cone, x, y, z: a unit vector. */
    public static final int AXIS = 4;

    /** Cosine of the largest angle between the axis and a normal; below 0 if there is no cone. */
    public static final int COSINE = 7;

    /** Sine of that angle. */
    public static final int SINE = 8;

    /** Smallest height of a triangle above its longest edge. */
    public static final int HEIGHT = 9;

    /** Shortest of the triangles' longest edges. */
    public static final int EDGE = 10;

    /** What numbers found here may be wrong by, as a part. */
    private static final double ERROR = 1e-9;

    private static final int NO_CONE = -1;

    private final VertexBuffer buffer;
    private final long version;
    private final int offset;
    private final int stride;
    private final int baseVertex;
    private final double[] values;

    /**
     * Finds the cones.
     *
     * @param indices indices of vertices
     * @param first first element of the run
     * @param count elements, of whole triangles
     * @param baseVertex added to every index
     * @param buffer where positions lie
     * @param offset float of vertex 0's x; y and z follow
     * @param stride floats from one vertex to the next
     */
    public FacingCones(
            int[] indices,
            int first,
            int count,
            int baseVertex,
            VertexBuffer buffer,
            int offset,
            int stride) {
        this.buffer = buffer;
        this.version = buffer.version();
        this.offset = offset;
        this.stride = stride;
        this.baseVertex = baseVertex;
        int parts = (count + PositionBounds.PART - 1) / PositionBounds.PART;
        values = new double[STRIDE * parts];
        var points = new double[3 * PositionBounds.PART];
        var normals = new double[PositionBounds.PART];
        for (int p = 0; p < parts; p++) {
            int from = PositionBounds.PART * p;
            int elements = Math.min(PositionBounds.PART, count - from);
            boolean inside = load(indices, first + from, elements, points);
            values[STRIDE * p + COSINE] = NO_CONE;
            if (inside) {
                ball(points, elements, STRIDE * p);
                cone(points, elements, normals, STRIDE * p);
            }
        }
    }

    /** Returns whether these are the cones of such positions, as their buffer is now. */
    public boolean fits(VertexBuffer ofBuffer, int at, int step, int base) {
        return buffer == ofBuffer
                && version == ofBuffer.version()
                && offset == at
                && stride == step
                && baseVertex == base;
    }

    /** Returns {@value #STRIDE} numbers for each part; not a copy. */
    public double[] values() {
        return values;
    }

    /** Loads positions; returns whether all are there, and finite. */
    private boolean load(int[] indices, int from, int elements, double[] points) {
        float[] data = buffer.data();
        double sum = 0;
        for (int i = 0; i < elements; i++) {
            long at = offset + ((long) indices[from + i] + baseVertex) * stride;
            if (at < 0 || at + 3 > data.length) {
                return false;
            }
            for (int k = 0; k < 3; k++) {
                points[3 * i + k] = data[(int) at + k];
                sum += points[3 * i + k] - points[3 * i + k];
            }
        }
        // Not 0 where something is not finite
        return sum == 0;
    }

    private void ball(double[] points, int elements, int to) {
        double farthest = 0;
        for (int k = 0; k < 3; k++) {
            double least = points[k];
            double most = points[k];
            for (int i = 3 + k; i < 3 * elements; i += 3) {
                least = Math.min(least, points[i]);
                most = Math.max(most, points[i]);
            }
            values[to + CENTER + k] = 0.5 * (least + most);
        }
        for (int i = 0; i < 3 * elements; i += 3) {
            double x = points[i] - values[to + CENTER];
            double y = points[i + 1] - values[to + CENTER + 1];
            double z = points[i + 2] - values[to + CENTER + 2];
            farthest = Math.max(farthest, x * x + y * y + z * z);
        }
        values[to + RADIUS] = Math.sqrt(farthest) * (1 + ERROR);
    }

    private void cone(double[] points, int elements, double[] normals, int to) {
        double x = 0;
        double y = 0;
        double z = 0;
        double height = Double.POSITIVE_INFINITY;
        double edge = Double.POSITIVE_INFINITY;
        for (int i = 0; i < elements; i += 3) {
            int a = 3 * i;
            double bx = points[a + 3] - points[a];
            double by = points[a + 4] - points[a + 1];
            double bz = points[a + 5] - points[a + 2];
            double cx = points[a + 6] - points[a];
            double cy = points[a + 7] - points[a + 1];
            double cz = points[a + 8] - points[a + 2];
            double nx = by * cz - bz * cy;
            double ny = bz * cx - bx * cz;
            double nz = bx * cy - by * cx;
            double area = Math.sqrt(nx * nx + ny * ny + nz * nz);
            double dx = cx - bx;
            double dy = cy - by;
            double dz = cz - bz;
            double longest =
                    Math.sqrt(
                            Math.max(
                                    bx * bx + by * by + bz * bz,
                                    Math.max(
                                            cx * cx + cy * cy + cz * cz,
                                            dx * dx + dy * dy + dz * dz)));
            // Also where something overflows: what no cone can be said of has none
            if (!(area > 0 && area < Double.POSITIVE_INFINITY)) {
                return;
            }
            height = Math.min(height, area / longest);
            edge = Math.min(edge, longest);
            normals[i] = nx / area;
            normals[i + 1] = ny / area;
            normals[i + 2] = nz / area;
            x += normals[i];
            y += normals[i + 1];
            z += normals[i + 2];
        }
        double length = Math.sqrt(x * x + y * y + z * z);
        if (!(length > 0)) {
            return;
        }
        x /= length;
        y /= length;
        z /= length;
        double cosine = 1;
        for (int i = 0; i < elements; i += 3) {
            cosine = Math.min(cosine, x * normals[i] + y * normals[i + 1] + z * normals[i + 2]);
        }
        cosine -= ERROR;
        values[to + AXIS] = x;
        values[to + AXIS + 1] = y;
        values[to + AXIS + 2] = z;
        values[to + COSINE] = cosine;
        values[to + SINE] = Math.sqrt(Math.max(0, 1 - cosine * cosine)) + ERROR;
        values[to + HEIGHT] = height * (1 - ERROR);
        values[to + EDGE] = edge * (1 - ERROR);
    }
}
