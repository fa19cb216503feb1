package dev.azulejo.core.geometry;

import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.VertexFetch;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.VertexRun;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.visibility.EarlyZ;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.OcclusionTester;

import java.util.Arrays;
import java.util.List;

/** Processes geometry chunks. Owned by one thread. */
public final class GeometryWorker {
    /** Unique vertices of a chunk, three a primitive at most, in whole batches. */
    private static final int MAX_VERTICES = 3 * GeometryChunk.PRIMITIVES;

    /** Vertices that clipping adds: up to 7 a primitive. */
    private static final int MAX_CLIPPED = Clipper.MAX_VERTICES * GeometryChunk.PRIMITIVES;

    /**
     * The guard band and what rounding may add, in fixed point; also keeps edge slopes to 24 bits.
     */
    private static final int CLIPPED_REACH = 16384 << TrianglePlanes.SUBPIXEL_BITS;

    private final VertexFetch vertexFetch;
    private final WindowTransform windowTransform;
    private final Counts counts;
    private final OcclusionTester tester;
    private final ClusterPlacer placer;
    private EarlyZ earlyZ = EarlyZ.OFF;
    private HierarchicalZ structure;
    private final VertexBatch batch = new VertexBatch();
    private final TransformedVertices vertices =
            new TransformedVertices(MAX_VERTICES + VertexBatch.CAPACITY);
    private final TransformedVertices clippedVertex = new TransformedVertices(16);
    private final VertexCache cache = new VertexCache();
    private final Clipper clipper = new Clipper();
    private final GeometryArena arena = new GeometryArena();
    private final TriangleSetup setup = new TriangleSetup(arena);

    /** Vertex index of each slot. */
    private final int[] vertexOf = new int[MAX_VERTICES + VertexBatch.CAPACITY];

    /** Slots of the corners of the chunk's primitives. */
    private final int[] corner = new int[MAX_VERTICES];

    /** For each slot: its place among the used vertices, or -1. */
    private final int[] usedPlace = new int[MAX_VERTICES + VertexBatch.CAPACITY];

    /** Slots of used vertices in order of first use. */
    private final int[] used = new int[MAX_VERTICES];

    private int usedCount;

    /** Smallest and largest vertex index of the chunk. */
    private int minVertex;

    private int maxVertex;

    /** Buffer addresses of a batch's vertices. */
    private final int[] address = new int[VertexBatch.CAPACITY];

    /** Primitives that a chunk's first look did not drop. */
    private final int[] remaining = new int[GeometryChunk.PRIMITIVES];

    /** Clip-made vertices: 1/w, source slots, weights. */
    private final float[] clippedInverseW = new float[MAX_CLIPPED];

    private final int[] clippedSource = new int[3 * MAX_CLIPPED];
    private final float[] clippedWeight = new float[3 * MAX_CLIPPED];
    private int clippedCount;

    /** Makes a worker. */
    public GeometryWorker(KernelSet kernels, Counts counts) {
        this.vertexFetch = kernels.vertexFetch();
        this.windowTransform = kernels.windowTransform();
        this.counts = counts;
        this.tester = new OcclusionTester();
        this.placer = new ClusterPlacer(counts);
    }

    /** Forgets what chunks left behind: a phase begins. */
    public void clear() {
        arena.clear();
    }

    /** Runs the whole geometry stage for a chunk. */
    public void process(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        setup.begin(draw, chunk, null, false, false);
        assembleTriangles(chunk);
        if (chunk.triangles != 0 && (!draw.colorless || draw.discards)) {
            shadeVaryings(chunk);
        }
    }

    /** Sets what {@link #place}, {@link #cull} and {@link #replay} work with. */
    public void begin(EarlyZ options, HierarchicalZ hierarchicalZ, int samples) {
        if (earlyZ != options) {
            earlyZ = options;
        }
        if (structure != hierarchicalZ) {
            structure = hierarchicalZ;
        }
        tester.begin(hierarchicalZ, SamplePattern.of(samples));
    }

    /** Adds what was read and written in the structure to the counters. */
    public void end() {
        counts.add(Counter.HIZ_READS, tester.takeReads());
        counts.add(Counter.HIZ_WRITES, tester.takeWrites());
    }

    /**
     * Finds out where a chunk can appear, and the same primitives in further views; sets its box
     * key to {@link HierarchicalZ#UNKNOWN} if nowhere.
     *
     * @param chunks all chunks
     * @param at the first view's chunk
     */
    public void place(GeometryChunk[] chunks, int at) {
        placer.place(chunks, at, structure);
    }

    /** Returns whether a chunk that has a place is hidden as a whole. */
    private boolean hidden(GeometryChunk chunk) {
        tester.countQuery();
        return chunk.placed
                && chunk.draw.testable
                && structure.hidden(
                        TrianglePlanes.first(chunk.boxColumns),
                        TrianglePlanes.first(chunk.boxRows),
                        TrianglePlanes.last(chunk.boxColumns),
                        TrianglePlanes.last(chunk.boxRows),
                        chunk.boxKey);
    }

    /** Returns whether a chunk is hidden as a whole, and counts it if so. */
    public boolean dropCluster(GeometryChunk chunk) {
        if (!earlyZ.clusters() || !hidden(chunk)) {
            return false;
        }
        counts.add(Counter.CLUSTERS_HIDDEN, 1);
        chunk.hide(chunk.boxColumns, chunk.boxRows);
        counts.add(Counter.CLUSTER_PRIMITIVES_HIDDEN, chunk.primitives);
        return true;
    }

    /**
     * The position-only pipeline: positions, culling, set-up, early test, occlusion. Keeps what
     * {@link #replay} needs.
     */
    public void cull(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        boolean tests = draw.testable && earlyZ.before();
        boolean occludes = draw.occludes && earlyZ.forward();
        setup.begin(draw, chunk, tests || occludes ? tester : null, tests, occludes);
        assembleTriangles(chunk);
        counts.add(Counter.TRIANGLES_HIDDEN_BEFORE, setup.hidden);
        if (chunk.triangles == 0 || draw.colorless && !draw.discards) {
            return;
        }
        if (testsAgain(chunk)) {
            keepVertices(chunk);
        } else {
            shadeVaryings(chunk);
        }
    }

    /**
     * Whether a chunk is tested again after the window. One that was tested in its turn, from near
     * to far, has met most of its occluders already. Unless early Z must always work, it is left at
     * that: few more triangles would fall, and its vertices are better shaded while in cache.
     */
    private boolean testsAgain(GeometryChunk chunk) {
        if (earlyZ.fullDepth()) {
            return true;
        }
        boolean pays = earlyZ.mode() == EarlyZ.Mode.ON || !earlyZ.before() || !chunk.placed;
        return chunk.draw.testable && earlyZ.after() && pays;
    }

    /** Writes down what {@link #replay} needs to know of the vertices in use. */
    private void keepVertices(GeometryChunk chunk) {
        chunk.slotsAt = arena.takeInts(chunk, 2 * usedCount + 7 * clippedCount);
        chunk.usedSlots = usedCount;
        chunk.clippedSlots = clippedCount;
        chunk.minVertex = minVertex;
        chunk.maxVertex = maxVertex;
        int[] to = chunk.slots;
        int at = chunk.slotsAt;
        for (int i = 0; i < usedCount; i++) {
            to[at++] = vertexOf[used[i]];
        }
        for (int i = 0; i < usedCount; i++) {
            to[at++] = Float.floatToRawIntBits(vertices.inverseW[used[i]]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            to[at++] = usedPlace[clippedSource[i]];
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            to[at++] = Float.floatToRawIntBits(clippedWeight[i]);
        }
        for (int i = 0; i < clippedCount; i++) {
            to[at++] = Float.floatToRawIntBits(clippedInverseW[i]);
        }
        int[] r = chunk.records;
        int first = chunk.recordsAt + TrianglePlanes.V0;
        int end = first + chunk.triangles * TrianglePlanes.STRIDE;
        for (int v = first; v < end; v += TrianglePlanes.STRIDE) {
            for (int k = v; k < v + 3; k++) {
                r[k] = r[k] >= 0 ? usedPlace[r[k]] : r[k];
            }
        }
    }

    /**
     * The replay pipeline: tests what culling left once more, and shades varyings of vertices that
     * a surviving triangle uses.
     */
    public void replay(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        if (!testsAgain(chunk)) {
            return;
        }
        if (earlyZ.fullDepth()) {
            dropUnmarked(chunk);
        } else {
            testAgain(chunk);
        }
        if (chunk.triangles == 0 || draw.colorless && !draw.discards) {
            return;
        }
        int[] from = chunk.slots;
        int at = chunk.slotsAt;
        usedCount = 0;
        clippedCount = chunk.clippedSlots;
        minVertex = chunk.minVertex;
        maxVertex = chunk.maxVertex;
        int slots = chunk.usedSlots;
        Arrays.fill(usedPlace, 0, slots, -1);
        System.arraycopy(from, at, vertexOf, 0, slots);
        at += slots;
        for (int i = 0; i < slots; i++) {
            vertices.inverseW[i] = Float.intBitsToFloat(from[at++]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            clippedSource[i] = from[at++];
            use(clippedSource[i]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            clippedWeight[i] = Float.intBitsToFloat(from[at++]);
        }
        for (int i = 0; i < clippedCount; i++) {
            clippedInverseW[i] = Float.intBitsToFloat(from[at++]);
        }
        int[] r = chunk.records;
        int first = chunk.recordsAt + TrianglePlanes.V0;
        int end = first + chunk.triangles * TrianglePlanes.STRIDE;
        for (int v = first; v < end; v += TrianglePlanes.STRIDE) {
            for (int k = v; k < v + 3; k++) {
                if (r[k] >= 0) {
                    use(r[k]);
                }
            }
        }
        shadeVaryings(chunk);
    }

    /** Drops the triangles that full depth has not shown to be visible. */
    private void dropUnmarked(GeometryChunk chunk) {
        int before = chunk.triangles;
        int[] r = chunk.records;
        int to = chunk.recordsAt;
        int end = to + before * TrianglePlanes.STRIDE;
        for (int at = to; at < end; at += TrianglePlanes.STRIDE) {
            int columns = r[at + TrianglePlanes.COLUMNS];
            if ((columns & TrianglePlanes.VISIBLE) != 0) {
                r[at + TrianglePlanes.COLUMNS] = columns & ~TrianglePlanes.VISIBLE;
                if (to != at) {
                    System.arraycopy(r, at, r, to, TrianglePlanes.STRIDE);
                }
                to += TrianglePlanes.STRIDE;
            } else {
                chunk.hide(columns, r[at + TrianglePlanes.ROWS]);
            }
        }
        chunk.triangles = (to - chunk.recordsAt) / TrianglePlanes.STRIDE;
        counts.add(Counter.TRIANGLES_HIDDEN_FULL, before - chunk.triangles);
    }

    /** Drops the triangles that are hidden by now. */
    private void testAgain(GeometryChunk chunk) {
        int before = chunk.triangles;
        int[] r = chunk.records;
        int to = chunk.recordsAt;
        if (hidden(chunk)) {
            chunk.hide(chunk.boxColumns, chunk.boxRows);
        } else {
            int end = to + before * TrianglePlanes.STRIDE;
            for (int at = to; at < end; at += TrianglePlanes.STRIDE) {
                if (tester.hidden(r, at)) {
                    chunk.hide(r[at + TrianglePlanes.COLUMNS], r[at + TrianglePlanes.ROWS]);
                } else {
                    if (to != at) {
                        System.arraycopy(r, at, r, to, TrianglePlanes.STRIDE);
                    }
                    to += TrianglePlanes.STRIDE;
                }
            }
        }
        chunk.triangles = (to - chunk.recordsAt) / TrianglePlanes.STRIDE;
        counts.add(Counter.TRIANGLES_HIDDEN_AFTER, before - chunk.triangles);
    }

    /** Positions to records. */
    private void assembleTriangles(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        arena.beginRecords(chunk);
        int slots = assembleRun(chunk);
        shadePositions(chunk, slots);
        windowTransform.transform(draw.view, vertices, 0, slots);
        Arrays.fill(usedPlace, 0, slots, -1);
        usedCount = 0;
        clippedCount = 0;
        switch (draw.pipeline.topology()) {
            case TRIANGLE_LIST, TRIANGLE_STRIP -> triangles(chunk);
            case LINE_LIST, LINE_STRIP -> lines(chunk);
            case POINT_LIST -> points(chunk);
            case PATCH_LIST ->
                    throw new IllegalStateException("patches have a worker of their own");
        }
        counts.add(Counter.CHUNKS, 1);
        counts.add(Counter.PRIMITIVES_IN, chunk.primitives);
        counts.add(Counter.TRIANGLES_SETUP, chunk.triangles + setup.hidden);
        arena.endRecords(chunk);
    }

    /** {@link #assemble}, remembered with the index buffer where a chunk is one of its runs. */
    private int assembleRun(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        int start = draw.draw.first() + 3 * chunk.firstPrimitive;
        int length = chunk.cluster ? IndexBuffer.CLUSTER : IndexBuffer.RUN;
        if (!draw.draw.indexed()
                || draw.pipeline.topology() != Topology.TRIANGLE_LIST
                || start % length != 0) {
            return assemble(chunk);
        }
        int index = start / length;
        int base = draw.draw.baseVertex();
        int corners = 3 * chunk.primitives;
        var run = draw.indexBuffer.run(length, index);
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
        int count = assemble(chunk);
        if (run == null && base == 0) {
            var places = new short[corners];
            for (int i = 0; i < corners; i++) {
                places[i] = (short) corner[i];
            }
            var vertexIndices = Arrays.copyOf(vertexOf, count);
            draw.indexBuffer.keepRun(
                    length, index, new VertexRun(vertexIndices, places, minVertex, maxVertex));
        }
        return count;
    }

    /** Finds the unique vertices of the chunk and returns their number. */
    private int assemble(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        var topology = draw.pipeline.topology();
        int corners =
                switch (topology) {
                    case POINT_LIST -> 1;
                    case LINE_LIST, LINE_STRIP -> 2;
                    case TRIANGLE_LIST, TRIANGLE_STRIP -> 3;
                    case PATCH_LIST -> draw.pipeline.patchControlPoints();
                };
        boolean strip = topology == Topology.LINE_STRIP || topology == Topology.TRIANGLE_STRIP;
        int step = strip ? 1 : corners;
        int[] indices = draw.draw.indexed() ? draw.indexBuffer.data() : null;
        int first = draw.draw.first();
        int base = draw.draw.baseVertex();
        int next = 0;
        int at = 0;
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        cache.clear();
        for (int p = 0; p < chunk.primitives; p++) {
            int primitive = chunk.firstPrimitive + p;
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

    private void shadePositions(GeometryChunk chunk, int slots) {
        DrawState draw = chunk.draw;
        beginBatch(chunk);
        int mask = draw.vertexStage.positionAttributes();
        for (int from = 0; from < slots; from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, slots - from);
            batch.count = count;
            fetch(draw, chunk.instance, mask, vertexOf, from, count);
            draw.vertexStage.positions(batch);
            System.arraycopy(batch.clipX, 0, vertices.clipX, from, count);
            System.arraycopy(batch.clipY, 0, vertices.clipY, from, count);
            System.arraycopy(batch.clipZ, 0, vertices.clipZ, from, count);
            System.arraycopy(batch.clipW, 0, vertices.clipW, from, count);
        }
        counts.add(Counter.VERTEX_POSITIONS, slots);
    }

    private void beginBatch(GeometryChunk chunk) {
        batch.bind(chunk.draw.groups);
        batch.instance = chunk.instance;
    }

    /** Gathers attributes into lanes; what lies beyond a buffer's end reads as 0. */
    private void fetch(
            DrawState draw, int instance, int slotMask, int[] index, int from, int count) {
        List<VertexAttribute> attributes = draw.pipeline.attributes();
        for (int a = 0; a < attributes.size(); a++) {
            var attribute = attributes.get(a);
            if ((slotMask >>> attribute.slot() & 1) == 0) {
                continue;
            }
            float[] data = draw.vertexBuffers[attribute.buffer()].data();
            int components = attribute.components();
            int offset = attribute.offset();
            int stride = attribute.stride();
            int row = 4 * attribute.slot();
            for (int c = components; c < 4; c++) {
                Arrays.fill(batch.attribute[row + c], 0, count, c == 3 ? 1 : 0);
            }
            if (attribute.perInstance()) {
                for (int c = 0; c < components; c++) {
                    float value = read(data, offset + c, stride, instance);
                    Arrays.fill(batch.attribute[row + c], 0, count, value);
                }
            } else if (minVertex >= 0
                    && offset + (long) maxVertex * stride + components <= data.length) {
                for (int i = 0; i < count; i++) {
                    address[i] = index[from + i] * stride + offset;
                }
                // What a kernel takes too much must be an address as well.
                int padded = Math.min(count + 15 & ~15, VertexBatch.CAPACITY);
                Arrays.fill(address, count, padded, address[0]);
                vertexFetch.gather(data, address, count, components, batch.attribute, row);
            } else {
                for (int c = 0; c < components; c++) {
                    gather(data, offset + c, stride, index, from, count, batch.attribute[row + c]);
                }
            }
        }
    }

    /** The slow way, for draws that reach beyond a buffer's end. */
    private static void gather(
            float[] data, int offset, int stride, int[] index, int from, int count, float[] lanes) {
        for (int i = 0; i < count; i++) {
            lanes[i] = read(data, offset, stride, index[from + i]);
        }
    }

    private static float read(float[] data, int offset, int stride, int index) {
        long at = offset + (long) index * stride;
        return at >= 0 && at < data.length ? data[(int) at] : 0;
    }

    private void triangles(GeometryChunk chunk) {
        int[] x = vertices.x;
        int[] y = vertices.y;
        float[] z = vertices.z;
        int[] code = vertices.code;
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int count = facing(chunk.primitives);
        int face = chunk.primitives - count;
        int area = 0;
        int sample = 0;
        for (int r = 0; r < count; r++) {
            int p = remaining[r];
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int all = code[a] & code[b] & code[c];
            int any = code[a] | code[b] | code[c];
            if ((any & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            if ((all & WindowTransform.VOLUME) != 0) {
                outside++;
                continue;
            }
            if ((any & WindowTransform.CLIP) != 0) {
                cutCount++;
                clipTriangle(chunk, a, b, c);
                continue;
            }
            switch (setup.add(
                    x[a], y[a], z[a], a, x[b], y[b], z[b], b, x[c], y[c], z[c], c, false)) {
                case TriangleSetup.FACE -> face++;
                case TriangleSetup.AREA -> area++;
                case TriangleSetup.SAMPLE -> sample++;
                case TriangleSetup.HIDDEN -> {}
                default -> {
                    use(a);
                    use(b);
                    use(c);
                }
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_CLIPPED, cutCount);
        counts.add(Counter.PRIMITIVES_CULLED_FACE, face);
        counts.add(Counter.PRIMITIVES_ZERO_AREA, area);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, sample);
    }

    /**
     * Finds the primitives that do not face the culled way, or that need a closer look, and returns
     * their number. Which way a triangle faces is as good as random: there is no branch on it.
     */
    private int facing(int primitives) {
        int[] x = vertices.x;
        int[] y = vertices.y;
        int[] code = vertices.code;
        long culledSign = setup.culledSign();
        int count = 0;
        if (culledSign == 0) {
            for (int p = 0; p < primitives; p++) {
                remaining[p] = p;
            }
            return primitives;
        }
        for (int p = 0; p < primitives; p++) {
            int a = corner[3 * p];
            int b = corner[3 * p + 1];
            int c = corner[3 * p + 2];
            int special = code[a] | code[b] | code[c];
            long area = (long) (x[b] - x[a]) * (y[c] - y[a]) - (long) (x[c] - x[a]) * (y[b] - y[a]);
            // 1 where area has the culled sign and no code is set
            long culled = -(area * culledSign) >>> 63 & special - 1 >>> 31;
            remaining[count] = p;
            count += 1 - (int) culled;
        }
        return count;
    }

    private void use(int slot) {
        if (usedPlace[slot] < 0) {
            usedPlace[slot] = usedCount;
            used[usedCount++] = slot;
        }
    }

    private void clipTriangle(GeometryChunk chunk, int a, int b, int c) {
        clipper.load(0, vertices, a);
        clipper.load(1, vertices, b);
        clipper.load(2, vertices, c);
        int count = clipper.clipTriangle(chunk.draw.view);
        if (count == 0) {
            return;
        }
        int first = clippedCount;
        var v = clippedVertex;
        for (int i = 0; i < count; i++) {
            addClipped(i, a, b, c);
        }
        if (!transformClipped(chunk, count)) {
            return;
        }
        int kept = 0;
        for (int i = 1; i + 1 < count; i++) {
            int result =
                    setup.add(
                            v.x[0],
                            v.y[0],
                            v.z[0],
                            clippedReference(first),
                            v.x[i],
                            v.y[i],
                            v.z[i],
                            clippedReference(first + i),
                            v.x[i + 1],
                            v.y[i + 1],
                            v.z[i + 1],
                            clippedReference(first + i + 1),
                            false);
            kept += result == TriangleSetup.KEPT ? 1 : 0;
        }
        if (kept == 0) {
            clippedCount = first;
        } else {
            use(a);
            use(b);
            use(c);
        }
    }

    /** Copies vertex i of the clipper's result. */
    private void addClipped(int i, int a, int b, int c) {
        int at = clippedCount++;
        clippedVertex.clipX[i] = clipper.get(i, 0);
        clippedVertex.clipY[i] = clipper.get(i, 1);
        clippedVertex.clipZ[i] = clipper.get(i, 2);
        clippedVertex.clipW[i] = clipper.get(i, 3);
        clippedSource[3 * at] = a;
        clippedSource[3 * at + 1] = b;
        clippedSource[3 * at + 2] = c;
        clippedWeight[3 * at] = clipper.get(i, 4);
        clippedWeight[3 * at + 1] = clipper.get(i, 5);
        clippedWeight[3 * at + 2] = clipper.get(i, 6);
    }

    /**
     * Moves the last vertices made by clipping to the window. If the arithmetic of clipping
     * overflowed (coordinates near the end of the float range) the primitive is dropped: returns
     * false.
     */
    private boolean transformClipped(GeometryChunk chunk, int count) {
        windowTransform.transform(chunk.draw.view, clippedVertex, 0, count);
        boolean failed = false;
        for (int i = 0; i < count; i++) {
            failed |= (clippedVertex.code[i] & WindowTransform.NOT_FINITE) != 0;
            failed |= Math.abs(clippedVertex.x[i]) > CLIPPED_REACH;
            failed |= Math.abs(clippedVertex.y[i]) > CLIPPED_REACH;
        }
        if (failed) {
            clippedCount -= count;
            counts.add(Counter.PRIMITIVES_NOT_FINITE, 1);
            return false;
        }
        System.arraycopy(clippedVertex.inverseW, 0, clippedInverseW, clippedCount - count, count);
        return true;
    }

    /** Vertex references of clip-made vertices are negative until varyings are placed. */
    private static int clippedReference(int index) {
        return ~index;
    }

    private void points(GeometryChunk chunk) {
        int half = (int) (chunk.draw.pipeline.pointSize() * 128 + 0.5f);
        int size = Math.max(1, (int) (chunk.draw.pipeline.pointSize() * 256 + 0.5f));
        int notFinite = 0;
        int outside = 0;
        int noSample = 0;
        for (int p = 0; p < chunk.primitives; p++) {
            int a = corner[p];
            int code = vertices.code[a];
            if ((code & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            if ((code & (WindowTransform.VOLUME | WindowTransform.CLIP)) != 0) {
                outside++;
                continue;
            }
            int x = vertices.x[a] - half;
            int y = vertices.y[a] - half;
            float z = vertices.z[a];
            int before = chunk.triangles;
            int hiddenBefore = setup.hidden;
            addQuad(x, y, z, a, x + size, y, z, a, x + size, y + size, z, a, x, y + size, z, a);
            if (chunk.triangles != before) {
                use(a);
            } else if (setup.hidden == hiddenBefore) {
                noSample++;
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, noSample);
    }

    private void addQuad(
            int x0,
            int y0,
            float z0,
            int v0,
            int x1,
            int y1,
            float z1,
            int v1,
            int x2,
            int y2,
            float z2,
            int v2,
            int x3,
            int y3,
            float z3,
            int v3) {
        setup.add(x0, y0, z0, v0, x1, y1, z1, v1, x2, y2, z2, v2, true);
        setup.add(x0, y0, z0, v0, x2, y2, z2, v2, x3, y3, z3, v3, true);
    }

    private void lines(GeometryChunk chunk) {
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int noSample = 0;
        for (int p = 0; p < chunk.primitives; p++) {
            int a = corner[2 * p];
            int b = corner[2 * p + 1];
            int all = vertices.code[a] & vertices.code[b];
            int any = vertices.code[a] | vertices.code[b];
            if ((any & WindowTransform.NOT_FINITE) != 0) {
                notFinite++;
                continue;
            }
            if ((all & WindowTransform.VOLUME) != 0) {
                outside++;
                continue;
            }
            int before = chunk.triangles;
            int hiddenBefore = setup.hidden;
            if ((any & WindowTransform.CLIP) != 0) {
                cutCount++;
                clipLine(chunk, a, b);
                continue;
            }
            addLine(
                    chunk,
                    vertices.x[a],
                    vertices.y[a],
                    vertices.z[a],
                    a,
                    vertices.x[b],
                    vertices.y[b],
                    vertices.z[b],
                    b);
            if (chunk.triangles != before) {
                use(a);
                use(b);
            } else if (setup.hidden == hiddenBefore) {
                noSample++;
            }
        }
        counts.add(Counter.PRIMITIVES_NOT_FINITE, notFinite);
        counts.add(Counter.PRIMITIVES_OUTSIDE, outside);
        counts.add(Counter.PRIMITIVES_CLIPPED, cutCount);
        counts.add(Counter.PRIMITIVES_NO_SAMPLE, noSample);
    }

    private void clipLine(GeometryChunk chunk, int a, int b) {
        clipper.load(0, vertices, a);
        clipper.load(1, vertices, b);
        if (!clipper.clipLine(chunk.draw.view)) {
            return;
        }
        int first = clippedCount;
        addClipped(0, a, b, a);
        addClipped(1, a, b, a);
        if (!transformClipped(chunk, 2)) {
            return;
        }
        var v = clippedVertex;
        int before = chunk.triangles;
        addLine(
                chunk,
                v.x[0],
                v.y[0],
                v.z[0],
                clippedReference(first),
                v.x[1],
                v.y[1],
                v.z[1],
                clippedReference(first + 1));
        if (chunk.triangles == before) {
            clippedCount = first;
        } else {
            use(a);
            use(b);
        }
    }

    /**
     * A line is the rectangle around it: Vulkan 1.3, "Line Segment Rasterization", strict lines.
     */
    private void addLine(
            GeometryChunk chunk,
            int x0,
            int y0,
            float z0,
            int v0,
            int x1,
            int y1,
            float z1,
            int v1) {
        double dx = (double) x1 - x0;
        double dy = (double) y1 - y0;
        double length = Math.sqrt(dx * dx + dy * dy);
        if (length == 0) {
            return;
        }
        double reach = chunk.draw.pipeline.lineWidth() * 128.0 / length;
        int nx = (int) Math.rint(-dy * reach);
        int ny = (int) Math.rint(dx * reach);
        addQuad(
                x0 - nx, y0 - ny, z0, v0, x1 - nx, y1 - ny, z1, v1, x1 + nx, y1 + ny, z1, v1,
                x0 + nx, y0 + ny, z0, v0);
    }

    /**
     * Shades the varyings of used vertices, makes those of clipped ones, and points records there.
     */
    private void shadeVaryings(GeometryChunk chunk) {
        DrawState draw = chunk.draw;
        int stride = 1 + draw.varyingCount;
        int base = arena.takeFloats(chunk, (usedCount + clippedCount) * stride);
        chunk.verticesAt = base;
        chunk.vertexCount = usedCount + clippedCount;
        float[] data = chunk.vertexData;
        beginBatch(chunk);
        int mask = draw.vertexStage.varyingAttributes();
        int[] index = corner; // corners are not needed any more: holds vertex indices of a batch
        for (int from = 0; from < usedCount; from += VertexBatch.CAPACITY) {
            int count = Math.min(VertexBatch.CAPACITY, usedCount - from);
            for (int i = 0; i < count; i++) {
                index[i] = vertexOf[used[from + i]];
            }
            batch.count = count;
            fetch(draw, chunk.instance, mask, index, 0, count);
            draw.vertexStage.varyings(batch);
            for (int i = 0; i < count; i++) {
                data[base + (from + i) * stride] = vertices.inverseW[used[from + i]];
            }
            for (int k = 0; k < draw.varyingCount; k++) {
                float[] lanes = batch.varying[k];
                int at = base + from * stride + 1 + k;
                for (int i = 0; i < count; i++, at += stride) {
                    data[at] = lanes[i];
                }
            }
        }
        counts.add(Counter.VERTEX_VARYINGS, usedCount);
        for (int i = 0; i < clippedCount; i++) {
            int at = base + (usedCount + i) * stride;
            data[at] = clippedInverseW[i];
            int s0 = base + usedPlace[clippedSource[3 * i]] * stride;
            int s1 = base + usedPlace[clippedSource[3 * i + 1]] * stride;
            int s2 = base + usedPlace[clippedSource[3 * i + 2]] * stride;
            float w0 = clippedWeight[3 * i];
            float w1 = clippedWeight[3 * i + 1];
            float w2 = clippedWeight[3 * i + 2];
            for (int k = 1; k < stride; k++) {
                data[at + k] = w0 * data[s0 + k] + w1 * data[s1 + k] + w2 * data[s2 + k];
            }
        }
        int[] records = chunk.records;
        int first = chunk.recordsAt + TrianglePlanes.V0;
        int end = first + chunk.triangles * TrianglePlanes.STRIDE;
        for (int at = first; at < end; at += TrianglePlanes.STRIDE) {
            records[at] = place(records[at], base, stride);
            records[at + 1] = place(records[at + 1], base, stride);
            records[at + 2] = place(records[at + 2], base, stride);
        }
    }

    private int place(int reference, int base, int stride) {
        int vertex = reference >= 0 ? usedPlace[reference] : usedCount + ~reference;
        return base + vertex * stride;
    }
}
