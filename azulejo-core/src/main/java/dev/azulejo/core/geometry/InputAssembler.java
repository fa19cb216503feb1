package dev.azulejo.core.geometry;

import dev.azulejo.core.command.Topology;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.FacingCones;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.resource.VertexRun;

import java.util.Arrays;

/** Finds the vertices of primitives, each once. Owned by one thread. */
final class InputAssembler {
    /** Vertex index of each slot. */
    final int[] vertexOf;

    /** Smallest and largest vertex index. */
    int minVertex;

    int maxVertex;
    private static final int NO_RUN = -1;

    /** Triangles of a part. */
    private static final int PART_PRIMITIVES = PositionBounds.PART / 3;

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
        int index = runIndex(chunk);
        if (index == NO_RUN) {
            return assemble(draw, chunk.work.firstPrimitive(), chunk.primitives, corner);
        }
        int base = draw.call().baseVertex();
        int corners = 3 * chunk.primitives;
        var run = DeviceAccess.run(draw.indexBuffer(), runLength(chunk), index);
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
                    runLength(chunk),
                    index,
                    new VertexRun(vertexIndices, places, minVertex, maxVertex));
        }
        return count;
    }

    private static int runLength(ChunkOutput chunk) {
        return chunk.cluster() ? IndexBuffer.CLUSTER : IndexBuffer.RUN;
    }

    /** Which run of its index buffer a chunk is, if it is one. */
    private static int runIndex(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        int start = draw.call().first() + 3 * chunk.work.firstPrimitive();
        boolean isRun =
                draw.call().indexed()
                        && draw.geometryStage() == null // whose chunks are shorter
                        && draw.pipeline().topology() == Topology.TRIANGLE_LIST
                        && start % runLength(chunk) == 0;
        return isRun ? start / runLength(chunk) : NO_RUN;
    }

    /** What is known of the run that a chunk is; null if nothing is. */
    private static VertexRun knownRun(ChunkOutput chunk) {
        int index = runIndex(chunk);
        if (index == NO_RUN) {
            return null;
        }
        var run = DeviceAccess.run(chunk.draw.indexBuffer(), runLength(chunk), index);
        return run != null && run.corners.length == 3 * chunk.primitives ? run : null;
    }

    /** Which way the triangles of a chunk face; null if that is not known. */
    static FacingCones cones(ChunkOutput chunk) {
        DrawState draw = chunk.draw;
        var run = knownRun(chunk);
        if (run == null) {
            return null;
        }
        var attribute = draw.facing();
        return run.cones(
                draw.indexBuffer(),
                draw.call().first() + 3 * chunk.work.firstPrimitive(),
                draw.vertexBuffers()[attribute.buffer()],
                attribute.offset(),
                attribute.stride(),
                draw.call().baseVertex());
    }

    /**
     * Assembles the primitives of a chunk that are needed, and no vertex that none of these uses.
     *
     * @param chunk of which some may be left out
     * @param needed which are not; all, unless it says so
     * @param corner gets the slots of their vertices, in their order
     * @return how many vertices there are
     */
    int assembleNeeded(ChunkOutput chunk, NeededPrimitives needed, int[] corner) {
        if (!needed.some()) {
            return assembleRun(chunk, corner);
        }
        if (needed.count() == 0) {
            return 0;
        }
        var run = knownRun(chunk);
        if (run != null && needed.wholeParts(chunk.primitives)) {
            int base = chunk.draw.call().baseVertex();
            if (!needed.gapless(chunk.primitives)) {
                return assembleScattered(run, base, needed.words(), chunk.primitives, corner);
            }
            int from = 3 * needed.first();
            return assembleParts(run, base, from, from + 3 * needed.count(), corner);
        }
        int slots = assembleRun(chunk, corner);
        return keep(chunk, corner, needed.words(), 0, slots);
    }

    /**
     * Assembles parts of a run, a bit for each of its primitives, that do not follow each other.
     */
    private int assembleScattered(
            VertexRun run, int base, long[] words, int primitives, int[] corner) {
        makeSlots();
        Arrays.fill(newSlot, 0, run.vertices.length, -1);
        int next = 0;
        int to = 0;
        for (int part = 0; PART_PRIMITIVES * part < primitives; part++) {
            if (words[part] == 0) {
                continue;
            }
            int from = PositionBounds.PART * part;
            int end = Math.min(from + PositionBounds.PART, 3 * primitives);
            for (int i = from; i < end; i++) {
                int old = run.corners[i];
                int slot = newSlot[old];
                if (slot < 0) {
                    slot = next;
                    newSlot[old] = slot;
                    vertexOf[next++] = run.vertices[old] + base;
                }
                corner[to++] = slot;
            }
        }
        minVertex = run.min + base;
        maxVertex = run.max + base;
        return next;
    }

    /**
     * Assembles parts of a run that follow each other. Vertices that are first used in them come
     * first, and follow each other in the run as well; then those that parts before use, too.
     */
    private int assembleParts(VertexRun run, int base, int from, int end, int[] corner) {
        int first = run.usedBefore(from);
        int fresh = run.usedBefore(end) - first;
        makeSlots();
        Arrays.fill(newSlot, 0, first, -1);
        for (int i = 0; i < fresh; i++) {
            vertexOf[i] = run.vertices[first + i] + base;
        }
        int next = fresh;
        for (int k = from; k < end; k++) {
            int old = run.corners[k];
            int slot = old - first;
            if (slot < 0) {
                slot = newSlot[old];
                if (slot < 0) {
                    slot = next;
                    newSlot[old] = slot;
                    vertexOf[next++] = run.vertices[old] + base;
                }
            }
            corner[k - from] = slot;
        }
        minVertex = run.min + base;
        maxVertex = run.max + base;
        return next;
    }

    private void makeSlots() {
        if (newSlot.length == 0) {
            newSlot = new int[vertexOf.length];
            // One more: the slot behind the last is written, too.
            kept = new int[vertexOf.length + 1];
        }
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

    private int keep(ChunkOutput chunk, int[] corner, long[] words, int first, int slots) {
        int primitives = chunk.primitives;
        int corners = chunk.draw.corners();
        makeSlots();
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
                    case LINE_JOIN_LIST, TRIANGLE_LIST, TRIANGLE_STRIP -> 3;
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
