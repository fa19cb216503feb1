package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.List;

/**
 * Vertices with all that belongs to them, so that who picks, repeats or reorders vertices forgets
 * nothing.
 *
 * @param data attributes
 * @param influences or null
 * @param morphTargets may be empty
 * @param flat as a primitive has it; not where vertices are picked
 */
record VertexSet(
        VertexData data, JointInfluences influences, List<MorphTarget> morphTargets, boolean flat) {
    /** Makes vertices whose normals are not those of their triangles. */
    VertexSet(VertexData data, JointInfluences influences, List<MorphTarget> morphTargets) {
        this(data, influences, morphTargets, false);
    }

    static VertexSet of(Primitive primitive) {
        return new VertexSet(
                primitive.vertices(),
                primitive.influences(),
                primitive.morphTargets(),
                primitive.flat());
    }

    Primitive toPrimitive(Topology topology, int[] indices, int material) {
        return new Primitive(
                topology, indices, data, material, influences, morphTargets, null, flat);
    }

    /** Returns these vertices with other attributes. */
    VertexSet with(VertexData other) {
        return new VertexSet(other, influences, morphTargets, flat);
    }

    /** Returns the vertices that indices name, in their order. */
    VertexSet gather(int[] vertices, int count) {
        VertexData gathered =
                new VertexData(
                        count,
                        gather(data.positions(), 3, vertices, count),
                        gather(data.normals(), 3, vertices, count),
                        gather(data.tangents(), 4, vertices, count),
                        gather(data.texCoord0(), 2, vertices, count),
                        gather(data.texCoord1(), 2, vertices, count),
                        gather(data.color0(), 4, vertices, count));
        return gatherMotion(vertices, count).with(gathered);
    }

    /**
     * Returns influences and morph targets of the vertices that indices name, and no attributes.
     */
    VertexSet gatherMotion(int[] vertices, int count) {
        JointInfluences gatheredInfluences = null;
        if (influences != null) {
            int width = influences.perVertex();
            gatheredInfluences =
                    new JointInfluences(
                            width,
                            gather(influences.joints(), width, vertices, count),
                            gather(influences.weights(), width, vertices, count));
        }
        List<MorphTarget> targets = new ArrayList<>(morphTargets.size());
        for (MorphTarget target : morphTargets) {
            targets.add(
                    new MorphTarget(
                            gather(target.positions(), 3, vertices, count),
                            gather(target.normals(), 3, vertices, count),
                            gather(target.tangents(), 3, vertices, count)));
        }
        return new VertexSet(null, gatheredInfluences, targets);
    }

    /** Returns the floats and ints of a vertex, with normals where there are none yet. */
    long valuesPerVertex() {
        long values =
                6
                        + (data.tangents() != null ? 4 : 0)
                        + (data.texCoord0() != null ? 2 : 0)
                        + (data.texCoord1() != null ? 2 : 0)
                        + (data.color0() != null ? 4 : 0)
                        + motionValuesPerVertex();
        return values;
    }

    /** Returns the floats and ints of a vertex's influences and morph targets. */
    long motionValuesPerVertex() {
        long values = influences == null ? 0 : 2L * influences.perVertex();
        for (MorphTarget target : morphTargets) {
            values +=
                    (target.positions() != null ? 3 : 0)
                            + (target.normals() != null ? 3 : 0)
                            + (target.tangents() != null ? 3 : 0);
        }
        return values;
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

    private static int[] gather(int[] from, int width, int[] indices, int count) {
        int[] to = new int[Math.multiplyExact(width, count)];
        for (int i = 0, o = 0; i < count; i++) {
            int base = indices[i] * width;
            for (int c = 0; c < width; c++) {
                to[o++] = from[base + c];
            }
        }
        return to;
    }
}
