package dev.azulejo.core.geometry;

import dev.azulejo.core.command.Topology;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexRun;

import java.util.Arrays;

/** Finds the vertices of primitives, each once. Owned by one thread. */
final class InputAssembler {
    /** Vertex index of each slot. */
    final int[] vertexOf;

    /** Smallest and largest vertex index. */
    int minVertex;

    int maxVertex;
    private final VertexCache cache = new VertexCache();

    /** For each slot, which it is among those that are kept; made when first needed. */
    private int[] newSlot = new int[0];

    /** Vertex index of each slot that is kept. */
    private int[] kept = new int[0];

    /** Makes one for a number of unique vertices; {@link VertexCache} has room for 4096. */
    InputAssembler(int slots) {
        vertexOf = new int[slots];
    }

    /** {@link #assemble}, remembered with the index buffer where a chunk is one of its runs. */
    int assembleRun(ChunkOutput chunk, int[] corner) {
        DrawState draw = chunk.draw;
        int start = draw.call().first() + 3 * chunk.work.firstPrimitive();
        int length = chunk.cluster() ? IndexBuffer.CLUSTER : IndexBuffer.RUN;
        if (!draw.call().indexed()
                || draw.geometryStage() != null // whose chunks are shorter
                || draw.pipeline().topology() != Topology.TRIANGLE_LIST
                || start % length != 0) {
            return assemble(draw, chunk.work.firstPrimitive(), chunk.primitives, corner);
        }
        int index = start / length;
        int base = draw.call().baseVertex();
        int corners = 3 * chunk.primitives;
        var run = DeviceAccess.run(draw.indexBuffer(), length, index);
        if (run != null && run.corners.length == corners) {
            for (int i = 0; i < corners; i++) {
                corner[i] = run.corners[i];
            }
            int count = run.vertices.length;
            for (int i = 0; i < count; i++) {
                vertexOf[i] = run.vertices[i] + base;
            }
            minVertex = run.min + base;
            maxVertex = run.max + base;
            return count;
        }
        int count = assemble(draw, chunk.work.firstPrimitive(), chunk.primitives, corner);
        if (run == null && base == 0) {
            var places = new short[corners];
            for (int i = 0; i < corners; i++) {
                places[i] = (short) corner[i];
            }
            var vertexIndices = Arrays.copyOf(vertexOf, count);
            DeviceAccess.keepRun(
                    draw.indexBuffer(),
                    length,
                    index,
                    new VertexRun(vertexIndices, places, minVertex, maxVertex));
        }
        return count;
    }

    /**
     * Leaves out the primitives of a chunk that cannot be visible, and vertices that no other uses;
     * returns how many vertices are left. Order stays.
     *
     * @param chunk of which some may be visible
     * @param corner slots of its primitives, as {@link #assembleRun} found them
     * @param bits which may be visible
     * @param index number of the chunk there
     * @param slots vertices that were found
     */
    int keepVisible(ChunkOutput chunk, int[] corner, VisibilityBits bits, int index, int slots) {
        return keep(chunk, corner, bits.words(), bits.first(index), slots);
    }

    /**
     * Leaves out the primitives of a chunk that nobody needs, and vertices that no other uses;
     * returns how many vertices are left. Order stays.
     *
     * @param chunk of whose primitives some are needed
     * @param corner their slots, as {@link #assembleRun} found them
     * @param slots vertices that it found
     */
    int keepNeeded(ChunkOutput chunk, int[] corner, int slots) {
        return keep(chunk, corner, chunk.needed.words(), 0, slots);
    }

    private int keep(ChunkOutput chunk, int[] corner, long[] words, int first, int slots) {
        int primitives = chunk.primitives;
        int corners = chunk.draw.corners();
        if (newSlot.length == 0) {
            newSlot = new int[vertexOf.length];
            // One more: the slot behind the last is written, too.
            kept = new int[vertexOf.length + 1];
        }
        Arrays.fill(newSlot, 0, slots, -1);
        int next = 0;
        int to = 0;
        for (int w = 0; w < primitives; w += Long.SIZE) {
            long word = words[first + (w >> 6)];
            while (word != 0) {
                int from = Long.numberOfTrailingZeros(word);
                int end = from + Long.numberOfTrailingZeros(~(word >>> from));
                word &= end == Long.SIZE ? 0 : -1L << end;
                int behind = corners * Math.min(w + end, primitives);
                for (int k = corners * (w + from); k < behind; k++) {
                    // Whether a vertex was seen before is as good as random: no branch on it.
                    int slot = corner[k];
                    int before = newSlot[slot];
                    int number = before < 0 ? next : before;
                    kept[next] = vertexOf[slot];
                    newSlot[slot] = number;
                    corner[to++] = number;
                    next += before >>> 31;
                }
            }
        }
        System.arraycopy(kept, 0, vertexOf, 0, next);
        return next;
    }

    /**
     * Finds the unique vertices of some primitives and returns their number.
     *
     * @param corner gets the slots of each primitive's vertices
     */
    int assemble(DrawState draw, int firstPrimitive, int primitives, int[] corner) {
        var topology = draw.pipeline().topology();
        int corners =
                switch (topology) {
                    case POINT_LIST -> 1;
                    case LINE_LIST, LINE_STRIP -> 2;
                    case TRIANGLE_LIST, TRIANGLE_STRIP -> 3;
                    case PATCH_LIST -> draw.pipeline().patchControlPoints();
                };
        boolean strip = topology == Topology.LINE_STRIP || topology == Topology.TRIANGLE_STRIP;
        int step = strip ? 1 : corners;
        int[] indices = draw.call().indexed() ? draw.indexBuffer().data() : null;
        int first = draw.call().first();
        int base = draw.call().baseVertex();
        int next = 0;
        int at = 0;
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        cache.clear();
        for (int p = 0; p < primitives; p++) {
            int primitive = firstPrimitive + p;
            int start = first + primitive * step;
            boolean turned = strip && corners == 3 && (primitive & 1) != 0;
            for (int k = 0; k < corners; k++) {
                // Every other triangle of a strip swaps two corners to wind like the first.
                int element = start + (turned && k < 2 ? 1 - k : k);
                int vertex = indices == null ? element : indices[element] + base;
                int slot = cache.find(vertex, next);
                if (slot == next) {
                    vertexOf[next++] = vertex;
                    min = Math.min(min, vertex);
                    max = Math.max(max, vertex);
                }
                corner[at++] = slot;
            }
        }
        minVertex = min;
        maxVertex = max;
        return next;
    }
}
