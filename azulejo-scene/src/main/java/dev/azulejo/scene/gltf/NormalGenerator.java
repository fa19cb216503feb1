package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.List;

/** Normals for triangles that come without, and repair of those that come. */
final class NormalGenerator {
    private NormalGenerator() {}

    /**
     * Returns the same triangles with flat normals (glTF 2.0, section 3.7.2.1): every triangle gets
     * its own three vertices. Tangents, if any, are dropped, as that section says. Morph targets
     * move positions alone: whoever moves them finds normals anew. A triangle without area gets
     * zero normals.
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
        float[] normals = new float[data.positions().length];
        FlatNormals.of(data.positions(), normals, goOn);
        List<MorphTarget> targets =
                split.morphTargets().stream()
                        .map(target -> new MorphTarget(target.positions(), null, null))
                        .toList();
        VertexData vertices =
                new VertexData(
                        corners,
                        data.positions(),
                        normals,
                        null,
                        data.texCoord0(),
                        data.texCoord1(),
                        data.color0());
        return new VertexSet(vertices, split.influences(), targets, true)
                .toPrimitive(Topology.TRIANGLES, null, primitive.material());
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
