package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.Arrays;

/** Collects vertices and triangles of one primitive. */
final class MeshBuilder {
    private float[] positions = new float[3 * 64];
    private float[] normals = new float[3 * 64];
    private float[] texCoords = new float[2 * 64];
    private float[] colors = new float[4 * 64];
    private float[] tint = {1, 1, 1};
    private boolean tinted;
    private int[] indices = new int[3 * 64];
    private int vertices;
    private int indexCount;

    /** Multiplies the material's colour by a linear grey in all vertices to come. */
    MeshBuilder shade(double grey) {
        return tint(grey, grey, grey);
    }

    /** Multiplies the material's colour by a linear one in all vertices to come. */
    MeshBuilder tint(double red, double green, double blue) {
        tint = new float[] {(float) red, (float) green, (float) blue};
        tinted = true;
        return this;
    }

    int vertex(double x, double y, double z, double nx, double ny, double nz, double u, double v) {
        if ((vertices & Looks.STEPS) == 0) {
            Looks.look();
        }
        if (3 * vertices == positions.length) {
            positions = Arrays.copyOf(positions, 2 * positions.length);
            normals = Arrays.copyOf(normals, 2 * normals.length);
            texCoords = Arrays.copyOf(texCoords, 2 * texCoords.length);
            colors = Arrays.copyOf(colors, 2 * colors.length);
        }
        positions[3 * vertices] = (float) x;
        positions[3 * vertices + 1] = (float) y;
        positions[3 * vertices + 2] = (float) z;
        normals[3 * vertices] = (float) nx;
        normals[3 * vertices + 1] = (float) ny;
        normals[3 * vertices + 2] = (float) nz;
        texCoords[2 * vertices] = (float) u;
        texCoords[2 * vertices + 1] = (float) v;
        System.arraycopy(tint, 0, colors, 4 * vertices, 3);
        colors[4 * vertices + 3] = 1;
        return vertices++;
    }

    void triangle(int a, int b, int c) {
        if (indexCount + 3 > indices.length) {
            indices = Arrays.copyOf(indices, 2 * indices.length);
        }
        indices[indexCount++] = a;
        indices[indexCount++] = b;
        indices[indexCount++] = c;
    }

    /** Twice the area of a triangle as seen from +z; negative where it turns clockwise. */
    double signedAreaXy(int a, int b, int c) {
        double ux = (double) positions[3 * b] - positions[3 * a];
        double uy = (double) positions[3 * b + 1] - positions[3 * a + 1];
        double vx = (double) positions[3 * c] - positions[3 * a];
        double vy = (double) positions[3 * c + 1] - positions[3 * a + 1];
        return ux * vy - uy * vx;
    }

    /** Two triangles, counter-clockwise as seen from the front. */
    void quad(int a, int b, int c, int d) {
        triangle(a, b, c);
        triangle(a, c, d);
    }

    /**
     * A flat quad with its own vertices: corner, and the two edges from it; faces edgeU x edgeV.
     */
    void flatQuad(double[] corner, double[] edgeU, double[] edgeV) {
        flatQuad(corner, edgeU, edgeV, new double[] {0, 0, 1, 1});
    }

    /**
     * A flat quad with its own texture coordinates.
     *
     * @param texture u and v at the corner, and at the one opposite
     */
    void flatQuad(double[] corner, double[] edgeU, double[] edgeV, double[] texture) {
        double nx = edgeU[1] * edgeV[2] - edgeU[2] * edgeV[1];
        double ny = edgeU[2] * edgeV[0] - edgeU[0] * edgeV[2];
        double nz = edgeU[0] * edgeV[1] - edgeU[1] * edgeV[0];
        double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        int[] corners = new int[4];
        for (int k = 0; k < 4; k++) {
            double u = k == 1 || k == 2 ? 1 : 0;
            double v = k >= 2 ? 1 : 0;
            corners[k] =
                    vertex(
                            corner[0] + u * edgeU[0] + v * edgeV[0],
                            corner[1] + u * edgeU[1] + v * edgeV[1],
                            corner[2] + u * edgeU[2] + v * edgeV[2],
                            nx / length,
                            ny / length,
                            nz / length,
                            texture[0] + u * (texture[2] - texture[0]),
                            texture[1] + v * (texture[3] - texture[1]));
        }
        quad(corners[0], corners[1], corners[2], corners[3]);
    }

    /** A grid of quads over vertices that were added row by row. */
    void grid(int first, int columns, int rows) {
        for (int r = 0; r + 1 < rows; r++) {
            for (int c = 0; c + 1 < columns; c++) {
                int at = first + r * columns + c;
                quad(at, at + 1, at + columns + 1, at + columns);
            }
        }
    }

    Primitive build(int material) {
        return new Primitive(
                Topology.TRIANGLES,
                Arrays.copyOf(indices, indexCount),
                new VertexData(
                        vertices,
                        Arrays.copyOf(positions, 3 * vertices),
                        Arrays.copyOf(normals, 3 * vertices),
                        null,
                        Arrays.copyOf(texCoords, 2 * vertices),
                        null,
                        tinted ? Arrays.copyOf(colors, 4 * vertices) : null),
                material);
    }
}
