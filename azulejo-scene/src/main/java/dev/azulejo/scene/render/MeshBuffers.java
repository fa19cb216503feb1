package dev.azulejo.scene.render;

import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.shading.PatchKind;
import dev.azulejo.scene.shading.PbrProgram;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A primitive as buffers, one an attribute. Shared by all nodes that show it as it is.
 *
 * @param buffers vertex buffers, positions first
 * @param attributes where the vertex stage finds what
 * @param indices index buffer, or null
 * @param count indices, or vertices without
 * @param topology a list
 * @param patches how triangles come to be
 * @param joins indices of the joins of lines; null if there are none
 */
record MeshBuffers(
        List<VertexBuffer> buffers,
        List<VertexAttribute> attributes,
        IndexBuffer indices,
        int count,
        Topology topology,
        PatchKind patches,
        IndexBuffer joins) {

    /**
     * Uploads a primitive.
     *
     * @param primitive what is drawn
     * @param smoothNormals normals that shape PN triangles; null to draw the primitive as it is
     */
    static MeshBuffers upload(Primitive primitive, float[] smoothNormals) {
        return upload(primitive, smoothNormals, list -> new int[0]);
    }

    /**
     * Uploads a primitive.
     *
     * @param primitive what is drawn
     * @param smoothNormals normals that shape PN triangles; null to draw the primitive as it is
     * @param joins finds the joins of lines that are listed one by one
     */
    static MeshBuffers upload(
            Primitive primitive, float[] smoothNormals, Function<Primitive, int[]> joins) {
        var list = primitive.toIndexedList();
        VertexData v = list.vertices();
        var buffers = new ArrayList<VertexBuffer>();
        var attributes = new ArrayList<VertexAttribute>();
        attribute(buffers, attributes, 0, v.positions(), 3);
        attribute(buffers, attributes, 1, v.normals(), 3);
        attribute(buffers, attributes, 2, v.tangents(), 4);
        attribute(buffers, attributes, 3, v.texCoord0(), 2);
        attribute(buffers, attributes, 4, v.texCoord1(), 2);
        attribute(buffers, attributes, 5, v.color0(), 4);
        attribute(buffers, attributes, PbrProgram.OPENNESS_SLOT, v.openness(), 1);
        attribute(buffers, attributes, PbrProgram.SMOOTH_NORMAL_SLOT, smoothNormals, 3);
        var patches =
                switch (list.topology()) {
                    case BICUBIC_PATCHES -> PatchKind.BICUBIC;
                    case HEIGHT_FIELD_PATCHES -> PatchKind.HEIGHT_FIELD;
                    default -> smoothNormals == null ? PatchKind.NONE : PatchKind.PN_TRIANGLES;
                };
        var topology =
                switch (list.topology()) {
                    case POINTS -> Topology.POINT_LIST;
                    case LINES, LINE_LOOP, LINE_STRIP -> Topology.LINE_LIST;
                    case TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN ->
                            smoothNormals == null ? Topology.TRIANGLE_LIST : Topology.PATCH_LIST;
                    case BICUBIC_PATCHES, HEIGHT_FIELD_PATCHES -> Topology.PATCH_LIST;
                };
        int[] indices = list.indices();
        int[] joined = topology == Topology.LINE_LIST ? joins.apply(list) : new int[0];
        return new MeshBuffers(
                buffers,
                attributes,
                indices == null ? null : new IndexBuffer(indices),
                indices == null ? v.count() : indices.length,
                topology,
                patches,
                joined.length == 0 ? null : new IndexBuffer(joined));
    }

    private static void attribute(
            List<VertexBuffer> buffers,
            List<VertexAttribute> attributes,
            int slot,
            float[] values,
            int components) {
        if (values != null) {
            attributes.add(VertexAttribute.packed(slot, buffers.size(), components));
            buffers.add(new VertexBuffer(values));
        }
    }

    /** Writes what a deformation made; null for attributes that there are not. */
    void write(float[] positions, float[] normals, float[] tangents) {
        int buffer = 0;
        for (float[] values : new float[][] {positions, normals, tangents}) {
            if (values != null) {
                buffers.get(buffer++).write(0, values);
            }
        }
    }

    /** Writes the normals that shape PN triangles. */
    void writeSmoothNormals(float[] normals) {
        buffers.getLast().write(0, normals);
    }

    /** Which vertices are drawn, in order. */
    int[] indexList() {
        return indices != null ? indices.data() : IntStream.range(0, count).toArray();
    }

    /** Bytes of all indices and attributes, each once. */
    long bytes() {
        long words = indices == null ? 0 : indices.length();
        words += joins == null ? 0 : joins.length();
        for (var buffer : buffers) {
            words += buffer.length();
        }
        return words * Integer.BYTES;
    }

    /** The positions, x, y, z each. */
    float[] positions() {
        return buffers.getFirst().data();
    }
}
