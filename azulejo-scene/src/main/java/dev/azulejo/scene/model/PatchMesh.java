package dev.azulejo.scene.model;

import java.util.Arrays;

/**
 * Plain triangles in place of patches, for those who know no patches: each patch as a grid of equal
 * steps. What is drawn is tessellated by the device instead, as finely as the picture asks.
 */
public final class PatchMesh {
    /**
     * Beside a pole: where one derivative vanishes the normal is that of a place as near as this.
     */
    private static final double STEP = 1e-4;

    private final Primitive source;
    private final int[] patch;
    private final float[] positions;

    /** Of the last point: x y z, its derivative by u, by v. */
    private final double[] point = new double[3];

    private final double[] byU = new double[3];
    private final double[] byV = new double[3];
    private final float[] heights;

    private PatchMesh(Primitive source) {
        this.source = source;
        this.patch = new int[bicubic() ? 16 : 4];
        this.positions = source.vertices().positions();
        this.heights = bicubic() ? null : source.heights().points();
    }

    private boolean bicubic() {
        return source.topology() == Topology.BICUBIC_PATCHES;
    }

    /**
     * Returns triangles, (n + 1) x (n + 1) vertices a patch, at rest: without influences and morph
     * targets.
     *
     * @param primitive patches
     * @param n steps along each side of a patch, 1..64
     */
    public static Primitive triangles(Primitive primitive, int n) {
        if (!primitive.topology().isPatches() || n < 1 || n > 64) {
            throw new IllegalArgumentException(
                    "%s in %d steps: patches and 1..64 expected"
                            .formatted(primitive.topology(), n));
        }
        return new PatchMesh(primitive).build(primitive.toIndexedList().indices(), n);
    }

    private Primitive build(int[] list, int n) {
        var from = source.vertices();
        int patches = list.length / patch.length;
        int perPatch = (n + 1) * (n + 1);
        int count = Math.multiplyExact(patches, perPatch);
        float[] xyz = new float[Math.multiplyExact(3, count)];
        float[] normals = new float[3 * count];
        float[] tangents = like(from.tangents(), 4 * count);
        float[] texCoord0 = like(from.texCoord0(), 2 * count);
        float[] texCoord1 = like(from.texCoord1(), 2 * count);
        float[] colors = like(from.color0(), 4 * count);
        int[] indices = new int[Math.multiplyExact(6 * n * n, patches)];
        int next = 0;
        for (int p = 0; p < patches; p++) {
            System.arraycopy(list, patch.length * p, patch, 0, patch.length);
            for (int k = 0; k < perPatch; k++) {
                double u = (double) (k % (n + 1)) / n;
                double v = (double) (k / (n + 1)) / n;
                int to = p * perPatch + k;
                place(u, v, xyz, normals, 3 * to);
                carry(from.tangents(), 4, u, v, tangents, to);
                carry(from.texCoord0(), 2, u, v, texCoord0, to);
                carry(from.texCoord1(), 2, u, v, texCoord1, to);
                carry(from.color0(), 4, u, v, colors, to);
            }
            for (int k = 0; k < n * n; k++) {
                int at = p * perPatch + k / n * (n + 1) + k % n;
                int[] quad = {at, at + 1, at + n + 2, at, at + n + 2, at + n + 1};
                System.arraycopy(quad, 0, indices, next, 6);
                next += 6;
            }
        }
        return new Primitive(
                Topology.TRIANGLES,
                indices,
                new VertexData(count, xyz, normals, tangents, texCoord0, texCoord1, colors),
                source.material());
    }

    private static float[] like(float[] values, int length) {
        return values == null ? null : new float[length];
    }

    private void place(double u, double v, float[] xyz, float[] normals, int at) {
        evaluate(u, v);
        for (int c = 0; c < 3; c++) {
            xyz[at + c] = (float) point[c];
        }
        if (square(byU) * square(byV) < 1e-24) {
            evaluate(u < 0.5 ? u + STEP : u - STEP, v < 0.5 ? v + STEP : v - STEP);
        }
        double x = byU[1] * byV[2] - byU[2] * byV[1];
        double y = byU[2] * byV[0] - byU[0] * byV[2];
        double z = byU[0] * byV[1] - byU[1] * byV[0];
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0) {
            normals[at] = (float) (x / length);
            normals[at + 1] = (float) (y / length);
            normals[at + 2] = (float) (z / length);
        }
    }

    private static double square(double[] a) {
        return a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    }

    private void evaluate(double u, double v) {
        Arrays.fill(point, 0);
        Arrays.fill(byU, 0);
        Arrays.fill(byV, 0);
        if (bicubic()) {
            sum(bernstein(u), bernstein(v), point);
            sum(derivative(u), bernstein(v), byU);
            sum(bernstein(u), derivative(v), byV);
        } else {
            double[] byCorner = {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
            double[] cornerByU = {v - 1, 1 - v, v, -v};
            double[] cornerByV = {u - 1, -u, u, 1 - u};
            float[] st = source.vertices().texCoord0();
            double s = 0;
            double t = 0;
            for (int k = 0; k < 4; k++) {
                for (int c = 0; c < 3; c++) {
                    float p = positions[3 * patch[k] + c];
                    point[c] += byCorner[k] * p;
                    byU[c] += cornerByU[k] * p;
                    byV[c] += cornerByV[k] * p;
                }
                s += byCorner[k] * st[2 * patch[k]];
                t += byCorner[k] * st[2 * patch[k] + 1];
            }
            raise(s, t);
        }
    }

    private void sum(double[] alongU, double[] alongV, double[] to) {
        for (int k = 0; k < 16; k++) {
            double weight = alongU[k / 4] * alongV[k % 4];
            for (int c = 0; c < 3; c++) {
                to[c] += weight * positions[3 * patch[k] + c];
            }
        }
    }

    private static double[] bernstein(double t) {
        double s = 1 - t;
        return new double[] {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    }

    private static double[] derivative(double t) {
        double s = 1 - t;
        return new double[] {-3 * s * s, 3 * s * s - 6 * s * t, 6 * s * t - 3 * t * t, 3 * t * t};
    }

    /** Adds the height at a place of the field, and its slopes. */
    private void raise(double s, double t) {
        var field = source.heights();
        double x = Math.min(Math.max(s, 0), 1) * (field.columns() - 1);
        double z = Math.min(Math.max(t, 0), 1) * (field.rows() - 1);
        int column = Math.min((int) x, field.columns() - 2);
        int row = Math.min((int) z, field.rows() - 2);
        double[] alongX = hermite(x - column);
        double[] alongZ = hermite(z - row);
        double height = 0;
        double slopeX = 0;
        double slopeZ = 0;
        for (int k = 0; k < 4; k++) {
            int i = k & 1;
            int j = k >> 1;
            int at = HeightField.POINT_FLOATS * ((row + j) * field.columns() + column + i);
            double value = alongX[i] * heights[at] + alongX[2 + i] * heights[at + 1];
            double rise = alongX[i] * heights[at + 2] + alongX[2 + i] * heights[at + 3];
            double slope = alongX[4 + i] * heights[at] + alongX[6 + i] * heights[at + 1];
            double bend = alongX[4 + i] * heights[at + 2] + alongX[6 + i] * heights[at + 3];
            height += alongZ[j] * value + alongZ[2 + j] * rise;
            slopeX += alongZ[j] * slope + alongZ[2 + j] * bend;
            slopeZ += alongZ[4 + j] * value + alongZ[6 + j] * rise;
        }
        point[1] += height;
        byU[1] += (slopeX / field.spacingX()) * byU[0] + (slopeZ / field.spacingZ()) * byU[2];
        byV[1] += (slopeX / field.spacingX()) * byV[0] + (slopeZ / field.spacingZ()) * byV[2];
        // From above the corners run counter-clockwise: d/du x d/dv points up
    }

    /** Weights of two values, of two slopes, and the derivatives of these weights. */
    private static double[] hermite(double t) {
        double s = 1 - t;
        double b = 6 * s * t;
        return new double[] {
            s * s * (1 + 2 * t),
            t * t * (1 + 2 * s),
            s * s * t,
            -t * t * s,
            -b,
            b,
            s * s - 2 * s * t,
            t * t - 2 * s * t
        };
    }

    /** Between the attributes of a patch's corners. */
    private void carry(float[] values, int width, double u, double v, float[] to, int vertex) {
        if (values == null) {
            return;
        }
        int[] corner = bicubic() ? new int[] {0, 12, 15, 3} : new int[] {0, 1, 2, 3};
        for (int c = 0; c < width; c++) {
            double low =
                    (1 - u) * values[width * patch[corner[0]] + c]
                            + u * values[width * patch[corner[1]] + c];
            double high =
                    (1 - u) * values[width * patch[corner[3]] + c]
                            + u * values[width * patch[corner[2]] + c];
            to[width * vertex + c] = (float) ((1 - v) * low + v * high);
        }
    }
}
