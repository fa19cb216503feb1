package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.List;

/** Normals for triangles that come without, and repair of those that come. */
final class NormalGenerator {
    /** Triangles between two looks whether to go on: a quarter of a millisecond, or a few cold. */
    private static final int TRIANGLES_AT_ONCE = 1 << 14;

    private NormalGenerator() {}

    /**
     * Returns the same triangles with flat normals (glTF 2.0, section 3.7.2.1): every triangle gets
     * its own three vertices. Tangents, if any, are dropped, as that section says, and morph
     * targets get flat normals too. A triangle without area gets zero normals.
     *
     * @param goOn called every 16,384 triangles; what it throws ends the work, and is thrown here
     */
    static Primitive withFlatNormals(Primitive primitive, Runnable goOn) {
        VertexData from = primitive.vertices();
        int[] indices =
                primitive.topology() == Topology.TRIANGLES && primitive.indices() != null
                        ? primitive.indices()
                        : Primitive.listIndices(
                                primitive.topology(), primitive.indices(), from.count());
        int corners = indices.length - indices.length % 3;
        VertexSet split = VertexSet.of(primitive).gather(indices, corners);
        VertexData data = split.data();
        float[] normals = flatNormals(data.positions(), goOn);
        List<MorphTarget> targets = new ArrayList<>(split.morphTargets().size());
        for (MorphTarget target : split.morphTargets()) {
            targets.add(
                    new MorphTarget(
                            target.positions(),
                            flatDisplacements(data.positions(), target.positions(), normals, goOn),
                            null));
        }
        VertexData vertices =
                new VertexData(
                        corners,
                        data.positions(),
                        normals,
                        null,
                        data.texCoord0(),
                        data.texCoord1(),
                        data.color0());
        return new VertexSet(vertices, split.influences(), targets)
                .toPrimitive(Topology.TRIANGLES, null, primitive.material());
    }

    /** Returns a normal for each of every three vertices; zero where they span no area. */
    private static float[] flatNormals(float[] positions, Runnable goOn) {
        float[] normals = new float[positions.length];
        for (int o = 0; o < normals.length; o += 9) {
            if (o % (9 * TRIANGLES_AT_ONCE) == 0) {
                goOn.run();
            }
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
        return normals;
    }

    /**
     * Returns what takes flat normals to those of the displaced triangles: "client implementations
     * must calculate flat normals for each morph target" (glTF 2.0, section 3.7.2.2).
     */
    private static float[] flatDisplacements(
            float[] positions, float[] displacements, float[] normals, Runnable goOn) {
        if (displacements == null) {
            return null;
        }
        float[] displaced = new float[positions.length];
        for (int i = 0; i < displaced.length; i++) {
            displaced[i] = positions[i] + displacements[i];
        }
        float[] result = flatNormals(displaced, goOn);
        for (int i = 0; i < result.length; i++) {
            result[i] -= normals[i];
        }
        return result;
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
