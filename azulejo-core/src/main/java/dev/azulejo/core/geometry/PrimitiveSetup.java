package dev.azulejo.core.geometry;

import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.Arrays;

/**
 * From transformed vertices and the corners of primitives to records: clipping, culling, set-up,
 * and which vertices are still used then. Owned by one thread.
 */
final class PrimitiveSetup {
    /**
     * The guard band and what rounding may add, in fixed point; also keeps edge slopes to 24 bits.
     */
    private static final int CLIPPED_REACH = 16384 << TrianglePlanes.SUBPIXEL_BITS;

    /** Vertices, by slot. */
    final TransformedVertices vertices;

    /** Slots of the corners of the primitives. */
    final int[] corner;

    /** For each slot: its place among the used vertices, or -1. */
    final int[] usedPlace;

    /** Slots of used vertices in order of first use. */
    final int[] used;

    int usedCount;

    /** Clip-made vertices: 1/w, source slots, weights. */
    final float[] clippedInverseW;

    final int[] clippedSource;
    final float[] clippedWeight;
    int clippedCount;

    final TriangleSetup setup;
    private final WindowTransform windowTransform;
    private final Counts counts;
    private final TransformedVertices clippedVertex = new TransformedVertices(16);
    private final Clipper clipper = new Clipper();

    /** Primitives that a first look did not drop. */
    private final int[] remaining;

    private int from;
    private int to;

    /**
     * Makes one.
     *
     * @param slots most vertices at a time, a multiple of 16
     * @param corners most corners at a time
     * @param primitives most primitives of a chunk
     */
    PrimitiveSetup(
            int slots,
            int corners,
            int primitives,
            GeometryArena arena,
            WindowTransform transform,
            Counts workerCounts) {
        vertices = new TransformedVertices(slots);
        corner = new int[corners];
        usedPlace = new int[slots];
        used = new int[slots];
        remaining = new int[primitives];
        int clipped = Clipper.MAX_VERTICES * primitives;
        clippedInverseW = new float[clipped];
        clippedSource = new int[3 * clipped];
        clippedWeight = new float[3 * clipped];
        setup = new TriangleSetup(arena);
        windowTransform = transform;
        counts = workerCounts;
        Arrays.fill(usedPlace, -1);
    }

    /** Moves vertices to the window. */
    void transform(DrawState draw, int first, int count) {
        windowTransform.transform(draw.view, vertices, first, count);
    }

    /** Forgets which vertices are used. */
    void forget() {
        for (int i = 0; i < usedCount; i++) {
            usedPlace[used[i]] = -1;
        }
        usedCount = 0;
        clippedCount = 0;
    }

    /**
     * Sets primitives up, for a chunk that {@link TriangleSetup#begin} has begun.
     *
     * @param corners of a primitive: 1 for points, 2 for lines, 3 for triangles
     * @param first the first
     * @param end behind the last
     */
    void add(GeometryChunk chunk, int corners, int first, int end) {
        from = first;
        to = end;
        switch (corners) {
            case 1 -> points(chunk);
            case 2 -> lines(chunk);
            default -> triangles(chunk);
        }
    }

    private void triangles(GeometryChunk chunk) {
        int[] x = vertices.x;
        int[] y = vertices.y;
        float[] z = vertices.z;
        int[] code = vertices.code;
        int notFinite = 0;
        int outside = 0;
        int cutCount = 0;
        int count = facing();
        int face = to - from - count;
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
    private int facing() {
        int[] x = vertices.x;
        int[] y = vertices.y;
        int[] code = vertices.code;
        long culledSign = setup.culledSign();
        int count = 0;
        if (culledSign == 0) {
            for (int p = from; p < to; p++) {
                remaining[p - from] = p;
            }
            return to - from;
        }
        for (int p = from; p < to; p++) {
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

    void use(int slot) {
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
        int half = (int) (chunk.draw.pipeline.pointSize() * TrianglePlanes.SUBPIXEL_HALF + 0.5f);
        int size =
                Math.max(
                        1,
                        (int)
                                (chunk.draw.pipeline.pointSize() * TrianglePlanes.SUBPIXEL_ONE
                                        + 0.5f));
        int notFinite = 0;
        int outside = 0;
        int noSample = 0;
        for (int p = from; p < to; p++) {
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
        for (int p = from; p < to; p++) {
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
        double reach =
                chunk.draw.pipeline.lineWidth() * (double) TrianglePlanes.SUBPIXEL_HALF / length;
        int nx = (int) Math.rint(-dy * reach);
        int ny = (int) Math.rint(dx * reach);
        addQuad(
                x0 - nx, y0 - ny, z0, v0, x1 - nx, y1 - ny, z1, v1, x1 + nx, y1 + ny, z1, v1,
                x0 + nx, y0 + ny, z0, v0);
    }

    /** Takes room for the data of used and clip-made vertices. */
    void takeVertices(GeometryChunk chunk, GeometryArena arena, int stride) {
        chunk.vertexCount = usedCount + clippedCount;
        chunk.verticesAt = arena.takeFloats(chunk, chunk.vertexCount * stride);
    }

    /**
     * Stores the data of used vertices from..from+count-1, varyings from the first lanes of a
     * batch.
     */
    void store(GeometryChunk chunk, int first, int count, float[][] varying, int varyingCount) {
        int stride = 1 + varyingCount;
        float[] data = chunk.vertexData;
        int begin = chunk.verticesAt + first * stride;
        for (int i = 0; i < count; i++) {
            data[begin + i * stride] = vertices.inverseW[used[first + i]];
        }
        for (int k = 0; k < varyingCount; k++) {
            float[] lanes = varying[k];
            int at = begin + 1 + k;
            for (int i = 0; i < count; i++, at += stride) {
                data[at] = lanes[i];
            }
        }
    }

    /** Writes down what {@link #restore} needs to know of the vertices in use. */
    void keep(GeometryChunk chunk, InputAssembler assembler, GeometryArena arena) {
        chunk.slotsAt = arena.takeInts(chunk, 2 * usedCount + 7 * clippedCount);
        chunk.usedSlots = usedCount;
        chunk.clippedSlots = clippedCount;
        chunk.minVertex = assembler.minVertex;
        chunk.maxVertex = assembler.maxVertex;
        int[] kept = chunk.slots;
        int at = chunk.slotsAt;
        for (int i = 0; i < usedCount; i++) {
            kept[at++] = assembler.vertexOf[used[i]];
        }
        for (int i = 0; i < usedCount; i++) {
            kept[at++] = Float.floatToRawIntBits(vertices.inverseW[used[i]]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            kept[at++] = usedPlace[clippedSource[i]];
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            kept[at++] = Float.floatToRawIntBits(clippedWeight[i]);
        }
        for (int i = 0; i < clippedCount; i++) {
            kept[at++] = Float.floatToRawIntBits(clippedInverseW[i]);
        }
        int[] r = chunk.records;
        int begin = chunk.recordsAt + TrianglePlanes.V0;
        int end = begin + chunk.triangles * TrianglePlanes.STRIDE;
        for (int v = begin; v < end; v += TrianglePlanes.STRIDE) {
            for (int k = v; k < v + 3; k++) {
                r[k] = r[k] >= 0 ? usedPlace[r[k]] : r[k];
            }
        }
    }

    /** Brings back what was kept; vertices that no triangle names any more are not used. */
    void restore(GeometryChunk chunk, InputAssembler assembler) {
        forget();
        int[] kept = chunk.slots;
        int at = chunk.slotsAt;
        clippedCount = chunk.clippedSlots;
        assembler.minVertex = chunk.minVertex;
        assembler.maxVertex = chunk.maxVertex;
        int slots = chunk.usedSlots;
        System.arraycopy(kept, at, assembler.vertexOf, 0, slots);
        at += slots;
        for (int i = 0; i < slots; i++) {
            vertices.inverseW[i] = Float.intBitsToFloat(kept[at++]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            clippedSource[i] = kept[at++];
            use(clippedSource[i]);
        }
        for (int i = 0; i < 3 * clippedCount; i++) {
            clippedWeight[i] = Float.intBitsToFloat(kept[at++]);
        }
        for (int i = 0; i < clippedCount; i++) {
            clippedInverseW[i] = Float.intBitsToFloat(kept[at++]);
        }
        int[] r = chunk.records;
        int begin = chunk.recordsAt + TrianglePlanes.V0;
        int end = begin + chunk.triangles * TrianglePlanes.STRIDE;
        for (int v = begin; v < end; v += TrianglePlanes.STRIDE) {
            for (int k = v; k < v + 3; k++) {
                if (r[k] >= 0) {
                    use(r[k]);
                }
            }
        }
    }

    /**
     * Makes the data of clip-made vertices from that of the used ones, and points records at their
     * vertices.
     *
     * @param chunk whose vertex data holds the used vertices
     * @param stride floats of a vertex: 1/w and the varyings
     */
    void finish(GeometryChunk chunk, int stride) {
        int base = chunk.verticesAt;
        float[] data = chunk.vertexData;
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
        int first = chunk.recordsAt;
        int end = first + chunk.triangles * TrianglePlanes.STRIDE;
        for (int at = first; at < end; at += TrianglePlanes.STRIDE) {
            int v0 = at + TrianglePlanes.V0;
            int v1 = at + TrianglePlanes.V1;
            int v2 = at + TrianglePlanes.V2;
            records[v0] = place(records[v0], base, stride);
            records[v1] = place(records[v1], base, stride);
            records[v2] = place(records[v2], base, stride);
        }
    }

    private int place(int reference, int base, int stride) {
        int vertex = reference >= 0 ? usedPlace[reference] : usedCount + ~reference;
        return base + vertex * stride;
    }
}
