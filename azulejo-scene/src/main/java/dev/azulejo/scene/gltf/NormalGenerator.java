package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

/** Normals for triangles that come without, and repair of those that come. */
final class NormalGenerator {
    private NormalGenerator() {}

    /**
     * Returns the same triangles with flat normals (glTF 2.0, section 3.7.2.1): every triangle gets
     * its own three vertices. Tangents, if any, are dropped, as that section says. A triangle
     * without area gets zero normals.
     */
    static Primitive withFlatNormals(Primitive primitive) {
        VertexData from = primitive.vertices();
        int[] indices =
                primitive.topology() == Topology.TRIANGLES && primitive.indices() != null
                        ? primitive.indices()
                        : Primitive.listIndices(
                                primitive.topology(), primitive.indices(), from.count());
        int corners = indices.length - indices.length % 3;
        float[] positions = gather(from.positions(), 3, indices, corners);
        float[] normals = new float[positions.length];
        for (int o = 0; o < normals.length; o += 9) {
            double ax = (double) positions[o + 3] - positions[o];
            double ay = (double) positions[o + 4] - positions[o + 1];
            double az = (double) positions[o + 5] - positions[o + 2];
            double bx = (double) positions[o + 6] - positions[o];
            double by = (double) positions[o + 7] - positions[o + 1];
            double bz = (double) positions[o + 8] - positions[o + 2];
            double nx = ay * bz - az * by;
            double ny = az * bx - ax * bz;
            double nz = ax * by - ay * bx;
            double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
            if (length > 0 && length < Double.POSITIVE_INFINITY) {
                for (int k = o; k < o + 9; k += 3) {
                    normals[k] = (float) (nx / length);
                    normals[k + 1] = (float) (ny / length);
                    normals[k + 2] = (float) (nz / length);
                }
            }
        }
        VertexData vertices =
                new VertexData(
                        corners,
                        positions,
                        normals,
                        null,
                        gather(from.texCoord0(), 2, indices, corners),
                        gather(from.texCoord1(), 2, indices, corners),
                        gather(from.color0(), 4, indices, corners));
        return new Primitive(Topology.TRIANGLES, null, vertices, primitive.material());
    }

    /** Returns the elements that indices name, in their order; null for null. */
    static float[] gather(float[] from, int width, int[] indices, int count) {
        if (from == null) {
            return null;
        }
        float[] to = new float[Math.multiplyExact(width, count)];
        for (int i = 0, o = 0; i < count; i++) {
            int base = indices[i] * width;
            for (int c = 0; c < width; c++) {
                to[o++] = from[base + c];
            }
        }
        return to;
    }

    /**
     * Gives vectors unit length in place: those that are off, as quantized ones are. What has no
     * direction becomes zero.
     *
     * @param width floats from one vector to the next; the first three are the vector
     */
    static void normalize(float[] vectors, int width) {
        for (int i = 0; i + 2 < vectors.length; i += width) {
            float x = vectors[i];
            float y = vectors[i + 1];
            float z = vectors[i + 2];
            float square = x * x + y * y + z * z;
            // false for NaN too
            if (Math.abs(square - 1) <= 2e-6f) {
                continue;
            }
            double length = Math.sqrt((double) x * x + (double) y * y + (double) z * z);
            boolean hasDirection = length > 0 && length < Double.POSITIVE_INFINITY;
            vectors[i] = hasDirection ? (float) (x / length) : 0;
            vectors[i + 1] = hasDirection ? (float) (y / length) : 0;
            vectors[i + 2] = hasDirection ? (float) (z / length) : 0;
        }
    }
}
