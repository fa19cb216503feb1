package dev.azulejo.core.oracle;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;

import java.util.ArrayList;
import java.util.List;

/**
 * A draw call that can be recorded for a device, and read by the oracle.
 *
 * @param pipeline all that is fixed
 * @param mesh vertices
 * @param viewport where it lands; null for the whole target
 * @param scissor what may be touched; null for all
 */
record DrawCall(PipelineState pipeline, Mesh mesh, Viewport viewport, Scissor scissor) {
    /**
     * Vertices and what is drawn of them.
     *
     * @param positions clip positions, four floats a vertex
     * @param varyings four floats a vertex
     * @param indices null for none
     * @param first the first vertex or index
     * @param count how many
     * @param baseVertex added to indices
     */
    record Mesh(
            float[] positions,
            float[] varyings,
            int[] indices,
            int first,
            int count,
            int baseVertex) {
        /** All vertices in order. */
        static Mesh of(float[] positions, float[] varyings) {
            return new Mesh(positions, varyings, null, 0, positions.length / 4, 0);
        }

        Vertex vertex(int element) {
            int at = indices == null ? first + element : indices[first + element] + baseVertex;
            var p = new double[4];
            var v = new double[4];
            for (int c = 0; c < 4; c++) {
                p[c] = positions[4 * at + c];
                v[c] = varyings[4 * at + c];
            }
            return new Vertex(p, v);
        }
    }

    void record(CommandBuffer commands, RenderTarget target) {
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, new VertexBuffer(mesh.positions()))
                .setVertexBuffer(1, new VertexBuffer(mesh.varyings()))
                .setViewport(viewportOn(target))
                .setScissor(scissorOn(target));
        if (mesh.indices() == null) {
            commands.draw(mesh.first(), mesh.count(), 0, 1);
        } else {
            commands.setIndexBuffer(new IndexBuffer(mesh.indices()))
                    .drawIndexed(mesh.first(), mesh.count(), mesh.baseVertex(), 0, 1);
        }
    }

    Viewport viewportOn(RenderTarget target) {
        return viewport == null ? Viewport.of(target.width(), target.height()) : viewport;
    }

    Scissor scissorOn(RenderTarget target) {
        return scissor == null ? new Scissor(0, 0, target.width(), target.height()) : scissor;
    }

    /**
     * The primitives, by Direct3D 11.3, "Primitive Topologies", and Vulkan 1.3, "Primitive
     * Topologies": what is left over at the end is dropped, and every other triangle of a strip has
     * two corners swapped, so that all wind alike.
     */
    List<Vertex[]> primitives() {
        var all = new ArrayList<Vertex[]>();
        int count = mesh.count();
        switch (pipeline.topology()) {
            case POINT_LIST -> {
                for (int i = 0; i < count; i++) {
                    all.add(corners(i));
                }
            }
            case LINE_LIST -> {
                for (int i = 0; i + 2 <= count; i += 2) {
                    all.add(corners(i, i + 1));
                }
            }
            case LINE_STRIP -> {
                for (int i = 0; i + 2 <= count; i++) {
                    all.add(corners(i, i + 1));
                }
            }
            case TRIANGLE_LIST -> {
                for (int i = 0; i + 3 <= count; i += 3) {
                    all.add(corners(i, i + 1, i + 2));
                }
            }
            case TRIANGLE_STRIP -> {
                for (int i = 0; i + 3 <= count; i++) {
                    all.add(i % 2 == 0 ? corners(i, i + 1, i + 2) : corners(i, i + 2, i + 1));
                }
            }
            case LINE_JOIN_LIST, PATCH_LIST ->
                    throw new IllegalArgumentException("no patches, and no joins");
        }
        return all;
    }

    private Vertex[] corners(int... elements) {
        var corners = new Vertex[elements.length];
        for (int k = 0; k < corners.length; k++) {
            corners[k] = mesh.vertex(elements[k]);
        }
        return corners;
    }
}
