package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

/**
 * Martin Newell's teapot (University of Utah, 1975): 32 bicubic Bezier patches, stored as ten and
 * completed by symmetry. Axes of the data: z up, spout along +x.
 */
final class Teapot {
    private static final int[][] PATCHES = {
        // rim, body, lid, bottom: a quarter each
        {102, 103, 104, 105, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27},
        {24, 25, 26, 27, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40},
        {96, 96, 96, 96, 97, 98, 99, 100, 101, 101, 101, 101, 0, 1, 2, 3},
        {0, 1, 2, 3, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117},
        {118, 118, 118, 118, 124, 122, 119, 121, 123, 126, 125, 120, 40, 39, 38, 37},
        // handle and spout: a half each
        {41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56},
        {53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 28, 65, 66, 67},
        {68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83},
        {80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95}
    };

    private static final int QUARTERS = 6;

    private static final double[] POINTS = {
        0.2, 0, 2.7, 0.2, -0.112, 2.7, 0.112, -0.2, 2.7, 0, -0.2, 2.7, 1.3375, 0, 2.53125, 1.3375,
        -0.749, 2.53125, 0.749, -1.3375, 2.53125, 0, -1.3375, 2.53125, 1.4375, 0, 2.53125, 1.4375,
        -0.805, 2.53125, 0.805, -1.4375, 2.53125, 0, -1.4375, 2.53125, 1.5, 0, 2.4, 1.5, -0.84, 2.4,
        0.84, -1.5, 2.4, 0, -1.5, 2.4, 1.75, 0, 1.875, 1.75, -0.98, 1.875, 0.98, -1.75, 1.875, 0,
        -1.75, 1.875, 2, 0, 1.35, 2, -1.12, 1.35, 1.12, -2, 1.35, 0, -2, 1.35, 2, 0, 0.9, 2, -1.12,
        0.9, 1.12, -2, 0.9, 0, -2, 0.9, -2, 0, 0.9, 2, 0, 0.45, 2, -1.12, 0.45, 1.12, -2, 0.45, 0,
        -2, 0.45, 1.5, 0, 0.225, 1.5, -0.84, 0.225, 0.84, -1.5, 0.225, 0, -1.5, 0.225, 1.5, 0, 0.15,
        1.5, -0.84, 0.15, 0.84, -1.5, 0.15, 0, -1.5, 0.15, -1.6, 0, 2.025, -1.6, -0.3, 2.025, -1.5,
        -0.3, 2.25, -1.5, 0, 2.25, -2.3, 0, 2.025, -2.3, -0.3, 2.025, -2.5, -0.3, 2.25, -2.5, 0,
        2.25, -2.7, 0, 2.025, -2.7, -0.3, 2.025, -3, -0.3, 2.25, -3, 0, 2.25, -2.7, 0, 1.8, -2.7,
        -0.3, 1.8, -3, -0.3, 1.8, -3, 0, 1.8, -2.7, 0, 1.575, -2.7, -0.3, 1.575, -3, -0.3, 1.35, -3,
        0, 1.35, -2.5, 0, 1.125, -2.5, -0.3, 1.125, -2.65, -0.3, 0.9375, -2.65, 0, 0.9375, -2, -0.3,
        0.9, -1.9, -0.3, 0.6, -1.9, 0, 0.6, 1.7, 0, 1.425, 1.7, -0.66, 1.425, 1.7, -0.66, 0.6, 1.7,
        0, 0.6, 2.6, 0, 1.425, 2.6, -0.66, 1.425, 3.1, -0.66, 0.825, 3.1, 0, 0.825, 2.3, 0, 2.1,
        2.3, -0.25, 2.1, 2.4, -0.25, 2.025, 2.4, 0, 2.025, 2.7, 0, 2.4, 2.7, -0.25, 2.4, 3.3, -0.25,
        2.4, 3.3, 0, 2.4, 2.8, 0, 2.475, 2.8, -0.25, 2.475, 3.525, -0.25, 2.49375, 3.525, 0,
        2.49375, 2.9, 0, 2.475, 2.9, -0.15, 2.475, 3.45, -0.15, 2.5125, 3.45, 0, 2.5125, 2.8, 0,
        2.4, 2.8, -0.15, 2.4, 3.2, -0.15, 2.4, 3.2, 0, 2.4, 0, 0, 3.15, 0.8, 0, 3.15, 0.8, -0.45,
        3.15, 0.45, -0.8, 3.15, 0, -0.8, 3.15, 0, 0, 2.85, 1.4, 0, 2.4, 1.4, -0.784, 2.4, 0.784,
        -1.4, 2.4, 0, -1.4, 2.4, 0.4, 0, 2.55, 0.4, -0.224, 2.55, 0.224, -0.4, 2.55, 0, -0.4, 2.55,
        1.3, 0, 2.55, 1.3, -0.728, 2.55, 0.728, -1.3, 2.55, 0, -1.3, 2.55, 1.3, 0, 2.4, 1.3, -0.728,
        2.4, 0.728, -1.3, 2.4, 0, -1.3, 2.4, 0, 0, 0, 1.425, -0.798, 0, 1.5, 0, 0.075, 1.425, 0, 0,
        0.798, -1.425, 0, 0, -1.5, 0.075, 0, -1.425, 0, 1.5, -0.84, 0.075, 0.84, -1.5, 0.075
    };

    private Teapot() {}

    /** Adds all patches, each as a grid of n x n quads; y up, about 3 units high. */
    static void addTo(MeshBuilder mesh, int n) {
        for (int p = 0; p < PATCHES.length; p++) {
            patch(mesh, PATCHES[p], 1, 1, n);
            patch(mesh, PATCHES[p], 1, -1, n);
            if (p < QUARTERS) {
                patch(mesh, PATCHES[p], -1, 1, n);
                patch(mesh, PATCHES[p], -1, -1, n);
            }
        }
    }

    /** Returns the patches themselves; y up, about 3 units high. */
    static Primitive patches(int material) {
        float[] positions = new float[3 * 16 * 32];
        float[] texCoords = new float[2 * 16 * 32];
        int made = 0;
        for (int p = 0; p < PATCHES.length; p++) {
            for (int mirror = 0; mirror < (p < QUARTERS ? 4 : 2); mirror++) {
                int signX = (mirror & 2) == 0 ? 1 : -1;
                int signY = (mirror & 1) == 0 ? 1 : -1;
                // Rows and columns change places where d/du x d/dv would point inward
                boolean mirrored = signX * signY < 0;
                for (int k = 0; k < 16; k++) {
                    int row = mirrored ? k / 4 : k % 4;
                    int column = mirrored ? k % 4 : k / 4;
                    int at = 3 * PATCHES[p][4 * row + column];
                    positions[3 * made] = (float) (POINTS[at] * signX);
                    positions[3 * made + 1] = (float) POINTS[at + 2];
                    positions[3 * made + 2] = (float) (-POINTS[at + 1] * signY);
                    texCoords[2 * made] = column / 3f;
                    texCoords[2 * made + 1] = row / 3f;
                    made++;
                }
            }
        }
        return new Primitive(
                Topology.BICUBIC_PATCHES,
                null,
                new VertexData(made, positions, null, null, texCoords, null, null),
                material);
    }

    private static void patch(MeshBuilder mesh, int[] patch, int signX, int signY, int n) {
        boolean mirrored = signX * signY < 0;
        int first = -1;
        for (int row = 0; row <= n; row++) {
            for (int column = 0; column <= n; column++) {
                double u = (double) row / n;
                double v = (double) column / n;
                double[] p = point(patch, u, v, signX, signY);
                double[] normal = normal(patch, u, v, signX, signY, mirrored);
                int made = mesh.vertex(p[0], p[1], p[2], normal[0], normal[1], normal[2], v, u);
                first = first < 0 ? made : first;
            }
        }
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                int at = first + row * (n + 1) + column;
                int right = at + 1;
                int below = at + n + 1;
                if (mirrored) {
                    mesh.quad(at, below, below + 1, right);
                } else {
                    mesh.quad(at, right, below + 1, below);
                }
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

    private static double[] sum(int[] patch, double[] a, double[] b, int signX, int signY) {
        double x = 0;
        double y = 0;
        double z = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                double w = a[i] * b[j];
                int at = 3 * patch[4 * i + j];
                x += w * POINTS[at] * signX;
                y += w * POINTS[at + 1] * signY;
                z += w * POINTS[at + 2];
            }
        }
        // To y up
        return new double[] {x, z, -y};
    }

    private static double[] point(int[] patch, double u, double v, int signX, int signY) {
        return sum(patch, bernstein(u), bernstein(v), signX, signY);
    }

    /** Normal from the derivatives; at a pole, where one vanishes, from just beside it. */
    private static double[] normal(
            int[] patch, double u, double v, int signX, int signY, boolean mirrored) {
        double[] du = sum(patch, derivative(u), bernstein(v), signX, signY);
        double[] dv = sum(patch, bernstein(u), derivative(v), signX, signY);
        double x = du[1] * dv[2] - du[2] * dv[1];
        double y = du[2] * dv[0] - du[0] * dv[2];
        double z = du[0] * dv[1] - du[1] * dv[0];
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length < 1e-9) {
            double nearU = u < 0.5 ? u + 1e-4 : u - 1e-4;
            double nearV = v < 0.5 ? v + 1e-4 : v - 1e-4;
            return normal(patch, nearU, nearV, signX, signY, mirrored);
        }
        // d/du x d/dv points inward in the stored patches, outward in mirrored ones
        double sign = mirrored ? 1 : -1;
        return new double[] {sign * x / length, sign * y / length, sign * z / length};
    }
}
